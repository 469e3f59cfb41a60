"""Every tiling by name: what makes it the tiling that it is called, and who takes the name."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.topo import (
    ALIASES,
    REGULAR,
    SQUARE,
    TILINGS,
    Board,
    InputError,
    Shape,
    Tiling,
    contour_added,
    contour_index,
    polyforms,
    shape_keys,
    symmetries,
    tiling_graph,
    tiling_named,
    tiling_of,
)
from boardless.topo.boards.numbering import row_order
from boardless.topo.tilings.exact_numbers import Surd, plus, sign, square
from boardless.topo.tilings.named import LAVES, PERIODS
from boardless.topo.tilings.tables import check_faces, place
from tests.boards import check_links, tilings

every_tiling = pytest.mark.parametrize("tiling", TILINGS.values(), ids=TILINGS.keys())
archimedean = pytest.mark.parametrize("name", PERIODS)


def lengths(tiling: Tiling) -> Counter[Surd]:
    """Return the squared lengths of the edges of a lattice cell, exact."""
    found: Counter[Surd] = Counter()
    for tail, head in tiling.incidence.edges:
        ends = [place(tiling, key) for key in (tail, head)]
        found[square(plus(*ends, -1), tiling.root)] += 1
    return found


def around(tiling: Tiling, board: Board, vertex: int) -> list[int]:
    """Return the corners of the cells around a vertex, counter-clockwise."""
    i, j, k = board.vertices.keys[vertex].tolist()
    keys = [spoke.face for spoke in tiling.incidence.stars[k]]
    return [len(tiling.faces[c]) for a, b, c in keys if board.find((i + a, j + b, c)) >= 0]


def turned(configuration: list[int]) -> list[int]:
    """Return the least of the ways to read a cycle."""
    cycles = [configuration, configuration[::-1]]
    return min(cycle[n:] + cycle[:n] for cycle in cycles for n in range(len(cycle)))


@archimedean
def test_every_inner_vertex_has_the_configuration_of_the_name(name: str) -> None:
    tiling = TILINGS[name]
    board = Board.regular(tiling, 4)
    wanted = [int(n) for n in name.split(".")]
    inner = 0
    for vertex in board.vertices:
        met = around(tiling, board, vertex)
        if len(met) == len(wanted):
            assert turned(met) == turned(wanted)
            inner += 1
        else:
            assert len(met) < len(wanted)
    assert inner > 20


@archimedean
def test_edges_of_archimedean_tilings_have_one_length(name: str) -> None:
    assert len(lengths(TILINGS[name])) == 1


@archimedean
def test_cells_of_archimedean_tilings_are_regular(name: str) -> None:
    tiling = TILINGS[name]
    for k, face in enumerate(tiling.faces):
        (a, b, c, e) = tiling.face_points(np.array([(0, 0, k)]))[0].tolist()
        places = [place(tiling, key) for key in face]
        away = {square(plus(p, (a, b, c, e), -1), tiling.root) for p in places}
        assert len(away) == 1


#: Lengths of edges, the shortest as 1, and angles in degrees, of the cells of Laves tilings.
SHAPES = {
    "floret": ([1, 1, 1, 2, 2], [60, 120, 120, 120, 120]),
    "prismatic": ([1, 1, (1 + sqrt(3)) / 2, sqrt(3), (1 + sqrt(3)) / 2], [90, 90, 120, 120, 120]),
    "cairo": ([sqrt(3) - 1, 1, 1, 1, 1], [90, 90, 120, 120, 120]),
    "deltoidal": ([1, 1, sqrt(3), sqrt(3)], [60, 90, 90, 120]),
    "rhombille": ([1, 1, 1, 1], [60, 60, 120, 120]),
    "triakis": ([1, 1, sqrt(3)], [30, 30, 120]),
    "kisrhombille": ([1, sqrt(3), 2], [30, 60, 90]),
    "tetrakis": ([1, 1, sqrt(2)], [45, 45, 90]),
}


@pytest.mark.parametrize("name", LAVES)
def test_cells_of_laves_tilings_are_all_of_one_shape(name: str) -> None:
    tiling = TILINGS[name]
    sides, angles = SHAPES[name]
    for face in tiling.faces:
        ends = tiling.plane(tiling.vertex_grid(np.array(face)))
        out = np.roll(ends, -1, axis=0) - ends
        back = np.roll(ends, 1, axis=0) - ends
        far = np.hypot(*out.T)
        cosines = (out * back).sum(axis=1) / far / np.hypot(*back.T)
        assert sorted(np.degrees(np.arccos(cosines))) == pytest.approx(angles)
        assert sorted(far / max(far)) == pytest.approx(sorted(side / max(sides) for side in sides))


@pytest.mark.parametrize(("name", "of"), LAVES.items())
def test_laves_tilings_are_duals(name: str, of: str) -> None:
    tiling, other = TILINGS[name], TILINGS[of]
    assert (len(tiling.vertices), len(tiling.faces)) == (len(other.faces), len(other.vertices))
    assert len(tiling.incidence.edges) == len(other.incidence.edges)
    degrees = sorted(map(len, tiling.incidence.stars))
    assert degrees == sorted(map(len, other.faces))


@every_tiling
def test_every_tiling_is_one(tiling: Tiling) -> None:
    assert check_faces(tiling) == tiling.faces
    incidence = tiling.incidence
    assert len(tiling.vertices) - len(incidence.edges) + len(tiling.faces) == 0


@every_tiling
def test_slots(tiling: Tiling) -> None:
    slots = tiling.slots
    for k in range(len(tiling.faces)):
        check_links(tiling, k)
        for s in np.flatnonzero(slots.relation[k]).tolist():
            di, dj, other, back = slots.link[k, s].tolist()
            assert slots.link[other, back].tolist() == [-di, -dj, k, s]
            assert slots.relation[other, back] == slots.relation[k, s]


@every_tiling
def test_a_contour_makes_the_next_board_of_rings(tiling: Tiling) -> None:
    if tiling.name in REGULAR:
        return
    board = Board.regular(tiling, 1)
    assert board.keys.tolist() == [[0, 0, len(tiling.faces) - 1]]
    for dimension in (2, 3, 4):
        board.grow_contour()
        expected = shape_keys(tiling, dimension).tolist()
        assert sorted(board.keys.tolist()) == sorted(expected)


@given(tilings, st.integers(1, 4), st.tuples(*[st.integers(-(10**6), 10**6)] * 2))
def test_rows_are_those_of_exact_heights(tiling: Tiling, dimension: int, far: tuple) -> None:
    """Compared pair by pair, in places where floats cannot tell."""
    keys = shape_keys(tiling, dimension) + np.array((*far, 0))
    points = tiling.face_points(keys)[row_order(tiling.face_grid(keys))].tolist()
    for one, other in pairwise(points):
        a, b, c, e = plus(other, one, -1)
        up = sign((c, e), tiling.root)
        assert up > 0 or (up == 0 and sign((a, b), tiling.root) > 0)


def test_equal_heights_are_one_row() -> None:
    """Ten million lattice steps away, with heights that are sums of roots."""
    for name in ("3.4.6.4", "4.8.8", "cairo", "kisrhombille"):
        tiling = TILINGS[name]
        near, away = (shape_keys(tiling, 3) + np.array((n, n, 0)) for n in (0, 10**7))
        rows = [Board(tiling, keys).numbering() for keys in (near, away)]
        assert rows[0].rows.tolist() == rows[1].rows.tolist()
        assert rows[0].sites.tolist() == rows[1].sites.tolist()
        assert len(set(rows[0].rows.tolist())) < len(near)


def test_names() -> None:
    assert set(ALIASES) == set(TILINGS)
    for name, others in ALIASES.items():
        for other in (name, *others, name.upper()):
            assert tiling_named(other) is TILINGS[name]
    names = [other for others in ALIASES.values() for other in others] + list(TILINGS)
    assert len({name.casefold() for name in names}) == len(names)
    for wrong in ("4.4.8", "", 7, None):
        with pytest.raises(InputError, match=r"unknown tiling .*4\.8\.8.*brick"):
            tiling_named(wrong)


DOORS: dict[str, Callable[[Any], Any]] = {
    "Board": lambda tiling: Board(tiling, [(0, 0, 0)]).keys.tolist(),
    "Board.regular": lambda tiling: Board.regular(tiling, 2).keys.tolist(),
    "Shape": lambda tiling: Shape(tiling, [(0, 0, 0), (1, 0, 0)]).orientations,
    "contour_added": lambda tiling: contour_added(tiling, 3),
    "contour_index": lambda tiling: contour_index(tiling, 3, 4, 1),
    "polyforms": lambda tiling: polyforms(tiling, 3),
    "shape_keys": lambda tiling: shape_keys(tiling, 3).tolist(),
    "symmetries": symmetries,
    "tiling_graph": lambda tiling: list(tiling_graph(tiling, 2, "dual").edges),
    "tiling_of": tiling_of,
}

doors = pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)


@doors
def test_a_name_is_as_good_as_the_tiling(door: Callable[[Any], Any]) -> None:
    expected = door(SQUARE)
    for name in ("square", "SQUARE", "4.4.4.4"):
        assert door(name) == expected


@doors
@pytest.mark.parametrize("wrong", ["squares", "", 4, None, Board, ["square"]], ids=str)
def test_what_is_neither_is_refused_in_one_line(door: Callable[[Any], Any], wrong: Any) -> None:
    with pytest.raises(InputError, match="tiling") as error:
        door(wrong)
    assert len(str(error.value).splitlines()) == 1


def test_every_tiling_has_its_name() -> None:
    for name, tiling in TILINGS.items():
        assert tiling_of(name) is tiling_of(tiling) is tiling
