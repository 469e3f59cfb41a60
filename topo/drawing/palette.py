"""The colours of every drawing, in one place.

They differ in lightness as well as in hue, so that colour-blind readers, and readers of grey
prints, can tell them apart.
"""

import numpy as np

from boardless.jit.arrays import Floats

#: Text and outlines, and the borders of cells.
INK = "#16202b"
LINE = "#4d5b6b"

#: Cells of a board; cells that a move added; cells that were there before the first move.
CELL = "#cfe1f3"
NEW = "#f2a154"
START = "#ededed"

#: Vertices and edges, and the cells that an example follows through a growth.
VERTEX = "#ffe066"
EDGE = "#c8550a"
FOLLOWED = "#5b93c9"

#: Start tiles of the thesis's examples, and its red and grey chips.
TILE = "#8f7db0"
CHIPS = ("#a3262a", "#c4c4c4")

#: A chip of no player in particular, the tiles of two players, and a place to play, which has one
#: colour everywhere (that of figure 7.2 of the thesis is red).
CHIP = "#ffffff"
PLAYERS = ("#22456b", "#f2a154")
LEGAL = "#3b7dbd"

#: The kinds of squares that large tiles consist of.
LANDS = ("#f9e07f", "#2f6b45", "#3a8abb", "#a3d39c", "#a58f6b", "#3b3440")

#: From light to dark, for things that come one after another.
SEQUENCE = ("#f9e07f", "#a3d39c", "#57b3ae", "#3a8abb", "#2c3f85")

#: Tiles with segments: fields, areas along whole sides, lone segments, marks; they repeat.
FIELD = "#b5d99c"
AREAS = ("#b9772f", "#3a8abb", "#8f7db0")
#: Segments with colours of their own, by name.
NAMED = {
    "Woods": "#2f6b45", "Fields": "#f9e07f", "Houses": "#c8553d", "River": "#3a8abb",
    "Rail": "#3b3440",
}  # fmt: skip
ALONE = ("#c8553d", "#4b8b4a")
MARKS = "#2c3f85"

#: Colours of players that descriptions name; they differ in lightness where people know them to.
BY_NAME = {
    "black": "#1d2126", "verydarkgrey": "#2b2f35", "darkblue": "#1f3f7a", "blue": "#2b5fa8",
    "darkgreen": "#1f5a38", "brown": "#6b432b", "purple": "#6b4a8e", "darkgrey": "#565c64",
    "green": "#3f9a5c", "darkred": "#7d1f1f", "red": "#d8574c", "grey": "#8d949c",
    "orange": "#f2a154", "lightorange": "#f7c48d", "pink": "#eba3c0", "lightgrey": "#c9ced4",
    "humandark": "#6b432b", "humanlight": "#f0c9a0", "lightblue": "#9cc7ea", "yellow": "#f6e36b",
    "lightgreen": "#a3d39c", "cream": "#f6ecd2", "white": "#fbf9f4", "cyan": "#7fd3d6",
}  # fmt: skip

#: Families on a map of games, told from light and from dark paper; they repeat.
FAMILIES = ("#3b7dbd", "#c8553d", "#4b8b4a", "#8f6fd0", "#b9772f", "#2f8f8a", "#c2559b")

#: Fill and ink of the pieces of nobody, and of players 1, 2, ...; from there on they repeat.
FILLS = ("#a393c2", *PLAYERS, CHIP, SEQUENCE[2], "#b8443c", "#f6e36b", "#b084d8", "#3d2b1f")
_INKS = (INK, "#ffffff", INK, INK, INK, "#ffffff", INK, INK, "#ffffff")
#: They are the roles p0, p1, ... and p0-ink, p1-ink, ... of every theme.
_PIECES = {f"p{n}": fill for n, fill in enumerate(FILLS)}
_PIECES |= {f"p{n}-ink": ink for n, ink in enumerate(_INKS)}

#: Colours by their roles. Apart from those above: paper, outlines of pieces, dark cells of
#: chequered boards, cells under the pointer, what is wrong, pieces that a seat may not see, and the
#: last move, in nobody's colour. A theme of a game is one more table.
_LIGHT = {
    "pale": START, "ink": INK, "line": LINE, "cell": CELL, "new": NEW, "legal": LEGAL,
    "vertex": VERTEX, "edge": EDGE, "paper": "#ffffff", "outline": INK,
    "dark-cell": "#9fbcd8", "third-cell": "#e6eff8", "mark": "#6d8bab", "hover": "#d9e6c8",
    "alarm": "#8f1d21", "chief": "#2c6aa6", "last": "#b800e6", "hidden": "#9aa3ad", **_PIECES,
}  # fmt: skip
THEMES = {
    "light": _LIGHT,
    "dark": _LIGHT | {
        "pale": "#2c3743", "ink": "#e8eef5", "line": "#7d8ea1", "cell": "#50667c",
        "legal": "#7db8ee", "vertex": "#6e611a", "edge": "#ffb36b", "paper": "#151b22",
        "outline": "#c9d6e2", "dark-cell": "#3f5468", "third-cell": "#2f4152", "mark": "#93a9bf",
        "hover": "#3b5a4a", "alarm": "#ff9a94", "last": "#cc00ff",
    },
    "contrast": _LIGHT | {
        "ink": "#000000", "line": "#000000", "outline": "#000000", "cell": "#ffffff",
        "dark-cell": "#b9c4cf", "third-cell": "#e4e9ee", "mark": "#33485c", "pale": "#e4e9ee",
    },
}  # fmt: skip


def hex_of(colour: str, theme: str = "light") -> str:
    """Return the colour of a role in a theme; hex values and ``none`` as they are.

    >>> hex_of("p2"), hex_of("paper", "dark"), hex_of("#a3262a")
    ('#f2a154', '#151b22', '#a3262a')
    """
    return THEMES[theme].get(colour, colour)


# -- colours as people see them ----------------------------------------------------------------

#: Shares of linear red, green and blue in the luminance, for the white point D65 (IEC 61966-2-1).
LUMINANCE = np.array((0.2126729, 0.7151522, 0.0721750))


def linear(colour: str) -> Floats:
    """Return red, green and blue of a colour such as ``#16202b``, linear in light, from 0 to 1."""
    parts = np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)]) / 255
    light: Floats = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return light


def lightness(colour: str) -> float:
    """Return the lightness of a colour, from 0 to 100 (CIE 1976)."""
    luminance = float(LUMINANCE @ linear(colour))
    is_dark = luminance <= (6 / 29) ** 3
    return luminance * (29 / 3) ** 3 if is_dark else float(116 * np.cbrt(luminance) - 16)


def ink_on(fill: str) -> str:
    """Return the colour of text that is legible on a fill: dark, or white."""
    # On a lightness of 52, dark and white text have the same contrast (as WCAG 2 defines it).
    return INK if lightness(fill) > 52 else "#ffffff"
