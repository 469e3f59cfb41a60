"""The arrays of a game, and where they keep what."""

from typing import NamedTuple

import numpy as np

from boardless.games.compiler.template.constants import LISTS, PLAYERS, SLOTS
from boardless.topo.kernels.arrays import Ints

NONE = 0
#: Where a search in the table goes on: odd and far away, so that long rows do not queue up.
STRIDE = 457164679
POSITIVE = 0x7FFFFFFF
#: Answer of kernels for which the arrays are too small.
NEED_ROOM = -1
#: Winner while the game goes on.
OPEN = -1
#: How the board grows, and how the state follows (see `strategies.technique`). Where BY_RULE is
#: set, it grows by the rules instead.
FIXED, ZONE, CONTOUR = 0, 1, 2
APPEND, MAP, REPLAY = 0, 1, 2
#: What stands for site h of the hands among sites of the board: this and 1 + h.
HANDS = 2**31
#: Rules of moves that stand in no description.
PASS, SWAP = -1, -2

# Where `State.n` keeps what. Sites go up to COUNT; by the rules GONE of them are not on the board,
# and keep their numbers in case they come back.
COUNT, GONE, PLIES, MOVER, LAST, FROM, PASSES, FILL, GROWTH, UPDATE, SWAPPED, PHASE = range(12)
COUNTERS = PHASE + PLAYERS + 1


class State(NamedTuple):
    """The board and what stands on it."""

    n: Ints  # uint32 (COUNTERS,): see the names above
    table: Ints  # uint32, a power of two, at most half full: site by code, or NONE
    code: Ints  # int64 (room,)
    place: Ints  # uint32 (room,): where `table` holds the site
    kind: Ints  # uint8 (room,): prototile
    step: Ints  # uint32 (room * SLOTS,): the neighbour in each slot, or NONE
    what: Ints  # uint8 (room,): component, or 0
    who: Ints  # uint8 (room,): its owner
    near: Ints  # uint8 (room,): pieces on adjacent sites
    legal: Ints  # uint32 (LISTS, room): sites that a rule may go to
    where: Ints  # uint32 (LISTS, room): place in `legal` from 1, 0 for a site that is not there
    size: Ints  # uint32 (LISTS,): length of each list
    seen: Ints  # uint32 (room,): last flood fill that met the site
    stack: Ints  # uint32 (room,)
    hand: Ints  # int32 (hand sites + 1, 2): component and count
    held: Ints  # int32, the same at the start
    begun: Ints  # int32 (pieces, 2): component and site of what stands on the board at the start
    history: Ints  # int32 (plies, 3): rule, from and to of every move, in MAP and RE
    found: Ints  # int32 (room, 3): moves found by searching


def make(room: int, plies: int, held: Ints, begun: Ints) -> State:
    """Return arrays for up to `room` - 1 cells, a power of two, and `plies` moves.

    `held` and `begun` are what hands hold and what stands on the board at the start.
    """
    return State(
        n=np.zeros(COUNTERS, np.uint32),
        table=np.zeros(2 * room, np.uint32),
        code=np.zeros(room, np.int64),
        place=np.zeros(room, np.uint32),
        kind=np.zeros(room, np.uint8),
        step=np.zeros(room * SLOTS, np.uint32),
        what=np.zeros(room, np.uint8),
        who=np.zeros(room, np.uint8),
        near=np.zeros(room, np.uint8),
        legal=np.zeros((LISTS, room), np.uint32),
        where=np.zeros((LISTS, room), np.uint32),
        size=np.zeros(LISTS, np.uint32),
        seen=np.zeros(room, np.uint32),
        stack=np.zeros(room, np.uint32),
        hand=held.astype(np.int32),
        held=held.astype(np.int32),
        begun=begun.astype(np.int32),
        history=np.zeros((plies, 3), np.int32),
        found=np.zeros((room, 3), np.int32),
    )
