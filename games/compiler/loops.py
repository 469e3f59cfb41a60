"""Loops of pieces around others, as source."""

from boardless.games.compiler.filling import Filling
from boardless.games.compiler.generic import condition, member
from boardless.games.compiler.moving.ways import steps, walks
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.tile_paths import path_loop
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Directions

_ACROSS = d.NamedWays((Directions.ORTHOGONAL,))


@condition.register
def _(node: c.IsLoop, scope: Scope) -> str:
    if node.path:
        return path_loop(node, scope)
    if node.colour is not None:
        node.reject("a colour is compiled with path:True only")
    last = scope.last or "whole(s.n[LAST])"
    if node.surround is not None and scope.model.layout is None:
        return f"is_loop(s, {last}, {scope.mover}, {scope.player(node.surround, node)})"
    return _shut_in(node, last, scope)


def _shut_in(node: c.IsLoop, last: str, scope: Scope) -> str:
    """Return whether some area beside the last piece does not come to the edge of the board."""
    out = scope.out
    found, what, open_ = out.name("loop"), out.name("what"), out.name("open")
    owner = "" if node.surround is None else scope.player(node.surround, node)
    out.add(f"{found} = False")
    out.add(f"{what} = s.what[{last}]")
    with out.block(f"if s.who[{last}] == {scope.mover}:"):
        area = Filling(scope, _ACROSS)
        for at in steps(None, last, scope):
            begins = f"not {member(r.SitesOuter(), at, scope)}"
            if owner:
                begins += f" and s.who[{at}] == {owner}"
            with out.block(f"if not {found} and {begins}:"):
                out.add(f"{open_} = False")
                area.begin(scope)
                area.enter(at, scope)
                with area.each(scope) as base:
                    for walk in walks(_ACROSS, base, scope):
                        with out.block(f"while {walk.at} != NONE:"):
                            walk.advance()
                            with out.block(f"if {walk.at} == NONE or s.what[{walk.at}] == {what}:"):
                                out.add("break")
                            outer = member(r.SitesOuter(), walk.at, scope)
                            with out.block(f"if {outer}:"):
                                out.add(f"{open_} = True")
                                out.add("break")
                            inside = f"not {area.has(walk.at)}"
                            if owner:
                                inside += f" and s.who[{walk.at}] == {owner}"
                            with out.block(f"if {inside}:"):
                                area.enter(walk.at, scope)
                with out.block(f"if not {open_}:"):
                    out.add(f"{found} = True")
    return found
