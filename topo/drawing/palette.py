"""The colours of every drawing, in one place.

They differ in lightness as well as in hue, so that they are told apart by colour-blind readers and
in grey print.
"""

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

#: A chip of no player in particular, the tiles of two players and of a fifth, and a place to play.
CHIP = "#ffffff"
PLAYERS = ("#22456b", "#f2a154")
FIFTH = "#b8443c"
LEGAL = "#3b7dbd"

#: The kinds of squares that large tiles consist of.
LANDS = ("#f9e07f", "#2f6b45", "#3a8abb", "#a3d39c", "#a58f6b", "#3b3440")

#: Places where the rules allow a tile, in red as in the thesis.
PLAYABLE = "#a3262a"

#: From light to dark, for things that come one after another.
SEQUENCE = ("#f9e07f", "#a3d39c", "#57b3ae", "#3a8abb", "#2c3f85")

#: Tiles with segments: fields, what takes up whole sides, what lies alone, marks; they repeat.
FIELD = "#b5d99c"
AREAS = ("#b9772f", "#3a8abb", "#8f7db0")
#: Fills of segments by their names.
NAMED = {
    "Woods": "#2f6b45", "Fields": "#f9e07f", "Houses": "#c8553d", "River": "#3a8abb",
    "Rail": "#3b3440",
}  # fmt: skip
ALONE = ("#c8553d", "#4b8b4a")
MARKS = "#2c3f85"
