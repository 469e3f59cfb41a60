"""Lines through a site, tested on all of its sites without data-dependent branches.

On boards of at most 64 sites, each row of a length through the site is one comparison of bits.
For stacks, the code reads the places next to the top, level by level.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from boardless.games.loops.bitboards import BITS, has_site_sets, holds_one_piece, whole_row
from boardless.games.loops.facings import path_along
from boardless.ir.expressions import (
    FALSE,
    Bool,
    EngineFunction,
    Int,
    IntArray,
    S,
    Site,
    folded,
    wide,
)
from boardless.jit.values import signed
from boardless.state.engine.geometry import Geometry, LayoutGeometry
from boardless.state.engine.groups import NO_SLOT

if TYPE_CHECKING:
    from boardless.games.building.model import Model
    from boardless.games.building.scope import Scope

_height = EngineFunction("height", Int, state=True)
#: The most rows through a site, and the longest row by levels.
MOST, MOST_LEVELS = 24, 6


def has_a_row_each(model: Model) -> bool:
    """Return True if owner bitboards identify components, because each owner has one."""
    owners = [min(each.owner, model.players + 1) for each in model.components]
    return len(owners) == len(set(owners))


def has_line(
    pivot: Site, axes: tuple[IntArray, int, str], length: int, exact: bool, scope: Scope
) -> Bool | None:
    """Return the test that the component of a site, or nothing, stands on a line through it.

    The test comes after the statements that compute it. The result is None if masks do not pay.
    `axes` are the axes of `axes_table`.
    """
    if not has_site_sets(scope.model) or not has_a_row_each(scope.model):
        return None
    rows = _rows(axes, length, scope)
    return has_row(pivot, rows, exact, scope) if rows is not None and _few(rows) else None


def has_line_by_levels(
    pivot: Site, axes: tuple[IntArray, int, str], length: int, b: Scope
) -> Bool | None:
    """Return the test that the top of a stack is in a row of its component.

    The row is level, rising, or down the stack. The code reads all sites next to it without
    branches, after the statements that compute it. The result is None if walks are better.
    """
    # The board sites must be the first sites, and all of one type.
    model, reach, most = b.model, length - 1, axes[1]
    if model.hand_size or model.has_several_types or not 1 < length <= MOST_LEVELS:
        return None
    if (paths := _paths(axes, b)) is None:
        return None
    lines = [line for of_site in paths for line in (*of_site, *[((), ())] * (most - len(of_site)))]
    table = b.table(
        "BESIDE",
        [
            0 if n >= len(way) else 1 + way[n]
            for line in lines
            for way in line
            for n in range(reach)
        ],
    )
    piece = b.variable("piece", wide(S.what[pivot]))
    top = b.variable("top", _height(pivot) - 1)

    def stands(at: Site, level: Int) -> Int:
        return Int.call("stands_on", at, level, piece)

    below = [stands(pivot, top - n) for n in range(1, length)]
    in_row = b.variable("c", folded(operator.and_, below))
    at, *rows = b.named(x=Site, bits=Int, level=Int, fall=Int)
    first = b.variable("row", (pivot - 1) * most)
    for n in b.numbers(first + most, first):
        for bits in rows:
            b.set(bits, 1 << reach)
        for way, sign in ((0, 1), (1, -1)):
            for far in range(1, length):
                b.set(at, wide(table[2 * reach * n + (way * reach + far - 1)]))
                for bits, rise in zip(rows, (0, 1, -1), strict=True):
                    here = stands(at, top + rise * sign * far)
                    b.set(bits, bits | (here << (reach + sign * far)))
        runs = [folded(operator.and_, [bits >> n for n in range(length)]) for bits in rows]
        b.set(in_row, in_row | folded(operator.or_, runs))
    return (top >= 0) & (in_row != 0)


def _few(rows: Sequence[Sequence[tuple[int, int]]]) -> bool:
    """Return True if there are rows, and not too many of a site."""
    return 0 < max(map(len, rows)) <= MOST


def rows_of_cells(
    axes: Sequence[tuple[int, int]], length: int, scope: Scope
) -> list[list[tuple[int, int]]] | None:
    """Return the rows of each cell of a fixed board of a tiling, or None if masks do not pay.

    The axes are the slots of walks that keep them.
    """
    model, geometry = scope.model, scope.geometry
    assert isinstance(geometry, Geometry)
    count = model.hand_size + len(model.cells)
    fits = not model.growing and model.layout is None and count <= BITS
    if not fits or not holds_one_piece(model) or not has_a_row_each(model):
        return None
    step, rows = model.board.step[:, geometry.used].tolist(), []
    for site in range(len(model.cells)):
        windows: list[tuple[int, int]] = []
        for axis in axes:
            ways = [_straight(step, site, slot) for slot in axis]
            path = [*reversed(ways[0]), site, *ways[1]]
            windows += _windows([model.hand_size + at for at in path], len(ways[0]), length)
        rows.append(windows)
    return rows if _few(rows) else None


def _straight(step: Sequence[Sequence[int]], site: int, slot: int) -> list[int]:
    """Return the sites of a walk with the same slot at all cells."""
    path = list[int]()
    while (site := step[site][slot]) >= 0:
        path.append(site)
    return path


def has_row(pivot: Site, rows: Sequence[Sequence[tuple[int, int]]], exact: bool, b: Scope) -> Bool:
    """Return the test that any row of a site is full, after the statements that compute it."""
    width = max(map(len, rows))
    filled = [(*row, *[None] * (width - len(row))) for row in rows]
    # A value that bits never equal: all bits, and 1 for no bits.
    places = [each or (-1, -1 + exact) for row in filled for each in row]
    lines = b.table("LINE", [signed(each[0]) for each in places])
    wholes = b.table("AROUND", [signed(each[exact]) for each in places])
    owner, held = wide(IntArray.named("BITBOARD")[S.what[pivot]]), b.model.hand_size
    if b.model.layout is not None:
        bits = b.variable("bits", whole_row(owner))
    else:
        owner, words = b.variable("owner", owner), (held + len(rows) + 31) >> 5
        parts = [wide(S.bitboards[owner, n]) << 32 * n for n in range(words)]
        bits = b.variable("bits", folded(operator.or_, parts))
    is_full = b.variable("c", FALSE)
    start = b.variable("row", (pivot - (1 + held)) * width)
    for n in b.numbers(start + width, start):
        other = (bits & wide(wholes[n])) ^ wide(lines[n])
        b.set(is_full, is_full | (EngineFunction("bits_set", Int)(other) == 0))
    return is_full


def _rows(
    axes: tuple[IntArray, int, str], length: int, scope: Scope
) -> list[list[tuple[int, int]]] | None:
    """Return for each site the rows of a length through it: bits, and bits with the ends."""
    paths, held = _paths(axes, scope), scope.model.hand_size
    if paths is None:
        return None
    rows = []
    for site, of_site in enumerate(paths):
        windows: list[tuple[int, int]] = []
        for ahead, behind in of_site:
            path = [*reversed(ahead), site, *behind]
            windows += _windows([held + at for at in path], len(ahead), length)
        rows.append(windows)
    return rows


def _paths(
    axes: tuple[IntArray, int, str], scope: Scope
) -> list[list[tuple[Sequence[int], Sequence[int]]]] | None:
    """Return for each site the walks to both sides along its axes, or None for a cycle."""
    geometry, (table, most, sort) = scope.geometry, axes
    assert isinstance(geometry, LayoutGeometry)
    slots, turns = scope.tables[table.text], geometry.onward(geometry.types[0], sort)
    paths = []
    for site in range(geometry.kinds):
        pairs: list[tuple[Sequence[int], Sequence[int]]] = []
        for n in range(site * most, (site + 1) * most):
            ends = slots[2 * n : 2 * n + 2]
            if ends[0] == NO_SLOT:
                break
            ahead, behind = (
                [] if slot == NO_SLOT else path_along(geometry, turns, site, slot, geometry.kinds)
                for slot in ends
            )
            if len({site, *ahead, *behind}) < 1 + len(ahead) + len(behind):
                return None
            pairs.append((ahead, behind))
        paths.append(pairs)
    return paths


def _windows(path: Sequence[int], place: int, length: int) -> Iterator[tuple[int, int]]:
    """Yield the bits of each row of a length through the site at a place of a path."""
    for start in range(max(0, place - length + 1), min(place, len(path) - length) + 1):
        line = sum(1 << at for at in path[start : start + length])
        beside = [*path[max(0, start - 1) : start], *path[start + length : start + length + 1]]
        yield line, line | sum(1 << at for at in beside)
