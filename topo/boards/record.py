"""A board in the form of Ludii's topology files: indices, relations, radials, vertices, edges."""

from typing import Any, TypeAlias

import numpy as np

from boardless.jit.arrays import Ints
from boardless.topo.boards.board import Board
from boardless.topo.boards.numbering import Numbering
from boardless.topo.boards.outlines import hull_corners
from boardless.topo.tilings.slots import RELATIONS

Record: TypeAlias = dict[str, Any]


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
