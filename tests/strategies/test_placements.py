"""Placements on offer: kept from move to move, and worked out afresh."""

import copy
import doctest
from functools import cache
from pathlib import Path
from pickle import dumps, loads

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from boardless.strategies import Placement, Placements, placements
from boardless.strategies.placements import Ring
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, InputError, Key, Shape, Tiling, polyforms
from boardless.topo.boards.polyforms import KINDS
from boardless.topo.drawing.palette import CELL, SEQUENCE, START
from boardless.topo.tilings.incidence import moved
from tests.boards import neighbours_by_incidence, tilings
from tests.topo.tilings.test_symmetry import RHOMBILLE

RHOMBUS = Shape(TRIANGULAR, [(0, 0, 0), (0, 0, 1)])
RELATIONS = ("orthogonal", "adjacent")


@st.composite
def games(draw: st.DrawFn) -> Placements:
    """Placements before the first move: one to three shapes of up to three cells."""
    tiling = draw(tilings)
    shapes = [
        draw(
            st.sampled_from(
                polyforms(tiling, draw(st.integers(1, 3)), draw(st.sampled_from(KINDS)))
            )
        )
        for _ in range(draw(st.integers(1, 3)))
    ]
    start = draw(st.sampled_from([(), ((0, 0, 0),), shapes[0].cells, ((5, 5, 0), (0, 0, 0))]))
    return Placements(shapes, start=start, relation=draw(st.sampled_from(RELATIONS)))


#: Moves, as numbers of placements on offer; -1 takes the last one back.
choices = st.lists(st.integers(-1, 10**6), max_size=8)


def play(tiles: Placements, moves: list[int]) -> None:
    for move in moves:
        if move < 0 and tiles.placed:
            tiles.undo()
        elif tiles.offer:  # Triangles that always point up never touch by an edge.
            tiles.place(list(tiles.offer)[move % len(tiles.offer)])


def everything(tiles: Placements) -> tuple[object, ...]:
    """Return all there is to see, in order."""
    keys = tiles.board.keys.tolist()
    return (
        tiles.placed,
        tuple(tiles.offer),
        keys,
        tiles.board.step.tolist(),
        list(tiles.taken),
        [tiles.over(tuple(key)) for key in keys],
        [tiles.at(tuple(key)) for key in keys],
    )


@cache
def beside_prototile(tiling: Tiling, k: int) -> dict[str, set[Key]]:
    return neighbours_by_incidence(tiling, (0, 0, k))


def beside(tiles: Placements, cell: Key) -> set[Key]:
    """Return the cells that touch a cell, from the faces of the tiling."""
    around = beside_prototile(tiles.board.tiling, cell[2])[tiles.relation]
    return {moved(other, cell) for other in around}


def afresh(tiles: Placements) -> set[Placement]:
    """Return what is on offer by the rule alone."""
    taken = set(tiles.taken)
    near = {other for cell in taken for other in beside(tiles, cell) - taken}
    found = set()
    for number, shape in enumerate(tiles.shapes):
        for orientation, cells in enumerate(shape.orientations):
            shifts = {(i - a, j - b) for i, j, _ in near for a, b, _ in cells}
            for di, dj in shifts:
                lies = tuple((i + di, j + dj, k) for i, j, k in cells)
                if near.intersection(lies) and not taken.intersection(lies):
                    found.add(Placement(number, orientation, lies))
    return found


@given(games(), choices)
def test_the_offer_is_what_the_rule_says(tiles: Placements, moves: list[int]) -> None:
    play(tiles, moves)
    if tiles.taken:
        assert set(tiles.offer) == afresh(tiles)
    assert len(set(tiles.offer)) == len(tiles.offer)


@given(games(), choices)
def test_nothing_overlaps_and_all_is_on_the_board(tiles: Placements, moves: list[int]) -> None:
    play(tiles, moves)
    lying = [cell for placement in tiles.placed for cell in placement.cells]
    assert len(set(lying)) == len(lying)
    assert sorted(tiles.taken) == sorted([*lying, *tiles._start])
    for placement in tiles.offer:
        assert not set(placement.cells) & set(tiles.taken)
        assert placement == tiles.find(placement.cells, placement.shape)
        assert all(placement in tiles.over(cell) for cell in placement.cells)
    for placement in tiles.placed:
        assert {tiles.at(cell) for cell in placement.cells} == {placement}
    cells = {cell for placement in (*tiles.offer, *tiles.placed) for cell in placement.cells}
    assert all(tiles.board.find(cell) >= 0 for cell in cells)
    assert [tiles.board.key(site) for site in tiles.board] == list(tiles._over)


@given(games(), choices, choices)
def test_undo_restores_everything(tiles: Placements, first: list, then: list) -> None:
    play(tiles, first)
    before, count = everything(tiles), len(tiles.placed)
    play(tiles, [abs(move) for move in then])
    after = everything(tiles)
    for placement in reversed(tiles.placed[count:]):
        assert tiles.undo() == placement
    assert everything(tiles) == before
    play(tiles, [abs(move) for move in then])
    assert everything(tiles) == after


@given(games(), choices, st.integers(0, 10**6))
def test_a_placement_excludes_those_that_overlap(tiles: Placements, moves: list, move: int) -> None:
    play(tiles, moves)
    assume(tiles.offer)
    offered = list(tiles.offer)
    chosen = offered[move % len(offered)]
    had_to_touch = bool(tiles.taken)
    version = tiles.board.version
    new = tiles.place(chosen)
    assert new.tolist() == list(range(version, tiles.board.version))
    gone = [other for other in offered if other not in tiles.offer]
    overlapping = [other for other in offered if set(other.cells) & set(chosen.cells)]
    assert set(overlapping) <= set(gone)
    if had_to_touch:
        assert gone == overlapping
    # What stays is first, in its old order.
    stay = [other for other in offered if other in tiles.offer]
    assert list(tiles.offer)[: len(stay)] == stay


@given(games(), choices)
def test_copies_are_independent(tiles: Placements, moves: list[int]) -> None:
    play(tiles, moves)
    before = everything(tiles)
    for twin in (tiles.copy(), copy.deepcopy(tiles), loads(dumps(tiles))):
        assert everything(twin) == before
        play(twin, [0, 1])
    assert everything(tiles) == before


@settings(max_examples=20)
@given(games(), choices)
def test_graphs_of_placements(tiles: Placements, moves: list[int]) -> None:
    play(tiles, moves[:3])
    offer = list(tiles.offer)
    conflicts, contacts = tiles.conflicts(), tiles.contacts()
    assert list(conflicts) == offer
    assert list(contacts) == [*tiles.placed, *offer]
    assert {node for node, placed in contacts.nodes(data="placed") if placed} == set(tiles.placed)
    for n, one in enumerate(contacts):
        near = {other for cell in one.cells for other in beside(tiles, cell)}
        for other in list(contacts)[:n]:
            shared = set(one.cells) & set(other.cells)
            assert contacts.has_edge(one, other) == (not shared and bool(near & set(other.cells)))
            if one in conflicts and other in conflicts:
                assert conflicts.has_edge(one, other) == bool(shared)
                if shared:
                    assert conflicts.edges[one, other]["cells"] == len(shared)


def test_the_ways_of_a_rhombus() -> None:
    tiles = Placements(RHOMBUS, start=RHOMBUS.cells)
    assert (len(tiles.offer), len(tiles.board)) == (8, 14)
    assert sorted(len(part) for part in nx.connected_components(tiles.conflicts())) == [2, 2, 2, 2]
    by_orientation = [placement.orientation for placement in tiles.offer]
    assert sorted(map(by_orientation.count, range(3))) == [2, 2, 4]
    # A rhombus is an edge with a triangle on each side. 14 triangles touch the first rhombus: of
    # their 3 edges each, 14 lie between two of them, and 4 are those of the rhombus.
    wide = Placements(RHOMBUS, start=RHOMBUS.cells, relation="adjacent")
    assert len(wide.offer) == 14 * 3 - 14 - 4


def test_the_first_move_is_any_orientation_at_the_origin() -> None:
    tiles = Placements(RHOMBUS)
    assert [placement.cells for placement in tiles.offer] == list(RHOMBUS.orientations)
    tiles.place(next(iter(tiles.offer)))
    assert set(tiles.offer) == set(Placements(RHOMBUS, start=RHOMBUS.cells).offer)


def test_what_need_not_touch_any_more_leaves_the_first_offer() -> None:
    """Of two triangles that share an edge neither touches the other across a vertex alone."""
    triangle = Shape(TRIANGULAR, [(0, 0, 0)])
    tiles = Placements(triangle, relation="off")
    up, down = tiles.offer
    tiles.place(up)
    assert down not in tiles.offer
    tiles.undo()
    assert list(tiles.offer) == [up, down]


def test_what_comes_on_offer_again_is_there_once() -> None:
    """Around a vertex of rhombi the third touches the second, but not the first."""
    tiles = Placements(Shape(RHOMBILLE, [(0, 0, 0)]))
    first, second, third = (tiles.find([(0, 0, k)]) for k in range(3))
    assert set(tiles.offer) == {first, second, third}
    tiles.place(first)
    assert third not in tiles.offer
    seen = everything(tiles)
    tiles.place(second)
    assert tiles.over((0, 0, 2)) == (third,)
    tiles.undo()
    assert everything(tiles) == seen


def test_dominoes() -> None:
    """A domino has 3 x 2 neighbours at each end, and across each long side 2 x 2 + 1 more."""
    domino = Shape(SQUARE, [(0, 0, 0), (1, 0, 0)])
    tiles = Placements(domino, start=domino.cells)
    ends, sides = 2 * 3, 2 * (2 + 3)
    assert len(tiles.offer) == ends + sides


def test_tiles_of_several_shapes_are_told_apart() -> None:
    cell = Shape(HEXAGONAL, [(0, 0, 0)])
    tiles = Placements([cell, cell], start=[(0, 0, 0)])
    assert len(tiles.offer) == 12
    assert nx.number_connected_components(tiles.conflicts()) == 6
    tiles.place(tiles.find([(1, 0, 0)], shape=1))
    assert tiles.at((1, 0, 0)) == Placement(1, 0, ((1, 0, 0),))
    assert tiles.find([(1, 0, 0)], shape=0) not in tiles.offer
    assert tiles.find([(1, 0, 0)], shape=np.int32(1)) == tiles.placed[0]
    assert tiles.at((0, 0, 0)) is None
    assert tiles.at((9, 9, 0)) is None
    assert tiles.over((9, 9, 0)) == ()


def test_nowhere_to_go() -> None:
    """No rhombus fits into a hole of one triangle; triangles that point up share no edges."""
    tiles = Placements(RHOMBUS, start=[(0, 0, 1), (-1, 0, 1), (0, -1, 1)])
    assert len(tiles.offer) > 0
    assert not any((0, 0, 0) in placement.cells for placement in tiles.offer)
    assert tiles.over((0, 0, 0)) == ()
    up = Shape(TRIANGULAR, [(0, 0, 0)], "fixed")
    assert not Placements(up, start=[(0, 0, 0)]).offer


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([(0, 0, 0), (1, 0, 0)], "does not have this form"),
        ([], "does not have this form"),
        ([(0, 0, 0), (0, 0, 2)], "is not in the triangular tiling"),
        ([(0, 0, 0), (0, 0, 0)], "on the board already"),
        ("cells", "give keys"),
    ],
)
def test_cells_that_no_shape_covers_are_refused(cells: object, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        Placements(RHOMBUS).find(cells)


def test_what_is_not_on_offer_is_refused() -> None:
    tiles = Placements(RHOMBUS, start=RHOMBUS.cells)
    tiles.place(tiles.over((1, 0, 0))[0])
    before = everything(tiles)
    for placement, reason in (
        (tiles.placed[0], r"cell \(1, 0, 0\) is taken"),
        (tiles.find([(0, 0, 1), (0, 1, 0)]), r"cell \(0, 0, 1\) is taken"),
        (tiles.find([(9, 0, 0), (9, 0, 1)]), "it touches no placed shape"),
        (Placement(0, 1, ((0, 1, 0), (0, 1, 1))), "does not fit these cells"),
        (Placement(0, 0, ((0, 1, 0), (0, 2, 0))), "does not have this form"),
        (Placement(3, 0, ((0, 1, 0), (0, 1, 1))), "shape 3: choose a whole number from 0 to 0"),
        (Placement(0, 0, [(0, 1, 0), (0, 1, 1)]), "give its cells as a tuple"),
        (((0, 1, 0), (0, 1, 1)), "give a Placement"),
        (None, "give a Placement"),
    ):
        with pytest.raises(InputError, match=reason) as caught:
            tiles.place(placement)
        assert "\n" not in str(caught.value)
        assert everything(tiles) == before
    for shape in (-1, 1, True, 0.0, "0", None):
        with pytest.raises(InputError, match=r"shape .*: choose a whole number from 0 to 0"):
            tiles.find(RHOMBUS.cells, shape)
    for read in (tiles.at, tiles.over):
        with pytest.raises(InputError, match="give a key"):
            read("nowhere")
    tiles.undo()
    with pytest.raises(InputError, match="nothing was placed"):
        tiles.undo()


@pytest.mark.parametrize("far", [2**28, -(2**28)])
def test_the_end_of_the_plane_leaves_everything_as_it_was(far: int) -> None:
    domino = Shape(SQUARE, [(0, 0, 0), (1, 0, 0)])
    with pytest.raises(InputError, match="is not in the square tiling"):
        Placements(domino, start=[(far, 0, 0)])
    near = far - 3 * far // abs(far)
    tiles = Placements(domino, start=[(near, 0, 0)])
    edge = max(tiles.offer, key=lambda placement: abs(placement.cells[0][0]))
    before = everything(tiles)
    with pytest.raises(InputError, match="is not in the square tiling"):
        tiles.place(edge)
    assert everything(tiles) == before


def test_bad_shapes_are_refused() -> None:
    square = Shape(SQUARE, [(0, 0, 0)])
    for shapes in ((), None, SQUARE, ["rhombus"]):
        with pytest.raises(InputError, match="give at least one Shape"):
            Placements(shapes)
    with pytest.raises(InputError, match="shape of the square tiling: give one of the triangular"):
        Placements([RHOMBUS, square])
    with pytest.raises(InputError, match="unknown relation 'edge'"):
        Placements(square, relation="edge")
    with pytest.raises(InputError, match="is not in the square tiling"):
        Placements(square, start=[(0, 0, 1)])


def test_drawing() -> None:
    tiles = Placements([RHOMBUS, Shape(TRIANGULAR, [(0, 0, 0)])], start=RHOMBUS.cells)
    tiles.place(tiles.over((1, 0, 0))[0])
    tiles.place(tiles.find([(0, 1, 0)], shape=1))
    board, drawn = tiles.draw(Figure().add_subplot()).collections
    assert len(board.get_paths()) == len(tiles.board)
    assert {to_hex(colour) for colour in board.get_facecolor()} == {CELL}
    parts = [*zip(drawn.get_paths(), drawn.get_facecolor(), strict=True)]
    fill = [to_hex(colour) for _, colour in parts if colour[3]]
    assert fill == [START, START, SEQUENCE[0], SEQUENCE[0], SEQUENCE[1]]
    outlines = [path.to_polygons(closed_only=False) for path, colour in parts if not colour[3]]
    assert [*map(len, outlines)] == [4, 4, 3]
    (board, *_) = Placements(RHOMBUS).draw(Figure().add_subplot()).collections
    assert len(board.get_paths()) == 4


def test_examples() -> None:
    page = Path(__file__).parents[2] / "docs" / "placements.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
    assert doctest.testmod(placements).failed == 0


changes = st.lists(
    st.tuples(st.sampled_from(["append", "remove"]), st.integers(0, 99)), max_size=40
)


@given(changes, changes)
def test_what_was_done_is_undone_last_first(first: list, then: list) -> None:
    ring: Ring[int] = Ring()
    versions: list[list[int]] = [[]]
    undo = []
    for kind, number in (*first, *then):
        listed = versions[-1].copy()
        if kind == "append" and number not in listed:
            ring.append(number)
            listed.append(number)
            undo.append(ring.pop)
        elif kind == "remove" and listed:
            gone = listed.pop(number % len(listed))
            place = ring.remove(gone)
            undo.append(lambda place=place: ring.restore(*place))
        else:
            continue
        versions.append(listed)
        assert list(ring) == listed
        assert len(ring) == len(listed)
        assert all((n in ring) == (n in listed) for n in range(100))
    for back, before in zip(undo[::-1], versions[-2::-1], strict=True):
        back()
        assert list(ring) == before


def test_nothing_is_left() -> None:
    ring: Ring[int] = Ring()
    assert None not in ring
    with pytest.raises(IndexError, match="nothing is left"):
        ring.pop()
    assert repr(ring) == "<Ring of 0>"
