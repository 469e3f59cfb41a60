"""The kernels run as plain Python too, with the same results."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from boardless.topo import REGULAR, Board, board_record

SCRIPT = "from tests.topo.boards.test_board_uncompiled import digest; print(digest())"


def digest() -> str:
    """Return what comes out of every kind of kernel, for every tiling."""
    parts = []
    for tiling in REGULAR.values():
        board = Board.regular(tiling, 2)
        for move in (0, 3, 9, 11, 14):
            board.grow_around(move)
            parts.append(int(board.distances().sum()))
        board.grow_contour()
        board.shrink(len(board) - 3)
        board.grow([(-9, 7, 0), (40, -40, 0)])
        board.remove([3, 0, 7, 9])
        parts += [board.vertices.of_cells.tolist(), board.distances().tolist()]
        board.grow([(30, -9, 0), (31, -9, 0)])
        marked = board.sites % 5 == 0
        parts.append(board.isolated(np.bincount(board.sites[marked], minlength=999), board.sites))
        parts[-1] = parts[-1].tolist()
        parts += [board.edges.keys.tolist(), board.at(9).perimeter.tolist()]
        board.shrink(board.version - 5)
        parts += [board.step.tolist(), board.perimeter.tolist(), board.distance(0, 8)]
        parts.append(board.distances("orthogonal").tolist())
        parts.append(board_record(board, "grown"))
    return repr(parts)


def test_kernels_run_uncompiled_with_the_same_results() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", SCRIPT]
    root = Path(__file__).parents[3]
    plain = subprocess.run(
        command, env=environment, cwd=root, capture_output=True, text=True, check=True
    )
    assert plain.stdout.strip() == digest()
