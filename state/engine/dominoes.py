"""Dominoes of two by four squares: the line of play, what meets what, and those that are left.

`places`, `covers`, `parts` and `sites` say which squares a domino covers (see `covers`): the first
four have its first number and the others its second one, as `pips` says, twice for each component.
`beside` has the squares north, east, south and west of each.
"""

from boardless.state.engine.arrays import COUNT, NONE, Arrays
from boardless.state.engine.covers import part_at, way_at
from boardless.state.engine.runtime import kernel, routine, whole
from boardless.topo.kernels.arrays import Ints


@kernel
def pips_on(s: Arrays, pips: Ints, site: int) -> int:
    """Return the number on a square of a domino."""
    return whole(pips[2 * whole(s.what[site]) + int(part_at(s, site) > 3)])


@routine
def lead_on(
    s: Arrays, row: int, beside: Ints, first: int, second: int, heading: int, sides: int
) -> None:
    """Mark the free squares straight on from two in a row of ``s.aside``.

    Also one beside the first step of each, to the left of the first square for -1 and to its right
    for 1 as `sides` says; none for 0.
    """
    a, b = first, second
    for far in range(4):
        a, b = whole(beside[4 * a + heading]), whole(beside[4 * b + heading])
        if far == 0 and (beside[4 * a + heading] == NONE or beside[4 * b + heading] == NONE):
            return
        if a == NONE or b == NONE or s.what[a] != 0 or s.what[b] != 0:
            return
        s.aside[row, a] = 1
        s.aside[row, b] = 1
        if far == 0 and sides != 0:
            left = whole(beside[4 * a + (heading + sides) % 4])
            right = whole(beside[4 * b + (heading - sides) % 4])
            if s.what[left] == 0:
                s.aside[row, left] = 1
            if s.what[right] == 0:
                s.aside[row, right] = 1


@routine
def line_of_play(
    s: Arrays, row: int, covers: Ints, places: Ints, parts: int, sites: int, pips: Ints,
    beside: Ints, centre: int,
) -> None:  # fmt: skip
    """Mark the squares of the line of play in a row of ``s.aside``."""
    for site in range(s.n[COUNT] + 1):
        s.aside[row, site] = 0
    laid = False
    for site in range(s.t.held + 1, s.n[COUNT] + 1):
        what = whole(s.what[site])
        if what == 0 or part_at(s, site) != 0:
            continue
        laid = True
        way = way_at(s, site)
        at = whole(places[what]) + (way * sites + site - s.t.held) * parts
        ends = covers[at : at + parts]
        lead_on(s, row, beside, whole(ends[0]), whole(ends[1]), (way + 3) % 4, -1)
        lead_on(s, row, beside, whole(ends[7]), whole(ends[6]), (way + 1) % 4, 1)
        if pips[2 * what] == pips[2 * what + 1]:
            lead_on(s, row, beside, whole(ends[2]), whole(ends[5]), way % 4, 0)
            lead_on(s, row, beside, whole(ends[3]), whole(ends[4]), (way + 2) % 4, 0)
    if not laid:
        s.aside[row, centre] = 1
    # What leads off the board leads nowhere.
    s.aside[row, NONE] = 0


@kernel
def in_line(s: Arrays, row: int, site: int, beside: Ints) -> tuple[int, bool]:
    """Count the other marked squares in line with one; tell whether the last is of its domino."""
    count, same = 0, False
    for heading in range(4):
        other = whole(beside[4 * site + heading])
        while other != NONE:
            if s.aside[row, other] != 0:
                count += 1
                same = bool(s.what[other] == s.what[site])
            other = whole(beside[4 * other + heading])
    return count, same


@routine
def is_matching(
    s: Arrays, row: int, site: int, covers: Ints, places: Ints, parts: int, sites: int, pips: Ints,
    beside: Ints,
) -> bool:  # fmt: skip
    """Tell whether the domino on a square fits; squares beside it are marked in ``s.aside``."""
    what = whole(s.what[site])
    if what == 0:
        return True
    dominoes = 0
    for each in range(s.n[COUNT] + 1):
        s.aside[row, each] = 0
        first = each > s.t.held and s.what[each] != 0 and part_at(s, each) == 0
        dominoes += int(first)
    at = whole(places[what]) + (way_at(s, site) * sites + site - s.t.held) * parts
    for n in range(at, at + parts):
        for heading in range(4):
            to = whole(beside[4 * whole(covers[n]) + heading])
            if s.what[to] == 0 or s.what[to] == what:
                continue
            if pips_on(s, pips, to) != pips_on(s, pips, whole(covers[n])):
                return False
            s.aside[row, to] = 1
    if dominoes == 1:
        return True
    matches = False
    for n in range(at, at + parts):
        for heading in range(4):
            to = whole(beside[4 * whole(covers[n]) + heading])
            if s.aside[row, to] != 0:
                count, same = in_line(s, row, to, beside)
                if count > 1:
                    return False
                if count == 1:
                    matches = same
    return matches


@routine
def dominoes_left(s: Arrays, row: int, ways: Ints) -> int:
    """Count the dominoes that are nowhere; all others are marked in a row of ``s.aside``."""
    for what in range(ways.shape[0]):
        s.aside[row, what] = int(ways[what] == 0)
    for site in range(1, s.n[COUNT] + 1):
        s.aside[row, whole(s.what[site])] = 1
    left = 0
    for what in range(ways.shape[0]):
        left += int(s.aside[row, what] == 0)
    return left


@routine
def left_domino(s: Arrays, row: int, number: int) -> int:
    """Return one of the dominoes that `dominoes_left` has not marked."""
    what = 0
    while s.aside[row, what] != 0 or number > 0:
        number -= int(s.aside[row, what] == 0)
        what += 1
    return what
