"""A fixed board written down as Ludii's are: every site with its place, relations and radials."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.links import CELL, EDGE, VERTEX
from boardless.topo.layouts.places import SIDES
from boardless.topo.layouts.sites import Sites
from boardless.topo.layouts.steps import DIRECTIONS
from boardless.topo.layouts.tracks import Track
from boardless.topo.tilings.slots import RELATIONS

Record: TypeAlias = dict[str, Any]

#: The types of sites, and what records call all sites of one.
PLURALS = {CELL: "cells", VERTEX: "vertices", EDGE: "edges"}

#: Relations, and what the radials along them are called.
RADIALS = {
    "orthogonal": "Orthogonal",
    "diagonal": "Diagonal",
    "off": "OffDiagonal",
    "adjacent": "Adjacent",
    "all": "All",
}

#: How many decimals are written.
DECIMALS = 5


def board_description(board: FixedBoard, tracks: Iterable[Track] = ()) -> Record:
    """Return everything about a board, ready for JSON.

    Parameters
    ----------
    board : FixedBoard
        The board.
    tracks : iterable of Track
        The tracks on it.

    Returns
    -------
    dict
        ``use``, ``basis``, ``shape``, ``dim``, ``counts`` (cells, vertices, edges), ``perimeters``
        (vertices along the outside), ``cells``, ``vertices`` and ``edges``, and of the type that
        is played on ``directions``, ``radials`` and ``relation_radials``; ``tracks``. A list that
        may be missing is: ``pivots``, ``curved``, layers of a flat board.
    """
    layout = board.layout
    cells, vertices, edges = layout.counts
    record = {
        "use": board.use,
        "basis": layout.basis,
        "shape": layout.shape,
        "dim": None if layout.dim is None else list(layout.dim),
        "counts": [cells, vertices, edges],
        "perimeters": [walk.tolist() for walk in board.outer_walks],
        **{name: _all_of(board, kind) for kind, name in PLURALS.items()},
        "directions": board.sites_of().directions,
        "radials": _radials(board.sites_of()),
        "relation_radials": _relation_radials(board.sites_of()),
        "tracks": [track_record(track) for track in tracks],
    }
    if layout.pivots is not None:
        record["pivots"] = [None if pivot < 0 else pivot for pivot in layout.pivots]
    if layout.curved:
        record["curved"] = list(layout.curved)
    return record


def track_record(track: Track) -> Record:
    """Return a track, ready for JSON; ``bump`` only where it says a site twice."""
    return {
        "name": track.name,
        "owner": track.owner,
        "loop": track.loop,
        "sites": list(track.sites),
        "next": list(track.next),
        "prev": list(track.prev),
        **({"bump": list(track.bump)} if any(track.bump) else {}),
        "internal_loop": track.internal_loop,
    }


def _all_of(board: FixedBoard, kind: str) -> Record:
    """Return what is written of all sites of a type."""
    sites = board.sites_of(kind)
    coordinates = sites.coordinates
    phases = _lists(sites.phases)
    while phases and not phases[-1]:
        phases.pop()
    optional = {"axial", "horizontal", "vertical", "angled", "slash", "slosh"}
    return {
        "n": len(sites),
        "sites": _each(board, sites),
        **{
            name: listed.tolist()
            for name, listed in sites.places.lists.items()
            if len(listed) or name not in optional
        },
        "rows": _lists(coordinates.rows),
        "columns": _lists(coordinates.columns),
        **({"layers": _lists(coordinates.layers)} if _is_deep(board) else {}),
        "phases": phases,
        "sides": {name: sites.sides[name].tolist() for name in SIDES if name in sites.sides},
    }


def _each(board: FixedBoard, sites: Sites) -> list[Record]:
    """Return what is written of each site of a type."""
    coordinates, deep = sites.coordinates, _is_deep(board)
    columns: Record = {
        "pt": _rounded(sites.points[:, : 3 if deep else 2]),
        "label": coordinates.labels,
        "row": coordinates.row.tolist(),
        "col": coordinates.column.tolist(),
    }
    if deep:
        columns["layer"] = coordinates.layer.tolist()
    if sites.kind == CELL:
        columns["vertices"] = board.links.corners.lists()
    elif sites.kind == EDGE:
        columns["vertices"] = board.links.ends.tolist()
    for relation in RELATIONS:
        columns[relation] = list(map(sorted, sites.related(relation).lists()))
    columns["all_order"] = sites.related("all").lists()
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _is_deep(board: FixedBoard) -> bool:
    heights = board.links.points[VERTEX][:, 2]
    return bool(len(heights)) and float(np.ptp(heights)) > 0


def _rounded(points: Floats) -> list[list[float]]:
    # Adding 0 turns -0 into 0.
    rounded: list[list[float]] = (points.round(DECIMALS) + 0.0).tolist()
    return rounded


def _lists(lists: Iterable[Ints]) -> list[list[int]]:
    return [listed.tolist() for listed in lists]


def _radials(sites: Sites) -> list[dict[str, list[list[int]]]]:
    """Return the radials of each site by direction."""
    found: list[dict[str, list[list[int]]]] = [{} for _ in sites]
    for sort in ("direction", "circular"):
        walks = sites.walks(sort)
        steps, along = walks.all()
        for step, walk in zip(steps.tolist(), along.lists(), strict=True):
            found[walk[0]].setdefault(DIRECTIONS[walks.labels[step]], []).append(walk)
    return found


def _relation_radials(sites: Sites) -> list[dict[str, list[Any]]]:
    """Return the radials of each site by relation, and which of them are distinct."""
    found: list[dict[str, list[Any]]] = [{} for _ in sites]
    for relation, name in RADIALS.items():
        walks = sites.walks(relation)
        for walk in walks.all()[1].lists():
            found[walk[0]].setdefault(name, []).append(walk)
        for site in sites:
            if name in found[site]:
                found[site][f"{name}_distinct"] = walks.distinct(site)
    return found
