"""Speed of random playouts, next to C and another commit, and from the start of Python.

The environment names the library of games, as for `benchmarks.rates`. ``BOARDLESS_GAMES`` names a
file with the games to sample from, a line each.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import median
from subprocess import PIPE, Popen
from time import perf_counter, process_time

import numpy as np
import pandas as pd

from benchmarks.measure import (
    MeasurementTables,
    Pairs,
    Rows,
    UnmeasuredError,
    in_turn,
    ratio,
    spent_by,
)
from boardless.analysis.playout_tables import LUDII_KEPT, Sample, measured
from boardless.games import Game, Library, compile, load
from boardless.games.game_technique import NAMES
from boardless.games.library import chosen_library
from boardless.jit.native import PATIENCE
from boardless.play import State, record_playouts, run_playouts
from boardless.play.playouts import GAMES
from boardless.util.inputs import InputError

TABLES = MeasurementTables()

C_SOURCES = Path(__file__).with_name("c")


@cache
def c_program(name: str = "andantino") -> Path | None:
    """Compile a C program and return its path, None without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program, source = Path(_programs().name, name), C_SOURCES / f"{name}.c"
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source)], check=True)
    return program


@cache
def _programs() -> "tempfile.TemporaryDirectory[str]":
    """Return the folder of compiled programs, which disappears at the end of the process."""
    return tempfile.TemporaryDirectory()


def c_rate(program: Path) -> float:
    """Return the playouts per second of the processor of a program in C, of one turn."""
    command = [str(program), "1", str(SECONDS)]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return float(answer["playouts"] / answer["seconds"])


class TimedPlayouts:
    """Random playouts of a compiled game, in turns of about equal processor time.

    Attributes
    ----------
    plies : float
        Of a playout, on average; known after a turn.
    """

    def __init__(self, game: Game, seconds: float) -> None:
        self._game, self.plies = game, 0.0
        run_playouts(game, playouts=1)
        self._count, spent = 1, 0.0
        while spent < seconds / 8:
            self._count *= 2
            spent = self._count / self.rate()
        self._count = max(1, round(self._count * seconds / spent))

    def rate(self) -> float:
        """Return playouts per second of the processor, of one turn."""
        begin = process_time()
        tally = run_playouts(self._game, playouts=self._count, seed=1).tally
        spent = process_time() - begin
        self.plies = tally.moves / tally.playouts
        return tally.playouts / max(spent, 1e-6)


def beside_c(game: Game) -> tuple[float, float, float | None]:
    """Return plies and rate of a game, and the ratio of C's rate in Andantino to our rate.

    All are medians of turns; the ratio is None without a C compiler.
    """
    played, program = TimedPlayouts(game, SECONDS), c_program()
    tasks: dict[str, Callable[[], float]] = {"ours": played.rate}
    if program is not None:
        tasks["C"] = partial(c_rate, program)
    rates = in_turn(tasks, TURNS)
    share = None if program is None else ratio(rates, "C", "ours")
    return played.plies, median(rates["ours"]), share


#: Processor seconds of a turn of either side, and turns.
SECONDS, TURNS = 0.35, 3
#: Playouts per second of the C program on the machine on which Ludii was measured.
REFERENCE_C = 375_000
#: Tiles on the board when a move is made and taken back, and repetitions.
UNDO_TILES, UNDO_ROUNDS = (50, 5_000), 200

_COMMAND = "from boardless.cli.app import main; main()"

_ENDLESS = """
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


@TABLES.table(
    "playouts",
    "Random playouts on one core, ZONE-APPEND",
    "game",
    "tiling",
    "playouts/s",
    "of C (> 0.65)",
    "of 100 x Ludii (> 1)",
)
def playout_rates() -> Rows:
    """Yield playouts per second of every game of the thesis in ZONE-APPEND, on one core.

    ``of C`` is the ratio to the C program for Andantino on hexagons, ``of Ludii`` the ratio to a
    hundred times Ludii's rate on a kept board, scaled to this machine by the C program.
    """
    for name, tiling in GAMES:
        _, ours, by_c = beside_c(load(name, tiling=tiling))
        if by_c is None:
            yield name, tiling, ours, "no C compiler", "no C compiler"
            continue
        andantino = (name, tiling) == ("Andantino", "hexagonal")
        share = f"{1 / by_c:.2f}" if andantino else ""
        wanted = 100 * LUDII_KEPT[name, tiling] * by_c / REFERENCE_C
        yield name, tiling, ours, share, f"{1 / wanted:.2f}"


@TABLES.table(
    "c",
    "Andantino on hexagons in ZONE-APPEND and in C, in ten pairs",
    "of C, median (> 0.9)",
    *Pairs.COLUMNS[1:],
)
def c_pairs() -> Rows:
    """Yield the ratio of our playouts per second to C's, for Andantino on hexagons, in pairs."""
    program = c_program()
    if program is None:
        raise UnmeasuredError("there is no C compiler")
    pairs = Pairs.of(TimedPlayouts(load("Andantino"), SECONDS).rate, partial(c_rate, program))
    yield pairs.row


def technique_ratios() -> pd.DataFrame:
    """Return the ratios of playouts per second of two techniques, by game."""
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


@TABLES.table(
    "undo",
    "Push and pop of a compiled state",
    *(f"us, {tiles:,} tiles (< 60)" for tiles in UNDO_TILES),
    "ratio (< 1.5)",
)
def undo_costs() -> Rows:
    """Yield the time of a push and its pop, of a compiled state with few and with many tiles.

    Microseconds: the median of pushes and pops of the next move of a random game.
    """
    costs = []
    for tiles in UNDO_TILES:
        # Two tiles begin the game, and it goes on after the move that is timed.
        game = compile(_ENDLESS.format(moves=tiles + 1))
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
    yield few, many, many / few


#: Playouts for the processor time by each number of workers.
SHARED_PLAYOUTS = 1_000_000


@TABLES.table(
    "workers",
    "Two workers",
    "playouts/s, one worker",
    "two workers",
    "ratio (> 1.9 on two idle cores)",
    "processor time, two by one",
)
def worker_rates() -> Rows:
    """Yield the playouts of one process and of two, and the cost of sharing the work.

    The ratio by the clock means something on two idle cores only. The last column is the processor
    time of some playouts by two workers, divided by the time by one. It is 1 if sharing costs
    nothing, and two idle cores then give twice the playouts.
    """
    game = load("Andantino")
    rates = {
        workers: max(
            run_playouts(game, seconds=2, seed=1, workers=workers).playouts_per_s for _ in range(3)
        )
        for workers in (1, 2)
    }

    def spent(workers: int, playouts: int) -> float:
        command = [sys.executable, "-c", _COMMAND, "playouts", "Andantino", "--playouts"]
        return spent_by([*command, str(playouts), "--workers", str(workers)])[0]

    one, two = (
        median(spent(workers, SHARED_PLAYOUTS) - spent(workers, 1_000) for _ in range(3))
        for workers in (1, 2)
    )
    yield rates[1], rates[2], rates[2] / rates[1], two / one


@TABLES.table(
    "first",
    "From the command to its result, seconds; first: with an empty cache",
    "first result (< 10 s)",
    "later (< 2 s)",
)
def first_results() -> Rows:
    """Yield the time from the start of the command to its result, first and later."""
    times = seconds_of(_COMMAND, "playouts", "Andantino", "--playouts", "1000")
    yield tuple(times or ())


HERE = Path(__file__).parents[1]
#: Seconds that each side of a pair plays.
TURN = 0.3

#: Answers each line of standard input, [game, tiling, technique, playouts], with the playouts per
#: second and the moves in all. Older checkouts have their packages at the top.
_PLAYER = r"""
import json, sys
try:
    from boardless.games import load
    from boardless.play import run_playouts
except ImportError:
    from games import load
    from play import run_playouts
print(json.dumps(load.__code__.co_filename), flush=True)
for line in sys.stdin:
    name, tiling, technique, playouts = json.loads(line)
    run = run_playouts(load(name, tiling=tiling), technique=technique, playouts=playouts, seed=1)
    print(json.dumps([run.playouts_per_s, run.tally.moves]), flush=True)
"""


@contextmanager
def player(checkout: Path) -> Iterator["Popen[str]"]:
    """Start a process that plays with a checkout's modules, by its own Python if it has one."""
    own = checkout / ".venv" / "bin" / "python"
    command = [str(own) if own.exists() else sys.executable, "-c", _PLAYER]
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    with Popen(
        command, stdin=PIPE, stdout=PIPE, text=True, cwd=checkout, env=environment
    ) as process:
        try:
            loaded = Path(_answer(process)).resolve()
            if not loaded.is_relative_to(checkout):
                raise InputError(f"{checkout} is not a checkout: it plays the modules in {loaded}")
            yield process
        finally:
            process.kill()


def _answer(process: "Popen[str]") -> str:
    """Return the next line from a player."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise InputError(f"a checkout cannot be played, exit status {process.wait()}")
    return str(json.loads(line)) if line.startswith('"') else line


def rate(process: "Popen[str]", *job: object) -> float:
    """Return playouts per second of a job."""
    return play(process, *job)[0]


def play(process: "Popen[str]", *job: object) -> tuple[float, int]:
    """Return playouts per second and moves of a job."""
    assert process.stdin is not None
    print(json.dumps(job), file=process.stdin, flush=True)
    rate, moves = json.loads(_answer(process))
    return rate, moves


def against(other: Path) -> pd.DataFrame:
    """Return the ratios of playouts per second, this checkout by another one.

    The last column says whether both played the same number of moves.
    """
    rows = []
    with ExitStack() as stack:
        ours, theirs = (
            stack.enter_context(player(checkout.resolve())) for checkout in (HERE, other)
        )
        for name, tiling in GAMES:
            for technique in NAMES:
                job = (name, tiling, technique)
                # The first run compiles; longer and longer ones say how many playouts a turn has.
                play(theirs, *job, 10)
                playouts = 10
                for _ in range(4):
                    playouts = max(10, int(TURN * play(ours, *job, playouts)[0]))
                same = play(ours, *job, playouts)[1] == play(theirs, *job, playouts)[1]
                pairs = Pairs.of(
                    partial(rate, ours, *job, playouts), partial(rate, theirs, *job, playouts)
                )
                rows.append((*job, *pairs.row, "yes" if same else "no"))
    return pd.DataFrame(rows, columns=["game", "tiling", "technique", *Pairs.COLUMNS, "same games"])


#: Names a file with the games that are sampled from.
LIST = "BOARDLESS_GAMES"
LIBRARY_GAMES, SEED = 100, 1

_PLAYOUT = """
import sys
from boardless.games import load
from boardless.play import run_playouts
run_playouts(load(sys.argv[1]), playouts=1, seed=1)
"""
_MOVE = """
import sys
from boardless.games import load
from boardless.play import State
list(State(load(sys.argv[1])).legal_moves)
"""
#: The rows of each table; the cache is empty at first, and later as the first run left it.
_PLAYOUT_ROWS = (
    "first playout, nothing kept (median < 4, 90 % < 9, worst < 25)",
    "first playout, later (worst < 1.5)",
)
_MOVE_ROWS = (
    "first legal moves, nothing kept (worst < 3)",
    "first legal moves, later (worst < 3)",
)


def _first_times(script: str, rows: tuple[str, str]) -> pd.DataFrame:
    """Return the seconds of a script with each game, first and later, without invalid games."""
    library = chosen_library(None)
    if library is None:
        raise UnmeasuredError("BOARDLESS_LIBRARY names no library")
    names, seconds_of_each = [], []
    for path in sampled(library):
        seconds = seconds_of(script, str(library.descriptions / path))
        if seconds is not None:
            names.append(Path(path).stem)
            seconds_of_each.append(seconds)
    if not seconds_of_each:
        raise UnmeasuredError("none of the games is compiled")
    times = np.array(seconds_of_each).T
    table = []
    for what, row in zip(rows, times, strict=True):
        worst = ", ".join(names[n] for n in np.argsort(row)[:-4:-1])
        table.append((what, len(row), *np.quantile(row, (0.5, 0.9, 1.0)).tolist(), worst))
    columns = ["what", "games", "median", "90 %", "worst", "the three worst"]
    return pd.DataFrame(table, columns=columns)


def sampled(library: Library) -> list[str]:
    """Return the games to measure, as paths below the descriptions of a library."""
    named = os.environ.get(LIST)
    listed = Path(named).read_text(encoding="utf-8").splitlines() if named else library.files
    return Random(SEED).sample(listed, min(LIBRARY_GAMES, len(listed)))


def seconds_of(script: str, *words: str) -> list[float] | None:
    """Return the seconds of a script with an empty cache and a full one, None if it fails."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as cache:
        for _ in range(2):
            begin = perf_counter()
            ended = subprocess.run(
                [sys.executable, "-c", script, *words],
                env={**os.environ, "BOARDLESS_CACHE": cache},
                capture_output=True,
            )
            if ended.returncode:
                return None
            times.append(perf_counter() - begin)
    return times


_FROM = f"From starting Python to its end, in seconds: games of a library, {LIBRARY_GAMES} sampled"


TABLES |= {
    "techniques": ("Playouts of one technique by those of another", technique_ratios),
    "first-games": (_FROM, lambda: _first_times(_PLAYOUT, _PLAYOUT_ROWS)),
    "first-moves": (_FROM, lambda: _first_times(_MOVE, _MOVE_ROWS)),
}
