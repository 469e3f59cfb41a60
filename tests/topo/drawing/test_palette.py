"""Colours: contrast, lightness, and how those see them who lack a kind of cones."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from boardless.games import load
from boardless.jit.arrays import Floats
from boardless.play.state import State
from boardless.topo.drawing.palette import (
    THEMES,
    hex_of,
    lightness,
    linear,
)
from boardless.view.glyphs import INKS
from boardless.view.kinds import colours
from boardless.view.scene import scene_of

WHITE = "#ffffff"
#: From linear red, green and blue to XYZ, for the white point D65 (IEC 61966-2-1).
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip
WHITE_POINT = XYZ.sum(axis=1)

#: What those see who lack a kind of cones, of linear red, green and blue: the matrices of severity
#: 1 of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based Model for
#: Simulation of Color Vision Deficiency, IEEE TVCG 15 (6), 2009.
SIMULATIONS = {
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
}  # fmt: skip


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2 defines it.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, light = sorted(float(XYZ[1] @ linear(colour)) for colour in (one, other))
    return round((light + 0.05) / (dark + 0.05), 4)


def lab(colour: str, seen_by: str = "") -> Floats:
    """Return lightness, red-green and yellow-blue of a colour (CIE 1976) for some sight.

    `seen_by` is one of `SIMULATIONS`, by default none.
    """
    seen = linear(colour)
    if seen_by:
        seen = np.clip(SIMULATIONS[seen_by] @ seen, 0, 1)
    ratios = XYZ @ seen / WHITE_POINT
    f = np.where(ratios > (6 / 29) ** 3, np.cbrt(ratios), ratios * (29 / 6) ** 2 / 3 + 4 / 29)
    return np.array((116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])))


def difference(one: str, other: str, seen_by: str = "") -> float:
    """Return the distance of two colours (CIE 1976); people just distinguish a distance of 2."""
    return float(np.hypot.reduce(lab(one, seen_by) - lab(other, seen_by)))


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
    axes = scene.draw(Figure().add_subplot(), "sand")
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
