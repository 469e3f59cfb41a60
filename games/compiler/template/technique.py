"""How the board answers a move, and how the state follows where sites are kept row by row."""

import numpy as np

from boardless.games.compiler.template.board import grow_contour, on_perimeter, split, surround
from boardless.games.compiler.template.constants import BREADTH, HEIGHT, LISTS, SLOTS
from boardless.games.compiler.template.pieces import put
from boardless.games.compiler.template.rules import perform, relist
from boardless.games.compiler.template.state import (
    APPEND,
    CONTOUR,
    COUNT,
    FIXED,
    GROWTH,
    LAST,
    PLIES,
    REPLAY,
    UPDATE,
    State,
)
from boardless.games.runtime import kernel, making, whole
from boardless.topo.kernels.arrays import Ints


@kernel
def answer(s: State, site: int) -> int:
    """Grow the board for a piece about to be put on `site`, and return where that is then.

    Techniques that keep sites row by row map the state, or replay the game on the grown board.
    """
    if s.n[GROWTH] == FIXED or not on_perimeter(s, site):
        return site
    before = whole(s.n[COUNT])
    if s.n[GROWTH] == CONTOUR:
        grow_contour(s)
    else:
        surround(s, site)
    for new in range(before + 1, s.n[COUNT] + 1):
        relist(s, new)
    if s.n[UPDATE] != APPEND:
        site = renumber(s, site)
    if s.n[UPDATE] == REPLAY:
        replay(s)
    return site


@making
def renumber(s: State, site: int) -> int:
    """Renumber the sites row by row, map all that names one, and return the new `site`."""
    count = whole(s.n[COUNT])
    height = np.empty(count + 1, np.int64)
    breadth = np.empty(count + 1, np.int64)
    height[0] = breadth[0] = -(2**62)
    for a in range(1, count + 1):
        i, j, k = split(whole(s.code[a]))
        height[a] = HEIGHT[0] * i + HEIGHT[1] * j + HEIGHT[2 + k]
        breadth[a] = BREADTH[0] * i + BREADTH[1] * j + BREADTH[2 + k]
    # By row and then from left to right: the second order keeps the first among equals.
    order = np.argsort(breadth, kind="mergesort")
    order = order[np.argsort(height[order], kind="mergesort")]
    index = np.empty(count + 1, np.int64)
    for a in range(count + 1):
        index[order[a]] = a
    for a in range(1, count + 1):
        s.table[s.place[a]] = index[a]
    permute(s.code, order)
    permute(s.place, order)
    permute(s.kind, order)
    permute(s.what, order)
    permute(s.who, order)
    permute(s.near, order)
    permute(s.seen, order)
    steps = s.step[: (count + 1) * SLOTS].copy()
    for a in range(1, count + 1):
        for t in range(SLOTS):
            s.step[a * SLOTS + t] = index[steps[order[a] * SLOTS + t]]
    for a in range(LISTS):
        permute(s.where[a], order)
        for m in range(s.size[a]):
            s.legal[a, m] = index[s.legal[a, m]]
    for ply in range(s.n[PLIES]):
        for end in range(1, 3):
            if s.history[ply, end] > 0:
                s.history[ply, end] = index[s.history[ply, end]]
    for m in range(s.begun.shape[0]):
        s.begun[m, 1] = index[s.begun[m, 1]]
    s.n[LAST] = index[s.n[LAST]]
    return whole(index[site])


@making
def permute(values: Ints, order: Ints) -> None:
    """Put the value of ``order[n]`` in place n."""
    old = values[: order.shape[0]].copy()
    for a in range(order.shape[0]):
        values[a] = old[order[a]]


@kernel
def clear(s: State) -> None:
    """Take everything off the board, bring the lists up to date, and fill the hands."""
    for site in range(1, s.n[COUNT] + 1):
        s.what[site] = 0
        s.who[site] = 0
        s.near[site] = 0
    for h in range(s.hand.shape[0]):
        s.hand[h, 0] = s.held[h, 0]
        s.hand[h, 1] = s.held[h, 1]
    for site in range(1, s.n[COUNT] + 1):
        relist(s, site)


@kernel
def replay(s: State) -> None:
    """Play the game again on the grown board, up to the move that is being made."""
    clear(s)
    for m in range(s.begun.shape[0]):
        put(s, whole(s.begun[m, 1]), whole(s.begun[m, 0]))
    for ply in range(s.n[PLIES] - 1):
        if s.history[ply, 0] >= 0:
            perform(s, whole(s.history[ply, 0]), whole(s.history[ply, 1]), whole(s.history[ply, 2]))
