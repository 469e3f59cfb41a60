"""What a search makes of the playouts that it rests on, and beside OpenSpiel's in C++."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from time import process_time

import pandas as pd

from benchmarks.measure import Pairs
from benchmarks.strength import hive
from boardless.agents import MCTS, Budget
from boardless.games import Game, compile, load
from boardless.play import State, run_playouts

#: The same number of iterations for all, from the opening position.
ITERATIONS, FEW = 10_000, 100
CONNECT_FOUR = """
(game "Connect Four" (players 2)
    (equipment { (board (rectangle 6 7)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty) if:(not (is Empty (ahead (to) S))))))
        (end (if (is Line 4) (result Mover Win)))))
"""


#: One playout an iteration, and nothing that the other side has not.
PLAIN = MCTS(solver=False, reuse=False, exploration=2**0.5)
#: In Hive with the module that `strength` has, in which playouts may be cut, but are not.
UNCUT = replace(PLAIN, cut=10**8, heuristic="hive-queens")


def _games() -> list[tuple[Game, str, MCTS, int]]:
    """Return games, what OpenSpiel calls them, if it has them, our agent, and how many iterations.

    Iterations in Hive take so long that there are fewer.
    """
    return [
        (load("Tic-Tac-Toe"), "tic_tac_toe", PLAIN, ITERATIONS),
        (compile(CONNECT_FOUR), "connect_four", PLAIN, ITERATIONS),
        (load("Hex", ["Board Size/7x7"]), "hex(board_size=7)", PLAIN, ITERATIONS),
        (hive(), "hive", UNCUT, FEW),
        (load("Andantino"), "", PLAIN, ITERATIONS),
        (load("Bravalath"), "", PLAIN, ITERATIONS),
    ]


def searching_seconds(game: Game, agent: MCTS, count: int) -> float:
    """Return how long the processor takes for a decision in the opening of so many iterations."""
    state = State(game)
    begin = process_time()
    agent(state, Budget(iterations=count), Random(1))
    return process_time() - begin


def iterations_a_second(game: Game, agent: MCTS, count: int) -> float:
    """Return how many iterations there are a second, without what comes before and after them."""
    few = count // 100
    around = searching_seconds(game, agent, few)
    return (count - few) / (searching_seconds(game, agent, count) - around)


def playouts_a_second(game: Game, count: int) -> float:
    """Return how many playouts are made in a second of the processor."""
    begin = process_time()
    run_playouts(game, playouts=count, seed=1)
    return count / (process_time() - begin)


def spiel_iterations_a_second(name: str, count: int = ITERATIONS) -> float:
    """Return how many OpenSpiel's search in C++ makes."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2**0.5, count, 1000, False, 1, False)
    begin = process_time()
    bot.mcts_search(state)
    return count / (process_time() - begin)


def search_rates() -> pd.DataFrame:
    """Return iterations of a search per second, by playouts and by OpenSpiel's, medians of ten.

    By OpenSpiel's they are those of whole decisions, by playouts those of the search alone.
    """
    rows = [search_rate(*each) for each in _games()]
    columns = ["game", "iterations/s", "of playouts (> 0.5)", "of OpenSpiel's (> 1)"]
    return pd.DataFrame(rows, columns=columns)


def search_rate(game: Game, name: str, agent: MCTS, count: int) -> tuple[object, ...]:
    """Return the row of a game; see `search_rates`."""
    searching_seconds(game, agent, 10)
    playouts_a_second(game, 10)
    rates: list[float] = []

    def ours() -> float:
        rates.append(count / searching_seconds(game, agent, count))
        return rates[-1]

    plain = Pairs.of(
        lambda: iterations_a_second(game, agent, count), lambda: playouts_a_second(game, 3 * count)
    )
    theirs = "not there"
    if name:
        theirs = "not installed"
        with suppress(ImportError):
            pairs = Pairs.of(ours, lambda: spiel_iterations_a_second(name, count))
            theirs = f"{pairs.row[0]:.2f}"
    if not rates:
        ours()
    return game.name, sorted(rates)[len(rates) // 2], plain.row[0], theirs


TABLES: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
    "search": (
        f"Monte-Carlo tree search, {ITERATIONS:,} iterations from the opening, by the processor's "
        f"time, medians of ten; in Hive {FEW}",
        search_rates,
    ),
}
