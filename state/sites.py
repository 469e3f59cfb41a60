"""What lies on the sites of all containers, and what is under them, as flat arrays for kernels."""

from typing import NamedTuple

import numpy as np

from boardless.topo.boards.key_table import enlarged
from boardless.topo.kernels.arrays import Ints
from boardless.topo.kernels.jit import jit

NONE = -1

#: Where the registers of a position lie in `Sites.registers`.
KEY, MOVER, PIECES, ANCHOR = 0, 1, 2, 3


class Sites(NamedTuple):
    """What lies where; R places have room, C components.

    Attributes
    ----------
    what, who, state, playable : uint8 arrays of shape (R,)
        Component (0 if none), its owner, its local state; 1 where a piece may be put.
    amount : uint16 array of shape (R,)
        How many pieces of the component: the chunk `count`, a name that tuples use already.
    following, previous : int32 arrays of shape (R,)
        The places of a component are a linked list; NONE at its ends.
    first : int32 array of shape (C + 1,)
        Where the list of a component begins.
    registers : int64 array of shape (4,)
        KEY, MOVER, PIECES (on the board) and ANCHOR (its site).
    """

    what: Ints
    who: Ints
    amount: Ints
    state: Ints
    playable: Ints
    following: Ints
    previous: Ints
    first: Ints
    registers: Ints


class Ground(NamedTuple):
    """What is under the pieces, for the kernels to read.

    Attributes
    ----------
    keys, step, relation
        The board's and the tiling's; see `topo.kernels.change_cells`.
    origin : int64 array of shape (2,)
        `i` and `j` of the anchor.
    offsets, sizes : int64 arrays, one number a container
        Its first place, and how many sites it has.
    owners : int64 array of shape (C + 1,)
        Who owns each component.
    players : int
        How many players there are.
    """

    keys: Ints
    step: Ints
    relation: Ints
    origin: Ints
    offsets: Ints
    sizes: Ints
    owners: Ints
    players: int


def blank_sites(places: int, components: int) -> Sites:
    """Return sites on which nothing lies, with room for so many places; entry 0 is no component."""
    return Sites(
        what=np.zeros(places, dtype=np.uint8),
        who=np.zeros(places, dtype=np.uint8),
        amount=np.zeros(places, dtype=np.uint16),
        state=np.zeros(places, dtype=np.uint8),
        playable=np.zeros(places, dtype=np.uint8),
        following=np.full(places, NONE, dtype=np.int32),
        previous=np.full(places, NONE, dtype=np.int32),
        first=np.full(components, NONE, dtype=np.int32),
        registers=np.zeros(4, dtype=np.int64),
    )


def with_room(sites: Sites, places: int) -> Sites:
    """Return the same sites with room for more places."""
    used = len(sites.what)
    per_place = sites._asdict()
    del per_place["first"], per_place["registers"]
    return sites._replace(**{n: enlarged(a, places, used) for n, a in per_place.items()})


@jit
def _moved(place: int, base: int, index: Ints) -> int:
    return int(place if place < base else base + index[place - base])


@jit
def renumber(old: Sites, new: Sites, base: int, index: Ints) -> None:
    """Copy a position to `new`, where site n of the board is ``index[n]``, or gone if NONE."""
    for place in range(base + index.shape[0]):
        to = _moved(place, base, index)
        if to < base and place >= base:
            continue
        new.what[to] = old.what[place]
        new.who[to] = old.who[place]
        new.amount[to] = old.amount[place]
        new.state[to] = old.state[place]
        new.playable[to] = old.playable[place]
        if old.what[place] != 0:
            new.following[to] = _moved(old.following[place], base, index)
            new.previous[to] = _moved(old.previous[place], base, index)
    for component in range(old.first.shape[0]):
        new.first[component] = _moved(old.first[component], base, index)
    new.registers[:] = old.registers
    new.registers[ANCHOR] = index[old.registers[ANCHOR]]
