"""The board: finding cells, adding them, and the contour around them."""

import numpy as np

from boardless.games.compiler.template.constants import (
    ADJACENT,
    ALL_ADJACENT,
    BACK,
    DELTA,
    KIND,
    KINDS,
    LISTS,
    ORTHOGONAL,
    PLANES,
    ROW,
    SIDES,
    SLOTS,
)
from boardless.games.compiler.template.state import (
    CONTOUR,
    COUNT,
    FROM,
    GROWTH,
    HANDS,
    NONE,
    PLIES,
    POSITIVE,
    STRIDE,
    State,
)
from boardless.games.runtime import kernel, making, whole
from boardless.topo.kernels.arrays import Ints


@kernel
def find(s: State, code: int) -> int:
    """Return the site of a code, or NONE."""
    last = s.table.shape[0] - 1
    h = code & POSITIVE & last
    site = whole(s.table[h])
    while site != NONE and s.code[site] != code:
        h = (h + STRIDE) & POSITIVE & last
        site = whole(s.table[h])
    return site


@kernel
def enter(s: State, site: int) -> None:
    """Enter a site in the table."""
    last = s.table.shape[0] - 1
    h = whole(s.code[site]) & POSITIVE & last
    while s.table[h] != NONE:
        h = (h + STRIDE) & POSITIVE & last
    s.table[h] = site
    s.place[site] = h


@kernel
def add(s: State, code: int, kind: int) -> int:
    """Add an empty cell and link it with its neighbours; return its site."""
    site = whole(s.n[COUNT]) + 1
    s.n[COUNT] = site
    s.code[site] = code
    enter(s, site)
    if KINDS > 1:
        s.kind[site] = kind
    s.what[site] = 0
    s.who[site] = 0
    s.seen[site] = 0
    for a in range(LISTS):
        s.where[a, site] = 0
    near = 0
    for t in range(SLOTS):
        row = kind * SLOTS + t
        other = find(s, code + whole(DELTA[row]))
        s.step[site * SLOTS + t] = other
        if other != NONE:
            s.step[other * SLOTS + whole(BACK[row])] = site
            if s.what[other] != 0 and (ALL_ADJACENT or ADJACENT[row] != 0):
                near += 1
    s.near[site] = near
    return site


@kernel
def ahead(s: State, site: int, slot: int, steps: int) -> int:
    """Return the site some steps straight on in a slot, or NONE; cells between may be missing."""
    at = site
    for _ in range(steps):
        if at == NONE:
            return beyond(s, site, slot, steps)
        at = whole(s.step[at * SLOTS + slot])
    return at


@kernel
def beyond(s: State, site: int, slot: int, steps: int) -> int:
    """Return what `ahead` does, whatever lies between."""
    # No two cells of a board that has grown are as far apart as this.
    if site == NONE or steps > SLOTS * whole(s.n[COUNT]):
        return NONE
    code = whole(s.code[site])
    row = whole(s.kind[site]) * SLOTS + slot
    for _ in range(steps):
        code += whole(DELTA[row])
        row = whole(KIND[row]) * SLOTS + slot
    return find(s, code)


@kernel
def has_room(s: State) -> bool:
    """Tell whether any move can be made without more room, for cells and for moves.

    Moves are counted in all techniques, so that a game without end stops.
    """
    more = SLOTS
    if s.n[GROWTH] == CONTOUR:
        # A contour is no larger than its perimeter twice over, and some corners.
        more = 2 * whole(s.n[COUNT]) + 32
    return bool(s.n[COUNT] + more < s.code.shape[0] and s.n[PLIES] < s.history.shape[0])


@kernel
def on_perimeter(s: State, site: int) -> bool:
    """Tell whether a cell adjacent to `site` is missing."""
    kind = whole(s.kind[site])
    for t in range(SLOTS):
        if s.step[site * SLOTS + t] == NONE and ADJACENT[kind * SLOTS + t] != 0:
            return True
    return False


@kernel
def surround(s: State, site: int) -> None:
    """Add the cells around `site` that are missing."""
    kind = whole(s.kind[site])
    for t in range(SLOTS):
        row = kind * SLOTS + t
        if s.step[site * SLOTS + t] == NONE and ADJACENT[row] != 0:
            add(s, whole(s.code[site]) + whole(DELTA[row]), whole(KIND[row]))


@making
def grow_contour(s: State) -> None:
    """Add the ring of cells around the board, and what makes a regular board regular again."""
    before = whole(s.n[COUNT])
    limits = depths(s, 1, before)
    for site in range(1, before + 1):
        surround(s, site)
    for site in range(before + 1, s.n[COUNT] + 1):
        if inside(limits, whole(s.code[site])):
            return
    limits = depths(s, before + 1, whole(s.n[COUNT]))
    site = before + 1
    while site <= s.n[COUNT]:
        kind = whole(s.kind[site])
        for m in range(SIDES):
            t = whole(ORTHOGONAL[kind * SIDES + m])
            row = kind * SLOTS + t
            code = whole(s.code[site] + DELTA[row])
            if s.step[site * SLOTS + t] == NONE and inside(limits, code):
                add(s, code, whole(KIND[row]))
        site += 1


@kernel
def split(code: int) -> tuple[int, int, int]:
    """Return the lattice key of a code."""
    j = (code + ROW // 2) // ROW
    rest = code - j * ROW
    return rest // KINDS, j, rest % KINDS


@making
def depths(s: State, first: int, last: int) -> Ints:
    """Return how far cells `first` to `last` reach towards each half-plane of the regular shape."""
    limits = np.full(PLANES.shape[0], -(2**40), np.int64)
    for site in range(first, last + 1):
        i, j, k = split(whole(s.code[site]))
        for h in range(PLANES.shape[0]):
            depth = PLANES[h, 0] * i + PLANES[h, 1] * j + PLANES[h, 2] * k
            limits[h] = max(limits[h], depth)
    return limits


@kernel
def inside(limits: Ints, code: int) -> bool:
    """Tell whether a cell lies in all the half-planes."""
    i, j, k = split(code)
    within = True
    for h in range(PLANES.shape[0]):
        depth = PLANES[h, 0] * i + PLANES[h, 1] * j + PLANES[h, 2] * k
        within = within and depth <= limits[h]
    return within


@kernel
def site_of(s: State, number: int) -> int:
    """Return the site of a number of the language: the board's from 0, then those of the hands."""
    count = whole(s.n[COUNT])
    if number < 0 or number >= count + s.hand.shape[0] - 1:
        return NONE
    return number + 1 if number < count else count - 1 - number


@kernel
def number_of(s: State, site: int) -> int:
    """Return the number that a site has in the language; -1 where there is none."""
    return site - 1 if site >= 0 else whole(s.n[COUNT]) - 1 - site


@kernel
def what_at(s: State, site: int) -> int:
    """Return the component on a site of the board or of a hand."""
    return whole(s.what[site]) if site >= 0 else whole(s.hand[-1 - site, 0])


@kernel
def last_from(s: State) -> int:
    """Return the site that the last move came from; -1 - h for site h of the hands."""
    site = whole(s.n[FROM])
    return site if site < HANDS else HANDS - site
