"""Actions as rows of whole numbers: what they make of a content, and why they cannot be made."""

from boardless.state.sites import Ground
from boardless.state.terms import packed
from boardless.topo.kernels.arrays import Ints
from boardless.topo.kernels.jit import jit
from boardless.topo.kernels.lookup import GONE

#: Actions. PUT writes a whole content; only undo records and first positions have it.
PUT, ADD, REMOVE, SET_COUNT, SET_STATE, SET_MOVER = 0, 1, 2, 3, 4, 5
CELL = 0

#: Why an action cannot be made.
(
    OUT_OF_TURN, NO_ACTION, NO_CONTAINER, NO_TYPE, NO_LEVEL, NO_SITE, NO_COMPONENT, OCCUPIED,
    VACANT, OTHER, NO_COUNT, NO_STATE, NO_PLAYER,
) = range(1, 14)  # fmt: skip

MAX_COUNT = 65_535
MAX_STATE = 255


@jit
def misplaced(ground: Ground, row: Ints) -> int:
    """Return why an action's location does not exist, or 0."""
    if row[1] < 0 or row[1] >= ground.sizes.shape[0]:
        return NO_CONTAINER
    if row[2] != CELL:
        return NO_TYPE
    if row[3] < 0 or row[3] >= ground.sizes[row[1]]:
        return NO_SITE
    if row[1] == 0 and ground.keys[row[3], 2] == GONE:
        return NO_SITE
    if row[4] != 0:
        return NO_LEVEL
    return 0


@jit
def changed(ground: Ground, row: Ints, content: int) -> int:
    """Return what becomes of a content, or minus the reason why the action cannot be made."""
    action, value = int(row[0]), int(row[5])
    what, who = content & 255, content >> 8 & 255
    count, state = content >> 16 & MAX_COUNT, content >> 32
    if action in (ADD, REMOVE):
        if value < 1 or value >= ground.owners.shape[0]:
            return -NO_COMPONENT
    elif action not in (SET_COUNT, SET_STATE):
        return -NO_ACTION
    if action == ADD:
        # A hand holds several pieces of a component on a site; a cell of the board one.
        if what != 0 and (row[1] == 0 or what != value):
            return -OCCUPIED
        if count == MAX_COUNT:
            return -NO_COUNT
        return packed(value, int(ground.owners[value]), count + 1, state)
    if what == 0:
        return -VACANT
    if action == REMOVE:
        if what != value:
            return -OTHER
        return 0 if count == 1 else packed(what, who, count - 1, state)
    if action == SET_COUNT:
        if value < 1 or value > MAX_COUNT:
            return -NO_COUNT
        return packed(what, who, value, state)
    if value < 0 or value > MAX_STATE:
        return -NO_STATE
    return packed(what, who, count, value)
