"""Start, phases and ends of a game with consequences, as source."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import condition
from boardless.games.compiler.features import may_be_long
from boardless.games.compiler.large_pieces import Covers, has_covers
from boardless.games.compiler.scope import player_of
from boardless.games.compiler.source import TEAMS, SourceWriter, function
from boardless.games.initial.contents import AmountAction, RememberAction, ScoreAction, TeamAction
from boardless.games.ludemes.combined_moves import MovesOr
from boardless.games.ludemes.ends import ends
from boardless.games.ludemes.hiding import hidden_at_start
from boardless.games.ludemes.payoffs import AMOUNTS
from boardless.games.ludemes.players import is_several, one_player
from boardless.games.ludemes.puzzle_values import values_at_start
from boardless.games.ludemes.puzzles import Satisfy
from boardless.games.ludemes.turns import Pass

if TYPE_CHECKING:
    from boardless.games.compiler.model import Model
    from boardless.games.compiler.rules import RuleFunctions
    from boardless.games.initial.contents import Put
    from boardless.games.ludemes.game import Phase

#: The numbers of a piece that a start rule sets, by their names among the numbers of a site.
PIECE_NUMBERS = {"states": "state", "values": "value", "rotations": "rotation"}


def covered_at_start(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add statements that let the start pieces cover all their sites."""
    if not has_covers(rules.model):
        return
    if rules.model.starts_by_chance:
        rules.model.game.rules.reject(
            "pieces that cover several sites cannot be put there by chance yet"
        )
    scope = rules.scope(out, "1")
    covers = Covers.of(scope)
    for site, puts in rules.model.start_pieces.items():
        what, placement = puts[-1].component, puts[-1].state or 0
        with out.block(f"if {covers.ways}[{what}] != 0 and {site} > HELD:"):
            row = covers.row(str(what), str(placement), str(site))
            out.add(f"cover(s, {covers.table}, {row}, {covers.parts}, {what}, {placement})")


def numbers_at_start(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add statements for the numbers of start pieces; chance sets its own in `sampled_start`."""
    model = rules.model
    if model.growing or model.starts_by_chance:
        return
    scope = rules.scope(out, "1")
    for name in PIECE_NUMBERS:
        entries = [n for row in piece_numbers(model, model.start_pieces, name) for n in row]
        if name not in rules.fields or not entries:
            continue
        table, n = scope.constant("GIVEN", entries), out.name("n")
        at, on, what = (f"int64({table}[3 * {n}{more}])" for more in ("", " + 1", " + 2"))
        with out.block(f"for {n} in range({len(entries) // 3}):"):
            if model.stacking:
                out.add(f"set_number_at(s, {name.upper()}, {at}, {on}, {what})")
            else:
                out.add(f"set_field(s, {name.upper()}, {at}, {what})")


def piece_numbers(
    model: Model, pieces: dict[int, tuple[Put, ...]], name: str
) -> list[tuple[int, int, int]]:
    """Return the numbers of a sort that pieces are given: site, level, and the number."""
    found: list[tuple[int, int, int]] = []
    for site, puts in pieces.items():
        # Each piece of a pile is on a level of its own.
        levels = puts if not model.stacking else [put for put in puts for _ in range(put.count)]
        for level, put in enumerate(levels):
            if (value := getattr(put, PIECE_NUMBERS[name])) is not None:
                found.append((site, level, value))
    return found


def outcome(out: SourceWriter, rules: RuleFunctions, phases: tuple[Phase, ...]) -> None:
    """Add `outcome`: the ends of the mover's phase, those of the game, and exits of phases."""
    game, body = rules.model.game, SourceWriter(depth=1)
    scope = rules.scope(body, "mover").binding(last="last")
    model = rules.model
    pass_ends = not (model.facts.goes_on or (model.players == 1 and model.uses(Pass)))
    body.add("phase = int64(s.n[PHASE + mover])")
    for number, phase in enumerate(phases):
        if phase.end is not None:
            with body.block(f"if phase == {number}:"):
                ends(phase.end, scope, pass_ends)
    if game.rules.end is not None:
        before = any(phase.end is not None for phase in phases)
        with body.block("if s.n[ENDED] == 0:") if before else nullcontext():
            ends(game.rules.end, scope, pass_ends)
    if game.is_simulation:
        body.when("s.n[ENDED] == 0 and next_is_stuck(s, mover)", "draw(s)")
    if model.effects:
        has_cards = "decks" in model.facts.engine
        body.add("stop_after_moves(s)" if has_cards else "stop_when_long(s)")
    elif may_be_long(game, len(model.cells)):
        body.add("stop_after_turns(s)")
    if any(phase.exits for phase in phases):
        with body.block("if s.n[ENDED] == 0:"):
            _exits(body, rules, phases)
    body.add("return int64(s.n[ENDED]) - 1")
    head = "outcome(s: Arrays, mover: int, last: int) -> int"
    function(out, head, body.text(), decorator="routine" if model.effects else "kernel")


def _exits(out: SourceWriter, rules: RuleFunctions, phases: tuple[Phase, ...]) -> None:
    """Add the exits of phases: each player takes the first that is open."""
    names = [phase.name for phase in phases]
    scope = rules.scope(out, "mover").binding(last="last")
    with out.block("for player in range(1, PLAYERS + 1):"):
        out.add("phase = int64(s.n[PHASE + player])")
        out.add("stays = True")
        for number, phase in enumerate(phases):
            for exit_ in phase.exits:
                if exit_.phase is not None and exit_.phase not in names:
                    exit_.reject(f"no phase is called {exit_.phase!r}")
                everyone = exit_.role is None or is_several(exit_.role)
                test = f"phase == {number} and stays"
                if not everyone:
                    assert exit_.role is not None
                    test += f" and player == {one_player(exit_.role, exit_, scope)}"
                target = f"(int64(s.n[PHASE + {'mover' if everyone else 'player'}]) + 1)"
                target += f" % {len(phases)}"
                if exit_.phase is not None:
                    target = str(names.index(exit_.phase))
                with out.block(f"if {test}:"):
                    allowed = (
                        "True" if exit_.condition is None else condition(exit_.condition, scope)
                    )
                    with out.block(f"if {allowed}:"):
                        out.add(f"s.n[PHASE + player] = {target}")
                        out.add("stays = False")


def begin(out: SourceWriter, rules: RuleFunctions, phases: tuple[Phase, ...]) -> None:
    """Add `set_out`, last of all: by then every number that rules read and set has its place."""
    body, numbers = SourceWriter(depth=1), rules.builder.numbers
    for player in range(1, rules.model.players + 1):
        first = next((n for n, phase in enumerate(phases) if _is_of(phase, player)), 0)
        if first:
            body.add(f"s.n[PHASE + {player}] = {first}")
    begun = dict(numbers.begun)
    for action in rules.model.start.actions:
        if isinstance(action, ScoreAction):
            begun[numbers.of_players("score", rules.model.players) + action.player] = action.score
        elif isinstance(action, AmountAction):
            begun[numbers.of_players(AMOUNTS, rules.model.players) + action.player] = action.amount
        elif isinstance(action, TeamAction):
            begun[numbers.of_players(TEAMS, rules.model.players) + action.player] = action.team
        elif isinstance(action, RememberAction):
            place, _ = numbers.values(action.name, len(rules.model.cells))
            count = begun.get(place, 0) + 1
            begun |= {place: count, place + count: action.value}
    for place, value in begun.items():
        body.add(f"change_number(s, {place}, {value})")
    if rules.model.uses(Satisfy):
        values_at_start(rules.scope(body, "1"))
    numbers_at_start(body, rules)
    covered_at_start(body, rules)
    hidden_at_start(body, rules.scope(body, "1"))
    play = rules.model.game.rules.play
    if play is not None and play.moves == MovesOr((), place=play.moves.place):
        # A game without moves is over at once.
        body.add("outcome(s, 1, int64(s.n[LAST]))")
    if not body.lines:
        body.add("pass")
    function(out, "set_out(s: Arrays) -> None", body.text())


def _is_of(phase: Phase, player: int) -> bool:
    """Tell whether a phase is one of a player."""
    return phase.role is None or is_several(phase.role) or player_of(phase.role) in (0, player)
