"""Positions as a NetworkX graph: a live, read-only view over the arrays.

Nodes are the numbers of positions, with the known attributes of `Positions.node`; an arc has
``moves``, the texts of all moves that lead from one to the other with spaces between them. All
attributes are numbers and texts, which any file format takes. Algorithms that read every arc many
times should run on a ``copy()``.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, cast

import networkx as nx

from boardless.jit.arrays import Ints
from boardless.topo.boards.graphs import Attributes, Row, assembled

if TYPE_CHECKING:
    from boardless.store.positions.positions import Positions


class _LiveRows:
    """The rows of the live graph."""

    def __init__(self, positions: "Positions") -> None:
        self._positions = positions

    def members(self) -> Collection[int]:
        return range(len(self._positions))

    def node(self, number: int) -> Attributes:
        # Files have no word for nothing.
        attributes = self._positions.node(number).items()
        return Attributes({name: value for name, value in attributes if value is not None})

    def row(self, number: int) -> Row:
        return self._arcs(self._positions.after(number), self._positions.targets)

    def back(self, number: int) -> Row:
        return self._arcs(self._positions.before(number), self._positions.sources)

    def _arcs(self, links: Ints, others: Ints) -> Row:
        texts, moves = self._positions.texts, self._positions.column("moves")
        moves_to: dict[int, list[str]] = {}
        for other, move in zip(others[links].tolist(), moves[links].tolist(), strict=True):
            moves_to.setdefault(other, []).append(texts[move])
        return {other: Attributes(moves=" ".join(texts)) for other, texts in moves_to.items()}


def live_graph(positions: "Positions") -> "nx.DiGraph[int]":
    """Return the live graph of positions, which follows their changes."""
    explored = positions.explored
    empty: nx.DiGraph[int] = nx.DiGraph(game=explored.game, symmetry=explored.symmetry)
    return cast("nx.DiGraph[int]", assembled(empty, _LiveRows(positions)))
