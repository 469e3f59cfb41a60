"""Ludii's boards of other tilings: the same cells of the plane are related in the same way."""

import gzip
import json
from typing import Any

import numpy as np
import pytest

from tests.conftest import ORACLE
from topo import Board, Key, Tiling, tiling_named

NAMES = {
    "T33336-3": "3.3.3.3.6",
    "T33344-3": "3.3.3.4.4",
    "T33434-3": "3.3.4.3.4",
    "T3464-3": "3.4.6.4",
    "T3636-3": "3.6.3.6",
    "T31212-3": "3.12.12",
    "T4612-3": "4.6.12",
    "T488-4": "4.8.8",
}
FILES = {name: ORACLE / "topology" / f"{name}.json.gz" for name in NAMES}

pytestmark = pytest.mark.skipif(
    not all(path.is_file() for path in FILES.values()),
    reason="the shared folder with Ludii's boards is not here",
)


def ludiis(name: str) -> dict[str, Any]:
    with gzip.open(FILES[name]) as file:
        return json.load(file)


def placed(tiling: Tiling, cells: dict[str, Any]) -> list[Key]:
    """Return the lattice keys of Ludii's cells; the largest polygon nearest to the centre is ours.

    Both have edges of length 1 and stand in the same way, so what differs is a move.
    """
    points = np.array([site["pt"] for site in cells["sites"]])
    sides = np.array([len(site["vertices"]) for site in cells["sites"]])
    span = np.arange(-12, 13)
    keys = np.array([(i, j, k) for i in span for j in span for k in range(len(tiling.faces))])
    plane = tiling.plane(tiling.face_grid(keys))
    last = tiling.plane(tiling.face_grid(np.array([(0, 0, len(tiling.faces) - 1)])))
    largest = np.flatnonzero(sides == sides.max())
    for origin in largest:
        found = []
        for point in points - points[origin] + last:
            far = np.hypot(*(plane - point).T)
            nearest = int(far.argmin())
            if far[nearest] > 1e-3:
                break
            found.append(tuple(keys[nearest].tolist()))
        else:
            return found
    raise AssertionError("Ludii's cells are none of ours")


@pytest.mark.parametrize("name", NAMES)
def test_boards_equal_ludiis(name: str) -> None:
    ludii = ludiis(name)
    tiling = tiling_named(NAMES[name])
    cells, vertices = ludii["cells"], ludii["vertices"]
    board = Board(tiling, placed(tiling, cells))
    assert (len(board), len(board.vertices)) == (cells["n"], vertices["n"])

    # Vertices are matched by their places, once the board lies where Ludii's does.
    shift = np.array(cells["sites"][0]["pt"]) - board.positions[0]
    ours = tiling.plane(tiling.vertex_grid(board.vertices.keys)) + shift
    theirs = np.array([site["pt"] for site in vertices["sites"]])
    match = np.hypot(*(ours[:, None] - theirs[None]).transpose(2, 0, 1)).argmin(axis=1).tolist()
    assert np.abs(ours - theirs[match]).max() < 1e-3
    assert sorted(match) == list(range(len(match)))
    edges = {frozenset((match[a], match[b])) for a, b in board.graph.edges}
    assert edges == {frozenset(edge) for edge in ludii["edges"]}

    assert set(cells["perimeter"]) == set(board.perimeter.tolist())
    for site, cell in enumerate(cells["sites"]):
        assert {match[v] for v in board.face(site)} == set(cell["vertices"])
        for relation in ("orthogonal", "adjacent"):
            ours = set(board.neighbours(site, relation).tolist())
            assert ours == set(cell[relation]), (site, relation)
    assert np.array_equal(board.distances(), ludii["distance_adjacent"])
