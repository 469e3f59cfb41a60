"""Limits of growing boards: lines that the rules let no piece cross."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from boardless.games import Game
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.equipment import Boardless
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.logic import AtMost
from boardless.games.ludemes.path_tiles import Lines, Span
from boardless.play.state import State
from boardless.state import FreeState
from boardless.topo.drawing.picture import UNITS
from boardless.view.boards import Cell, Mark

#: The width of a line in picture units, and its colour by name.
_WIDTH, _COLOUR = 7, "ink"
#: Two numbers, of columns and of rows.
Square: TypeAlias = tuple[int, int]


@lru_cache(16)
def _spans(game: Game) -> tuple[int, int]:
    """Return the most columns and rows that the rules let pieces span, 0 for any number."""
    most = {Lines.COLUMNS: 0, Lines.ROWS: 0}
    for node in inside(game.module.model.game):
        if (
            isinstance(node, AtMost)
            and isinstance(node.left, Span)
            and isinstance(node.right, Constant)
        ):
            most[node.left.lines] = node.right.value
    return most[Lines.COLUMNS], most[Lines.ROWS]


@lru_cache(16)
def _boards(game: Game) -> tuple[int, int]:
    """Return the number of boards in one plane, and how many cells they begin apart."""
    for node in inside(game.module.model.game):
        if isinstance(node, Boardless):
            return node.boards, node.apart or 1
    return 1, 1


def limits_of(
    state: FreeState, cells: Mapping[str, Cell], piles: Iterable[str]
) -> tuple[Mark, ...]:
    """Return the lines that bound the legal places, as far as they lie in sight.

    While pieces span few rows, a line lies beyond the cells and is left out.
    """
    if not isinstance(state, State) or not any(_spans(state.game)):
        return ()
    game, boards = state.game, dict[int, list[str]]()
    for place in cells:
        boards.setdefault(_board_at(game, *_square(place)), []).append(place)
    filled = {place for place in piles if place in cells}
    marks = []
    for places in boards.values():
        # Boards of a plane are drawn nearer to one another than they lie.
        (i, j), (_, x, y) = _square(places[0]), cells[places[0]]
        seen = [_square(place) for place in places]
        pieces = [_square(place) for place in places if place in filled]
        for a, b, c, d in _lines(_spans(game), pieces, seen) if pieces else ():
            ends = [
                (round(x + UNITS * (u - i - 0.5)), round(y - UNITS * (v - j - 0.5)))
                for u, v in ((a, b), (c, d))
            ]
            path = "L".join(f"{u},{v}" for u, v in ends)
            marks.append((f"M{path}", "", _COLOUR, _WIDTH))
    return tuple(marks)


def _square(place: str) -> Square:
    """Return column and row of a place, from its name."""
    column, row = place.split(",")[:2]
    return int(column), int(row)


def _board_at(game: Game, column: int, row: int) -> int:
    """Return the number of the board of a square; see `state.engine.path_tiles.board_at`."""
    boards, apart = _boards(game)
    if boards == 1:
        return 1
    across = min(max((column + apart // 2) // apart, 0), 1)
    down = min(max((apart // 2 - row) // apart, 0), (boards - 1) // 2)
    return min(2 * down + across + 1, boards)


def _lines(
    most: Square, pieces: list[Square], cells: list[Square]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the sides of where pieces may come, each if it lies among the cells.

    A side is column and row of either end, counted in corners: square n is from n to n + 1.
    """
    seen = [_range(cells, axis) for axis in (0, 1)]
    bounds = []
    for axis in (0, 1):
        low, high = _range(pieces, axis)
        bounds.append((high - most[axis], low + most[axis]) if most[axis] else seen[axis])
    inner = [(max(a, c), min(b, d)) for (a, b), (c, d) in zip(bounds, seen, strict=True)]
    for axis in (0, 1):
        for at in bounds[axis] if most[axis] else ():
            if seen[axis][0] <= at <= seen[axis][1]:
                begin, end = inner[1 - axis]
                yield (at, begin, at, end) if axis == 0 else (begin, at, end, at)


def _range(squares: list[Square], axis: int) -> Square:
    """Return the outer corners of squares along an axis."""
    numbers = [square[axis] for square in squares]
    return min(numbers), max(numbers) + 1
