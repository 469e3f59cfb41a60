"""Symmetries: of the named tilings, and of some that have fewer or several kinds of vertices."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, InputError, Symmetry, Tiling, symmetries
from tests.boards import neighbours_by_incidence, tilings

IDENTITY = ((1, 0), (0, 1))


def point(*terms: tuple[int, tuple[int, ...]]) -> tuple[int, ...]:
    """Return a sum of multiples of points."""
    return tuple(
        sum(factor * x for (factor, _), x in zip(terms, column, strict=True))
        for column in zip(*(of for _, of in terms), strict=True)
    )


X, Y = SQUARE.basis
U, V = TRIANGULAR.basis
ZERO = point((0, X))

#: Twice as wide as high, each row shifted by half a brick; a brick has six corners.
BRICK = replace(
    SQUARE,
    name="brick",
    basis=(point((2, X)), point((1, X), (1, Y))),
    vertices=(ZERO, X),
    faces=(((0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 1), (0, 1, 0), (-1, 1, 1)),),
)
#: Parallelograms that are no rhombi and no rectangles, and rhombi that all lie the same way.
OBLIQUE = replace(SQUARE, name="oblique", basis=(point((3, X)), point((1, X), (1, Y))))
RHOMBIC = replace(TRIANGULAR, name="rhombic", faces=SQUARE.faces)
#: Three rhombi around each of two vertices, six around the third.
RHOMBILLE = replace(
    TRIANGULAR,
    name="rhombille",
    basis=(point((2, U), (2, V)), point((-2, U), (4, V))),
    vertices=(point((0, U)), point((2, U)), point((2, V))),
    faces=(
        ((0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 0, 2)),
        ((0, 0, 0), (0, 0, 2), (0, 1, 0), (-1, 1, 1)),
        ((0, 0, 0), (-1, 1, 1), (-1, 1, 0), (-1, 0, 2)),
    ),
)
#: Every other column of squares is cut along diagonals.
HALVED = replace(
    SQUARE,
    name="halved",
    basis=(point((6, X)), point((3, Y))),
    vertices=(ZERO, point((3, X))),
    faces=(
        ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)),
        ((0, 0, 1), (1, 0, 0), (1, 1, 0)),
        ((0, 0, 1), (1, 1, 0), (0, 1, 1)),
    ),
)
#: The same squares, two to a lattice cell.
DOUBLED = replace(
    SQUARE,
    name="doubled",
    basis=(point((2, X)), Y),
    vertices=(ZERO, X),
    faces=(
        ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)),
        ((0, 0, 1), (1, 0, 0), (1, 1, 0), (0, 1, 1)),
    ),
)
#: Order of the point group, and how many of it are reflections.
ORDERS = [
    (SQUARE, 8, 4),
    (HEXAGONAL, 12, 6),
    (TRIANGULAR, 12, 6),
    (RHOMBILLE, 12, 6),
    (BRICK, 4, 2),
    (RHOMBIC, 4, 2),
    (OBLIQUE, 2, 0),
    (HALVED, 2, 0),
]
every_tiling = st.sampled_from([tiling for tiling, _, _ in ORDERS]) | tilings
cells = st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 99))


@pytest.mark.parametrize(("tiling", "order", "mirrors"), ORDERS, ids=str)
def test_orders_of_point_groups(tiling: Tiling, order: int, mirrors: int) -> None:
    found = symmetries(tiling)
    assert (len(found), sum(symmetry.mirrors for symmetry in found)) == (order, mirrors)
    assert found[0].matrix == IDENTITY
    assert len({symmetry.matrix for symmetry in found}) == order


@given(every_tiling, cells)
def test_neighbours_stay_neighbours(tiling: Tiling, cell: tuple[int, int, int]) -> None:
    cell = (*cell[:2], cell[2] % len(tiling.faces))
    near = neighbours_by_incidence(tiling, cell)
    for symmetry in symmetries(tiling):
        assert len(tiling.faces[symmetry(cell)[2]]) == len(tiling.faces[cell[2]])
        mapped = neighbours_by_incidence(tiling, symmetry(cell))
        for relation, others in near.items():
            assert {symmetry(other) for other in others} == mapped[relation]


@given(every_tiling, st.lists(cells, min_size=3, max_size=3))
def test_they_are_a_group(tiling: Tiling, three: list[tuple[int, int, int]]) -> None:
    """After any two comes a third, up to a translation; each has a way back."""
    three = [(*cell[:2], cell[2] % len(tiling.faces)) for cell in three]

    def apart(symmetry: object) -> list[tuple[int, int, int]]:
        images = [symmetry(cell) for cell in three]
        return [(i - images[0][0], j - images[0][1], k) for i, j, k in images]

    found = symmetries(tiling)
    by_matrix = {symmetry.matrix: symmetry for symmetry in found}
    for one in found:
        matrices = set()
        for other in found:
            (a, b), (c, d) = one.matrix
            (e, f), (g, h) = other.matrix
            product = ((a * e + b * g, a * f + b * h), (c * e + d * g, c * f + d * h))
            matrices.add(product)
            assert apart(lambda cell, one=one, other=other: one(other(cell))) == apart(
                by_matrix[product]
            )
        assert matrices == set(by_matrix)


def test_a_rotation_of_squares() -> None:
    turns = [symmetry for symmetry in symmetries(SQUARE) if symmetry.matrix == ((0, -1), (1, 0))]
    assert turns == [Symmetry(((0, -1), (1, 0)), ((0, 0, 0),))]
    assert turns[0]((3, 1, 0)) == (-1, 3, 0)
    assert not turns[0].mirrors


def test_half_of_the_symmetries_of_triangles_turn_up_into_down() -> None:
    assert sum(symmetry.images[0][2] for symmetry in symmetries(TRIANGULAR)) == 6


def test_bricks_are_hexagons_that_keep_their_lengths() -> None:
    """As far as incidence goes bricks are hexagons."""
    assert BRICK.incidence.stars[0][0].head[2] == 1
    assert len(symmetries(BRICK)) < len(symmetries(HEXAGONAL))


def test_a_table_that_repeats_within_itself_is_refused() -> None:
    with pytest.raises(
        InputError, match=r"doubled tiling repeats within its table .* is as \(0, 0, 1\)"
    ):
        symmetries(DOUBLED)


def test_what_is_no_tiling_is_refused() -> None:
    for wrong in ("squares", 4, [SQUARE]):
        with pytest.raises(InputError, match="tiling"):
            symmetries(wrong)
    assert symmetries("square") == symmetries(SQUARE)
