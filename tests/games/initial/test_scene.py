"""Integers, conditions, maps and directions that are known before the first move."""

import pytest

from boardless.games.initial.contents import CostAction, Put
from boardless.games.initial.scene import InitialPosition
from boardless.games.language.binding import bind
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Condition, Integer, Integers, Ways
from boardless.games.language.reader import read_nodes
from boardless.games.ludemes.lists import Map, static_map
from tests.games.initial.scenes import lying, scene, worked_out

SQUARE = scene(iterated=7, value=3, player_=2)


def integer(text, where=SQUARE):
    return worked_out(InitialPosition.evaluate, Integer, text, where)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(+ {1 2 (* 3 4)})", 15),
        ("(- (site) (value))", 4),
        ("(/ -7 2)", -3),
        ("(/ 7 (* 0 (site)))", 0),
        ("(% -7 4)", -3),
        ("(^ 2 5)", 32),
        ("(^ 2 99)", 2**31 - 1),
        ("(^ -2 99)", -(2**31)),
        ("(^ -1 -3)", -1),
        ("(abs -4)", 4),
        ("(min (array (sites Top)))", 20),
        ("(max 3 (player))", 3),
        ("(if (= 1 2) 3)", -1),
        ("(count Players)", 2),
        ("(count Sites in:(sites Top))", 5),
        ("(count Rows)", 5),
        ("(count Columns Vertex)", 6),
        ("(count Cells)", 25),
        ("(count Vertices)", 36),
        ("(count Edges)", 60),
        ("(size Array (array {4 5 6}))", 3),
        ("(arrayValue (array {4 5 6}) index:2)", 6),
        ("(arrayValue (array {4 5 6}) index:3)", -1),
        ("(regionSite (sites Top) index:1)", 21),
        ('(id "Pawn" P2)', 4),
        ('(id "Rock0")', 5),
        ('(id "Hand1")', 1),
        ('(id "King")', -1),
        ("(centrePoint)", 12),
        ("(handSite P2 1)", 28),
        ("(handSite 1)", 25),
        ("(handSite P4)", -1),
        ("(handSite Shared)", 29),
        ('(coord "C3")', 12),
        ('(coord "Z9")', -1),
        ("(coord row:1 column:2)", 7),
        ("(coord row:9 column:2)", -1),
        ("(row of:(site))", 1),
        ("(column of:(site))", 2),
        ("(layer of:(site))", 0),
        ("(phase of:(site))", 1),
        ("(row of:99)", -1),
        ('(mapEntry "Port" P1)', 20),
        ('(mapEntry "Port" 7)', 0),
        ('(mapEntry "Port" 3)', 3),
        ("(mapEntry 1)", 20),
        ("(ahead 12)", 17),
        ("(ahead 12 steps:2 SE)", 4),
        ("(ahead 12 (directions {FR}))", 18),
        ("(ahead 12 steps:3 N)", 12),
        ("(ahead -1 N)", -1),
    ],
)
def test_integers(text, value):
    assert integer(text) == value


def test_integers_that_ask_what_lies_there():
    contents = lying(Put(("Cell", 0), 3), Put(("Cell", 0), 4, stacked=True))
    contents.add(CostAction(("Edge", 1), 5))
    contents.add(CostAction(("Edge", 2), 7))
    where = SQUARE.binding(contents=contents)
    assert [integer(f"({word} at:0)", where) for word in ("what", "who", "topLevel")] == [4, 2, 1]
    assert [integer(f"({word} at:1)", where) for word in ("what", "who", "topLevel")] == [0, 0, 0]
    assert integer("(cost Edge in:(sites {1 2 3}))", where) == 12
    assert (integer("(mover)", where), integer("(next)", where)) == (1, 2)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("(and {(is Even 2) (is Odd -1) (not (is Odd 2))})", True),
        ("(or (= 1 2) (!= 1 2))", True),
        ("(and (< 1 2) (<= 2 1))", False),
        ("(> 2 1)", True),
        ("(>= 1 2)", False),
        ("(is In 12 (sites Centre))", True),
        ("(is In 3 {1 2})", False),
        ("(= (player) P2)", True),
    ],
)
def test_conditions(text, holds):
    assert worked_out(InitialPosition.holds, Condition, text, SQUARE) is holds


def test_conditions_that_ask_what_lies_there():
    where = SQUARE.binding(contents=lying(Put(("Cell", 0), 3)))
    known = {"(is Empty 0)": False, "(is Occupied 0)": True, "(is Mover P1)": True}
    known |= {"(is Empty (regionSite (sites Top) index:9))": False, "(is Full)": False}
    for text, holds in known.items():
        assert worked_out(InitialPosition.holds, Condition, text, where) is holds


def maps_of(where):
    return [static_map(item, where) for item in where.inventory.items if isinstance(item, Map)]


def test_maps_leave_out_what_is_not_there():
    assert maps_of(SQUARE) == [{1: 20, 2: 4, 7: 0}, {1: 5, 2: 24}]
    odd = scene(
        '(board (square 3)) (map {(pair "Z9" 1) (pair 1 "Z9") (pair 2 "Nobody") (pair P1 P2)})'
        " (map {3 4} {5 6})"
    )
    assert maps_of(odd) == [{1: 2}, {3: 5, 4: 6}]


@pytest.mark.parametrize(
    ("landmark", "site"),
    [("CentreSite", 4), ("LeftSite", 0), ("RightSite", 2), ("Topsite", 6), ("BottomSite", 0),
     ("FirstSite", 0), ("LastSite", 8)],
)  # fmt: skip
def test_landmarks(landmark, site):
    where = scene(f"(board (square 3)) (map {{(pair 1 {landmark})}})")
    assert integer("(mapEntry 1)", where) == site


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{N CW All}", ("N", "CW", "All")),
        ("{Forward FL}", ("S", "SE")),
        ("(directions Rightward of:Orthogonal)", ("W",)),
        ("(directions Backward bySite:True)", ("N",)),
        ("(union {N E} {E S})", ("N", "E", "S")),
        ("(difference {N E} E)", ("N",)),
        ("(if (is Even (site)) N Backward)", ("N",)),
    ],
)
def test_directions_as_the_piece_on_a_site_sees_them(text, names):
    where = scene(players="{(player N) (player S)}", iterated=7)
    where = where.binding(contents=lying(Put(("Cell", 0), 4)))
    assert bind(read_nodes(text)[0], Ways).seen_from(0, where) == names


def test_a_piece_that_was_turned_faces_elsewhere():
    turned = SQUARE.binding(contents=lying(Put(("Cell", 12), 3, rotation=2)))
    assert integer("(ahead 12)", turned) == 13


def test_several_integers():
    corners = worked_out(InitialPosition.evaluate_all, Integers, "(array (sites Corners))", SQUARE)
    assert corners == (0, 4, 20, 24)
    assert worked_out(InitialPosition.evaluate_all, Integers, "{3 (site) 3}", SQUARE) == (3, 7, 3)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("(count Moves)", "not known before the first move"),
        ("(what at:0)", "not known before the first move"),
        ("(ahead 12 OppositeDirection)", "direction of the last move"),
        ("(ahead 99)", "99.*0 to 24"),
        ("(size Array (results from:1 to:2 3))", "not known before the first move"),
    ],
)
def test_what_is_not_known_is_said(text, named):
    with pytest.raises(LudemeError, match=f"(?s){named}"):
        integer(text)
