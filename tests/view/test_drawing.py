"""Pictures of games being played."""

import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from matplotlib.colors import to_rgba_array
from matplotlib.figure import Figure

from boardless.games import compile, load
from boardless.play import State
from boardless.topo.drawing.palette import INK, LANDS, PLAYERS
from boardless.topo.drawing.svg import Circle, Curve, Picture, Polygon, Text
from boardless.view import scene_of
from boardless.view.drawing import RING, display_list, svg
from boardless.view.glyphs import FIGURES
from boardless.view.kinds import colours
from boardless.view.tiles import INSET
from tools.models.block import choices, dealt_to, row

SVG = "{http://www.w3.org/2000/svg}"


def played(name: str, moves: int, tiling: str | None = None) -> State:
    state = State(load(name, tiling=tiling, jit=False))
    for _ in range(moves):
        state.push(next(iter(state.legal_moves)))
    return state


def picture(state: State) -> Picture:
    return display_list(scene_of(state, choices=False))


def rings(state: State) -> list[tuple[float, float]]:
    """Return where the rings around last pieces are."""
    shown = picture(state)
    circles = [shape for shape in shown.shapes if isinstance(shape, Circle)]
    return [(one.x, one.y) for one in circles if one.radius == RING * shown.room]


@pytest.mark.parametrize(
    ("name", "tiling"), [("Andantino", "square"), ("Bravalath", "triangular"), ("Plotto", None)]
)
def test_a_notebook_shows_board_pieces_and_last_move(name: str, tiling: str | None) -> None:
    state = played(name, 3, tiling)
    root = ET.fromstring(state._repr_svg_())
    assert root.find(f"{SVG}title").text == repr(state)[7:-1]
    assert len(root.findall(f".//{SVG}polygon")) == len(state.board)
    circles = root.findall(f"{SVG}circle")
    assert all(float(circle.get("r")) > 0 for circle in circles)
    fills = Counter(circle.get("fill") for circle in circles)
    assert fills == {"none": 1, PLAYERS[0]: 3, PLAYERS[1]: 2}
    width, height = map(float, root.get("viewBox").split()[2:])
    for circle in circles:
        x, y, r = (float(circle.get(name)) for name in ("cx", "cy", "r"))
        assert r <= x <= width - r
        assert r <= y <= height - r


def test_the_last_piece_is_ringed() -> None:
    state = played("Andantino", 0)
    assert rings(state) == []
    state = played("Andantino", 2)
    scene = scene_of(state)
    ((x, y),) = rings(state)
    assert [name for name, (_, *at) in scene.cells.items() if at == [x, y]] == [scene.last[0]]
    assert scene.kinds[scene.piles[scene.last[0]][0] - 1]["fill"] == PLAYERS[1]


def test_components_of_one_player_have_letters() -> None:
    root = ET.fromstring(played("Plotto", 4)._repr_svg_())
    written = sorted(text.text for text in root.findall(f"{SVG}text"))
    assert written == sorted("SSGG"[what - 1] for what in played("Plotto", 4).pieces.values())
    assert not ET.fromstring(played("Andantino", 2)._repr_svg_()).findall(f"{SVG}text")


def test_players_are_told_apart_in_grey() -> None:
    def grey(colour: str) -> float:
        parts = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
        return sum(share * part for share, part in zip((0.3, 0.59, 0.11), parts, strict=True))

    first, second = (grey(colours(owner)[0]) for owner in (1, 2))
    assert abs(first - second) > 80
    greys = sorted(grey(colours(owner)[0]) for owner in range(1, 6))
    assert min(after - before for before, after in pairwise(greys)) > 20
    assert colours(1) != colours(2) != colours(0)
    # Pieces of players from 3 on have signs, too.
    assert len({colours(owner)[0] for owner in range(1, 9)}) == 8
    assert colours(9) == colours(1)


def test_names_in_a_caption_are_no_markup() -> None:
    text = """
    (game "<b>&" (players 2) (equipment {(board (square 2)) (piece "Man" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))
    """
    state = State(compile(text, jit=False))
    assert ET.fromstring(state._repr_svg_()).find(f"{SVG}title").text == repr(state)[7:-1]


def test_drawing_with_matplotlib() -> None:
    from matplotlib import pyplot

    try:
        for state in (played("Plotto", 3), played("Tic-Tac-Toe", 0), played("Othello", 1)):
            axes = state.draw()
            assert axes.get_title() == repr(state)[7:-1]
            labels = [text.get_text() for text in axes.get_legend().get_texts()]
            assert labels == ["player 1", "player 2"]
        axes = pyplot.figure().add_subplot()
        assert played("Bravalath", 2).draw(axes) is axes
        pieces = axes.collections[-1]
        assert len(pieces.get_offsets()) == 4 + 1
        assert pieces.get_edgecolor()[0][:3] == pytest.approx(
            [int(INK[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        )
    finally:
        pyplot.close("all")


def test_large_boards_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardless.play.state.MAX_DRAWN", 5)
    assert played("Tic-Tac-Toe", 0)._repr_svg_() is None


def test_dominoes_show_their_numbers_and_are_joined() -> None:
    hands = [[(n, n) for n in range(7)], [(0, n) for n in range(1, 7)] + [(1, 2)]]
    state = dealt_to(load("Block", jit=False), hands)
    state.push(choices(state)[(3, 3), 0])
    state.push(choices(state)[(0, 3), 1])
    root = ET.fromstring(state._repr_svg_())
    texts = sorted(root.findall(f"{SVG}text"), key=lambda text: float(text.get("x", 0)))
    assert [int(text.text or "") for text in texts] == row(state) == [3, 3, 3, 0]
    # A joint goes from each half to the side of the other one, and has an edge.
    joints = [path.get("d", "") for path in root.findall(f"{SVG}path")]
    assert len(joints) == 2 * 4
    ends = [joint.replace("M", "").split("Q")[0].split(",")[0] for joint in joints[::2]]
    assert ends[0] != ends[1]
    assert state.draw().get_legend() is None


def test_dominoes_of_eight_squares_show_a_number_on_each() -> None:
    state = State(load("Block", ["Rules/Ludii"], jit=False))
    while state.seat == 0:
        state.push(state.parse("*0"))
    state.push(list(state.legal_moves)[4])
    root = ET.fromstring(state._repr_svg_())
    assert sorted(text.text or "" for text in root.findall(f"{SVG}text")) == ["0"] * 4 + ["2"] * 4
    assert len(root.findall(f"{SVG}path")) == 2 * 8


def test_kingdoms_have_crowns_and_castles() -> None:
    state, random = State(load("Kingdomino", ["Players/3"], jit=False)), Random(1)
    while len(state.pieces) < 13:
        state.push(random.choice(list(state.legal_moves)))
    values = state.containers[0].value.nonzero()
    root = ET.fromstring(state._repr_svg_())
    texts = [text.text or "" for text in root.findall(f"{SVG}text")]
    assert sorted(text.count("\N{BLACK CHESS QUEEN}") for text in texts if text != "C") == sorted(
        values.values()
    )
    castles = root.findall(f"{SVG}path[@d='{FIGURES['castle'][0]}']")
    assert len(castles) == 3
    fills = {shape.get("fill") for shape in root.findall(f"{SVG}polygon")}
    assert fills <= {None, *LANDS}
    legend = state.draw().get_legend()
    assert [text.get_text() for text in legend.get_texts()] == [f"player {n}" for n in (1, 2, 3)]


def test_rhombi_fill_the_triangles_that_they_cover() -> None:
    state, random = State(load("Lost Valley", jit=False)), Random(2)
    while state.ply < 8:
        state.push(random.choice(list(state.legal_moves)))
    shown = picture(state)
    tiles = [shape for shape in shown.shapes if isinstance(shape, Polygon)]
    joints = [shape for shape in shown.shapes if isinstance(shape, Curve)]
    assert (len(tiles), len(joints)) == (16, 2 * 16)
    for tile, joint in zip(tiles, joints[::2], strict=True):
        middle = tile.points.mean(axis=0)
        outline = middle + (tile.points - middle) / INSET
        assert any(near(outline, cell) for _, cell in shown.cells)
        # The joint begins at a side of the tile, not at a corner.
        middles = (tile.points + np.roll(tile.points, 1, axis=0)) / 2
        assert np.hypot(*(middles - joint.points[0]).T).min() < 2


def near(points: np.ndarray, others: np.ndarray) -> bool:
    """Tell whether each of some points is one of others, but for rounding."""
    return all(np.hypot(*(others - point).T).min() < 2 for point in points)


@pytest.mark.parametrize("name", ["Trax", "Carcassonne", "Yinsh", "Plotto"])
def test_both_back_ends_draw_the_same_list(name: str) -> None:
    state = played(name, 6)
    shown = picture(state)
    root = ET.fromstring(state._repr_svg_())
    names = {"Polygon": "polygon", "Curve": "path", "Circle": "circle", "Text": "text"}
    listed = [names[type(shape).__name__] for shape in shown.shapes]
    assert [each.tag.removeprefix(SVG) for each in root][2:] == listed
    fills = [shape.fill for shape in shown.shapes if not isinstance(shape, Text)]
    axes = state.draw(Figure().add_subplot())
    drawn = [fill for each in axes.collections[1:] for fill in each.get_facecolor().tolist()]
    expected = to_rgba_array([fill for fill in fills if fill != "none"]).tolist()
    inks = [shape.ink for shape in shown.shapes if isinstance(shape, Text)]
    assert [fill for fill in drawn if fill[3]] == expected + to_rgba_array(inks).tolist()


def test_a_seat_sees_a_question_mark_on_hidden_pieces() -> None:
    scene = scene_of(played("Tic-Tac-Toe", 1))
    assert "?" not in svg(scene)
    assert svg(replace(scene, piles={"0,0": (0, 1)})).count(">?</text>") == 1


def test_legal_moves_are_listed_for_choices_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played("Tic-Tac-Toe", 1)
    monkeypatch.setattr(State, "legal_moves", property(lambda _: pytest.fail("not asked for")))
    assert scene_of(state, choices=False).moves == {}
    state._repr_svg_()
