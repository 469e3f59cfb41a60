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
from boardless.topo.drawing.palette import INK, LANDS, PLAYERS, THEMES, hex_of
from boardless.topo.drawing.picture import Picture, PictureShape, outlines_of
from boardless.view import scene_of
from boardless.view.kinds import colours
from boardless.view.pieces import DISC
from boardless.view.tiles import INSET
from tools.models.block import choices, dealt_to, row

SVG = "{http://www.w3.org/2000/svg}"


def played(name: str, moves: int, tiling: str | None = None) -> State:
    state = State(load(name, tiling=tiling, jit=False))
    for _ in range(moves):
        state.push(next(iter(state.legal_moves)))
    return state


def picture(state: State) -> Picture:
    return scene_of(state, choices=False).picture


def shapes(shown: Picture, *layers: str) -> list[PictureShape]:
    """Return the shapes of some layers, the lowest first."""
    items = [item for layer in layers for item in shown.layers[layer].values()]
    return [shape for item in items for shape in shown.shapes_of(item)]


def words(shown: Picture, *layers: str) -> list[str]:
    """Return what is written in some layers."""
    return [shape["text"] for shape in shapes(shown, *layers) if "text" in shape]


def pips(shown: Picture) -> list[int]:
    """Return the number of pips on each tile, from left to right."""
    items = sorted(shown.layers["tiles"].values(), key=lambda item: item["x"])
    parts = (shown.shapes_of(item) for item in items)
    return [sum(one.get("fill") == INK and "stroke" not in one for one in some) for some in parts]


def rings(state: State) -> list[tuple[int, int]]:
    """Return where the marks of the last move are."""
    return [(item["x"], item["y"]) for item in picture(state).layers["rings"].values()]


def group(root: ET.Element, layer: str) -> list[ET.Element]:
    """Return the items of a layer of an SVG picture."""
    return root.findall(f"{SVG}g[@class='{layer}']/{SVG}g")


@pytest.mark.parametrize(
    ("name", "tiling"), [("Andantino", "square"), ("Bravalath", "triangular"), ("Plotto", None)]
)
def test_a_notebook_shows_board_pieces_and_last_move(name: str, tiling: str | None) -> None:
    state = played(name, 3, tiling)
    root = ET.fromstring(state._repr_svg_())
    assert root.find(f"{SVG}title").text == repr(state)[7:-1]
    assert len(group(root, "cells")) == len(state.board)
    discs = group(root, "pieces")
    common = root.find(f"{SVG}g[@class='pieces']")
    fills = Counter(disc.find(f"{SVG}path").get("fill") or common.get("fill") for disc in discs)
    assert fills == {PLAYERS[0]: 3, PLAYERS[1]: 2}
    assert len(group(root, "rings")) == 1
    left, top, width, height = map(float, root.get("viewBox").split())
    shown = scene_of(state)
    for item in shown.picture.layers["pieces"].values():
        r = DISC * shown.ground.room
        assert left + r <= item["x"] <= left + width - r
        assert top + r <= item["y"] <= top + height - r


def test_the_last_piece_is_ringed() -> None:
    state = played("Andantino", 0)
    assert rings(state) == []
    state = played("Andantino", 2)
    scene = scene_of(state)
    ((x, y),) = rings(state)
    assert [name for name, (_, *at) in scene.cells.items() if at == [x, y]] == [scene.last[0]]
    assert scene.kinds[scene.piles[scene.last[0]][0] - 1]["fill"] == "p2"


def test_components_of_one_player_have_letters() -> None:
    state = played("Plotto", 4)
    written = sorted(words(picture(state), "pieces"))
    assert written == sorted("SSGG"[what - 1] for what in state.pieces.values())
    assert words(picture(played("Andantino", 2)), "pieces") == []


def test_players_are_told_apart_in_grey() -> None:
    def grey(colour: str) -> float:
        parts = (int(hex_of(colour)[n : n + 2], 16) for n in (1, 3, 5))
        return sum(share * part for share, part in zip((0.3, 0.59, 0.11), parts, strict=True))

    first, second = (grey(colours(owner)[0]) for owner in (1, 2))
    assert abs(first - second) > 80
    greys = sorted(grey(colours(owner)[0]) for owner in range(1, 6))
    assert min(after - before for before, after in pairwise(greys)) > 20
    assert colours(1) != colours(2) != colours(0)
    # Pieces of players from 3 on have signs, too.
    assert len({hex_of(colours(owner)[0]) for owner in range(1, 9)}) == 8
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
        (pieces,) = (layer for layer in axes.collections if layer.get_gid() == "pieces")
        assert len(pieces.get_paths()) == 4
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
    shown = picture(state)
    assert pips(shown) == row(state) == [3, 3, 3, 0]
    # Each half turns its pips to where the other one is.
    turns = [item.get("turn", 0) for item in shown.layers["tiles"].values()]
    assert len(turns) == 4
    assert state.draw().get_legend() is None


def test_dominoes_of_eight_squares_show_a_number_on_each() -> None:
    state = State(load("Block", ["Rules/Ludii"], jit=False))
    while state.seat == 0:
        state.push(state.parse("*0"))
    state.push(list(state.legal_moves)[4])
    assert sorted(pips(picture(state))) == [0] * 4 + [2] * 4
    assert len(group(ET.fromstring(state._repr_svg_()), "tiles")) == 8


def test_kingdoms_have_crowns_and_castles() -> None:
    state, random = State(load("Kingdomino", ["Players/3"], jit=False)), Random(1)
    while len(state.pieces) < 13:
        state.push(random.choice(list(state.legal_moves)))
    values = state.containers[0].value.nonzero()
    shown = picture(state)
    assert sorted(text.count("\N{BLACK CHESS QUEEN}") for text in words(shown, "tiles")) == sorted(
        value for value in values.values() if value
    )
    castles = shown.layers["pieces"].values()
    assert len({item["symbol"] for item in castles}) == len(castles) == 3
    fills = {shown.shapes_of(item)[0]["fill"] for item in shown.layers["tiles"].values()}
    assert fills <= set(LANDS)
    legend = state.draw().get_legend()
    assert [text.get_text() for text in legend.get_texts()] == [f"player {n}" for n in (1, 2, 3)]


def test_rhombi_fill_the_triangles_that_they_cover() -> None:
    state, random = State(load("Lost Valley", jit=False)), Random(2)
    while state.ply < 8:
        state.push(random.choice(list(state.legal_moves)))
    shown = picture(state)
    cells = [
        outlines_of(shown.shapes_of(item)[0]["d"])[0] + (item["x"], item["y"])
        for item in shown.layers["cells"].values()
    ]
    items = shown.layers["tiles"].values()
    assert len(items) == 16
    for item in items:
        tile = outlines_of(shown.shapes_of(item)[0]["d"])[0]
        angle = np.deg2rad(item.get("turn", 0))
        turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
        tile = tile @ turn + (item["x"], item["y"])
        middle = tile[:-1].mean(axis=0)
        outline = middle + (tile - middle) / INSET
        assert any(near(outline, cell) for cell in cells)


def near(points: np.ndarray, others: np.ndarray) -> bool:
    """Tell whether each of some points is one of others, but for rounding."""
    return all(np.hypot(*(others - point).T).min() < 2 for point in points)


@pytest.mark.parametrize("name", ["Trax", "Carcassonne", "Yinsh", "Plotto"])
def test_both_back_ends_draw_the_same_items(name: str) -> None:
    state = played(name, 6)
    shown = picture(state)
    root = ET.fromstring(state._repr_svg_())
    axes = state.draw(Figure().add_subplot())
    colours_of = THEMES["light"] | {"none": "none"}
    for layer, items in shown.layers.items():
        listed = shapes(shown, layer)
        assert len(group(root, layer)) == len(items)
        parts = [each for item in group(root, layer) for each in item if "title" not in each.tag]
        tags = ["text" if "text" in shape else "path" for shape in listed]
        assert [each.tag.removeprefix(SVG) for each in parts] == tags
        roles = [shape.get("ink") or shape["fill"] for shape in listed]
        fills = [colours_of.get(role, role) for role in roles]
        common = root.find(f"{SVG}g[@class='{layer}']")
        assert [each.get("fill") or common.get("fill") for each in parts] == fills
        drawn = [each for each in axes.collections if each.get_gid() == layer]
        assert sum(len(each.get_paths()) for each in drawn) == len(listed)
        faces = [face[:3] for each in drawn for face in each.get_facecolor().tolist() if face[3]]
        expected = to_rgba_array([fill for fill in fills if fill != "none"])[:, :3].tolist()
        assert faces == expected


def test_a_seat_sees_a_question_mark_on_hidden_pieces() -> None:
    scene = scene_of(played("Tic-Tac-Toe", 1))
    assert "?" not in scene.svg()
    assert replace(scene, piles={"0,0": (0, 1)}).svg().count(">?</text>") == 1


def test_legal_moves_are_listed_for_choices_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played("Tic-Tac-Toe", 1)
    monkeypatch.setattr(State, "legal_moves", property(lambda _: pytest.fail("not asked for")))
    assert scene_of(state, choices=False).moves == {}
    state._repr_svg_()
