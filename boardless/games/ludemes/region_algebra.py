"""Regions formed from other regions, from listed sites, and by a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, replace
from functools import partial, reduce
from operator import and_, or_

from boardless.games.kit import (
    BESIDE,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    PURE,
    STATIC,
    SYMMETRIC,
    TILED,
    TOUCHING,
    TRUE,
    UNORDERED,
    Bool,
    Builder,
    Condition,
    Int,
    Integer,
    Integers,
    Ludeme,
    Model,
    OneOrMore,
    Region,
    Scope,
    Site,
    SiteSet,
    bare,
    cleared_row,
    constant_sites,
    each,
    is_by_chance,
    ludeme,
    marked,
)
from boardless.games.ludemes.arithmetic import IntegerIf, labelled
from boardless.games.ludemes.board_regions import SitesPlayable
from boardless.games.ludemes.combined_moves import Marked, SitesFrom, SitesTo
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.players import each_team

Several = OneOrMore[Region]
#: More than the number of any site.
_BEYOND = 2**31
Labels = OneOrMore[str]


class Label(Ludeme):
    """The label of a site, such as "A1"."""

    kind = "the label of a site"
    facts = STATIC


@bare
class SiteLabel(Label):
    """A column in letters, then a row from 1."""

    label: str


@ludeme("sites", facts=SYMMETRIC | TOUCHING | TILED)
class SitesListed(Region):
    """Sites one by one, by their numbers.

    Example: (sites {0 4 (last To)})
    """

    sites: tuple[Integer, ...]

    def meaning(self, b: Builder) -> SiteSet:
        return b.listed(*(partial(b.board_site, site) for site in self.sites))

    def sees_border(self) -> bool:
        return any(Single(site).sees_border() for site in self.sites)

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        return _each_listed(self, b) if _are_few(self, b.model) else None


@ludeme("sites", facts=GLOBAL)
def sites_labelled(node: Region, b: Builder, labels: Labels) -> SiteSet:
    """Sites one by one, by their labels, without unknown labels.

    Example: (sites {"A1" "C3"})
    """
    return b.fixed(node, lambda start: [labelled(label, start) for label in labels])


@ludeme("sites", facts=GLOBAL)
class SitesOfArray(Region):
    """The sites with these integers as numbers.

    Example: (sites (array (sites Top)))
    """

    array: Integers

    def meaning(self, b: Builder) -> SiteSet:
        return b.listed_in(self.array)

    def own_loop(self, b: Scope) -> Iterator[Site]:
        row = cleared_row(b)
        for value in self.array.each_value(b):
            b.set(row[b.site_of(value)], 1)
        yield from marked(row, b)


class Combined(Region):
    """The sites in several regions, or in some and not in others."""

    def target_sees_border(self) -> bool:
        parts = (part for _, part in self.children())
        return any(part.target_sees_border() for part in parts if isinstance(part, Region))

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        region = marked_inside(self, b)
        if region != self:
            return b.passing(partial(b.inside, region))
        parts = tuple(_common(self)) if isinstance(self, Intersection) else ()
        if isinstance(self, Difference):
            parts = (self.region,)
        few = next((part for part in parts if part.is_few()), None)
        if few is None:
            return None
        # A part meets a site, or is a hand; all other tests go to its sites.
        return _among(few, Intersection(parts) if isinstance(self, Intersection) else self, b)


@ludeme("union", facts=PURE | UNORDERED, concepts="Union")
class Union(Combined):
    """The sites in any of the regions.

    Example: (union (sites Empty) (sites Outer))
    """

    regions: Several

    def from_regions(self) -> tuple[Region, ...]:
        return self.regions

    def is_near(self) -> bool:
        return all(part.is_near() for part in self.regions)

    def meaning(self, b: Builder) -> SiteSet:
        return reduce(or_, map(b.region, self.regions))

    def is_held(self, asked: bool, b: Scope) -> bool:
        """Return True if they are occupied sites of several named containers, hands included."""
        said = [getattr(part, "container", None) for part in self.regions]
        return None not in said and set(said) != {"Board"}


@ludeme("intersection", concepts="Intersection")
class Intersection(Combined):
    """The sites in all of the regions.

    Example: (intersection (sites Empty) (sites Outer))
    """

    facts = PURE | UNORDERED
    regions: Several

    def from_regions(self) -> tuple[Region, ...]:
        return self.regions

    def is_free(self) -> bool:
        return any(part.is_free() for part in self.regions)

    def is_near(self) -> bool:
        return any(part.is_near() for part in self.regions)

    def meaning(self, b: Builder) -> SiteSet:
        return reduce(and_, map(b.region, self.regions))


@ludeme("difference", facts=PURE | BESIDE, concepts="Complement")
class Difference(Combined):
    """The sites of a region that are not in another.

    Example: (difference (sites Board) (sites Outer))
    """

    region: Region
    without: Region

    def from_regions(self) -> tuple[Region, ...]:
        return (self.region,)

    def is_free(self) -> bool:
        return self.region.is_free()

    def is_near(self) -> bool:
        return self.region.is_near()

    def meaning(self, b: Builder) -> SiteSet:
        return b.region(self.region) - b.region(self.without)


@ludeme("if", facts=GLOBAL, concepts="ConditionalStatement")
class RegionIf(Region):
    """The first region if the condition holds, else the second, or an empty region.

    Example: (if (is Mover P1) (sites Top) (sites Bottom))
    """

    condition: Condition
    then: Region
    otherwise: Region | None = None

    def meaning(self, b: Builder) -> SiteSet:
        return b.either_region(self.condition, self.then, self.otherwise)

    def simpler(self, b: Scope) -> Region:
        """Return the region of one site or another, which may belong to a hand."""
        site = self.then.only
        other = None if self.otherwise is None else self.otherwise.only
        if site is None or other is None:
            return self
        return Single(IntegerIf(self.condition, site, other))


@ludeme(
    "forEach",
    facts=SYMMETRIC | TOUCHING,
    concepts="ControlFlowStatement",
    phrase="the sites of {region} if {if_}",
)
class SitesThat(Region):
    """The sites of a region that meet a condition, each seen as (site).

    Example: (forEach (sites Top) if:(is Even (site)))
    """

    region: Region
    _: KW_ONLY
    if_: Condition

    def from_regions(self) -> tuple[Region, ...]:
        return (self.region,)

    def meaning(self, b: Builder) -> SiteSet:
        return b.region(self.region).where(lambda at: b.binding(iterated=at).condition(self.if_))

    def is_of_hands(self) -> bool:
        return self.region.is_of_hands()

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        return _each_that(self, b) if _has_own_loop(self.region, b) else None


@ludeme("forEach", facts=GLOBAL, concepts="ControlFlowStatement")
def regions_of_players(node: Region, b: Scope, players: Integers, region: Region) -> SiteSet:
    """The union of a region for each of several players, seen as (player).

    Example: (forEach (players Enemy) (sites Occupied by:Player))
    """

    return _in_any(
        node,
        region,
        "player_",
        lambda: (b.let(player, "player") for player in players.each_value(b)),
        b,
    )


@ludeme("forEach", "Team", facts=EFFECT, concepts="ControlFlowStatement")
def regions_of_teams(node: Region, b: Scope, region: Region) -> SiteSet:
    """The union of a region for each team that has players, seen as (team).

    Example: (forEach Team (sites Occupied by:TeamMover))
    """

    return _in_any(node, region, "team", partial(each_team, b), b)


def _in_any(
    node: Region, region: Region, name: str, numbers: Callable[[], Iterator[Int]], b: Scope
) -> SiteSet:
    """Return the union of a region over several players or teams."""

    def inside(at: Site) -> Bool:
        is_inside = b.variable("found", FALSE)
        for number in numbers():
            for _ in b.when(b.binding(**{name: number}).inside(region, at)):
                b.set(is_inside, TRUE)
        return is_inside

    return b.tested(node, inside)


@ludeme("forEach", facts=GLOBAL, concepts="ControlFlowStatement")
class RegionsOfSites(Region):
    """The union of a region for each site of another, seen as (site).

    Example: (forEach of:(sites Corners) (sites Around (site)))
    """

    region: Region
    _: KW_ONLY
    of: Region

    def from_regions(self) -> tuple[Region, ...]:
        return (self.region,)

    def meaning(self, b: Builder) -> SiteSet:
        return b.united(self.of, lambda at: b.binding(iterated=at).region(self.region))

    def own_loop(self, b: Scope) -> Iterator[Site]:
        row = cleared_row(b)
        for site in each(self.of, b, hands=True):
            for member in each(self.region, b.binding(iterated=site), hands=True):
                b.set(row[member], 1)
        yield from marked(row, b)


def _common(node: Intersection) -> Iterator[Region]:
    """Yield the regions of an intersection, with the regions of nested intersections."""
    for part in node.regions:
        if isinstance(part, Intersection):
            yield from _common(part)
        else:
            yield part


def _among(few: Region, node: Region, b: Scope) -> Iterator[Site]:
    """Iterate over the sites of one region that lie in all regions."""
    for at in each(few, b):
        test = TRUE
        if isinstance(node, Difference):
            test = ~b.inside(node.without, at)
        elif isinstance(node, Intersection) and len(node.regions) > 1:
            others = tuple(part for part in node.regions if part is not few)
            test = b.inside(Intersection(others), at)
        with b.where(test):
            yield at


def marked_inside(region: Region, scope: Scope) -> Region:
    """Return a region with marks for its parts that ask for moves, computed once for all."""
    if isinstance(region, SitesFrom | SitesTo):
        return Marked(region.mark(scope))
    if isinstance(region, Union | Intersection):
        parts = tuple(marked_inside(part, scope) for part in region.regions)
        return replace(region, regions=parts)
    if isinstance(region, Difference):
        first, without = (marked_inside(x, scope) for x in (region.region, region.without))
        return replace(region, region=first, without=without)
    return region


def _are_few(region: SitesListed, model: Model) -> bool:
    """Return True if a loop over listed sites is quicker than a loop over the board."""
    if model.layout is None or model.has_several_types or is_by_chance(region):
        return False
    return len(region.sites) ** 2 < len(model.cells)


def _each_listed(node: SitesListed, b: Scope) -> Iterator[Site]:
    """Iterate over listed sites of the board in the order of their numbers, each once."""
    sites = [b.let(b.board_site(site)) for site in node.sites]
    after = b.variable("after", ENGINE.HELD)
    for _ in b.numbers(len(sites)):
        at = b.variable("x", Site.of(_BEYOND))
        for site in sites:
            b.set_if((after < site) & (site < at), at, site)
        b.leave(at == _BEYOND)
        b.set(after, at)
        yield at


def _has_own_loop(region: Region, scope: Scope) -> bool:
    """Return True if the sites of a region are few, or in hands."""
    if isinstance(region, SitesThat):
        return _has_own_loop(region.region, scope)
    if isinstance(region, SitesListed):
        if (known := constant_sites(region, scope)) is not None:
            # The sites come by number, as in a loop over the board.
            return all(sorted(set(sites)) == list(sites) for sites in known.values())
        return _are_few(region, scope.model)
    return region.is_few() or isinstance(region, SitesPlayable)


def _each_that(node: SitesThat, b: Scope) -> Iterator[Site]:
    """Iterate over the sites of a region that meet a condition."""
    for at in each(node.region, b, True, node.if_.stands()):
        with b.where(b.binding(iterated=at).condition(node.if_)):
            yield at
