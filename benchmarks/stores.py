"""The cost of games and positions in a store: adding, asking, resuming after a kill."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.context import ForkProcess
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread
from time import perf_counter, sleep
from typing import Any

import pandas as pd

from benchmarks.measure import MeasurementTables, Rows, UnmeasuredError, apart
from boardless.games import load
from boardless.play import run_playouts
from boardless.store import Store
from boardless.store.positions import explored
from boardless.store.positions.found import OF_LINKS, OF_POSITIONS
from boardless.store.positions.storing import explore_into, explore_trials, positions_of
from boardless.store.schema import ask, questions

TABLES = MeasurementTables()

STORE_PAGE = Path(__file__).parents[1] / "docs" / "store.md"
#: The contents of the page's store: a game on tilings, playouts of each, and their seed.
GAME, TILINGS, WORKED_PLAYOUTS, SEED = "Andantino", ("hexagonal", "square"), 100, 1

_QUESTION = re.compile(
    r"\*\*(\d+\. [^*]+)\*\*.*?```cypher\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL
)
_PARAMETER = re.compile(r"^// (\w+) = (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class WorkedQuestion:
    """A question of docs/store.md: its Cypher, values of parameters, and answer as text."""

    words: str
    cypher: str
    parameters: dict[str, Any]
    answer: str


def worked_questions() -> list[WorkedQuestion]:
    """Return the questions of docs/store.md."""
    worked = []
    for words, cypher, answer in _QUESTION.findall(STORE_PAGE.read_text(encoding="utf-8")):
        parameters = {name: json.loads(value) for name, value in _PARAMETER.findall(cypher)}
        worked.append(WorkedQuestion(words, cypher, parameters, answer))
    return worked


STORED_PLAYOUTS = 10_000
ROUNDS = 5


def timed(question: Callable[[], pd.DataFrame]) -> tuple[int, float]:
    """Return the number of rows of an answer, and its median time in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        begin = perf_counter()
        answer = question()
        times.append(1e3 * (perf_counter() - begin))
    return len(answer), median(times)


#: A process of its own that plays and stores, so that its memory can be measured.
_SCRIPT = r"""
from time import perf_counter
from boardless.games import load
from boardless.play import record_playouts
from boardless.store import Store
game, playouts = load("Andantino"), int(sys.argv[2])
batches = [record_playouts(game, n, n + 500, seed=1) for n in range(0, playouts, 500)]
before, begin = peak(), perf_counter()
with Store.open(sys.argv[1]) as store:
    store.add(batches)
    moves = sum(frame.moves for frame in store.log.frames)
print(json.dumps([moves, perf_counter() - begin, before / 1e3, peak() / 1e3]))
"""


def _stored(path: Path) -> list[float]:
    """Store the games; return moves, seconds, and the peak of memory before and after, in MB."""
    costs: list[float] = apart(_SCRIPT, str(path), str(STORED_PLAYOUTS))
    return costs


def storing() -> pd.DataFrame:
    """Return time, memory and disk space of storing random games of Andantino on hexagons."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.lbug"
        moves, seconds, before, peak = _stored(path)
        begin = perf_counter()
        Store.open(path).close()
        opening = perf_counter() - begin
        begin = perf_counter()
        Store.rebuild(path).close()
        rebuilding = perf_counter() - begin
        log = path.with_name("runs.lbug.log").stat().st_size
        row = {
            "games": STORED_PLAYOUTS,
            "moves": int(moves),
            "seconds (< 60)": seconds,
            "MB before": before,
            "MB at most": peak,
            "open, s": opening,
            "rebuild, s": rebuilding,
            "log, MB": log / 1e6,
            "graph, MB": path.stat().st_size / 1e6,
        }
    return pd.DataFrame([row])


@TABLES.table("questions", "Questions to that store", "question", "rows", "ms (< 100)")
def asking_games() -> Rows:
    """Yield the median time of each question of docs/store.md on that store."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.lbug"
        _stored(path)
        with Store.open(path, read_only=True) as store:
            for question in worked_questions():
                # There is no other tiling here than this one.
                cypher = question.cypher.replace("'square'", "'hexagonal'")
                count, spent = timed(partial(store.query, cypher, **question.parameters))
                yield question.words, count, spent


POSITIONS, WORKERS = 1_000_000, 2
KILLS = 20
#: Games whose ways through the positions are asked about.
PLAYOUTS = 5_000
#: Questions that go over all positions, or all games, of a store.
AGGREGATES = {
    "positions-by-ply", "branching", "transpositions", "ends", "values-by-ply", "longest-wins",
    "only-moves", "shapes", "shapes-played", "most-played", "first-moves", "turning-points",
    "results", "growth", "cells", "explorations",
}  # fmt: skip


def _command(path: Path, positions: int = POSITIONS) -> list[str]:
    words = f"-m boardless explore {GAME} --positions {positions} --workers {WORKERS}"
    return [sys.executable, *words.split(), "--store", str(path), "--format", "csv"]


def _memory(process: int) -> int:
    """Return the memory of a process and its children in bytes, counting shared pages once."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if process in (int(folder.name), parent):
                lines = (folder / "smaps_rollup").read_text().splitlines()
                total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except (OSError, StopIteration):
            continue
    return 1024 * total


def _explored(path: Path) -> dict[str, float]:
    """Explore in a process of its own; return its time and memory."""
    begin, before = perf_counter(), os.times()
    most = 0
    with subprocess.Popen(_command(path), stdout=subprocess.DEVNULL) as process:

        def watch() -> None:
            nonlocal most
            while process.poll() is None:
                most = max(most, _memory(process.pid))
                sleep(0.25)

        watching = Thread(target=watch)
        watching.start()
        process.wait()
        watching.join()
    after = os.times()
    processor = after.children_user + after.children_system
    processor -= before.children_user + before.children_system
    return {"seconds": perf_counter() - begin, "processor": processor, "MB": most / 1e6}


def exploring() -> pd.DataFrame:
    """Return time, memory and disk space of a million positions in a store."""
    if not Path("/proc/self/smaps_rollup").exists():
        raise UnmeasuredError("memory is read from /proc, which is not here")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.lbug"
        # What is compiled is kept, before the clock starts.
        subprocess.run(_command(path.with_name("few.lbug"), 10), stdout=subprocess.DEVNULL)
        took = _explored(path)
        with Store.open(path, read_only=True) as store:
            there = ask(store, "explorations")["positions"].tolist()
            links = store.query("MATCH (:Position)-[l:LEADS]->(:Position) RETURN count(l) AS n")
        row = {
            "positions": there[0],
            "links": links["n"][0],
            "seconds (< 60)": took["seconds"],
            "processor seconds": took["processor"],
            "MB at most (< 2,000)": took["MB"],
            "log, MB": path.with_name("p.lbug.log").stat().st_size / 1e6,
            "graph, MB": path.stat().st_size / 1e6,
        }
    return pd.DataFrame([row])


@TABLES.table(
    "asked",
    "Questions that have a name, to a million positions and 5,000 games",
    "question",
    "rows",
    "ms",
    "limit, ms",
)
def asking_positions() -> Rows:
    """Yield the median time of each named question on a million positions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.lbug"
        subprocess.run(_command(path), stdout=subprocess.DEVNULL, check=True)
        with Store.open(path) as store:
            run_playouts(load(GAME), playouts=PLAYOUTS, seed=1, store=store)
            explore_trials(store, load(GAME))
        with Store.open(path, read_only=True) as store:
            for name in questions():
                limit = 2_000 if name in AGGREGATES else 100
                yield name, *timed(partial(ask, store, name)), limit


def _digest(path: Path) -> str:
    """Return a hash of all positions and links of a store."""
    with Store.open(path, read_only=True) as store:
        there = positions_of(store)
        hashed = sha256("\0".join(there.texts).encode())
        for name in (*OF_POSITIONS, *OF_LINKS):
            hashed.update(there.column(name).tobytes())
        hashed.update(there.row_table.rows[: there.row_table.starts[len(there)]].tobytes())
    return hashed.hexdigest()


def _write(path: Path) -> None:
    with Store.open(path) as store:
        explore_into(store, load(GAME), positions=POSITIONS)


def _started(path: Path) -> ForkProcess:
    """Start to explore in a copy of this process, with everything loaded and compiled."""
    process = get_context("fork").Process(target=_write, args=(path,))
    process.start()
    return process


def _logged(path: Path) -> int:
    """Return how many bytes there are of a log."""
    log = path.with_name(f"{path.name}.log")
    return log.stat().st_size if log.exists() else 0


@TABLES.table(
    "killed",
    "A writer of a million positions, killed at random moments",
    "run",
    "seconds",
    "log, MB",
    "it",
)
def killing() -> Rows:
    """Kill the writer of a million positions at random moments; compare the final positions.

    Each kill comes a moment after a random part of the log.
    """
    random = Random(0)
    explored(load(GAME), depth=2)
    with tempfile.TemporaryDirectory() as folder:
        whole, path = Path(folder) / "whole.lbug", Path(folder) / "killed.lbug"
        _started(whole).join()
        for number, part in enumerate(sorted(random.random() for _ in range(KILLS)), 1):
            begin, process = perf_counter(), _started(path)
            while process.is_alive() and _logged(path) < part * _logged(whole):
                sleep(0.01)
            process.join(2 * random.random())
            said = "killed" if process.is_alive() else "had ended"
            process.kill()
            process.join()
            yield f"{number}", perf_counter() - begin, _logged(path) / 1e6, said
        begin = perf_counter()
        _started(path).join()
        took, same = perf_counter() - begin, _digest(path) == _digest(whole)
        with Store.open(path, read_only=True) as store:
            differ = len(store.check())
        said = "the same graph" if same and not differ else f"{differ} kinds differ by check"
        yield "resumed", took, _logged(path) / 1e6, said


TABLES |= {
    "store": ("Random games of Andantino into a store", storing),
    "positions": ("A million positions of Andantino, with their links, into a store", exploring),
}
