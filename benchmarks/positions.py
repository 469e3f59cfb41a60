"""A million positions: what it costs to keep them, to ask about them, and to be killed meanwhile.

``python -m benchmarks positions asked killed`` measures them one after another. They explore
Andantino on hexagons as ``boardless explore`` does.
"""

import subprocess
import sys
import tempfile
from hashlib import sha256
from math import inf
from multiprocessing import get_context
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from threading import Thread
from time import perf_counter, sleep

import pandas as pd

from boardless.games import load
from boardless.play import run_playouts
from boardless.store import Store
from boardless.store.positions import explored
from boardless.store.positions.positions import OF_LINKS, OF_POSITIONS
from boardless.store.positions.storing import explore_into, positions_of
from boardless.store.positions.visiting import explore_trials
from boardless.store.questions import ask, questions

GAME, POSITIONS, WORKERS = "Andantino", 1_000_000, 2
KILLS = 20
ROUNDS = 5
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
    """Return the bytes that a process and those that it started hold, counting shared ones once."""
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
    """Explore in a process of its own; return what it took."""
    begin, before = perf_counter(), getrusage(RUSAGE_CHILDREN)
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
    after = getrusage(RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"seconds": perf_counter() - begin, "processor": processor, "MB": most / 1e6}


def exploring() -> pd.DataFrame:
    """Return what a million positions in a store take, from the command to its end."""
    if not Path("/proc/self/smaps_rollup").exists():
        return pd.DataFrame({"not measured": ["memory is read from /proc, which is not here"]})
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


def asking() -> pd.DataFrame:
    """Return how long each question that has a name takes on a million positions, the median."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.lbug"
        subprocess.run(_command(path), stdout=subprocess.DEVNULL, check=True)
        with Store.open(path) as store:
            run_playouts(load(GAME), playouts=PLAYOUTS, seed=1, store=store)
            explore_trials(store, load(GAME))
        with Store.open(path, read_only=True) as store:
            for name in questions():
                times = []
                for _ in range(ROUNDS):
                    begin = perf_counter()
                    answer = ask(store, name)
                    times.append(1e3 * (perf_counter() - begin))
                limit = 2_000 if name in AGGREGATES else 100
                rows.append((name, len(answer), median(times), limit))
    return pd.DataFrame(rows, columns=["question", "rows", "ms", "limit, ms"])


def _digest(path: Path) -> str:
    """Return a hash of all positions and links of a store."""
    with Store.open(path, read_only=True) as store:
        there = positions_of(store)
        hashed = sha256("\0".join(there.texts).encode())
        for name in (*OF_POSITIONS, *OF_LINKS):
            hashed.update(there.column(name).tobytes())
        hashed.update(there.known.rows[: there.known.starts[len(there)]].tobytes())
    return hashed.hexdigest()


def _keep(path: Path) -> None:
    with Store.open(path) as store:
        explore_into(store, load(GAME), positions=POSITIONS)


def _kept_for(path: Path, seconds: float) -> float:
    """Explore for so long, then end the process in a way that it cannot notice; return how long.

    It is a copy of this one, so that what it needs is loaded and compiled.
    """
    begin = perf_counter()
    process = get_context("fork").Process(target=_keep, args=(path,))
    process.start()
    process.join(None if seconds == inf else seconds)
    process.kill()
    process.join()
    return perf_counter() - begin


def killing() -> pd.DataFrame:
    """Kill the writer of a million positions at random moments, and compare what it ends with."""
    random, rows = Random(0), []
    explored(load(GAME), depth=2)
    with tempfile.TemporaryDirectory() as folder:
        whole, path = Path(folder) / "whole.lbug", Path(folder) / "killed.lbug"
        seconds = _kept_for(whole, inf)
        log = path.with_name("killed.lbug.log")
        for number in range(1, KILLS + 1):
            took = _kept_for(path, random.uniform(0, seconds / 4))
            size = log.stat().st_size if log.exists() else 0
            rows.append((f"kill {number}", took, size / 1e6, ""))
        took = _kept_for(path, inf)
        same = _digest(path) == _digest(whole)
        with Store.open(path, read_only=True) as store:
            differ = len(store.check())
        size = log.stat().st_size / 1e6
        said = "the same" if same and not differ else f"different, {differ} kinds by check"
        rows.append(("resumed", took, size, said))
    return pd.DataFrame(rows, columns=["", "seconds", "log, MB", "graph"])


TABLES = {
    "positions": ("A million positions of Andantino, with their links, into a store", exploring),
    "asked": ("Questions that have a name, to a million positions and 5,000 games", asking),
    "killed": ("A writer of a million positions, killed at random moments", killing),
}
