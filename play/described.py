"""Moves as lists of actions, those with effects named by what they do by themselves."""

from collections.abc import Callable
from typing import Any

from boardless.games import Game
from boardless.play.chance import Numbers
from boardless.play.piles import Piles
from boardless.play.room import check_room
from boardless.state import (
    ADD,
    REMOVE,
    SELECT,
    SET_COUNT,
    SET_MOVER,
    SET_ROTATION,
    SET_STATE,
    SET_VALUE,
    Action,
    Move,
)
from boardless.state.move import BOARD, Location


def actions_of(
    kernels: Any, arrays: Any, numbers: Numbers, place: Callable[[int], Location]
) -> tuple[Action, ...]:
    """Return what a legal move does by itself, as actions.

    Parameters
    ----------
    kernels, arrays : module, Arrays
        The game as it stands; it is the same afterwards.
    numbers : tuple of int
        The move.
    place : callable
        Gives the `Location` of a site of the arrays.
    """
    standing = arrays.what.copy()
    piles = Piles(arrays) if len(arrays.under) else None
    arrays.queue[0, kernels.NAMED : len(numbers)] = numbers[kernels.NAMED :]
    rows = int(kernels.act_for_now(arrays, *numbers[: kernels.NAMED]))
    log = arrays.log[:rows].tolist()
    kernels.undo(arrays)
    check_room(arrays, "a legal move")
    told = _Told(kernels, standing, place, piles)
    for row in log:
        told.add(row)
    if not told.actions:
        told.name(numbers[2])
    return tuple(told.actions)


def move_of(
    game: Game, kernels: Any, arrays: Any, numbers: Numbers, place: Callable[[int], Location]
) -> Move:
    """Return what a legal move of these numbers is in every technique; see `actions_of`."""
    mover, (rule, origin, site, *_) = int(arrays.n[kernels.MOVER]), numbers
    if rule == kernels.PASS:
        return Move(mover, ())
    if rule == kernels.SWAP:
        return Move(mover, (Action(SET_MOVER, BOARD, 0, mover),))
    if game.brief.effects:
        return Move(mover, actions_of(kernels, arrays, numbers, place))
    kind = game.brief.rules[rule]
    what = kind.component or int(arrays.what[origin])
    put = Action(ADD, *place(site), what)
    if kind.component or kind.copy:
        return Move(mover, (put,))
    return Move(mover, (Action(REMOVE, *place(origin), what), put))


class _Told:
    """Actions, one after another, with what stands where in between."""

    def __init__(self, kernels: Any, standing: Any, place: Any, piles: Piles | None) -> None:
        self.actions: list[Action] = []
        self._kernels, self._standing, self._place = kernels, standing, place
        self._piles = piles

    def add(self, row: list[int]) -> None:
        """Tell a row of the log."""
        k, (kind, a, b, c, *_) = self._kernels, row
        if self._piles is not None and kind in (k.STATE_SET, k.VALUE_SET):
            level = row[5] - 1 if row[5] else max(len(self._piles[a]) - 1, 0)
            self._act(SET_STATE if kind == k.STATE_SET else SET_VALUE, a, b, level)
        elif self._piles is not None and kind in k.PILED:
            for each in self._piles.changes(k, row):
                self._act(*each)
        elif kind == k.ADDED:
            self._put(a, b)
            if c > 1:
                self._act(SET_COUNT, a, c)
        elif kind in (k.MOVED, k.MOVED_SOME):
            what = int(self._standing[a])
            if self._standing[b]:
                self._take(b)
            self._take(a)
            self._put(b, what)
        elif kind == k.COPIED:
            what = int(self._standing[a])
            if self._standing[b]:
                self._take(b)
            self._put(b, what)
        elif kind == k.ROTATION_SET:
            self._act(SET_ROTATION, a, b)
        elif kind in (k.REMOVED, k.REMOVED_LATER):
            self._take(a)
        elif kind == k.PROMOTED:
            self._take(a)
            self._put(a, b)
        elif kind == k.SELECTED:
            self.name(a)
            if b != a:
                self.name(b)
        elif kind == k.NEXT_SET:
            self.actions.append(Action(SET_MOVER, BOARD, 0, a))
        elif kind in (k.STATE_SET, k.DIE_SHOWN):
            self._act(SET_STATE, a, b)
        elif kind in (k.VALUE_SET, k.VALUE_GIVEN):
            self._act(SET_VALUE, a, b)
        elif kind == k.VALUE_TOGGLED:
            self.name(a)
            self._act(SET_VALUE, a, b)
        elif kind == k.COUNT_SET:
            self._act(SET_COUNT, a, c)

    def name(self, site: int) -> None:
        """Tell that a site is named."""
        if site:
            self._act(SELECT, site, 0)

    def _act(self, kind: int, site: int, value: int, level: int = 0) -> None:
        where: Location = self._place(site)
        self.actions.append(Action(kind, *where, value, level=level))

    def _put(self, site: int, what: int) -> None:
        self._act(ADD, site, what)
        self._standing[site] = what

    def _take(self, site: int) -> None:
        self._act(REMOVE, site, int(self._standing[site]))
        self._standing[site] = 0
