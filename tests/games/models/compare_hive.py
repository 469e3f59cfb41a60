"""Random games of Hive in the engine and in the slow model: legal moves, moves, ends.

``python -m tests.games.models.compare_hive --games 125 --plies 60`` plays so many games with each
set of pieces and prints a table.
"""

from argparse import ArgumentParser
from random import Random

from boardless.games import Game, load
from boardless.play import State
from boardless.play.notations.hive import Placed
from boardless.state import Move as EngineMove
from tests.games.models.hive import Hive, Move

#: The sets of pieces, by the expansions.
SETS = ("", "M", "L", "P", "ML", "MP", "LP", "MLP")


def hive(extra: str, jit: bool = True) -> Game:
    """Return the game with some expansions."""
    return load("Hive", [f"Pieces/Base+{extra}" if extra else "Pieces/Base"], jit=jit)


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
        legal = legal_moves(state)
        assert set(legal) == model.moves(), f"ply {state.ply}"
        chosen = sorted(legal, key=str)[random.randrange(len(legal))]
        state.push(legal[chosen])
        model = model.make(chosen)
    return state.ply


def legal_moves(state: State) -> dict[Move, EngineMove]:
    """Return the legal moves of the engine by what the model calls them."""
    names = {number: name for name, number in Placed.in_(state).numbers.items()}
    found: dict[Move, EngineMove] = {}
    for move in state.legal_moves:
        cell = move.cell
        found[None if cell is None else (names[move.actions[-1].value], (cell[0], cell[1]))] = move
    return found


def main() -> None:
    """Print how many games and moves agree with each set of pieces."""
    parser = ArgumentParser(description="Compare the engine with the slow model.")
    parser.add_argument("--games", type=int, default=125, help="with each set of pieces")
    parser.add_argument("--plies", type=int, default=60, help="moves after which a game is cut")
    asked = parser.parse_args()
    print("pieces,games,plies,ended,differences")
    for extra in SETS:
        game, plies, ended, differences = hive(extra), 0, 0, 0
        for number in range(asked.games):
            try:
                made = compared(game, extra, number, asked.plies)
            except AssertionError:
                differences += 1
                continue
            plies += made
            ended += made < asked.plies
        name = f"Base+{extra}" if extra else "Base"
        print(f"{name},{asked.games},{plies},{ended},{differences}", flush=True)


if __name__ == "__main__":
    main()
