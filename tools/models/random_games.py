"""Random games in the engine and in a slow model side by side."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from boardless.games import Game, load
from boardless.play import State
from boardless.state import Move


class Model(Protocol):
    """The protocol of slow models: facts about a position, in names of their own."""

    @property
    def mover(self) -> int:
        """The player to move."""

    def moves(self) -> Set[Any]:
        """Return the names of the legal moves."""

    def make(self, move: Any) -> None:
        """Make a move."""

    def winner(self) -> int | None:
        """Return who has won, 0 if nobody has and the game is over, None if it goes on."""

    def lying(self) -> Mapping[Any, Any]:
        """Return what lies where."""


#: The model's name of a move of the engine, and its pieces by place.
Named = Callable[[State, Move], Hashable]
Lying = Callable[[State], Mapping[Any, Any]]


def side_by_side(
    game: Game,
    model: Model,
    named: Named,
    lying: Lying,
    number: int,
    plies: int,
    technique: str | None = None,
) -> int:
    """Play a random game in both up to a number of moves; return how many were made.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random, state = Random(number), State(game, technique)
    for _ in range(plies):
        outcome = state.outcome()
        assert (None if outcome is None else outcome.winner) == model.winner(), f"ply {state.ply}"
        # What waits for chance has not been done yet.
        assert state.chances() or lying(state) == model.lying(), f"ply {state.ply}"
        if outcome is not None:
            break
        assert state.mover == model.mover, f"ply {state.ply}"
        listed = list(state.legal_moves)
        legal = {named(state, move): move for move in listed}
        assert len(legal) == len(listed), f"ply {state.ply}: a move twice"
        assert legal.keys() == model.moves(), f"ply {state.ply}"
        chosen = sorted(legal, key=repr)[random.randrange(len(legal))]
        state.push(legal[chosen])
        model.make(chosen)
    return state.ply


@dataclass(frozen=True)
class Kind:
    """Random games of one kind that the engine and a slow model are compared in.

    Attributes
    ----------
    game, options : str, tuple of str
        What the library loads.
    play : callable
        Plays the game of a number in both and returns how many moves it has; raises
        AssertionError where they differ.
    games : int
        How many are played unless somebody asks for another number.
    cut : int or None
        After how many moves a game is cut.
    """

    game: str
    options: tuple[str, ...]
    play: Callable[[Game, int], int]
    games: int = 1000
    cut: int | None = None

    def row(self, games: int, jit: bool = True) -> tuple[int, int, int]:
        """Return how many moves so many games have, how many ended, and how many differ."""
        game = load(self.game, list(self.options), jit=jit)
        moves = ended = differences = 0
        for number in range(games):
            try:
                made = self.play(game, number)
            except AssertionError:
                differences += 1
                continue
            moves += made
            ended += self.cut is None or made < self.cut
        return moves, ended, differences


def print_rows(kinds: Iterable[Kind], games: int | None, jit: bool) -> int:
    """Print a table with a row for each kind; return 1 if anything differs, else 0.

    With None as many games of each kind are played as is usual.
    """
    print("| game | options | games | cut at | moves | ended | differences |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    differ = False
    for kind in kinds:
        played = games or kind.games
        moves, ended, differences = kind.row(played, jit)
        differ |= differences > 0
        options = ", ".join(kind.options)
        print(
            f"| {kind.game} | {options} | {played:,} | {kind.cut or ''} | {moves:,} | {ended:,} "
            f"| {differences} |",
            flush=True,
        )
    return int(differ)
