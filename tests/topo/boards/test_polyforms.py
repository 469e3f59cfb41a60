"""Shapes: how many there are, and how many ways each can lie."""

from pickle import dumps, loads

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.topo import (
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    InputError,
    Shape,
    Tiling,
    polyforms,
    symmetries,
)
from boardless.topo.boards.polyforms import KINDS, canonical_cells
from boardless.topo.tilings.named import tiling_named
from tests.boards import tilings
from tests.conftest import GOLDENS
from tests.topo.tilings.test_symmetry import BRICK, RHOMBILLE

COUNTS = [
    line.split()
    for line in (GOLDENS / "polyforms.txt").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: row[2])
def test_numbers_of_shapes(row: list[str]) -> None:
    name, kind, _, *numbers = row
    found = [len(polyforms(tiling_named(name), n + 1, kind)) for n in range(len(numbers))]
    assert found == list(map(int, numbers))


@pytest.mark.parametrize(
    ("cells", "one_sided", "free"),
    [
        ("####", 2, 2),
        ("## ##", 1, 1),
        ("### .#", 4, 4),
        (".## ##", 2, 4),
        ("### #", 4, 8),
        (".## ## .#", 4, 8),
    ],
)
def test_orientations_of_polyominoes(cells: str, one_sided: int, free: int) -> None:
    rows = cells.split()
    keys = [(x, -y, 0) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "#"]
    found = [len(Shape(SQUARE, keys, kind).orientations) for kind in KINDS]
    assert found == [1, one_sided, free]


def test_orientations_of_other_shapes() -> None:
    assert len(Shape(TRIANGULAR, [(0, 0, 0)]).orientations) == 2
    assert len(Shape(HEXAGONAL, [(0, 0, 0)]).orientations) == 1
    rhombus = Shape(TRIANGULAR, [(0, 0, 0), (0, 0, 1)])
    assert rhombus.orientations == (
        ((0, 0, 0), (0, 0, 1)),
        ((0, 0, 1), (1, 0, 0)),
        ((0, 0, 1), (0, 1, 0)),
    )
    # Of the 2 x 1 triangles' trapezium, and of two bricks side by side and one upon another.
    assert len(Shape(TRIANGULAR, [(0, 0, 0), (0, 0, 1), (1, 0, 0)]).orientations) == 6
    assert len(Shape(BRICK, [(0, 0, 0), (1, 0, 0)], "free").orientations) == 1
    assert len(Shape(BRICK, [(0, 0, 0), (0, 1, 0)], "one-sided").orientations) == 1
    assert len(Shape(BRICK, [(0, 0, 0), (0, 1, 0)], "free").orientations) == 2
    assert [len(polyforms(RHOMBILLE, 1, kind)) for kind in KINDS] == [3, 1, 1]


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    tiling = draw(tilings)
    sizes = st.integers(0, len(tiling.faces) - 1)
    cell = st.tuples(st.integers(-2, 2), st.integers(-2, 2), sizes)
    cells = draw(st.lists(cell, min_size=1, max_size=5, unique=True))
    return Shape(tiling, cells, draw(st.sampled_from(KINDS)))


@given(shapes(), st.integers(-99, 99), st.integers(-99, 99), st.randoms(use_true_random=False))
def test_a_shape_is_the_same_wherever_it_lies(
    shape: Shape, di: int, dj: int, random: object
) -> None:
    moved = [(i + di, j + dj, k) for i, j, k in shape.cells]
    random.shuffle(moved)
    twin = Shape(shape.tiling, moved, shape.kind)
    assert (twin, hash(twin), twin.orientations) == (shape, hash(shape), shape.orientations)
    assert loads(dumps(shape)) == shape
    assert shape.cells[0][:2] == (0, 0)
    assert list(shape.cells) == sorted(shape.cells)


@given(shapes())
def test_orientations_are_images(shape: Shape) -> None:
    """The number of them divides the order of the group, and each has the same orientations."""
    allowed = [
        turn
        for turn in symmetries(shape.tiling)
        if shape.kind == "free" or (shape.kind == "one-sided" and not turn.mirrors)
    ] or [symmetries(shape.tiling)[0]]
    found = shape.orientations
    assert found[0] == shape.cells
    assert set(found) == {canonical_cells(map(turn, shape.cells)) for turn in allowed}
    assert len(allowed) % len(found) == 0
    assert len(set(found)) == len(found)
    for cells in found:
        assert set(Shape(shape.tiling, cells, shape.kind).orientations) == set(found)


@given(tilings, st.integers(1, 4))
def test_fixed_shapes_are_the_orientations_of_the_others(tiling: Tiling, size: int) -> None:
    fixed = {shape.cells for shape in polyforms(tiling, size, "fixed")}
    for kind in KINDS:
        lying = [cells for shape in polyforms(tiling, size, kind) for cells in shape.orientations]
        assert len(lying) == len(fixed)
        assert set(lying) == fixed


def test_bad_shapes_are_refused() -> None:
    for cells, reason in (
        ([], "a shape without cells"),
        ([(0, 0, 1)], "is not in the square tiling"),
        ([(0, 0, 0), (0, 0, 0)], "is on the board already"),
        ([(0, 0)], "give keys"),
        (3, "give keys"),
    ):
        with pytest.raises(InputError, match=reason):
            Shape(SQUARE, cells)
    with pytest.raises(
        InputError, match="kind of shape 'mirrored': choose one of fixed, one-sided"
    ):
        Shape(SQUARE, [(0, 0, 0)], "mirrored")
    with pytest.raises(InputError, match="unknown tiling 'squares'"):
        Shape("squares", [(0, 0, 0)])
    for size in (0, -1, 1.0, True, None):
        with pytest.raises(InputError, match=r"size .*: choose a whole number from 1"):
            polyforms(SQUARE, size)
    with pytest.raises(InputError, match="kind of shape"):
        polyforms(SQUARE, 2, "all")
