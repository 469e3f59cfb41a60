"""The functions of a compiled game that list, look up, pick and make moves."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from boardless.games.building.model import PENDING
from boardless.games.building.scope import ScopeMode
from boardless.games.building.shared_rules import moves_of
from boardless.games.building.trials import each_sort
from boardless.games.compiler.bit_searches import BitMoves, BitSearch, Question
from boardless.games.compiler.counting import counting
from boardless.games.compiler.rules import ANY
from boardless.games.language.kinds import Role
from boardless.games.language.ludeme import inside
from boardless.games.ludemes import prior_moves
from boardless.games.ludemes.chance import has_chance
from boardless.games.ludemes.game import Automove
from boardless.games.ludemes.sites import ORIGIN, TURN_FROM
from boardless.games.ludemes.turns import VISITED, NoMoves
from boardless.games.ludemes.votes import DECIDED, KEYS
from boardless.ir.expressions import (
    COUNT,
    COUNTERS,
    ENGINE,
    FALSE,
    FROM,
    MOVER,
    NONE,
    TO,
    TRUE,
    Bool,
    Int,
    IntArray,
    S,
    every,
    folded,
    lesser,
    truth,
    wide,
)
from boardless.ir.statement_builder import Statements
from boardless.ir.statements import Assign, CallStatement, Definition, contains, returned

if TYPE_CHECKING:
    from boardless.games.compiler.rules import RuleFunctions, Turn
    from boardless.games.language.kinds import Moves
    from boardless.ir.statements import Block, Statement

#: Parameters and variables of the functions; the engine calls the sort of a move its `rule`.
SORT, CHOICE, ROW, NUMBER = map(Int.named, ("rule", "choice", "row", "number"))
AT, PLAYER, DRAWS = Int.named("at"), Int.named("player"), Bool.named("draws")
NAMED = ENGINE.NAMED


def relist(rules: RuleFunctions) -> Definition:
    """Return `relist`: a site enters and leaves the lists as their conditions say."""
    b, may = Statements(), Bool.named("may")
    for a in range(len(rules.lists)):
        b.set(may, Bool.call(f"may_{a}", TO))
        with b.where(Bool("!=", may, S.where[a, TO] != 0)):
            with b.where(may):
                b.do("enlist", a, TO)
            with b.otherwise():
                b.do("delist", a, TO)
    return Definition("relist", (TO,), "None", b.statements)


def moves(rules: RuleFunctions, phases: int) -> Iterable[Statement]:
    """Return the functions that list, pick, look up and make moves."""
    builder = rules.builder
    for number, sort in enumerate(builder.sorts):
        for stem, direct, part in (("act", "do", sort.act), ("then", "follow", sort.then)):
            by_row, name = f"{stem}_{number}", f"{direct}_{number}"
            if part is None:
                yield Definition(by_row, (ROW,), "None", (), mark="routine")
            elif sort.is_direct:
                yield part.by_row(by_row, name)
                yield part.direct(name)
            else:
                yield part.by_row(by_row)
    for number, helper in enumerate(builder.helpers):
        yield replace(helper, name=f"helper_{number}")
    for number, trial in enumerate(builder.trials.values()):
        yield trial.function(f"trial_{number}", builder.follows)
    for key in rules.sources:
        drawn = rules.drawn(key)
        if isinstance(drawn, BitSearch):
            yield from drawn.functions(_found_in_list(rules), _picked_of_list(rules), builder.bound)
    listed = {key: returned(_listed(rules, key)) for key in rules.sources}
    yield Definition("count_candidates", (MOVER,), "int", _by_turn(listed, phases))
    yield from counting(rules)
    if rules.sampling:
        listed = {key: returned(_listed(rules, key, TRUE)) for key in rules.sources}
        body = _by_turn(listed, phases)
        yield Definition("sample_candidates", (MOVER, NUMBER), "int", body)
    yield Assign((Bool.named("SAMPLES_SITES"),), Bool.of(bool(rules.sampling)))
    if rules.ahead:
        for number, body in enumerate(rules.ahead.values()):
            yield Definition(f"ahead_{number}", (MOVER,), "bool", body, mark="routine")
        # Whether a player has any move in his phase.
        answers = {
            (phase, ANY): returned(Bool.call(f"ahead_{n}", MOVER))
            for n, phase in enumerate(rules.ahead)
        }
        yield Definition("has_move_ahead", (MOVER,), "bool", _by_turn(answers, phases))
    yield _next_is_stuck("has_move_ahead" if rules.ahead else "has_move")
    picked = {key: _picked(rules, key) for key in rules.sources}
    body = _by_turn(picked, phases)
    yield Definition("pick", (MOVER, CHOICE), _MOVE, body, "The move of a number, as it was found.")
    tests = {key: _found(rules, key) for key in rules.sources}
    parameters = (MOVER, COUNT, SORT, FROM, TO)
    yield Definition("is_listed", parameters, "bool", _by_turn(tests, phases))
    if not rules.model.effects:
        yield _perform_alone(rules)
    elif rules.model.at_once:
        yield from _perform_at_once(rules)
    else:
        automatic = rules.model.uses(Automove)
        if automatic:
            yield _automove(rules)
        yield from _perform(rules, automatic)
        if rules.tries:
            yield _try(rules)


_MOVE = "tuple[int, int, int]"


def _try(rules: RuleFunctions) -> Definition:
    """Return `try_row`, which makes a move of the queue for a trial."""
    b = Statements()
    b.set(SORT, wide(S.queue[ROW, 0]))
    pending = rules.builder.numbers.places.get(PENDING)
    if pending is not None:
        b.do("forget_all", pending)
    b.set(COUNTERS.REPLAYED, 0)
    _each(b, rules, "act", ROW, listed=False)
    b.set(COUNTERS.LAST, S.queue[ROW, 2])
    b.set(COUNTERS.FROM, S.queue[ROW, 1])
    _each(b, rules, "then", ROW, listed=False)
    return Definition("try_row", (ROW,), "None", b.statements, mark="routine")


def _next_is_stuck(has_move: str) -> Definition:
    """Return the function that tests whether the next player is without a move."""
    b = Statements()
    after, before, stuck = Int.named("following_one"), Int.named("before"), Bool.named("stuck")
    b.set_all((after, before), wide(COUNTERS.NEXT), wide(COUNTERS.PREVIOUS))
    b.set(COUNTERS.MOVER, after)
    b.set(COUNTERS.NEXT, Int.call("following", after))
    b.set(COUNTERS.PREVIOUS, MOVER)
    b.set(stuck, ~Bool.call(has_move, after))
    b.set(COUNTERS.MOVER, MOVER)
    b.set(COUNTERS.NEXT, after)
    b.set(COUNTERS.PREVIOUS, before)
    b.do("set_stuck", after, stuck)
    b.give(stuck)
    note = "Find out whether who comes next has no move, as if the turn had come."
    return Definition("next_is_stuck", (MOVER,), "bool", b.statements, note, "routine")


def _by_turn(answers: dict[Turn, Block], phases: int) -> Block:
    """Return statements that choose an answer by the mover's phase, and by the mover if need be."""
    if len(set(answers.values())) == 1:
        return next(iter(answers.values()))
    b = Statements()
    for number, ((phase, player), block) in enumerate(answers.items(), 1):
        tests = [MOVER == player] if player != ANY else []
        tests += [S.n[ENGINE.PHASE + MOVER] == phase] if phases > 1 else []
        for _ in b.when(TRUE if number == len(answers) else every(*tests)):
            b.out.add(*block)
    return b.statements


def _listed(rules: RuleFunctions, turn: Turn, samples: Bool = FALSE) -> Int:
    """Return the number of candidates: all, or a sample of one."""
    if turn in rules.kept_lists:
        sizes = [wide(S.size[a]) for _, a in rules.kept_lists[turn]]
        return folded(operator.add, sizes) if sizes else Int.of(0)
    drawn = rules.drawn(turn)
    if drawn is not None:
        return drawn.count
    given: tuple[Int | Bool, ...] = (MOVER,) if turn[1] == ANY else ()
    if turn in rules.sampling:
        given += (NUMBER if samples is TRUE else Int.of(0), samples)
    count = Int.call(f"search_{list(rules.searches).index(turn)}", *given)
    # In an order that no numbering defines.
    return Int.call("arranged", count) if rules.arranges(turn) else count


def _picked(rules: RuleFunctions, turn: Turn) -> Block:
    """Return statements that return the candidate with a number, from lists or searches."""
    b = Statements()
    if turn in rules.kept_lists:
        pairs = rules.kept_lists[turn]
        for place, (number, a) in enumerate(pairs, 1):
            row = (Int.of(number), rules.origin(number), wide(S.legal[a, CHOICE]))
            if place == len(pairs):
                b.give(*row)
                break
            b.give_if(CHOICE < S.size[a], *row)
            b.set(CHOICE, CHOICE - wide(S.size[a]))
        else:
            b.give(ENGINE.PASS, NONE, NONE)
        return b.statements
    drawn = rules.drawn(turn)
    return _picked_of_list(rules) if drawn is None else drawn.picked(rules.builder.bound)


def _picked_of_list(rules: RuleFunctions) -> Block:
    """Return statements that return the listed candidate with a number."""
    b, move = Statements(), IntArray.named("found")
    for n in range(rules.builder.bound):
        b.set(S.queue[0, NAMED + n], S.found[CHOICE, NAMED + n])
    b.set(move, S.found[CHOICE])
    b.give(*(wide(move[column]) for column in range(3)))
    return b.statements


def _found(rules: RuleFunctions, turn: Turn) -> Block:
    """Return statements that test whether a move is among the candidates of the last count."""
    drawn = rules.drawn(turn)
    if drawn is not None:
        return drawn.found()
    b = Statements()
    for number, a in rules.kept_lists.get(turn, ()):
        b.give_if((SORT == number) & (FROM == rules.origin(number)), truth(S.where[a, TO] != 0))
    if turn in rules.searches:
        return (*b.statements, *_found_in_list(rules))
    b.give(FALSE)
    return b.statements


def _found_in_list(rules: RuleFunctions) -> Block:
    """Return statements that test whether a move is among the listed ones."""
    b, same, room = Statements(), Bool.named("same"), IntArray.named("s.found.shape")[0]
    for at in b.numbers(lesser(COUNT, room), name=AT):
        b.set(same, (S.found[at, 0] == SORT) & S.found[at, 1].compared("==", FROM))
        b.set(same, same & S.found[at, 2].compared("==", TO))
        for n in range(rules.builder.bound):
            b.set(same, same & (S.found[at, NAMED + n] == S.queue[0, NAMED + n]))
        b.give_if(same, TRUE)
    b.give(FALSE)
    return b.statements


def _automove(rules: RuleFunctions) -> Definition:
    """Return `automove`: it makes legal moves that are alone in their target, repeatedly."""
    b, again, alone, same = Statements(), *map(Bool.named, ("again", "alone", "same"))
    first, other = Int.named("first"), Int.named("other")
    b.set(again, TRUE)
    with b.as_long_as(again):
        b.set(first, wide(COUNTERS.QUEUED))
        b.set(COUNT, Int.call("count_moves", MOVER))
        with b.where(IntArray.named("s.found.shape")[0] < COUNT):
            b.set(COUNTERS.LOST, 1)
            b.give()
        for row in b.numbers(COUNT, name=ROW):
            b.set(alone, TRUE)
            for _ in b.numbers(COUNT, name=other):
                b.set(same, S.found[other, 2] == S.found[row, 2])
                b.set(alone, alone & ((row == other) | ~same))
            with b.where(alone):
                b.set(AT, Int.call("enqueue", *(wide(S.found[row, column]) for column in range(3))))
                for n in range(rules.builder.bound):
                    b.set(S.queue[AT, NAMED + n], S.found[row, NAMED + n])
        b.set(again, COUNTERS.QUEUED > first)
        for at in b.numbers(wide(COUNTERS.QUEUED), first, name=AT):
            b.set(SORT, wide(S.queue[at, 0]))
            _each(b, rules, "act", at)
    return Definition("automove", (MOVER,), "None", b.statements, mark="routine")


def _perform(rules: RuleFunctions, automatic: bool) -> Iterable[Definition]:
    """Return `act_alone` and `perform`: a move acts, becomes the last, has consequences."""
    b, places = Statements(), rules.builder.numbers.places
    _first_row(b)
    if rules.builder.keeps:
        b.set(COUNTERS.TRIED, 0)
        b.set(COUNTERS.TRIED_LIST, 0)
        b.set_if(~Bool.named("LOGS"), COUNTERS.LOGGED, 0)
    b.set(COUNTERS.TOUCHED, NONE)
    b.do_if(SORT == ENGINE.PASS, "pass_turn")
    b.set(COUNTERS.REPLAYED, 0)
    b.set(COUNTERS.TOUCHED, NONE)
    _each(b, rules, "act", Int.of(0))
    if automatic:
        b.do("automove", wide(COUNTERS.MOVER))
    yield Definition("act_alone", (SORT, FROM, TO), "None", b.statements)
    b = Statements()
    if PENDING in places:
        forget = CallStatement(Int.call("forget_all", places[PENDING]))
        # A prior may ask for pending values: such moves forget them themselves.
        sorts = enumerate(rules.builder.sorts)
        late = [number for number, sort in sorts if contains(sort.act.statements, forget)]
        with b.where(every(*(SORT != number for number in late))):
            b.out.add(forget)
    if ORIGIN in places:
        b.do("change_number", places[ORIGIN], NONE)
    if TURN_FROM in places:
        first = places[TURN_FROM]
        with b.where(S.numbers[first + 1] != COUNTERS.MOVER):
            b.do("change_number", first, FROM)
            b.do("change_number", first + 1, wide(COUNTERS.MOVER))
    if DECIDED in places:
        # A decision holds until the next move.
        b.do("change_number", places[DECIDED], -1)
    if KEYS in places:
        b.do("record_key", places[KEYS], 3 * rules.model.players**2)
    if rules.model.stacking:
        b.set(COUNTERS.LEVEL, 0)
    b.do("act_alone", SORT, FROM, TO)
    if rules.model.stacking:
        b.set(COUNTERS.LAST_LEVEL, COUNTERS.LEVEL)
    b.set(COUNTERS.DONE, COUNTERS.TOUCHED)
    b.set(COUNTERS.LAST, TO)
    b.set(COUNTERS.FROM, FROM)
    # A pass that follows from a move does not make a pass of it.
    passed = Int.named("passed")
    b.set(passed, wide(COUNTERS.PASSED))
    b.do("count_pass")
    _each(b, rules, "then", Int.of(0))
    b.set(COUNTERS.PASSED, passed)
    b.set(COUNTERS.DONE, COUNTERS.TOUCHED)
    if "removal_order" in rules.fields:
        b.do("clear_later")
    if VISITED in places:
        b.do("end_visits", places[VISITED], wide(COUNTERS.MOVER), FROM, TO)
    yield Definition("perform", (SORT, FROM, TO), "None", b.statements)


def _first_row(b: Statements) -> None:
    """Write the present move to the first row of the queue."""
    for column, value in enumerate((SORT, FROM, TO)):
        b.set(S.queue[0, column], value)
    b.set(COUNTERS.QUEUED, 1)


def _perform_at_once(rules: RuleFunctions) -> Iterable[Definition]:
    """Return `act_alone`, and `perform`, which stores choices and makes all after the last."""
    rows = rules.builder.numbers.place("choices", rules.model.players * (3 + rules.builder.bound))
    b, passed, at_once = Statements(), Int.named("passed"), ENGINE.AT_ONCE
    _first_row(b)
    b.set(COUNTERS.MOVER, S.numbers[at_once + ENGINE.ROUND_MOVER])
    _each(b, rules, "act", Int.of(0))
    yield Definition("act_alone", (SORT, FROM, TO), "None", b.statements)
    b = Statements()
    b.do("open_choices", at_once, rows)
    b.set(COUNTERS.TOUCHED, NONE)
    b.set(COUNTERS.REPLAYED, 0)
    b.set(passed, 1)
    for _ in _each_choice(b):
        b.do_if(SORT == ENGINE.PASS, "pass_turn")
        b.set_if(SORT != ENGINE.PASS, passed, 0)
        _each(b, rules, "act", ROW)
        _each(b, rules, "then", ROW)
    # In Ludii a round ends on the first site.
    b.set(COUNTERS.LAST, ENGINE.HELD + 1)
    b.set(COUNTERS.FROM, ENGINE.HELD + 1)
    after_all = S.numbers[at_once + ENGINE.AFTER_ALL]
    b.set(after_all, 1)
    for _ in _each_choice(b):
        _each(b, rules, "then", ROW)
    b.set(after_all, 0)
    b.set(COUNTERS.PASSED, passed)
    b.do("count_pass")
    b.set(COUNTERS.DONE, COUNTERS.TOUCHED)
    if "removal_order" in rules.fields:
        b.do("clear_later")
    yield Definition("make_all", (), "None", b.statements, mark="routine")
    b = Statements()
    b.set(PLAYER, wide(COUNTERS.MOVER))
    b.do("hold_choice", rows, SORT, FROM, TO)
    b.do_if(Bool.call("is_last_to_choose", PLAYER), "make_all")
    yield Definition("perform", (SORT, FROM, TO), "None", b.statements)


def _each_choice(b: Statements) -> Iterator[Int]:
    """Iterate over the rows of the players who still play."""
    for row in b.numbers(ENGINE.PLAYERS, name=ROW):
        b.set(SORT, wide(S.queue[row, 0]))
        with b.where(Bool.call("is_playing", row + 1)):
            yield row


def _each(b: Statements, rules: RuleFunctions, stem: str, row: Int, listed: bool = True) -> None:
    """Call the function of each sort of moves, or of the legal ones if `listed`."""
    sorts = enumerate(rules.builder.sorts)
    for number in each_sort([n for n, sort in sorts if sort.is_listed or not listed], SORT, b):
        b.do(f"{stem}_{number}", row)


def look_ahead(rules: RuleFunctions, phase: int, play: Moves) -> None:
    """Compile the test for a move of the next player in a phase, if rules alone decide it."""
    game = rules.model.game
    if not any(map(_asks_next, inside(game))):
        return
    plays = (game.rules.play, *(phase.play for phase in game.rules.phases))
    looking = any(map(_asks_next, inside((plays, game.equipment))))
    if not looking and rules.defers_trials:
        return
    # Trials have to be taken back, and chance decides in order.
    stops = not has_chance(game) and not any(
        isinstance(node, prior_moves.Do) and node.next is not None for node in inside(game)
    )
    b = rules.scope().switched(ScopeMode.LOOKING, looking).switched(ScopeMode.MEASURING, stops)
    drawn, queued, some_move = rules.drawn((phase, ANY)), Int.named("queued"), Bool.named("any_")
    if isinstance(drawn, BitSearch) and isinstance(drawn.moves, BitMoves):
        rules.ahead[phase] = drawn.body(Question.ANY, (), 0, b)
        return
    b.set(queued, wide(COUNTERS.QUEUED))
    b.set(some_move, FALSE)
    for move in moves_of(play, b):
        if stops:
            move.scope.set(COUNTERS.QUEUED, queued)
            move.scope.give(TRUE)
        else:
            move.scope.set(some_move, TRUE)
    b.give(some_move)
    rules.ahead[phase] = b.out.statements
    if isinstance(drawn, BitSearch):
        rules.ahead[phase] = drawn.body(Question.ANY, b.out.statements, 0, b)


def _asks_next(node: object) -> bool:
    """Return True if a ludeme asks whether the next player is without a move."""
    return isinstance(node, NoMoves) and node.role is Role.NEXT


def _perform_alone(rules: RuleFunctions) -> Definition:
    """Return `perform` of moves without consequences: pieces that rules put and take."""
    b, piece = Statements(), Int.named("piece")
    passes, one = COUNTERS.PASSES, SORT == ENGINE.PASS
    b.set(passes, one.choose(passes + 1, 0))
    b.set(COUNTERS.LAST, TO)
    b.set(COUNTERS.FROM, (FROM == NONE).choose(TO, FROM))
    for number, rule in enumerate(rules.rules):
        with b.where(SORT == number):
            if rule.component:
                b.do("put", TO, rule.component)
                b.do_if(ENGINE.SETS > 0, "unite_neighbours", TO)
                continue
            b.set(piece, wide(S.what[FROM]))
            if not rule.copy:
                b.do("take" if rule.hand >= 0 else "lift", FROM)
            b.do("put", TO, piece)
    return Definition("perform", (SORT, FROM, TO), "None", b.statements)
