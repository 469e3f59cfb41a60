"""What a long thin board costs: memory follows the cells, not the box around them."""

import json
import subprocess
import sys
from pathlib import Path

import pandas as pd

from boardless.topo import REGULAR

TILES = 1_000_000

_SCRIPT = r"""
import json, re, sys
from boardless.topo import Board, tiling_named
peak = lambda: int(re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read())[1])
board = Board(tiling_named(sys.argv[1]), [(0, 0, 0)])
board.grow_around(0)
before, site, slot = peak(), 0, board.tiling.slots.labels[0].index("E")
for _ in range(int(sys.argv[2])):
    board.grow_around(site)
    site = int(board.step[site, slot])
print(json.dumps([len(board), before, peak()]))
"""


def line_memory() -> pd.DataFrame:
    """Return the peak memory, in MB, of a zone-grown straight line of a million tiles."""
    if not Path("/proc/self/status").exists():
        return pd.DataFrame({"not measured": ["peak memory is read from /proc, which is not here"]})
    rows = []
    for name in REGULAR:
        command = [sys.executable, "-c", _SCRIPT, name, str(TILES)]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        cells, before, peak = json.loads(output)
        rows.append((name, cells, (peak - before) / 1e3, peak / 1e3))
    return pd.DataFrame(rows, columns=["tiling", "cells", "MB of the board", "MB in all (< 1000)"])
