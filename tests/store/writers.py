"""Four writers bring their games to one server at once: ``python -m tests.store.writers [GAMES]``.

Each is a process with a log of its own, and so many games of Tic-Tac-Toe in it. Half of them the
next writer has, too, and the server keeps those once.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from boardless.games import load
from boardless.play import run_playouts
from boardless.store import Store
from tests.store.serving import PASSWORD, USER, serving

WRITERS = 4


def a_log(folder: Path, number: int, games: int) -> Path:
    """Play a writer's games and return its store."""
    path = folder / f"{number}.lbug"
    with Store.open(path) as store:
        for seed in (number, number + 1):
            run_playouts(load("Tic-Tac-Toe"), playouts=games // 2, seed=seed, store=store)
    return path


def main(games: int = 10_000) -> int:
    os.environ.update(NEO4J_USERNAME=USER, NEO4J_PASSWORD=PASSWORD)
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as address:
        logs = [a_log(Path(name), number, games) for number in range(WRITERS)]
        expected = {"Trial": (WRITERS + 1) * (games // 2), "Run": WRITERS + 1, "Game": 1}
        begin = perf_counter()
        command = [sys.executable, "-m", "boardless", "store", "sync"]
        syncing = [
            subprocess.Popen([*command, str(path), address], stdout=subprocess.DEVNULL)
            for path in logs
        ]
        ended = [process.wait() for process in syncing]
        print(f"{WRITERS} writers, {games:,} games each: {perf_counter() - begin:.0f} s, {ended}")
        return int(any(ended)) or checked(address, logs, expected)


def moves_of(store: Store) -> dict[tuple[int, int], int]:
    """How many moves each playout has, by seed and number."""
    rows = store.query(
        "MATCH (r:Run)<-[:OF]-(t:Trial)-[:MADE]->(m:Move) "
        "RETURN r.seed AS seed, t.number AS number, count(m) AS n"
    )
    return {(seed, number): n for seed, number, n in rows.to_numpy().tolist()}


def checked(address: str, logs: list[Path], expected: dict[str, int]) -> int:
    """Compare what is on the server with what the writers have; return 1 if it differs."""
    moves = {}
    for path in logs:
        with Store.open(path, read_only=True) as store:
            moves |= moves_of(store)
    with Store.open(address, read_only=True) as store:
        there = store.stats().set_index("kind")["number"]
        found = moves_of(store)
    counts = {kind: int(there[kind]) for kind in expected}
    same = counts == expected and found == moves and int(there["Move"]) == sum(moves.values())
    print(f"{counts}, {int(there['Move']):,} moves:", "right" if same else f"not {expected}")
    return int(not same)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
