"""Directions as pieces see them."""

import pytest

from boardless.topo import FixedBoard, InputError
from boardless.topo.layouts.relative_directions import RELATIVE, absolute_directions, walks_along
from tests.topo.layouts.samples import drawn, grid

CELLS = FixedBoard(grid(4, 4)).sites_of()
#: Four corners of a square, and two places above its middle.
TOWER = FixedBoard(
    drawn(
        [(0, 0), (2, 0), (0, 2), (2, 2), (1, 1, 1), (1, 1, 2)],
        [(0, 1), (0, 2), (1, 3), (2, 3), (0, 4), (1, 4), (2, 4), (3, 4), (4, 5)],
    ),
    "Vertex",
).sites_of()


def seen(*names, facing="N", **options):
    return list(absolute_directions(CELLS, names, facing, **options))


@pytest.mark.parametrize(
    ("name", "facing", "directions"),
    [
        ("Forward", "NE", ["NE"]),
        ("Backward", "NE", ["SW"]),
        ("Rightward", "NE", ["SE"]),
        ("Leftward", "NE", ["NW"]),
        ("Forwards", "N", ["NW", "N", "NE"]),
        ("Backwards", "N", ["SE", "S", "SW"]),
        ("Rightwards", "E", ["SE", "S", "SW"]),
        ("Leftwards", "E", ["NE", "N", "NW"]),
        ("FR", "W", ["NW"]),
        ("FL", "W", ["SW"]),
        ("BR", "W", ["SE"]),
        ("BL", "W", ["NE"]),
    ],
)
def test_directions_on_squares(name, facing, directions):
    assert seen(name, facing=facing) == directions


def test_longer_names_mean_the_same_as_short_ones():
    for start in ("FR", "FL", "BR", "BL"):
        side = start[1]
        for facing in ("N", "SE", "W"):
            names = [seen(start + side * n, facing=facing) for n in range(3)]
            assert names[0] == names[1] == names[2]


def test_only_directions_that_there_are_count():
    assert seen("Forward", facing="NE", among="orthogonal") == []
    assert seen("FR", "Forwards", among="orthogonal") == ["E", "N"]
    assert seen("FR", among="diagonal") == ["NE"]
    # In the corner at the bottom left nothing lies to the south or the west.
    assert seen("Backward", "FL", at=0) == ["E"]
    assert seen("Forward", facing="NNE") == []


def test_a_piece_that_was_turned_faces_the_next_direction_that_there_is():
    assert seen("Forward", rotation=1) == ["NE"]
    assert seen("Forward", rotation=3, among="orthogonal") == ["W"]
    assert seen("Forward", rotation=4, among="orthogonal") == ["N"]


def test_directions_of_the_board_stay_as_they_are():
    assert seen("All", "N", "Forward", facing="S") == ["All", "N", "S"]


def test_up_and_down_turn_in_rings_of_their_own():
    def up(name, facing):
        return list(absolute_directions(TOWER, [name], facing, among="all"))

    assert up("Forward", "UNE") == ["UNE"]
    assert up("Backward", "UNE") == ["DSW"]
    assert up("FR", "UNE") == ["USE"]
    assert up("Backward", "U") == ["D"]


@pytest.mark.parametrize("facing", ["CW", "In", "U", "DNE"])
@pytest.mark.parametrize("name", RELATIVE)
def test_facings_that_a_board_has_not_lead_nowhere(name, facing):
    assert seen(name, facing=facing) == []


def test_walks_in_a_direction_or_a_class_of_them():
    def ends(direction, site=5):
        return sorted(walk[-1] for walk in walks_along(CELLS, site, direction))

    assert ends("N") == [13]
    assert ends("Orthogonal") == [1, 4, 7, 13]
    assert ends("Diagonal") == [0, 2, 8, 15]
    assert ends("Adjacent") == ends("All") == ends("SameLayer") == [0, 1, 2, 4, 7, 8, 13, 15]
    assert ends("OffDiagonal") == ends("Upward") == ends("Rotational") == ends("Axial") == []
    assert ends("NNE") == ends("S", 0) == []
    assert [walk.tolist() for walk in walks_along(TOWER, 0, "Upward")] == [[0, 4]]
    assert [walk.tolist() for walk in walks_along(TOWER, 5, "Downward")] == [[5, 4]]


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: seen("Forward", facing="North"), "'North'.*NNE"),
        (lambda: seen("Forward", among="near"), "'near'.*orthogonal"),
        (lambda: seen("Forward", at=99), "99.*0 to 15"),
        (lambda: walks_along(CELLS, 0, "Sideways"), "'Sideways'.*NNE"),
    ],
)
def test_what_there_is_not_is_named(call, named):
    with pytest.raises(InputError, match=named):
        call()
