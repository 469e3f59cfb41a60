"""Regions made of other regions, of listed sites, and by a condition."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, ClassVar

from boardless.games.compiler.dispatch import board_site, condition, each_integer, each_of, member
from boardless.games.compiler.scope import all_of
from boardless.games.initial.evaluation import (
    evaluate_condition,
    evaluate_integer,
    evaluate_integers,
    evaluate_region,
)
from boardless.games.language.facts import (
    BESIDE,
    GLOBAL,
    PURE,
    STATIC,
    SYMMETRIC,
    TOUCHING,
    UNORDERED,
)
from boardless.games.language.ludeme import Limits, Ludeme, bare, ludeme
from boardless.games.ludemes.arithmetic import labelled
from boardless.games.ludemes.board_regions import SitesPlayable, in_order, sites_on_board
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Region
from boardless.games.ludemes.move_selection import SitesFrom, SitesTo, marked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition

Several = Annotated[tuple[Region, ...], Limits(1)]
Labels = Annotated[tuple[str, ...], Limits(1)]


class Label(Ludeme):
    """The label of a site, such as "A1"."""

    kind: ClassVar[str] = "the label of a site"
    facts = STATIC


@bare
class SiteLabel(Label):
    """A column in letters, then a row from 1."""

    label: str


@ludeme("sites", example="(sites {0 4 (last To)})", facts=SYMMETRIC | TOUCHING)
class SitesListed(Region):
    """Sites one by one, by their numbers."""

    sites: tuple[Integer, ...]


@ludeme("sites", example='(sites {"A1" "C3"})', facts=GLOBAL)
class SitesLabelled(Region):
    """Sites one by one, by their labels; one that no site has says nothing."""

    labels: Labels


@ludeme("sites", example="(sites (array (sites Top)))", facts=GLOBAL)
class SitesOfArray(Region):
    """The sites whose numbers are these integers."""

    array: Integers


@ludeme("union", example="(union (sites Empty) (sites Outer))", facts=PURE | UNORDERED)
class Union(Region):
    """The sites in any of the regions."""

    regions: Several


@ludeme("intersection", example="(intersection (sites Empty) (sites Outer))")
class Intersection(Region):
    """The sites in all of the regions."""

    facts = PURE | UNORDERED
    regions: Several


@ludeme("difference", example="(difference (sites Board) (sites Outer))", facts=PURE | BESIDE)
class Difference(Region):
    """The sites of a region that are not in another."""

    region: Region
    without: Region


@ludeme("if", example="(if (is Mover P1) (sites Top) (sites Bottom))", facts=GLOBAL)
class RegionIf(Region):
    """The first region when the condition holds, else the other, or none."""

    condition: Condition
    then: Region
    otherwise: Region | None = None


@ludeme("forEach", example="(forEach (sites Top) if:(is Even (site)))", facts=SYMMETRIC | TOUCHING)
class SitesThat(Region):
    """The sites of a region that meet a condition, each seen as (site)."""

    region: Region
    _: KW_ONLY
    if_: Condition

    def is_of_hands(self) -> bool:
        """Tell it of the region."""
        return self.region.is_of_hands()


@ludeme("forEach", example="(forEach of:(sites Corners) (sites Around (site)))", facts=GLOBAL)
class RegionsOfSites(Region):
    """The regions that follow from each site of another, seen as (site), together."""

    region: Region
    _: KW_ONLY
    of: Region


def beginning_with_few(
    node: Union | Intersection | Difference, scope: Scope
) -> AbstractContextManager[str] | None:
    """Return a loop over a part that meets a site, or is a hand, and what else is asked of it."""
    parts = tuple(_common(node)) if isinstance(node, Intersection) else ()
    if isinstance(node, Difference):
        parts = (node.region,)
    few = next((part for part in parts if part.is_few()), None)
    if few is None:
        return None
    return _among(few, Intersection(parts) if isinstance(node, Intersection) else node, scope)


def _common(node: Intersection) -> Iterator[Region]:
    """Yield the regions that an intersection is of, those of intersections among them."""
    for part in node.regions:
        if isinstance(part, Intersection):
            yield from _common(part)
        else:
            yield part


@contextmanager
def _among(few: Region, node: Region, scope: Scope) -> Iterator[str]:
    from boardless.games.compiler.regions import each

    with each(few, scope) as at:
        test = "True"
        if isinstance(node, Difference):
            test = f"not {member(node.without, at, scope)}"
        elif isinstance(node, Intersection) and len(node.regions) > 1:
            others = tuple(part for part in node.regions if part is not few)
            test = member(Intersection(others), at, scope)
        with scope.out.block(f"if {test}:"):
            yield at


def marked_inside(region: Region, scope: Scope) -> Region:
    """Return a region whose parts that ask for moves have been marked, once for all its sites."""
    if isinstance(region, SitesFrom | SitesTo):
        return marked(region, scope)
    if isinstance(region, Union | Intersection):
        parts = tuple(marked_inside(part, scope) for part in region.regions)
        return replace(region, regions=parts)
    if isinstance(region, Difference):
        first, without = (marked_inside(x, scope) for x in (region.region, region.without))
        return replace(region, region=first, without=without)
    return region


@each_of.register(Union)
@each_of.register(Intersection)
@each_of.register(Difference)
def _each_of_union(node: Union | Intersection | Difference, scope: Scope) -> object:
    region = marked_inside(node, scope)
    return beginning_with_few(node, scope) if region == node else _with_marks(region, scope)


@contextmanager
def _with_marks(region: Region, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of the board in a region whose parts have been marked."""
    out, at = scope.out, scope.out.name("x")
    with (
        out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
        out.block(f"if {member(region, at, scope)}:"),
    ):
        yield at


@member.register(SitesListed)
def _member_of_sites_listed(node: SitesListed, at: str, scope: Scope) -> str:
    options = [f"{at} == {board_site(one, scope)}" for one in node.sites]
    return f"({' or '.join(options)})" if options else "False"


@member.register(Union)
@member.register(Intersection)
def _member_of_union(node: Union | Intersection, at: str, scope: Scope) -> str:
    parts = [partial(member, part, at, scope) for part in node.regions]
    return all_of(scope.out, parts, stop=isinstance(node, Union))


@member.register(Difference)
def _member_of_difference(node: Difference, at: str, scope: Scope) -> str:
    parts = [
        lambda: member(node.region, at, scope),
        lambda: f"(not {member(node.without, at, scope)})",
    ]
    return all_of(scope.out, parts, stop=False)


@each_of.register(RegionsOfSites)
@contextmanager
def _each_of_regions_of_sites(node: RegionsOfSites, scope: Scope) -> Iterator[str]:
    from boardless.games.compiler.regions import cleared_row, each, marked

    row = cleared_row(scope)
    with (
        each(node.of, scope, hands=True) as site,
        each(node.region, scope.binding(iterated=site), hands=True) as found,
    ):
        scope.out.add(f"s.scratch[{row}, {found}] = 1")
    with marked(row, scope) as at:
        yield at


@member.register(RegionsOfSites)
def _member_of_regions_of_sites(node: RegionsOfSites, at: str, scope: Scope) -> str:
    from boardless.games.compiler.regions import each

    out = scope.out
    found = out.assign("c", "False")
    with each(node.of, scope, hands=True) as site:
        inside = member(node.region, at, scope.binding(iterated=site))
        out.add(f"{found} = {found} or {inside}")
    return found


@each_of.register(SitesOfArray)
@contextmanager
def _each_of_sites_of_array(region: SitesOfArray, scope: Scope) -> Iterator[str]:
    from boardless.games.compiler.regions import cleared_row, marked

    row = cleared_row(scope)
    with each_integer(region.array, scope) as value:
        scope.out.add(f"s.scratch[{row}, site_of(s, {value})] = 1")
    with marked(row, scope) as site:
        yield site


@member.register(SitesOfArray)
def _member_of_sites_of_array(region: SitesOfArray, at: str, scope: Scope) -> str:
    found = scope.out.assign("c", "False")
    with (
        each_integer(region.array, scope) as value,
        scope.out.block(f"if site_of(s, {value}) == {at}:"),
    ):
        scope.out.add(f"{found} = True")
    return found


@each_of.register(SitesThat)
def _each_of_sites_that(node: SitesThat, scope: Scope) -> AbstractContextManager[str] | None:
    return _each_that(node, scope) if _has_own_loop(node.region) else None


def _has_own_loop(region: Region) -> bool:
    """Tell whether the sites of a region are few, or in hands."""
    if isinstance(region, SitesThat):
        return _has_own_loop(region.region)
    return region.is_few() or isinstance(region, SitesPlayable)


@contextmanager
def _each_that(node: SitesThat, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a region that meet a condition."""
    from boardless.games.compiler.regions import each

    with (
        each(node.region, scope, hands=True) as at,
        scope.out.block(f"if {condition(node.if_, scope.binding(iterated=at))}:"),
    ):
        yield at


@member.register(SitesThat)
def _member_of_sites_that(node: SitesThat, at: str, scope: Scope) -> str:
    out = scope.out
    found = out.assign("c", member(node.region, at, scope))
    with out.block(f"if {found}:"):
        out.add(f"{found} = {condition(node.if_, scope.binding(iterated=at))}")
    return found


@member.register(RegionIf)
def _member_of_region_if(node: RegionIf, at: str, scope: Scope) -> str:
    out, found = scope.out, scope.out.name("c")
    with out.block(f"if {condition(node.condition, scope)}:"):
        out.add(f"{found} = {member(node.then, at, scope)}")
    with out.block("else:"):
        otherwise = "False" if node.otherwise is None else member(node.otherwise, at, scope)
        out.add(f"{found} = {otherwise}")
    return found


@evaluate_region.register(SitesListed)
def _evaluate_sites_listed(node: SitesListed, scene: InitialPosition) -> tuple[int, ...]:
    return sites_on_board(evaluate_integer(site, scene) for site in node.sites)


@evaluate_region.register(SitesLabelled)
def _evaluate_sites_labelled(node: SitesLabelled, scene: InitialPosition) -> tuple[int, ...]:
    return sites_on_board(labelled(label, scene) for label in node.labels)


@evaluate_region.register(SitesOfArray)
def _evaluate_sites_of_array(node: SitesOfArray, scene: InitialPosition) -> tuple[int, ...]:
    return sites_on_board(evaluate_integers(node.array, scene))


@evaluate_region.register(Union)
def _evaluate_union(node: Union, scene: InitialPosition) -> tuple[int, ...]:
    return in_order(site for part in node.regions for site in evaluate_region(part, scene))


@evaluate_region.register(Intersection)
def _evaluate_intersection(node: Intersection, scene: InitialPosition) -> tuple[int, ...]:
    first, *others = [evaluate_region(part, scene) for part in node.regions]
    return tuple(site for site in first if all(site in other for other in others))


@evaluate_region.register(Difference)
def _evaluate_difference(node: Difference, scene: InitialPosition) -> tuple[int, ...]:
    without = set(evaluate_region(node.without, scene))
    return tuple(site for site in evaluate_region(node.region, scene) if site not in without)


@evaluate_region.register(RegionIf)
def _evaluate_region_if(node: RegionIf, scene: InitialPosition) -> tuple[int, ...]:
    if evaluate_condition(node.condition, scene):
        return evaluate_region(node.then, scene)
    return () if node.otherwise is None else evaluate_region(node.otherwise, scene)


@evaluate_region.register(SitesThat)
def _evaluate_sites_that(node: SitesThat, scene: InitialPosition) -> tuple[int, ...]:
    sites = evaluate_region(node.region, scene)
    return tuple(s for s in sites if evaluate_condition(node.if_, scene.binding(site=s)))


@evaluate_region.register(RegionsOfSites)
def _evaluate_regions_of_sites(node: RegionsOfSites, scene: InitialPosition) -> tuple[int, ...]:
    sites = evaluate_region(node.of, scene)
    parts = [evaluate_region(node.region, scene.binding(site=site)) for site in sites]
    return in_order(site for part in parts for site in part)
