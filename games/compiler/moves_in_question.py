"""Where the moves of a rule start from and go to, as source."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from boardless.games.compiler.generic import member
from boardless.games.compiler.incidence import beginning_with_few
from boardless.games.compiler.moving.candidates import Candidate
from boardless.games.compiler.moving.sharing import find
from boardless.games.compiler.regions import each_of
from boardless.games.compiler.scope import Scope
from boardless.games.language.facts import GLOBAL
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves_in_question as q
from boardless.games.ludemes import regions as r


@dataclass(frozen=True)
class Marked(k.Region):
    """Sites that have been marked in a row of ``s.aside``."""

    facts = GLOBAL
    row: int = 0


def marked(node: q.SitesFrom | q.SitesTo, scope: Scope) -> Marked:
    """Add statements that mark where the moves of a rule start from or go to."""
    out, row, at = scope.out, int(scope.made.row()), scope.out.name("x")
    with out.block(f"for {at} in range(s.n[COUNT] + 1):"):
        out.add(f"s.aside[{row}, {at}] = 0")

    def found(move: Candidate) -> None:
        end = move.to if isinstance(node, q.SitesTo) else move.origin
        move.scope.out.add(f"s.aside[{row}, {end}] = 1")

    find(node.moves, scope, found)
    return Marked(row=row)


def marked_inside(region: k.Region, scope: Scope) -> k.Region:
    """Return a region whose parts that ask for moves have been marked, once for all its sites."""
    if isinstance(region, q.SitesFrom | q.SitesTo):
        return marked(region, scope)
    if isinstance(region, r.Union | r.Intersection):
        parts = tuple(marked_inside(part, scope) for part in region.regions)
        return replace(region, regions=parts)
    if isinstance(region, r.Difference):
        first, without = (marked_inside(x, scope) for x in (region.region, region.without))
        return replace(region, region=first, without=without)
    return region


@member.register
def _(node: Marked, at: str, scope: Scope) -> str:
    return f"(s.aside[{node.row}, {at}] != 0)"


@member.register(q.SitesFrom)
@member.register(q.SitesTo)
def _(node: q.SitesFrom | q.SitesTo, at: str, scope: Scope) -> str:
    return member(marked(node, scope), at, scope)


@each_of.register(q.SitesFrom)
@each_of.register(q.SitesTo)
@contextmanager
def _(node: q.SitesFrom | q.SitesTo, scope: Scope) -> Iterator[str]:
    out, at = scope.out, scope.out.name("x")
    row = marked(node, scope).row
    with (
        out.block(f"for {at} in range(1, s.n[COUNT] + 1):"),
        out.block(f"if s.aside[{row}, {at}] != 0:"),
    ):
        yield at


@each_of.register(r.Union)
@each_of.register(r.Intersection)
@each_of.register(r.Difference)
def _(node: r.Union | r.Intersection | r.Difference, scope: Scope) -> object:
    region = marked_inside(node, scope)
    return beginning_with_few(node, scope) if region == node else _with_marks(region, scope)


@contextmanager
def _with_marks(region: k.Region, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of the board in a region whose parts have been marked."""
    out, at = scope.out, scope.out.name("x")
    with out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"):
        inside = member(region, at, scope)
        with out.block(f"if {inside}:"):
            yield at
