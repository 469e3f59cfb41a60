"""Connection: walks, groups of pieces, loops, and the sliding rule.

Groups of pieces of one owner are disjoint sets (union-find) if nothing leaves the board. Union is
by size (B. Galler, M. Fischer, An improved equivalence algorithm, 1964) without path compression,
so that the cost of undoing a union is the number of its changes.

The sliding rule moves a piece along others and over them; the one-hive rule looks for cut cells. A
step goes between the two sites that touch both of its ends: ``gates`` has their slots.
"""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import FILL, NAMED, NONE, POSITIVE, REACH, Arrays
from boardless.state.engine.cells import find, kind_of, neighbour, neighbour_at, touches
from boardless.state.engine.pieces import Note, height, note
from boardless.state.engine.tables import NOWHERE

#: Stands for no slot in tables of slots.
NO_SLOT = 255


@kernel
def onward(s: Arrays, turns: Ints, start: int, site: int, slot: int) -> tuple[int, int]:
    """Return the next site of a walk and its slot there; NONE at its end or back at `start`."""
    if slot == NO_SLOT:
        return NONE, slot
    to = neighbour(s, site, slot)
    kind = kind_of(s, site)
    return (NONE if to == start else to), int64(turns[kind * s.plane.slots + slot])


@kernel
def next_on_path(paths: Ints, place: int) -> tuple[int, int]:
    """Return the site at a place of a board's paths, NONE behind the last, and the next place.

    A walk that has come to an end goes no further.
    """
    # No index is checked for counting from the end.
    return int64(paths[place & POSITIVE]), place + 1


@routine
def over_gap(s: Arrays, turns: Ints, site: int, slot: int) -> tuple[int, int, int]:
    """Return the first cell ahead behind missing ones, or NONE, its next slot, and the gap."""
    code, kind = int64(s.code[site]), int64(s.kind[site])
    for gap in range(s.plane.kinds * (2 * int64(s.n[REACH]) + 1)):
        row = kind * s.plane.slots + slot
        if slot == NO_SLOT or s.plane.delta[row] == NOWHERE:
            break
        code += int64(s.plane.delta[row])
        kind, slot = int64(s.plane.kind[row]), int64(turns[row])
        to = find(s, code)
        if to != NONE:
            return to, slot, gap
    return NONE, NO_SLOT, 0


@kernel
def write_found(s: Arrays, count: int, rule: int, origin: int, to: int) -> None:
    """Write a legal move down after `count` others, if there is room."""
    if count < s.found.shape[0]:
        s.found[count, 0] = rule
        s.found[count, 1] = origin
        s.found[count, 2] = to
        if s.sites.hidden >= 0 or s.cards.first_card > 0:
            # Numbers left by other moves may come from data that a player does not see, and would
            # distinguish moves with the same cards.
            for column in range(NAMED, NAMED + s.rules.bound):
                s.found[count, column] = 0


@kernel
def name_found(s: Arrays, count: int, which: int, value: int) -> None:
    """Write down one of the numbers that a legal move carries."""
    if count < s.found.shape[0]:
        s.found[count, NAMED + which] = value


# The rows of ``s.sets``: the site that leads on to the root of the set, NONE at the root; and at
# the root how many sites the set has, and a bit for each region of the owner that it meets.
LEADING, MEMBERS, MEETING = range(3)


@kernel
def set_root_row(s: Arrays, row: int, site: int, value: int) -> None:
    """Set a number of a site."""
    note(s, Note.UNITED, row, site, int64(s.sets[row, site]))
    s.sets[row, site] = value


@kernel
def root_of(s: Arrays, site: int) -> int:
    """Return the root of the set (union-find) of an occupied site."""
    root = site
    while s.sets[LEADING, root] != NONE:
        root = int64(s.sets[LEADING, root])
    return root


@kernel
def unite_neighbours(s: Arrays, site: int) -> None:
    """Unite the new piece on a site with the neighbours of its owner."""
    owner = int64(s.who[site])
    set_root_row(s, LEADING, site, NONE)
    set_root_row(s, MEMBERS, site, 1)
    set_root_row(s, MEETING, site, meets(s, owner, site))
    kind = kind_of(s, site)
    root = site
    for t in range(s.plane.slots):
        other = neighbour(s, site, t)
        if other != NONE and touches(s, kind, t) and s.who[other] == owner:
            beyond = root_of(s, other)
            if beyond != root:
                root = united(s, root, beyond)


@kernel
def united(s: Arrays, a: int, b: int) -> int:
    """Unite two sets, by their roots; return the new root."""
    if s.sets[MEMBERS, a] < s.sets[MEMBERS, b]:
        a, b = b, a
    set_root_row(s, LEADING, b, a)
    set_root_row(s, MEMBERS, a, int64(s.sets[MEMBERS, a]) + int64(s.sets[MEMBERS, b]))
    set_root_row(s, MEETING, a, int64(s.sets[MEETING, a]) | int64(s.sets[MEETING, b]))
    return a


@kernel
def meets(s: Arrays, player: int, site: int) -> int:
    """Return a bit for each region of a player that a site is in."""
    return int64(s.kept.regions[player * s.kept.sets + site])


@kernel
def regions_met(s: Arrays, player: int, site: int) -> int:
    """Return a bit for each region of a player that the site's group meets, or a foreign site."""
    if s.who[site] != player:
        return meets(s, player, site)
    return int64(s.sets[MEETING, root_of(s, site)])


@kernel
def is_shut_in(s: Arrays, site: int, mover: int, surround: int, first: int) -> bool:
    """Return True if the mover surrounds a group not met since fill `first`."""
    fill = int64(s.n[FILL]) + 1
    s.n[FILL] = fill
    s.stack[0] = site
    s.seen[site] = fill
    n = 1
    while n > 0:
        n -= 1
        at = int64(s.stack[n])
        for side in range(s.plane.sides):
            other = neighbour_at(s, at, side)
            owner = int64(s.who[other])
            if owner == surround:
                if s.seen[other] != fill:
                    if s.seen[other] > first:
                        return False
                    s.seen[other] = fill
                    s.stack[n] = other
                    n += 1
            elif owner != mover:
                return False
    return True


@kernel
def is_loop(s: Arrays, last: int, mover: int, surround: int) -> bool:
    """Return True if the mover shuts in a group of a player next to the last move."""
    if last == NONE:
        return False
    first = int64(s.n[FILL])
    kind = kind_of(s, last)
    for t in range(s.plane.slots):
        other = neighbour(s, last, t)
        if (
            s.who[other] == surround
            and touches(s, kind, t)
            and s.seen[other] <= first
            and is_shut_in(s, other, mover, surround, first)
        ):
            return True
    return False


#: Targets of a step, as bits.
GROUND, TOP = 1, 2


@kernel
def standing(s: Arrays, site: int) -> int:
    """Return the number of pieces on a site."""
    return height(s, site) if s.what[site] != 0 else 0


@kernel
def may_step(s: Arrays, site: int, slot: int, wanted: int) -> bool:
    """Return True if a lifted piece may step into a slot, onto GROUND or TOP by `wanted`."""
    row = site * s.plane.slots
    to = int64(s.step[row + slot])
    if to == NONE:
        return False
    above = standing(s, to)
    if wanted & (GROUND if above == 0 else TOP) == 0:
        return False
    gate = 2 * (kind_of(s, site) * s.plane.slots + slot)
    left = int64(s.step[row + int64(s.plane.gates[gate])])
    right = int64(s.step[row + int64(s.plane.gates[gate + 1])])
    below = standing(s, site)
    if below == 0 and above == 0:
        return bool((s.what[left] == 0) != (s.what[right] == 0))
    return min(standing(s, left), standing(s, right)) <= max(below, above)


@kernel
def lift_off(s: Arrays, site: int) -> int:
    """Take the top of a site off temporarily; return the argument of `set_back`."""
    what = int64(s.what[site])
    if s.sites.levels > 0:
        s.under[0, site] -= 1
        if s.under[0, site] > 0:
            return what
    s.what[site] = 0
    return what


@kernel
def set_back(s: Arrays, site: int, what: int) -> None:
    """Put the top of a site back after `lift_off`."""
    if s.sites.levels > 0:
        s.under[0, site] += 1
    s.what[site] = what


@routine
def slides_from(s: Arrays, origin: int, wanted: int, sites: int, marks: int, mark: int) -> int:
    """List the sites that slides reach in row `sites` of ``s.scratch``; return their number."""
    what = lift_off(s, origin)
    s.scratch[marks, origin] = mark
    count = 0
    at = origin
    n = 0
    while True:
        for slot in range(s.plane.slots):
            to = neighbour(s, at, slot)
            if s.scratch[marks, to] != mark and may_step(s, at, slot, wanted):
                s.scratch[marks, to] = mark
                s.scratch[sites, count] = to
                count += 1
        if n == count:
            break
        at = int64(s.scratch[sites, n])
        n += 1
    s.scratch[marks, origin] = 0
    set_back(s, origin, what)
    return count


@routine
def walked(
    s: Arrays, origin: int, ways: int, steps: int, over: int, allowed: int,
    sites: int, marks: int, mark: int,
) -> int:  # fmt: skip
    """List the sites that `steps` steps reach, no site twice, as `slides_from` does.

    `ways` has two bits a step, the first one lowest, as `may_step`; steps before the last keep to
    sites with the mark `allowed` in row `over` of ``s.scratch``, -1 for all.
    """
    what = lift_off(s, origin)
    count = 0
    level = 0
    s.stack[0] = origin
    s.stack[steps] = 0
    while level >= 0:
        slot = int64(s.stack[steps + level])
        if slot == s.plane.slots:
            level -= 1
            continue
        s.stack[steps + level] = slot + 1
        at = int64(s.stack[level])
        if not may_step(s, at, slot, ways >> (2 * level) & 3):
            continue
        to = neighbour(s, at, slot)
        if level == steps - 1:
            if s.scratch[marks, to] != mark and is_new(s, to, level):
                s.scratch[marks, to] = mark
                s.scratch[sites, count] = to
                count += 1
        elif (over < 0 or s.scratch[over, to] == allowed) and is_new(s, to, level):
            level += 1
            s.stack[level] = to
            s.stack[steps + level] = 0
    set_back(s, origin, what)
    return count


@kernel
def is_new(s: Arrays, site: int, level: int) -> bool:
    """Return True if a site is not on the walk so far."""
    new = True
    for n in range(level + 1):
        new = new and s.stack[n] != site
    return bool(new)


@routine
def is_cut(s: Arrays, site: int) -> bool:
    """Return True if the pieces around a site are connected only by the single piece on it."""
    if standing(s, site) != 1:
        return False
    mark = int64(s.n[FILL]) + 1
    s.n[FILL] = mark
    first = NONE
    around = 0
    row = site * s.plane.slots
    for slot in range(s.plane.slots):
        other = int64(s.step[row + slot])
        if s.what[other] != 0:
            around += 1
            first = other
    if around < 2:
        return False
    s.seen[site] = mark
    s.seen[first] = mark
    s.stack[0] = first
    size = 1
    n = 0
    met = 1
    while n < size:
        at = int64(s.stack[n])
        n += 1
        for slot in range(s.plane.slots):
            other = neighbour(s, at, slot)
            if s.what[other] != 0 and s.seen[other] != mark:
                s.seen[other] = mark
                s.stack[size] = other
                size += 1
                for back in range(s.plane.slots):
                    if s.step[row + back] == other:
                        met += 1
                if met == around:
                    return False
    return True
