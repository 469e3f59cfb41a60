"""Cells: finding, adding and dropping them, and the contour around a board."""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import entry, int64, kernel, making, plain_entry
from boardless.state.engine.arrays import COUNT, LOST, NONE, POSITIVE, REACH, STRIDE, Arrays
from boardless.state.engine.features import EXTERNAL_BOARD
from boardless.state.engine.tables import NOWHERE, ROW

#: Marks start again above this: one query gives fewer than are left of 32 bits.
LARGEST_MARK = 4_000_000_000


@kernel
def kind_of(s: Arrays, site: int) -> int:
    """Return the kind of a cell: its place in the tiling's unit."""
    return int64(s.kind[site]) if s.plane.kinds > 1 else 0


@kernel
def find(s: Arrays, code: int) -> int:
    """Return the site of a code, or NONE."""
    last = s.table.shape[0] - 1
    h = code & POSITIVE & last
    site = int64(s.table[h])
    while site != NONE and s.code[site] != code:
        h = (h + STRIDE) & POSITIVE & last
        site = int64(s.table[h])
    return site


@kernel
def enter(s: Arrays, site: int) -> None:
    """Enter a site in the table."""
    last = s.table.shape[0] - 1
    h = int64(s.code[site]) & POSITIVE & last
    while s.table[h] != NONE:
        h = (h + STRIDE) & POSITIVE & last
    s.table[h] = site
    s.spot[site] = h


@kernel
def forget(s: Arrays, site: int) -> None:
    """Take a site out of the table; those that a search comes to after it are entered anew."""
    last = s.table.shape[0] - 1
    h = int64(s.spot[site])
    s.table[h] = NONE
    h = (h + STRIDE) & POSITIVE & last
    while s.table[h] != NONE:
        other = int64(s.table[h])
        s.table[h] = NONE
        enter(s, other)
        h = (h + STRIDE) & POSITIVE & last


@entry
def enter_all(s: Arrays) -> None:
    """Enter all cells in the table, which is empty."""
    for site in range(s.kit.held + 1, s.n[COUNT] + 1):
        if not EXTERNAL_BOARD or s.code[site] != NOWHERE:
            enter(s, site)


@plain_entry
def add(s: Arrays, code: int, kind: int) -> int:
    """Add an empty cell and link it with its neighbours; return its site."""
    if s.rules.effects and s.n[COUNT] + 1 >= s.code.shape[0]:
        # A move with consequences, which has grown more than `has_room` looks ahead, is lost.
        s.n[LOST] = 1
        return int64(s.n[COUNT])
    site = int64(s.n[COUNT]) + 1
    s.n[COUNT] = site
    make_cell(s, site, code, kind)
    return site


@kernel
def clear_site(s: Arrays, site: int) -> None:
    """Empty a site, with all that pieces left there, without notes."""
    s.what[site] = 0
    s.who[site] = 0
    for f in range(s.sites.fields):
        s.fields[f, site] = 0
    if s.sites.levels > 0:
        s.under[0, site] = 0
        if s.sites.leaves:
            for row in range(1, s.under.shape[0]):
                s.under[row, site] = 0


@kernel
def make_cell(s: Arrays, site: int, code: int, kind: int) -> None:
    """Make a site an empty cell and link it with its neighbours."""
    s.code[site] = code
    enter(s, site)
    if s.plane.kinds > 1:
        s.kind[site] = kind
    clear_site(s, site)
    s.seen[site] = 0
    for a in range(s.kept.lists):
        s.where[a, site] = 0
    near = 0
    if s.plane.links.shape[0] > 0:
        # Sites of a board that is laid out are linked when all of them are there.
        s.neighbours[site] = 0
        return
    if s.rules.effects:
        i, j, _ = split(s, code)
        far = max(abs(i - int64(s.origin[0])), abs(j - int64(s.origin[1])))
        s.n[REACH] = max(int64(s.n[REACH]), far)
    for t in range(s.plane.slots):
        row = kind * s.plane.slots + t
        other = find(s, code + int64(s.plane.delta[row]))
        s.step[site * s.plane.slots + t] = other
        if other != NONE:
            s.step[other * s.plane.slots + int64(s.plane.back[row])] = site
            if s.what[other] != 0 and (s.plane.all_adjacent or s.plane.adjacent[row] != 0):
                near += 1
    s.neighbours[site] = near


@kernel
def drop(s: Arrays) -> None:
    """Take the cell away that was added last; nothing has been entered in the table since."""
    site = int64(s.n[COUNT])
    s.table[s.spot[site]] = NONE
    kind = kind_of(s, site)
    for t in range(s.plane.slots):
        other = int64(s.step[site * s.plane.slots + t])
        if other != NONE:
            s.step[other * s.plane.slots + int64(s.plane.back[kind * s.plane.slots + t])] = NONE
    s.n[COUNT] = site - 1


@kernel
def ahead(s: Arrays, site: int, slot: int, steps: int) -> int:
    """Return the site some steps straight on in a slot, or NONE; cells between may be missing."""
    at = site
    for _ in range(steps):
        if at == NONE:
            return beyond(s, site, slot, steps)
        at = int64(s.step[at * s.plane.slots + slot])
    return at


@kernel
def beyond(s: Arrays, site: int, slot: int, steps: int) -> int:
    """Return the result of `ahead`, over missing cells."""
    # No two cells of a board that has grown are as far apart as this.
    if site == NONE or steps > s.plane.slots * int64(s.n[COUNT]):
        return NONE
    code = int64(s.code[site])
    row = int64(s.kind[site]) * s.plane.slots + slot
    for _ in range(steps):
        code += int64(s.plane.delta[row])
        row = int64(s.plane.kind[row]) * s.plane.slots + slot
    return find(s, code)


@kernel
def on_perimeter(s: Arrays, site: int) -> bool:
    """Tell whether a cell adjacent to `site` is missing."""
    kind = int64(s.kind[site])
    for t in range(s.plane.slots):
        row = kind * s.plane.slots + t
        if s.step[site * s.plane.slots + t] == NONE and s.plane.adjacent[row] != 0:
            return True
    return False


@kernel
def touches_piece(s: Arrays, site: int) -> bool:
    """Tell whether a piece stands across an edge of a cell."""
    kind = kind_of(s, site)
    for m in range(s.plane.sides):
        other = int64(
            s.step[site * s.plane.slots + int64(s.plane.orthogonal[kind * s.plane.sides + m])]
        )
        if s.what[other] != 0:
            return True
    return False


@kernel
def surround(s: Arrays, site: int) -> None:
    """Add the cells around `site` that are missing."""
    kind = int64(s.kind[site])
    for t in range(s.plane.slots):
        row = kind * s.plane.slots + t
        if s.step[site * s.plane.slots + t] == NONE and s.plane.adjacent[row] != 0:
            add(s, int64(s.code[site]) + int64(s.plane.delta[row]), int64(s.plane.kind[row]))


@making
def grow_contour(s: Arrays) -> None:
    """Add the ring of cells around the board, and what makes a regular board regular again."""
    before = int64(s.n[COUNT])
    limits = depths(s, s.kit.held + 1, before)
    for site in range(s.kit.held + 1, before + 1):
        surround(s, site)
    for site in range(before + 1, s.n[COUNT] + 1):
        if inside(s, limits, int64(s.code[site])):
            return
    limits = depths(s, before + 1, int64(s.n[COUNT]))
    site = before + 1
    while site <= s.n[COUNT]:
        kind = int64(s.kind[site])
        for m in range(s.plane.sides):
            t = int64(s.plane.orthogonal[kind * s.plane.sides + m])
            row = kind * s.plane.slots + t
            code = int64(s.code[site] + s.plane.delta[row])
            if s.step[site * s.plane.slots + t] == NONE and inside(s, limits, code):
                add(s, code, int64(s.plane.kind[row]))
        site += 1


@kernel
def split(s: Arrays, code: int) -> tuple[int, int, int]:
    """Return the lattice key of a code."""
    j = (code + ROW // 2) // ROW
    rest = code - j * ROW
    return rest // s.plane.kinds, j, rest % s.plane.kinds


@making
def depths(s: Arrays, first: int, last: int) -> Ints:
    """Return how far cells `first` to `last` reach towards each half-plane of the regular shape."""
    limits = np.full(s.plane.planes.shape[0], -(2**40), np.int64)
    for site in range(first, last + 1):
        i, j, k = split(s, int64(s.code[site]))
        for h in range(s.plane.planes.shape[0]):
            depth = s.plane.planes[h, 0] * i + s.plane.planes[h, 1] * j + s.plane.planes[h, 2] * k
            limits[h] = max(limits[h], depth)
    return limits


@kernel
def inside(s: Arrays, limits: Ints, code: int) -> bool:
    """Tell whether a cell lies in all the half-planes."""
    i, j, k = split(s, code)
    within = True
    for h in range(s.plane.planes.shape[0]):
        depth = s.plane.planes[h, 0] * i + s.plane.planes[h, 1] * j + s.plane.planes[h, 2] * k
        within = within and depth <= limits[h]
    return within


@kernel
def cells(s: Arrays) -> int:
    """Return the number of sites of the board, those included that have left."""
    return int64(s.n[COUNT]) - s.kit.held


@kernel
def on_board(s: Arrays, site: int) -> int:
    """Return a site of the board, and NONE instead of one of a hand."""
    return site if site > s.kit.held else NONE


@kernel
def site_of(s: Arrays, number: int) -> int:
    """Return the site of a number of the language: the board's from 0, then those of the hands."""
    count = cells(s)
    if number < 0 or number >= count + s.kit.held:
        return NONE
    if EXTERNAL_BOARD and number < count and s.code[number + 1 + s.kit.held] == NOWHERE:
        return NONE
    return number + 1 + s.kit.held if number < count else number - count + 1


@kernel
def number_of(s: Arrays, site: int) -> int:
    """Return the number that a site has in the language; -1 where there is none."""
    if site == NONE:
        return -1
    return site - 1 - s.kit.held if site > s.kit.held else cells(s) + site - 1


@kernel
def last_fill(s: Arrays, row: int) -> int:
    """Return the last mark of a flood fill in a row of ``s.scratch``, cleared before overflow."""
    last = int64(s.scratch[row, 0])
    if last > LARGEST_MARK:
        for site in range(s.scratch.shape[1]):
            s.scratch[row, site] = 0
        last = 0
    return last
