"""Tilings by name, regular ones, bricks, Archimedean ones and their Laves duals; and as text.

As text a tiling is its name or the exact table. The table has the fields that `topo.read_tiling`
reads, every number of a point as a pair (a, b) for ``a + b * sqrt(root)``. Two more have defaults:
``shape``, which only the regular tilings have, and ``fixed_dimension``.
"""

import json
import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from boardless.topo.tilings.exact_numbers import Basis, Point, Points, plus, root_number, square
from boardless.topo.tilings.tables import (
    FIELDS,
    MAX_FACES,
    MAX_OFFSET,
    MAX_TEXT,
    MAX_VERTICES,
    check_faces,
    checked_name,
    face_keys,
    listed,
    one_way,
    place,
    refined_tiling,
    traced_faces,
)
from boardless.topo.tilings.tiling import MAX_DIMENSION, Tiling
from boardless.util.inputs import InputError, integer_between, named, refuse, shown

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


#: The Laves tilings, and the Archimedean tilings whose duals they are.
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

#: Other names of tilings: vertex configurations, Ludii's names, and other authors' names.
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


#: Parts of points that were refined, so that the centres of faces are whole points.
MAX_PART = 2**30

#: Fields that are written only if they differ from the defaults of `read_tiling`.
_MORE = ("shape", "fixed_dimension")


def tiling_text(tiling: Tiling | str) -> str | dict[str, Any]:
    """Return the name of a tiling of `TILINGS`, or the table of any other; ready for JSON.

    Parameters
    ----------
    tiling : Tiling or str
        The tiling, or its name.

    Returns
    -------
    str or dict
        The name, or the table.

    Raises
    ------
    InputError
        If the tiling is unknown, or its table cannot be read back.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from boardless.topo import SQUARE, tiling_from, tiling_text
    >>> tiling_text(SQUARE)
    'square'
    >>> mine = replace(SQUARE, fixed_dimension=9)
    >>> tiling_from(tiling_text(mine)) == mine
    True
    """
    tiling = tiling_of(tiling)
    if TILINGS.get(tiling.name) == tiling:
        return tiling.name
    table: dict[str, Any] = json.loads(tiling_json(tiling))
    return table


def tiling_from(text: str | dict[str, Any]) -> Tiling:
    """Return the tiling that `tiling_text` has written as a name, or as a table.

    Parameters
    ----------
    text : str or dict
        The name, or the table.

    Returns
    -------
    Tiling
        The tiling.

    Raises
    ------
    InputError
        If it is neither, or the table is not a tiling.
    """
    if isinstance(text, str):
        return tiling_named(text)
    try:
        return tiling_of_json(json.dumps(text))
    except (TypeError, ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"tiling {shown(text)}: give a name or a table") from None


def tiling_word(tiling: Tiling) -> str:
    """Return a tiling as descriptions of games and options name it: its name, or its table.

    Raises
    ------
    InputError
        If its name has other characters than letters, digits, spaces, dots and hyphens, or is the
        name of a regular tiling and its table another one; or its table cannot be read back.
    """
    if TILINGS.get(tiling.name) == tiling:
        return tiling.name
    if not re.fullmatch(r"[\w .-]+", tiling.name) or tiling.name.casefold() in REGULAR:
        refuse(
            "tiling",
            tiling.name,
            "for games give it another name, of letters, digits, spaces, dots and hyphens, and "
            "not the name of a regular tiling",
        )
    table = json.dumps(json.loads(tiling_json(tiling)), separators=(",", ":"), ensure_ascii=False)
    return table.replace('"', "'")


def tiling_of_word(word: str) -> Tiling:
    """Return the tiling of a text by `tiling_word`, or of a name, or raise InputError."""
    return tiling_of_json(word.replace("'", '"')) if word[:1] == "{" else tiling_named(word)


@lru_cache(maxsize=64)
def tiling_json(tiling: Tiling) -> str:
    """Return the table of a tiling as a JSON text."""
    table: dict[str, Any] = {
        "name": tiling.name,
        "root": tiling.root,
        "periods": [_pairs(point) for point in tiling.basis],
        "vertices": [_pairs(point) for point in tiling.vertices],
        "faces": tiling.faces,
    }
    if tiling.shape:
        table["shape"] = tiling.shape
    if tiling.fixed_dimension != Tiling.fixed_dimension:
        table["fixed_dimension"] = tiling.fixed_dimension
    text = json.dumps(table)
    if tiling_of_json(text) != tiling:
        raise InputError(f"{tiling!r}: its table cannot be read back")
    return text


def _pairs(point: Point) -> list[list[int]]:
    a, b, c, e = point
    return [[a, b], [c, e]]


def tiling_of_json(text: str) -> Tiling:
    """Return the tiling of a table as a JSON text."""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        refuse("tiling", text, f"give a text of at most {MAX_TEXT:,} characters")
    return _read(text)


@lru_cache(maxsize=64)
def _read(text: str) -> Tiling:
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"tiling {shown(text)}: this is not JSON") from None
    if not isinstance(table, dict) or not set(FIELDS) <= set(table) <= {*FIELDS, *_MORE}:
        refuse(
            "tiling",
            table,
            f"give an object with {', '.join(FIELDS)}, and perhaps {' and '.join(_MORE)}",
        )
    root = root_number(table["root"])
    basis = [_point(point) for point in listed(table["periods"], 2, "periods")]
    vertices = tuple(_point(p) for p in listed(table["vertices"], MAX_VERTICES, "vertices"))
    rows = listed(table["faces"], MAX_FACES, "faces")
    if len(basis) != 2 or not vertices or not rows:
        refuse("tiling", table, "give two periods, some vertices and some faces")
    # Faces were moved such that their first vertex is in lattice cell (0, 0).
    faces = tuple(face_keys(face, len(vertices), 2 * MAX_OFFSET) for face in rows)
    tiling = Tiling(table["name"], root, (basis[0], basis[1]), vertices, faces)
    if check_faces(tiling) != faces:
        refuse("tiling", table, "list the vertices of faces counter-clockwise")
    checked_name(tiling.name)
    dimension = table.get("fixed_dimension", tiling.fixed_dimension)
    tiling = replace(
        tiling,
        shape=_shape(table.get("shape", ()), tiling),
        fixed_dimension=integer_between(dimension, "fixed_dimension", 1, MAX_DIMENSION),
    )
    # Computed now, so that a tiling without slots is refused now.
    try:
        _ = tiling.slots
    except ValueError as error:
        raise InputError(str(error)) from None
    return tiling


def _point(point: Any) -> Point:
    pair = [listed(number, 2, "parts of a number") for number in listed(point, 2, "numbers")]
    if [len(number) for number in pair] != [2, 2]:
        refuse("point", point, "give two pairs of whole numbers")
    a, b, c, e = (
        integer_between(part, "part of a point", -MAX_PART, MAX_PART)
        for number in pair
        for part in number
    )
    return (a, b, c, e)


def _shape(rows: Any, tiling: Tiling) -> tuple[tuple[int, int, int, int], ...]:
    """Return the half-planes of the regular boards: a regular tiling's, or ()."""
    if rows == ():
        return ()
    for regular in REGULAR.values():
        same = replace(regular, name=tiling.name, shape=(), fixed_dimension=tiling.fixed_dimension)
        if same == tiling and rows == [list(row) for row in regular.shape]:
            return regular.shape
    return refuse("shape", rows, "give the shape of the regular tiling with this table")
