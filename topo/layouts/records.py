"""Records of boards in Ludii's form: written, read, and compared field by field."""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.boards.board import Board
from boardless.topo.boards.numbering import Numbering
from boardless.topo.boards.outlines import hull_corners
from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.incidence import CELL, EDGE, VERTEX
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.places import SIDES
from boardless.topo.layouts.radials import DIRECTIONS
from boardless.topo.layouts.regions import BoardTrack
from boardless.topo.layouts.sites import Sites
from boardless.topo.tilings.incidence import RELATIONS
from boardless.util.inputs import InputError

Record: TypeAlias = dict[str, Any]

#: The types of sites, and the names in records of all sites of one.
PLURALS = {CELL: "cells", VERTEX: "vertices", EDGE: "edges"}

#: Relations, and the names of the radials along them.
RADIALS = {
    "orthogonal": "Orthogonal", "diagonal": "Diagonal", "off": "OffDiagonal",
    "adjacent": "Adjacent", "all": "All",
}  # fmt: skip

#: The number of decimals in records.
DECIMALS = 5


def board_record(board: Board, name: str) -> Record:
    """Return a board, called `name`, in the form of the topology files recorded from Ludii.

    It is ready for JSON: ``board``, ``cells``, ``vertices`` and ``edges``. Cells and vertices are
    numbered row by row from the bottom, left to right, and edges by their midpoints in the same
    order. A cell's vertices run clockwise, relations and radials clockwise from north.

    Parameters
    ----------
    board : Board
        The board.
    name : str
        Its name in the record.

    Returns
    -------
    dict
        The fields of the record.
    """
    tiling = board.tiling
    # The record has indices alone, so the sites may be other ones.
    board = Board(tiling, board.keys[board.sites])
    numbering = board.numbering()
    cell_grid = tiling.face_grid(board.keys)
    vertex_grid = tiling.vertex_grid(board.vertices.keys)
    vertex_numbering = Numbering.of(vertex_grid)
    cell_index, vertex_index = numbering.index, vertex_numbering.index

    def numbered(index: Ints, ids: Ints | list[int]) -> list[int]:
        numbers: list[int] = index[ids].tolist()
        return numbers

    cells = _elements(tiling.face_points(board.keys), tiling.root, numbering)
    positions = tiling.plane(cell_grid)
    cells["sites"] = []
    for site in numbering.sites.tolist():
        entry: Record = {
            "pt": positions[site].tolist(),
            "vertices": numbered(vertex_index, board.face(site))[::-1],
            "row": int(numbering.rows[cell_index[site]]),
        }
        for relation in RELATIONS:
            entry[relation] = numbered(cell_index, board.neighbours(site, relation))
        entry["radials"] = {
            label: [[f"C{n}" for n in numbered(cell_index, walk)] for walk in walks]
            for label, walks in board.radials(site).items()
        }
        cells["sites"].append(entry)
    cells["perimeter"] = sorted(numbered(cell_index, board.perimeter))
    cells["inner"] = sorted(set(range(len(board))).difference(cells["perimeter"]))
    cells["centre"] = sorted(numbered(cell_index, board.centre))

    vertex_points = tiling.vertex_points(board.vertices.keys)
    vertices = _elements(vertex_points, tiling.root, vertex_numbering)
    vertex_positions = tiling.plane(vertex_grid)
    rows = vertex_numbering.rows.tolist()
    vertices["sites"] = [
        {
            "pt": vertex_positions[vertex].tolist(),
            "row": rows[n],
            "orthogonal": sorted(numbered(vertex_index, list(board.graph[vertex]))),
        }
        for n, vertex in enumerate(vertex_numbering.sites.tolist())
    ]
    ends = vertex_index[np.array(list(board.graph.edges), dtype=np.int64).reshape(-1, 2)]
    ends.sort(axis=1)
    middles = vertex_grid[vertex_numbering.sites][ends].sum(axis=1)
    edges = ends[Numbering.of(middles).sites].tolist()
    return {"board": name, "cells": cells, "vertices": vertices, "edges": edges}


def _elements(points: Ints, root: int, numbering: Numbering) -> Record:
    """Return the number, corners and rows of cells or vertices."""
    index = numbering.index
    return {
        "n": len(points),
        "corners": sorted(index[hull_corners(points, root)].tolist()),
        "rows": [index[row].tolist() for row in numbering.by_row],
    }


def board_description(board: FixedBoard, tracks: Iterable[BoardTrack] = ()) -> Record:
    """Return everything about a board and its tracks, ready for JSON.

    The fields are ``use``, ``basis``, ``shape``, ``dim``, ``counts`` (cells, vertices, edges),
    ``perimeters`` (vertices along the outside), ``cells``, ``vertices`` and ``edges``, and of the
    type that is played on ``directions``, ``radials`` and ``relation_radials``; ``tracks``. Absent
    if empty: ``pivots``, ``curved``, layers of a flat board.
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


def track_record(track: BoardTrack) -> Record:
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
    """Return the record of all sites of a type."""
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
    """Return the record of each site of a type."""
    coordinates, deep = sites.coordinates, _is_deep(board)
    columns: Record = {
        # Adding 0 turns -0 into 0.
        "pt": (sites.points[:, : 3 if deep else 2].round(DECIMALS) + 0.0).tolist(),
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


def _lists(lists: Iterable[Ints]) -> list[list[int]]:
    return [listed.tolist() for listed in lists]


def _radials(sites: Sites) -> list[dict[str, list[list[int]]]]:
    """Return the radials of each site by direction."""
    by_site: list[dict[str, list[list[int]]]] = [{} for _ in sites]
    for sort in ("direction", "circular"):
        walks = sites.walks(sort)
        steps, along = walks.all()
        for step, walk in zip(steps.tolist(), along.lists(), strict=True):
            by_site[walk[0]].setdefault(DIRECTIONS[walks.labels[step]], []).append(walk)
    return by_site


def _relation_radials(sites: Sites) -> list[dict[str, list[Any]]]:
    """Return the radials of each site by relation, and which of them are distinct."""
    by_site: list[dict[str, list[Any]]] = [{} for _ in sites]
    for relation, name in RADIALS.items():
        walks = sites.walks(relation)
        for walk in walks.all()[1].lists():
            by_site[walk[0]].setdefault(name, []).append(walk)
        for site in sites:
            if name in by_site[site]:
                by_site[site][f"{name}_distinct"] = walks.distinct(site)
    return by_site


#: Points may differ by this: records write five decimals.
NEAR = 2e-5

#: Fields of a record, and of each site, that are compared as they are.
_WHOLE = ("use", "basis", "shape", "dim", "counts", "perimeters", "pivots", "curved", "radials")
_OF_SITES = ("label", "row", "col", "layer", "vertices")


def differences(ours: Record, theirs: Record) -> dict[str, str]:
    """Return the first difference of two records of a board in each field that differs.

    Relations are compared as sets. Fields that `theirs` lacks are left out, and so are relations
    that it names in ``asymmetric``: their choice among equals is arbitrary.
    """
    differing: dict[str, str] = {}
    for entry, own, other in _pairs(ours, theirs):
        if own != other:
            differing[entry] = _first(own, other)
    return differing


def _pairs(ours: Record, theirs: Record) -> Iterator[tuple[str, Any, Any]]:
    for entry in _WHOLE:
        if entry in theirs:
            yield entry, ours.get(entry), theirs[entry]
    loose = set(theirs.get("asymmetric", ()))
    for kind in PLURALS.values():
        if kind in theirs:
            yield from _of_type(kind, ours[kind], theirs[kind], loose)
    if "relation_radials" in theirs:
        default = PLURALS[theirs["use"]]
        for relation, name in RADIALS.items():
            if f"{default}.{relation}" not in loose:
                for entry in (name, f"{name}_distinct"):
                    own, other = (
                        [site.get(entry) for site in record["relation_radials"]]
                        for record in (ours, theirs)
                    )
                    yield f"relation_radials.{entry}", own, other
    if "tracks" in theirs and "tracks" in ours:
        yield "tracks", ours["tracks"], theirs["tracks"]


def _of_type(kind: str, ours: Record, theirs: Record, loose: set[str]) -> Iterator[tuple[Any, ...]]:
    yield f"{kind}.n", ours["n"], theirs["n"]
    for entry in sorted((ours | theirs).keys() - {"n", "sites"}):
        yield f"{kind}.{entry}", ours.get(entry, []), theirs.get(entry, [])
    sites = list(zip(ours["sites"], theirs["sites"], strict=False))
    for entry in _OF_SITES:
        if sites and entry in sites[0][1]:
            yield (
                f"{kind}.{entry}",
                *([site.get(entry) for site in side] for side in zip(*sites, strict=True)),
            )
    yield f"{kind}.pt", *_points(ours, theirs)
    for relation in RELATIONS:
        if f"{kind}.{relation}" not in loose and sites and relation in sites[0][1]:
            own, other = ([site[relation] for site in side] for side in zip(*sites, strict=True))
            if own != other:
                own, other = ([sorted(set(row)) for row in rows] for rows in (own, other))
            yield f"{kind}.{relation}", own, other


def _points(ours: Record, theirs: Record) -> tuple[Any, Any]:
    """Return the points of both, the same where they are close enough."""
    own, other = ([site["pt"] for site in record["sites"]] for record in (ours, theirs))
    equal = np.shape(own) == np.shape(other) and np.allclose(own, other, rtol=0, atol=NEAR)
    return (other, other) if equal else (own, other)


def _first(own: Any, other: Any) -> str:
    """Return the first difference of two values, in few words."""
    if isinstance(own, list) and isinstance(other, list):
        if len(own) != len(other):
            return f"{len(own)} instead of {len(other)}"
        n = next(n for n, (a, b) in enumerate(zip(own, other, strict=True)) if a != b)
        return f"{n}: {own[n]} instead of {other[n]}"
    return f"{own} instead of {other}"


def recorded_layout(record: Record) -> Layout:
    """Return the layout of a record; raise InputError without points, vertices or edges."""
    try:
        places = [[*site["pt"], 0.0][:3] for site in record["vertices"]["sites"]]
        ends = [site["vertices"] for site in record["edges"]["sites"]]
        faces = tuple(tuple(site["vertices"]) for site in record["cells"]["sites"])
        pivots = record.get("pivots")
        return Layout(
            np.array(places, dtype=np.float64).reshape(-1, 3),
            np.array(ends, dtype=np.int32).reshape(-1, 2),
            faces,
            record.get("basis"),
            record.get("shape"),
            None if record.get("dim") is None else tuple(record["dim"]),
            None if pivots is None else tuple(-1 if p is None else p for p in pivots),
            tuple(record.get("curved", ())),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"record of a board: no points, vertices or edges ({error})") from None


def read_boards(path: Path) -> Iterator[Record]:
    """Yield the records of a file of JSON lines, plain or packed by gzip."""
    try:
        with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
            for number, text in enumerate(file, start=1):
                record = json.loads(text)
                if not isinstance(record, dict) or not {"use", "counts"} <= record.keys():
                    raise InputError(f"{path}, line {number}: not a record of a board")
                yield record
    except (OSError, EOFError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path} cannot be read: {error}") from None


def derived_record(record: Record) -> Record:
    """Return the record of a board, without tracks, from its points, lines and cells alone."""
    ours = board_description(FixedBoard(recorded_layout(record), record["use"]))
    ours.pop("tracks")
    return ours


@dataclass
class BoardCheck:
    """A comparison of recorded boards with ours."""

    #: The numbers of boards that were compared, and of those equal in all fields.
    boards: int = 0
    equal: int = 0
    #: By field: the number of boards in which it differs, and the first difference.
    fields: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, name: str, differing: dict[str, str]) -> None:
        """Count the differences of one board."""
        self.boards += 1
        self.equal += not differing
        for key, first in differing.items():
            count, earlier = self.fields.get(key, (0, f"{name}: {first}"))
            self.fields[key] = count + 1, earlier


def check_boards(
    records: Iterable[Record], ours: Callable[[Record], Record] = derived_record
) -> BoardCheck:
    """Compare recorded boards with ours; a board that is refused differs in ``layout``."""
    check = BoardCheck()
    for record in records:
        name = str(next(iter(record.get("games", ())), "board"))
        try:
            differing = differences(ours(record), record)
        except InputError as error:
            differing = {"layout": str(error)}
        check.add(name, differing)
    return check
