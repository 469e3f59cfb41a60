"""Grounds of boards: chequers, plates, points, pits, loops, signs on cells, homes."""

import pytest

from boardless.games import compile
from boardless.play import State
from boardless.topo.drawing.picture import outlines_of
from boardless.view import scene_of
from boardless.view.ground import Ground, ground_of
from tests.view.games import uncompiled

GAME = """
(game "Sample" (players <players>)
    (equipment {(board <board>) (piece "<piece>" Each) <more>})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)
(metadata (graphics {<forms>}))
"""


def state_on(
    board: str, forms: str = "", piece: str = "Disc", more: str = "", players: int = 2
) -> State:
    text = GAME.replace("<board>", board).replace("<forms>", forms).replace("<piece>", piece)
    text = text.replace("<more>", more).replace("<players>", str(players))
    return State(compile(text, jit=False))


def ground(board: str, forms: str = "", piece: str = "Disc", more: str = "") -> Ground:
    return ground_of(state_on(board, forms, piece, more))


@pytest.mark.parametrize(
    ("forms", "piece"),
    [
        ("(board Style Chess)", "Disc"),
        ("(board Checkered)", "Disc"),
        ("(board Colour Phase0 (colour White)) (board Colour Phase1 (colour Black))", "Disc"),
        ("", "Knight"),
    ],
)
def test_chequers_of_squares(forms: str, piece: str) -> None:
    scene = scene_of(state_on("(square 4)", forms, piece))
    assert scene.phases["0,0"] == 1  # a1 is dark
    assert sorted(scene.labels[name] for name in scene.phases) == [
        "a1", "a3", "b2", "b4", "c1", "c3", "d2", "d4",
    ]  # fmt: skip


def test_other_boards_are_not_chequered() -> None:
    assert ground("(square 4)").phases == {}
    assert ground("(square 4)", "(board Style Shogi)", "Knight").phases == {}
    assert ground("(square 4) use:Vertex", "(board Style Chess)").phases == {}
    # A queen of cards is none of chess.
    assert ground_of(State(uncompiled("Go Fish"))).phases == {}


def test_no_two_hexagons_side_by_side_are_alike() -> None:
    found = ground("(hex 3)", "(board Style Chess)")
    assert set(found.phases.values()) == {1, 2}
    for site, (_, x, y) in found.cells.items():
        for other, (_, u, v) in found.cells.items():
            if 0 < (x - u) ** 2 + (y - v) ** 2 < 1.5 * (2 * found.room) ** 2:
                assert found.phases.get(site, 0) != found.phases.get(other, 0)


def test_boards_on_vertices_lie_on_a_plate() -> None:
    found = ground("(square 5) use:Vertex")
    assert found.bare
    ((path, fill, stroke, _),) = found.plate
    assert (fill, stroke) == ("cell", "line")
    (outline,) = outlines_of(path)
    assert outline.min() < min(y for _, _, y in found.cells.values())
    # Pieces nearly touch each other.
    assert found.room == 46


def test_star_points_of_go() -> None:
    marks = ground("(square 9) use:Vertex", "(board Style Go)").marks
    assert len(marks) == 5
    assert len(ground("(square 19) use:Vertex", "(board Style Go)").marks) == 9
    assert ground("(square 5) use:Vertex", "(board Style Go)").marks == ()


def test_points_of_backgammon() -> None:
    found = ground("(rectangle 2 13) use:Vertex", "(board Style backgammon)")
    assert len(found.marks) == 24  # none on the bar
    assert found.steps == (-84, 84)
    assert len({y for _, _, y in found.cells.values()}) == 2
    assert {fill for _, fill, *_ in found.marks} == {"dark-cell", "paper"}
    # Other boards have no such points.
    assert ground("(square 4) use:Vertex", "(board Style backgammon)").steps == (0,)


def test_pits_and_loops() -> None:
    pits = ground_of(State(compile(SOWING, jit=False)))
    assert pits.seeds
    assert pits.lines == ()
    assert len(pits.marks) == len(pits.cells) == 14
    loops = ground("(square 6) use:Vertex", "(board Style Surakarta)")
    assert len(loops.plate) == 1 + 2 * 4
    reach = [abs(outlines_of(path)[0]).max() for path, *_ in loops.plate[1:]]
    outer = max(abs(number) for _, x, y in loops.cells.values() for number in (x, y))
    assert max(reach) == outer + 200  # by two squares
    assert loops.margin >= 200


SOWING = """
(game "Sowing" (players 2)
    (equipment {(mancalaBoard 2 6) (piece "Seed" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)
"""


def test_signs_on_cells() -> None:
    more = '(regions "Rest" {1 2})'
    named = ground("(square 3)", '(show Symbol "flower" "Rest")', more=more)
    assert len(named.marks) == 2
    ((path, *_),) = ground("(square 3)", '(show Symbol "x" {4 99})').marks
    assert path == "M15.8,-84.2L84.2,-15.8M84.2,-84.2L15.8,-15.8"
    assert ground("(square 3)", '(show Symbol "x" "Nowhere")').marks == ()


def test_homes_of_three_players_have_their_colours() -> None:
    more = "(regions P1 {0}) (regions P2 {1}) (regions P3 {2})"
    state = state_on("(square 3)", more=more, players=3)
    assert [stroke for *_, stroke, _ in ground_of(state).marks] == list(scene_of(state).colours)


def test_sides_are_drawn_where_they_are_connected() -> None:
    assert ground_of(State(uncompiled("Hex"))).sides
    assert ground("(square 3)", more="(regions P1 (sites Bottom))").sides == ()


def test_tints_names_and_numbers() -> None:
    forms = """
        (tint "red" {0 8}) (cells Row 1 "middle") (states Row 0 "# in") (states 8 9 {"a" "b"})
        (cells Regions)
    """
    state = state_on("(square 3)", forms, more='(regions "Home" {4})')
    scene = scene_of(state)
    assert [mark[1] for mark in scene.ground.marks] == ["#d8574c"] * 2
    assert [*scene.labels.values()][3:6] == ["middle", "Home", "middle"]


def test_colours_that_are_named_are_taken_if_they_can_be_told_apart() -> None:
    forms = "(player Colour P1 (colour Black)) (player Colour P2 (colour {}))"
    assert scene_of(state_on("(square 3)", forms.format("White"))).colours == ("#1d2126", "#fbf9f4")
    assert scene_of(state_on("(square 3)", forms.format("200 100 50"))).colours[1] == "#c86432"
    usual = scene_of(state_on("(square 3)")).colours
    for other in ("VeryDarkGrey", "Nothing", "1 2"):
        assert scene_of(state_on("(square 3)", forms.format(other))).colours == usual
