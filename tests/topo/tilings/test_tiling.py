from math import hypot

import numpy as np
import pytest

from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, InputError, Tiling, tiling_named
from boardless.topo.tilings.incidence import (
    ADJACENT,
    COMPASS,
    DIAGONAL,
    OFF,
    ORTHOGONAL,
    Incidence,
    compass_point,
    relation_mask,
)
from tests.boards import check_links

# Orthogonal, adjacent and diagonal neighbours and those off, of an inner cell.
COUNTS = {"square": (4, 8, 4, 0), "hexagonal": (6, 6, 6, 0), "triangular": (3, 12, 3, 6)}


def test_inner_cells_have_the_neighbours_of_the_field(tiling: Tiling) -> None:
    for row in tiling.slots.relation:
        counts = tuple(int((row & bit > 0).sum()) for bit in (ORTHOGONAL, ADJACENT, DIAGONAL, OFF))
        assert counts == COUNTS[tiling.name]


def test_relations_follow_from_shared_edges_and_vertices(tiling: Tiling) -> None:
    for k in range(len(tiling.faces)):
        check_links(tiling, k)


def test_every_slot_leads_back(tiling: Tiling) -> None:
    slots = tiling.slots
    for k in range(len(tiling.faces)):
        for s in range(slots.count):
            di, dj, other, back = slots.link[k, s].tolist()
            assert slots.link[other, back].tolist() == [-di, -dj, k, s]
            assert slots.relation[other, back] == slots.relation[k, s]


def test_walks_on_regular_tilings_are_straight(tiling: Tiling) -> None:
    assert (tiling.slots.turn == np.arange(tiling.slots.count)).all()


def test_slots_run_clockwise_from_north_and_are_labelled(tiling: Tiling) -> None:
    for labels in tiling.slots.labels:
        assert labels[0] == "N"
        assert [COMPASS.index(label) for label in labels] == sorted(map(COMPASS.index, labels))
    assert len(tiling.slots.labels[0]) == {"square": 8}.get(tiling.name, 12)


def test_edges_have_length_one_and_prototiles_are_counter_clockwise(tiling: Tiling) -> None:
    for face in tiling.faces:
        ends = tiling.plane(tiling.vertex_grid(np.array(face)))
        after = np.roll(ends, -1, axis=0)
        assert [hypot(*step) for step in (after - ends).tolist()] == pytest.approx([1] * len(face))
        assert (ends[:, 0] * after[:, 1] - ends[:, 1] * after[:, 0]).sum() > 0


@pytest.mark.parametrize(
    ("tiling", "vertices", "edges"), [(SQUARE, 1, 2), (HEXAGONAL, 2, 3), (TRIANGULAR, 1, 3)]
)
def test_a_lattice_cell_closes_on_the_torus(tiling: Tiling, vertices: int, edges: int) -> None:
    incidence = tiling.incidence
    assert (len(tiling.vertices), len(incidence.edges)) == (vertices, edges)
    assert vertices - edges + len(tiling.faces) == 0
    assert sum(map(len, incidence.stars)) == 2 * edges


def test_the_compass_has_sixteen_points() -> None:
    assert [compass_point(dx, dy) for dx, dy in [(0, 1), (1, 1), (1, 0), (0, -1), (-1, 0)]] == [
        "N", "NE", "E", "S", "W",
    ]  # fmt: skip
    assert compass_point(0.5, 3**0.5 / 2) == "NNE"
    assert compass_point(-1e-9, 1) == "N"


def test_tilings_by_name() -> None:
    assert tiling_named("hexagonal") is HEXAGONAL
    with pytest.raises(InputError, match=r"unknown tiling 'round': .*square.*triangular"):
        tiling_named("round")


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ((((0, 0, 0), (1, 0, 0), (0, 1, 0)),), "do not close"),
        ((((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)),) * 2, "overlap"),
    ],
)
def test_faces_that_are_no_tiling_are_refused(faces: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Incidence.of(faces, 1)


def test_unknown_relations_are_refused() -> None:
    with pytest.raises(InputError, match=r"unknown relation 'near': choose one of orthogonal"):
        relation_mask("near")
