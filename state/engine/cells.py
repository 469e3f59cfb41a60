"""Cells of a board: finding, adding and dropping them, contours, renumbering of sites.

Boards with sites of several types (cells, vertices, edges) number each type from 0. Reordering
gives cells new numbers in everything that names a site.
"""

import numpy as np

from boardless.jit.arrays import Ints, Natural
from boardless.jit.game_runtime import entry, int64, kernel, making, plain_entry, routine
from boardless.state.engine.arrays import (
    COUNT,
    EXTERNAL_BOARD,
    FROM,
    GONE,
    LAST,
    LOST,
    NAMED,
    NONE,
    PLIES,
    POSITIVE,
    REACH,
    STRIDE,
    Arrays,
)
from boardless.state.engine.tables import NOWHERE, ROW

#: Marks start again above this: one query gives fewer than are left of 32 bits.
LARGEST_MARK = 4_000_000_000


@kernel
def kind_of(s: Arrays, site: int) -> int:
    """Return the kind of a cell: its place in the tiling's unit."""
    return int64(s.kind[site]) if s.plane.kinds > 1 else 0


@kernel
def neighbour(s: Arrays, site: Natural, slot: Natural) -> int:
    """Return the neighbour of a site in a slot, or NONE."""
    return int64(s.step[site * s.plane.slots + slot])


@kernel
def neighbour_at(s: Arrays, site: int, side: int) -> int:
    """Return the neighbour of a site across one of its sides, or NONE."""
    return neighbour(s, site, int64(s.plane.orthogonal[kind_of(s, site) * s.plane.sides + side]))


@kernel
def touches(s: Arrays, kind: int, slot: int) -> bool:
    """Return True if cells of a kind touch their neighbours in a slot."""
    return s.plane.all_adjacent or bool(s.plane.adjacent[kind * s.plane.slots + slot] != 0)


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
    """Remove a site from the table, and re-enter the sites whose search passes it."""
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
    """Make a site empty, without the numbers that pieces left, and without notes."""
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
            if s.what[other] != 0 and touches(s, kind, t):
                near += 1
    s.neighbours[site] = near


@kernel
def drop(s: Arrays) -> None:
    """Remove the cell that was added last; the table has no later entry."""
    site = int64(s.n[COUNT])
    s.table[s.spot[site]] = NONE
    kind = kind_of(s, site)
    for t in range(s.plane.slots):
        other = neighbour(s, site, t)
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
        at = neighbour(s, at, slot)
    return at


@kernel
def beyond(s: Arrays, site: int, slot: int, steps: int) -> int:
    """Return the result of `ahead` if cells are missing on the way."""
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
    """Return True if a cell adjacent to `site` is missing."""
    kind = int64(s.kind[site])
    for t in range(s.plane.slots):
        row = kind * s.plane.slots + t
        if s.step[site * s.plane.slots + t] == NONE and s.plane.adjacent[row] != 0:
            return True
    return False


@kernel
def touches_piece(s: Arrays, site: int) -> bool:
    """Return True if a piece stands across an edge of a cell."""
    for side in range(s.plane.sides):
        other = neighbour_at(s, site, side)
        if s.what[other] != 0:
            return True
    return False


@kernel
def add_beyond(s: Arrays, site: int, row: int) -> int:
    """Add the missing neighbour of a site by its row in the plane's tables; return its site."""
    return add(s, int64(s.code[site]) + int64(s.plane.delta[row]), int64(s.plane.kind[row]))


@kernel
def surround(s: Arrays, site: int) -> None:
    """Add the cells around `site` that are missing."""
    kind = int64(s.kind[site])
    for t in range(s.plane.slots):
        row = kind * s.plane.slots + t
        if s.step[site * s.plane.slots + t] == NONE and s.plane.adjacent[row] != 0:
            add_beyond(s, site, row)


@making
def grow_contour(s: Arrays) -> None:
    """Add the ring of cells around the board; a regular board stays regular."""
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
                add_beyond(s, site, row)
        site += 1


@kernel
def split(s: Arrays, code: int) -> tuple[int, int, int]:
    """Return the lattice key of a code."""
    j = (code + ROW // 2) // ROW
    rest = code - j * ROW
    return rest // s.plane.kinds, j, rest % s.plane.kinds


@making
def depths(s: Arrays, first: int, last: int) -> Ints:
    """Return the reach of cells `first` to `last` towards each half-plane of the shape."""
    limits = np.full(s.plane.planes.shape[0], -(2**40), np.int64)
    for site in range(first, last + 1):
        i, j, k = split(s, int64(s.code[site]))
        for h in range(s.plane.planes.shape[0]):
            depth = s.plane.planes[h, 0] * i + s.plane.planes[h, 1] * j + s.plane.planes[h, 2] * k
            limits[h] = max(limits[h], depth)
    return limits


@kernel
def inside(s: Arrays, limits: Ints, code: int) -> bool:
    """Return True if a cell lies in all the half-planes."""
    i, j, k = split(s, code)
    within = True
    for h in range(s.plane.planes.shape[0]):
        depth = s.plane.planes[h, 0] * i + s.plane.planes[h, 1] * j + s.plane.planes[h, 2] * k
        within = within and depth <= limits[h]
    return within


@kernel
def cells(s: Arrays) -> int:
    """Return the number of sites of the board, including sites whose cells have left."""
    return int64(s.n[COUNT]) - s.kit.held


@kernel
def present_cells(s: Arrays) -> int:
    """Return the number of cells on the board; cells that the rules removed do not count."""
    return cells(s) - int64(s.n[GONE])


@kernel
def on_board(s: Arrays, site: int) -> int:
    """Return the site if it is on the board, and NONE if it is in a hand."""
    return site if site > s.kit.held else NONE


@kernel
def site_of(s: Arrays, number: int) -> int:
    """Return the site of a number of the language: the board's from 0, then the hands'."""
    count = cells(s)
    if number < 0 or number >= count + s.kit.held:
        return NONE
    if EXTERNAL_BOARD and number < count and s.code[number + 1 + s.kit.held] == NOWHERE:
        return NONE
    return number + 1 + s.kit.held if number < count else number - count + 1


@kernel
def number_of(s: Arrays, site: int) -> int:
    """Return the number that a site has in the language, -1 for NONE."""
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


@kernel
def site_of_type(s: Arrays, number: int, which: int) -> int:
    """Return the site of a number of a type; numbers behind the board are of hands."""
    first = int64(s.plane.types[which])
    if 0 <= number < int64(s.plane.types[which + 1]) - first:
        return s.kit.held + 1 + first + number
    held = number - s.plane.behind
    return held + 1 if 0 <= held < s.kit.held else NONE


@kernel
def number_of_type(s: Arrays, site: int) -> int:
    """Return the number that a site has within its type, -1 for NONE."""
    if site == NONE:
        return -1
    if site <= s.kit.held:
        return s.plane.behind + site - 1
    number = site - 1 - s.kit.held
    first = 0
    for which in range(1, s.plane.types.shape[0] - 1):
        if number >= s.plane.types[which]:
            first = int64(s.plane.types[which])
    return number - first


@kernel
def is_of_type(s: Arrays, site: int, which: int) -> bool:
    """Return True if a site is on the board and of a type."""
    number = site - 1 - s.kit.held
    return bool(
        site > s.kit.held and s.plane.types[which] <= number and number < s.plane.types[which + 1]
    )


@making
def row_by_row(s: Arrays) -> Ints:
    """Return the present sites in the order of rows, from the bottom, left to right."""
    count = int64(s.n[COUNT])
    height = np.empty(count + 1, np.int64)
    breadth = np.empty(count + 1, np.int64)
    for a in range(s.kit.held + 1):
        height[a] = -(2**62)
        breadth[a] = -(2**62)
    for a in range(s.kit.held + 1, count + 1):
        i, j, k = split(s, int64(s.code[a]))
        height[a] = s.plane.height[0] * i + s.plane.height[1] * j + s.plane.height[2 + k]
        breadth[a] = s.plane.breadth[0] * i + s.plane.breadth[1] * j + s.plane.breadth[2 + k]
    # By row and then from left to right: the second order keeps the first among equals.
    order = np.argsort(breadth, kind="mergesort")
    return order[np.argsort(height[order], kind="mergesort")]


@making
def reorder(s: Arrays, order: Ints) -> Ints:
    """Make site ``order[n]`` site n everywhere; return the new number of each site."""
    slots = s.plane.slots
    count = order.shape[0] - 1
    index = np.empty(count + 1, np.int64)
    for a in range(count + 1):
        index[order[a]] = a
    for a in range(s.kit.held + 1, count + 1):
        s.table[s.spot[a]] = index[a]
    permute(s.code, order)
    permute(s.spot, order)
    permute(s.kind, order)
    permute(s.what, order)
    permute(s.who, order)
    permute(s.neighbours, order)
    permute(s.seen, order)
    for f in range(s.sites.fields):
        permute(s.fields[f], order)
    if s.sites.levels > 0:
        for row in range(s.under.shape[0]):
            permute(s.under[row], order)
    if s.segments.segments > 0:
        renumber_segments(s, order, index)
    steps = s.step[: (count + 1) * slots].copy()
    for a in range(1, count + 1):
        for t in range(slots):
            s.step[a * slots + t] = index[steps[order[a] * slots + t]]
    for a in range(s.kept.lists):
        permute(s.where[a], order)
        for m in range(s.size[a]):
            s.legal[a, m] = index[s.legal[a, m]]
    for ply in range(s.n[PLIES]):
        for end in range(1, 3):
            s.history[ply, end] = index[s.history[ply, end]]
    for m in range(s.begun.shape[0]):
        s.begun[m, 1] = index[s.begun[m, 1]]
    s.n[LAST] = index[s.n[LAST]]
    s.n[FROM] = index[s.n[FROM]]
    return index


@making
def renumber_segments(s: Arrays, order: Ints, index: Ints) -> None:
    """Make site ``order[n]`` site n in joined segments; `index` has the new numbers."""
    for row in range(s.joined.shape[0]):
        permute(s.joined[row], order)
    # The first rows name segments: parents in a set, and the members of a circle.
    for row in range(2 * s.segments.segments):
        for site in range(order.shape[0]):
            segment = int64(s.joined[row, site])
            other = segment // s.segments.segments
            if segment != 0 and other < order.shape[0]:
                s.joined[row, site] = (
                    index[other] * s.segments.segments + segment % s.segments.segments
                )


@making
def permute(values: Ints, order: Ints) -> None:
    """Put the value of ``order[n]`` in place n."""
    old = values[: order.shape[0]].copy()
    for a in range(order.shape[0]):
        values[a] = old[order[a]]


@kernel
def is_before(s: Arrays, rows: Ints, a: int, b: int) -> bool:
    """Return True if a found move comes before another: by rule, then by places in the plane."""
    if rows[a, 0] != rows[b, 0]:
        return bool(rows[a, 0] < rows[b, 0])
    for end in range(1, 3):
        one, other = int64(rows[a, end]), int64(rows[b, end])
        if one != other:
            if one <= s.kit.held or other <= s.kit.held:
                return one < other
            return int64(s.code[one]) < int64(s.code[other])
    for column in range(NAMED, NAMED + s.rules.bound):
        if rows[a, column] != rows[b, column]:
            return bool(rows[a, column] < rows[b, column])
    return False


@kernel
def copy_found(s: Arrays, source: Ints, row: int, target: Ints, to: int) -> None:
    """Copy a found move."""
    for column in range(NAMED + s.rules.bound):
        target[to, column] = source[row, column]


@routine
def merge_runs(s: Arrays, source: Ints, target: Ints, count: int, width: int) -> None:
    """Merge runs of `width` found moves that are in order, two by two."""
    for first in range(0, count, 2 * width):
        left, middle = first, min(first + width, count)
        right, end = middle, min(first + 2 * width, count)
        for to in range(first, end):
            if right == end or (left < middle and not is_before(s, source, right, left)):
                copy_found(s, source, left, target, to)
                left += 1
            else:
                copy_found(s, source, right, target, to)
                right += 1


@kernel
def arranged(s: Arrays, count: int) -> int:
    """Sort the found moves, drop equal ones, and count them (merging: Knuth, TAOCP 5.2.4)."""
    if count > s.found.shape[0] or count < 2:
        return count
    width = 1
    while width < count:
        merge_runs(s, s.found, s.merged, count, width)
        merge_runs(s, s.merged, s.found, count, 2 * width)
        width *= 4
    kept = 1
    for row in range(1, count):
        if is_before(s, s.found, kept - 1, row):
            if kept < row:
                copy_found(s, s.found, row, s.found, kept)
            kept += 1
    return kept
