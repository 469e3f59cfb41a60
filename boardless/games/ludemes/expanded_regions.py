"""Regions that grow step by step from others."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

import numpy as np

from boardless.games.compiler.directions import steps
from boardless.games.compiler.dispatch import each_of, integer, member, unsupported
from boardless.games.compiler.regions import cleared_row, each, marked
from boardless.games.initial.evaluation import evaluate_integer, evaluate_region
from boardless.games.language.facts import BORDER, GLOBAL, SYMMETRIC
from boardless.games.language.ludeme import Ludeme, ludeme
from boardless.games.ludemes.board_regions import in_order
from boardless.games.ludemes.directions import Absolute, NamedWays
from boardless.games.ludemes.kinds import Directions, Integer, Region, SiteType
from boardless.games.ludemes.literals import Constant, Single
from boardless.games.ludemes.walked_regions import MAX_STEPS, SitesAround
from boardless.topo.layouts import regions as of_board
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition


@ludeme("expand", example="(expand origin:(centrePoint) steps:2)", facts=GLOBAL)
class ExpandSite(Region):
    """A site and those up to a number of steps (1) away."""

    directions: Absolute | None = None
    type: SiteType | None = None
    _: KW_ONLY
    origin: Integer
    steps: Integer | None = None


@ludeme("expand", example="(expand (sites Occupied) Orthogonal steps:2)", facts=SYMMETRIC | BORDER)
class Expand(Region):
    """A region grown by the sites up to a number of steps (1) away."""

    region: Region
    directions: Absolute | None = None
    type: SiteType | None = None
    _: KW_ONLY
    steps: Integer | None = None


#: How many steps regions around regions may lead.
MAX_SPREAD = 4


def check_spread(node: Ludeme) -> None:
    """Complain of regions that take too many steps: each costs as many times more as neighbours."""
    if _spread(node) > MAX_SPREAD:
        node.reject(f"expected regions around regions at most {MAX_SPREAD} steps deep")


def _spread(node: object) -> int:
    """Return how many steps around one another the regions of a tree lead."""
    if isinstance(node, tuple):
        return max(map(_spread, node), default=0)
    if not isinstance(node, Ludeme):
        return 0
    steps = int(isinstance(node, SitesAround | Expand))
    if isinstance(node, Expand) and isinstance(node.steps, Constant):
        steps = node.steps.value
    return steps + max(map(_spread, vars(node).values()), default=0)


@each_of.register(Expand)
@each_of.register(ExpandSite)
def _each_of_expand(node: Expand | ExpandSite, scope: Scope) -> AbstractContextManager[str] | None:
    if scope.model.layout is None:
        return None
    return marked(_expanded(node, scope), scope)


@member.register(ExpandSite)
def _member_of_expand_site(node: ExpandSite, at: str, scope: Scope) -> str:
    if scope.model.layout is None:
        unsupported(node)
    return f"(s.scratch[{_expanded(node, scope)}, {at}] != 0)"


def _expanded(node: Expand | ExpandSite, scope: Scope) -> int:
    """Return the row of ``s.scratch`` with marks on a region, after statements that let it grow."""
    out, row = scope.out, cleared_row(scope)
    left, depth, at = out.name("left"), out.name("depth"), out.name("x")
    out.add(f"{left} = {'1' if node.steps is None else integer(node.steps, scope)}")
    region = node.region if isinstance(node, Expand) else Single(node.origin)
    with each(region, scope) as start:
        out.add(f"s.scratch[{row}, {start}] = 1")
    ways = None if node.directions is None else NamedWays((node.directions,))
    with (
        out.block(f"for {depth} in range(1, {left} + 1):"),
        out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
        out.block(f"if s.scratch[{row}, {at}] == {depth}:"),
    ):
        for other in steps(ways, at, scope):
            with out.block(f"if s.scratch[{row}, {other}] == 0:"):
                out.add(f"s.scratch[{row}, {other}] = {depth} + 1")
    return row


@member.register(Expand)
def _member_of_expand(node: Expand, at: str, scope: Scope) -> str:
    if scope.model.layout is not None:
        return f"(s.scratch[{_expanded(node, scope)}, {at}] != 0)"
    steps = node.steps
    if steps is not None and not (isinstance(steps, Constant) and 0 <= steps.value <= 4):
        node.reject("expected steps as a number from 0 to 4")
    reach = 1 if steps is None else steps.value
    check_spread(node)
    return _within(node, at, scope, reach)


def _within(node: Expand, at: str, scope: Scope, reach: int) -> str:
    found = scope.out.name("c")
    scope.out.add(f"{found} = {member(node.region, at, scope)}")
    if reach:
        directions = "Adjacent" if node.directions is None else str(node.directions)
        with scope.neighbours(at, directions) as other:
            inside = _within(node, other, scope, reach - 1)
            with scope.out.block(f"if {inside}:"):
                scope.out.add(f"{found} = True")
    return found


@evaluate_region.register(Expand)
def _evaluate_expand(node: Expand, scene: InitialPosition) -> tuple[int, ...]:
    return _expanded_at_start(node, evaluate_region(node.region, scene), scene)


@evaluate_region.register(ExpandSite)
def _evaluate_expand_site(node: ExpandSite, scene: InitialPosition) -> tuple[int, ...]:
    site = evaluate_integer(node.origin, scene)
    return _expanded_at_start(node, (site,) if site >= 0 else (), scene)


def _expanded_at_start(
    node: Expand | ExpandSite, sites: tuple[int, ...], scene: InitialPosition
) -> tuple[int, ...]:
    steps = 1 if node.steps is None else evaluate_integer(node.steps, scene)
    kind = scene.kind(node.type)
    # Edges grow by those that are adjacent, whatever the direction.
    way = None if kind == "Edge" else node.directions
    try:
        return in_order(
            of_board.expanded(
                scene.board,
                np.array(sites, np.int32),
                min(steps, MAX_STEPS),
                way=_way(way),
                kind=kind,
            )
        )
    except InputError as error:
        node.reject(str(error))


def _way(directions: Absolute | None) -> str:
    """Return what steps in some directions are called on boards."""
    if directions is None:
        return "adjacent"
    if isinstance(directions, Directions):
        return "off" if directions is Directions.OFF_DIAGONAL else str(directions).lower()
    return str(directions)
