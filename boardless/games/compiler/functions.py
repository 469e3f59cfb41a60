"""The functions of a compiled game that list, look up, pick and make moves, as source."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from boardless.games.compiler.bit_searches import BitMoves, BitSearch, Question
from boardless.games.compiler.rules import ANY
from boardless.games.compiler.shared_rules import counting, find
from boardless.games.compiler.source import PENDING, SourceWriter, function, kernel
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.chance import has_chance
from boardless.games.ludemes.game import Automove
from boardless.games.ludemes.kinds import Role
from boardless.games.ludemes.prior_moves import Do
from boardless.games.ludemes.sites import ORIGIN, TURN_FROM
from boardless.games.ludemes.turns import NoMoves
from boardless.games.ludemes.visits import VISITED
from boardless.games.ludemes.votes import DECIDED, KEYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardless.games.compiler.candidates import Candidate
    from boardless.games.compiler.rules import RuleFunctions, Turn
    from boardless.games.ludemes.kinds import Moves


def relist(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add `relist`: a site enters and leaves the lists as their conditions say."""
    with kernel(out, "relist(s: Arrays, site: int) -> None"):
        if not rules.lists:
            out.add("pass")
        for a in range(len(rules.lists)):
            out.add(f"may = may_{a}(s, site)")
            with out.block(f"if may != (s.where[{a}, site] != 0):"):
                out.when("may", f"enlist(s, {a}, site)")
                with out.block("else:"):
                    out.add(f"delist(s, {a}, site)")


def moves(out: SourceWriter, rules: RuleFunctions, phases: int) -> None:
    """Add the functions that list, pick, look up and make moves."""
    for number, bodies in enumerate(rules.builder.functions):
        names = ((f"act_{number}", f"do_{number}"), (f"then_{number}", f"follow_{number}"))
        parts = rules.builder.parts(number)
        for (by_row, direct), body, part in zip(names, bodies, parts, strict=True):
            # Where nothing follows there is nothing to call.
            made = number in rules.builder.direct and body.strip() != "pass"
            text = part.body_of_row(direct) if made else body
            function(out, f"{by_row}(s: Arrays, row: int) -> None", text, "", "routine")
            if made:
                function(out, f"{direct}({part.head}) -> None", part.body, "", part.decorator)
    for number, (parameters, result, body) in enumerate(rules.builder.helpers):
        function(out, f"helper_{number}({parameters}) -> {result}", body, "", "routine")
    for number, trial in enumerate(rules.builder.trials.values()):
        body = trial.body(rules.builder.follows)
        function(out, f"trial_{number}({trial.head}) -> bool", body, "", "routine")
    for key in rules.sources:
        drawn = rules.drawn(key)
        if isinstance(drawn, BitSearch):
            others = _found_in_list(rules), _picked_of_list(rules)
            for head, text in drawn.functions(*others, rules.builder.bound):
                function(out, head, text)
    listed = {key: [f"return {_listed(rules, key)}"] for key in rules.sources}
    head = "count_candidates(s: Arrays, mover: int) -> int"
    function(out, head, _by_turn(listed, phases))
    counting(out, rules)
    if rules.sampling:
        listed = {key: [f"return {_listed(rules, key, True)}"] for key in rules.sources}
        head = "sample_candidates(s: Arrays, mover: int, number: int) -> int"
        function(out, head, _by_turn(listed, phases))
    out.add(f"SAMPLES_SITES = {bool(rules.sampling)}")
    if rules.ahead:
        for number, body in enumerate(rules.ahead.values()):
            function(out, f"ahead_{number}(s: Arrays, mover: int) -> bool", body, "", "routine")
        # Whether a player has any move in his phase.
        answers = {
            (phase, ANY): [f"return ahead_{n}(s, mover)"] for n, phase in enumerate(rules.ahead)
        }
        head = "has_move_ahead(s: Arrays, mover: int) -> bool"
        function(out, head, _by_turn(answers, phases))
    stuck = _STUCK.format(has_move="has_move_ahead" if rules.ahead else "has_move")
    function(out, "next_is_stuck(s: Arrays, mover: int) -> bool", stuck, _STUCK_MEANS, "routine")
    picked = {key: _picked(rules, key) for key in rules.sources}
    function(out, _PICK, _by_turn(picked, phases), "The move of a number, as it was found.")
    found = {key: _found(rules, key) for key in rules.sources}
    function(out, _LISTED, _by_turn(found, phases))
    if not rules.model.effects:
        _perform_alone(out, rules)
        return
    if rules.model.at_once:
        _perform_at_once(out, rules)
        return
    automatic = _moves_by_itself(rules)
    if automatic:
        _automove(out, rules)
    _perform(out, rules, automatic)
    if rules.builder.tries:
        _try(out, rules)


def _try(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add `try_row`: a move of the queue is made for a trial."""
    body = SourceWriter(depth=1)
    body.add("rule = int64(s.queue[row, 0])")
    pending = rules.builder.numbers.places.get(PENDING)
    if pending is not None:
        body.add(f"forget_all(s, {pending})")
    body.add("s.n[REPLAYED] = 0")
    _each(body, rules, lambda number: f"act_{number}(s, row)", False)
    body.add("s.n[LAST] = s.queue[row, 2]")
    body.add("s.n[FROM] = s.queue[row, 1]")
    _each(body, rules, lambda number: f"then_{number}(s, row)", False)
    function(out, "try_row(s: Arrays, row: int) -> None", body.text(), "", "routine")


_STUCK_MEANS = "Find out whether who comes next has no move, as if the turn had come."
_STUCK = """\
    following_one, before = int64(s.n[NEXT]), int64(s.n[PREVIOUS])
    s.n[MOVER] = following_one
    s.n[NEXT] = following(s, following_one)
    s.n[PREVIOUS] = mover
    stuck = not {has_move}(s, following_one)
    s.n[MOVER] = mover
    s.n[NEXT] = following_one
    s.n[PREVIOUS] = before
    set_stuck(s, following_one, stuck)
    return stuck
"""
_PICK = "pick(s: Arrays, mover: int, choice: int) -> tuple[int, int, int]"
_LISTED = "is_listed(s: Arrays, mover: int, count: int, rule: int, origin: int, site: int) -> bool"


def _by_turn(answers: dict[Turn, list[str]], phases: int) -> str:
    """Return statements that answer for the phase of a player, and for the player himself."""
    out = SourceWriter(depth=1)
    if len({tuple(lines) for lines in answers.values()}) == 1:
        out.add_all(next(iter(answers.values())))
        return out.text()
    for number, ((phase, player), lines) in enumerate(answers.items(), 1):
        tests = [f"mover == {player}"] if player != ANY else []
        tests += [f"s.n[PHASE + mover] == {phase}"] if phases > 1 else []
        last = number == len(answers)
        with nullcontext() if last else out.block(f"if {' and '.join(tests)}:"):
            out.add_all(lines)
    return out.text()


def _listed(rules: RuleFunctions, turn: Turn, samples: bool = False) -> str:
    """Return the source of the number of candidates: all, or a sample of one."""
    if turn in rules.kept_lists:
        return " + ".join(f"int64(s.size[{a}])" for _, a in rules.kept_lists[turn]) or "0"
    drawn = rules.drawn(turn)
    if drawn is not None:
        return drawn.count
    number = list(rules.searches).index(turn)
    given = "s, mover" if turn[1] == ANY else "s"
    given += f", {'number' if samples else 0}, {samples}" if turn in rules.sampling else ""
    found = f"search_{number}({given})"
    # In an order that is no numbering's.
    return f"arranged(s, {found})" if rules.arranges(turn) else found


def _picked(rules: RuleFunctions, turn: Turn) -> list[str]:
    """Return statements that return the candidate of a number, from the lists or as found."""
    out = SourceWriter()
    if turn in rules.kept_lists:
        pairs = rules.kept_lists[turn]
        for number, a in pairs[:-1]:
            row = f"{number}, {rules.origin(number)}, int64(s.legal[{a}, choice])"
            out.when(f"choice < s.size[{a}]", f"return {row}")
            out.add(f"choice -= int64(s.size[{a}])")
        for number, a in pairs[-1:]:
            out.add(f"return {number}, {rules.origin(number)}, int64(s.legal[{a}, choice])")
        return out.lines or ["return PASS, NONE, NONE"]
    drawn = rules.drawn(turn)
    return _picked_of_list(rules) if drawn is None else drawn.picked(rules.builder.bound)


def _picked_of_list(rules: RuleFunctions) -> list[str]:
    """Return statements that return the candidate of a number from those that were listed."""
    out = SourceWriter()
    for n in range(rules.builder.bound):
        out.add(f"s.queue[0, NAMED + {n}] = s.found[choice, NAMED + {n}]")
    out.add("found = s.found[choice]")
    out.add("return int64(found[0]), int64(found[1]), int64(found[2])")
    return out.lines


def _found(rules: RuleFunctions, turn: Turn) -> list[str]:
    """Return statements that tell whether a move is among the candidates, as counted last."""
    drawn = rules.drawn(turn)
    if drawn is not None:
        return drawn.found()
    out = SourceWriter()
    for number, a in rules.kept_lists.get(turn, ()):
        same = f"rule == {number} and origin == {rules.origin(number)}"
        out.when(same, f"return bool(s.where[{a}, site] != 0)")
    if turn in rules.searches:
        return [*out.lines, *_found_in_list(rules)]
    out.add("return False")
    return out.lines


def _found_in_list(rules: RuleFunctions) -> list[str]:
    """Return statements that tell whether a move is among those that were listed."""
    out = SourceWriter()
    with out.block("for at in range(min(count, s.found.shape[0])):"):
        out.add("same = s.found[at, 0] == rule and s.found[at, 1] == origin")
        out.add("same = same and s.found[at, 2] == site")
        for n in range(rules.builder.bound):
            out.add(f"same = same and s.found[at, NAMED + {n}] == s.queue[0, NAMED + {n}]")
        out.when("same", "return True")
    out.add("return False")
    return out.lines


def _moves_by_itself(rules: RuleFunctions) -> bool:
    meta = rules.model.game.rules.meta
    return meta is not None and any(isinstance(rule, Automove) for rule in meta.rules)


def _automove(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add `automove`: legal moves that are alone in their target are found, made, and so on."""
    with kernel(out, "automove(s: Arrays, mover: int) -> None", "routine"):
        out.add("again = True")
        with out.block("while again:"):
            out.add("first = int64(s.n[QUEUED])")
            out.add("count = count_moves(s, mover)")
            with out.block("if count > s.found.shape[0]:"):
                out.add("s.n[LOST] = 1")
                out.add("return")
            with out.block("for row in range(count):"):
                out.add("alone = True")
                with out.block("for other in range(count):"):
                    out.add("same = s.found[other, 2] == s.found[row, 2]")
                    out.add("alone = alone and (row == other or not same)")
                with out.block("if alone:"):
                    columns = ", ".join(f"int64(s.found[row, {column}])" for column in range(3))
                    out.add(f"at = enqueue(s, {columns})")
                    for n in range(rules.builder.bound):
                        out.add(f"s.queue[at, NAMED + {n}] = s.found[row, NAMED + {n}]")
            out.add("again = s.n[QUEUED] > first")
            with out.block("for at in range(first, int64(s.n[QUEUED])):"):
                out.add("rule = int64(s.queue[at, 0])")
                _each(out, rules, lambda number: f"act_{number}(s, at)")


def _perform(out: SourceWriter, rules: RuleFunctions, automatic: bool) -> None:
    """Add `act_alone`, and `perform`: a move acts, is the last move, and has its consequences."""
    with kernel(out, "act_alone(s: Arrays, rule: int, origin: int, site: int) -> None"):
        out.add("s.queue[0, 0] = rule")
        out.add("s.queue[0, 1] = origin")
        out.add("s.queue[0, 2] = site")
        out.add("s.n[QUEUED] = 1")
        if rules.builder.keeps:
            out.add("s.n[TRIED] = 0")
            out.add("s.n[TRIED_LIST] = 0")
            out.when("not LOGS", "s.n[LOGGED] = 0")
        out.add("s.n[TOUCHED] = NONE")
        out.when("rule == PASS", "pass_turn(s)")
        out.add("s.n[REPLAYED] = 0")
        out.add("s.n[TOUCHED] = NONE")
        _each(out, rules, lambda number: f"act_{number}(s, 0)")
        if automatic:
            out.add("automove(s, int64(s.n[MOVER]))")
    with kernel(out, "perform(s: Arrays, rule: int, origin: int, site: int) -> None"):
        pending = rules.builder.numbers.places.get(PENDING)
        if pending is not None:
            line = f"forget_all(s, {pending})"
            # A prior may ask for pending values: such moves forget them themselves.
            late = [n for n, (act, _) in enumerate(rules.builder.functions) if line in act]
            with out.block(f"if {' and '.join(f'rule != {n}' for n in late) or 'True'}:"):
                out.add(line)
        places = rules.builder.numbers.places
        if ORIGIN in places:
            out.add(f"change_number(s, {places[ORIGIN]}, NONE)")
        if TURN_FROM in places:
            first = places[TURN_FROM]
            with out.block(f"if s.numbers[{first + 1}] != s.n[MOVER]:"):
                out.add(f"change_number(s, {first}, origin)")
                out.add(f"change_number(s, {first + 1}, int64(s.n[MOVER]))")
        if DECIDED in places:
            # A decision holds until the next move.
            out.add(f"change_number(s, {places[DECIDED]}, -1)")
        if KEYS in places:
            out.add(f"record_key(s, {places[KEYS]}, {3 * rules.model.players**2})")
        if rules.model.stacking:
            out.add("s.n[LEVEL] = 0")
        out.add("act_alone(s, rule, origin, site)")
        if rules.model.stacking:
            out.add("s.n[LAST_LEVEL] = s.n[LEVEL]")
        out.add("s.n[DONE] = s.n[TOUCHED]")
        out.add("s.n[LAST] = site")
        out.add("s.n[FROM] = origin")
        # A pass that follows from a move does not make a pass of it.
        out.add("passed = int64(s.n[PASSED])")
        out.add("count_pass(s)")
        _each(out, rules, lambda number: f"then_{number}(s, 0)")
        out.add("s.n[PASSED] = passed")
        out.add("s.n[DONE] = s.n[TOUCHED]")
        if rules.builder.clears:
            out.add("clear_later(s)")
        visited = rules.builder.numbers.places.get(VISITED)
        if visited is not None:
            out.add(f"end_visits(s, {visited}, int64(s.n[MOVER]), origin, site)")


def _perform_at_once(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add `act_alone`, and `perform`: a choice is held, and with the last one all are made."""
    rows = rules.builder.numbers.place("choices", rules.model.players * (3 + rules.builder.bound))
    with kernel(out, "act_alone(s: Arrays, rule: int, origin: int, site: int) -> None"):
        out.add("s.queue[0, 0] = rule")
        out.add("s.queue[0, 1] = origin")
        out.add("s.queue[0, 2] = site")
        out.add("s.n[QUEUED] = 1")
        out.add("s.n[MOVER] = s.numbers[AT_ONCE + ROUND_MOVER]")
        _each(out, rules, lambda number: f"act_{number}(s, 0)")
    with kernel(out, "make_all(s: Arrays) -> None", "routine"):
        out.add(f"open_choices(s, AT_ONCE, {rows})")
        out.add("s.n[TOUCHED] = NONE")
        out.add("s.n[REPLAYED] = 0")
        out.add("passed = 1")
        with out.block("for row in range(PLAYERS):"):
            out.add("rule = int64(s.queue[row, 0])")
            with out.block("if is_playing(s, row + 1):"):
                out.when("rule == PASS", "pass_turn(s)")
                out.when("rule != PASS", "passed = 0")
                _each(out, rules, lambda number: f"act_{number}(s, row)")
                _each(out, rules, lambda number: f"then_{number}(s, row)")
        # In Ludii a round ends on the first site.
        out.add("s.n[LAST] = HELD + 1")
        out.add("s.n[FROM] = HELD + 1")
        out.add("s.numbers[AT_ONCE + AFTER_ALL] = 1")
        with out.block("for row in range(PLAYERS):"):
            out.add("rule = int64(s.queue[row, 0])")
            with out.block("if is_playing(s, row + 1):"):
                _each(out, rules, lambda number: f"then_{number}(s, row)")
        out.add("s.numbers[AT_ONCE + AFTER_ALL] = 0")
        out.add("s.n[PASSED] = passed")
        out.add("count_pass(s)")
        out.add("s.n[DONE] = s.n[TOUCHED]")
        if rules.builder.clears:
            out.add("clear_later(s)")
    with kernel(out, "perform(s: Arrays, rule: int, origin: int, site: int) -> None"):
        out.add("player = int64(s.n[MOVER])")
        out.add(f"hold_choice(s, {rows}, rule, origin, site)")
        out.when("is_last_to_choose(s, player)", "make_all(s)")


def _each(
    out: SourceWriter, rules: RuleFunctions, line: Callable[[int], str], listed: bool = True
) -> None:
    """Add a line for each sort of moves, of those alone that are `listed` as legal ones."""
    numbers = range(len(rules.builder.functions))
    for number in sorted(rules.builder.listed) if listed else numbers:
        with out.block(f"if rule == {number}:"):
            out.add(line(number))


def look_ahead(rules: RuleFunctions, phase: int, play: Moves) -> None:
    """Compile whether the next player has a move in a phase, where the rules alone tell it."""
    game = rules.model.game
    if not any(map(_asks_next, inside(game))):
        return
    plays = (game.rules.play, *(phase.play for phase in game.rules.phases))
    looking = any(map(_asks_next, inside((plays, game.equipment))))
    if not looking and rules.defers_trials:
        return
    out = SourceWriter(depth=1)
    out.add("queued = int64(s.n[QUEUED])")
    out.add("any_ = False")
    # Trials have to be taken back, and chance decides in order.
    stops = not has_chance(game) and not any(
        isinstance(node, Do) and node.next is not None for node in inside(game)
    )

    def found(move: Candidate) -> None:
        if stops:
            move.scope.out.add("s.n[QUEUED] = queued")
            move.scope.out.add("return True")
        else:
            move.scope.out.add("any_ = True")

    scope = rules.scope(out, "mover").binding(looking=looking, measuring=stops)
    drawn = rules.drawn((phase, ANY))
    if isinstance(drawn, BitSearch) and isinstance(drawn.moves, BitMoves):
        rules.ahead[phase] = drawn.body(Question.ANY, (), 0, scope)
        return
    find(play, scope, found)
    out.add("return any_")
    rules.ahead[phase] = out.text()
    if isinstance(drawn, BitSearch):
        lines = [line[4:] for line in out.lines]
        rules.ahead[phase] = drawn.body(Question.ANY, lines, 0, scope)


def _asks_next(node: object) -> bool:
    """Tell whether a ludeme asks if the next player has no move."""
    return isinstance(node, NoMoves) and node.role is Role.NEXT


def _perform_alone(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add `perform` of moves without consequences: the pieces that each rule puts and takes."""
    with kernel(out, "perform(s: Arrays, rule: int, origin: int, site: int) -> None"):
        out.add("s.n[PASSES] = s.n[PASSES] + 1 if rule == PASS else 0")
        out.add("s.n[LAST] = site")
        out.add("s.n[FROM] = site if origin == NONE else origin")
        for number, rule in enumerate(rules.rules):
            with out.block(f"if rule == {number}:"):
                if rule.component:
                    out.add(f"put(s, site, {rule.component})")
                    out.when("SETS > 0", "unite_neighbours(s, site)")
                    continue
                out.add("piece = int64(s.what[origin])")
                if not rule.copy:
                    out.add("take(s, origin)" if rule.hand >= 0 else "lift(s, origin)")
                out.add("put(s, site, piece)")
