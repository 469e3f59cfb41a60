"""Ludii's boards of other tilings: the same cells of the plane are related in the same way."""

import gzip
import json
from typing import Any

import numpy as np
import pytest

from boardless.topo import Board, Key, Tiling, tiling_named
from tests.conftest import ORACLE

NAMES = {
    "T33336-3": "3.3.3.3.6",
    "T33344-3": "3.3.3.4.4",
    "T33434-3": "3.3.4.3.4",
    "T3464-3": "3.4.6.4",
    "T3636-3": "3.6.3.6",
    "T31212-3": "3.12.12",
    "T4612-3": "4.6.12",
    "T488-4": "4.8.8",
    "brick-4": "brick",
    "square-4-diagonals-Alternating": "tetrakis",
}
FILES = {name: ORACLE / "topology" / f"{name}.json.gz" for name in NAMES}

pytestmark = pytest.mark.skipif(
    not all(path.is_file() for path in FILES.values()),
    reason="the shared folder with Ludii's boards is not here",
)


def ludiis(name: str) -> tuple[dict[str, Any], np.ndarray, np.ndarray]:
    """Return a board of Ludii's, and where its cells and vertices are, the shortest edge as 1."""
    with gzip.open(FILES[name]) as file:
        ludii = json.load(file)
    cells, vertices = (
        np.array([site["pt"] for site in ludii[kind]["sites"]]) for kind in ("cells", "vertices")
    )
    ends = vertices[np.array(ludii["edges"])]
    shortest = np.hypot(*(ends[:, 1] - ends[:, 0]).T).min()
    return ludii, cells / shortest, vertices / shortest


def unit(tiling: Tiling) -> float:
    """Return the length of the shortest edge of a tiling."""
    ends = tiling.plane(tiling.vertex_grid(np.array(tiling.incidence.edges).reshape(-1, 3)))
    return float(np.hypot(*(ends[1::2] - ends[::2]).T).min())


def placed(tiling: Tiling, points: np.ndarray, sides: np.ndarray) -> list[Key]:
    """Return the lattice keys of Ludii's cells, which stand as ours do, but for a move."""
    span = np.arange(-12, 13)
    keys = np.array([(i, j, k) for i in span for j in span for k in range(len(tiling.faces))])
    plane = tiling.plane(tiling.face_grid(keys)) / unit(tiling)
    last = plane[(keys == (0, 0, len(tiling.faces) - 1)).all(axis=1)]
    for origin in np.flatnonzero(sides == sides.max()):
        far = np.hypot(*((points - points[origin] + last)[:, None] - plane).transpose(2, 0, 1))
        if far.min(axis=1).max() < 1e-3:
            return [tuple(key) for key in keys[far.argmin(axis=1)].tolist()]
    raise AssertionError("Ludii's cells are none of ours")


@pytest.mark.parametrize("name", NAMES)
def test_boards_equal_ludiis(name: str) -> None:
    ludii, centres, corners = ludiis(name)
    tiling = tiling_named(NAMES[name])
    cells, vertices = ludii["cells"], ludii["vertices"]
    sides = np.array([len(site["vertices"]) for site in cells["sites"]])
    board = Board(tiling, placed(tiling, centres, sides))
    assert (len(board), len(board.vertices)) == (cells["n"], vertices["n"])

    # Vertices are matched by their places, once the board lies where Ludii's does.
    ours = tiling.plane(tiling.vertex_grid(board.vertices.keys)) / unit(tiling)
    ours += centres[0] - board.positions[0] / unit(tiling)
    match = np.hypot(*(ours[:, None] - corners).transpose(2, 0, 1)).argmin(axis=1).tolist()
    assert np.abs(ours - corners[match]).max() < 1e-3
    assert sorted(match) == list(range(len(match)))
    edges = {frozenset((match[a], match[b])) for a, b in board.graph.edges}
    assert edges == {frozenset(edge) for edge in ludii["edges"]}

    assert set(cells["perimeter"]) == set(board.perimeter.tolist())
    for site, cell in enumerate(cells["sites"]):
        assert {match[v] for v in board.face(site)} == set(cell["vertices"])
        for relation in ("orthogonal", "adjacent"):
            ours = set(board.neighbours(site, relation).tolist())
            assert ours == set(cell[relation]), (site, relation)
        radials = {
            label: sorted([f"C{n}" for n in walk.tolist()] for walk in walks)
            for label, walks in board.radials(site).items()
        }
        assert radials == {label: sorted(walks) for label, walks in cell["radials"].items()}, site
        # Where five cells meet nothing lies straight across; Ludii takes what comes nearest.
        if site in cells["inner"] and max(map(len, tiling.incidence.stars)) != 5:
            for relation in ("diagonal", "off", "all"):
                ours = set(board.neighbours(site, relation).tolist())
                assert ours == set(cell[relation]), (site, relation)
    assert np.array_equal(board.distances(), ludii["distance_adjacent"])
