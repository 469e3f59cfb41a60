"""What it costs to keep games in a store, and to ask about them."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

import pandas as pd

from benchmarks.questions import questions
from boardless.store import Store

PLAYOUTS = 10_000
ROUNDS = 9

#: Plays and stores, apart from everything else, so that its memory can be told.
_SCRIPT = r"""
import json, re, sys
from time import perf_counter
from boardless.games import load
from boardless.play import record_playouts
from boardless.store import Store
peak = lambda: int(re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read())[1]) / 1e3
game, playouts = load("Andantino"), int(sys.argv[2])
batches = [record_playouts(game, n, n + 500, seed=1) for n in range(0, playouts, 500)]
before, begin = peak(), perf_counter()
with Store.open(sys.argv[1]) as store:
    store.add(batches)
    moves = sum(frame.moves for frame in store.log.frames)
print(json.dumps([moves, perf_counter() - begin, before, peak()]))
"""


def _stored(path: Path) -> list[float]:
    """Store the games; return moves, seconds, and the peak of memory before and after, in MB."""
    command = [sys.executable, "-c", _SCRIPT, str(path), str(PLAYOUTS)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: list[float] = json.loads(output)
    return found


def storing() -> pd.DataFrame:
    """Return what it costs to store random games of Andantino on hexagons."""
    if not Path("/proc/self/status").exists():
        return pd.DataFrame({"not measured": ["peak memory is read from /proc, which is not here"]})
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
            "games": PLAYOUTS,
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


def asking() -> pd.DataFrame:
    """Return how long each question of docs/store.md takes on that store, the median."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.lbug"
        _stored(path)
        with Store.open(path, read_only=True) as store:
            for question in questions():
                times = []
                # There is no other tiling here than this one.
                cypher = question.cypher.replace("'square'", "'hexagonal'")
                for _ in range(ROUNDS):
                    begin = perf_counter()
                    answer = store.query(cypher, **question.parameters)
                    times.append(1e3 * (perf_counter() - begin))
                rows.append((question.words, len(answer), median(times)))
    return pd.DataFrame(rows, columns=["question", "rows", "ms (< 100)"])


TABLES = {
    "store": ("Random games of Andantino into a store", storing),
    "questions": ("Questions to that store", asking),
}
