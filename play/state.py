"""A game for people: legal moves, push and pop, outcome, perft."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from games import Game
from games.game import default_way
from games.ways import way_named
from play.match import Choice, Match
from topo import Board, InputError, Key


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
        return move in self._state._choices()

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
        If there is no such technique, or the game cannot be played in it.

    Examples
    --------
    >>> from games import load
    >>> from play import State
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
        self.game = game
        way = way_named(technique, start) if technique else default_way(game)
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
            If the depth is negative.
        """
        if depth < 0:
            raise InputError(f"depth {depth}: choose 0 or more")
        if depth == 0:
            return 1
        return 0 if self._winner != -1 else self._match.perft(depth)

    def divide(self, depth: int) -> dict[Choice, int]:
        """Return for every legal move the number of games of `depth` moves that begin with it."""
        if depth < 1:
            raise InputError(f"depth {depth}: choose 1 or more")
        counts = {}
        for move in list(self.legal_moves):
            self.push(move)
            counts[move] = self.perft(depth - 1)
            self.pop()
        return counts
