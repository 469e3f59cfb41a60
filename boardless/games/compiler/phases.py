"""Start, phases and ends of a game with consequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardless.games.building.model import TEAMS
from boardless.games.building.scope import player_of
from boardless.games.compiler.game_properties import may_be_long
from boardless.games.initial.contents import AmountAction, RememberAction, ScoreAction, TeamAction
from boardless.games.ludemes.combined_moves import MovesOr
from boardless.games.ludemes.ends import ends
from boardless.games.ludemes.hiding import hidden_at_start
from boardless.games.ludemes.large_pieces import Covers
from boardless.games.ludemes.players import is_several
from boardless.games.ludemes.puzzle_values import values_at_start
from boardless.games.ludemes.puzzles import Satisfy
from boardless.games.ludemes.scoring import AMOUNTS
from boardless.games.ludemes.turns import Pass
from boardless.ir.expressions import (
    COUNTERS,
    ENGINE,
    FALSE,
    MOVER,
    TRUE,
    Bool,
    Int,
    S,
    Site,
    as_int,
    wide,
)
from boardless.ir.statements import Definition

if TYPE_CHECKING:
    from boardless.games.building.model import Model
    from boardless.games.building.scope import Scope
    from boardless.games.compiler.rules import RuleFunctions
    from boardless.games.initial.contents import Put
    from boardless.games.ludemes.game import Phase

#: The numbers of a piece that a start rule sets, by their names among the numbers of a site.
PIECE_NUMBERS = {"states": "state", "values": "value", "rotations": "rotation"}


def covered_at_start(b: Scope) -> None:
    """Let the start pieces cover all their sites."""
    if not b.model.has_covers:
        return
    if b.model.starts_by_chance:
        b.model.game.rules.reject(
            "pieces that cover several sites cannot be put there by chance yet"
        )
    covers = Covers.of(b)
    for site, puts in b.model.start_pieces.items():
        what, placement = Int.of(puts[-1].component), Int.of(puts[-1].state or 0)
        first = Site.of(site)
        with b.where((covers.ways[what] != 0) & (first > ENGINE.HELD)):
            row = covers.row(what, placement, first)
            b.do("cover", covers.table, row, covers.parts, what, placement)


def numbers_at_start(b: Scope, fields: tuple[str, ...]) -> None:
    """Set the numbers of start pieces; chance sets its own in `sampled_start`."""
    model = b.model
    if model.growing or model.starts_by_chance:
        return
    for name in PIECE_NUMBERS:
        entries = [n for row in piece_numbers(model, model.start_pieces, name) for n in row]
        if name not in fields or not entries:
            continue
        table = b.table("GIVEN", entries)
        for n in b.numbers(len(entries) // 3):
            at, on, what = (wide(table[3 * n + more]) for more in range(3))
            if model.stacking:
                b.do("set_number_at", as_int(name.upper()), at, on, what)
            else:
                b.do("set_field", as_int(name.upper()), at, what)


def piece_numbers(
    model: Model, pieces: dict[int, tuple[Put, ...]], name: str
) -> list[tuple[int, int, int]]:
    """Return the numbers of a sort for start pieces: site, level, and number."""
    numbers: list[tuple[int, int, int]] = []
    for site, puts in pieces.items():
        # Each piece of a pile is on a level of its own.
        levels = puts if not model.stacking else [put for put in puts for _ in range(put.count)]
        for level, put in enumerate(levels):
            if (value := getattr(put, PIECE_NUMBERS[name])) is not None:
                numbers.append((site, level, value))
    return numbers


#: The phase of the mover, or of a player.
_phase, _player = Int.named("phase"), Int.named("player")


def outcome(rules: RuleFunctions, phases: tuple[Phase, ...]) -> Definition:
    """Return `outcome`: the ends of the mover's phase and of the game, and exits of phases."""
    game, model = rules.model.game, rules.model
    b = rules.scope().binding(last=Site.named("last"))
    pass_ends = not (model.facts.goes_on or (model.players == 1 and model.uses(Pass)))
    is_open = COUNTERS.ENDED == 0
    b.set(_phase, wide(S.n[ENGINE.PHASE + MOVER]))
    for number, phase in enumerate(phases):
        if phase.end is not None:
            with b.where(_phase == number):
                ends(phase.end, b, pass_ends)
    if game.rules.end is not None:
        before = any(phase.end is not None for phase in phases)
        for _ in b.when(is_open if before else TRUE):
            ends(game.rules.end, b, pass_ends)
    if game.is_simulation:
        b.do_if(is_open & Bool.call("next_is_stuck", MOVER), "draw")
    if model.effects:
        # A game of cards may have more turns than Ludii allows.
        most = ENGINE.MAX_MOVES if "decks" in model.facts.engine else ENGINE.MAX_TURNS
        b.do("stop_when_long", most)
    elif may_be_long(game, len(model.cells)):
        b.do("stop_after_turns")
    if any(phase.exits for phase in phases):
        with b.where(is_open):
            _exits(b, phases)
    b.give(wide(COUNTERS.ENDED) - 1)
    given, mark = (MOVER, b.last_site), "routine" if model.effects else "kernel"
    return Definition("outcome", given, "int", b.statements, mark=mark)


def _exits(b: Scope, phases: tuple[Phase, ...]) -> None:
    """Let each player take the first open exit of the present phase."""
    names = [phase.name for phase in phases]
    stays, first = Bool.named("stays"), ENGINE.PHASE
    for _ in b.numbers(ENGINE.PLAYERS + 1, 1, name=_player):
        b.set(_phase, wide(S.n[first + _player]))
        b.set(stays, TRUE)
        for number, phase in enumerate(phases):
            for exit_ in phase.exits:
                if exit_.phase is not None and exit_.phase not in names:
                    exit_.reject(f"no phase is called {exit_.phase!r}")
                test, whose = (_phase == number) & stays, MOVER
                if exit_.role is not None and not is_several(exit_.role):
                    test, whose = test & (_player == b.who(exit_.role, exit_)), _player
                if exit_.phase is None:
                    target = (wide(S.n[first + whose]) + 1) % len(phases)
                else:
                    target = Int.of(names.index(exit_.phase))
                with b.where(test), b.where(b.holds(exit_.condition)):
                    b.set(S.n[first + _player], target)
                    b.set(stays, FALSE)


def begin(rules: RuleFunctions, phases: tuple[Phase, ...]) -> Definition:
    """Return `set_out`, last of all, when all numbers of the rules have their places."""
    b, numbers = rules.scope(Int.of(1)), rules.builder.numbers
    for player in range(1, rules.model.players + 1):
        number = next((n for n, phase in enumerate(phases) if _is_of(phase, player)), 0)
        if number:
            b.set(S.n[ENGINE.PHASE + player], number)
    begun = dict(numbers.begun)
    for action in rules.model.start.actions:
        match action:
            case ScoreAction(player, value):
                what = "score"
            case AmountAction(player, value):
                what = AMOUNTS
            case TeamAction(value, player):
                what = TEAMS
            case RememberAction(name, value):
                place, _ = numbers.values(name, len(rules.model.cells))
                count = begun.get(place, 0) + 1
                begun |= {place: count, place + count: value}
                continue
            case _:
                continue
        begun[numbers.of_players(what, rules.model.players) + player] = value
    for place, value in begun.items():
        b.do("change_number", place, value)
    if rules.model.uses(Satisfy):
        values_at_start(b)
    numbers_at_start(b, rules.fields)
    covered_at_start(b)
    hidden_at_start(b)
    play = rules.model.game.rules.play
    if play is not None and play.moves == MovesOr((), place=play.moves.place):
        # A game without moves is over at once.
        b.do("outcome", 1, wide(COUNTERS.LAST))
    return Definition("set_out", (), "None", b.statements)


def _is_of(phase: Phase, player: int) -> bool:
    return phase.role is None or is_several(phase.role) or player_of(phase.role) in (0, player)
