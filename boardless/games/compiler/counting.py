"""Counts of the legal moves, if some are tried after they have been listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from boardless.games.building.model import PENDING
from boardless.games.language.kinds import Moves, Region
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.chance import has_chance
from boardless.games.ludemes.game import SwapRule
from boardless.games.ludemes.repetition import ask_for_repeats, forbidden_repeats, leads_on
from boardless.ir.expressions import (
    COUNTERS,
    MOVER,
    NONE,
    TRUE,
    Bool,
    Int,
    IntArray,
    S,
    every,
    lesser,
    wide,
)
from boardless.ir.statement_builder import Statements
from boardless.ir.statements import Assign, Block, Definition, Statement, returned

if TYPE_CHECKING:
    from boardless.games.compiler.rules import RuleFunctions


def counting(rules: RuleFunctions) -> Iterator[Statement]:
    """Return `count_moves`, `has_move` and, if listed moves are tried, `may_be`."""
    late, repeats = rules.defers_trials, forbidden_repeats(rules.model.game)
    more = None if repeats is None else leads_on(repeats)
    names = set(trials_of_both(rules).values())
    for number, trial in enumerate(rules.builder.trials.values()):
        if f"trial_{number}" in names:
            yield trial.function(f"{_BOTH}trial_{number}", rules.builder.follows, more)
    yield Definition("count_moves", (MOVER,), "int", _all() if late else returned(LISTED))
    yield Definition("has_move", (MOVER,), "bool", _any() if late else returned(LISTED > 0))
    if late:
        body = _may_be(rules)
        yield Definition("may_be", (MOVER, _CHOICE), "bool", body, _MEANS, "routine")
    asks_late = Bool.of(late and _samples_candidates(rules))
    yield Assign((Bool.named("ASKS_LATE"),), asks_late)


def _samples_candidates(rules: RuleFunctions) -> bool:
    """Return True if candidates are sampled: the same ones on every board, only near pieces."""
    game = rules.model.game
    if has_chance(game) or rules.model.uses(SwapRule):
        return False
    plays = (game.rules.play, *(phase.play for phase in game.rules.phases), game.equipment)
    return not rules.model.growing or all(map(_is_near, inside(plays)))


def _is_near(node: object) -> bool:
    """Return True if a ludeme with moves, or a region, leads to pieces or next to them."""
    return not isinstance(node, Moves | Region) or node.leads_beside()


def _may_be(rules: RuleFunctions) -> Block:
    b, repeats = Statements(), forbidden_repeats(rules.model.game)
    row, sort, stays = Int.named("row"), Int.named("rule"), Bool.named("stays")
    b.set(row, Int.call("enqueue", 0, NONE, NONE))
    for column in b.numbers(_WIDTH, name=Int.named("column")):
        b.set(S.queue[row, column], S.found[_CHOICE, column])
    b.set(sort, wide(S.queue[row, 0]))
    b.set(stays, TRUE)
    both = sorted(trials_of_both(rules))
    for number, trial in sorted(rules.builder.deferred.items()):
        if trial is not None:
            with b.where(sort == number):
                if trial.sort != number:
                    b.set(S.queue[row, 0], trial.sort)
                b.set(stays, trial.call(_BOTH if number in both else ""))
    if repeats is not None:
        with b.where(every(stays, *(sort != number for number in both))):
            b.set(S.queue[row, 0], sort)
            b.set(COUNTERS.QUEUED, row + 1)
            ask_for_repeats(repeats, b)
    b.set(COUNTERS.QUEUED, row)
    b.give(stays)
    return b.statements


def trials_of_both(rules: RuleFunctions) -> dict[int, str]:
    """Return the sorts of listed moves with a combined trial that also tests repetition.

    The values are the names of the trial functions. Trials cannot be combined if rules ask whether
    a move passes or gives another turn, because then trials for repetition begin differently.
    """
    builder = rules.builder
    if forbidden_repeats(rules.model.game) is None or PENDING in builder.numbers.places:
        return {}
    if builder.mentions("PASSED", "REPLAYED", "clear_later"):
        return {}
    return {
        number: trial.name
        for number, trial in builder.deferred.items()
        if trial is not None and trial.sort == number
    }


#: The beginning of the names of such functions.
_BOTH = "fresh_"
_MEANS = "Tell whether a move that was listed may be made."
LISTED = Int.call("count_candidates", MOVER)
_COUNT, _CHOICE, _KEPT = map(Int.named, ("count", "choice", "kept"))
#: How many moves and how many numbers of a move `s.found` has room for.
_ROOM, _WIDTH = (Int("item", IntArray.named("s.found.shape"), Int.of(n)) for n in (0, 1))


def _all() -> Block:
    """Return the body of `count_moves` if listed moves are tried."""
    b = Statements()
    b.set(_COUNT, LISTED)
    b.give_if(_COUNT > _ROOM, _COUNT)
    b.set(_KEPT, 0)
    for choice in b.numbers(_COUNT, name=_CHOICE):
        with b.where(Bool.call("may_be", MOVER, choice)):
            for column in b.numbers(_WIDTH, name=Int.named("column")):
                b.set(S.found[_KEPT, column], S.found[choice, column])
            b.add(_KEPT, 1)
    b.give(_KEPT)
    return b.statements


def _any() -> Block:
    """Return the body of `has_move` if listed moves are tried."""
    b = Statements()
    b.set(_COUNT, LISTED)
    for choice in b.numbers(lesser(_COUNT, _ROOM), name=_CHOICE):
        b.give_if(Bool.call("may_be", MOVER, choice), TRUE)
    # Without room, the search for moves starts again.
    b.give(_COUNT > _ROOM)
    return b.statements
