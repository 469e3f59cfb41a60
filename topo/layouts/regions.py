"""Regions of a board: the sites that a description names by where they lie."""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.incidence import CELL, EDGE, VERTEX
from boardless.topo.layouts.places import SIDES
from boardless.topo.layouts.radials import DIRECTIONS
from boardless.util.inputs import InputError

#: Regions by the name that the language gives them, and what `Sites.listed` calls them.
PLACES = {
    "Axial": "axial", "Angled": "angled", "Bottom": "bottom", "Centre": "centre",
    "ConcaveCorners": "corners_concave", "ConvexCorners": "corners_convex", "Corners": "corners",
    "Horizontal": "horizontal", "Inner": "inner", "Left": "left", "Major": "major",
    "Minor": "minor", "Outer": "outer", "Perimeter": "perimeter", "Right": "right",
    "Slash": "slash", "Slosh": "slosh", "Top": "top", "Vertical": "vertical",
}  # fmt: skip

#: Lines whose cross product is smaller are parallel.
PARALLEL = 1e-7
#: How far from the middle of an edge a crossing may be, in lengths of the edge.
INNER = 0.49

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


def incident(board: FixedBoard, kind: str, of: str, index: int) -> Ints:
    """Return the sites of a type that meet a site, in ascending order, each once.

    Cells meet across edges, and edges at their ends. For vertices that meet a vertex Ludii gives
    the numbers of the cells beside its edges, but for the vertex's own number, and so does this.

    Parameters
    ----------
    board : FixedBoard
        The board.
    kind, of : {"Cell", "Vertex", "Edge"}
        The type of the sites that are found, and that of the one they meet.
    index : int
        The number of the site; beyond those of its type it meets none.

    Examples
    --------
    >>> from boardless.topo import Layout
    >>> points = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], dtype=float)
    >>> edges = np.array([(0, 1), (0, 2), (1, 3), (2, 3)])
    >>> board = FixedBoard(Layout(points, edges, ((0, 2, 3, 1),)))
    >>> incident(board, "Edge", "Vertex", 3).tolist(), incident(board, "Vertex", "Cell", 0).tolist()
    ([2, 3], [0, 1, 2, 3])
    """
    links = board.links
    if not 0 <= index < len(board.sites_of(of)):
        return np.empty(0, dtype=np.int32)
    ends = links.ends[index] if of == EDGE else np.empty(0, dtype=np.int32)
    if of == EDGE:
        edges = np.concatenate([links.spokes[end] for end in ends])
    else:
        edges = links.sides[index] if of == CELL else links.spokes[index]
    if kind == EDGE:
        found = edges
    elif kind == VERTEX and of != VERTEX:
        found = links.corners[index] if of == CELL else ends
    elif kind == CELL and of == VERTEX:
        found = links.around[index]
    else:
        beside = [index] if of == EDGE else edges
        found = np.concatenate([links.left[beside], links.right[beside]])
    found = np.unique(found[found >= 0]).astype(np.int32)
    met: Ints = found[found != index] if kind == of else found
    return met


def crossing(board: FixedBoard, index: int) -> Ints:
    """Return the edges that cross an edge between its ends and theirs, in ascending order.

    A crossing counts between a hundredth of each edge and the rest, as in Ludii.
    """
    places, ends = board.links.points[VERTEX][:, :2], board.links.ends
    if not 0 <= index < len(ends):
        return np.empty(0, dtype=np.int32)
    start, along = places[ends[index, 0]], places[ends[index, 1]] - places[ends[index, 0]]
    starts, ways = places[ends[:, 0]], places[ends[:, 1]] - places[ends[:, 0]]
    apart = starts - start
    turned = ways[:, 0] * along[1] - ways[:, 1] * along[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        on_own = (ways[:, 0] * apart[:, 1] - ways[:, 1] * apart[:, 0]) / turned
        on_other = (along[0] * apart[:, 1] - along[1] * apart[:, 0]) / turned
        within = (abs(on_own - 0.5) < INNER) & (abs(on_other - 0.5) < INNER)
    met = within & (abs(turned) >= PARALLEL)
    crossed: Ints = np.flatnonzero(met & (np.arange(len(ends)) != index)).astype(np.int32)
    return crossed


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
