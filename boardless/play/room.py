"""Room in the arrays of a game: the errors of arrays that are too small, and of their largest size.

A kernel cannot enlarge its arrays. `Position.with_room` enlarges them and repeats what failed.
"""

from boardless.games.game import MAX_CELLS
from boardless.state import Move
from boardless.state.engine.arrays import LOST, Arrays
from boardless.topo import InputError

#: How often at most the room is doubled for one move.
TIMES = 3


class NoRoomError(InputError):
    """A move needs more room than there is; the arrays mean nothing any more."""


class ManyMovesError(NoRoomError):
    """There are more legal moves than room; the call works again in larger arrays."""


def check_room(arrays: Arrays, what: object) -> None:
    """Raise a NoRoomError if the arrays of a game were too small."""
    if arrays.n[LOST]:
        what = f"move {what}" if isinstance(what, Move) else what
        raise NoRoomError(f"{what}: it has more effects than there is room for")


def no_room_for(arrays: Arrays, what: str) -> NoRoomError:
    """Return the error of legal moves without room; raise the error of a trial of one."""
    check_room(arrays, what)
    return ManyMovesError(what)


def check_enlarging(arrays: Arrays, what: str) -> None:
    """Raise an InputError if the arrays of a game have their largest size."""
    if 2 * len(arrays.code) > MAX_CELLS:
        raise InputError(
            f"{what}: no end in sight, there is room for boards of {MAX_CELLS:,} cells"
        )
