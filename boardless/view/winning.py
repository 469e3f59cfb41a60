"""Pieces that have won a game: a line through the last move, a chain between sides, or a ring."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from boardless.games import Game
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.connection import IsConnected
from boardless.games.ludemes.lines import IsLine
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.loops import IsLoop
from boardless.play.state import State
from boardless.state import FreeState
from boardless.view.boards import Cell, Line, Shape
from boardless.view.choices import last_places

#: Picture units: places this near to where a line leads are on it.
_NEAR = 4
#: Of the least squared distance of cells: those across edges are at most so far apart.
_EDGES = 1.3


@lru_cache(16)
def _length(game: Game) -> int:
    """Return the length of a line that wins: the shortest that the ends of a game ask for."""
    lengths = [
        node.length.value
        for node in inside(game.module.model.game)
        if isinstance(node, IsLine) and isinstance(node.length, Constant)
    ]
    return min(lengths, default=0)


@lru_cache(16)
def _joins(game: Game) -> tuple[bool, bool]:
    """Tell whether connections may end a game, and whether rings of pieces may."""
    model = game.module.model
    rings = any(isinstance(node, IsLoop) and not node.path for node in inside(model.game))
    return model.uses(IsConnected), rings


def winning_places(
    state: FreeState,
    cells: Mapping[str, Cell],
    piles: Mapping[str, Sequence[int]],
    kinds: Sequence[Mapping[str, Any]],
    sides: Sequence[tuple[int, Line]] = (),
    shapes: Sequence[Shape] = (),
) -> tuple[str, ...]:
    """Return the places of the lines, the chain or the ring through the last move that won.

    A chain is a shortest one between two sides of the winner. If the sides do not belong to
    players, it is the whole connected group. A ring encloses some cells.
    """
    if not isinstance(state, State) or not (outcome := state.outcome()) or not outcome.winner:
        return ()
    through = next((place for place in last_places(state, 0) if place in cells), "")
    if not through or through not in piles:
        return ()
    owner = kinds[piles[through][0] - 1]["owner"] if piles[through][0] else 0
    own = {
        cells[place][1:]: place
        for place, pile in piles.items()
        if place in cells and pile[0] and kinds[pile[0] - 1]["owner"] == owner
    }
    length = _length(state.game)
    triangles = any(len(shape) == 2 * 3 for shape in shapes)
    winning = _in_lines(cells[through][1:], own, length, triangles) if length >= 2 else set()
    connects, rings = _joins(state.game)
    if not winning and owner == outcome.winner and (connects or rings):
        plane = _Plane(cells, set(own.values()), triangles)
        winning = plane.ring(through) if rings else set()
        if connects and not winning:
            winning = plane.chain(through, sides, owner)
    return tuple(place for place in cells if place in winning)


def _in_lines(
    at: tuple[int, int], own: Mapping[tuple[int, int], str], length: int, triangles: bool
) -> set[str]:
    """Return the places of straight runs of at least a length through a point."""
    near = min((_squared(one, at) for one in own if one != at), default=0)
    # On triangles a line may go on by two steps in turn: across an edge, and across another or a
    # corner, where it is twice as far.
    far, starts = (4.2, [*own]) if triangles else (3.2, [at])
    steps = {
        (x - u, y - v)
        for u, v in starts
        for x, y in own
        if 0 < _squared((x, y), (u, v)) <= far * near
    }
    pairs = [(step, step) for step in steps]
    if triangles:
        pairs += [(one, other) for one in steps for other in steps if _go_on(one, other, near)]
    winning: set[str] = set()
    for one, other in pairs:
        run = [own[at]]
        back = (-other[0], -other[1]), (-one[0], -one[1])
        for (dx, dy), (next_dx, next_dy) in ((one, other), back):
            place: tuple[int, int] | None = at
            while place is not None:
                place = _at(own, place[0] + dx, place[1] + dy)
                if place is not None:
                    run.append(own[place])
                dx, dy, next_dx, next_dy = next_dx, next_dy, dx, dy
        if len(run) >= length:
            winning.update(run)
    return winning


def _go_on(one: tuple[int, int], other: tuple[int, int], near: int) -> bool:
    """Return True if two steps between triangles form one line, straight or zigzag."""
    lengths = sorted(round(_squared(step, (0, 0)) / near) for step in (one, other))
    ahead = one[0] * other[0] + one[1] * other[1]
    if lengths == [1, 1]:
        return 0.3 * near < ahead < 0.7 * near
    return lengths == [1, 4] and ahead > 1.9 * near


class _Plane:
    """The cells of a board in the plane: neighbours, and the cells of the winner's pieces."""

    def __init__(self, cells: Mapping[str, Cell], own: set[str], triangles: bool) -> None:
        self.cells, self.own = cells, own
        points = np.array([cell[1:] for cell in cells.values()])
        squared = ((points[:, None] - points[None]) ** 2).sum(axis=2)
        np.fill_diagonal(squared, squared.max() + 1)
        near = squared.min()
        # Across a corner triangles are twice as far apart as across an edge, others less.
        touching = 4.2 if triangles else 2.2
        names = [*cells]
        self.beside = _lists(names, squared <= _EDGES * near)
        self.touching = _lists(names, squared <= touching * near)

    def chain(self, through: str, sides: Sequence[tuple[int, Line]], owner: int) -> set[str]:
        """Return a shortest chain through a place from one side of a player to another."""
        ways = self._ways(through)
        met = [side & ways.keys() for side in self._sides_of(sides, owner)]
        ends = sorted((min(map(ways.__getitem__, side), key=len) for side in met if side), key=len)
        return {*ends[0], *ends[1]} if len(ends) > 1 else set(ways)

    def _sides_of(self, sides: Sequence[tuple[int, Line]], owner: int) -> list[set[str]]:
        """Return the cells at each side of a player, with the corners next to them."""
        own = self._sides([line for whose, line in sides if whose == owner])
        others = self._sides([line for whose, line in sides if whose != owner])
        corners = self._rim().difference(*own, *others)
        return [side.union(*(corners & {*self.beside[place]} for place in side)) for side in own]

    def _rim(self) -> set[str]:
        """Return the cells that have fewer neighbours than others."""
        most = max(map(len, self.beside.values()))
        return {place for place, beside in self.beside.items() if len(beside) < most}

    def _ways(self, start: str) -> dict[str, tuple[str, ...]]:
        """Return the shortest ways over own pieces from a place, by where they lead."""
        ways: dict[str, tuple[str, ...]] = {start: (start,)}
        queue = deque([start])
        while queue:
            place = queue.popleft()
            for onward in self.beside[place]:
                if onward in self.own and onward not in ways:
                    ways[onward] = (*ways[place], onward)
                    queue.append(onward)
        return ways

    def _sides(self, lines: Sequence[Line]) -> list[set[str]]:
        """Return the cells at each side. Lines that meet form one side."""
        sides: list[tuple[set[tuple[int, int]], set[str]]] = []
        for x, y, to_x, to_y in lines:
            ends, middle = {(x, y), (to_x, to_y)}, ((x + to_x) // 2, (y + to_y) // 2)
            place = min(self.cells, key=lambda name: _squared(self.cells[name][1:], middle))
            met = [side for side in sides if side[0] & ends]
            sides = [side for side in sides if not side[0] & ends]
            sides.append(
                (ends.union(*(side[0] for side in met)), {place}.union(*(side[1] for side in met)))
            )
        return [cells for _, cells in sides]

    def ring(self, through: str) -> set[str]:
        """Return the own pieces around a region that they enclose next to a place; else nothing."""
        outside = self._reached(self._rim() - self.own)
        for start in self.touching[through]:
            if start in self.own or start in outside:
                continue
            inner = self._reached([start])
            return {near for place in inner for near in self.touching[place] if near in self.own}
        return set()

    def _reached(self, starts: Iterable[str]) -> set[str]:
        """Return the places that can be reached from some places without crossing own pieces."""
        reached, queue = set(starts), deque(starts)
        while queue:
            new = [
                place for place in self.beside[queue.popleft()] if place not in self.own | reached
            ]
            reached.update(new)
            queue.extend(new)
        return reached


def _lists(names: Sequence[str], near: Any) -> dict[str, list[str]]:
    rows = (np.flatnonzero(row).tolist() for row in near)
    return {name: [names[n] for n in row] for name, row in zip(names, rows, strict=True)}


def _squared(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _at(own: Mapping[tuple[int, int], str], x: int, y: int) -> tuple[int, int] | None:
    """Return the place of a piece at a point, but for rounding."""
    if (x, y) in own:
        return (x, y)
    near = ((x + dx, y + dy) for dx in range(-_NEAR, _NEAR + 1) for dy in range(-_NEAR, _NEAR + 1))
    return next((point for point in near if point in own), None)
