"""Straight walks of the rules of games with effects, a step at a time."""

from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import int64, kernel, routine
from boardless.state.engine.arrays import NAMED, NONE, POSITIVE, REACH, Arrays
from boardless.state.engine.cells import find, kind_of
from boardless.state.engine.tables import NOWHERE

#: Stands for no slot in tables of slots.
NO_SLOT = 255


@kernel
def onward(s: Arrays, turns: Ints, start: int, site: int, slot: int) -> tuple[int, int]:
    """Return the next site of a walk and its slot there; NONE at its end or back at `start`."""
    if slot == NO_SLOT:
        return NONE, slot
    to = int64(s.step[site * s.plane.slots + slot])
    kind = kind_of(s, site)
    return (NONE if to == start else to), int64(turns[kind * s.plane.slots + slot])


@kernel
def next_on_path(paths: Ints, place: int) -> tuple[int, int]:
    """Return the site at a place of the paths of a board, NONE behind the last, and the next place.

    Who has come to an end goes no further.
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
            # What other moves left there may come from what a player does not see, and would tell
            # moves with the same cards apart.
            for column in range(NAMED, NAMED + s.rules.bound):
                s.found[count, column] = 0


@kernel
def name_found(s: Arrays, count: int, which: int, value: int) -> None:
    """Write down one of the numbers that a legal move carries."""
    if count < s.found.shape[0]:
        s.found[count, NAMED + which] = value
