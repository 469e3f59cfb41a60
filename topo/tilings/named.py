"""Tilings by name: regular ones, bricks, Archimedean ones and their Laves duals."""

from dataclasses import replace

from boardless.topo.tilings.exact_numbers import Basis, Point, Points, plus, square
from boardless.topo.tilings.tables import one_way, place, refined_tiling, traced_faces
from boardless.topo.tilings.tiling import Tiling
from boardless.util.inputs import named, refuse

#: Two units in the directions of 0, 30, 60 and 0, 45 degrees; see `_step` for the others.
TWELFTHS: Points = ((2, 0, 0, 0), (0, 1, 1, 0), (1, 0, 0, 1))
EIGHTHS: Points = ((2, 0, 0, 0), (0, 1, 0, 1))
STEPS = {3: TWELFTHS, 2: EIGHTHS}

#: Root, sides of the polygon, direction of its first side in steps of a turn, and the periods.
PERIODS: dict[str, tuple[int, int, int, Basis]] = {
    "3.3.3.3.6": (3, 6, 0, ((5, 0, 0, 1), (1, 0, 0, 3))),
    "3.3.3.4.4": (3, 4, 0, ((2, 0, 0, 0), (1, 0, 2, 1))),
    "3.3.4.3.4": (3, 4, 2, ((1, 1, 1, 1), (-1, -1, 1, 1))),
    "3.4.6.4": (3, 6, 0, ((3, 1, 1, 1), (0, 0, 2, 2))),
    "3.6.3.6": (3, 6, 0, ((4, 0, 0, 0), (2, 0, 0, 2))),
    "3.12.12": (3, 12, 0, ((4, 2, 0, 0), (2, 1, 3, 2))),
    "4.6.12": (3, 12, 0, ((6, 2, 0, 0), (3, 1, 3, 3))),
    "4.8.8": (2, 8, 0, ((2, 2, 0, 0), (0, 0, 2, 2))),
}


def archimedean(name: str) -> Tiling:
    """Return the Archimedean tiling of a vertex configuration, such as "4.8.8"."""
    root, sides, first, basis = PERIODS[name]
    around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    points: Points = ()
    corner: Point = (0, 0, 0, 0)
    turn = len(STEPS[root]) * 4
    for side in range(sides):
        known = Tiling(name, root, basis, points, ())
        keys = [(i, j, k) for i, j in around for k in range(len(points))]
        if corner not in [place(known, key) for key in keys]:
            points = (*points, corner)
        corner = plus(corner, _step(root, first + side * turn // sides))
    tiling = Tiling(name, root, basis, points, ())
    edges = [
        (tail, head)
        for tail, point in enumerate(points)
        for head in ((i, j, k) for i, j in around for k in range(len(points)))
        if square(plus(place(tiling, head), point, -1), root) == (4, 0)
    ]
    return refined_tiling(replace(tiling, faces=traced_faces(tiling, one_way(edges))))


def _step(root: int, n: int) -> Point:
    """Return two units in direction `n`, counted in steps of a turn from east."""
    quarter, rest = divmod(n, len(STEPS[root]))
    a, b, c, e = STEPS[root][rest]
    for _ in range(quarter % 4):
        a, b, c, e = -c, -e, a, b
    return (a, b, c, e)


#: The Laves tilings, and the Archimedean ones of which they are the duals.
LAVES = {
    "floret": "3.3.3.3.6",
    "prismatic": "3.3.3.4.4",
    "cairo": "3.3.4.3.4",
    "deltoidal": "3.4.6.4",
    "rhombille": "3.6.3.6",
    "triakis": "3.12.12",
    "kisrhombille": "4.6.12",
    "tetrakis": "4.8.8",
}


def dual(tiling: Tiling, name: str, diagonal: bool = False) -> Tiling:
    """Return the dual, its vertices the centres of faces, turned by 45 degrees if `diagonal`."""
    centres = [(a, b, c, e) for a, b, c, e in tiling.face_points(tiling.face_keys).tolist()]
    points = [*tiling.basis, *centres]
    if diagonal:
        points = [(a - c, b - e, a + c, b + e) for a, b, c, e in points]
    faces = tuple(tuple(spoke.face for spoke in star) for star in tiling.incidence.stars)
    basis = (points[0], points[1])
    return refined_tiling(Tiling(name, tiling.root, basis, tuple(points[2:]), faces))


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
    shape=((-1, 0, 0, 1), (1, 0, 0, 1), (0, -1, 0, 0), (0, 1, 0, 2), (-1, -1, 0, 0), (1, 1, 0, 2)),
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
    | {tiling.name: tiling for tiling in (BRICK,)}
)

_OTHER_NAMES = {
    "square": ("4.4.4.4", "V4.4.4.4", "T4444"),
    "hexagonal": ("6.6.6", "V3.3.3.3.3.3", "T666", "honeycomb"),
    "triangular": ("3.3.3.3.3.3", "V6.6.6", "T333333"),
    "3.3.3.3.6": ("snub-hexagonal", "snub-trihexagonal"),
    "3.3.3.4.4": ("elongated-triangular",),
    "3.3.4.3.4": ("snub-square",),
    "3.4.6.4": ("rhombitrihexagonal",),
    "3.6.3.6": ("trihexagonal", "kagome"),
    "3.12.12": ("truncated-hexagonal",),
    "4.6.12": ("truncated-trihexagonal", "great-rhombitrihexagonal"),
    "4.8.8": ("truncated-square", "octagon-square"),
    "floret": ("floret-pentagonal",),
    "prismatic": ("prismatic-pentagonal",),
    "cairo": ("cairo-pentagonal",),
    "deltoidal": ("deltoidal-trihexagonal", "tetrille"),
    "rhombille": ("rhombic", "tumbling-blocks"),
    "triakis": ("triakis-triangular", "kisdeltile"),
    "kisrhombille": ("bisected-hexagonal",),
    "tetrakis": ("tetrakis-square", "kisquadrille"),
    "brick": ("running-bond",),
}

#: Vertex configurations, as Ludii names them and as names of Laves tilings.
_CONFIGURATIONS = {name: ["T" + name.replace(".", "")] for name in PERIODS} | {
    name: ["V" + of] for name, of in LAVES.items()
}

#: Other names of tilings: vertex configurations, Ludii's names, and those of other authors.
ALIASES = {name: (*_CONFIGURATIONS.get(name, ()), *_OTHER_NAMES.get(name, ())) for name in TILINGS}

_BY_ALIAS = {other: tiling for name, tiling in TILINGS.items() for other in (name, *ALIASES[name])}


def tiling_named(name: str) -> Tiling:
    """Return the tiling with a name or alias, in upper or lower case.

    Parameters
    ----------
    name : str
        The name.

    Returns
    -------
    Tiling
        The tiling.

    Raises
    ------
    InputError
        If the name is unknown.
    """
    return named(name, _BY_ALIAS, "tiling", TILINGS)


def is_regular(tiling: Tiling) -> bool:
    """Return True if a tiling has the table of the square, hexagonal or triangular one."""
    return REGULAR.get(tiling.name) == tiling


def tiling_of(tiling: Tiling | str) -> Tiling:
    """Return a Tiling as it is, or the tiling of a name.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.

    Returns
    -------
    Tiling
        The tiling.

    Raises
    ------
    InputError
        If it is neither.
    """
    if isinstance(tiling, Tiling):
        return tiling
    if isinstance(tiling, str):
        return tiling_named(tiling)
    return refuse("tiling", tiling, "give a Tiling, or the name of one")
