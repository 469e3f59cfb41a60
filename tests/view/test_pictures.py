"""Pictures of games being played."""

import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from boardless.games import compile, load
from boardless.play import State
from boardless.topo.drawing.palette import INK, LANDS, PLAYERS
from boardless.view.pictures import colours, discs, draw, path_tiles
from tools.models.block import choices, dealt_to, row

SVG = "{http://www.w3.org/2000/svg}"


def played(name: str, moves: int, tiling: str | None = None) -> State:
    state = State(load(name, tiling=tiling, jit=False))
    for _ in range(moves):
        state.push(next(iter(state.legal_moves)))
    return state


@pytest.mark.parametrize(
    ("name", "tiling"), [("Andantino", "square"), ("Bravalath", "triangular"), ("Plotto", None)]
)
def test_a_notebook_shows_board_pieces_and_last_move(name: str, tiling: str | None) -> None:
    state = played(name, 3, tiling)
    root = ET.fromstring(state._repr_svg_())
    assert root.find(f"{SVG}title").text == str(state)
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
    assert not any(disc.ringed for disc in discs(state, state.board))
    state = played("Andantino", 2)
    (ringed,) = (disc for disc in discs(state, state.board) if disc.ringed)
    assert state.board.key(ringed.site)[2] == 0
    assert ringed.fill == PLAYERS[1]


def test_components_of_one_player_have_letters() -> None:
    root = ET.fromstring(played("Plotto", 4)._repr_svg_())
    written = sorted(text.text for text in root.findall(f"{SVG}text"))
    assert written == sorted("HHSS"[what - 1] for what in played("Plotto", 4).pieces.values())
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
    assert colours(6) == colours(1)


def test_names_in_a_caption_are_no_markup() -> None:
    text = """
    (game "<b>&" (players 2) (equipment {(board (square 2)) (piece "Man" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))
    """
    state = State(compile(text, jit=False))
    assert ET.fromstring(state._repr_svg_()).find(f"{SVG}title").text == str(state)


def test_drawing_with_matplotlib() -> None:
    from matplotlib import pyplot

    try:
        for state in (played("Plotto", 3), played("Tic-Tac-Toe", 0), played("Othello", 1)):
            axes = draw(state)
            assert axes.get_title() == str(state)[7:-1]
            labels = [text.get_text() for text in axes.get_legend().get_texts()]
            assert labels == ["player 1", "player 2"]
        axes = pyplot.figure().add_subplot()
        assert played("Bravalath", 2).draw(axes) is axes
        pieces, ring = axes.collections[-2:]
        assert (len(pieces.get_offsets()), len(ring.get_offsets())) == (4, 1)
        assert ring.get_edgecolor()[0][:3] == pytest.approx(
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
