"""Boards written down: against our goldens, and Ludii's boards where the shared folder is there."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardless.topo import REGULAR, RELATIONS, Board, board_record
from tests.conftest import GOLDENS, ORACLE

ORACLE_FILES = [
    path
    for path in sorted((ORACLE / "topology").glob("*.json.gz"))
    if re.fullmatch(rf"({'|'.join(REGULAR)})-\d+\.json\.gz", path.name)
]
GOLDEN_BOARDS = (
    "square-2",
    "square-3",
    "hexagonal-1",
    "hexagonal-2",
    "triangular-2",
    "triangular-4",
)


def record(name: str) -> dict[str, Any]:
    tiling, dimension = name.split("-")
    return board_record(Board.regular(REGULAR[tiling], int(dimension)), name)


def as_text(entry: dict[str, Any]) -> str:
    """Return a record as lines that people can check against a drawing."""
    cells, vertices = entry["cells"], entry["vertices"]
    lines = [f"{entry['board']}: {cells['n']} cells, {vertices['n']} vertices"]
    for name in ("rows", "perimeter", "corners", "centre"):
        lines.append(f"{name}: {cells[name]}")
    lines.append("edges: " + " ".join(f"{a}-{b}" for a, b in entry["edges"]))
    for n, cell in enumerate(cells["sites"]):
        parts = [f"cell {n}: vertices {cell['vertices']}"]
        parts += [f"{relation} {sorted(cell[relation])}" for relation in RELATIONS]
        lines.append("; ".join(parts))
        for label, walks in cell["radials"].items():
            lines.append(f"  {label}: " + " ".join("-".join(w[1:] for w in walk) for walk in walks))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GOLDEN_BOARDS)
def test_boards_equal_their_goldens(name: str) -> None:
    golden = GOLDENS / "boards" / f"{name}.txt"
    assert as_text(record(name)) == golden.read_text(encoding="utf-8")


def test_records_are_json() -> None:
    for name in GOLDEN_BOARDS:
        assert json.loads(json.dumps(record(name))) == record(name)


@pytest.mark.skipif(not ORACLE_FILES, reason="the shared folder with Ludii's boards is not here")
@pytest.mark.parametrize("path", ORACLE_FILES or [Path()], ids=lambda path: path.name.split(".")[0])
def test_boards_equal_ludiis(path: Path) -> None:
    name = path.name.split(".")[0]
    with gzip.open(path) as file:
        ludii = json.load(file)
    ours = record(name)
    cells, theirs = ours["cells"], ludii["cells"]
    for field in ("n", "perimeter", "inner", "corners", "centre", "rows"):
        assert cells[field] == theirs[field], field
    inner = set(theirs["inner"])
    for n, (cell, other) in enumerate(zip(cells["sites"], theirs["sites"], strict=True)):
        for relation in RELATIONS:
            # At the border of triangular boards Ludii's diagonal and off differ by clipping.
            clipped = name.startswith("tri") and relation in ("diagonal", "off") and n not in inner
            assert clipped or set(cell[relation]) == set(other[relation]), (n, relation)
        assert cell["radials"] == other["radials"], n
        assert cell["pt"] == pytest.approx(other["pt"], abs=1e-6)
        assert cell["row"] == other["row"]
        turns = len(cell["vertices"])
        rotations = [cell["vertices"][t:] + cell["vertices"][:t] for t in range(turns)]
        assert other["vertices"] in rotations, n
    vertices, theirs = ours["vertices"], ludii["vertices"]
    assert (vertices["n"], vertices["corners"]) == (theirs["n"], theirs["corners"])
    for vertex, other in zip(vertices["sites"], theirs["sites"], strict=True):
        assert vertex["pt"] == pytest.approx(other["pt"], abs=1e-6)
        assert vertex["orthogonal"] == sorted(other["orthogonal"])
    assert ours["edges"] == [sorted(edge) for edge in ludii["edges"]]
    tiling, dimension = name.split("-")
    distances = Board.regular(REGULAR[tiling], int(dimension)).distances()
    assert np.array_equal(distances, ludii["distance_adjacent"])
