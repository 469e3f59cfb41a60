"""What is seen along straight walks from a site, as source."""

from collections.abc import Iterator
from contextlib import AbstractContextManager

from boardless.games.compiler.filling import Filling
from boardless.games.compiler.generic import board_site, member
from boardless.games.compiler.moving.ways import walks
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


def _all_seen(node: g.SitesInSight, scope: Scope) -> Filling:
    """Add the statements that note all sites that are seen."""
    filling = Filling(scope, None)
    filling.begin(scope)
    for seen in _seen(node, scope):
        with scope.out.block(f"if not {filling.has(seen)}:"):
            filling.enter(seen, scope)
    return filling


@each_of.register
def _(node: g.SitesInSight, scope: Scope) -> AbstractContextManager[str]:
    return _all_seen(node, scope).in_order(scope)


@member.register
def _(node: g.SitesInSight, at: str, scope: Scope) -> str:
    return _all_seen(node, scope).has(at)
