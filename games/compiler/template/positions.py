"""Positions: the start of a game, and going back to one."""

from boardless.games.compiler.template.allowed import is_cell
from boardless.games.compiler.template.board import add
from boardless.games.compiler.template.constants import BY_RULE, LAST_HELD, LISTS, SLOTS
from boardless.games.compiler.template.pieces import put
from boardless.games.compiler.template.state import (
    APPEND,
    COUNT,
    COUNTERS,
    FROM,
    GONE,
    GROWTH,
    HANDS,
    LAST,
    MOVER,
    NONE,
    PLIES,
    UPDATE,
    State,
)
from boardless.games.compiler.template.technique import clear
from boardless.games.runtime import kernel, whole
from boardless.topo.kernels.arrays import Ints


@kernel
def build(s: State, codes: Ints, kinds: Ints, begun: Ints) -> None:
    """Make the start board of cells with the given codes, and put the start pieces on it."""
    for site in range(1, s.n[COUNT] + 1):
        s.table[s.place[site]] = NONE
    for counter in range(COUNTERS):
        if counter not in (GROWTH, UPDATE):
            s.n[counter] = 0
    s.n[MOVER] = 1
    for a in range(LISTS):
        s.size[a] = 0
    for m in range(begun.shape[0]):
        s.begun[m, 0] = begun[m, 0]
        s.begun[m, 1] = begun[m, 1]
    for m in range(codes.shape[0]):
        add(s, codes[m], whole(kinds[m]))
    clear(s)
    if BY_RULE:
        for site in range(1, s.n[COUNT] + 1):
            if not is_cell(s, site):
                s.n[GONE] += 1
    for m in range(begun.shape[0]):
        put(s, whole(begun[m, 1]), whole(begun[m, 0]))
        s.n[LAST] = begun[m, 1]
    s.n[FROM] = s.n[LAST]
    if LAST_HELD >= 0:
        s.n[LAST] = NONE
        s.n[FROM] = HANDS + 1 + LAST_HELD


@kernel
def restore(s: State, start: State) -> None:
    """Go back to the state `start`, at the cost of what it holds and what was added since."""
    count = whole(start.n[COUNT])
    if s.n[UPDATE] == APPEND:
        for site in range(count + 1, s.n[COUNT] + 1):
            s.table[s.place[site]] = NONE
        moved = False
    else:
        moved = s.n[COUNT] != count
    if moved:
        for site in range(1, s.n[COUNT] + 1):
            s.table[s.place[site]] = NONE
        for site in range(1, count + 1):
            s.code[site] = start.code[site]
            s.place[site] = start.place[site]
            s.kind[site] = start.kind[site]
            s.table[s.place[site]] = site
        for m in range(s.begun.shape[0]):
            s.begun[m, 1] = start.begun[m, 1]
        for ply in range(start.n[PLIES]):
            s.history[ply, 1] = start.history[ply, 1]
            s.history[ply, 2] = start.history[ply, 2]
    if s.n[COUNT] != count:
        for m in range(SLOTS, (count + 1) * SLOTS):
            s.step[m] = start.step[m]
    for counter in range(COUNTERS):
        s.n[counter] = start.n[counter]
    for site in range(1, count + 1):
        s.what[site] = start.what[site]
        s.who[site] = start.who[site]
        s.near[site] = start.near[site]
        s.seen[site] = 0
    for a in range(LISTS):
        s.size[a] = start.size[a]
        for m in range(s.size[a]):
            s.legal[a, m] = start.legal[a, m]
        for site in range(1, count + 1):
            s.where[a, site] = start.where[a, site]
    for h in range(s.hand.shape[0]):
        s.hand[h, 0] = start.hand[h, 0]
        s.hand[h, 1] = start.hand[h, 1]
