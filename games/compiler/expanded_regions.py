"""Regions around others, and regions that grow step by step, as source."""

from contextlib import AbstractContextManager

from boardless.games.compiler.generic import integer, member, unsupported
from boardless.games.compiler.moving.ways import steps
from boardless.games.compiler.regions import cleared_row, each, each_of, marked
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.walked_regions import around_any, wanted_around
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.directions import NamedWays

#: How many steps regions around regions may lead.
MAX_SPREAD = 4


@member.register
def _(node: r.SitesAround, at: str, scope: Scope) -> str:
    if scope.model.effects:
        return around_any(node, at, scope)
    # Being around is mutual: some neighbour of the site is in the region.
    _check_spread(node)
    found = scope.out.name("c")
    scope.out.add(f"{found} = False")
    where = k.Single(node.where) if isinstance(node.where, k.Integer) else node.where
    with scope.neighbours(at, str(node.directions)) as other:
        inside = member(where, other, scope)
        with scope.out.block(f"if {inside} and {wanted_around(node, at, scope)}:"):
            scope.out.add(f"{found} = True")
    return found


def _check_spread(node: Ludeme) -> None:
    """Complain of regions that take too many steps: each costs as many times more as neighbours."""
    if _spread(node) > MAX_SPREAD:
        node.reject(f"expected regions around regions at most {MAX_SPREAD} steps deep")


def _spread(node: object) -> int:
    """Return how many steps around one another the regions of a tree lead."""
    if isinstance(node, tuple):
        return max(map(_spread, node), default=0)
    if not isinstance(node, Ludeme):
        return 0
    steps = int(isinstance(node, r.SitesAround | r.Expand))
    if isinstance(node, r.Expand) and isinstance(node.steps, k.Constant):
        steps = node.steps.value
    return steps + max(map(_spread, vars(node).values()), default=0)


@each_of.register(r.Expand)
@each_of.register(r.ExpandSite)
def _(node: r.Expand | r.ExpandSite, scope: Scope) -> AbstractContextManager[str] | None:
    if scope.model.layout is None:
        return None
    return marked(_expanded(node, scope), scope)


@member.register
def _(node: r.ExpandSite, at: str, scope: Scope) -> str:
    if scope.model.layout is None:
        unsupported(node)
    return f"(s.aside[{_expanded(node, scope)}, {at}] != 0)"


def _expanded(node: r.Expand | r.ExpandSite, scope: Scope) -> int:
    """Return the row of ``s.aside`` where a region is marked, after statements that let it grow."""
    out, row = scope.out, cleared_row(scope)
    left, depth, at = out.name("left"), out.name("depth"), out.name("x")
    out.add(f"{left} = {'1' if node.steps is None else integer(node.steps, scope)}")
    region = node.region if isinstance(node, r.Expand) else k.Single(node.origin)
    with each(region, scope) as start:
        out.add(f"s.aside[{row}, {start}] = 1")
    ways = None if node.directions is None else NamedWays((node.directions,))
    with (
        out.block(f"for {depth} in range(1, {left} + 1):"),
        out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
        out.block(f"if s.aside[{row}, {at}] == {depth}:"),
    ):
        for other in steps(ways, at, scope):
            with out.block(f"if s.aside[{row}, {other}] == 0:"):
                out.add(f"s.aside[{row}, {other}] = {depth} + 1")
    return row


@member.register
def _(node: r.Expand, at: str, scope: Scope) -> str:
    if scope.model.layout is not None:
        return f"(s.aside[{_expanded(node, scope)}, {at}] != 0)"
    steps = node.steps
    if steps is not None and not (isinstance(steps, k.Constant) and 0 <= steps.value <= 4):
        node.reject("expected steps as a number from 0 to 4")
    reach = 1 if steps is None else steps.value
    _check_spread(node)
    return _within(node, at, scope, reach)


def _within(node: r.Expand, at: str, scope: Scope, reach: int) -> str:
    found = scope.out.name("c")
    scope.out.add(f"{found} = {member(node.region, at, scope)}")
    if reach:
        directions = "Adjacent" if node.directions is None else str(node.directions)
        with scope.neighbours(at, directions) as other:
            inside = _within(node, other, scope, reach - 1)
            with scope.out.block(f"if {inside}:"):
                scope.out.add(f"{found} = True")
    return found
