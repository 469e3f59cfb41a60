"""Speed and strength of searching agents, with intervals."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import pandas as pd

from benchmarks.boards import kilobytes
from benchmarks.measure import MeasurementTables, Rows, UnmeasuredError, apart, in_turn, ratio
from benchmarks.playouts import SECONDS, TimedPlayouts
from benchmarks.rates import hive, spiel_seconds
from boardless.agents import MCTS, Budget, run_tournament
from boardless.agents.kernels.arrays import BY_NODE, USED
from boardless.games import Game, load
from boardless.play import State
from boardless.state import Move

TABLES = MeasurementTables()

#: Games of each pair, both sides beginning equally often; fewer if they take long.
PAIR_GAMES, FEW_GAMES = 100, 40
#: The moves after which a game of Hive is a draw, as in OpenSpiel.
HIVE_PLIES = 500
#: The folder of results, so that a tournament that was stopped goes on.
SAVED = Path("build/strength")
#: The cut and the heuristic of searches in Hive.
_HIVE = ",cut=4,heuristic=hive-queens"
#: The players, the strongest last.
LADDER = ("random", "mcts:100", "mcts:1000", "mcts:10000")
HIVE_LADDER = ("random", f"mcts:100{_HIVE}", f"mcts:1000{_HIVE}")
#: GRAVE, with its author's exploration, and plain UCT.
GRAVE = ("mcts:1000", "mcts:1000,policy=grave,exploration=0.0")


def compared(game: Game, weak: str, strong: str, games: int = PAIR_GAMES) -> tuple[object, ...]:
    """Return a row: the score of `strong` against `weak` with an interval of 99 %."""
    SAVED.mkdir(parents=True, exist_ok=True)
    name = "".join(c if c.isalnum() else "-" for c in f"{game.name} {weak} {strong}")
    pair = run_tournament(
        game, [strong, weak], count=games, seed=1, keep=SAVED / f"{name}.jsonl"
    ).pairs.iloc[0]
    score = (pair["a_wins"] + pair["draws"] / 2) / pair["games"]
    counts = (pair[column] for column in ("games", "a_wins", "draws", "b_wins"))
    return (game.name, strong, weak, *counts, score, pair["low"], pair["high"])


COLUMNS = ["game", "a", "b", "games", "a won", "drawn", "b won", "score of a", "from", "to"]


def ladder(game: Game, agents: tuple[str, ...] = LADDER, games: int = PAIR_GAMES) -> pd.DataFrame:
    """Return the score of each agent against the next weaker one."""
    rows = [compared(game, *pair, games) for pair in pairwise(agents)]
    return pd.DataFrame(rows, columns=COLUMNS)


def grave() -> pd.DataFrame:
    """Return the score of GRAVE against UCT in Andantino."""
    return pd.DataFrame([compared(load("Andantino"), *GRAVE)], columns=COLUMNS)


_LADDER = "{}: ten times the iterations, 99 % intervals of the score"


#: The same number of iterations for all, from the opening position.
ITERATIONS, FEW_ITERATIONS = 10_000, 100
#: The number of rounds; their medians count.
PAIRS = 10

#: One playout an iteration, without features that the other side lacks.
PLAIN = MCTS(solver=False, reuse=False, exploration=2**0.5)
#: The same in Hive, by the module of `strength`, which can cut playouts but does not here.
UNCUT = replace(PLAIN, cut=10**8, heuristic="hive-queens")


def _games() -> list[tuple[Game, str, MCTS, int]]:
    """Return games, their names in OpenSpiel or '', our agent, and the number of iterations."""
    return [
        (load("Tic-Tac-Toe"), "tic_tac_toe", PLAIN, ITERATIONS),
        (load("Connect Four"), "connect_four", PLAIN, ITERATIONS),
        (load("Hex", ["Board Size/7x7"]), "hex(board_size=7)", PLAIN, ITERATIONS),
        (hive(HIVE_PLIES), "hive", UNCUT, FEW_ITERATIONS),
        (load("Andantino"), "", PLAIN, ITERATIONS),
        (load("Bravalath"), "", PLAIN, ITERATIONS),
    ]


def searching_seconds(game: Game, agent: MCTS, count: int) -> float:
    """Return the processor time of a decision of `count` iterations in the opening."""
    state = State(game)
    begin = process_time()
    agent(state, Budget(iterations=count), Random(1))
    return process_time() - begin


def iterations_a_second(game: Game, agent: MCTS, count: int) -> float:
    """Return iterations per second, without the work before and after them."""
    few = count // 100
    around = searching_seconds(game, agent, few)
    return (count - few) / (searching_seconds(game, agent, count) - around)


@TABLES.table(
    "search",
    f"Monte-Carlo tree search, {ITERATIONS:,} iterations from the opening, by the processor's "
    f"time, medians of ten; in Hive {FEW_ITERATIONS}",
    "game",
    "iterations/s",
    "of playouts (> 0.5)",
    "of OpenSpiel's (> 1)",
)
def search_rates() -> Rows:
    """Yield iterations of a search per second, and ratios to playouts and to OpenSpiel.

    All are medians of ten.

    The ratio to OpenSpiel compares whole decisions, the ratio to playouts the search alone.
    """
    yield from (search_rate(*each) for each in _games())


def search_rate(game: Game, name: str, agent: MCTS, count: int) -> tuple[object, ...]:
    """Return the row of a game; see `search_rates`."""
    searching_seconds(game, agent, 10)
    tasks = {
        "playouts": TimedPlayouts(game, SECONDS).rate,
        "iterations": lambda: iterations_a_second(game, agent, count),
        "decisions": lambda: count / searching_seconds(game, agent, count),
    }
    if name and find_spec("pyspiel"):
        tasks["OpenSpiel"] = lambda: count / spiel_seconds(name, 1, count)
    rates = in_turn(tasks, PAIRS)
    theirs = "not installed" if name else "not there"
    if "OpenSpiel" in rates:
        theirs = f"{ratio(rates, 'decisions', 'OpenSpiel'):.2f}"
    plain = ratio(rates, "iterations", "playouts")
    return game.name, median(rates["decisions"]), plain, theirs


#: Positions of random games, and iterations for each.
POSITIONS, THREAT_ITERATIONS = 1_000, 2_000


def wins(state: State, player: int) -> list[Move]:
    """Return the moves that win at once for a player."""
    return [move for move, winner in _winners(state) if winner == player]


def safe(state: State) -> list[Move]:
    """Return the moves after which nobody else has won or wins at once."""
    player, after, moves = state.seat, state.copy(), []
    for move, winner in _winners(state):
        if winner in (0, player):
            moves.append(move)
        elif winner is None:
            after.push(move)
            if after.seat == player or not wins(after, after.seat):
                moves.append(move)
            after.pop()
    return moves


def _winners(state: State) -> Iterator[tuple[Move, int | None]]:
    """Yield each move and its winner, 0 for a draw, None while the game goes on."""
    after = state.copy()
    for move in list(state.legal_moves):
        after.push(move)
        ended = after.outcome()
        yield move, None if ended is None else ended.winner
        after.pop()


def positions(game: Game, count: int, seed: int) -> Iterator[tuple[State, list[Move]]]:
    """Yield positions of random games with their right moves, if some moves are wrong.

    Right moves win at once, if there are any, or else block the opponent's immediate win.
    """
    random, yielded = Random(seed), 0
    while yielded < count:
        state = State(game)
        while state.outcome() is None and yielded < count:
            moves = list(state.legal_moves)
            right = wins(state, state.seat) or safe(state)
            if 0 < len(right) < len(moves):
                yielded += 1
                yield state.copy(), right
            state.push(random.choice(moves))


def checked(
    game: Game, count: int = POSITIONS, iterations: int = THREAT_ITERATIONS
) -> tuple[object, ...]:
    """Return a row: the number of positions of each kind, and the number of right moves."""
    winning = blocking = good = 0
    for number, (state, right) in enumerate(positions(game, count, seed=5)):
        decision = MCTS()(state, Budget(iterations=iterations), Random(number))
        good += decision.move in right
        can_win = bool(wins(state, state.seat))
        winning, blocking = winning + can_win, blocking + (not can_win)
    return game.name, winning, blocking, good, f"{good / count:.1%}"


def threats(games: Sequence[Game]) -> pd.DataFrame:
    """Return a row for each game."""
    columns = ["game", "wins in one", "losses in one", "right", "share"]
    return pd.DataFrame([checked(game) for game in games], columns=columns)


_THREATS = (
    f"{POSITIONS:,} positions of random games with a win in one, or a loss in one that can "
    f"be blocked: moves of a search of {THREAT_ITERATIONS:,} iterations with solver"
)
_GAMES = ("Tic-Tac-Toe", "Bravalath", "Andantino", "Connect Four")


#: Games for measuring the memory of states and trees, and the least numbers of nodes.
WEIGHED, NODES, MANY_NODES = (
    ("Tic-Tac-Toe", "Connect Four", "Andantino", "Hex", "Chess", "Go", "Trax", "Hive"),
    1_000, 10_000_000,
)  # fmt: skip
#: Iterations of a search of Hex 11x11 that make more than MANY_NODES nodes.
MANY_ITERATIONS = 1_050_000
_TREE_SCRIPT = r"""
from random import Random
from boardless import State, load
from boardless.agents import MCTS, Budget
from boardless.agents.kernels.arrays import USED
state, agent = State(load("Hex")), MCTS()
agent(state, Budget(iterations=100), Random(1))
before = peak()
tree = agent(state, Budget(iterations=int(sys.argv[1])), Random(1)).memory.tree
print(json.dumps([int(tree.n[USED]), before, peak()]))
"""


@TABLES.table(
    "search-memory",
    "Memory of a state after 20 moves, with room for its history, and of a search tree",
    "game",
    "bytes of a state",
    "nodes",
    "bytes of a node",
    "MB in all (< 1500)",
)
def search_memory() -> Rows:
    """Yield the bytes of a state, and of a node of a search tree.

    Columns of a node's row that a search never writes take no memory. The last row is a process of
    its own with a tree of more than ten million nodes, and has its peak memory, less its memory
    before the search.
    """
    for name in WEIGHED:
        state, random = State(load(name)), Random(1)
        for _ in range(20):
            if state.legal_count:
                state.push_row(random.randrange(state.legal_count))
        if state.outcome() is not None:
            state.reset()
        memory = MCTS()(state, Budget(iterations=NODES), random).memory
        used = int(memory.tree.n[USED])
        arrays = (getattr(memory.tree, name)[:used] for name in BY_NODE)
        node = sum(array.nbytes for array in arrays if array.any()) / used
        yield name, 1e3 * kilobytes(state.copy), used, node, None
    with suppress(UnmeasuredError):
        used, before, peak = apart(_TREE_SCRIPT, str(MANY_ITERATIONS))
        assert used >= MANY_NODES
        yield "Hex", None, used, 1e3 * (peak - before) / used, (peak - before) / 1e3


TABLES |= {
    "strength-andantino": (_LADDER.format("Andantino"), lambda: ladder(load("Andantino"))),
    "strength-bravalath": (_LADDER.format("Bravalath"), lambda: ladder(load("Bravalath"))),
    "strength-trax": (_LADDER.format("Trax"), lambda: ladder(load("Trax"), games=FEW_GAMES)),
    "strength-hive": (
        _LADDER.format("Hive"),
        lambda: ladder(hive(HIVE_PLIES), HIVE_LADDER, FEW_GAMES),
    ),
    "grave": ("GRAVE against UCT in Andantino, 1,000 iterations each", grave),
    "threats": (_THREATS, lambda: threats([*map(load, _GAMES)])),
    "threats-hex": (_THREATS, lambda: threats([load("Hex", ["Board Size/7x7"])])),
    "threats-trax": (_THREATS, lambda: threats([load("Trax")])),
}
