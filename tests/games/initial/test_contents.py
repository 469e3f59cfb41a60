"""Components and containers, numbered."""

import pytest

from boardless.games.language.errors import LudemeError
from boardless.games.ludemes.owned_regions import (
    Regions,
    RegionType,
    hints_of,
    region_name,
    regions_of_type,
    sites_of_regions,
)
from tests.games.initial.scenes import scene


def names(equipment, players="2"):
    return [
        part.name for part in scene(f"(board (square 3)) {equipment}", players).inventory.components
    ]


def test_dice_come_before_pieces():
    inventory = scene().inventory
    assert [(c.name, c.owner) for c in inventory.components] == [
        ("Die1", 3), ("Die2", 3), ("Pawn1", 1), ("Pawn2", 2), ("Rock0", 0),
    ]  # fmt: skip
    assert inventory.components[0].faces == (1, 2, 3, 4)
    assert [(c.name, c.owner, c.first, c.size) for c in inventory.containers] == [
        ("Board", 0, 0, 25), ("Hand1", 1, 25, 2), ("Hand2", 2, 27, 2), ("Dice0", 3, 29, 2),
    ]  # fmt: skip


def test_names_have_the_number_of_the_owner():
    assert names('(piece "A") (piece "B" P2) (piece "C" Shared) (tile "T" Neutral)') == [
        "A1", "A2", "B2", "C", "T0",
    ]  # fmt: skip
    # A player alone needs no number.
    assert names('(piece "A" P1) (piece "B" Neutral) (piece "C")', "1") == ["A", "B0", "C"]


def test_games_without_pieces_have_balls_and_puzzles_have_their_values():
    assert names("") == ["Ball11", "Ball22"]
    assert names("", "1") == ["Ball1"]
    puzzle = scene('(board (square 3) (values Cell (range 1 9))) (piece "A" P1)', "1")
    assert [kind.name for kind in puzzle.inventory.components] == list("123456789")


def test_faces_of_dice():
    dice = scene(
        "(board (square 3)) (dice facesByDie:{{1 2} {0 9}} num:2) (dice P2 d:2 from:0 num:1)"
        " (dice faces:{3 5} num:1) (dice num:1)"
    ).inventory
    faces = [c.faces for c in dice.components]
    assert faces == [(1, 2), (0, 9), (0, 1), (3, 5), (1, 2, 3, 4, 5, 6)]
    assert [(c.name, c.first, c.size, c.dice) for c in dice.containers[1:]] == [
        ("Dice0", 9, 4, (1, 2, 4, 5)), ("Dice2", 13, 1, (3,)),
    ]  # fmt: skip


def test_dominoes():
    assert names("(dominoes upTo:2)") == [
        "Domino00", "Domino01", "Domino02", "Domino11", "Domino12", "Domino22",
    ]  # fmt: skip


def test_dice_and_dominoes_that_belong_to_no_set():
    assert names('(die "Six" All numFaces:6) (die "D" Each numFaces:4)') == ["Six", "D1", "D2"]
    found = scene('(board (square 9)) (domino "Domino45" Shared value:4 value2:5)').inventory
    (domino,) = found.components
    assert domino.name == "Domino45"
    # A tile of two by four cells.
    assert "".join(map(str, domino.item.walk.steps)) == "FRFRFLFLFRFRF"


def test_pieces_face_where_they_or_their_players_do():
    found = scene(
        '(board (square 3)) (piece "A" P1 SE) (piece "B" Each)', "{(player N) (player W)}"
    )
    assert [c.facing for c in found.inventory.components] == ["N", "N", "W"]
    alone = scene('(board (square 3)) (piece "A" P1 SE) (piece "B" Each)')
    assert [c.facing for c in alone.inventory.components] == ["SE", None, None]


def test_sites_of_hands_come_after_cells_and_after_vertices():
    on_vertices = scene("(board (square 4) use:Vertex) (hand P1)").inventory
    assert on_vertices.containers[1].first == 16
    on_edges = scene("(board (square 3) use:Edge) (hand Shared)").inventory
    assert (on_edges.containers[1].name, on_edges.containers[1].first) == ("Hand0", 12)


def test_regions_of_the_equipment():
    where = scene(
        '(board (square 2)) (regions P1 {(sites Top) 0}) (regions "Q" Shared (sites Left))'
    )
    first, second = [item for item in where.inventory.items if isinstance(item, Regions)]
    assert (region_name(first), where.number_of(first.role, first)) == ("RegionP1", 1)
    assert (region_name(second), where.number_of(second.role, second)) == ("Q", 3)
    assert sites_of_regions(first, where) == (0, 2, 3)
    assert sites_of_regions(second, where) == (0, 2)


@pytest.mark.parametrize(
    ("sort", "regions"),
    [
        ("Corners", ((0,), (3,), (12,), (15,))),
        ("AllSites", (tuple(range(16)),)),
        ("Rows", ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15))),
        ("Columns", ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))),
        ("Layers", (tuple(range(16)),)),
        ("Diagonals", ()),
        ("SubGrids", ((0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15))),
        ("HintRegions", ((0, 1), (4,))),
    ],
)
def test_sorts_of_regions(sort, regions):
    where = scene(f"(board (square 4)) (regions {sort}) (hints {{(hint {{0 1}} 3) (hint 4)}})", "1")
    assert regions_of_type(RegionType(sort), where) == regions
    (item,) = [i for i in where.inventory.items if isinstance(i, Regions)]
    assert set(sites_of_regions(item, where)) == {site for region in regions for site in region}
    assert hints_of(where) == (((0, 1), 3), ((4,), 0))


def test_sides_and_neighbours():
    where = scene("(board (square 3))")
    sides = regions_of_type(RegionType.SIDES, where)
    assert sorted(sides) == [(0, 1, 2), (0, 3, 6), (2, 5, 8), (6, 7, 8)]
    assert sorted(regions_of_type(RegionType.SIDES_NO_CORNERS, where)) == [(1,), (3,), (5,), (7,)]
    assert (0, 4) in regions_of_type(RegionType.TOUCHING, where)
    assert set(regions_of_type(RegionType.ALL_DIRECTIONS, where)[0]) == {0, 1, 2, 3, 4, 6, 8}


def test_players_that_are_not_there():
    with pytest.raises(LudemeError, match="there are 2 players"):
        scene('(board (square 3)) (piece "A" P3)')
