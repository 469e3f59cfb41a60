"""Tiles with paths in pictures and on pages."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from boardless.games import load
from boardless.play import State
from boardless.play.notations import notation_of
from boardless.topo.drawing.palette import AREAS, CHIP, FIELD, INK, NAMED
from boardless.topo.drawing.picture import outlines_of
from boardless.view.choices import choice_of
from boardless.view.scene import scene_of
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
    shown = scene_of(state, choices=False).picture
    items = shown.layers["tiles"].values()
    paths = [shape for item in items for shape in shown.shapes_of(item)[1:]]
    assert Counter(path["stroke"] for path in paths) == {"p1": 4, "p2": 4, INK: 8}
    assert not shown.layers["pieces"]
    # White goes straight up and down on the two crosses: from side to side, past the centre.
    straight = 0
    for item in items:
        (white,) = (path for path in shown.shapes_of(item) if path.get("stroke") == "p1")
        points = outlines_of(white["d"])[0][[0, -1]]
        angle = np.deg2rad(item.get("turn", 0))
        x = points @ (np.cos(angle), -np.sin(angle))
        straight += bool(abs(x[0] - x[1]) < 1)
    assert straight == 2


def test_the_legend_says_whose_the_paths_are(state: State) -> None:
    axes = state.draw()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["player 1", "player 2"]


def test_pages_get_the_shapes_of_tiles(state: State) -> None:
    cross, curve = (kind["tile"] for kind in scene_of(state, choices=False).kinds)
    assert (cross["degrees"], len(cross["outline"])) == (45, 8)
    assert [colour for colour, _ in curve["paths"]] == ["p1", "p2"]


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
    """Return fill and corners of what is drawn on tiles, as they lie."""
    shown = scene_of(state, choices=False).picture
    drawn = []
    for item in shown.layers["tiles"].values():
        if "follower" in item["symbol"]:
            continue
        angle = np.deg2rad(item.get("turn", 0))
        turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
        for shape in shown.shapes_of(item):
            corners = outlines_of(shape["d"])[0] @ turn + (item["x"], item["y"])
            drawn.append((shape["fill"], corners))
    return drawn


def test_segments_are_drawn(carcassonne: State) -> None:
    """Two fields, two cities that meet at a side, a road from side to side, and a follower."""
    drawn = polygons(carcassonne)
    assert Counter(fill for fill, _ in drawn) == {FIELD: 2, AREAS[0]: 2, CHIP: 1}
    above, below = (corners[:, 1] for fill, corners in drawn if fill == AREAS[0])
    assert 0 < max(above.min(), below.min()) - min(above.max(), below.max()) < 10
    (road,) = (corners for fill, corners in drawn if fill == CHIP)
    assert np.ptp(road[:, 0]) > 5 * np.ptp(road[:, 1])


def test_a_follower_stands_on_its_segment(carcassonne: State) -> None:
    shown = scene_of(carcassonne, choices=False).picture
    (meeple,) = (item for name, item in shown.layers["tiles"].items() if name.endswith("/follower"))
    assert shown.shapes_of(meeple)[0]["fill"] == "p1"
    middle = (meeple["x"], meeple["y"])
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
