"""Tiles with paths in pictures and on pages."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from boardless.games import load
from boardless.play import State
from boardless.play.notations import notation_of
from boardless.play.picture import draw
from boardless.topo.drawing.palette import INK, PLAYERS
from boardless.view.choices import choice_of
from boardless.view.scene import scene_of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def state() -> State:
    """Four tiles, the last of them forced."""
    state = State(load("Trax", jit=False))
    for text in ("@0+", "B1+", "A2\\"):
        state.push(notation_of(state.game).read(state, text))
    return state


def test_paths_have_the_colours_of_the_players(state: State) -> None:
    root = ET.fromstring(state._repr_svg_())
    paths = root.findall(f"{SVG}path")
    assert Counter(path.get("stroke") for path in paths) == {PLAYERS[0]: 4, PLAYERS[1]: 4, INK: 8}
    assert not root.findall(f"{SVG}circle")
    # White goes straight up and down on the two crosses: from side to side, past the centre.
    white = [path.get("d") for path in paths if path.get("stroke") == PLAYERS[0]]
    lines = [d.replace("M", "").replace("Q", " ").replace(",", " ").split() for d in white]
    assert sum(x == end_x for x, _, _, _, end_x, _ in lines) == 2


def test_the_legend_says_whose_the_paths_are(state: State) -> None:
    axes = draw(state)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["player 1", "player 2"]


def test_pages_get_the_shapes_of_tiles(state: State) -> None:
    cross, curve = (kind["tile"] for kind in scene_of(state, choices=False).kinds)
    assert (cross["degrees"], len(cross["outline"])) == (45, 8)
    assert [colour for colour, _ in curve["paths"]] == list(PLAYERS)


def test_the_first_of_several_tiles_is_chosen(state: State) -> None:
    assert choice_of(state.peek()) == (("0,-1",), 2, 0)
