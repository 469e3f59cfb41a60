"""Boards in several threads: past versions of one, and copies of one."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from boardless.topo import Board

THREADS = 3


def grown() -> Board:
    """Return a board that has grown, shrunk and used sites again."""
    board = Board("square", [(0, 0, 0)])
    for n in range(60):
        board.grow_around(int(board.sites[-1]))
        if n % 5 == 4:
            board.remove(board.sites[1:3])
    return board


def read(board: Board, versions: list[int]) -> list[list[int]]:
    """Return what some versions of a board hold."""
    found = []
    for version in versions:
        past = board.at(version)
        beside = [int(other) for site in past for other in past.neighbours(site)]
        found.append([*past.sites.tolist(), *past.perimeter.tolist(), *beside, len(past.edges)])
    return found


def versions_in_threads() -> None:
    """Read versions of one board in several threads at once, and compare."""
    board = grown()
    every = list(range(board.version + 1))
    right = read(grown(), every)
    orders = [Random(n).sample(every, len(every)) for n in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as threads:
        for order, found in zip(orders, threads.map(lambda o: read(board, o), orders), strict=True):
            assert found == [right[version] for version in order]


def copies_in_threads() -> None:
    """Let copies of one board go on in several threads at once, and compare with boards alone."""

    def play(board: Board, seed: int) -> list[list[int]]:
        random = Random(seed)
        for _ in range(150):
            board.grow_around(random.choice(board.sites.tolist()))
            if random.random() < 0.3:
                board.remove([random.choice(board.sites.tolist())])
            board.at(random.randrange(board.version)).keys.sum()
        return [board.changes(0, board.version).tolist(), *read(board, [3, board.version - 2])]

    board = grown()
    board.at(0)
    copies = [board.copy() for _ in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as threads:
        found = list(threads.map(play, copies, range(THREADS)))
    assert found == [play(grown(), seed) for seed in range(THREADS)]


def in_a_process(name: str) -> None:
    """Run a function of this file elsewhere: kernels that went wrong would never give up."""
    script = f"import sys; sys.setswitchinterval(1e-6); from {__name__} import {name}; {name}()"
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, cwd=Path(__file__).parents[3], timeout=60, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_three_threads_read_versions_of_one_board() -> None:
    in_a_process("versions_in_threads")


def test_copies_go_on_in_threads_of_their_own() -> None:
    in_a_process("copies_in_threads")


def test_a_copy_reads_on_its_own() -> None:
    board = grown()
    past = board.at(9)
    twin = board.copy()
    other = twin.at(30)
    assert past.now is board.at(9).now
    assert past.now is not other.now
    assert (len(past), len(other)) == (len(grown().at(9)), len(grown().at(30)))
