"""Figures of pieces: every path can be drawn, and lies in its square."""

import pytest

from boardless.games import load
from boardless.play import State
from boardless.topo.drawing.picture import outlines_of
from boardless.view import scene_of
from boardless.view.files import script
from boardless.view.glyphs import FIGURES, INKS, STROKES, WOOD, face_of
from tests.view.games import uncompiled

PATHS = {**FIGURES, **{f"pen {name}": (path,) for name, path in STROKES.items()}, "wood": (WOOD,)}


@pytest.mark.parametrize("name", PATHS)
def test_figures_lie_in_their_square(name: str) -> None:
    for path in PATHS[name]:
        for line in outlines_of(path):
            assert len(line) > 1
            assert abs(line).max() <= 50


def test_pages_know_no_figures_of_their_own() -> None:
    text = script("live.js")
    assert not any(path in text for paths in PATHS.values() for path in paths)


def test_noughts_and_crosses() -> None:
    kinds = scene_of(State(uncompiled("Tic-Tac-Toe"))).kinds
    assert [(kind["form"], kind["figure"]) for kind in kinds] == [("ring", ""), ("pen", "cross")]


def test_boxes_are_filled_and_edges_are_bars() -> None:
    state = State(load("Dots and Boxes", jit=False))
    for _ in range(4):
        state.push(next(iter(state.legal_moves)))
    scene = scene_of(state)
    assert scene.kinds[0]["title"] == "Line"
    assert scene.ground.filled
    shown = scene.picture
    bars = [shown.shapes_of(item)[0] for item in shown.layers["pieces"].values()]
    assert [bar["fill"] for bar in bars][:2] == [scene.colours[0], scene.colours[1]]


def test_cards_have_faces() -> None:
    # Whatever number a rank is, people read its name.
    ten = face_of("10 Hearts", {"Rank": 256, "Suit": 1})
    assert (ten["corner"], ten["sign"], ten["ink"]) == ("10", "♥", "#a3262a")
    ace = face_of("Ace Spades", {"Rank": 4096, "Suit": 0})
    assert (ace["corner"], ace["sign"]) == ("A", "♠")
    colours = ("yellow", "red", "blue", "black")
    lima, paris = (face_of("Lima", {"Colour": n}, colours) for n in (1, 3))
    assert (lima["fill"], paris["fill"]) == (INKS["yellow"][0], INKS["blue"][0])
