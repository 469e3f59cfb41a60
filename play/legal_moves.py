"""The legal moves of a state, and what is no move at all."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from boardless.state import Action, Move
from boardless.topo import InputError
from boardless.topo.whole import shown

if TYPE_CHECKING:
    from boardless.play.state import State


class LegalMoves:
    """The legal moves of a state as it is now, found when they are asked for."""

    def __init__(self, state: "State") -> None:
        self._state = state

    def __iter__(self) -> Iterator[Move]:
        return iter(self._state._position.moves())

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move) or not _is_hashable(move):
            return False
        return any(legal == move for legal, _ in self._state._position.each_move())

    def __len__(self) -> int:
        return self._state._position.count_moves()

    def count(self) -> int:
        """Return how many there are."""
        return len(self)

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves>"


def check_move(move: object) -> None:
    """Raise InputError if something is no move at all, legal or not."""
    if not isinstance(move, Move) or not _is_hashable(move) or not _is_made_of_actions(move):
        raise InputError(f"move {shown(move)}: give a Move, such as those of legal_moves")


def _is_made_of_actions(move: Move) -> bool:
    actions = move.actions
    return isinstance(actions, tuple) and all(isinstance(it, Action) for it in actions)


def _is_hashable(move: Move) -> bool:
    """Tell whether a move can be looked up; one with a list in it cannot."""
    try:
        hash(move)
    except TypeError:
        return False
    return True
