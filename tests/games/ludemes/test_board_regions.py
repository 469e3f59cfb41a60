"""Regions that are known before the first move."""

import pytest

from boardless.games.initial.contents import Put
from boardless.games.initial.scene import InitialPosition
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Region
from tests.games.initial.scenes import lying, scene, worked_out

SQUARE = scene()
VERTICES = scene("(board (square 4) use:Vertex)")
EDGES = scene("(board (square 3) use:Edge)")
FACING = scene("(board (square 3))", "{(player N) (player E)}")


def region(text, where=SQUARE):
    return list(worked_out(InitialPosition.sites_of, Region, text, where))


@pytest.mark.parametrize(
    ("text", "sites"),
    [
        ("(sites Top)", [20, 21, 22, 23, 24]),
        ("(sites Left)", [0, 5, 10, 15, 20]),
        ("(sites Inner)", [6, 7, 8, 11, 12, 13, 16, 17, 18]),
        ("(sites Corners)", [0, 4, 20, 24]),
        ("(sites Corners Vertex)", [0, 5, 30, 35]),
        ("(sites Centre)", [12]),
        ("(sites Minor)", []),
        ("(sites Row 1)", [5, 6, 7, 8, 9]),
        ("(sites Column (column of:12))", [2, 7, 12, 17, 22]),
        ("(sites Row 9)", []),
        ("(sites Row -1)", []),
        ("(sites Phase 1)", list(range(1, 25, 2))),
        ("(sites Side N)", [20, 21, 22, 23, 24]),
        ("(sites Side NE)", []),
        ("(sites {7 3 7 (- 0 1)})", [3, 7]),
        ('(sites {"A1" "C3" "Z9"})', [0, 12]),
        ('(sites "B2")', [6]),
        ("(sites (array (sites Corners)))", [0, 4, 20, 24]),
        ("(sites Cell 6)", [7, 8, 13, 14]),
        ('(sites Cell "B2")', [6]),
        ("(sites Cell 99)", []),
        ("(sites Edge 0)", [0, 1]),
        ('(sites Vertex {"A1" "B1"})', [0, 1]),
        ('(sites "Middle")', [7, 11, 12]),
        ('(sites "Mid")', []),
        ("(sites P2)", [20, 21, 22, 23, 24]),
        ('(sites P1 "Ho")', [0, 1, 2, 3, 4]),
        ('(sites Neutral "Middle")', [7, 11, 12]),
        ("(sites Hand P2)", [27, 28]),
        ('(sites Track "Round")', [*range(5), 9, 14, 19, *range(20, 25)]),
        ('(sites Track P2 "Home")', [4, 9, 14]),
        ('(sites Track "Round" from:23 to:1)', [0, 1, 20, 21, 22, 23]),
        ('(sites Track "None")', []),
        ("(union (sites Left) (sites Right))", [0, 4, 5, 9, 10, 14, 15, 19, 20, 24]),
        ("(intersection {(sites Left) (sites Top) (sites Board)})", [20]),
        ("(difference (sites Left) (sites Top))", [0, 5, 10, 15]),
        ("(difference (sites Left) 5)", [0, 10, 15, 20]),
        ("(if (< 1 2) (sites Top) (sites Bottom))", [20, 21, 22, 23, 24]),
        ("(if (< 2 1) (sites Top))", []),
        ("(forEach (sites Bottom) if:(is Odd (site)))", [1, 3]),
        ("(forEach of:(sites Corners) (sites Around (site) Orthogonal))",
         [1, 3, 5, 9, 15, 19, 21, 23]),
        ("(expand (sites Bottom) steps:2)", list(range(15))),
        ("(expand (sites {0}) E steps:3)", [0, 1, 2, 3]),
        ("(expand origin:12 Orthogonal)", [7, 11, 12, 13, 17]),
        ("(sites Around 12)", [6, 7, 8, 11, 13, 16, 17, 18]),
        ("(sites Around 12 distance:2 Diagonal)", [0, 4, 20, 24]),
        ("(sites Around (sites {0 1}) N includeSelf:True)", [0, 1, 5, 6]),
        ("(sites Around -1)", []),
        ("(sites Direction from:0 NE)", [6, 12, 18, 24]),
        ("(sites Direction from:(sites {0 4}) N included:True distance:1)", [0, 4, 5, 9]),
        ("(sites Direction from:12 {N E})", [13, 14, 17, 22]),
        ("(sites Between from:0 to:24)", [6, 12, 18]),
        ("(sites Between from:0 to:4 toIncluded:True)", [1, 2, 3, 4]),
        ("(sites Between from:0 to:7)", []),
        ("(sites Distance from:0 (exact 1))", [1, 5, 6]),
        ("(sites Distance from:0 (range 0 1))", [0, 1, 5, 6]),
        ("(sites Distance from:12 (min 2))", [0, 1, 2, 3, 4, 5, 9, 10, 14, 15, 19, *range(20, 25)]),
    ],
)  # fmt: skip
def test_regions_of_cells(text, sites):
    assert region(text) == sites


def test_regions_are_of_the_type_that_is_played_on():
    assert region("(sites Top)", VERTICES) == [12, 13, 14, 15]
    assert region("(sites Top Cell)", VERTICES) == [6, 7, 8]
    assert region("(sites Side S)", VERTICES) == [0, 1, 2, 3]
    assert region('(sites {"A1" "B2"})', VERTICES) == [0, 5]


def test_edges_by_how_they_lie():
    assert region("(sites Horizontal)", SQUARE)[:5] == [0, 1, 2, 3, 4]
    across, upright = region("(sites Horizontal)", EDGES), region("(sites Vertical)", EDGES)
    assert sorted(across + upright) == region("(sites Axial)", EDGES) == list(range(12))
    assert region("(sites Slash)", EDGES) == region("(sites Angled)", EDGES) == []
    # Edges grow by those that touch them, whatever the direction.
    assert region("(expand (sites {0}) N)", EDGES) == region("(expand (sites {0}))", EDGES)
    assert region('(sites {"A1"})', EDGES) == []


def test_sides_that_players_face():
    assert region("(sites Side P1)", FACING) == [6, 7, 8]
    assert region("(sites Side P2)", FACING) == [2, 5, 8]
    # As in Ludii who faces no side has none, and there are none between the eight.
    assert region("(sites Side P1)") == region("(sites Side ENE)") == region("(sites Side)") == []
    assert region("(sites Side (player 2))", FACING) == [2, 5, 8]


def test_regions_of_what_lies_there():
    contents = lying(Put(("Cell", 0), 3), Put(("Cell", 6), 4), Put(("Cell", 25), 3))
    where = SQUARE.binding(contents=contents)
    assert region("(sites Empty)", where) == [s for s in range(25) if s not in (0, 6)]
    assert region("(sites Occupied)", where) == [0, 6, 25]
    assert region("(sites Occupied by:P2)", where) == [6]
    assert region('(sites Occupied by:P1 container:"Hand")', where) == [25]
    assert region("(sites Occupied container:0)", where) == [0, 6]
    assert region('(sites Occupied component:"Pawn")', where) == [0, 6, 25]
    assert region("(sites Around 1 Empty Orthogonal)", where) == [2]
    assert region("(sites Around 1 Own)", where) == [0]
    assert region("(sites Around 1 Enemy)", where) == [6]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("(sites LastTo)", "not known before the first move"),
        ("(sites Empty)", "not known before the first move"),
        ("(sites Mover)", "Mover is not known before the first move"),
        ("(expand (sites {99}))", "99.*0 to 24"),
        ("(sites Direction from:99 N)", "site 99 is not on the board"),
        ("(forEach (sites Top) if:(is Even (value)))", "has no meaning here"),
        ("(expand (sites Top) Axial)", "'Axial'"),
        ('(sites Occupied container:"Bag")', "not known"),
    ],
)
def test_what_is_not_known_is_said(text, named):
    with pytest.raises(LudemeError, match=f"(?s){named}"):
        region(text)


def test_a_region_that_is_made_of_itself_is_refused():
    where = scene('(board (square 2)) (regions "A" (sites "B")) (regions "B" (sites "A"))')
    with pytest.raises(LudemeError, match="made of itself"):
        region('(sites "A")', where)
