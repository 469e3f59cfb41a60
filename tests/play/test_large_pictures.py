"""Tiles that cover several cells in pictures."""

import xml.etree.ElementTree as ET
from random import Random

import numpy as np

from boardless.games import load
from boardless.play import State
from boardless.topo.drawing.palette import LANDS
from boardless.view.pictures import draw, path_tiles
from tools.models.block import choices, dealt_to, row

SVG = "{http://www.w3.org/2000/svg}"


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
    assert draw(state).get_legend() is None


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
    assert texts.count("C") == 3
    fills = {shape.get("fill") for shape in root.findall(f"{SVG}polygon")}
    assert fills <= {None, *LANDS}
    legend = draw(state).get_legend()
    assert [text.get_text() for text in legend.get_texts()] == [f"player {n}" for n in (1, 2, 3)]


def test_rhombi_fill_the_triangles_that_they_cover() -> None:
    state, random = State(load("Lost Valley", jit=False)), Random(2)
    while state.ply < 8:
        state.push(random.choice(list(state.legal_moves)))
    outlines = state.board.outlines()
    tiles = path_tiles(state, state.board)
    assert len(tiles) == 16
    for tile in tiles:
        cell = outlines[tile.site] - state.board.positions[tile.site]
        drawn = tile.shape.turned(tile.shape.outline, tile.rotation)
        for corner in drawn:
            assert np.hypot(*(cell - corner).T).min() < 1e-6
        # The joint begins at a side of the cell, not at a corner.
        ((_, points),) = tile.shape.bands(tile.rotation)
        middles = (cell + np.roll(cell, 1, axis=0)) / 2
        assert np.hypot(*(middles - points[0]).T).min() < 1e-6
