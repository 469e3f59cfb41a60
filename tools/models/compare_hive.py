"""Random games of Hive in the engine and in the slow model: legal moves, moves, ends."""

from collections.abc import Iterable
from functools import partial
from random import Random

from boardless.games import Game
from boardless.play import State
from boardless.play.notations.hive import Placed
from boardless.state import Move as EngineMove
from tools.models.hive import Hive, Move
from tools.models.random_games import Kind

#: The sets of pieces.
SETS = ("Base", *(f"Base+{extra}" for extra in ("M", "L", "P", "ML", "MP", "LP", "MLP")))


def compared(game: Game, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both up to a number of moves; return how many were made.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random, state = Random(number), State(game, technique)
    model = Hive.start(pieces_of(game).removeprefix("Base").removeprefix("+"))
    for _ in range(plies):
        ended = state.outcome()
        assert model.result() == (None if ended is None else ("", "w", "b")[ended.winner])
        if ended is not None:
            break
        numbers = state.position.moves()
        legal = called(state, numbers)
        assert set(legal) == model.moves(), f"ply {state.ply}"
        chosen = sorted(legal, key=str)[random.randrange(len(legal))]
        state.position.make_numbered(legal[chosen], numbers[legal[chosen]])
        model = model.make(chosen)
    return state.ply


def pieces_of(game: Game) -> str:
    """Return which set of pieces a game is played with."""
    (pieces,) = (o.removeprefix("Pieces/") for o in game.description.options if "Pieces/" in o)
    return pieces


def called(state: State, moves: Iterable[EngineMove]) -> dict[Move, EngineMove]:
    """Return moves of the engine by what the model calls them."""
    names = {number: name for name, number in Placed.in_(state).numbers.items()}
    found: dict[Move, EngineMove] = {}
    for move in moves:
        cell = move.cell
        found[None if cell is None else (names[move.actions[-1].value], (cell[0], cell[1]))] = move
    return found


KINDS = tuple(
    Kind("Hive", (f"Pieces/{pieces}",), partial(compared, plies=60), 125, 60) for pieces in SETS
)
