"""Regions of a board: the sites that a description names by where they lie."""

import numpy as np

from boardless.topo.errors import InputError
from boardless.topo.kernels.arrays import Ints
from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.links import CELL, EDGE, VERTEX
from boardless.topo.layouts.places import SIDES
from boardless.topo.layouts.steps import DIRECTIONS

#: Regions by the name that the language gives them, and what `Sites.listed` calls them.
PLACES = {
    "Axial": "axial", "Angled": "angled", "Bottom": "bottom", "Centre": "centre",
    "ConcaveCorners": "corners_concave", "ConvexCorners": "corners_convex", "Corners": "corners",
    "Horizontal": "horizontal", "Inner": "inner", "Left": "left", "Major": "major",
    "Minor": "minor", "Outer": "outer", "Perimeter": "perimeter", "Right": "right",
    "Slash": "slash", "Slosh": "slosh", "Top": "top", "Vertical": "vertical",
}  # fmt: skip

#: Regions of edges alone.
OF_EDGES = {"Axial", "Angled", "Horizontal", "Slash", "Slosh", "Vertical"}


def place(board: FixedBoard, name: str, kind: str | None = None) -> Ints:
    """Return the sites that lie in a place of the board, in ascending order.

    Parameters
    ----------
    board : FixedBoard
        The board.
    name : str
        "Board" for all sites, or one of `PLACES`.
    kind : {"Cell", "Vertex", "Edge"}, optional
        Of which type; by default of the type that is played on. Places of edges need none.

    Raises
    ------
    InputError
        If there is no such place or type.

    Examples
    --------
    >>> from boardless.topo import Layout
    >>> points = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], dtype=float)
    >>> edges = np.array([(0, 1), (0, 2), (1, 3), (2, 3)])
    >>> board = FixedBoard(Layout(points, edges, ((0, 2, 3, 1),)), "Vertex")
    >>> place(board, "Top").tolist(), place(board, "Vertical").tolist()
    ([2, 3], [1, 2])
    """
    sites = board.sites_of(EDGE if name in OF_EDGES else kind)
    if name == "Board":
        return np.arange(len(sites), dtype=np.int32)
    if name not in PLACES:
        raise InputError(f"sites {name!r}: choose one of Board, {', '.join(PLACES)}")
    return sites.listed(PLACES[name])


def line(board: FixedBoard, sort: str, index: int, kind: str | None = None) -> Ints:
    """Return the sites of a row, column, layer or phase.

    Parameters
    ----------
    board : FixedBoard
        The board.
    sort : {"Row", "Column", "Layer", "Phase"}
        What to count.
    index : int
        Which of them, from 0; beyond the last there are no sites.
    kind : {"Cell", "Vertex", "Edge"}, optional
        Of which type; by default of the type that is played on.

    Raises
    ------
    InputError
        If there is no such sort or type, or the index is negative.
    """
    sites = board.sites_of(kind)
    lines = {
        "Row": sites.coordinates.rows,
        "Column": sites.coordinates.columns,
        "Layer": sites.coordinates.layers,
        "Phase": sites.phases,
    }.get(sort)
    if lines is None:
        raise InputError(f"sites {sort!r}: choose one of Row, Column, Layer, Phase")
    if index < 0:
        raise InputError(f"{sort.lower()} {index}: choose 0 or more")
    return lines[index] if index < len(lines) else np.empty(0, dtype=np.int32)


def side(board: FixedBoard, direction: str, kind: str | None = None) -> Ints:
    """Return the cells or vertices on a side of the board; cells for boards played on edges.

    Raises
    ------
    InputError
        If `direction` is none of the eight points of the compass.
    """
    if direction not in SIDES:
        raise InputError(f"side {direction!r}: choose one of {', '.join(SIDES)}")
    vertices = kind == VERTEX or (kind is None and board.use == VERTEX)
    found = board.sites_of(VERTEX if vertices else CELL).sides.get(direction)
    return np.empty(0, dtype=np.int32) if found is None else found


def corners_of(board: FixedBoard, kind: str, index: int) -> Ints:
    """Return the vertices of a cell or an edge, in the order that it has them.

    Raises
    ------
    InputError
        If there is no such cell or edge.
    """
    number = board.sites_of(kind).checked(index)
    corners: Ints = board.links.corners[number] if kind == CELL else board.links.ends[number]
    return corners


def expanded(
    board: FixedBoard, sites: Ints, steps: int = 1, way: str = "adjacent", kind: str | None = None
) -> Ints:
    """Return some sites and those within a number of steps, in ascending order.

    Parameters
    ----------
    board : FixedBoard
        The board.
    sites : int array
        Where to start.
    steps : int
        How far to go.
    way : str
        A relation or a direction: which steps count.
    kind : {"Cell", "Vertex", "Edge"}, optional
        Of which type the sites are; by default of the type that is played on.

    Raises
    ------
    InputError
        If there is no such way, site or type.
    """
    of_kind = board.sites_of(kind)
    found = np.unique([of_kind.checked(site) for site in sites]).astype(np.int64)
    if way in DIRECTIONS:
        code = DIRECTIONS.index(way)
        beside = of_kind.steps.to.where(
            (of_kind.steps.direction == code) | (of_kind.steps.circular == code)
        )
    else:
        beside = of_kind.related(way)
    for _ in range(steps):
        wider = np.union1d(found, beside.take(found).items)
        if len(wider) == len(found):
            break
        found = wider
    return found.astype(np.int32)
