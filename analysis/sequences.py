"""Sequences of moves that make boards grow most and least.

All are endless (as long as there are cells) and made one move at a time. A move is the lattice key
of the cell to play; at its turn, that cell is on the board and unplayed. In a walk as in Hive a
cluster of tiles crosses the plane, and its last tile moves ahead.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeAlias

import numpy as np
import pandas as pd

from boardless.analysis.bounds import BOUNDS
from boardless.state import BOARD, AnyCell, Component, Equipment, FreeState, Location, Move
from boardless.strategies import Append, Perimeter, Strategy, Technique, Zone, strategy_of
from boardless.topo import (
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    InputError,
    Key,
    Tiling,
    integer_between,
    tiling_of,
)
from boardless.topo.boards.numbering import row_order
from boardless.topo.tilings.exact_numbers import shortest
from boardless.topo.tilings.incidence import ADJACENT
from boardless.topo.tilings.named import is_regular

#: The largest board for trials: each move is tried on every cell.
MAX_TRIED = 10_000


def contours(tiling: Tiling, sequence: str) -> Iterator[Key]:
    """Yield moves on the perimeter ("worst"), or there only once all else is full ("best")."""
    board, grow = Perimeter().start(tiling), Perimeter()
    played: set[int] = set()
    while True:
        if sequence == "best":
            inner = set(board) - set(board.perimeter.tolist()) - played
            yield from map(board.key, sorted(inner))
            played |= inner
        site = int(board.perimeter[-1])
        yield board.key(site)
        played.add(site)
        grow(board, site)


def zones(tiling: Tiling, sequence: str) -> Iterator[Key]:
    """Yield moves that each add as few cells as possible ("best"), or the most ("worst").

    No move looks ahead, so boards may be larger than the smallest possible ones, and smaller than
    the largest. Of several moves the best case takes the nearest to the first cell, and then the
    lowest; the worst case takes the highest. Further ties go to the leftmost, or the rightmost.
    """
    board, grow = Zone().start(tiling), Zone()
    middle = tiling.face_points(board.keys)
    adjacent = tiling.slots.relation & ADJACENT > 0
    # The number of new cells for a move on each unplayed site.
    adds = np.full(1, adjacent[board.key(0)[2]].sum())
    free = np.ones(1, dtype=np.bool_)
    while True:
        sites = np.flatnonzero(free)
        wanted = adds[sites].min() if sequence == "best" else adds[sites].max()
        sites = sites[adds[sites] == wanted]
        if sequence == "best":
            away = tiling.face_points(board.keys[sites]) - middle
            sites = sites[shortest(away, tiling.root)]
        order = row_order(tiling.face_grid(board.keys[sites]))
        site = int(sites[order[0 if sequence == "best" else -1]])
        yield board.key(site)
        free[site] = False
        new = grow(board, site)
        if len(new):
            beside = np.unique(board.step[new])
            changed = np.union1d(new, beside[beside >= 0])
            free = np.append(free, np.ones(len(new), dtype=np.bool_))
            adds = np.append(adds, np.zeros(len(new), dtype=np.int64))
            outside = (board.step[changed] < 0) & adjacent[board.keys[changed, 2]]
            adds[changed] = outside.sum(axis=1)


def tried(tiling: Tiling, strategy: Strategy, sequence: str) -> Iterator[Key]:
    """Yield moves that keep the board smallest ("best") or largest, by trying each cell."""
    board, sign = strategy.start(tiling), 1 if sequence == "best" else -1
    played: set[Key] = set()

    def size_after(site: int) -> int:
        version = board.version
        strategy(board, site)
        size = sign * len(board)
        board.shrink(version)
        return size

    while free := [site for site in board if board.key(site) not in played]:
        if len(board) > MAX_TRIED:
            raise InputError(
                f"{strategy!r}: its board has {len(board):,} cells after {len(played):,} moves, "
                f"and moves are tried on at most {MAX_TRIED:,}"
            )
        site = min(free, key=size_after)
        key = board.key(site)
        yield key
        played.add(key)
        strategy(board, site)


Side: TypeAlias = tuple[int, int, int]

#: Goals of a sequence: the smallest board after every move, or the largest.
SEQUENCES = ("best", "worst")

FOUR_SIDES: tuple[Side, ...] = ((-1, 0, 0), (0, -1, 0), (1, 0, 0), (0, 1, 0))
SIX_SIDES: tuple[Side, ...] = (
    (-1, 0, 0), (-1, -1, -1), (0, -1, 0),
    (1, 0, 0), (1, 1, 1), (0, 1, 0),
)  # fmt: skip
THREE_SIDES: tuple[Side, ...] = ((-1, 0, 0), (0, -1, 0), (1, 1, 1))

#: Sides of the shapes that a contour keeps regular, and of the shapes with fewest neighbours.
COMPACT: dict[tuple[str, str], tuple[Side, ...]] = {
    ("perimeter", SQUARE.name): FOUR_SIDES,
    ("perimeter", HEXAGONAL.name): SIX_SIDES,
    ("perimeter", TRIANGULAR.name): THREE_SIDES,
    ("zone", SQUARE.name): FOUR_SIDES,
    ("zone", HEXAGONAL.name): SIX_SIDES,
    ("zone", TRIANGULAR.name): SIX_SIDES,
}


def move_sequence(tiling: Tiling | str, strategy: Strategy | str, sequence: str) -> Iterator[Key]:
    """Yield the moves that make the board of a strategy as small, or as large, as possible.

    On a fixed board all moves are the same, so they go row by row until the board is full.
    Otherwise, on regular tilings, the worst case is `straight` and the best is a `spiral`, both
    from a board of one cell. `analysis.bounds` has the resulting sizes. The fact that a spiral
    meets the lower bound of zone growth at every move is an observation, made for the first 100,000
    moves. On other tilings contour growth has `contours`, which are optimal, and zone growth
    `zones`, which need not be. For a strategy without a known law, every move is the result of a
    trial on every cell: `tried`.

    Parameters
    ----------
    tiling : Tiling or str
        Any tiling, or its name.
    strategy : Strategy or str
        Any strategy, or an argument of `strategy_of`; contours and zones start from one cell.
    sequence : {"best", "worst"}
        The goal.

    Returns
    -------
    iterator of (i, j, k)
        The lattice keys of the moves, without end.

    Raises
    ------
    InputError
        If the tiling, strategy or sequence is unknown.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(move_sequence("square", "zone", "worst"), 3))
    [(0, 0, 0), (1, 1, 0), (2, 2, 0)]
    """
    if sequence not in SEQUENCES:
        raise InputError(f"unknown sequence {sequence!r}: choose best or worst")
    tiling, strategy = tiling_of(tiling), strategy_of(strategy)
    law, start = law_of(strategy), strategy.start(tiling)
    if law == "fixed":
        return (start.key(site) for site in start)
    if law is None:
        return tried(tiling, strategy, sequence)
    if len(start) != 1:
        raise InputError(
            f"no {sequence} case of {strategy!r}: let perimeter and zone growth start from one cell"
        )
    if not is_regular(tiling):
        return contours(tiling, sequence) if law == "perimeter" else zones(tiling, sequence)
    return straight(tiling) if sequence == "worst" else spiral(tiling, COMPACT[law, tiling.name])


def law_of(strategy: Strategy) -> str | None:
    """Return the law of growth that a strategy names, or None if it is unknown."""
    law = getattr(strategy, "law", None)
    return law if isinstance(law, str) and (law, SEQUENCES[0]) in BOUNDS else None


def straight(tiling: Tiling) -> Iterator[Key]:
    """Yield cells in a straight line from ``(0, 0, 0)``, the worst case of contour and zone."""
    # The board contains as little as possible around a cell: through corners of squares,
    # across edges of hexagons, straight across vertices of triangles as in the thesis (6.1.2).
    i, j, k = {SQUARE.name: (1, 1, 0), HEXAGONAL.name: (1, 0, 0), TRIANGULAR.name: (1, -1, 1)}[
        tiling.name
    ]
    for n in count():
        yield (n * i, n * j, n % 2 * k)


def spiral(tiling: Tiling, sides: tuple[Side, ...]) -> Iterator[Key]:
    """Yield all cells of the plane in a spiral, strip by strip, from ``(0, 0, 0)``.

    The played cells fill a convex shape: all with ``a*i + b*j + c*k <= limit`` for each side ``(a,
    b, c)``, in order around it, a and b from -1, 0 and 1. Side after side moves out by one. Each
    time the new strip of cells is played from one end to the other, away from the side that moved
    before.
    """
    yield (0, 0, 0)
    limits = [0] * len(sides)
    while True:
        for n in range(len(sides)):
            limits[n] += 1
            yield from _strip(tiling, sides, limits, n)


def _strip(tiling: Tiling, sides: tuple[Side, ...], limits: list[int], n: int) -> list[Key]:
    """Return the cells on the limit of side `n` and within the limits of the others."""
    a, b, c = sides[n]
    before, after = sides[n - 1], sides[(n + 1) % len(sides)]
    reach = 2 * limits[n]  # no corner of the shape is further along the side
    cells = []
    for k in range(len(tiling.faces)):
        outward = limits[n] - c * k
        i, j = (a * outward, 0) if a else (0, b * outward)
        for along in range(-reach, reach + 1):
            key = (i - along * b, j + along * a, k)
            if all(_height(s, key) <= limit for s, limit in zip(sides, limits, strict=True)):
                cells.append(key)
    return sorted(cells, key=lambda key: _height(after, key) - _height(before, key))


def _height(side: Side, key: Key) -> int:
    return side[0] * key[0] + side[1] * key[1] + side[2] * key[2]


#: Tiles of a row across the cluster, in lattice cells.
WIDTH = 2

#: The most tiles and moves, because the search for the next place covers all cells.
MAX_TILES, MAX_MOVES = 1_000, 10_000


def walk_table(
    tiling: Tiling | str, strategy: Strategy | str, moves: int, tiles: int = 12
) -> pd.DataFrame:
    """Move a cluster over the plane, and measure the board after every move.

    Parameters
    ----------
    tiling : Tiling or str
        Any tiling, or its name.
    strategy : Strategy or str
        The growth of the board, and its shrinkage: zones, or your own strategy that adds the cells
        around a tile.
    moves : int
        The number of tiles to move, from the last row of the cluster to the row in front: 0 to
        MAX_MOVES.
    tiles : int
        The number of tiles: 2 to MAX_TILES.

    Returns
    -------
    pandas.DataFrame
        ``moves + 1`` rows, the first for the board before the first move, with the columns
        ``move``, ``cells`` (on the board), ``sites`` (the highest ever used, plus one) and
        ``unused`` (the share of cells without a tile, from 0 to 1).

    Raises
    ------
    InputError
        If the tiling or strategy is unknown, a number is not allowed, or the strategy has fixed
        boards or contours: the cluster leaves every board that does not grow around it.

    Examples
    --------
    >>> walk_table("hexagonal", "zone-shrink", 2)["cells"].tolist()
    [30, 30, 30]
    """
    rows = []
    for state in walked(tiling, strategy, moves, tiles):
        cells = len(state.board)
        rows.append((state.ply - tiles, cells, state.board.extent, (cells - tiles) / cells))
    table = pd.DataFrame(rows, columns=["move", "cells", "sites", "unused"])
    table["sites"] = np.maximum.accumulate(table["sites"])
    return table


def walked(
    tiling: Tiling | str, strategy: Strategy | str, moves: int, tiles: int = 12
) -> Iterator[FreeState]:
    """Yield a state when its tiles are placed, and after every move: always the same object."""
    tiling, strategy = tiling_of(tiling), strategy_of(strategy, ("zone", "zone-shrink"))
    if law_of(strategy) not in ("zone", None):
        raise InputError(
            f"strategy {strategy.name!r} of a walk: choose one of zone, zone-shrink, or your own"
        )
    moves = integer_between(moves, "moves", 0, MAX_MOVES)
    tiles = integer_between(tiles, "tiles", 2, MAX_TILES)
    technique = Technique("WALK", strategy, Append(), first="strategy")
    state = FreeState(Equipment(tiling, (Component("tile"),), players=1), technique)
    line: list[AnyCell] = [state.cell(state.anchor)]
    state.push(Move.add(1, 1, line[0]))
    for _ in range(tiles - 1):
        line.append(ahead(state, line))
        state.push(Move.add(1, 1, line[-1]))
    yield state
    for n in range(moves):
        line.append(ahead(state, line))
        source, target = Location(BOARD, line[n]), Location(BOARD, line[-1])
        state.push(Move.transfer(1, 1, source, target))
        yield state


def ahead(state: FreeState, line: Sequence[AnyCell]) -> AnyCell:
    """Return the first cell, row by row, of the strip in front that is free, next to a tile."""
    rows = range(max(line[-1][0] - 1, 0), line[-1][0] + 2)
    playable = map(state.cell, state.containers[BOARD].playable.nonzero())
    recent = line[-3 * WIDTH * len(state.setup.tiling.faces) :]
    free = [
        cell for cell in playable if cell[0] in rows and 0 <= cell[1] < WIDTH and cell not in recent
    ]
    if not free:
        raise InputError(
            f"a walk on {state.setup.tiling!r}: no cell lies ahead; use another tiling"
        )
    return min(free)
