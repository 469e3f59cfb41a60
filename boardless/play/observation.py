"""Observations: the view of a player on a state."""

from dataclasses import dataclass, fields

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.entries import Kernels

#: Stands for what a player does not see.
UNSEEN = -1
#: The bits of all rows of what a player sees, and of each.
ALL = 2**6 - 1
_BITS = 1 << np.arange(6)[:, None]


@dataclass(frozen=True)
class Observation:
    """The view of a player on a state; states with equal ones are indistinguishable.

    Every tuple has an entry for each site of the board and then of the hands: -1 if it is hidden
    from the player, 0 on an empty site.

    Attributes
    ----------
    player, mover : int
        The observing player, and the next player to move.
    what, who : tuple of int
        The component on each site, and its owner.
    state, count, rotation, value : tuple of int
        Its local state, the number of pieces, their rotation, and their value.
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
        """The indices of the sites in the tuples that hide something from the player."""
        parts = [getattr(self, field.name) for field in fields(self)[2:]]
        return tuple(n for n, seen in enumerate(zip(*parts, strict=True)) if UNSEEN in seen)


def observe(arrays: Arrays, kernels: Kernels, player: int, mover: int) -> Observation:
    """Return the view of a player of the arrays of a game."""
    return Observation(player, mover, *map(tuple, numbers_seen(arrays, kernels, player).tolist()))


def numbers_seen(arrays: Arrays, kernels: Kernels, player: int) -> Ints:
    """Return the tuples of an `Observation` as rows, (6, sites); player 0 sees everything."""
    parts = (kernels.STATES, kernels.COUNTS, kernels.ROTATIONS, kernels.VALUES)
    rows = (arrays.what, arrays.who, *(arrays.fields[n] if n >= 0 else None for n in parts))
    held, count = int(kernels.HELD), int(arrays.n[kernels.COUNT])
    seen = np.zeros((len(rows), count), np.int64)
    for row, numbers in zip(seen, rows, strict=True):
        if numbers is not None:
            row[:] = _of_sites(numbers, held, count)
    if not kernels.COUNTED:
        # Only hands count then.
        counted = None if kernels.COUNTS < 0 else count - held
        seen[3, :counted] = seen[0, :counted] != 0
    hidden = unseen(arrays, kernels, (1 << player) >> 1)
    if hidden.any():
        seen[hidden & _BITS != 0] = UNSEEN
    return seen


def unseen(arrays: Arrays, kernels: Kernels, eyes: int) -> Ints:
    """Return for each site the data that some of several players do not see.

    Players are bits, and so are the rows of `numbers_seen`.
    """
    held, count = int(kernels.HELD), int(arrays.n[kernels.COUNT])
    bits = np.zeros(count, np.int64)
    rows = [(kernels.VEILS + n, 1 << n) for n in range(kernels.VEILED)]
    for field, parts in (*rows, (kernels.HIDDEN, ALL)) if eyes else ():
        if field >= 0:
            bits[_of_sites(arrays.fields[field], held, count) & eyes != 0] |= parts
    return bits


def _of_sites(numbers: Ints, held: int, count: int) -> Ints:
    """Return a number of each site: first of the board, then of hands."""
    return np.concatenate((numbers[held + 1 : count + 1], numbers[1 : held + 1]))
