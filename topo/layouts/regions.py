"""Regions of a board: the sites that a description names by their place."""

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.layouts.faces import crossings
from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.incidence import CELL, EDGE, VERTEX
from boardless.topo.layouts.places import SIDES
from boardless.topo.layouts.radials import DIRECTIONS
from boardless.util.inputs import InputError, check_choice, refuse

#: Regions by their names in the language, and those of `Sites.listed`.
PLACES = {"ConcaveCorners": "corners_concave", "ConvexCorners": "corners_convex"} | {
    name: name.lower()
    for name in (
        "Axial", "Angled", "Bottom", "Centre", "Corners", "Horizontal", "Inner", "Left", "Major",
        "Minor", "Outer", "Perimeter", "Right", "Slash", "Slosh", "Top", "Vertical",
    )
}  # fmt: skip

#: Regions of edges alone.
OF_EDGES = {"Axial", "Angled", "Horizontal", "Slash", "Slosh", "Vertical"}


def place(board: FixedBoard, name: str, kind: str | None = None) -> Ints:
    """Return the sites of "Board" or a place of `PLACES`, by default of the type played on."""
    sites = board.sites_of(EDGE if name in OF_EDGES else kind)
    if name == "Board":
        return np.arange(len(sites), dtype=np.int32)
    if name not in PLACES:
        refuse("sites", name, f"choose one of Board, {', '.join(sorted(PLACES))}")
    return sites.listed(PLACES[name])


def line(board: FixedBoard, sort: str, index: int, kind: str | None = None) -> Ints:
    """Return the sites of a row, column, layer or phase, from 0; beyond the last no sites."""
    sites = board.sites_of(kind)
    lines = {
        "Row": sites.coordinates.rows,
        "Column": sites.coordinates.columns,
        "Layer": sites.coordinates.layers,
        "Phase": sites.phases,
    }.get(sort)
    if lines is None:
        refuse("sites", sort, "choose one of Row, Column, Layer, Phase")
    if index < 0:
        raise InputError(f"{sort.lower()} {index}: choose 0 or more")
    return lines[index] if index < len(lines) else np.empty(0, dtype=np.int32)


def side(board: FixedBoard, direction: str, kind: str | None = None) -> Ints:
    """Return the cells or vertices on a side of the board; cells for boards played on edges."""
    check_choice(direction, "side", SIDES)
    vertices = kind == VERTEX or (kind is None and board.use == VERTEX)
    sites = board.sites_of(VERTEX if vertices else CELL).sides.get(direction)
    return np.empty(0, dtype=np.int32) if sites is None else sites


def corners_of(board: FixedBoard, kind: str, index: int) -> Ints:
    """Return the vertices of a cell or an edge, in its own order."""
    number = board.sites_of(kind).checked(index)
    corners: Ints = board.links.corners[number] if kind == CELL else board.links.ends[number]
    return corners


def incident(board: FixedBoard, kind: str, of: str, index: int) -> Ints:
    """Return the sites of a type that meet a site of type `of`, in ascending order, each once.

    Cells meet across edges, and edges at their ends. For vertices that meet a vertex Ludii gives
    the numbers of the cells on both sides of its edges, but for the vertex's own number, and so
    does this. An index beyond the sites of its type meets nothing.
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
        incident_ids = edges
    elif kind == VERTEX and of != VERTEX:
        incident_ids = links.corners[index] if of == CELL else ends
    elif kind == CELL and of == VERTEX:
        incident_ids = links.around[index]
    else:
        around = [index] if of == EDGE else edges
        incident_ids = np.concatenate([links.left[around], links.right[around]])
    incident_ids = np.unique(incident_ids[incident_ids >= 0]).astype(np.int32)
    met: Ints = incident_ids[incident_ids != index] if kind == of else incident_ids
    return met


def crossing(board: FixedBoard, index: int) -> Ints:
    """Return the edges that cross an edge, not within 1 % of an end of either, as in Ludii."""
    lines = board.lines()
    if not 0 <= index < len(lines):
        return np.empty(0, dtype=np.int32)
    crosses, _ = crossings(np.broadcast_to(lines[index], lines.shape), lines)
    return np.flatnonzero(crosses).astype(np.int32)


def expanded(
    board: FixedBoard, sites: Ints, steps: int = 1, step: str = "adjacent", kind: str | None = None
) -> Ints:
    """Return some sites and those within some steps of a relation or a direction, in order."""
    of_kind = board.sites_of(kind)
    region = np.unique([of_kind.checked(site) for site in sites]).astype(np.int64)
    if step in DIRECTIONS:
        code = DIRECTIONS.index(step)
        kept = (of_kind.steps.direction == code) | (of_kind.steps.circular == code)
        neighbours = of_kind.steps.to.where(kept)
    else:
        neighbours = of_kind.related(step)
    for _ in range(steps):
        wider = np.union1d(region, neighbours.take(region).items)
        if len(wider) == len(region):
            break
        region = wider
    return region.astype(np.int32)
