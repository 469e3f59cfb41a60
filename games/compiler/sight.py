"""What is seen along straight walks from a site, as source."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from boardless.games.compiler.generic import board_site, member
from boardless.games.compiler.moving.ways import USUAL, has_one_loop, walks
from boardless.games.compiler.regions import each_of
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import groups as g
from boardless.games.ludemes.groups import Sight


def _seen(node: g.SitesInSight, scope: Scope) -> Iterator[str]:
    """Go through the sites that are seen from a site."""
    out = scope.out
    base = out.name("x")
    out.add(f"{base} = {board_site(node.at, scope)}")
    with out.block(f"if {base} != NONE:"):
        for walk in walks(node.directions, base, scope):
            last = out.name("last")
            out.add(f"{last} = NONE")
            with out.block("while True:"):
                walk.advance()
                with out.block(f"if {walk.at} == NONE or s.what[{walk.at}] != 0:"):
                    if node.sight is not Sight.EMPTY:
                        end = walk.at if node.sight is Sight.PIECE else last
                        with out.block(f"if {end} != NONE:"):
                            yield end
                    out.add("break")
                out.add(f"{last} = {walk.at}")
                if node.sight is Sight.EMPTY:
                    yield walk.at


@each_of.register
def _(node: g.SitesInSight, scope: Scope) -> AbstractContextManager[str] | None:
    # A loop over sites has one place where they are used.
    if not has_one_loop(node.directions or USUAL, scope):
        return None
    return contextmanager(_seen)(node, scope)


@member.register
def _(node: g.SitesInSight, at: str, scope: Scope) -> str:
    found = scope.out.name("c")
    scope.out.add(f"{found} = False")
    for seen in _seen(node, scope):
        with scope.out.block(f"if {seen} == {at}:"):
            scope.out.add(f"{found} = True")
    return found
