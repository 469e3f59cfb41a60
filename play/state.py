"""A game for people: legal moves, push and pop, outcome, perft."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from boardless.games import Game
from boardless.games.game import default_way
from boardless.games.ways import way_named
from boardless.play.match import Choice, Match
from boardless.topo import Board, InputError, Key
from boardless.topo.boards.board import MAX_DRAWN

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Deeper than any count of games that could be waited for.
MAX_DEPTH = 10_000


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    Attributes
    ----------
    winner : int
        The player who won, 0 for a draw.
    """

    winner: int


class LegalMoves:
    """The legal moves of a state as it is now, found when they are asked for."""

    def __init__(self, state: "State") -> None:
        self._state = state

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._state._choices())

    def __contains__(self, move: object) -> bool:
        return _is_choice(move) and move in self._state._choices()

    def __len__(self) -> int:
        return len(self._state._choices())

    def count(self) -> int:
        """Return how many there are."""
        return len(self)

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves>"


class State:
    """A game being played.

    Parameters
    ----------
    game : Game
        What is played.
    technique : str, optional
        By default ZONE-APPEND, or BASE-KEPT for a game on a fixed board.
    start : {"5.4", "minimal"}
        Which board a growing technique starts from.

    Raises
    ------
    InputError
        If `game` is no game, there is no such technique or start, or the game cannot be played in
        it.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import State
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> len(state.legal_moves)
    9
    >>> state.push(next(iter(state.legal_moves)))
    >>> state
    <State Tic-Tac-Toe, ply 1, player 2 to move>
    >>> state.perft(2)
    56
    """

    def __init__(self, game: Game, technique: str | None = None, start: str = "5.4") -> None:
        if not isinstance(game, Game):
            raise InputError(f"game {game!r}: give a Game, such as games.load gives")
        self.game = game
        way = way_named(default_way(game).name if technique is None else technique, start)
        self._match = Match(game, way)
        self._winner = -1

    def __repr__(self) -> str:
        ended = self.outcome()
        turn = f"player {self.mover} to move"
        if ended is not None:
            turn = f"player {ended.winner} has won" if ended.winner else "drawn"
        return f"<State {self.game.name}, ply {self.ply}, {turn}>"

    @property
    def mover(self) -> int:
        """The player who moves next."""
        return self._match.mover

    @property
    def ply(self) -> int:
        """Number of moves made."""
        return self._match.ply

    @property
    def move_stack(self) -> list[Choice]:
        """The moves made, first one first."""
        return list(self._match.made)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none once the game is over."""
        return LegalMoves(self)

    def _choices(self) -> dict[Choice, tuple[int, int, int]]:
        return self._match.choices() if self._winner == -1 else {}

    @property
    def board(self) -> Board:
        """The board as it is now, a copy."""
        return Board(self.game.tiling, [key for key, _ in self._match.standing()])

    @property
    def pieces(self) -> dict[Key, int]:
        """The components that stand on the board, by cell relative to the anchor."""
        return {key: what for key, what in self._match.standing() if what}

    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        return None if self._winner == -1 else Outcome(self._winner)

    def push(self, move: Choice) -> None:
        """Make a move.

        Raises
        ------
        InputError
            If it is not legal; nothing has changed then.
        """
        if not _is_choice(move):
            raise InputError(f"move {move!r}: give a Choice, such as those of legal_moves")
        if self._winner != -1:
            raise InputError(f"move {move} is not legal: the game is over")
        self._winner = self._match.make(move)

    def peek(self) -> Choice:
        """Return the last move.

        Raises
        ------
        InputError
            If none has been made.
        """
        if not self.ply:
            raise InputError("there is no move to take back: none has been made")
        return self._match.made[-1]

    def pop(self) -> Choice:
        """Take the last move back and return it.

        The game is played again without it, which costs as much as its moves.

        Raises
        ------
        InputError
            If none has been made.
        """
        move = self.peek()
        self._winner = self._match.replay(self._match.made[:-1])
        return move

    def copy(self) -> Self:
        """Return an independent state."""
        twin = type(self)(self.game, self._match.way.name, self._match.way.start)
        twin._winner = twin._match.replay(self._match.made)
        return twin

    def perft(self, depth: int) -> int:
        """Return the number of games of `depth` moves from here.

        Raises
        ------
        InputError
            If the depth is no whole number from 0 to 10,000.
        """
        check_depth(depth, least=0)
        if depth == 0:
            return 1
        return 0 if self._winner != -1 else self._match.perft(depth)

    def divide(self, depth: int) -> dict[Choice, int]:
        """Return for every legal move the number of games of `depth` moves that begin with it.

        Raises
        ------
        InputError
            If the depth is no whole number from 1 to 10,000.
        """
        check_depth(depth, least=1)
        counts = {}
        for move in list(self.legal_moves):
            self.push(move)
            counts[move] = self.perft(depth - 1)
            self.pop()
        return counts

    def draw(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the board, the pieces and the last move with Matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw. By default, the axes of a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            Where the state was drawn, in edge lengths.
        """
        from boardless.play import picture

        return picture.draw(self, ax)

    def _repr_svg_(self) -> str | None:
        from boardless.play import picture

        return picture.picture(self) if self._match.cells <= MAX_DRAWN else None


def _is_choice(move: object) -> bool:
    """Tell whether a move can be looked up; a list in a Choice cannot."""
    if not isinstance(move, Choice):
        return False
    try:
        hash(move)
    except TypeError:
        return False
    return True


def check_depth(depth: object, least: int) -> None:
    """Raise InputError unless a depth is a whole number from `least` to 10,000."""
    if type(depth) is not int or not least <= depth <= MAX_DEPTH:
        raise InputError(
            f"depth {depth!r}: choose {least} or more, as a whole number up to {MAX_DEPTH:,}"
        )
