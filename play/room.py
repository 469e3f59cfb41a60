"""Room for what moves do: how often it is doubled where a move, or a trial of one, needs more."""

from collections.abc import Callable
from typing import Any, TypeVar

from boardless.play.chunk import MAX_CELLS
from boardless.state.engine.arrays import LOST
from boardless.topo import InputError

#: How often the room is doubled for what one move does, before it is refused.
TIMES = 3
T = TypeVar("T")


class NoRoomError(InputError):
    """A move does more than there is room to write down; the arrays mean nothing any more."""


def check_room(arrays: Any, what: str) -> None:
    """Raise a NoRoomError if there was no room for something in the arrays of a game."""
    if arrays.n[LOST]:
        raise NoRoomError(f"{what}: it does more than there is room to write down")


def check_enlarging(arrays: Any, what: str) -> None:
    """Raise an InputError if the arrays of a game are as large as they may be."""
    if 2 * len(arrays.code) > MAX_CELLS:
        raise InputError(
            f"{what}: no end in sight, there is room for boards of {MAX_CELLS:,} cells"
        )


def with_room(do: Callable[[], T], make_room: Callable[[], None]) -> T:
    """Return what `do` returns, in larger arrays where it needs them.

    Parameters
    ----------
    do : callable
        What raises a NoRoomError where there was no room.
    make_room : callable
        Makes larger arrays, in which everything is as it was before.

    Raises
    ------
    InputError
        If there was no room in arrays that were doubled so often either, and for what `do` refuses.
    """
    for _ in range(TIMES + 1):
        try:
            return do()
        except NoRoomError as error:
            refused = str(error)
            make_room()
    raise InputError(refused)
