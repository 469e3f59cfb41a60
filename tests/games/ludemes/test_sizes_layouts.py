"""Small boards with the numbers that Ludii's conventions give them, worked out by hand."""

import numpy as np
import pytest

from tests.games.initial.texts import laid_out, places

SQUARE = ((0, 3, 4, 1), (1, 4, 5, 2), (3, 6, 7, 4), (4, 7, 8, 5))


def test_squares_are_numbered_row_by_row_and_cells_clockwise_from_the_lower_left():
    layout = laid_out("(square 2)")
    assert places(layout) == [[x, y] for y in range(3) for x in range(3)]
    assert layout.faces == SQUARE
    assert layout.edges[:6].tolist() == [[0, 1], [1, 2], [0, 3], [1, 4], [2, 5], [3, 4]]
    assert (layout.basis, layout.shape, layout.dim) == ("Square", "Rectangle", (2, 2))


def test_sizes_count_points_on_boards_that_are_played_on_vertices():
    assert laid_out("(board (square 3) use:Vertex)").faces == SQUARE
    assert laid_out("(board (tri 3) use:Edge)").counts == (4, 6, 9)
    assert laid_out("(board (hex 3) use:Vertex)").counts == laid_out("(hex 3)").counts


def test_the_diamond_of_hexagons_stands_on_its_obtuse_corner():
    layout = laid_out("(hex Diamond 3)")
    sides = [{frozenset(s) for s in zip(f, f[1:] + f[:1], strict=True)} for f in layout.faces]
    assert [cell for cell in range(1, 9) if sides[0] & sides[cell]] == [1, 2, 4]


@pytest.mark.parametrize(
    ("graph", "counts"),
    [
        ("(square 2 diagonals:Alternating)", (8, 9, 16)),
        ("(square 2 diagonals:Solid)", (16, 13, 28)),
        ("(square 1 diagonals:SolidNoSplit)", (4, 4, 6)),
        ("(square 2 diagonals:Concentric)", (8, 9, 16)),
        ("(square 2 diagonals:Radiating)", (8, 9, 16)),
        ("(square 2 diagonals:Implied)", (4, 9, 12)),
        ("(square Limping 2)", (6, 12, 17)),
        ("(square Diamond 2)", (5, 12, 16)),
        ("(square 2 pyramidal:True)", (5, 14, 36)),
        ("(square {3 2 2 -1})", (4, 10, 13)),
        ("(hex Triangle 3)", (6, 22, 27)),
        ("(hex Rectangle 2 3)", (5, 19, 23)),
        ("(hex Star 1)", (13, 42, 54)),
        ("(hex 2 3)", (12, 37, 48)),
        ("(tri Hexagon 1)", (6, 7, 12)),
        ("(tri Star 1)", (12, 13, 24)),
        ("(tri Diamond 1)", (2, 4, 5)),
        ("(tiling T488 2)", (5, 24, 28)),
        ("(tiling T3464 1)", (13, 18, 30)),
        ("(tiling T33344 2)", (8, 12, 19)),
        ("(tiling T3636 1)", (1, 6, 6)),
        ("(brick 2)", (5, 19, 23)),
        ("(brick Spiral 2)", (5, 16, 20)),
        ("(quadhex 1)", (6, 13, 18)),
        ("(celtic 1)", (5, 8, 12)),
        ("(regular 5)", (1, 5, 5)),
        ("(wedge 3)", (0, 7, 10)),
        ("(concentric Square rings:2)", (5, 16, 20)),
        ("(concentric {1 4})", (5, 9, 12)),
        ("(spiral turns:3 sites:20)", (0, 20, 19)),
        ("(repeat 2 3 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1} {1 0}}))", (6, 12, 17)),
    ],
)
def test_shapes_have_so_many_cells_vertices_and_edges(graph, counts):
    assert laid_out(graph).counts == counts


def test_rings_of_points_turn_about_the_middle_and_are_drawn_as_arcs():
    layout = laid_out("(board (concentric {1 4}) use:Vertex)")
    assert places(layout) == [[0, 0], [-1, 0], [0, -1], [1, 0], [0, 1]]
    assert layout.pivots == (0,) * 5
    assert len(layout.curved) == 4
    assert not layout.faces


def test_boards_that_are_turned_keep_their_numbers_until_they_are_renumbered():
    turned = laid_out("(rotate 90 (rectangle 1 2))")
    assert places(turned)[:3] == [[1.5, -0.5], [1.5, 0.5], [1.5, 1.5]]
    assert turned.faces == laid_out("(rectangle 1 2)").faces
    assert places(laid_out("(renumber (rotate 90 (rectangle 1 2)))"))[:2] == [
        [0.5, -0.5],
        [1.5, -0.5],
    ]
    assert turned.dim is None


def test_merged_parts_share_vertices_and_keep_the_numbers_of_the_first():
    layout = laid_out("(merge (square 1) (shift 1 0 (square 1)))")
    assert places(layout) == [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [2, 1]]
    assert layout.faces == ((0, 2, 3, 1), (1, 3, 5, 4))
    assert laid_out("(union (square 1) (shift 1 0 (square 1)))").counts == (2, 8, 8)
    joined = laid_out("(union (square 1) (shift 2 0 (square 1)) connect:True)")
    assert joined.counts == (3, 8, 10)


def test_what_is_removed_takes_its_edges_with_it_and_leaves_vertices():
    assert laid_out("(remove (square 2) cells:{0})").counts == (3, 9, 10)
    assert laid_out("(remove (square 2) cells:{0} trimEdges:False)").counts == (3, 9, 12)
    assert laid_out("(remove (square 2) vertices:{{1 1}})").counts == (0, 8, 8)
    assert laid_out("(remove (square 2) edges:{{3 4}})").counts == (2, 9, 11)
    assert laid_out("(trim (remove (square 2) cells:{0}))").counts == (3, 8, 10)
    assert laid_out("(hole (square 3) (poly {{1 1} {1 2} {2 2} {2 1}}))").counts == (8, 16, 24)


def test_what_is_added_comes_last():
    layout = laid_out("(add (square 1) cells:{{{1 0} {1 1} {2 1}}} edges:{{{0 0} {-1 0}}})")
    assert layout.faces == ((0, 2, 3, 1), (1, 3, 5))
    assert places(layout)[4:] == [[-1, 0], [2, 1]]


def test_boards_made_of_the_cells_and_edges_of_others():
    assert laid_out("(dual (square 3))").faces == SQUARE
    assert laid_out("(subdivide (square 1))").counts == (4, 5, 8)
    assert laid_out("(board (subdivide (square 2)) use:Vertex)").counts == (0, 5, 8)
    assert laid_out("(complete (square 1))").counts[2] == 6
    assert laid_out("(splitCrossings (square 1 diagonals:SolidNoSplit))").counts == (4, 5, 8)
    assert laid_out("(intersect (square 2) (shift 1 0 (square 2)))").counts == (2, 6, 7)
    assert laid_out("(layers 2 (square 1))").counts == (2, 8, 12)
    area = "(poly {{1 1} {1 3} {3 3} {3 1}})"
    assert laid_out(f"(keep (square 3) {area})").counts == (4, 9, 12)
    assert laid_out(f"(clip (square 3) {area})").counts == (0, 7, 6)


def test_mancala_boards_have_their_stores_first_and_last():
    layout = laid_out("(mancalaBoard 2 3)")
    assert places(layout)[0] == [-0.85, 0.5]
    assert places(layout)[1:4] == [[0, 0], [1, 0], [2, 0]]
    assert places(layout)[-1] == [2.85, 0.5]
    assert laid_out("(mancalaBoard 3 4 store:None)").counts == (6, 12, 17)


def test_sizes_and_places_are_worked_out():
    assert laid_out("(rectangle (- 5 (* 2 2)) (/ 7 3))").counts == (2, 6, 7)
    moved = laid_out("(shift (/ 1 2) (- 0.5 .25) (square 1))")
    np.testing.assert_allclose(moved.points[0], [0.5, 0.25, 0])
