"""Loops of pieces around others."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.directions import steps, walks
from boardless.games.compiler.dispatch import condition, member
from boardless.games.compiler.flood_fill import Filling
from boardless.games.language.facts import SYMMETRIC, TOUCHING, needs, reads
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.board_regions import SitesOuter
from boardless.games.ludemes.directions import NamedWays
from boardless.games.ludemes.kinds import Condition, Directions, Integer, Role
from boardless.games.ludemes.path_tiles import check_path_tiles, colour_of_path

if TYPE_CHECKING:
    from boardless.games.compiler.scope import Scope


@ludeme("is", "Loop", example="(is Loop surround:Next)")
class IsLoop(Condition):
    """The mover's pieces go round sites next to the last move, or round pieces of a role.

    With `path`, a path of a colour ((mover)) on a tile that the last move laid comes back to
    its start.
    """

    facts = SYMMETRIC | TOUCHING | needs("loops") | reads("last")
    colour: Integer | None = None
    _: KW_ONLY
    surround: Role | None = None
    path: bool = False


_ACROSS = NamedWays((Directions.ORTHOGONAL,))


@condition.register(IsLoop)
def _compile_is_loop(node: IsLoop, scope: Scope) -> str:
    if node.path:
        return path_loop(node, scope)
    if node.colour is not None:
        node.reject("a colour is compiled with path:True only")
    last = scope.last or "int64(s.n[LAST])"
    if node.surround is not None and scope.model.layout is None:
        return f"is_loop(s, {last}, {scope.mover}, {scope.player(node.surround, node)})"
    return _shut_in(node, last, scope)


def _shut_in(node: IsLoop, last: str, scope: Scope) -> str:
    """Return whether some area beside the last piece does not come to the edge of the board."""
    out = scope.out
    found, what, open_ = out.name("loop"), out.name("what"), out.name("open")
    owner = "" if node.surround is None else scope.player(node.surround, node)
    out.add(f"{found} = False")
    out.add(f"{what} = s.what[{last}]")
    with out.block(f"if s.who[{last}] == {scope.mover}:"):
        area = Filling(scope, _ACROSS)
        for at in steps(None, last, scope):
            begins = f"not {member(SitesOuter(), at, scope)}"
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
                            outer = member(SitesOuter(), walk.at, scope)
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


def path_loop(node: IsLoop, scope: Scope) -> str:
    """Return whether a path on a tile that was laid last is a loop."""
    check_path_tiles(node, scope)
    return f"has_loop(s, {colour_of_path(node.colour, scope)})"
