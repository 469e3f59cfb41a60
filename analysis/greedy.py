"""Sequences of moves on any tiling: exact for contours, found move by move for zones.

`analysis.sequences` has those of the regular tilings, whose laws are known.
"""

from collections.abc import Iterator

import numpy as np

from boardless.strategies import Perimeter, Strategy, Zone
from boardless.topo import InputError, Key, Tiling
from boardless.topo.boards.numbering import row_order
from boardless.topo.tilings import surds
from boardless.topo.tilings.slots import ADJACENT

#: Moves are tried on no larger boards: each is tried on every cell.
MAX_TRIED = 10_000


def contours(tiling: Tiling, sequence: str) -> Iterator[Key]:
    """Yield the moves that add as many contours as they can ("worst"), or as few ("best").

    A contour is the same whatever move adds it. So the worst case plays on the perimeter each
    time, and the best plays all other cells before.
    """
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
    """Yield moves of which each adds as few cells as it can ("best"), or as many ("worst").

    No move looks ahead, so boards may be larger than the smallest there are, and smaller than the
    largest. Of several moves the best case takes the one nearest to the first cell, and of those
    the lowest; the worst case takes the highest. Of those it is the leftmost, or the rightmost.
    """
    board, grow = Zone().start(tiling), Zone()
    middle = tiling.face_points(board.keys)
    adjacent = tiling.slots.relation & ADJACENT > 0
    # How many cells a move on each site would add, if nobody has played there.
    adds = np.full(1, adjacent[board.key(0)[2]].sum())
    free = np.ones(1, dtype=np.bool_)
    while True:
        sites = np.flatnonzero(free)
        wanted = adds[sites].min() if sequence == "best" else adds[sites].max()
        sites = sites[adds[sites] == wanted]
        if sequence == "best":
            away = tiling.face_points(board.keys[sites]) - middle
            sites = sites[surds.shortest(away, tiling.root)]
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
    """Yield moves after each of which the board is as small ("best"), or as large, as it can be.

    For any strategy: each cell on which nobody has played is tried, and the board taken back. No
    move looks ahead; of several the first by site is taken. The moves end when no cell is free.

    Raises
    ------
    InputError
        If the board gets larger than MAX_TRIED cells.
    """
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
