"""Graphs of edges on which pieces stand, as source: what is known of a vertex is in one row."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import edge_graphs as e
from boardless.games.ludemes.kinds import Role
from boardless.topo.layouts.regions import corners_of


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
        out.add(f"{number} = max(whole(s.what[{scope.last or 'whole(s.n[LAST])'}]), 1)")
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
        out.add(f"{one} = whole({table}[2 * {at}])")
        out.add(f"{other} = whole({table}[2 * {at} + 1])")
        yield one, other


def _moved(scope: Scope) -> str:
    """Return the condition that there is a last move."""
    return f"{scope.last or 'whole(s.n[LAST])'} != NONE"


@condition.register
def _(node: e.IsRegularGraph, scope: Scope) -> str:
    out, vertices, row = scope.out, vertices_of(node, scope), scope.made.row()
    found, degree, at = out.name("c"), out.name("degree"), out.name("v")
    out.add(f"{found} = {_moved(scope)}")
    with out.block(f"for {at} in range({vertices}):"):
        out.add(f"s.aside[{row}, {at}] = 0")
    with _edges(node.role, node, scope) as ends:
        for end in ends:
            out.add(f"s.aside[{row}, {end}] += 1")
    out.add(f"{degree} = {'0' if node.k is None else integer(node.k, scope)}")
    with out.block(f"for {at} in range({vertices}):"), out.block(f"if {degree} == 0:"):
        out.add(f"{degree} = whole(s.aside[{row}, {at}])")
    with out.block(f"for {at} in range({vertices}):"):
        out.add(f"{found} = {found} and s.aside[{row}, {at}] == {degree}")
    if node.odd or node.even:
        return f"({found} and {degree} % 2 == {int(node.odd)})"
    return found


@condition.register(e.IsTree)
@condition.register(e.IsSpanningTree)
def _(node: e.IsTree | e.IsSpanningTree, scope: Scope) -> str:
    out, vertices, row = scope.out, vertices_of(node, scope), scope.made.row()
    found, count, at = out.name("c"), out.name("count"), out.name("v")
    out.add(f"{found} = {_moved(scope)}")
    out.add(f"{count} = 0")
    # Every vertex leads to another of its part of the graph, and so on to one that leads to itself.
    with out.block(f"for {at} in range({vertices}):"):
        out.add(f"s.aside[{row}, {at}] = {at}")
    with _edges(node.role, node, scope) as ends:
        for end in ends:
            with out.block(f"while s.aside[{row}, {end}] != {end}:"):
                out.add(f"{end} = whole(s.aside[{row}, {end}])")
        one, other = ends
        out.add(f"{found} = {found} and {one} != {other}")
        out.add(f"s.aside[{row}, {one}] = {other}")
        out.add(f"{count} += 1")
    if isinstance(node, e.IsTree):
        return found
    return f"({found} and {count} == {vertices - 1})"
