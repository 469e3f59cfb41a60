"""A fixed board as frozen NetworkX graphs, with the attributes of the graphs of a `Board`.

============= ================ ============================= ======================================
graph         nodes            node attributes               arc attributes
============= ================ ============================= ======================================
``graph``     vertices         ``label``, ``x``, ``y``       ``edge`` id, ``site``, ``other``
``cells``     cells            ``site`` and these            ``relation``, ``adjacent``,
                                                             ``direction``
``relations`` sites that are   ``site`` and these            ``relation``, ``adjacent``,
              played on                                      ``direction``
``dual``      cells            ``site`` and these            ``edge`` id
============= ================ ============================= ======================================

``site`` and ``other`` of an edge are the cells on both sides, the lower first.
"""

from typing import TYPE_CHECKING, Any, TypeVar, cast

import networkx as nx

from boardless.topo.boards.graphs import RELATION_NAMES, SIDES
from boardless.topo.layouts.incidence import CELL, VERTEX, Ragged
from boardless.topo.layouts.radials import DIRECTIONS
from boardless.topo.tilings.incidence import ADJACENT
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.topo.layouts.fixed_board import FixedBoard

G = TypeVar("G", bound="nx.Graph[int]")


def skeleton(board: "FixedBoard") -> "nx.Graph[int]":
    """Return the vertices and edges of a board."""
    links = board.links
    graph: nx.Graph[int] = nx.Graph()
    _add_sites(graph, board, VERTEX)
    cells_of = zip(links.left.tolist(), links.right.tolist(), strict=True)
    for edge, ((a, b), cells) in enumerate(zip(links.ends.tolist(), cells_of, strict=True)):
        sites = sorted(cell for cell in cells if cell >= 0)
        graph.add_edge(a, b, edge=edge, **dict(zip(SIDES, sites, strict=False)))
    return _frozen(graph)


def relations(board: "FixedBoard", kind: str) -> "nx.DiGraph[int]":
    """Return the sites of a type and all their relations, an arc each way."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    _add_sites(graph, board, kind)
    steps = board.sites_of(kind).steps
    columns = (steps.to.owners, steps.to.items, steps.relation, steps.direction)
    for a, b, bits, direction in zip(*(column.tolist() for column in columns), strict=True):
        graph.add_edge(
            *(a, b),
            relation=RELATION_NAMES[bits & ~ADJACENT],
            adjacent=bool(bits & ADJACENT),
            direction=DIRECTIONS[direction],
        )
    return _frozen(graph)


def dual(board: "FixedBoard") -> "nx.Graph[int]":
    """Return the cells of a board, joined where they share an edge."""
    graph: nx.Graph[int] = nx.Graph()
    _add_sites(graph, board, CELL)
    links = board.links
    for edge, (a, b) in enumerate(zip(links.left.tolist(), links.right.tolist(), strict=True)):
        if a >= 0 and b >= 0 and a != b and not graph.has_edge(a, b):
            graph.add_edge(a, b, edge=edge)
    return _frozen(graph)


def _frozen(graph: G) -> G:
    frozen: Any = nx.freeze(graph)
    return cast("G", frozen)


def _add_sites(graph: "nx.Graph[int]", board: "FixedBoard", kind: str) -> None:
    sites = board.sites_of(kind)
    for site, (x, y, _) in enumerate(sites.points.tolist()):
        own = {} if kind == VERTEX and not graph.is_directed() else {"site": site}
        graph.add_node(site, **own, label=sites.labels[site], x=x, y=y)


def embedding(board: "FixedBoard") -> "nx.PlanarEmbedding[int]":
    """Return the neighbours of each vertex, clockwise as they stand in the plane."""
    links = board.links
    heads = links.other_end(links.spokes.owners, links.spokes.items)
    planar: nx.PlanarEmbedding[int] = nx.PlanarEmbedding()
    rows = [row[::-1] for row in Ragged(links.spokes.start, heads).lists()]
    planar.set_data(dict(enumerate(rows)))
    try:
        planar.check_structure()
    except nx.NetworkXException as error:
        raise InputError(f"the board is not a planar graph: {error}".splitlines()[0]) from None
    return planar
