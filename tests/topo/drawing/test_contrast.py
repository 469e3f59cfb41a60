"""Colours: contrast, lightness, and how those see them who lack a kind of cones."""

from itertools import combinations

import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from boardless.games import load
from boardless.play.state import State
from boardless.topo.drawing.mpl import draw
from boardless.topo.drawing.palette import (
    SIMULATIONS,
    THEMES,
    contrast,
    difference,
    hex_of,
    lab,
    lightness,
    linear,
)
from boardless.view.glyphs import INKS
from boardless.view.kinds import colours
from boardless.view.scene import scene_of

WHITE = "#ffffff"


def test_known_colours() -> None:
    assert contrast("#777777", WHITE) == pytest.approx(4.48, abs=0.01)
    assert lightness("#777777") == pytest.approx(50.03, abs=0.05)
    # Red of sRGB in CIE 1976, as tables give it.
    assert lab("#ff0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert difference("#000000", WHITE) == pytest.approx(100)


@pytest.mark.parametrize("sight", SIMULATIONS)
def test_greys_are_seen_alike_by_all(sight: str) -> None:
    for grey in ("#000000", "#808080", WHITE):
        assert lab(grey, sight) == pytest.approx(lab(grey), abs=0.01)


def test_red_and_green_are_alike_without_their_cones() -> None:
    one, other = "#a06a3c", "#6f7a3a"
    assert difference(one, other, "deuteranopia") < difference(one, other) / 2
    assert linear("#ff0000").tolist() == [1, 0, 0]


@pytest.mark.parametrize("sight", ["", *SIMULATIONS])
@pytest.mark.parametrize("theme", THEMES)
def test_eight_players_are_told_apart(theme: str, sight: str) -> None:
    fills = [hex_of(colours(player)[0], theme) for player in range(1, 9)]
    assert min(difference(a, b, sight) for a, b in combinations(fills, 2)) > 15


@pytest.mark.parametrize("sight", ["", *SIMULATIONS])
@pytest.mark.parametrize("theme", THEMES)
def test_the_last_move_has_the_colour_of_nobody(theme: str, sight: str) -> None:
    fills = [hex_of(colours(player)[0], theme) for player in range(1, 9)]
    assert min(difference(hex_of("last", theme), fill, sight) for fill in fills) > 15


def test_all_themes_have_the_same_roles() -> None:
    assert {frozenset(look) for look in THEMES.values()} == {frozenset(THEMES["light"])}


def test_a_theme_of_a_game_is_one_more_table(monkeypatch: pytest.MonkeyPatch) -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    state.push(next(iter(state.legal_moves)))
    scene = scene_of(state)
    monkeypatch.setitem(THEMES, "sand", THEMES["light"] | {"p1": "#123456", "cell": "#fedcba"})
    for colour in ("#123456", "#fedcba"):
        assert colour in scene.svg("sand")
        assert colour not in scene.svg()
    axes = draw(scene.picture, Figure().add_subplot(), "sand")
    faces = {to_hex(face) for each in axes.collections for face in each.get_facecolor()}
    assert {"#123456", "#fedcba"} <= faces


def test_what_is_written_can_be_read() -> None:
    pairs = {
        *((fill, ink) for fill, ink, _ in INKS.values()),
        *((look["chief"], WHITE) for look in THEMES.values()),
    }
    for look in THEMES.values():
        pairs |= {(look[fill], look[ink]) for fill, ink in map(colours, range(9))}
        grounds = ("paper", "cell", "dark-cell", "third-cell", "pale", "hover", "vertex")
        pairs |= {(look[ground], look["ink"]) for ground in grounds}
        pairs |= {(look["paper"], look["alarm"])}
    read = {pair: contrast(*pair) for pair in pairs}
    assert {pair: found for pair, found in read.items() if found < 4.5} == {}


def test_cards_of_two_colours_have_two_signs() -> None:
    assert len({sign for _, _, sign in INKS.values()}) == len(INKS)
