"""Regions that are named by where they lie."""

import numpy as np
import pytest

from boardless.topo import FixedBoard, InputError
from boardless.topo.layouts.regions import corners_of, expanded, line, place, side
from tests.topo.layouts.samples import STAR, grid

BOARD = FixedBoard(grid(4, 3))


@pytest.mark.parametrize(
    ("name", "sites"),
    [
        ("Top", [8, 9, 10, 11]),
        ("Bottom", [0, 1, 2, 3]),
        ("Left", [0, 4, 8]),
        ("Right", [3, 7, 11]),
        ("Inner", [5, 6]),
        ("Outer", [0, 1, 2, 3, 4, 7, 8, 9, 10, 11]),
        ("Corners", [0, 3, 8, 11]),
        ("ConvexCorners", [0, 3, 8, 11]),
        ("ConcaveCorners", []),
        ("Centre", [5, 6]),
        ("Board", list(range(12))),
        ("Horizontal", list(range(16))),
    ],
)
def test_places_of_a_rectangle(name, sites):
    assert place(BOARD, name).tolist() == sites


def test_places_of_another_type():
    assert place(BOARD, "Top", "Vertex").tolist() == [15, 16, 17, 18, 19]
    assert place(FixedBoard(STAR, "Vertex"), "Major", "Cell").tolist() == [0, 1, 2, 3, 4, 5]


def test_rows_columns_layers_and_phases():
    assert line(BOARD, "Row", 1).tolist() == [4, 5, 6, 7]
    assert line(BOARD, "Column", 3).tolist() == [3, 7, 11]
    assert line(BOARD, "Layer", 0).tolist() == list(range(12))
    assert line(BOARD, "Phase", 1).tolist() == [1, 3, 4, 6, 9, 11]
    assert line(BOARD, "Row", 3).tolist() == []


def test_sides_are_of_vertices_where_these_are_played_on():
    assert side(BOARD, "S").tolist() == [0, 1, 2, 3]
    assert side(FixedBoard(grid(4, 3), "Vertex"), "S").tolist() == [0, 1, 2, 3, 4]
    assert side(BOARD, "NE").tolist() == []


def test_corners_of_a_cell_and_ends_of_an_edge():
    assert corners_of(BOARD, "Cell", 1).tolist() == [1, 6, 7, 2]
    assert corners_of(BOARD, "Edge", 1).tolist() == [1, 2]


def test_regions_expand_step_by_step_in_a_relation_or_a_direction():
    first = np.array([0])
    assert expanded(BOARD, first).tolist() == [0, 1, 4, 5]
    assert expanded(BOARD, first, 2, "orthogonal").tolist() == [0, 1, 2, 4, 5, 8]
    assert expanded(BOARD, first, 9, "E").tolist() == [0, 1, 2, 3]
    assert expanded(BOARD, first, 0).tolist() == [0]


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: place(BOARD, "Middle"), r"'Middle'.*Top"),
        (lambda: line(BOARD, "Row", -1), r"-1"),
        (lambda: line(BOARD, "Line", 1), r"'Line'.*Row"),
        (lambda: side(BOARD, "ENE"), r"'ENE'.*SW"),
        (lambda: corners_of(BOARD, "Cell", 12), r"12.*0 to 11"),
        (lambda: expanded(BOARD, np.array([12])), r"12.*0 to 11"),
        (lambda: expanded(BOARD, np.array([0]), 1, "sideways"), r"'sideways'.*orthogonal"),
    ],
)
def test_what_is_not_there_is_named(call, named):
    with pytest.raises(InputError, match=named):
        call()
