"""The line that has won a game: a straight run of the winner's pieces through the last move."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from boardless.games import Game
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.lines import IsLine
from boardless.games.ludemes.literals import Constant
from boardless.play.state import State
from boardless.state import FreeState
from boardless.view.boards import Cell
from boardless.view.choices import last_places

#: Picture units: places this near to where a line leads are on it.
_NEAR = 4


@lru_cache(64)
def _length(game: Game) -> int:
    """Return the length of a line that wins: the shortest that the ends of a game ask for."""
    lengths = [
        node.length.value
        for node in inside(game.module.model.game)
        if isinstance(node, IsLine) and isinstance(node.length, Constant)
    ]
    return min(lengths, default=0)


def winning_places(
    state: State | FreeState,
    cells: Mapping[str, Cell],
    piles: Mapping[str, Sequence[int]],
    kinds: Sequence[Mapping[str, Any]],
) -> tuple[str, ...]:
    """Return the places of the lines that have won, through the place of the last move."""
    outcome = state.outcome() if isinstance(state, State) else None
    if outcome is None or not outcome.winner or not isinstance(state, State):
        return ()
    length = _length(state.game)
    through = next((place for place in last_places(state, 0) if place in cells), "")
    if length < 2 or not through or through not in piles:
        return ()
    owner = kinds[piles[through][0] - 1]["owner"] if piles[through][0] else 0
    own = {
        cells[place][1:]: place
        for place, pile in piles.items()
        if place in cells and pile[0] and kinds[pile[0] - 1]["owner"] == owner
    }
    at = cells[through][1:]
    near = min((_squared(one, at) for one in own if one != at), default=0)
    steps = {(x - at[0], y - at[1]) for x, y in own if 0 < _squared((x, y), at) <= 3.2 * near}
    found: set[str] = set()
    for step in steps:
        run = [through]
        for sign in (1, -1):
            place = at
            while (
                onward := _at(own, place[0] + sign * step[0], place[1] + sign * step[1])
            ) is not None:
                run.append(own[onward])
                place = onward
        if len(run) >= length:
            found |= set(run)
    return tuple(place for place in cells if place in found)


def _squared(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _at(own: Mapping[tuple[int, int], str], x: int, y: int) -> tuple[int, int] | None:
    """Return the place of a piece at a point, but for rounding."""
    if (x, y) in own:
        return (x, y)
    near = ((x + dx, y + dy) for dx in range(-_NEAR, _NEAR + 1) for dy in range(-_NEAR, _NEAR + 1))
    return next((point for point in near if point in own), None)
