from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

from boardless.topo import (
    HEXAGONAL,
    REGULAR,
    RELATIONS,
    SQUARE,
    TRIANGULAR,
    Board,
    InputError,
    Tiling,
)
from boardless.topo.tilings.incidence import compass_point
from tests.boards import boards, keys_of, neighbours_by_incidence


@given(boards())
def test_relations_are_those_of_the_plane(board: Board) -> None:
    keys = keys_of(board)
    for site in board:
        found = {
            relation: {keys[other] for other in board.neighbours(site, relation).tolist()}
            for relation in RELATIONS
        }
        expected = neighbours_by_incidence(board.tiling, keys[site])
        assert found["adjacent"] == expected["adjacent"] & set(keys)
        assert found["orthogonal"] == expected["orthogonal"] & set(keys)
        assert found["off"] == found["adjacent"] - found["orthogonal"] - found["diagonal"]
        assert found["all"] == found["adjacent"] | found["diagonal"]


@given(boards())
def test_relations_are_mutual(board: Board) -> None:
    for site in board:
        for relation in RELATIONS:
            for other in board.neighbours(site, relation).tolist():
                assert site in board.neighbours(other, relation)


@pytest.mark.parametrize("tiling", REGULAR.values(), ids=str)
def test_diagonal_cells_lie_straight_across_a_vertex(tiling: Tiling) -> None:
    board = Board.regular(tiling, 8)
    positions = board.positions
    for site in set(board) - set(board.perimeter.tolist()):
        corners = board.vertices.of_cells[site]
        places = tiling.plane(tiling.vertex_grid(board.vertices.keys[corners]))
        for other in board.neighbours(site, "diagonal").tolist():
            ways = places - positions[site]
            way = positions[other] - positions[site]
            cosines = ways @ way / np.linalg.norm(ways, axis=1) / np.linalg.norm(way)
            assert cosines.max() == pytest.approx(1)


@given(boards())
def test_radials_are_straight_walks_as_far_as_they_go(board: Board) -> None:
    positions, slots = board.positions, board.tiling.slots
    for site in board:
        for label, walks in board.radials(site).items():
            for walk in walks:
                assert walk[0] == site
                assert len(walk) > 1
                steps = [board.step[a].tolist().index(b) for a, b in pairwise(walk.tolist())]
                turns = [slots.turn[board.key(a)[2], s] for a, s in zip(walk, steps, strict=False)]
                assert turns[:-1] == steps[1:]
                assert turns[-1] == -1 or board.step[walk[-1], turns[-1]] == -1
                way = positions[walk[-1]] - positions[site]
                assert compass_point(*way) == label


@pytest.mark.parametrize(
    ("tiling", "label", "walk"),
    [
        (SQUARE, "NE", [0, 6, 12, 18, 24]),
        (HEXAGONAL, "E", [0, 1, 2, 3, 4]),
        (HEXAGONAL, "NNE", [0, 6, 13, 21, 30, 39, 47, 54, 60]),
        (TRIANGULAR, "E", [0, 1, 2, 3, 4]),
        (TRIANGULAR, "ENE", [0, 5, 10, 14, 18]),
    ],
)
def test_known_radials(tiling: Tiling, label: str, walk: list[int]) -> None:
    assert Board.regular(tiling, 5).radials(0)[label][0].tolist() == walk


def test_walks_need_a_slot(tiling: Tiling) -> None:
    board = Board.regular(tiling, 3)
    assert board.walk(0, 0)[0] == 0
    with pytest.raises(InputError, match=r"slot 12: choose a whole number from 0 to"):
        board.walk(0, 12)
    with pytest.raises(InputError, match=r"slot -1: choose a whole number from 0 to"):
        board.walk(0, -1)


def test_unknown_relations_are_refused(tiling: Tiling) -> None:
    board = Board.regular(tiling, 2)
    for use in (
        lambda r: board.neighbours(0, r),
        board.distances,
        lambda r: board.distance(0, 1, r),
    ):
        with pytest.raises(InputError, match="unknown relation 'beside'"):
            use("beside")


@pytest.mark.parametrize(
    ("tiling", "dimension", "corners", "centre"),
    [
        (SQUARE, 1, [0], [0]),
        (SQUARE, 2, [0, 1, 2, 3], [0, 1, 2, 3]),
        (SQUARE, 5, [0, 4, 20, 24], [12]),
        (HEXAGONAL, 1, [0], [0]),
        (HEXAGONAL, 2, [0, 1, 2, 4, 5, 6], [3]),
        (HEXAGONAL, 3, [0, 2, 7, 11, 16, 18], [9]),
        (TRIANGULAR, 1, [0], [0]),
        (TRIANGULAR, 2, [0, 1, 3], [2]),
        (TRIANGULAR, 6, [0, 5, 35], [13, 17, 18, 21, 22, 25]),
    ],
)
def test_corners_and_centre(
    tiling: Tiling, dimension: int, corners: list[int], centre: list[int]
) -> None:
    board = Board.regular(tiling, dimension)
    assert board.corners.tolist() == corners
    assert board.centre.tolist() == centre


def test_an_empty_board_has_no_corners_rows_or_centre(tiling: Tiling) -> None:
    board = Board(tiling)
    assert board.corners.tolist() == board.centre.tolist() == board.rows == []
    assert board.distances().shape == (0, 0)


@given(boards())
def test_corners_are_those_of_the_convex_hull(board: Board) -> None:
    positions = board.positions
    corners = board.corners.tolist()
    for site in board:
        # A corner is cut off by some direction; every other cell lies between two cells.
        others = np.delete(positions, site, axis=0) - positions[site]
        if len(others):
            angles = np.sort(np.arctan2(others[:, 1], others[:, 0]))
            gaps = np.diff(np.r_[angles, angles[0] + 2 * np.pi])
            assert (gaps.max() > np.pi + 1e-9) == (site in corners)


@given(boards())
def test_the_centre_is_nearest_to_the_mean(board: Board) -> None:
    far = np.linalg.norm(board.positions - board.positions.mean(axis=0), axis=1)
    assert board.centre.tolist() == np.flatnonzero(far < far.min() + 1e-9).tolist()


def test_rows_split_a_triangular_strip_in_two(tiling: Tiling) -> None:
    lengths = [len(row) for row in Board.regular(tiling, 6).rows]
    assert (
        lengths
        == {
            "square": [6] * 6,
            "hexagonal": [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6],
            "triangular": [6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1],
        }[tiling.name]
    )


@given(boards())
def test_vertices_and_edges_belong_to_their_cells(board: Board) -> None:
    tiling = board.tiling
    for elements, parts in (
        (board.vertices, tiling.incidence.faces),
        (board.edges, tiling.incidence.face_edges),
    ):
        expected: dict[tuple, int] = {}
        for site, (i, j, k) in enumerate(keys_of(board)):
            own = [(i + di, j + dj, part) for di, dj, part in parts[k]]
            for key in own:
                expected.setdefault(key, len(expected))
            found = elements.of_cells[site].tolist()
            assert found == [expected[key] for key in own] + [-1] * (len(found) - len(own))
        assert [tuple(key) for key in elements.keys.tolist()] == list(expected)
        assert all(elements.find(key) == n for key, n in expected.items())
        assert list(elements) == list(range(len(expected)))


@given(boards())
def test_vertices_and_edges_follow_growing_and_shrinking(board: Board) -> None:
    version = len(board) // 2
    assert len(board.vertices) > 0
    assert len(board.edges) > 0
    board.shrink(version)
    fresh = Board(board.tiling, board.keys)
    for now, then in ((board.vertices, fresh.vertices), (board.edges, fresh.edges)):
        assert now.keys.tolist() == then.keys.tolist()
    board.grow([(90, 90, 0)])
    fresh.grow([(90, 90, 0)])
    for now, then in ((board.vertices, fresh.vertices), (board.edges, fresh.edges)):
        assert now.keys.tolist() == then.keys.tolist()
        assert now.of_cells.tolist() == then.of_cells.tolist()


def test_boards_are_equal_by_tiling_and_cells_whatever_their_sites() -> None:
    board = Board("square", [(0, 0, 0), (1, 0, 0), (5, 5, 0)])
    other = Board("square", [(1, 0, 0), (2, 0, 0), (0, 0, 0)])
    assert board != other
    board.remove([2])
    other.remove([1])
    assert board == other
    assert board.position_id == other.position_id
    assert board == board.at(board.version) == board.copy()
    assert board != Board("hexagonal", [(0, 0, 0), (1, 0, 0)])
    assert board != "board"
    with pytest.raises(TypeError):
        hash(board)
    kept = "b50b"  # the same in every process
    assert Board("square").position_id[:4] == kept
