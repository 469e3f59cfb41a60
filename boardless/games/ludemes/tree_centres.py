"""Trees of edges: whether a vertex is the centre of its tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.edge_graphs import edges_of, ends_of_edges, vertices_of
from boardless.games.ludemes.kinds import Condition, Role
from boardless.games.ludemes.players import ThePlayer
from boardless.games.ludemes.sites import LastTo
from boardless.ir.expressions import Bool

if TYPE_CHECKING:
    from boardless.games.compiler.scope import Scope


@ludeme("is", "TreeCentre", example="(is TreeCentre Shared)", facts=EFFECT)
def is_tree_centre(node: Condition, b: Scope, role: Role | ThePlayer) -> Bool:
    """The edges of a role (Shared: all pieces) go round nothing, and (last To) is a centre there.

    A centre is the vertex that leaves no part with more than half of the vertices of its tree,
    found from the vertex of the smallest number, or one beside it from which the way along the
    smallest numbers is as long.
    """
    made = b.builder
    rows = ("root", "degree", "inside", "order", "before", "size", "left")
    names: dict[str, object] = {name: made.row() for name in rows}
    names |= {"vertices": vertices_of(node, b), "ends": ends_of_edges(b)}
    names["edges"] = edges_of(b)
    owned = "(s.who[edge] == player or (player > PLAYERS and s.what[edge] != 0))"
    names["owned"] = owned
    names["tree"] = made.helper("s: Arrays, player: int", "bool", _FOREST.format(**names))
    centre = "s: Arrays, vertex: int, player: int"
    names["centre"] = made.helper(centre, "int", _CENTRE.format(**names))
    names["way"] = made.helper(centre, "int", _WAY.format(**names))
    holds = made.helper(centre, "bool", _IS_CENTRE.format(**names))
    vertex = b.let(b.integer(LastTo()), "vertex")
    return (vertex >= 0) & Bool.call(holds, vertex, b.who(role, node))


#: Whether the edges go round nothing; each vertex has a way to the root of its tree then.
_FOREST = """\
    for at in range({vertices}):
        s.scratch[{root}, at] = at
        s.scratch[{degree}, at] = 0
    for edge in {edges}:
        if {owned}:
            one, other = int64({ends}[2 * edge]), int64({ends}[2 * edge + 1])
            s.scratch[{degree}, one] += 1
            s.scratch[{degree}, other] += 1
            while s.scratch[{root}, one] != one:
                one = int64(s.scratch[{root}, one])
            while s.scratch[{root}, other] != other:
                other = int64(s.scratch[{root}, other])
            if one == other:
                return False
            s.scratch[{root}, one] = other
    return True
"""
#: The centre of the tree of a vertex, 0 where no edge leads to it.
_CENTRE = """\
    root, first, total = vertex, {vertices}, 0
    while s.scratch[{root}, root] != root:
        root = int64(s.scratch[{root}, root])
    for at in range({vertices}):
        of = at
        while s.scratch[{root}, of] != of:
            of = int64(s.scratch[{root}, of])
        s.scratch[{inside}, at] = 0
        if of == root and s.scratch[{degree}, at] > 0:
            s.scratch[{inside}, at] = 1
            total += 1
            first = min(first, at)
    if total == 0:
        return 0
    s.scratch[{order}, 0] = first
    s.scratch[{before}, first] = first
    s.scratch[{size}, first] = 1
    count, n = 1, 0
    while n < count:
        at = int64(s.scratch[{order}, n])
        for edge in {edges}:
            meets = {ends}[2 * edge] == at or {ends}[2 * edge + 1] == at
            if meets and {owned}:
                to = int64({ends}[2 * edge]) + int64({ends}[2 * edge + 1]) - at
                if to != s.scratch[{before}, at]:
                    s.scratch[{before}, to] = at
                    s.scratch[{size}, to] = 1
                    s.scratch[{order}, count] = to
                    count += 1
        n += 1
    for n in range(count - 1, 0, -1):
        at = int64(s.scratch[{order}, n])
        s.scratch[{size}, s.scratch[{before}, at]] += s.scratch[{size}, at]
    centre, more = first, True
    while more:
        more, at = False, centre
        for to in range({vertices} - 1, -1, -1):
            beyond = s.scratch[{inside}, to] != 0 and to != at and s.scratch[{before}, to] == at
            if beyond and s.scratch[{size}, to] > total // 2:
                more, centre = True, to
    return centre
"""
#: How many vertices a way has that goes on to the vertex of the smallest number.
_WAY = """\
    for at in range({vertices}):
        s.scratch[{left}, at] = s.scratch[{inside}, at]
    length, at = 0, vertex
    while at < {vertices}:
        s.scratch[{left}, at] = 0
        length += 1
        onward = {vertices}
        for edge in {edges}:
            meets = {ends}[2 * edge] == at or {ends}[2 * edge + 1] == at
            if meets and {owned}:
                to = int64({ends}[2 * edge]) + int64({ends}[2 * edge + 1]) - at
                if s.scratch[{left}, to] != 0 and to < onward:
                    onward = to
        at = onward
    return length
"""
_IS_CENTRE = """\
    if not {tree}(s, player):
        return False
    centre = {centre}(s, vertex, player)
    if centre == vertex:
        return True
    if s.scratch[{degree}, centre] == 1 and s.scratch[{degree}, vertex] == 1:
        return True
    for edge in {edges}:
        one, other = int64({ends}[2 * edge]), int64({ends}[2 * edge + 1])
        meets = (one == vertex and other == centre) or (other == vertex and one == centre)
        if meets and {owned}:
            return bool({way}(s, vertex, player) == {way}(s, centre, player))
    return False
"""
