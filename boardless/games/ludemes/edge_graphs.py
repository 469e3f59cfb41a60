"""Graphs and paths formed by the edges that carry pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Self

from boardless.games.kit import (
    EFFECT,
    FALSE,
    NONE,
    TRUE,
    Block,
    Bool,
    Condition,
    Int,
    IntArray,
    Integer,
    LoopRange,
    Ludeme,
    ModuleBuilder,
    Range,
    Role,
    S,
    Scope,
    ScratchRow,
    SiteType,
    Statements,
    every,
    frozen,
    greater,
    lesser,
    ludeme,
    wide,
)
from boardless.games.ludemes.literals import ANY_NUMBER, limits
from boardless.games.ludemes.players import ThePlayer
from boardless.games.ludemes.sites import LastTo
from boardless.topo.layouts.regions import corners_of


@ludeme("is", "RegularGraph", facts=EFFECT)
def is_regular_graph(
    node: Condition,
    b: Scope,
    role: Role | ThePlayer,
    *,
    k: Integer | None = None,
    odd: bool = False,
    even: bool = False,
) -> Bool:
    """All vertices have N edges of a role's component, or an odd or an even number.

    By default N is the degree of the first vertex with edges. Neutral means the component on (last
    To), or 1.

    Example: (is RegularGraph Neutral k:2)
    """
    row, is_regular = b.builder.row(), _moved(b)
    vertices = LoopRange(0, vertices_of(node, b), "v")
    _count_edges(row, role, node, b)
    degree = b.variable("degree", b.integer_or(k, 0))
    for at in b.loop(vertices):
        b.set_if(degree == 0, degree, wide(row[at]))
    for at in b.loop(vertices):
        b.set(is_regular, is_regular & (row[at] == degree))
    return is_regular & (degree % 2 == int(odd)) if odd or even else is_regular


@frozen
class EdgesAround(Condition):
    """The edges of a role form no cycle."""

    facts = EFFECT
    role: Role | ThePlayer

    def meaning_in_play(self, b: Scope) -> Bool:
        """Return the test for cycles; a spanning tree must also join all vertices."""
        row, vertices = b.builder.row(), vertices_of(self, b)
        is_acyclic, count = _moved(b), b.variable("count", 0)
        # Every vertex points to another of its component, along a chain that ends at a vertex that
        # points to itself.
        for at in b.loop(LoopRange(0, vertices, "v")):
            b.set(row[at], at)
        for one, other in _edges(self.role, self, b):
            for end in (one, other):
                with b.as_long_as(row[end] != end):
                    b.set(end, wide(row[end]))
            b.set(is_acyclic, is_acyclic & (one != other))
            b.set(row[one], other)
            b.add(count, 1)
        return is_acyclic if isinstance(self, IsTree) else is_acyclic & (count == vertices - 1)


@ludeme("is", "Tree")
class IsTree(EdgesAround):
    """The edges of a role, as in (is RegularGraph), form no cycle.

    Example: (is Tree Neutral)
    """


@ludeme("is", "SpanningTree")
class IsSpanningTree(EdgesAround):
    """The edges of a role, as in (is RegularGraph), form a tree that joins all vertices.

    Example: (is SpanningTree Mover)
    """


@ludeme("is", "CaterpillarTree")
class IsCaterpillarTree(EdgesAround):
    """The edges of a role join all vertices, and form a path without the leaf edges.

    Example: (is CaterpillarTree Mover)
    """

    def meaning_in_play(self, b: Scope) -> Bool:
        """Return the test that no vertex has more than two edges that lead on at both ends."""
        holds = b.variable("c", super().meaning_in_play(b))
        degree, spine = b.builder.row(), b.builder.row()
        vertices = LoopRange(0, vertices_of(self, b), "v")
        for at in b.loop(vertices):
            b.set(spine[at], 0)
        _count_edges(degree, self.role, self, b)
        for one, other in _edges(self.role, self, b):
            with b.where((degree[one] > 1) & (degree[other] > 1)):
                b.add(spine[one], 1)
                b.add(spine[other], 1)
        for at in b.loop(vertices):
            b.set(holds, holds & (spine[at] <= 2))
        return holds


@ludeme("is", "Path", facts=EFFECT)
class IsPath(Condition):
    """The edges of a role connected to the edge of the last move form a path of a length.

    With `closed` they are a ring of this length, or the edge is part of one.

    Example: (is Path Edge Mover length:(exact 3) closed:True)
    """

    type: SiteType
    role: Role | ThePlayer | Integer
    _: KW_ONLY
    length: Range
    from_: Integer | None = None
    closed: bool = False

    def __post_init__(self) -> None:
        if self.type is not SiteType.EDGE:
            self.reject("expected a path of type Edge")

    def meaning_in_play(self, b: Scope) -> Bool:
        low, high = limits(self.length, b, 1, ANY_NUMBER)
        graph = EdgeGraph.of(self, b)
        body = _ring(graph, b.builder) if self.closed else _line(graph)
        holds = b.builder.helper((_EDGE, _PLAYER, _LOW, _HIGH), "bool", body)
        at = b.variable("x", b.board_site(LastTo() if self.from_ is None else self.from_))
        return (at != NONE) & Bool.call(holds, at, b.who(self.role, self), low, high)


def vertices_of(node: Ludeme, scope: Scope) -> int:
    """Return the number of vertices of the board; pieces must lie on edges."""
    scene = scope.model.scene
    if scene is None or "Edge" not in scope.model.types:
        node.reject("graphs of edges need a board with pieces on its edges")
    vertices = len(scene.board.sites_of("Vertex"))
    if vertices > len(scope.model.cells) + 1:
        node.reject("expected at most one vertex more than there are edges")
    return vertices


def ends_of_edges(b: Scope) -> IntArray:
    """Return a table of the two end vertices of the edge of each site."""
    scene = b.model.scene
    assert scene is not None
    first, end = b.model.span("Edge")
    ends = [0] * 2 * first
    for edge in range(end - first):
        ends += corners_of(scene.board, "Edge", edge).tolist()
    return b.table("EDGES", ends)


def _edges(role: Role | ThePlayer, node: Ludeme, b: Scope) -> Iterator[tuple[Int, Int]]:
    """Iterate over the edges of a role and its component; yield their two ends."""
    table = ends_of_edges(b)
    number = greater(wide(S.what[b.last_site]), 1) if role is Role.NEUTRAL else b.who(role, node)
    number = b.variable("what", number)
    first, end = b.binding(kind="Edge").board_span
    for at in b.numbers(end, first, stem="x"):
        with b.where(S.what[at] == number):
            one, other = (b.variable("end", wide(table[2 * at + n])) for n in (0, 1))
            yield one, other


def _count_edges(row: ScratchRow, role: Role | ThePlayer, node: Ludeme, b: Scope) -> None:
    """Count the edges of a role at each vertex, in a row of ``s.scratch``."""
    for at in b.loop(LoopRange(0, vertices_of(node, b), "v")):
        b.set(row[at], 0)
    for ends in _edges(role, node, b):
        for end in ends:
            b.add(row[end], 1)


def _moved(b: Scope) -> Bool:
    """Return a variable that is true if there is a last move."""
    return b.variable("c", b.last_site != NONE)


_EDGE, _PLAYER, _LOW, _HIGH = map(Int.named, ("edge", "player", "low", "high"))


@dataclass(frozen=True)
class EdgeGraph:
    """The edges of a board with their end vertices, inside a function of a module."""

    vertices: int
    ends: IntArray
    first: Int
    beyond: Int

    @classmethod
    def of(cls, node: Ludeme, b: Scope) -> Self:
        """Return the edges of the board."""
        return cls(vertices_of(node, b), ends_of_edges(b), *b.binding(kind="Edge").board_span)

    def end(self, edge: Int, n: Int | int = 0) -> Int:
        """Return the first end of an edge, or the second for `n` 1."""
        return wide(self.ends[2 * edge + n])

    def across(self, edge: Int, at: Int) -> Int:
        """Return the end of an edge opposite to a vertex."""
        return self.end(edge) + self.end(edge, 1) - at

    def each(self, b: Statements) -> Iterator[Int]:
        """Iterate over all edges."""
        return b.numbers(self.beyond, self.first, stem="other")

    def meets(self, edge: Int, at: Int) -> Bool:
        """Return the test that an edge ends at a vertex."""
        return (self.ends[2 * edge] == at) | (self.ends[2 * edge + 1] == at)


def _line(graph: EdgeGraph) -> Block:
    """Return statements that follow a path from both ends of the edge while one edge leads on."""
    b = Statements()
    length = b.variable("length", 1)
    for side in b.numbers(2, stem="side"):
        at, came, more, onward = b.named(at=Int, came=Int, more=Bool, onward=Int)
        b.set_all((at, came, more), graph.end(_EDGE, side), _EDGE, TRUE)
        with b.as_long_as(more):
            b.set_all((more, onward), FALSE, _EDGE)
            for other in graph.each(b):
                meets = b.variable("meets", graph.meets(other, at))
                with b.where(every(meets, other != came, S.who[other] == _PLAYER)):
                    b.give_if(more, FALSE)
                    b.set_all((more, onward), TRUE, other)
            with b.where(more):
                b.give_if(onward == _EDGE, FALSE)
                b.set(came, onward)
                b.set(at, graph.across(came, at))
                b.add(length, 1)
    b.give((_LOW == _HIGH).choose(length == _LOW, (_LOW < _HIGH) & (length <= _HIGH)))
    return b.statements


def _ring(graph: EdgeGraph, made: ModuleBuilder) -> Block:
    """Return statements that look for a ring.

    The ring is the bridgeless component of the edge, or the shortest way round.
    """
    b, ring, before, of = Statements(), made.row(), made.row(), (_EDGE, _PLAYER)
    hanging = made.helper(of, "int", _without_bridges(graph, ring, before, made))
    way_round = made.helper(of, "int", _way_round(graph, before, made))
    size = b.variable("size", Int.call(hanging, _EDGE, _PLAYER))
    inside = b.variable("inside", 0)
    for other in graph.each(b):
        ends = [b.variable("end", graph.ends[2 * other + n]) for n in (0, 1)]
        with b.where(every(S.who[other] == _PLAYER, *(ring[end] != 0 for end in ends))):
            b.add(inside, 1)
    b.give_if(every(_LOW == _HIGH, size == inside, size == _LOW), TRUE)
    b.give_if(every(_LOW != _HIGH, size > 2, size <= _HIGH, size == inside), TRUE)
    b.give_if(inside <= size, FALSE)
    length = b.variable("length", Int.call(way_round, _EDGE, _PLAYER))
    b.give(((_LOW == _HIGH) & (length == _LOW)) | ((_HIGH > 2) & (length <= _HIGH)))
    return b.statements


def _without_bridges(
    graph: EdgeGraph, ring: ScratchRow, before: ScratchRow, made: ModuleBuilder
) -> Block:
    """Return statements that mark and count the vertices joined to the edge without bridges.

    The count is 0 if the edge is a bridge.
    """
    b = Statements()
    visit, least, next_, pile, open_ = (made.row() for _ in range(5))
    at, depth, top, other, to = b.named(at=Int, depth=Int, top=Int, other=Int, to=Int)
    for _ in b.numbers(graph.vertices, name=at):
        for row in (visit, open_, ring):
            b.set(row[at], 0)

    def enter(vertex: Int, came: Int | int) -> None:
        b.set(visit[vertex], depth)
        b.set(least[vertex], depth)
        b.set(before[vertex], came)
        b.set(next_[vertex], graph.first)
        b.set(pile[top], vertex)
        b.set(open_[vertex], 1)
        b.add(top, 1)

    b.set_all((at, depth, top), graph.end(_EDGE), 1, 0)
    enter(at, graph.vertices)
    with b.as_long_as(depth > 0):
        b.set(other, wide(next_[at]))
        with b.where(other < graph.beyond):
            b.set(next_[at], other + 1)
            with b.where(graph.meets(other, at) & (S.who[other] == _PLAYER)):
                b.set(to, graph.across(other, at))
                with b.where(visit[to] == 0):
                    b.add(depth, 1)
                    enter(to, at)
                    b.set(at, to)
                with b.otherwise((to != before[at]) & (open_[to] != 0)):
                    b.set(least[at], lesser(least[at], visit[to]))
        with b.otherwise():
            b.set(depth, depth - 1)
            with b.where(depth > 0):
                with (
                    b.where(least[at] == visit[at]),
                    b.as_long_as(open_[at] != 0),
                ):
                    b.set(top, top - 1)
                    b.set(open_[pile[top]], 0)
                b.set(to, wide(before[at]))
                b.set(least[to], lesser(least[to], least[at]))
                b.set(at, to)
    for n in b.numbers(top):
        b.set(ring[pile[n]], 1)
    with b.where(ring[graph.end(_EDGE, 1)] == 0):
        for n in b.numbers(top):
            b.set(ring[pile[n]], 0)
        b.give(0)
    b.give(top)
    return b.statements


def _way_round(graph: EdgeGraph, before: ScratchRow, made: ModuleBuilder) -> Block:
    """Return statements that measure the way from one end of the edge to the other and back.

    As in Ludii, the search visits the vertex with the smallest number first.
    """
    b = Statements()
    far, state = made.row(), made.row()
    at, to, length = b.named(at=Int, to=Int, length=Int)
    start, goal = (
        b.variable(name, graph.end(_EDGE, n)) for n, name in enumerate(("start", "goal"))
    )
    for _ in b.numbers(graph.vertices, name=at):
        b.set(far[at], graph.vertices)
        b.set(state[at], 0)
        b.set(before[at], 0)
    b.set(far[start], 0)
    b.set(before[start], start)
    b.set(state[start], 1)
    b.set(at, start)
    with b.as_long_as(at != goal):
        b.set(state[at], 2)
        for other in graph.each(b):
            owned = S.who[other] == _PLAYER
            with b.where(every(graph.meets(other, at), other != _EDGE, owned)):
                b.set(to, graph.across(other, at))
                with b.where(far[to] > far[at] + 1):
                    b.set(far[to], far[at] + 1)
                    b.set(before[to], at)
                    b.set_if(state[to] == 0, state[to], 1)
        b.set(at, graph.vertices)
        for other in b.numbers(-1, graph.vertices - 1, -1, stem="other"):
            b.set_if(state[other] == 1, at, other)
        b.give_if(at == graph.vertices, 0)
    b.set_all((length, at), 1, goal)
    with b.as_long_as(before[at] != at):
        b.add(length, 1)
        b.set(at, wide(before[at]))
    b.give(length)
    return b.statements
