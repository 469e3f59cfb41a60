"""Trees of edges: the test that a vertex is the centre of its tree."""

from __future__ import annotations

from collections.abc import Iterator

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


@ludeme("is", "TreeCentre", facts=EFFECT)
def is_tree_centre(node: Condition, b: Scope, role: Role | ThePlayer) -> Bool:
    """The edges of a role (Shared: all pieces) form no cycle, and (last To) is a centre there.

    A centre is a vertex that leaves no part with more than half of the vertices of its tree. The
    search starts at the vertex with the smallest number; it also accepts a neighbour with an
    equally long way along the smallest numbers.

    Example: (is TreeCentre Shared)
    """
    holds = _centre_test(node, b)
    vertex = b.let(b.integer(LastTo()), "vertex")
    return (vertex >= 0) & Bool.call(holds, vertex, b.who(role, node))


_VERTEX, _PLAYER = Int.named("vertex"), Int.named("player")


def _centre_test(node: Ludeme, scope: Scope) -> str:
    """Return the function that tests that a vertex is the centre of its tree of a player's edges.

    Rows of ``s.scratch`` hold numbers of vertices.
    """
    builder, graph = scope.builder, EdgeGraph.of(node, scope)
    # The parent of each vertex, up to the root of its tree, and its edges. Then whether it is in a
    # tree, its order there, its parent, and its descendants.
    parents, degrees, inside, order, before, size, left = (builder.row() for _ in range(7))

    def beside(at: Int, b: Statements) -> Iterator[Int]:
        """Iterate over the vertices at the other ends of a vertex's edges."""
        for edge in graph.each(b):
            with b.where(graph.meets(edge, at) & is_owned(edge)):
                yield b.variable("to", graph.across(edge, at))

    def is_owned(edge: Int) -> Bool:
        return (S.who[edge] == _PLAYER) | ((_PLAYER > PLAYERS) & (S.what[edge] != 0))

    def climb(at: Int, b: Statements) -> None:
        """Go from a vertex to the root of its tree."""
        with b.as_long_as(parents[at] != at):
            b.set(at, wide(parents[at]))

    def is_forest() -> str:
        """Return the function that tests that the edges form no cycle."""
        b = Statements()
        for at in b.numbers(graph.vertices, stem="at"):
            b.set(parents[at], at)
            b.set(degrees[at], 0)
        for edge in graph.each(b):
            with b.where(is_owned(edge)):
                one, other = (b.variable("end", graph.end(edge, n)) for n in (0, 1))
                for end in (one, other):
                    b.add(degrees[end], 1)
                    climb(end, b)
                b.give_if(one == other, FALSE)
                b.set(parents[one], other)
        b.give(TRUE)
        return builder.helper((_PLAYER,), "bool", b.statements)

    def find_centre() -> str:
        """Return the function that computes the centre of a vertex's tree, or 0 without edges."""
        b, vertices = Statements(), graph.vertices
        root, first = b.variable("root", _VERTEX), b.variable("first", Int.of(vertices))
        total = b.variable("total", 0)
        climb(root, b)
        for at in b.numbers(vertices, stem="at"):
            of = b.variable("of", at)
            climb(of, b)
            b.set(inside[at], 0)
            with b.where((of == root) & (degrees[at] > 0)):
                b.set(inside[at], 1)
                b.add(total, 1)
                b.set(first, lesser(first, at))
        b.give_if(total == 0, 0)
        b.set(order[0], first)
        b.set(before[first], first)
        b.set(size[first], 1)
        count, n = b.variable("count", 1), b.variable("n", 0)
        with b.as_long_as(n < count):
            at = b.variable("at", wide(order[n]))
            for to in beside(at, b):
                with b.where(to != before[at]):
                    b.set(before[to], at)
                    b.set(size[to], 1)
                    b.set(order[count], to)
                    b.add(count, 1)
            b.add(n, 1)
        for n in b.numbers(0, count - 1, -1):
            at = b.variable("at", wide(order[n]))
            b.add(size[before[at]], size[at])
        centre, more = b.variable("centre", first), b.variable("more", TRUE)
        with b.as_long_as(more):
            b.set(more, FALSE)
            at = b.variable("at", centre)
            for to in b.numbers(-1, vertices - 1, -1, stem="to"):
                is_beyond = (to != at) & (before[to] == at)
                is_large = size[to] > total // 2
                with b.where(every(inside[to] != 0, is_beyond, is_large)):
                    b.set(more, TRUE)
                    b.set(centre, to)
        b.give(centre)
        return builder.helper((_VERTEX, _PLAYER), "int", b.statements)

    def way_from() -> str:
        """Return the function that measures a way along the smallest numbers."""
        b, vertices = Statements(), graph.vertices
        for at in b.numbers(vertices, stem="at"):
            b.set(left[at], inside[at])
        length, at = b.variable("length", 0), b.variable("at", _VERTEX)
        with b.as_long_as(at < vertices):
            b.set(left[at], 0)
            b.add(length, 1)
            onward = b.variable("onward", Int.of(vertices))
            for to in beside(at, b):
                b.set_if((left[to] != 0) & (to < onward), onward, to)
            b.set(at, onward)
        b.give(length)
        return builder.helper((_VERTEX, _PLAYER), "int", b.statements)

    b, forest, find, way = Statements(), is_forest(), find_centre(), way_from()
    b.give_if(~Bool.call(forest, _PLAYER), FALSE)
    centre = b.variable("centre", Int.call(find, _VERTEX, _PLAYER))
    b.give_if(centre == _VERTEX, TRUE)
    b.give_if(every(*(degrees[at] == 1 for at in (centre, _VERTEX))), TRUE)
    for to in beside(_VERTEX, b):
        with b.where(to == centre):
            one, other = (Int.call(way, at, _PLAYER) for at in (_VERTEX, centre))
            b.give(truth(one == other))
    b.give(FALSE)
    return builder.helper((_VERTEX, _PLAYER), "bool", b.statements)
