"""Tracks: sites place by place, as descriptions give them."""

from dataclasses import replace

import pytest

from boardless.topo import FixedBoard, InputError
from boardless.topo.layouts.regions import END, BoardTrack, surakarta_tracks, track
from tests.topo.layouts.samples import drawn, grid

BOARD = FixedBoard(grid(4, 3))


def test_a_path_goes_by_sites_and_directions_with_and_without_steps():
    assert track(BOARD, "Round", "0,E,N1,W,9,End").sites == (0, 1, 2, 3, 7, 6, 5, 4, 9, END)
    assert track(BOARD, "Up", "1,N2,NE").sites == (1, 5, 9)
    assert track(BOARD, "Up", "1,N,,").sites == (1, 5, 9)


def test_places_follow_one_another():
    way = track(BOARD, "Home", [0, 1, 2, END], owner=2)
    assert (way.next, way.prev, way.owner) == ((1, 2, 3, -1), (-1, 0, 1, 2), 2)
    assert (way.bump, way.loop, way.internal_loop) == ((0, 0, 0, 0), False, False)


def test_a_loop_goes_on_from_its_last_place():
    way = track(BOARD, "Round", [0, 1, 5, 4], loop=True)
    assert (way.next, way.prev) == ((1, 2, 3, 0), (3, 0, 1, 2))


def test_a_directed_track_leads_back_from_its_last_place_alone():
    assert track(BOARD, "Run", [0, 1, 2, 3], directed=True).prev == (-1, -1, -1, 2)


def test_a_site_said_twice_in_a_row_is_one_place_with_a_bump():
    way = BoardTrack.through("Bumps", [3, 3, 3, 1, 3])
    assert (way.sites, way.bump) == ((3, 1, 3), (2, 0, 0))
    assert not way.internal_loop
    assert BoardTrack.through("Eight", [3, 1, 3]).internal_loop


def test_vertices_and_edges_have_tracks_too():
    assert track(FixedBoard(grid(2, 2), "Vertex"), "E", "3,E").sites == (3, 4, 5)
    assert track(FixedBoard(grid(2, 2), "Edge"), "E", "0,E").sites == (0, 1)


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("E,N", r"'E'.*begin with a site"),
        ("0,up", r"'up'.*N, NE, E"),
        ("0,,E", r"''.*direction"),
        ("99,E", r"'E' from 99"),
        ("0,End,N", r"'N' from -2"),
        ("5", r"\[5\].*two"),
        ([4, 4], r"\[4\].*two"),
    ],
)
def test_bad_paths_are_named(path, named):
    with pytest.raises(InputError, match=named):
        track(BOARD, "Bad", path)


def test_surakarta_loops_say_the_ends_of_their_runs_twice():
    board = FixedBoard(replace(grid(3, 3), basis="Square"), "Vertex")
    there, back = surakarta_tracks(board)
    assert (there.name, back.name) == ("Track1F", "Track1B")
    assert there.sites == (4, 5, 6, 7, 2, 6, 10, 14, 11, 10, 9, 8, 13, 9, 5, 1)
    assert there.bump == (0, 0, 0, 1) * 4
    assert back.sites == there.sites[::-1]
    assert there.loop
    assert there.prev[1:-1] == (-1,) * 14


def test_surakarta_loops_on_a_triangle():
    rows = [5, 4, 3, 2, 1]
    points = [(x + y / 2, float(y)) for y, row in enumerate(rows) for x in range(row)]
    board = FixedBoard(replace(drawn(points, []), basis="Triangular"), "Vertex")
    there, _ = surakarta_tracks(board, loops=1)
    assert there.sites == (5, 6, 7, 8, 3, 7, 10, 12, 13, 10, 6, 1)


def test_surakarta_loops_that_do_not_fit_are_named():
    board = FixedBoard(replace(grid(3, 3), basis="Square"), "Vertex")
    with pytest.raises(InputError, match="loop 4"):
        surakarta_tracks(board, loops=4)
    with pytest.raises(InputError, match="basis None"):
        surakarta_tracks(BOARD)
