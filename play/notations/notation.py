"""What a notation is: moves as text, in a state, and the moves of a game apart."""

from typing import Protocol

from boardless.play.state import State
from boardless.state import Move
from boardless.topo import InputError
from boardless.topo.whole import shown


class AbsentPieceError(InputError):
    """A move is written as moves are, but what it names is not there: it cannot be legal."""


class Notation(Protocol):
    """How moves are written in a game; values without a state of their own."""

    def split(self, text: str) -> list[str]:
        """Return the texts of the moves of a game, first one first."""

    def read(self, state: State, text: str) -> Move:
        """Return the move that a text says in a state; it need not be legal.

        Raises
        ------
        InputError
            If the text is of another form; AbsentPieceError if it names what is not there.
        """

    def write(self, state: State, move: Move) -> str:
        """Return a move of a state as text."""


def move_of_all_games(state: State, text: str, form: str) -> Move:
    """Return the move that a text says as texts of all games do, where a notation has another form.

    Raises
    ------
    InputError
        If it does not; `form` says what the notation takes.
    """
    try:
        return state.parse(text)
    except InputError:
        raise InputError(f"move {shown(text)}: give {form}") from None


class ActionsNotation:
    """The text of all games, the actions of a move; see `state.move_reading`.

    Examples
    --------
    >>> ActionsNotation().split("+1@0,0 +2@1,0")
    ['+1@0,0', '+2@1,0']
    """

    def split(self, text: str) -> list[str]:
        """Return what spaces divide."""
        return text.split()

    def read(self, state: State, text: str) -> Move:
        """Return what `State.parse` does."""
        return state.parse(text)

    def write(self, state: State, move: Move) -> str:
        """Return ``str(move)``."""
        return str(move)
