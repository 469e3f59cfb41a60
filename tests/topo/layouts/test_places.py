"""Borders, corners, sides, rows, labels and phases of boards that are no rectangles."""

import numpy as np
import pytest

from boardless.topo import HEXAGONAL, Board, FixedBoard
from boardless.topo.layouts.incidence import Ragged, renumbered
from boardless.topo.layouts.layout import angles
from boardless.topo.layouts.places import inside
from boardless.topo.layouts.radials import phases
from tests.topo.layouts.samples import drawn, grid, of_board


def polygon(points):
    edges = [(n, (n + 1) % len(points)) for n in range(len(points))]
    return FixedBoard(drawn(points, edges), "Vertex")


def l_shape():
    """Return the vertices of an L, two wide, in unit steps counter-clockwise from a corner."""
    turns = [(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)]
    points = []
    for (ax, ay), (bx, by) in zip(turns, [*turns[1:], turns[0]], strict=True):
        steps = max(abs(bx - ax), abs(by - ay))
        points += [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(steps)]
    return polygon(points)


def test_corners_are_convex_or_concave():
    sites = l_shape().sites_of()
    assert [tuple(sites.points[n, :2]) for n in sites.listed("corners_concave")] == [(2, 2)]
    convex = {tuple(sites.points[n, :2].tolist()) for n in sites.listed("corners_convex")}
    assert convex == {(0, 0), (6, 0), (6, 2), (2, 6), (0, 6)}


def test_a_walk_of_five_vertices_is_all_corners():
    turn = 2 * np.pi * np.arange(5) / 5
    sites = polygon(list(zip(np.cos(turn), np.sin(turn), strict=True))).sites_of()
    assert sites.listed("corners").tolist() == [0, 1, 2, 3, 4]


def test_every_part_has_a_border_unless_it_lies_within_another():
    def square(x, y, size):
        return [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]

    points = square(0, 0, 4) + square(1, 1, 1) + square(6, 0, 1)
    edges = [(4 * part + n, 4 * part + (n + 1) % 4) for part in range(3) for n in range(4)]
    board = FixedBoard(drawn(points, edges), "Vertex")
    assert [walk.tolist() for walk in board.outer_walks] == [[0, 1, 2, 3], [8, 9, 10, 11]]
    assert board.sites_of().listed("inner").tolist() == [4, 5, 6, 7]


def test_a_part_that_touches_another_from_the_right_begins_where_it_leaves_it():
    points = [(0, 0), (2, 0), (2, 4), (0, 4), (2, 1), (4, 1), (4, 2), (2, 2)]
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4)]
    board = FixedBoard(drawn(points, edges), "Vertex")
    assert [walk.tolist() for walk in board.outer_walks] == [[0, 1, 2, 3], [5, 4, 7, 6]]


def test_points_within_a_polygon():
    points = np.array([(1, 1), (3, 1), (1, 3), (-1, 1), (1, 4.5)])
    polygon = np.array([(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)], dtype=float)
    assert inside(points, polygon).tolist() == [True, True, True, False, False]


def test_sides_of_a_hexagonal_board():
    sites = FixedBoard(of_board(Board.regular(HEXAGONAL, 3))).sites_of()
    rows = sites.coordinates.rows
    assert set(rows[0].tolist()) <= set(sites.sides["S"].tolist()) <= set(rows[0]) | set(rows[1])
    assert {row[0] for row in rows[:3]} <= set(sites.sides["SW"].tolist())
    assert {row[-1] for row in rows[2:]} <= set(sites.sides["NE"].tolist())


def test_rows_may_lean():
    """Columns of a sheared board follow its second axis, 60 degrees from the first."""
    shear = [(x + y / 2, y * np.sqrt(3) / 2) for y in range(5) for x in range(5)]
    sites = FixedBoard(drawn(shear, []), "Vertex").sites_of()
    assert sites.coordinates.row.tolist() == [n // 5 for n in range(25)]
    assert len(set(sites.labels)) == 25


def test_sites_nearly_in_a_row_are_in_it():
    waves = [(x, y + 0.3 * (x % 2)) for y in range(4) for x in range(4)]
    coordinates = FixedBoard(drawn(waves, []), "Vertex").sites_of().coordinates
    assert coordinates.row.tolist() == [n // 4 for n in range(16)]
    assert coordinates.column.tolist() == [0, 1, 2, 3] * 4


def test_labels_go_on_after_z():
    labels = FixedBoard(grid(30, 1)).sites_of().labels
    assert (labels[0], labels[25], labels[26], labels[29]) == ("A1", "Z1", "AA1", "AD1")


def test_doubled_labels_are_taken_anew_from_x_and_y():
    close = drawn([(0, 0), (0, 0.2), (5, 0), (5, 5), (0, 5)], [])
    coordinates = FixedBoard(close, "Vertex").sites_of().coordinates
    assert coordinates.doubled
    assert coordinates.labels == ("A1", "A2", "B1", "B3", "A3")


def test_games_that_name_layers_take_rows_from_the_ground():
    tower = [(x, y, 0) for y in (0, 2) for x in (0, 2)] + [(1, 1, 1)]
    flat, layered = (FixedBoard(drawn(tower, []), "Vertex", way) for way in (False, True))
    assert [len(board.rows) for board in (flat, layered)] == [3, 2]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_few_colours_are_enough_for_complete_graphs_of_four(count):
    complete = Ragged.of([[n for n in range(count) if n != m] for m in range(count)])
    found = sorted(phase.tolist() for phase in phases(complete))
    assert found[5 - count :] == [[n] for n in range(count)]


def test_a_fifth_phase_is_for_those_that_touch_all_four():
    complete = Ragged.of([[n for n in range(6) if n != m] for m in range(6)])
    assert [len(phase) for phase in phases(complete)] == [1, 1, 1, 1, 2]


def test_sites_between_two_colours_are_coloured_first():
    edges = FixedBoard(renumbered(grid(3, 3)), "Edge").sites_of()
    assert [phase.tolist() for phase in edges.phases[:4]] == [
        [0, 5, 6, 7, 14, 19, 20, 21],
        [1, 3, 11, 12, 13, 17, 22],
        [2, 4, 9, 10, 16, 18, 23],
        [8, 15],
    ]


def test_angles_go_around_from_west_to_west():
    steps = np.array([(x, y) for x in (-2.0, -0.5, 0.0, 1.0) for y in (-1.0, -0.3, 0.0, 0.2)])
    signed = np.concatenate([steps, -steps])
    np.testing.assert_allclose(angles(signed), np.arctan2(signed[:, 1], signed[:, 0]), atol=1e-15)


@pytest.mark.parametrize("size", [2, 5])
def test_phases_of_cells_are_apart(size):
    board = FixedBoard(of_board(Board.regular(HEXAGONAL, size)))
    for phase in board.sites_of().phases:
        chosen = set(phase.tolist())
        assert not any(chosen & set(board.neighbours(site).tolist()) for site in chosen)
