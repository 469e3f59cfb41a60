"""The sliding rule: steps of a piece along others and over them; the one-hive rule: cut cells.

A step goes between the two sites that touch both of its ends: ``gates`` has their slots.
"""

from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import FILL, NONE, Arrays
from boardless.state.engine.cells import kind_of
from boardless.state.engine.levels import height

#: Targets of a step, as bits.
GROUND, TOP = 1, 2


@kernel
def standing(s: Arrays, site: int) -> int:
    """Return the number of pieces on a site."""
    return height(s, site) if s.what[site] != 0 else 0


@kernel
def may_step(s: Arrays, site: int, slot: int, wanted: int) -> bool:
    """Tell whether a lifted piece may step into a slot, onto GROUND or TOP as `wanted` has bits."""
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
    """Take the top of a site off for a while; return the argument of `set_back`."""
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
            to = int64(s.step[at * s.plane.slots + slot])
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
        to = int64(s.step[at * s.plane.slots + slot])
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
    """Tell whether a site is not on the walk so far."""
    new = True
    for n in range(level + 1):
        new = new and s.stack[n] != site
    return bool(new)


@routine
def is_cut(s: Arrays, site: int) -> bool:
    """Tell whether the pieces around a site hang together only by the one piece on it."""
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
            other = int64(s.step[at * s.plane.slots + slot])
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
