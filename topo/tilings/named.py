"""The regular tilings and bricks as literals, and all tilings by name.

The pictures show lattice keys ``(i, j)`` where cells lie; north is up.
"""

from boardless.topo.errors import InputError
from boardless.topo.tilings.archimedean import PERIODS, archimedean
from boardless.topo.tilings.laves import LAVES, dual
from boardless.topo.tilings.tiling import Tiling
from boardless.topo.whole import shown

#   +-----+-----+-----+
#   | 0,1 | 1,1 | 2,1 |     Cell (i, j) is the unit square whose lower left corner is vertex (i, j).
#   +-----+-----+-----+
#   | 0,0 | 1,0 | 2,0 |     Axes count half edges: the centre of (0, 0) is (1, 1).
#   +-----+-----+-----+
SQUARE = Tiling(
    name="square",
    root=2,
    basis=((2, 0, 0, 0), (0, 0, 2, 0)),
    vertices=((0, 0, 0, 0),),
    faces=(((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)),),
    shape=((-1, 0, 0, 0), (1, 0, 0, 1), (0, -1, 0, 0), (0, 1, 0, 1)),
    fixed_dimension=41,
)

#     / \   / \   / \
#    /   \ /   \ /   \      Rows run from west to east; each cell has a vertex at its top.
#   |-1,1 | 0,1 | 1,1 |     Vertex 0 of (i, j) is the top of cell (i, j), vertex 1 its bottom.
#    \   / \   / \   / \    Axes count half widths of a cell and half edges:
#     \ /   \ /   \ /   \   the centre of (0, 0) is (0, 0), its top is (0, 2).
#      | 0,0 | 1,0 | 2,0 |
#       \   / \   / \   /
#        \ /   \ /   \ /
HEXAGONAL = Tiling(
    name="hexagonal",
    root=3,
    basis=((0, 2, 0, 0), (0, 1, 3, 0)),
    vertices=((0, 0, 2, 0), (0, 0, -2, 0)),
    faces=(((0, 0, 0), (-1, 1, 1), (0, -1, 0), (0, 0, 1), (1, -1, 0), (0, 1, 1)),),
    shape=(
        (-1, 0, 0, 1),
        (1, 0, 0, 1),
        (0, -1, 0, 0),
        (0, 1, 0, 2),
        (-1, -1, 0, 0),
        (1, 1, 0, 2),
    ),
    fixed_dimension=21,
)

#       +-------+-------+
#      / \ 0,1 / \ 1,1 /    Prototile 0 points up: vertices (i, j), (i+1, j), (i, j+1);
#     /0,1\ 1 /1,1\ 1 /     prototile 1 points down and lies to the east of it.
#    +--0--+-+--0--+-+      Axes count half edges and sixths of two heights: the centres of
#   / \ 0,0 / \ 1,0 /       (0, 0, 0) and (0, 0, 1) are (1, 1) and (2, 2).
#  /0,0\ 1 /1,0\ 1 /
# +--0--+-+--0--+-+
TRIANGULAR = Tiling(
    name="triangular",
    root=3,
    basis=((0, 2, 0, 0), (0, 1, 3, 0)),
    vertices=((0, 0, 0, 0),),
    faces=(((0, 0, 0), (1, 0, 0), (0, 1, 0)), ((1, 0, 0), (1, 1, 0), (0, 1, 0))),
    shape=((-1, 0, 0, 0), (0, -1, 0, 0), (1, 1, 1, 1)),
    fixed_dimension=41,
)

# +---+---+---+
# |-1,1 |0,1  |       Bricks two wide and one high, each row half a brick further to the east.
# +-+---+-+---+       A brick has six vertices: two are in the middle of its long sides.
#   | 0,0 | 1,0 |     Vertex 0 of (i, j) is its lower left corner, vertex 1 lies to the east of it.
#   +---+-+---+-+     Axes count half edges: the centre of (0, 0) is (2, 1).
BRICK = Tiling(
    name="brick",
    root=2,
    basis=((4, 0, 0, 0), (2, 0, 2, 0)),
    vertices=((0, 0, 0, 0), (2, 0, 0, 0)),
    faces=(((0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 1), (0, 1, 0), (-1, 1, 1)),),
)

#: The regular tilings, by name.
REGULAR = {tiling.name: tiling for tiling in (SQUARE, HEXAGONAL, TRIANGULAR)}

_ARCHIMEDEAN = {name: archimedean(name) for name in PERIODS}

#: Every tiling that has a name, by name.
TILINGS = (
    REGULAR
    | _ARCHIMEDEAN
    # Ludii's squares that are cut along alternating diagonals are these, with level squares.
    | {name: dual(_ARCHIMEDEAN[of], name, name == "tetrakis") for name, of in LAVES.items()}
    | {BRICK.name: BRICK}
)

#: Other names of tilings: vertex configurations, Ludii's names, and what they are called elsewhere.
ALIASES = {
    "square": ("4.4.4.4", "V4.4.4.4", "T4444"),
    "hexagonal": ("6.6.6", "V3.3.3.3.3.3", "T666", "honeycomb"),
    "triangular": ("3.3.3.3.3.3", "V6.6.6", "T333333"),
    "3.3.3.3.6": ("T33336", "snub-hexagonal", "snub-trihexagonal"),
    "3.3.3.4.4": ("T33344", "elongated-triangular"),
    "3.3.4.3.4": ("T33434", "snub-square"),
    "3.4.6.4": ("T3464", "rhombitrihexagonal"),
    "3.6.3.6": ("T3636", "trihexagonal", "kagome"),
    "3.12.12": ("T31212", "truncated-hexagonal"),
    "4.6.12": ("T4612", "truncated-trihexagonal", "great-rhombitrihexagonal"),
    "4.8.8": ("T488", "truncated-square", "octagon-square"),
    "floret": ("V3.3.3.3.6", "floret-pentagonal"),
    "prismatic": ("V3.3.3.4.4", "prismatic-pentagonal"),
    "cairo": ("V3.3.4.3.4", "cairo-pentagonal"),
    "deltoidal": ("V3.4.6.4", "deltoidal-trihexagonal", "tetrille"),
    "rhombille": ("V3.6.3.6", "rhombic", "tumbling-blocks"),
    "triakis": ("V3.12.12", "triakis-triangular", "kisdeltile"),
    "kisrhombille": ("V4.6.12", "bisected-hexagonal"),
    "tetrakis": ("V4.8.8", "tetrakis-square", "kisquadrille"),
    "brick": ("running-bond",),
}

_BY_ALIAS = {
    other.casefold(): tiling for name, tiling in TILINGS.items() for other in (name, *ALIASES[name])
}


def tiling_named(name: str) -> Tiling:
    """Return the tiling called `name`, or one of its other names, whatever the case.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    try:
        return _BY_ALIAS[name.casefold()]
    except (KeyError, TypeError, AttributeError):
        allowed = ", ".join(TILINGS)
        raise InputError(f"unknown tiling {shown(name)}: choose one of {allowed}") from None


def is_regular(tiling: Tiling) -> bool:
    """Tell whether a tiling is square, hexagonal or triangular, by its table, not by its name."""
    return REGULAR.get(tiling.name) == tiling


def tiling_of(tiling: Tiling | str) -> Tiling:
    """Return a tiling that is given as it is, or by one of its names.

    Raises
    ------
    InputError
        If it is neither.
    """
    if isinstance(tiling, Tiling):
        return tiling
    if isinstance(tiling, str):
        return tiling_named(tiling)
    raise InputError(f"tiling {shown(tiling)}: give a Tiling, or the name of one")
