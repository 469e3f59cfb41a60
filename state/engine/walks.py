"""Straight walks of the rules of games with effects, a step at a time."""

from boardless.state.engine.arrays import NAMED, NONE, Arrays
from boardless.state.engine.runtime import kernel, whole
from boardless.topo.kernels.arrays import Ints

#: Stands for no slot in tables of slots.
NO_SLOT = 255


@kernel
def onward(s: Arrays, turns: Ints, start: int, site: int, slot: int) -> tuple[int, int]:
    """Return where a walk leads from a site that it leaves by a slot, and its slot there.

    The site is NONE where the walk is at its end; one round a circle ends where it began. `turns`
    has the next slot for each prototile and slot.
    """
    if slot == NO_SLOT:
        return NONE, slot
    to = whole(s.step[site * s.t.slots + slot])
    return (NONE if to == start else to), whole(turns[whole(s.kind[site]) * s.t.slots + slot])


@kernel
def write_found(s: Arrays, count: int, rule: int, origin: int, to: int) -> None:
    """Write a legal move down after `count` others, if there is room."""
    if count < s.found.shape[0]:
        s.found[count, 0] = rule
        s.found[count, 1] = origin
        s.found[count, 2] = to


@kernel
def name_found(s: Arrays, count: int, which: int, value: int) -> None:
    """Write down one of the numbers that a legal move carries."""
    if count < s.found.shape[0]:
        s.found[count, NAMED + which] = value
