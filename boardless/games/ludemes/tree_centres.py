"""Trees of edges: the test that a vertex is the centre of its tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardless.games.kit import (
    EFFECT,
    FALSE,
    TRUE,
    Bool,
    Condition,
    Int,
    Ludeme,
    Role,
    S,
    Scope,
    Statements,
    every,
    lesser,
    ludeme,
    truth,
    wide,
)
from boardless.games.ludemes.edge_graphs import EdgeGraph
from boardless.games.ludemes.players import PLAYERS, ThePlayer
from boardless.games.ludemes.sites import LastTo

if TYPE_CHECKING:
    from collections.abc import Iterator


@ludeme("is", "TreeCentre", facts=EFFECT)
def is_tree_centre(node: Condition, b: Scope, role: Role | ThePlayer) -> Bool:
    """The edges of a role (Shared: all pieces) form no cycle, and (last To) is a centre there.

    A centre is a vertex that leaves no part with more than half of the vertices of its tree. The
    search starts at the vertex with the smallest number; it also accepts a neighbour with an
    equally long way along the smallest numbers.

    Example: (is TreeCentre Shared)
    """
    holds = _Forest(node, b).asks_centre()
    vertex = b.let(b.integer(LastTo()), "vertex")
    return (vertex >= 0) & Bool.call(holds, vertex, b.who(role, node))


_VERTEX, _PLAYER = Int.named("vertex"), Int.named("player")


class _Forest:
    """Functions of a player's edges; rows of ``s.scratch`` hold numbers of vertices."""

    def __init__(self, node: Ludeme, b: Scope) -> None:
        self._builder, self._graph = b.builder, EdgeGraph.of(node, b)
        rows = [b.builder.row() for _ in range(7)]
        #: The parent of each vertex, up to the root of its tree, and its edges.
        self._root, self._degree = rows[:2]
        #: Whether it is in a tree, its order there, its parent, and its descendants.
        self._inside, self._order, self._before, self._size, self._left = rows[2:]

    def _beside(self, at: Int, b: Statements) -> Iterator[Int]:
        """Iterate over the vertices at the other ends of a vertex's edges."""
        for edge in self._graph.each(b):
            with b.where(self._graph.meets(edge, at) & self._is_owned(edge)):
                yield b.variable("to", self._graph.across(edge, at))

    def _is_owned(self, edge: Int) -> Bool:
        return (S.who[edge] == _PLAYER) | ((_PLAYER > PLAYERS) & (S.what[edge] != 0))

    def _climb(self, at: Int, b: Statements) -> None:
        """Go from a vertex to the root of its tree."""
        with b.as_long_as(S.scratch[self._root, at] != at):
            b.set(at, wide(S.scratch[self._root, at]))

    def _is_forest(self) -> str:
        """Return the function that tests that the edges form no cycle."""
        b = Statements()
        for at in b.numbers(self._graph.vertices, stem="at"):
            b.set(S.scratch[self._root, at], at)
            b.set(S.scratch[self._degree, at], 0)
        for edge in self._graph.each(b):
            with b.where(self._is_owned(edge)):
                one, other = (b.variable("end", self._graph.end(edge, n)) for n in (0, 1))
                for end in (one, other):
                    b.add(S.scratch[self._degree, end], 1)
                    self._climb(end, b)
                with b.where(one == other):
                    b.give(FALSE)
                b.set(S.scratch[self._root, one], other)
        b.give(TRUE)
        return self._builder.helper((_PLAYER,), "bool", b.statements)

    def _centre(self) -> str:
        """Return the function that computes the centre of a vertex's tree, or 0 without edges."""
        b, scratch, vertices = Statements(), S.scratch, self._graph.vertices
        root, first = b.variable("root", _VERTEX), b.variable("first", Int.of(vertices))
        total = b.variable("total", 0)
        self._climb(root, b)
        for at in b.numbers(vertices, stem="at"):
            of = b.variable("of", at)
            self._climb(of, b)
            b.set(scratch[self._inside, at], 0)
            with b.where((of == root) & (scratch[self._degree, at] > 0)):
                b.set(scratch[self._inside, at], 1)
                b.add(total, 1)
                b.set(first, lesser(first, at))
        with b.where(total == 0):
            b.give(0)
        b.set(scratch[self._order, 0], first)
        b.set(scratch[self._before, first], first)
        b.set(scratch[self._size, first], 1)
        count, n = b.variable("count", 1), b.variable("n", 0)
        with b.as_long_as(n < count):
            at = b.variable("at", wide(scratch[self._order, n]))
            for to in self._beside(at, b):
                with b.where(to != scratch[self._before, at]):
                    b.set(scratch[self._before, to], at)
                    b.set(scratch[self._size, to], 1)
                    b.set(scratch[self._order, count], to)
                    b.add(count, 1)
            b.add(n, 1)
        for n in b.numbers(0, count - 1, -1):
            at = b.variable("at", wide(scratch[self._order, n]))
            b.add(scratch[self._size, scratch[self._before, at]], scratch[self._size, at])
        centre, more = b.variable("centre", first), b.variable("more", TRUE)
        with b.as_long_as(more):
            b.set(more, FALSE)
            at = b.variable("at", centre)
            for to in b.numbers(-1, vertices - 1, -1, stem="to"):
                is_beyond = (to != at) & (scratch[self._before, to] == at)
                is_large = scratch[self._size, to] > total // 2
                with b.where(every(scratch[self._inside, to] != 0, is_beyond, is_large)):
                    b.set(more, TRUE)
                    b.set(centre, to)
        b.give(centre)
        return self._builder.helper((_VERTEX, _PLAYER), "int", b.statements)

    def _way(self) -> str:
        """Return the function that measures a way along the smallest numbers."""
        b, vertices = Statements(), self._graph.vertices
        for at in b.numbers(vertices, stem="at"):
            b.set(S.scratch[self._left, at], S.scratch[self._inside, at])
        length, at = b.variable("length", 0), b.variable("at", _VERTEX)
        with b.as_long_as(at < vertices):
            b.set(S.scratch[self._left, at], 0)
            b.add(length, 1)
            onward = b.variable("onward", Int.of(vertices))
            for to in self._beside(at, b):
                with b.where((S.scratch[self._left, to] != 0) & (to < onward)):
                    b.set(onward, to)
            b.set(at, onward)
        b.give(length)
        return self._builder.helper((_VERTEX, _PLAYER), "int", b.statements)

    def asks_centre(self) -> str:
        """Return the function that tests that a vertex is the centre of its tree."""
        b, is_forest, find, way = Statements(), self._is_forest(), self._centre(), self._way()
        with b.where(~Bool.call(is_forest, _PLAYER)):
            b.give(FALSE)
        centre = b.variable("centre", Int.call(find, _VERTEX, _PLAYER))
        with b.where(centre == _VERTEX):
            b.give(TRUE)
        with b.where(every(*(S.scratch[self._degree, at] == 1 for at in (centre, _VERTEX)))):
            b.give(TRUE)
        for to in self._beside(_VERTEX, b):
            with b.where(to == centre):
                one, other = (Int.call(way, at, _PLAYER) for at in (_VERTEX, centre))
                b.give(truth(one == other))
        b.give(FALSE)
        return self._builder.helper((_VERTEX, _PLAYER), "bool", b.statements)
