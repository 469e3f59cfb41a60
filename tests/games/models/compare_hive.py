"""Random games of Hive in the engine and in the slow model: legal moves, moves, ends."""

from random import Random

from boardless.games import Game
from boardless.play import State
from boardless.play.notations.hive import Placed
from tests.games.models.hive import Hive, Move


def compared(game: Game, extra: str, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both up to a number of moves; return how many were made.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random, state, model = Random(number), State(game, technique), Hive.start(extra)
    for _ in range(plies):
        ended = state.outcome()
        assert model.result() == (None if ended is None else ("", "w", "b")[ended.winner])
        if ended is not None:
            break
        placed = Placed.in_(state)
        names = {number: name for name, number in placed.numbers.items()}
        legal: dict[Move, object] = {}
        for move in state.legal_moves:
            cell = move.cell
            legal[None if cell is None else (names[move.actions[-1].value], cell[:2])] = move
        assert set(legal) == model.moves(), f"ply {state.ply}"
        chosen = sorted(legal, key=str)[random.randrange(len(legal))]
        state.push(legal[chosen])  # type: ignore[arg-type]
        model = model.make(chosen)
    return state.ply
