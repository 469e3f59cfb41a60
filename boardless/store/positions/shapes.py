"""Shapes of boards: the number of holes, and the diameter over tiles.

Holes follow from Euler's formula: of vertices, edges and tiles of a plane figure that consists of
``c`` parts and has ``h`` holes, V - E + F = c - h.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.native import jit
from boardless.state.engine.packing import WIDEST
from boardless.store.positions.form import RowForm
from boardless.topo import Tiling
from boardless.topo.tilings.incidence import moved
from boardless.topo.tilings.slots import ADJACENT, ORTHOGONAL


@dataclass(frozen=True, eq=False)
class Shapes:
    """The incidence of a tiling; P prototiles, each touching L cells at most."""

    form: RowForm
    #: (P, L, 4) cells that each prototile touches, and whether across an edge; 2 for none
    links: Ints
    #: (P, C, L) whether these cells share each corner of a prototile; 2 for no corner
    corners: Ints

    @classmethod
    def of(cls, form: RowForm) -> Self:
        """Return the incidence of a game's tiling."""
        tiling = form.game.tiling
        touched = [_touched(tiling, k) for k in range(len(tiling.faces))]
        most, sides = max(map(len, touched)), max(map(len, tiling.faces))
        links = np.full((len(touched), most, 4), 2, np.int64)
        corners = np.full((len(touched), sides, most), 2, np.int64)
        for k, cells in enumerate(touched):
            links[k, : len(cells)] = cells
            links[k, len(cells) :, :3] = 0
            for number, vertex in enumerate(tiling.faces[k]):
                corners[k, number] = 0
                for place, (i, j, other, _) in enumerate(cells):
                    around = (moved(key, (i, j, 0)) for key in tiling.faces[other])
                    corners[k, number, place] = vertex in around
        return cls(form, links, corners)

    def __call__(self, rows: Ints, starts: Ints) -> tuple[Ints, Ints]:
        """Return numbers of holes and diameters of boards, int32 of shape (n,).

        Row n lies from ``starts[n]`` to ``starts[n + 1]``. The diameter is the most steps from a
        tile to a tile over tiles that touch, -1 if the tiles form several parts.
        """
        count = len(starts) - 1
        holes, diameters = np.zeros(count, np.int32), np.zeros(count, np.int32)
        begins, ends = self.form.cells(rows, starts)
        most = int((ends - begins).max(initial=0)) // self.form.width + 1
        levels = self.form.game.setup.levels
        beside = np.zeros((most, self.links.shape[1]), np.int64)
        _measure(
            rows, begins, ends, self.form.width, 255 if levels else 65535, self.links, self.corners,
            np.zeros((4, most), np.int64), beside, holes, diameters,
        )  # fmt: skip
        return holes, diameters


def _touched(tiling: Tiling, k: int) -> list[tuple[int, int, int, int]]:
    """Return the cells that a prototile touches, and whether across an edge."""
    links, relations = tiling.slots.link[k].tolist(), tiling.slots.relation[k].tolist()
    return [
        (i, j, other, int(relation & ORTHOGONAL > 0))
        for (i, j, other, _), relation in zip(links, relations, strict=True)
        if relation & ADJACENT
    ]


def pieces_of(rows: Ints, starts: Ints, form: RowForm) -> Ints:
    """Return the number of pieces on the board in positions, shape (n,); see `Shapes`."""
    pieces = np.zeros(len(starts) - 1, np.int32)
    _count(rows, *form.cells(rows, starts), form.width, pieces)
    return pieces


@jit
def _count(rows: Ints, begins: Ints, ends: Ints, width: int, pieces: Ints) -> None:
    for number in range(pieces.shape[0]):
        for at in range(begins[number], ends[number], width):
            pieces[number] += rows[at + 1] & 65535 != 0 and rows[at + 1] >> 16 < WIDEST


@jit
def _code(i: int, j: int, k: int) -> int:
    """Return a number for a cell: in the order of rows, and different for all."""
    return int((np.int64(i) + 4 << 20 | np.int64(j) + 4) << 8 | np.int64(k))


@jit
def _found(tiles: Ints, count: int, code: int) -> int:
    """Return the place of a code among sorted tiles by binary search, -1 if it is missing."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if tiles[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low if low < count and tiles[low] == code else -1


@jit
def _measure(
    rows: Ints, begins: Ints, ends: Ints, width: int, mask: int, links: Ints, corners: Ints,
    room: Ints, beside: Ints, holes: Ints, diameters: Ints,
) -> None:  # fmt: skip
    """Measure the boards of positions; `room`, for tiles, and `beside` are scratch.

    The bits of `mask` are a component's.

    ``beside[n, m]`` is the tile across link m of tile n, -1 without a tile.
    """
    tiles = room[0]
    for number in range(begins.shape[0]):
        count = edges = vertices = 0
        for at in range(begins[number], ends[number], width):
            i, j, k = rows[at] >> 16, rows[at] & 65535, rows[at + 1] >> 16
            # Pieces one upon another are one tile, and those in hands are none.
            if rows[at + 1] & mask and rows[at + 1] & 65535 <= mask and k < WIDEST:
                tiles[count] = _code(i, j, k)
                count += 1
        for n in range(count):
            i, j, k = (tiles[n] >> 28) - 4, (tiles[n] >> 8 & 1048575) - 4, tiles[n] & 255
            for m in range(links.shape[1]):
                beside[n, m] = -1
                if links[k, m, 3] < 2:
                    code = _code(i + links[k, m, 0], j + links[k, m, 1], links[k, m, 2])
                    beside[n, m] = _found(tiles, count, code)
                    # Of an edge that two tiles have, the first is counted.
                    edges -= links[k, m, 3] == 1 and -1 < beside[n, m] < n
            for corner in range(corners.shape[1]):
                if corners[k, corner, 0] == 2:
                    continue
                edges += 1
                fresh = True
                for m in range(links.shape[1]):
                    if corners[k, corner, m] == 1 and -1 < beside[n, m] < n:
                        fresh = False
                vertices += fresh
        parts, diameter = _spread(count, beside, room)
        holes[number] = parts - (vertices - edges + count)
        diameters[number] = diameter if parts <= 1 else -1


@jit
def _spread(count: int, beside: Ints, room: Ints) -> tuple[int, int]:
    """Return the number of connected parts of tiles, and the largest diameter of a part."""
    steps, queue, part = room[1], room[2], room[3]
    parts = most = 0
    for n in range(count):
        part[n] = -1
    for start in range(count):
        for n in range(count):
            steps[n] = -1
        steps[start] = 0
        queue[0] = start
        read, written = 0, 1
        if part[start] < 0:
            parts += 1
        while read < written:
            n = queue[read]
            read += 1
            part[n] = parts
            for m in range(beside.shape[1]):
                other = beside[n, m]
                if other >= 0 and steps[other] < 0:
                    steps[other] = steps[n] + 1
                    queue[written] = other
                    written += 1
        most = max(most, steps[queue[written - 1]])
    return parts, most
