"""Moves: lists of actions, and actions as flat rows of whole numbers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from typing import NamedTuple

import numpy as np

from boardless.state.actions import ADD, CELL, REMOVE, SET_COUNT, SET_MOVER, SET_STATE
from boardless.state.move_text import actions_text
from boardless.topo import InputError, Key
from boardless.topo.kernels.arrays import Bools, Ints

#: What an action is called in trials, and its number in a row.
ACTIONS = {
    "add": ADD,
    "remove": REMOVE,
    "set count": SET_COUNT,
    "set state": SET_STATE,
    "set mover": SET_MOVER,
}

#: Numbers in a row: action, container, site type, site, level, value; and where the site is.
ROW = 6
SITE = 3

#: The container of the board; hands are 1, 2, ...
BOARD = 0


class Location(NamedTuple):
    """Where something lies: a container and one of its sites, counted from 0 in each.

    On the board, the site may be given as the lattice key relative to the anchor.
    """

    container: int
    site: int | Key


class Action(NamedTuple):
    """One change of the state.

    Attributes
    ----------
    kind : int
        ADD puts one piece of component `value`, REMOVE takes one away, SET_COUNT and SET_STATE
        change the count and the local state of what lies there, SET_MOVER says who moves next
        (container and site are 0).
    container : int
        0 for the board, then the hands.
    site : int or (i, j, k)
        A site of the container; a cell of the board may also be given by its lattice key relative
        to the anchor, which does not depend on the technique.
    value : int
        A component, a count, a state or a player.
    type : int
        CELL; vertices and edges have no pieces yet.
    level : int
        0; there are no stacks yet.
    """

    kind: int
    container: int
    site: int | Key
    value: int
    type: int = CELL
    level: int = 0


@dataclass(frozen=True)
class Move:
    """What a player does in a turn.

    Parameters
    ----------
    mover : int
        The player.
    actions : tuple of Action
        What happens, in order. Unless one of them sets the mover, the next player moves next.
    """

    mover: int
    actions: tuple[Action, ...]

    @classmethod
    def add(cls, mover: int, component: int, site: int | Key) -> "Move":
        """Return the move that puts a piece on a cell of the board."""
        return cls(mover, (Action(ADD, BOARD, site, component),))

    @classmethod
    def transfer(cls, mover: int, component: int, source: Location, target: Location) -> "Move":
        """Return the move that takes a piece from one place to another."""
        return cls(mover, (Action(REMOVE, *source, component), Action(ADD, *target, component)))

    def __str__(self) -> str:
        return actions_text(self.actions)

    @property
    def cell(self) -> Key | None:
        """The cell on which the last piece is put, by lattice key; None where there is none."""
        to = self.to
        return to.site if to is not None and isinstance(to.site, tuple) else None

    @property
    def from_(self) -> Location | None:
        """Where the first piece that is taken away lay; None if there is none."""
        return next(self._where(REMOVE), None)

    @property
    def to(self) -> Location | None:
        """Where the last piece that is put down lies; None if there is none."""
        return next(reversed(list(self._where(ADD))), None)

    def _where(self, kind: int) -> Iterator[Location]:
        return (Location(a.container, a.site) for a in self.actions if a.kind == kind)


def rows_of(actions: Iterable[Action]) -> Ints:
    """Return actions as rows, int64, shape ``(n, 6)``; their sites are numbers.

    Raises
    ------
    InputError
        If something in them is no whole number, or too large.
    """
    listed = list(actions)
    try:
        numbers = [
            [index(n) for n in (a.kind, a.container, a.type, a.site, a.level, a.value)]  # type: ignore[arg-type]
            for a in listed
        ]
        return np.array(numbers, dtype=np.int64).reshape(-1, ROW)
    except (AttributeError, OverflowError, TypeError):
        raise InputError(f"actions {listed!r}: give whole numbers of 64 bits") from None


def whole_mover(move: Move) -> int:
    """Return who makes a move, as a plain number.

    Raises
    ------
    InputError
        If that is no whole number, or too large.
    """
    try:
        return int(np.array(index(move.mover), dtype=np.int64))
    except (OverflowError, TypeError):
        raise InputError(f"player {move.mover!r}: give a whole number of 64 bits") from None


def on_board(rows: Ints) -> Bools:
    """Tell which rows, shape ``(n, 6)``, name a site of the board."""
    return np.asarray((rows[:, 1] == BOARD) & (rows[:, 0] != SET_MOVER))


def on_cell(action: Action) -> bool:
    """Tell whether an action names a cell of the board."""
    return action.container == BOARD and action.kind != SET_MOVER


def actions_of(rows: Ints) -> tuple[Action, ...]:
    """Return rows of shape ``(n, 6)`` as actions."""
    return tuple(
        Action(kind, container, site, value, kind_of_site, level)
        for kind, container, kind_of_site, site, level, value in rows.tolist()
    )
