"""What a search makes of the playouts that it rests on, and beside OpenSpiel's in C++."""

from collections.abc import Callable
from random import Random

import pandas as pd

from benchmarks.measure import Pairs
from boardless.agents import MCTS, Budget
from boardless.games import Game, compile, load
from boardless.play import State, run_playouts

#: The same number of iterations for all, from the opening position.
ITERATIONS = 10_000
CONNECT_FOUR = """
(game "Connect Four" (players 2)
    (equipment { (board (rectangle 6 7)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty) if:(not (is Empty (ahead (to) S))))))
        (end (if (is Line 4) (result Mover Win)))))
"""


def _games() -> list[tuple[Game, str]]:
    """Return the games, and what OpenSpiel calls them; nothing where it has them not."""
    return [
        (load("Tic-Tac-Toe"), "tic_tac_toe"),
        (compile(CONNECT_FOUR), "connect_four"),
        (load("Hex", ["Board Size/7x7"]), "hex(board_size=7)"),
        (load("Andantino"), ""),
        (load("Bravalath"), ""),
    ]


def iterations_a_second(game: Game) -> float:
    """Return how many iterations a search makes in a second: one playout each, no proofs."""
    agent = MCTS(solver=False, reuse=False, exploration=2**0.5)
    state = State(game)
    spent = agent(state, Budget(iterations=ITERATIONS), Random(1)).spent
    return spent.iterations / spent.seconds


def spiel_iterations_a_second(name: str) -> float:
    """Return how many OpenSpiel's search in C++ makes."""
    from time import perf_counter

    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2**0.5, ITERATIONS, 1000, False, 1, False)
    begin = perf_counter()
    bot.mcts_search(state)
    return ITERATIONS / (perf_counter() - begin)


def search_rates() -> pd.DataFrame:
    """Return iterations of a search per second, by playouts and by OpenSpiel's, medians of ten."""
    rows = []
    for game, name in _games():
        iterations_a_second(game)
        run_playouts(game, playouts=1000, seed=1)
        rates: list[float] = []

        def ours(game: Game = game, rates: list[float] = rates) -> float:
            rates.append(iterations_a_second(game))
            return rates[-1]

        plain = Pairs.of(ours, lambda game=game: run_playouts(game, seconds=0.3).playouts_per_s)  # type: ignore[misc]
        theirs = "not there"
        if name:
            theirs = "not installed"
            try:
                pairs = Pairs.of(ours, lambda name=name: spiel_iterations_a_second(name))  # type: ignore[misc]
                theirs = f"{pairs.row[0]:.2f}"
            except ImportError:
                pass
        rows.append((game.name, sorted(rates)[len(rates) // 2], plain.row[0], theirs))
    columns = ["game", "iterations/s", "of playouts (> 0.5)", "of OpenSpiel's (> 1)"]
    return pd.DataFrame(rows, columns=columns)


TABLES: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
    "search": (
        f"Monte-Carlo tree search, {ITERATIONS:,} iterations from the opening, medians of ten",
        search_rates,
    ),
}
