"""Placements as NetworkX graphs: which of them exclude one another, and which touch."""

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardless.strategies.placements import Placement, Placements


def conflict_graph(placements: "Placements") -> "nx.Graph[Placement]":
    """Return the placements on offer, joined where they overlap; see `Placements.conflicts`."""
    graph = _nodes(placements, placements.offer)
    shared: Counter[tuple[Placement, Placement]] = Counter()
    for i, j, k in placements.board.keys.tolist():
        shared.update(combinations(placements.over((i, j, k)), 2))
    graph.add_edges_from((one, other, {"cells": count}) for (one, other), count in shared.items())
    return graph


def contact_graph(placements: "Placements") -> "nx.Graph[Placement]":
    """Return what lies and may lie, joined where it touches; see `Placements.contacts`."""
    graph = _nodes(placements, (*placements.placed, *placements.offer))
    board = placements.board
    for one in graph:
        around = (board.neighbours(board.site(cell), placements.relation) for cell in one.cells)
        for cell in map(board.key, np.concatenate(list(around)).tolist()):
            for other in (placements.at(cell), *placements.over(cell)):
                if other is not None and not set(one.cells).intersection(other.cells):
                    graph.add_edge(one, other)
    return graph


def _nodes(placements: "Placements", nodes: "Iterable[Placement]") -> "nx.Graph[Placement]":
    tiling = placements.board.tiling
    graph: nx.Graph[Placement] = nx.Graph(tiling=tiling.name)
    for node in nodes:
        x, y = tiling.plane(tiling.face_grid(np.array(node.cells))).mean(axis=0).tolist()
        graph.add_node(
            node,
            placed=node not in placements.offer,
            shape=node.shape,
            orientation=node.orientation,
            x=x,
            y=y,
        )
    return graph
