"""What random playouts cost, beside a C program written by hand for one game."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import pandas as pd

from benchmarks import c_rate
from benchmarks.measure import Pairs
from boardless.analysis.playout_tables import LUDII_KEPT, Sample, measured
from boardless.games import Game, compile, load
from boardless.jit.dispatch import PATIENCE
from boardless.play import State, record_playouts, run_playouts
from boardless.play.playouts import GAMES

#: What the C program made on the machine on which Ludii was measured.
REFERENCE_C = 375_000
PLAYOUTS, ROUNDS = 20_000, 15
#: How many tiles are on the board when a move is made and taken back, and how often that is.
UNDO_TILES, UNDO_ROUNDS = (50, 5_000), 200

_COMMAND = "from boardless.cli.app import main; main()"

_DRAWN = """
(game "Drawn after a number of moves"
    (equipment {{ (boardless Hexagonal) (tile "Hex" Each) }})
    (rules
        (start {{ (place "Hex1" (centrePoint)) (place "Hex2" (ahead (centrePoint) E)) }})
        (play (move Add (to (sites Playable)
            if:(>= (count Sites in:(sites Around (to) NotEmpty)) 2)
        )))
        (end (if (>= (count Moves) {moves}) (result Mover Draw)))
    )
)
"""


def _rates(game: Game, program: Path | None) -> tuple[float, float | None]:
    """Return playouts per second of a game and of the C program, taking turns; the best of each."""
    ours, theirs = 0.0, None
    for _ in range(ROUNDS):
        ours = max(ours, run_playouts(game, playouts=PLAYOUTS, seed=1).playouts_per_s)
        if program is not None:
            theirs = max(theirs or 0.0, PLAYOUTS / c_rate.seconds(program, PLAYOUTS))
    return ours, theirs


def playout_rates() -> pd.DataFrame:
    """Return playouts per second of every game of the thesis in ZONE-APPEND, on one core.

    ``of C`` is the share of the C program for Andantino on hexagons, ``of Ludii`` that of a hundred
    times Ludii's rate on a kept board, scaled to this machine by the C program.
    """
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program = c_rate.compiled(Path(folder))
        for name, tiling in GAMES:
            ours, theirs = _rates(load(name, tiling=tiling), program)
            if theirs is None:
                rows.append((name, tiling, ours, "no C compiler", "no C compiler"))
                continue
            wanted = 100 * LUDII_KEPT[name, tiling] * theirs / REFERENCE_C
            andantino = (name, tiling) == ("Andantino", "hexagonal")
            share = f"{ours / theirs:.2f}" if andantino else ""
            rows.append((name, tiling, ours, share, f"{ours / wanted:.2f}"))
    columns = ["game", "tiling", "playouts/s", "of C (> 0.65)", "of 100 x Ludii (> 1)"]
    return pd.DataFrame(rows, columns=columns)


def c_pairs() -> pd.DataFrame:
    """Return playouts per second of Andantino on hexagons by those of C, in pairs taking turns."""
    game = load("Andantino")
    with tempfile.TemporaryDirectory() as folder:
        program = c_rate.compiled(Path(folder))
        if program is None:
            return pd.DataFrame({"not measured": ["there is no C compiler"]})
        pairs = Pairs.of(
            lambda: run_playouts(game, playouts=3 * PLAYOUTS, seed=1).playouts_per_s,
            lambda: 3 * PLAYOUTS / c_rate.seconds(program, 3 * PLAYOUTS),
        )
    return pd.DataFrame([pairs.row], columns=["of C, median (> 0.9)", *Pairs.COLUMNS[1:]])


def technique_ratios() -> pd.DataFrame:
    """Return how many times the playouts of another technique one makes, by game."""
    table = measured(Sample(seconds=1))
    rates = table.pivot_table("playouts_per_s", ["game", "tiling"], "technique", sort=False)
    compared = (
        ("ZONE-APPEND", "PERI-APPEND"),
        ("PERI-MAP", "ZONE-MAP"),
        ("ZONE-APPEND", "BASE-KEPT"),
        ("BASE-KEPT", "BASE"),
    )
    ratios = {f"{one} by {other}": rates[one] / rates[other] for one, other in compared}
    return pd.DataFrame(ratios).reset_index()


def undo_costs() -> pd.DataFrame:
    """Return the time of a push and its pop, of a compiled state with few and with many tiles.

    Microseconds: the median of pushes and pops of the next move of a random game.
    """
    costs = []
    for tiles in UNDO_TILES:
        # Two tiles begin the game, and it goes on after the move that is timed.
        game = compile(_DRAWN.format(moves=tiles + 1))
        moves = record_playouts(game, 0, 1, seed=1).moves(0)
        state = State(game)
        for move in moves[: tiles - 2]:
            state.push(move)
        move = moves[tiles - 2]
        # A state is plain Python until compiling pays.
        until = perf_counter() + 3 * PATIENCE
        while perf_counter() < until:
            state.push(move)
            state.pop()
        times = []
        for _ in range(UNDO_ROUNDS):
            begin = perf_counter()
            state.push(move)
            state.pop()
            times.append(perf_counter() - begin)
        costs.append(1e6 * median(times))
    few, many = costs
    columns = [*(f"us, {tiles:,} tiles (< 60)" for tiles in UNDO_TILES), "ratio (< 1.5)"]
    return pd.DataFrame([(few, many, many / few)], columns=columns)


def move_costs() -> pd.DataFrame:
    """Return the time of a move in games of 50 and of 5,000 tiles that only end in a draw."""
    times = {}
    for moves in (50, 5_000):
        game = compile(_DRAWN.format(moves=moves))
        run_playouts(game, playouts=2, seed=1)
        runs = [run_playouts(game, playouts=50_000 // moves, seed=n) for n in range(10)]
        times[moves] = min(1e9 / run.moves_per_s for run in runs)
    ratio = times[5_000] / times[50]
    return pd.DataFrame(
        [(times[50], times[5_000], ratio)],
        columns=["ns a move, 50 tiles", "ns a move, 5,000 tiles", "ratio (near 1)"],
    )


def worker_rates() -> pd.DataFrame:
    """Return what two processes make of the playouts of one."""
    game = load("Andantino")
    rates = {
        workers: max(
            run_playouts(game, seconds=2, seed=1, workers=workers).playouts_per_s for _ in range(3)
        )
        for workers in (1, 2)
    }
    return pd.DataFrame(
        [(rates[1], rates[2], rates[2] / rates[1])],
        columns=["playouts/s, one worker", "two workers", "ratio (> 1.6 on two idle cores)"],
    )


def first_results() -> pd.DataFrame:
    """Return the time from starting the command to its result, first and later."""
    command = [sys.executable, "-c", _COMMAND, "playouts", "Andantino", "--playouts", "1000"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BOARDLESS_CACHE": folder}

        def timed() -> float:
            begin = perf_counter()
            subprocess.run(command, env=environment, check=True, capture_output=True)
            return perf_counter() - begin

        first = timed()
        later = min(timed() for _ in range(3))
    columns = ["first result (< 10 s)", "later (< 2 s)"]
    return pd.DataFrame([(first, later)], columns=columns)


TABLES: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
    "playouts": ("Random playouts on one core, ZONE-APPEND", playout_rates),
    "c": ("Andantino on hexagons in ZONE-APPEND, beside C in ten pairs", c_pairs),
    "techniques": ("Playouts of one technique by those of another", technique_ratios),
    "undo": ("Push and pop of a compiled state", undo_costs),
    "moves": ("The cost of a move by the number of tiles", move_costs),
    "workers": ("Two workers", worker_rates),
    "first": (
        "From the command to its result, seconds; first: nothing is compiled yet",
        first_results,
    ),
}
