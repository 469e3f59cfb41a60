"""Graphs and paths of edges on which pieces stand."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from boardless.games.compiler.builder import Span
from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Range, Role, SiteType
from boardless.games.ludemes.literals import ANY_NUMBER, bounds
from boardless.games.ludemes.players import ThePlayer, one_player
from boardless.games.ludemes.sites import LastTo
from boardless.ir.expressions import NONE, Bool, Int, S, lifted
from boardless.topo.layouts.regions import corners_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme


@ludeme("is", "RegularGraph", example="(is RegularGraph Neutral k:2)", facts=EFFECT)
class IsRegularGraph(Condition):
    """All vertices have so many edges of a role's component, an odd or an even number.

    Unless given it is the number of the first that has any. Neutral is the component on (last
    To), or 1.
    """

    role: Role | ThePlayer
    _: KW_ONLY
    k: Integer | None = None
    odd: bool = False
    even: bool = False

    def meaning(self, b: Builder) -> Bool:
        scope, out, row = b.playing(self), b.playing(self).out, b.playing(self).builder.row()
        found = _moved(scope)
        vertices = Span(0, vertices_of(self, scope), "v")
        b.each(vertices, lambda at: out.add(f"{S.scratch[row, at]} = 0"))
        with _edges(self.role, self, scope) as ends:
            for end in ends:
                out.add(f"s.scratch[{row}, {end}] += 1")
        degree = scope.variable("degree", Int.of(0) if self.k is None else b.integer(self.k))
        first = f"{degree} = int64(s.scratch[{row}, {{}}])".format
        b.each(vertices, lambda at: out.when(degree == 0, first(at)))
        b.each(
            vertices,
            lambda at: out.add(f"{found} = {(found & (S.scratch[row, at] == degree)).text}"),
        )
        if self.odd or self.even:
            return found & (degree % 2 == int(self.odd))
        return found


@dataclass(frozen=True)
class EdgesAround(Condition):
    """The edges of a role go round nothing."""

    facts = EFFECT
    role: Role | ThePlayer

    def meaning(self, b: Builder) -> Bool:
        """Return whether they do, and join all vertices if they are to span the board."""
        scope, out, row = b.playing(self), b.playing(self).out, b.playing(self).builder.row()
        vertices = vertices_of(self, scope)
        found, count = _moved(scope), scope.variable("count", Int.of(0))
        # Every vertex leads to another of its part of the graph, and so on to one that leads to
        # itself.
        b.each(Span(0, vertices, "v"), lambda at: out.add(f"{S.scratch[row, at]} = {at}"))
        with _edges(self.role, self, scope) as (one, other):
            for end in (one, other):
                with out.block(f"while s.scratch[{row}, {end}] != {end}:"):
                    out.add(f"{end} = int64(s.scratch[{row}, {end}])")
            out.add(f"{found} = {found} and {one} != {other}")
            out.add(f"s.scratch[{row}, {one}] = {other}")
            out.add(f"{count} += 1")
        return found if isinstance(self, IsTree) else found & (count == vertices - 1)


@ludeme("is", "Tree", example="(is Tree Neutral)")
class IsTree(EdgesAround):
    """The edges of a role, as in (is RegularGraph), go round nothing."""


@ludeme("is", "SpanningTree", example="(is SpanningTree Mover)")
class IsSpanningTree(EdgesAround):
    """The edges of a role, as in (is RegularGraph), join all vertices and go round nothing."""


@ludeme("is", "CaterpillarTree", example="(is CaterpillarTree Mover)")
class IsCaterpillarTree(EdgesAround):
    """The edges of a role join all vertices, and without those that end a tree they are a path."""

    def meaning(self, b: Builder) -> Bool:
        """Return whether they do: no vertex has more than two edges that lead on at both ends."""
        found, scope, out = super().meaning(b), b.playing(self), b.playing(self).out
        found = scope.variable("c", found)
        degree, spine = scope.builder.row(), scope.builder.row()
        vertices = Span(0, vertices_of(self, scope), "v")
        b.each(vertices, lambda at: out.add(f"{S.scratch[degree, at]} = 0"))
        b.each(vertices, lambda at: out.add(f"{S.scratch[spine, at]} = 0"))
        with _edges(self.role, self, scope) as ends:
            for end in ends:
                out.add(f"s.scratch[{degree}, {end}] += 1")
        with _edges(self.role, self, scope) as (one, other):
            leads_on = f"s.scratch[{degree}, {{}}] > 1".format
            with out.block(f"if {leads_on(one)} and {leads_on(other)}:"):
                out.add(f"s.scratch[{spine}, {one}] += 1")
                out.add(f"s.scratch[{spine}, {other}] += 1")
        b.each(vertices, lambda at: out.add(f"{found} = {found & (S.scratch[spine, at] <= 2)}"))
        return found


@ludeme("is", "Path", example="(is Path Edge Mover length:(exact 3) closed:True)", facts=EFFECT)
class IsPath(Condition):
    """The edges of a role that are connected to that of the last move are a path of a length.

    With `closed` they are a ring of this length, or the edge is part of one.
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

    def meaning(self, b: Builder) -> Bool:
        scope, made = b.playing(self), b.playing(self).builder
        low, high = bounds(self.length, scope, ("1", ANY_NUMBER))
        names = {"vertices": vertices_of(self, scope), "ends": ends_of_edges(scope)}
        first, beyond = scope.binding(kind="Edge").board_span
        names |= {"edges": edges_of(scope), "first": first, "beyond": beyond}
        if self.closed:
            rows = ("visit", "least", "before", "next", "pile", "open", "ring", "far", "state")
            names |= {name: made.row() for name in rows}
            of = "s: Arrays, edge: int, player: int"
            names["ring_of"] = made.helper(of, "int", _RING.format(**names))
            names["way_round"] = made.helper(of, "int", _WAY_ROUND.format(**names))
        body = (_IN_RING if self.closed else _ALONG).format(**names)
        holds = made.helper(_PARAMETERS, "bool", body)
        at = scope.variable("x", b.board_site(LastTo() if self.from_ is None else self.from_))
        return (at != NONE) & Bool.call(holds, at, b.who(self.role, self), low, high)


def vertices_of(node: Ludeme, scope: Scope) -> int:
    """Return how many vertices the board has, on whose edges pieces lie."""
    scene = scope.model.scene
    if scene is None or "Edge" not in scope.model.types:
        node.reject("graphs of edges need a board with pieces on its edges")
    vertices = len(scene.board.sites_of("Vertex"))
    if vertices > len(scope.model.cells) + 1:
        node.reject("expected at most one vertex more than there are edges")
    return vertices


def _number(role: Role | ThePlayer, node: Ludeme, scope: Scope) -> str:
    """Return the source of the number of a role, which is that of a component as well."""
    out, number = scope.out, scope.out.name("what")
    if role is Role.NEUTRAL:
        out.add(f"{number} = max(int64(s.what[{scope.last_site}]), 1)")
    else:
        out.add(f"{number} = {one_player(role, node, scope)}")
    return number


def ends_of_edges(scope: Scope) -> str:
    """Return the name of a table of the two ends of the edge of each site."""
    scene = scope.model.scene
    assert scene is not None
    first, end = scope.model.span("Edge")
    ends = [0] * 2 * first
    for edge in range(end - first):
        ends += corners_of(scene.board, "Edge", edge).tolist()
    return scope.constant("EDGES", ends)


def edges_of(scope: Scope) -> str:
    """Return the source of the range of the sites of all edges."""
    return f"range({', '.join(scope.binding(kind='Edge').board_span)})"


@contextmanager
def _edges(role: Role | ThePlayer, node: Ludeme, scope: Scope) -> Iterator[tuple[str, str]]:
    """Open a loop over the edges of a role; yield the names of their two ends."""
    out = scope.out
    table, number = ends_of_edges(scope), _number(role, node, scope)
    at, one, other = out.name("x"), out.name("end"), out.name("end")
    with (
        out.block(f"for {at} in {edges_of(scope)}:"),
        out.block(f"if s.what[{at}] == {number}:"),
    ):
        out.add(f"{one} = int64({table}[2 * {at}])")
        out.add(f"{other} = int64({table}[2 * {at} + 1])")
        yield one, other


def _moved(scope: Scope) -> Bool:
    """Return a variable: there is a last move."""
    return scope.variable("c", lifted(f"{scope.last_site} != NONE", Bool))


_PARAMETERS = "s: Arrays, edge: int, player: int, low: int, high: int"


#: A path: from both ends of the edge on, as long as one more edge is there.
_ALONG = """\
    length = 1
    for side in range(2):
        at, came, more = int64({ends}[2 * edge + side]), edge, True
        while more:
            more, onward = False, edge
            for other in {edges}:
                meets = {ends}[2 * other] == at or {ends}[2 * other + 1] == at
                if meets and other != came and s.who[other] == player:
                    if more:
                        return False
                    more, onward = True, other
            if more:
                if onward == edge:
                    return False
                came = onward
                at = int64({ends}[2 * came]) + int64({ends}[2 * came + 1]) - at
                length += 1
    return length == low if low == high else low < high and length <= high
"""
#: A ring: what hangs together with the edge without bridges, and the shortest way round.
_IN_RING = """\
    size = {ring_of}(s, edge, player)
    inside = 0
    for other in {edges}:
        one, end = {ends}[2 * other], {ends}[2 * other + 1]
        if s.who[other] == player and s.scratch[{ring}, one] != 0 and s.scratch[{ring}, end] != 0:
            inside += 1
    if low == high and size == inside and size == low:
        return True
    if low != high and 2 < size <= high and size == inside:
        return True
    if inside <= size:
        return False
    length = {way_round}(s, edge, player)
    return (low == high and length == low) or (high > 2 and length <= high)
"""
#: The number of vertices connected to the edge without bridges, 0 where it is a bridge.
_RING = """\
    for at in range({vertices}):
        for row in ({visit}, {open}, {ring}):
            s.scratch[row, at] = 0
    at, depth, top = int64({ends}[2 * edge]), 1, 1
    s.scratch[{visit}, at] = 1
    s.scratch[{least}, at] = 1
    s.scratch[{before}, at] = {vertices}
    s.scratch[{next}, at] = {first}
    s.scratch[{pile}, 0] = at
    s.scratch[{open}, at] = 1
    while depth > 0:
        other = int64(s.scratch[{next}, at])
        if other < {beyond}:
            s.scratch[{next}, at] = other + 1
            meets = {ends}[2 * other] == at or {ends}[2 * other + 1] == at
            if meets and s.who[other] == player:
                to = int64({ends}[2 * other]) + int64({ends}[2 * other + 1]) - at
                if s.scratch[{visit}, to] == 0:
                    depth += 1
                    s.scratch[{visit}, to] = depth
                    s.scratch[{least}, to] = depth
                    s.scratch[{before}, to] = at
                    s.scratch[{next}, to] = {first}
                    s.scratch[{pile}, top] = to
                    s.scratch[{open}, to] = 1
                    top += 1
                    at = to
                elif to != s.scratch[{before}, at] and s.scratch[{open}, to] != 0:
                    s.scratch[{least}, at] = min(s.scratch[{least}, at], s.scratch[{visit}, to])
        else:
            depth -= 1
            if depth > 0:
                if s.scratch[{least}, at] == s.scratch[{visit}, at]:
                    while s.scratch[{open}, at] != 0:
                        top -= 1
                        s.scratch[{open}, s.scratch[{pile}, top]] = 0
                to = int64(s.scratch[{before}, at])
                s.scratch[{least}, to] = min(s.scratch[{least}, to], s.scratch[{least}, at])
                at = to
    for n in range(top):
        s.scratch[{ring}, s.scratch[{pile}, n]] = 1
    if s.scratch[{ring}, int64({ends}[2 * edge + 1])] == 0:
        for n in range(top):
            s.scratch[{ring}, s.scratch[{pile}, n]] = 0
        return 0
    return top
"""
#: The length of the way from one end of the edge to the other and back over it, as Ludii looks for
#: it: of the vertices that are to be looked at that of the smallest number comes first.
_WAY_ROUND = """\
    start, goal = int64({ends}[2 * edge]), int64({ends}[2 * edge + 1])
    for at in range({vertices}):
        s.scratch[{far}, at] = {vertices}
        s.scratch[{state}, at] = 0
        s.scratch[{before}, at] = 0
    s.scratch[{far}, start] = 0
    s.scratch[{before}, start] = start
    s.scratch[{state}, start] = 1
    at = start
    while at != goal:
        s.scratch[{state}, at] = 2
        for other in {edges}:
            meets = {ends}[2 * other] == at or {ends}[2 * other + 1] == at
            if meets and other != edge and s.who[other] == player:
                to = int64({ends}[2 * other]) + int64({ends}[2 * other + 1]) - at
                if s.scratch[{far}, to] > s.scratch[{far}, at] + 1:
                    s.scratch[{far}, to] = s.scratch[{far}, at] + 1
                    s.scratch[{before}, to] = at
                    if s.scratch[{state}, to] == 0:
                        s.scratch[{state}, to] = 1
        at = {vertices}
        for other in range({vertices} - 1, -1, -1):
            if s.scratch[{state}, other] == 1:
                at = other
        if at == {vertices}:
            return 0
    length, at = 1, goal
    while s.scratch[{before}, at] != at:
        length += 1
        at = int64(s.scratch[{before}, at])
    return length
"""
