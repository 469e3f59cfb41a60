"""Paths of edges on which pieces of a player stand, as source: functions that go along them."""

from boardless.games.compiler.edge_graphs import ends_of_edges, vertices_of
from boardless.games.compiler.generic import board_site, condition
from boardless.games.compiler.intervals import ANY_NUMBER, bounds
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes.edge_paths import IsPath

_PARAMETERS = "s: Arrays, edge: int, player: int, low: int, high: int"


@condition.register
def _(node: IsPath, scope: Scope) -> str:
    out, at = scope.out, scope.out.name("x")
    low, high = bounds(node.length, scope, ("1", ANY_NUMBER))
    names = {"ends": ends_of_edges(scope), "vertices": vertices_of(node, scope)}
    if node.closed:
        rows = ("visit", "least", "before", "next", "pile", "open", "ring", "far", "state")
        names |= {name: scope.made.row() for name in rows}
        of = "s: Arrays, edge: int, player: int"
        names["ring_of"] = scope.made.helper(of, "int", _RING.format(**names))
        names["way_round"] = scope.made.helper(of, "int", _WAY_ROUND.format(**names))
    body = (_IN_RING if node.closed else _ALONG).format(**names)
    holds = scope.made.helper(_PARAMETERS, "bool", body)
    out.add(f"{at} = {board_site(node.start, scope)}")
    player = scope.player(node.role, node)
    return f"({at} != NONE and {holds}(s, {at}, {player}, {low}, {high}))"


#: A path: from both ends of the edge on, as long as one more edge is there.
_ALONG = """\
    length = 1
    for side in range(2):
        at, came, more = whole({ends}[2 * edge + side]), edge, True
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
                at = whole({ends}[2 * came]) + whole({ends}[2 * came + 1]) - at
                length += 1
    return length == low if low == high else low < high and length <= high
"""

#: A ring: what hangs together with the edge without bridges, and the shortest way round.
_IN_RING = """\
    size = {ring_of}(s, edge, player)
    inside = 0
    for other in range(HELD + 1, s.n[COUNT] + 1):
        one, end = {ends}[2 * other], {ends}[2 * other + 1]
        if s.who[other] == player and s.aside[{ring}, one] != 0 and s.aside[{ring}, end] != 0:
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

#: How many vertices hang together with the edge without bridges, 0 where it is one itself.
_RING = """\
    for at in range({vertices}):
        for row in ({visit}, {open}, {ring}):
            s.aside[row, at] = 0
    at, depth, top = whole({ends}[2 * edge]), 1, 1
    s.aside[{visit}, at] = 1
    s.aside[{least}, at] = 1
    s.aside[{before}, at] = {vertices}
    s.aside[{next}, at] = HELD + 1
    s.aside[{pile}, 0] = at
    s.aside[{open}, at] = 1
    while depth > 0:
        other = whole(s.aside[{next}, at])
        if other <= s.n[COUNT]:
            s.aside[{next}, at] = other + 1
            meets = {ends}[2 * other] == at or {ends}[2 * other + 1] == at
            if meets and s.who[other] == player:
                to = whole({ends}[2 * other]) + whole({ends}[2 * other + 1]) - at
                if s.aside[{visit}, to] == 0:
                    depth += 1
                    s.aside[{visit}, to] = depth
                    s.aside[{least}, to] = depth
                    s.aside[{before}, to] = at
                    s.aside[{next}, to] = HELD + 1
                    s.aside[{pile}, top] = to
                    s.aside[{open}, to] = 1
                    top += 1
                    at = to
                elif to != s.aside[{before}, at] and s.aside[{open}, to] != 0:
                    s.aside[{least}, at] = min(s.aside[{least}, at], s.aside[{visit}, to])
        else:
            depth -= 1
            if depth > 0:
                if s.aside[{least}, at] == s.aside[{visit}, at]:
                    while s.aside[{open}, at] != 0:
                        top -= 1
                        s.aside[{open}, s.aside[{pile}, top]] = 0
                to = whole(s.aside[{before}, at])
                s.aside[{least}, to] = min(s.aside[{least}, to], s.aside[{least}, at])
                at = to
    for n in range(top):
        s.aside[{ring}, s.aside[{pile}, n]] = 1
    if s.aside[{ring}, whole({ends}[2 * edge + 1])] == 0:
        for n in range(top):
            s.aside[{ring}, s.aside[{pile}, n]] = 0
        return 0
    return top
"""

#: The length of the way from one end of the edge to the other and back over it, as Ludii looks for
#: it: of the vertices that are to be looked at that of the smallest number comes first.
_WAY_ROUND = """\
    start, goal = whole({ends}[2 * edge]), whole({ends}[2 * edge + 1])
    for at in range({vertices}):
        s.aside[{far}, at] = {vertices}
        s.aside[{state}, at] = 0
        s.aside[{before}, at] = 0
    s.aside[{far}, start] = 0
    s.aside[{before}, start] = start
    s.aside[{state}, start] = 1
    at = start
    while at != goal:
        s.aside[{state}, at] = 2
        for other in range(HELD + 1, s.n[COUNT] + 1):
            meets = {ends}[2 * other] == at or {ends}[2 * other + 1] == at
            if meets and other != edge and s.who[other] == player:
                to = whole({ends}[2 * other]) + whole({ends}[2 * other + 1]) - at
                if s.aside[{far}, to] > s.aside[{far}, at] + 1:
                    s.aside[{far}, to] = s.aside[{far}, at] + 1
                    s.aside[{before}, to] = at
                    if s.aside[{state}, to] == 0:
                        s.aside[{state}, to] = 1
        at = {vertices}
        for other in range({vertices} - 1, -1, -1):
            if s.aside[{state}, other] == 1:
                at = other
        if at == {vertices}:
            return 0
    length, at = 1, goal
    while s.aside[{before}, at] != at:
        length += 1
        at = whole(s.aside[{before}, at])
    return length
"""
