"""A board as NetworkX graphs: live, read-only views over its arrays, and its embedding.

Nothing is stored twice: nodes, arcs and attributes are computed when they are read, so a graph
always shows the board as it is now, after growth as after shrinking. All NetworkX algorithms that
only read work on them; ``copy()`` gives an ordinary graph to change. Views of nodes, edges and
degrees are live, too; a single row, ``graph[node]``, is as it was when taken.

========= ============= ==================================== ===================================
graph     nodes         node attributes                      arc attributes
========= ============= ==================================== ===================================
``graph`` vertex ids    ``i``, ``j``, ``k``, ``x``, ``y``    ``edge`` id, ``site``, ``other``
``cells`` sites         ``site`` and these                   ``relation``, ``adjacent``,
                                                             ``direction``, ``slot``
``dual``  sites         ``site`` and these                   ``edge`` id
========= ============= ==================================== ===================================

``(i, j, k)`` is the lattice key, ``(x, y)`` the position in the plane, in edge lengths (see
`topo.positions_of`). ``site`` and ``other`` are the cells on both sides of an edge, the lower
first; at the border ``other`` is absent. ``relation`` is orthogonal, diagonal or off;
``adjacent`` tells whether the two cells share a vertex (hexagons' diagonal cells do not).

All attributes are numbers and texts, so that views and copies go into every file that NetworkX
writes: GraphML and GEXF lack tuples, so ``pos`` is absent.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar, cast

import networkx as nx

from boardless.jit.arrays import Floats, Ints
from boardless.topo.tilings.incidence import ADJACENT, DIAGONAL, OFF, ORTHOGONAL, Key, moved

if TYPE_CHECKING:
    from boardless.topo.boards.board import Board

V = TypeVar("V")

#: The attributes of an edge that name the cells on both sides.
SIDES = ("site", "other")

RELATION_NAMES = {ORTHOGONAL: "orthogonal", DIAGONAL: "diagonal", OFF: "off"}


class Attributes(dict[str, Any]):
    """Attributes of a node, an arc or a graph; they cannot be changed, a copy of them can."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise nx.NetworkXError("a live graph cannot be modified: change a copy() of it")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = popitem = setdefault = update = _refuse

    def pop(self, name: str, /, *default: Any) -> Any:
        """Return the default of an absent name, for writers of files; refuse another."""
        return default[0] if default and name not in self else self._refuse()

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        """Pickle and copy as an ordinary dictionary."""
        return dict, (dict(self),)


class Live(Mapping[int, V]):
    """The numbers in ``members()``, each with a value computed when it is read."""

    __slots__ = ("_members", "_value")

    def __init__(self, members: Callable[[], Collection[int]], value: Callable[[int], V]) -> None:
        self._members = members
        self._value = value

    def __contains__(self, number: object) -> bool:
        return number in self._members()

    def __getitem__(self, number: int) -> V:
        if number not in self:
            raise KeyError(number)
        return self._value(index(number))

    def __iter__(self) -> Iterator[int]:
        return iter(self._members())

    def __len__(self) -> int:
        return len(self._members())

    def __repr__(self) -> str:
        return f"<{len(self):,} entries, worked out when read>"

    def __reduce__(self) -> tuple[type[dict[int, V]], tuple[dict[int, V]]]:
        """Pickle and copy as an ordinary dictionary, which no longer follows the board."""
        return dict, (dict(self),)


Row = dict[int, Attributes]


def live_graph(board: "Board", kind: str) -> "nx.Graph[int]":
    """Return the live graph of a board: ``kind`` is "graph", "cells" or "dual"."""
    name = board.tiling.name
    if kind == "graph":
        return assembled(nx.Graph(tiling=name), _Skeleton(board))
    if kind == "cells":
        return assembled(nx.DiGraph(tiling=name), _Cells(board))
    return assembled(nx.Graph(tiling=name), _Dual(board))


class Shown(Protocol):
    """The nodes and arcs of a live graph, with their attributes."""

    def members(self) -> Collection[int]:
        """Return the nodes."""

    def node(self, number: int, /) -> Attributes:
        """Return the attributes of a node."""

    def row(self, number: int, /) -> Row:
        """Return the successors of a node, with the attributes of the arcs."""

    def back(self, number: int, /) -> Row:
        """Return the predecessors of a node."""


def assembled(empty: "nx.Graph[int]", source: Shown) -> "nx.Graph[int]":
    """Give a frozen graph the mappings of `source`, as ``networkx.graphviews`` does."""
    live: Any = nx.freeze(empty)
    live.graph = Attributes(empty.graph)
    live._node = Live(source.members, source.node)
    if live.is_directed():
        live._succ = Live(source.members, source.row)
        live._pred = Live(source.members, source.back)
    else:
        live._adj = Live(source.members, source.row)
    return cast("nx.Graph[int]", live)


class _OfBoard:
    def __init__(self, board: "Board") -> None:
        self._board = board

    @property
    def board(self) -> "Board":
        return self._board.now


class _Cells(_OfBoard):
    """Cells and their relations."""

    def members(self) -> Collection[int]:
        return self.board

    def node(self, site: int) -> Attributes:
        tiling, keys = self.board.tiling, self.board.keys[site : site + 1]
        return Attributes(site=site, **_placed(keys, tiling.plane(tiling.face_grid(keys))))

    def back(self, site: int) -> Row:
        return self.row(site, back=True)

    def row(self, site: int, back: bool = False) -> Row:
        """Return the arcs that leave a cell, or with `back` arrive there, by the other end."""
        slots, keys = self.board.tiling.slots, self.board.keys
        arcs = {}
        for slot, other in enumerate(self.board.step[site].tolist()):
            if other >= 0:
                k, s = int(keys[site, 2]), slot
                if back:
                    k, s = int(keys[other, 2]), int(slots.link[k, slot, 3])
                bits = int(slots.relation[k, s])
                arcs[other] = Attributes(
                    relation=RELATION_NAMES[bits & ~ADJACENT],
                    adjacent=bool(bits & ADJACENT),
                    direction=slots.labels[k][s],
                    slot=s,
                )
        return arcs


class _Dual(_Cells):
    """Cells that share an edge."""

    def row(self, site: int, back: bool = False) -> Row:
        edges = self.board.edges.of_cells
        own = set(edges[site].tolist()) - {-1}
        return {
            other: Attributes(edge=min(own.intersection(edges[other].tolist())))
            for other in self.board.neighbours(site, "orthogonal").tolist()
        }


class _Skeleton(_OfBoard):
    """Vertices and edges."""

    def members(self) -> Collection[int]:
        return self.board.vertices

    def node(self, vertex: int) -> Attributes:
        tiling, keys = self.board.tiling, self.board.vertices.keys[vertex : vertex + 1]
        return Attributes(_placed(keys, tiling.plane(tiling.vertex_grid(keys))))

    def row(self, vertex: int) -> Row:
        board = self.board
        vertices, edges = board.vertices.now, board.edges.now
        here = _key(vertices.keys[vertex : vertex + 1])
        star = board.tiling.incidence.stars[here[2]]
        around = [board.find(moved(spoke.face, here)) for spoke in star]
        row = {}
        for n, spoke in enumerate(star):
            edge = edges.find(moved(spoke.edge, here))
            if edge >= 0:
                # The faces to the left and to the right of the edge, seen from this vertex.
                sites = sorted(site for site in (around[n], around[n - 1]) if site >= 0)
                row[vertices.find(moved(spoke.head, here))] = Attributes(
                    edge=edge, **dict(zip(SIDES, sites, strict=False))
                )
        return row

    back = row


def _key(keys: Ints) -> Key:
    i, j, k = keys[0].tolist()
    return (i, j, k)


def _placed(keys: Ints, positions: Floats) -> dict[str, int | float]:
    """Return the lattice key and the position of a node as attributes."""
    (i, j, k), (x, y) = keys[0].tolist(), positions[0].tolist()
    return {"i": i, "j": j, "k": k, "x": x, "y": y}


def embedding(board: "Board") -> "nx.PlanarEmbedding[int]":
    """Return the tiling's embedding: its faces are the cells, the holes and the outside."""
    skeleton = _Skeleton(board)
    planar: nx.PlanarEmbedding[int] = nx.PlanarEmbedding()
    # Spokes, and so the entries of a row, are counter-clockwise.
    planar.set_data({v: list(skeleton.row(v))[::-1] for v in skeleton.members()})
    return planar
