"""Speed of single games, and of Ludii, OpenSpiel and a program in C."""

from math import inf
from random import Random
from time import perf_counter, process_time

import numpy as np
import pandas as pd

from benchmarks.measure import Rows, Tables, UnmeasuredError
from benchmarks.playouts import SECONDS, TimedPlayouts, beside_c, c_program
from boardless.games import Game, compile, description_text, load
from boardless.games.game import technique_for
from boardless.games.library import PACKAGED, chosen_library
from boardless.play import State
from boardless.play.playing import move_of_chance
from boardless.state.engine.arrays import COUNT

TABLES = Tables()

#: Turns, of which the best counts.
ROUNDS = 5


@TABLES.table(
    "carcassonne",
    "Carcassonne: whole random games, on one core",
    "players",
    "games/s (> 2000)",
    "moves/s",
)
def carcassonne_rates() -> Rows:
    """Yield games and moves per second with the fewest and the most players, on one core."""
    for players in (2, 5):
        played = TimedPlayouts(load("Carcassonne", [f"Players/{players}"]), SECONDS)
        best = max(played.rate() for _ in range(ROUNDS))
        yield players, round(best), round(best * played.plies)


#: Games are cut here: random ones go on for long.
HIVE_PLIES = 300
#: Games of OpenSpiel.
SPIEL_PLAYOUTS = 20
#: The depth of the perft.
HIVE_DEPTH = 5
#: The parameters of OpenSpiel's game for the bugs of a set that the base game has not.
_SPIEL = {"M": "uses_mosquito", "L": "uses_ladybug", "P": "uses_pillbug"}


def hive(plies: int, *options: str) -> Game:
    """Return Hive, by default without expansions, a draw after a number of moves."""
    cut = f"(if (>= (count Moves) {plies}) (result Mover Draw))"
    return compile(description_text("Hive").replace("<Repetition:end>", cut), options)


@TABLES.table(
    "hive",
    f"Hive: random games cut at {HIVE_PLIES} moves, and counting",
    "pieces",
    "plies/s (> 100,000)",
    "positions/s (> 5,000,000)",
    "OpenSpiel's plies/s",
)
def hive_rates() -> Rows:
    """Yield the rates with the smallest and the largest set of pieces, on one core.

    OpenSpiel has rules in C++; the measurement asks it for moves from Python, as its users do.
    """
    for pieces in ("Base", "Base+MLP"):
        game = hive(HIVE_PLIES, f"Pieces/{pieces}")
        played, state = TimedPlayouts(game, SECONDS), State(game)
        state.perft(2)
        begin = perf_counter()
        counted = state.perft(HIVE_DEPTH)
        rates = (played.rate() * played.plies, counted / (perf_counter() - begin))
        yield pieces, *(round(rate) for rate in rates), _spiel_plies_a_second(pieces)


def _spiel_plies_a_second(pieces: str) -> int | str:
    try:
        import pyspiel
    except ImportError:
        return "not installed"
    used = ",".join(f"{name}={str(bug in pieces[4:]).lower()}" for bug, name in _SPIEL.items())
    game, random, moves = pyspiel.load_game(f"hive({used})"), Random(1), 0
    begin = perf_counter()
    for _ in range(SPIEL_PLAYOUTS):
        state = game.new_initial_state()
        for _ in range(HIVE_PLIES):
            if state.is_terminal():
                break
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return round(moves / (perf_counter() - begin))


def spiel_seconds(name: str, playouts: int, iterations: int) -> float:
    """Return the processor time of a search by OpenSpiel in C++, from the opening.

    Each iteration has N random playouts; ImportError if OpenSpiel is not installed.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(playouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2**0.5, iterations, 1000, False, 1, False)
    begin = process_time()
    bot.mcts_search(state)
    return process_time() - begin


#: From which move to which one is timed, with some 50 and some 5,000 tiles between them, and in how
#: many games.
SMALL, LARGE = (20, 36, 5_000), (1_600, 2_400, 50)
#: Cells and moves that there is room for.
TRAX_ROOM, TRAX_PLIES = 2**13, 2**12
_WINS = ("is Loop path:True", "is Across 8", "is Loop (next) path:True", "is Across 8 (next)")


def trax_rates() -> pd.DataFrame:
    """Return moves per second of random games on one core, and the growth of a move's cost.

    The cost of a move comes from games that nobody wins. On large boards a move forces more tiles,
    so the table has the cost of one tile, too.
    """
    played, endless = TimedPlayouts(load("Trax", library=PACKAGED), SECONDS), _endless()
    small, large = (_cost(endless, *window) for window in (SMALL, LARGE))
    best = max(played.rate() for _ in range(ROUNDS))
    rates = {"plies/s (> 200,000)": best * played.plies}
    of_each = ("tiles", "tiles a move", "us a move")
    rows = [rates | dict(zip(of_each, cost, strict=True)) for cost in (small, large)]
    table = pd.DataFrame(rows)
    table["us a tile"] = table["us a move"] / table["tiles a move"]
    for part in ("move", "tile"):
        table[f"ratio a {part}"] = table[f"us a {part}"] / table[f"us a {part}"].iloc[0]
    return table


def _endless() -> Game:
    """Return the game that nobody wins."""
    text = description_text("Trax", library=PACKAGED)
    for win in _WINS:
        assert f"({win})" in text, f"nobody wins by {win}"
        text = text.replace(f"({win})", "(= 0 1)")
    return compile(text)


def _cost(game: Game, first: int, last: int, games: int) -> tuple[float, float, float]:
    """Return tiles halfway between two moves of random games, tiles a move, and us a move.

    A move's tiles include the forced ones. Its time is the difference between games up to the
    `last` move and games up to the `first`, taking the shortest of several times of either.
    """
    technique = technique_for(game)
    kernels = game.kernels_of(technique)
    arrays, start = (game.arrays(technique, room=TRAX_ROOM, plies=TRAX_PLIES) for _ in range(2))
    seconds, laid = [inf, inf], list[int]()
    kernels.record(arrays, start, 1, 0, np.zeros((1, 7), np.int64))
    for _ in range(2 * ROUNDS):
        for n, plies in enumerate((first, last)):
            moves = np.zeros((plies, 7), np.int64)
            begin = process_time()
            for number in range(games):
                kernels.record(arrays, start, 1, number, moves)
            seconds[n] = min(seconds[n], process_time() - begin)
    for number in range(games):
        for plies in (first, last):
            kernels.record(arrays, start, 1, number, moves[:plies])
            laid.append(int(np.count_nonzero(arrays.what[: arrays.n[COUNT] + 1])))
    few, many = sum(laid[::2]) / games, sum(laid[1::2]) / games
    spent = 1e6 * (seconds[1] - seconds[0]) / games
    return (few + many) / 2, (many - few) / (last - first), spent / (last - first)


#: Playouts of Andantino that another C program made in the time of one of Ludii's of a game,
#: with the faster of its two kinds of playout, on one machine.
LUDII_BY_C = {
    "Tic-Tac-Toe": 1.73,
    "Connect Four": 8.7,
    "Gomoku": 30.7,
    "Hex": 31.9,
    "Yavalath": 5.4,
    "Breakthrough": 123,
    "Amazons": 169,
    "Chess": 2_865,
    "English Draughts": 93.7,
    "Reversi": 261,
    "Oware": 1_776,
    "Nine Men's Morris": 174,
    "Hnefatafl": 2_338,
    "Peg Solitaire": 41.2,
    "Tablut": 321,
    "Go": 2_787,
    "Backgammon": 60_800,
    "Andantino": 266,
    "Bravalath": 59.3,
    "Plotto": 162,
    "Ringo": 984,
    "Trax": 117_000,
}
#: The speed of our C program by that of those measurements.
FASTER_C = 1.2
#: Games of the package with two readings, and the one that is Ludii's.
AS_LUDII = {"Trax": ["Rules/Ludii"]}


@TABLES.table(
    "ludii",
    "Random playouts and Ludii's, linked by a program in C",
    "game",
    "plies",
    "playouts/s",
    "C by ours",
    "times Ludii (> 10)",
)
def ludii_rates() -> Rows:
    """Yield playouts per second on one core, and the ratio to Ludii's.

    ``C by ours`` is the number of playouts of Andantino that the C program makes in the time of one
    of ours, the median of turns; ``times Ludii`` compares it with Ludii's.
    """
    if c_program() is None:
        raise UnmeasuredError("there is no C compiler")
    for name, by_c in LUDII_BY_C.items():
        game = _loaded(name)
        if game is None:
            yield name, *["not in the library"] * 4
            continue
        plies, rate, share = beside_c(game)
        yield name, plies, rate, share, times_ludii(by_c, share)


def times_ludii(by_c: float | None, share: float | None) -> float | None:
    """Return the ratio of our rate to Ludii's, from the ratios of C to both; None without one."""
    return FASTER_C * by_c / share if by_c and share else None


def _loaded(name: str) -> Game | None:
    library = chosen_library(None)
    if library is not None and name in library:
        return load(name, library=library)
    return load(name, AS_LUDII.get(name, [])) if name in PACKAGED else None


#: Games whose moves have consequences; random games of each, the first not timed, and their plies.
PUSHED, PUSHED_GAMES, PUSHED_PLIES = ("Chess", "Hive", "Carcassonne"), 6, 100


@TABLES.table(
    "pushes",
    "Legal moves pushed from Python, and made in the engine",
    "game",
    "us in the engine",
    "us of a push",
    "us more (< 30)",
)
def push_rates() -> Rows:
    """Yield the microseconds of pushing a legal move, and of making it in the engine.

    Both sides make the same moves in turn, the engine in a copy, after listing the legal moves.
    """
    for name in PUSHED:
        game = _loaded(name)
        if game is None:
            yield name, *["not in the library"] * 3
            continue
        games = [1e6 * np.array(_push_times(game, seed)) for seed in range(PUSHED_GAMES)]
        # Medians of the game in which the machine was least busy with other things.
        made, pushed = min((np.median(times, axis=0).tolist() for times in games[1:]), key=sum)
        yield name, made, pushed, pushed - made


def _push_times(game: Game, seed: int) -> list[tuple[float, float]]:
    """Return the seconds of each move of a random game, in the engine and pushed."""
    state, random, times = State(game), Random(seed), list[tuple[float, float]]()
    while len(times) < PUSHED_PLIES and state.outcome() is None:
        if chances := state.chances():
            state.push(move_of_chance(chances, random))
            continue
        move, numbers = random.choice(list(state.position.moves().items()))
        twin, kernels = state.position.copy(), state.position.kernels
        while not kernels.has_room(twin.arrays):
            twin.enlarge()
        twin.arrays.queue[0, kernels.NAMED : len(numbers)] = numbers[kernels.NAMED :]
        begin = perf_counter()
        kernels.make_move(twin.arrays, *numbers[: kernels.NAMED])
        made = perf_counter()
        state.push(move)
        times.append((made - begin, perf_counter() - made))
    return times


TABLES |= {
    "trax": ("Trax: random games, and the cost of a move as the board grows", trax_rates),
}
