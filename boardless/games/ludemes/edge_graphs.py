"""Graphs and paths of edges on which pieces stand."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import board_site, condition, integer
from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Range, Role, SiteType
from boardless.games.ludemes.literals import ANY_NUMBER, bounds
from boardless.games.ludemes.sites import LastTo
from boardless.topo.layouts.regions import corners_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme


@ludeme("is", "RegularGraph", example="(is RegularGraph Neutral k:2)", facts=EFFECT)
class IsRegularGraph(Condition):
    """All vertices have so many edges of a role's component, an odd or an even number.

    Unless given it is the number of the first that has any. Neutral is the component on (last
    To), or 1.
    """

    role: Role
    _: KW_ONLY
    k: Integer | None = None
    odd: bool = False
    even: bool = False


@ludeme("is", "Tree", example="(is Tree Neutral)", facts=EFFECT)
class IsTree(Condition):
    """The edges of a role, as in (is RegularGraph), go round nothing."""

    role: Role


@ludeme("is", "SpanningTree", example="(is SpanningTree Mover)", facts=EFFECT)
class IsSpanningTree(Condition):
    """The edges of a role, as in (is RegularGraph), join all vertices and go round nothing."""

    role: Role


@ludeme("is", "Path", example="(is Path Edge Mover length:(exact 3) closed:True)", facts=EFFECT)
class IsPath(Condition):
    """The edges of a role that are connected to that of the last move are a path of a length.

    With `closed` they are a ring of this length, or the edge is part of one.
    """

    type: SiteType
    site: Integer | None
    role: Role
    _: KW_ONLY
    length: Range
    closed: bool = False

    def __post_init__(self) -> None:
        if self.type is not SiteType.EDGE:
            self.reject("expected a path of type Edge")

    @property
    def start(self) -> Integer:
        """The edge in question."""
        return LastTo() if self.site is None else self.site


def vertices_of(node: Ludeme, scope: Scope) -> int:
    """Return how many vertices the board has, which is played on edges."""
    scene = scope.model.scene
    if scene is None or scene.board.use != "Edge":
        node.reject("graphs of edges need a board that is played on its edges")
    vertices = len(scene.board.sites_of("Vertex"))
    if vertices > len(scope.model.cells) + 1:
        node.reject("expected at most one vertex more than there are edges")
    return vertices


def _number(role: Role, node: Ludeme, scope: Scope) -> str:
    """Return the source of the number of a role, which is that of a component as well."""
    out, number = scope.out, scope.out.name("what")
    if role is Role.NEUTRAL:
        out.add(f"{number} = max(int64(s.what[{scope.last or 'int64(s.n[LAST])'}]), 1)")
    elif role in (Role.SHARED, Role.ALL, Role.EACH):
        out.add(f"{number} = PLAYERS + 1")
    else:
        out.add(f"{number} = {scope.player(role, node)}")
    return number


def ends_of_edges(scope: Scope) -> str:
    """Return the name of a table of the two ends of the edge of each site."""
    scene = scope.model.scene
    assert scene is not None
    ends = [0] * 2 * (1 + scope.model.hand_size)
    for edge in range(len(scope.model.cells)):
        ends += corners_of(scene.board, "Edge", edge).tolist()
    return scope.constant("EDGES", ends)


@contextmanager
def _edges(role: Role, node: Ludeme, scope: Scope) -> Iterator[tuple[str, str]]:
    """Open a loop over the edges of a role; yield the names of their two ends."""
    out = scope.out
    table, number = ends_of_edges(scope), _number(role, node, scope)
    at, one, other = out.name("x"), out.name("end"), out.name("end")
    with (
        out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
        out.block(f"if s.what[{at}] == {number}:"),
    ):
        out.add(f"{one} = int64({table}[2 * {at}])")
        out.add(f"{other} = int64({table}[2 * {at} + 1])")
        yield one, other


def _moved(scope: Scope) -> str:
    """Return the condition that there is a last move."""
    return f"{scope.last or 'int64(s.n[LAST])'} != NONE"


@condition.register(IsRegularGraph)
def _compile_is_regular_graph(node: IsRegularGraph, scope: Scope) -> str:
    out, vertices, row = scope.out, vertices_of(node, scope), scope.builder.row()
    at = out.name("v")
    found = out.assign("c", _moved(scope))
    with out.block(f"for {at} in range({vertices}):"):
        out.add(f"s.scratch[{row}, {at}] = 0")
    with _edges(node.role, node, scope) as ends:
        for end in ends:
            out.add(f"s.scratch[{row}, {end}] += 1")
    degree = out.assign("degree", "0" if node.k is None else integer(node.k, scope))
    with out.block(f"for {at} in range({vertices}):"), out.block(f"if {degree} == 0:"):
        out.add(f"{degree} = int64(s.scratch[{row}, {at}])")
    with out.block(f"for {at} in range({vertices}):"):
        out.add(f"{found} = {found} and s.scratch[{row}, {at}] == {degree}")
    if node.odd or node.even:
        return f"({found} and {degree} % 2 == {int(node.odd)})"
    return found


@condition.register(IsTree)
@condition.register(IsSpanningTree)
def _compile_is_tree(node: IsTree | IsSpanningTree, scope: Scope) -> str:
    out, vertices, row = scope.out, vertices_of(node, scope), scope.builder.row()
    at = out.name("v")
    found = out.assign("c", _moved(scope))
    count = out.assign("count", "0")
    # Every vertex leads to another of its part of the graph, and so on to one that leads to itself.
    with out.block(f"for {at} in range({vertices}):"):
        out.add(f"s.scratch[{row}, {at}] = {at}")
    with _edges(node.role, node, scope) as ends:
        for end in ends:
            with out.block(f"while s.scratch[{row}, {end}] != {end}:"):
                out.add(f"{end} = int64(s.scratch[{row}, {end}])")
        one, other = ends
        out.add(f"{found} = {found} and {one} != {other}")
        out.add(f"s.scratch[{row}, {one}] = {other}")
        out.add(f"{count} += 1")
    if isinstance(node, IsTree):
        return found
    return f"({found} and {count} == {vertices - 1})"


_PARAMETERS = "s: Arrays, edge: int, player: int, low: int, high: int"


@condition.register(IsPath)
def _compile_is_path(node: IsPath, scope: Scope) -> str:
    out = scope.out
    low, high = bounds(node.length, scope, ("1", ANY_NUMBER))
    names = {"ends": ends_of_edges(scope), "vertices": vertices_of(node, scope)}
    if node.closed:
        rows = ("visit", "least", "before", "next", "pile", "open", "ring", "far", "state")
        names |= {name: scope.builder.row() for name in rows}
        of = "s: Arrays, edge: int, player: int"
        names["ring_of"] = scope.builder.helper(of, "int", _RING.format(**names))
        names["way_round"] = scope.builder.helper(of, "int", _WAY_ROUND.format(**names))
    body = (_IN_RING if node.closed else _ALONG).format(**names)
    holds = scope.builder.helper(_PARAMETERS, "bool", body)
    at = out.assign("x", board_site(node.start, scope))
    player = scope.player(node.role, node)
    return f"({at} != NONE and {holds}(s, {at}, {player}, {low}, {high}))"


#: A path: from both ends of the edge on, as long as one more edge is there.
_ALONG = """\
    length = 1
    for side in range(2):
        at, came, more = int64({ends}[2 * edge + side]), edge, True
        while more:
            more, onward = False, edge
            for other in range(HELD + 1, s.n[COUNT] + 1):
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
    for other in range(HELD + 1, s.n[COUNT] + 1):
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
    s.scratch[{next}, at] = HELD + 1
    s.scratch[{pile}, 0] = at
    s.scratch[{open}, at] = 1
    while depth > 0:
        other = int64(s.scratch[{next}, at])
        if other <= s.n[COUNT]:
            s.scratch[{next}, at] = other + 1
            meets = {ends}[2 * other] == at or {ends}[2 * other + 1] == at
            if meets and s.who[other] == player:
                to = int64({ends}[2 * other]) + int64({ends}[2 * other + 1]) - at
                if s.scratch[{visit}, to] == 0:
                    depth += 1
                    s.scratch[{visit}, to] = depth
                    s.scratch[{least}, to] = depth
                    s.scratch[{before}, to] = at
                    s.scratch[{next}, to] = HELD + 1
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
        for other in range(HELD + 1, s.n[COUNT] + 1):
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
