"""Observations: the view of a player on a state."""

from dataclasses import dataclass, fields

import numpy as np

from boardless.jit.arrays import Bools, Ints
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.entries import Kernels

#: Stands for what a player does not see.
UNSEEN = -1


@dataclass(frozen=True)
class Observation:
    """The view of a player on a state; states with equal ones are indistinguishable.

    Every tuple has an entry for each site of the board and then of the hands, -1 for what is
    hidden from the player, else 0 where nothing lies.

    Attributes
    ----------
    player, mover : int
        Who looks, and whose turn it is.
    what, who : tuple of int
        The component on each site, and its owner.
    state, count, rotation, value : tuple of int
        Its local state, how many pieces there are, how far they are turned, and their value.
    """

    player: int
    mover: int
    what: tuple[int, ...]
    who: tuple[int, ...]
    state: tuple[int, ...]
    count: tuple[int, ...]
    rotation: tuple[int, ...]
    value: tuple[int, ...]

    def __repr__(self) -> str:
        filled = sum(what > 0 for what in self.what)
        sites = f"{filled} of {len(self.what)} sites filled, {len(self.hidden)} hidden"
        return f"<Observation of player {self.player}, player {self.mover} to move, {sites}>"

    @property
    def hidden(self) -> tuple[int, ...]:
        """The places in the tuples of the sites of which the player does not see everything."""
        parts = [getattr(self, field.name) for field in fields(self)[2:]]
        return tuple(n for n, seen in enumerate(zip(*parts, strict=True)) if UNSEEN in seen)


def observe(arrays: Arrays, kernels: Kernels, player: int, mover: int) -> Observation:
    """Return what a player sees of the arrays of a game."""
    return Observation(player, mover, *map(tuple, numbers_seen(arrays, kernels, player).tolist()))


def numbers_seen(arrays: Arrays, kernels: Kernels, player: int) -> Ints:
    """Return the tuples of an `Observation` as rows, (6, sites); player 0 sees everything."""
    held, end = int(kernels.HELD), int(arrays.n[kernels.COUNT]) + 1
    sites = np.r_[held + 1 : end, 1 : held + 1]
    what = arrays.what[sites].astype(np.int64)

    def number(field: int, otherwise: Ints) -> Ints:
        found: Ints = arrays.fields[field, sites].astype(np.int64) if field >= 0 else otherwise
        return found

    def is_hidden(field: int) -> Bools:
        bits = number(field, nothing)
        return np.asarray(bits >> (player - 1) & 1 != 0) if player else bits < 0

    nothing, one = np.zeros_like(what), (what != 0).astype(np.int64)
    counts = number(kernels.COUNTS, one)
    if not kernels.COUNTED:
        # Only hands count then.
        counts[: end - held - 1] = one[: end - held - 1]
    seen = np.stack(
        (
            what,
            arrays.who[sites].astype(np.int64),
            number(kernels.STATES, nothing),
            counts,
            number(kernels.ROTATIONS, nothing),
            number(kernels.VALUES, nothing),
        )
    )
    for n in range(int(kernels.VEILED)):
        seen[n, is_hidden(int(kernels.VEILS) + n)] = UNSEEN
    seen[:, is_hidden(int(kernels.HIDDEN))] = UNSEEN
    return seen
