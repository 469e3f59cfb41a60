"""Tiles with paths in pictures and on pages."""

import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from boardless.games import load
from boardless.play import State
from boardless.play.notations import notation_of
from boardless.topo.drawing.palette import AREAS, CHIP, FIELD, INK, NAMED, PLAYERS
from boardless.view.scene import choice_of, scene_of
from boardless.view.tiles import tiles_of

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
    axes = state.draw()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["player 1", "player 2"]


def test_pages_get_the_shapes_of_tiles(state: State) -> None:
    cross, curve = (kind["tile"] for kind in scene_of(state, choices=False).kinds)
    assert (cross["degrees"], len(cross["outline"])) == (45, 8)
    assert [colour for colour, _ in curve["paths"]] == list(PLAYERS)


def test_the_first_of_several_tiles_is_chosen(state: State) -> None:
    assert choice_of(state.peek()) == (
        ("0,-1",), 2, 0, {"puts": (("0,-1", 2, 0, 0), ("1,-1", 2, 6, 0))}
    )  # fmt: skip


@pytest.fixture(scope="module")
def carcassonne() -> State:
    """A city of two tiles with a follower on the field beside it."""
    state = State(load("Carcassonne", jit=False))
    for text in ("CityTop", "0,1S+Field"):
        state.push(notation_of(state.game).read(state, text))
    return state


def polygons(state: State) -> list[tuple[str, np.ndarray]]:
    """Return fill and corners of what is drawn on the cells of a picture."""
    root = ET.fromstring(state._repr_svg_())
    drawn = [polygon for polygon in root.findall(f"{SVG}polygon") if polygon.get("fill")]
    return [
        (
            polygon.get("fill", ""),
            np.array([p.split(",") for p in polygon.get("points", "").split()], float),
        )
        for polygon in drawn
    ]


def test_segments_are_drawn(carcassonne: State) -> None:
    """Two fields, two cities that meet at a side, a road from side to side, and a follower."""
    drawn = polygons(carcassonne)
    assert Counter(fill for fill, _ in drawn) == {FIELD: 2, AREAS[0]: 2, CHIP: 1}
    above, below = (corners[:, 1] for fill, corners in drawn if fill == AREAS[0])
    assert 0 < max(above.min(), below.min()) - min(above.max(), below.max()) < 10
    (road,) = (corners for fill, corners in drawn if fill == CHIP)
    assert np.ptp(road[:, 0]) > 5 * np.ptp(road[:, 1])


def test_a_follower_stands_on_its_segment(carcassonne: State) -> None:
    root = ET.fromstring(carcassonne._repr_svg_())
    (meeple,) = root.findall(f"{SVG}path[@fill='{PLAYERS[0]}']")
    moved = meeple.get("transform", "").removeprefix("translate(").split(")")[0]
    middle = np.array([float(number) for number in moved.split()])
    tile = min(
        (corners for fill, corners in polygons(carcassonne) if fill == FIELD),
        key=lambda c: c[:, 1].min(),
    )
    assert (tile.min(axis=0) < middle).all()
    assert (middle < tile.max(axis=0)).all()


def test_tiles_with_segments_in_other_pictures(carcassonne: State) -> None:
    assert [text.get_text() for text in carcassonne.draw().get_legend().get_texts()] == [
        "player 1",
        "player 2",
    ]
    kinds = [kind for kind in scene_of(carcassonne, choices=False).kinds if kind["tile"]]
    assert len(kinds) == 32
    city = next(kind["tile"] for kind in kinds if kind["name"] == "CityTop")
    assert [colour for colour, _ in city["layers"]] == [AREAS[0]]
    assert len(city["anchors"]) == 2


def test_places_for_pieces_lie_beside_one_another_and_inside_of_the_tile() -> None:
    tiles = [tile for tile in tiles_of(load("Carcassonne", jit=False)) if tile]
    assert {name for tile in tiles for name in tile["closed"]} == {"Garden"}
    for tile in tiles:
        names = zip(tile["anchors"], tile["segments"], strict=True)
        points = np.array([at for at, name in names if name not in tile["closed"]])
        ring = tile["ring"]
        assert np.abs(points).max() + ring < np.abs(tile["outline"]).max()
        gaps = [np.hypot(*(a - b)) for a, b in combinations(points, 2)]
        assert min(gaps, default=2 * ring) > 1.95 * ring  # but for rounding


def test_lines_between_lands_and_the_marks_of_tasks() -> None:
    game = load("Village", jit=False)
    names = [component.name for component in game.components]
    tiles = dict(zip(names, tiles_of(game), strict=True))
    assert tiles["Marker1"] is None
    river, task = tiles["T0411422"], tiles["T5112233"]
    assert river is not None
    assert task is not None
    assert river["fill"] == FIELD
    fills = [fill for fill, _ in river["layers"]]
    assert fills == [NAMED["Woods"], NAMED["Fields"], NAMED["River"]]
    # The river is a road, which comes upon areas; marks lie around where a piece stands.
    layers = [np.reshape(points, (-1, 2)) for fill, points in task["layers"] if fill == CHIP]
    distances = [np.hypot(*(mark.mean(axis=0) - task["anchors"][0])) for mark in layers]
    assert len(distances) == 5
    assert np.ptp(distances) < 2
