"""Speed of single games, beside Ludii, OpenSpiel and a program in C."""

import tempfile
from math import inf
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

import numpy as np
import pandas as pd

from benchmarks.measure import Pairs
from benchmarks.playouts import c_program, c_seconds
from boardless.games import Game, compile, description_text, load
from boardless.games.game import technique_for
from boardless.games.library import PACKAGED, chosen_library
from boardless.play import Run, State, run_playouts
from boardless.play.playing import move_of_chance
from boardless.state.engine.arrays import COUNT

#: Games of a run, and runs, of which the best counts.
CARCASSONNE_PLAYOUTS, CARCASSONNE_ROUNDS = 2_000, 5


def carcassonne_rates() -> pd.DataFrame:
    """Return games and moves per second with the fewest and the most players, on one core."""
    rows = []
    for players in (2, 5):
        game = load("Carcassonne", [f"Players/{players}"])
        run_playouts(game, playouts=1)
        runs = [
            run_playouts(game, playouts=CARCASSONNE_PLAYOUTS, seed=1)
            for _ in range(CARCASSONNE_ROUNDS)
        ]
        best = max(runs, key=lambda run: run.playouts_per_s)
        rows.append((players, round(best.playouts_per_s), round(best.moves_per_s)))
    return pd.DataFrame(rows, columns=["players", "games/s (> 2000)", "moves/s"])


#: Games are cut here: random ones go on for long.
HIVE_PLIES = 300
#: Games of us and of OpenSpiel, which is slower.
HIVE_PLAYOUTS, SPIEL_PLAYOUTS = 400, 20
#: The depth of the perft.
HIVE_DEPTH = 5
_CUT = f"(if (>= (count Moves) {HIVE_PLIES}) (result Mover Draw))"
#: The parameters of OpenSpiel's game for the bugs of a set that the base game has not.
_SPIEL = {"M": "uses_mosquito", "L": "uses_ladybug", "P": "uses_pillbug"}


def hive_rates() -> pd.DataFrame:
    """Return the rates with the smallest and the largest set of pieces, on one core.

    OpenSpiel, whose rules are written in C++, is asked for its moves from Python, as its users do.
    """
    text = description_text("Hive").replace("<Repetition:end>", _CUT)
    rows = []
    for pieces in ("Base", "Base+MLP"):
        game = compile(text, [f"Pieces/{pieces}"])
        run_playouts(game, playouts=1)
        state = State(game)
        state.perft(2)
        played = run_playouts(game, playouts=HIVE_PLAYOUTS, seed=1)
        begin = perf_counter()
        counted = state.perft(HIVE_DEPTH)
        seconds = perf_counter() - begin
        rates = (played.tally.moves / played.seconds, counted / seconds)
        rows.append((pieces, *(round(rate) for rate in rates), _spiel_plies_a_second(pieces)))
    columns = ["pieces", "plies/s (> 100,000)", "positions/s (> 5,000,000)", "OpenSpiel's plies/s"]
    return pd.DataFrame(rows, columns=columns)


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


#: Games of a run, and runs, of which the best counts.
TRAX_PLAYOUTS, TRAX_ROUNDS = 5_000, 5
#: From which move to which one is timed, with some 50 and some 5,000 tiles between them, and in how
#: many games.
SMALL, LARGE = (20, 36, 5_000), (1_600, 2_400, 50)
#: Cells and moves that there is room for.
TRAX_ROOM, TRAX_PLIES = 2**13, 2**12
_WINS = ("is Loop path:True", "is Across 8", "is Loop (next) path:True", "is Across 8 (next)")


def trax_rates() -> pd.DataFrame:
    """Return moves per second of random games on one core, and how the cost of a move grows.

    What a move costs is measured in games that nobody wins. On large boards a move forces more
    tiles, so that what one tile costs is told, too.
    """
    game, endless = load("Trax", library=PACKAGED), _endless()
    run_playouts(game, playouts=1)
    small, large = (_cost(endless, *window) for window in (SMALL, LARGE))
    rates = {"plies/s (> 200,000)": max(_rate(game) for _ in range(TRAX_ROUNDS))}
    of_each = ("tiles", "tiles a move", "us a move")
    rows = [rates | dict(zip(of_each, cost, strict=True)) for cost in (small, large)]
    table = pd.DataFrame(rows)
    table["us a tile"] = table["us a move"] / table["tiles a move"]
    for part in ("move", "tile"):
        table[f"ratio a {part}"] = table[f"us a {part}"] / table[f"us a {part}"].iloc[0]
    return table


def _rate(game: Game) -> float:
    """Return how many moves of random games are made in a second of one core."""
    begin = process_time()
    moves = run_playouts(game, playouts=TRAX_PLAYOUTS, seed=1).tally.moves
    return moves / (process_time() - begin)


def _endless() -> Game:
    """Return the game that nobody wins."""
    text = description_text("Trax", library=PACKAGED)
    for win in _WINS:
        assert f"({win})" in text, f"nobody wins by {win}"
        text = text.replace(f"({win})", "(= 0 1)")
    return compile(text)


def _cost(game: Game, first: int, last: int, games: int) -> tuple[float, float, float]:
    """Return the tiles of random games halfway from one move to another, and per move the time.

    Before the time comes how many tiles a move lays, those that are forced included. Its time, in
    microseconds, is what games up to the `last` move take longer than those up to the `first`, the
    least of several times of either.
    """
    technique = technique_for(game)
    kernels = game.kernels_of(technique)
    arrays, start = (game.arrays(technique, room=TRAX_ROOM, plies=TRAX_PLIES) for _ in range(2))
    seconds, laid = [inf, inf], list[int]()
    kernels.record(arrays, start, 1, 0, np.zeros((1, 7), np.int64))
    for _ in range(2 * TRAX_ROUNDS):
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
SECONDS, C_PLAYOUTS, PAIRS = 1, 100_000, 5


def ludii_rates() -> pd.DataFrame:
    """Return playouts per second on one core, and how many times Ludii's that is.

    ``C by ours`` is how many playouts of Andantino the C program makes in the time of one of ours,
    the median of pairs that take turns; ``times Ludii`` compares it with Ludii's.
    """
    rows: list[tuple[object, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        program = c_program(Path(folder))
        if program is None:
            return pd.DataFrame({"not measured": ["there is no C compiler"]})
        for name, by_c in LUDII_BY_C.items():
            game = _loaded(name)
            if game is None:
                rows.append((name, *["not in the library"] * 4))
                continue
            runs, share = _beside_c(game, program)
            rate = median(run.playouts_per_s for run in runs)
            plies = runs[0].tally.moves / runs[0].tally.playouts
            rows.append((name, plies, rate, share, FASTER_C * by_c / share))
    columns = ["game", "plies", "playouts/s", "C by ours", "times Ludii (> 10)"]
    return pd.DataFrame(rows, columns=columns)


def _loaded(name: str) -> Game | None:
    library = chosen_library(None)
    if library is not None and name in library:
        return load(name, library=library)
    return load(name, AS_LUDII.get(name, [])) if name in PACKAGED else None


def _beside_c(game: Game, program: Path) -> tuple[list[Run], float]:
    """Return runs of a game, and the median of the rates of the C program by theirs."""
    run_playouts(game, playouts=1)
    runs = []

    def ours() -> float:
        runs.append(run_playouts(game, seconds=SECONDS, seed=1))
        return runs[-1].playouts_per_s

    def theirs() -> float:
        return C_PLAYOUTS / c_seconds(program, C_PLAYOUTS)

    return runs, Pairs.of(theirs, ours, PAIRS).row[0]


#: Games whose moves have consequences; random games of each, the first not timed, and their plies.
PUSHED, PUSHED_GAMES, PUSHED_PLIES = ("Chess", "Hive", "Carcassonne"), 6, 100


def push_rates() -> pd.DataFrame:
    """Return the microseconds of pushing a legal move, and of making it in the engine.

    Both sides make the same moves in turn, the engine's in a copy; legal moves are listed before.
    """
    rows: list[tuple[object, ...]] = []
    for name in PUSHED:
        game = _loaded(name)
        if game is None:
            rows.append((name, *["not in the library"] * 3))
            continue
        games = [1e6 * np.array(_push_times(game, seed)) for seed in range(PUSHED_GAMES)]
        # Medians of the game in which the machine was least busy with other things.
        made, pushed = min((np.median(times, axis=0).tolist() for times in games[1:]), key=sum)
        rows.append((name, made, pushed, pushed - made))
    columns = ["game", "us in the engine", "us of a push", "us more (< 30)"]
    return pd.DataFrame(rows, columns=columns)


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


TABLES = {
    "carcassonne": ("Carcassonne: whole random games, on one core", carcassonne_rates),
    "hive": (f"Hive: random games cut at {HIVE_PLIES} moves, and counting", hive_rates),
    "trax": ("Trax: random games, and the cost of a move as the board grows", trax_rates),
    "pushes": ("Legal moves pushed from Python, beside making them in the engine", push_rates),
    "ludii": ("Random playouts beside Ludii's, by way of a program in C", ludii_rates),
}
