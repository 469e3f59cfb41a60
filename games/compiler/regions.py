"""Regions as source: loops over them, and the condition that a site is in one."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial, singledispatch

from boardless.games.compiler.camps import each_in_camp
from boardless.games.compiler.generic import board_site, integer, member, site, unsupported
from boardless.games.compiler.known import known_loop, known_member, known_sites, seat_of
from boardless.games.compiler.lying_for_good import is_for_good, sites_beside
from boardless.games.compiler.occupied import (
    camp_of_region,
    holder,
    is_named,
    number_held,
    stands,
)
from boardless.games.compiler.scope import Scope, all_of
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Directions


@singledispatch
def each_of(region: k.Region, scope: Scope) -> AbstractContextManager[str] | None:
    """Return a loop over the sites of a region that has one of its own."""
    return None


@contextmanager
def each(region: k.Region, scope: Scope, hands: bool = False) -> Iterator[str]:
    """Open a loop over the sites of a region, each once; yield the name of the site.

    Sites of hands are left out unless `hands` is true: single ones, those of tracks, and those that
    are occupied where no container is named.
    """
    out = scope.out
    if (
        isinstance(region, r.RegionIf)
        and isinstance(region.then, k.Single)
        and isinstance(region.otherwise, k.Single)
    ):
        # One site or another, which may be of a hand.
        region = k.Single(i.IntegerIf(region.condition, region.then.site, region.otherwise.site))
    sites = known_sites(region, scope)
    if sites is not None:
        with known_loop(sites, seat_of(region, scope), scope) as at:
            yield at
    elif (own := each_of(region, scope)) is not None:
        with own as at:
            yield at
    elif isinstance(region, r.SitesLastTo | k.Single):
        name = out.name("x")
        source = region.site if isinstance(region, k.Single) else i.LastTo()
        out.add(f"{name} = {(site if hands else board_site)(source, scope)}")
        with out.block(f"if {name} != NONE:"):
            yield name
    else:
        # Sites of hands are cells: where another type is played on, they are not meant.
        anywhere = hands and isinstance(region, r.SitesOccupied) and scope.model.effects
        if scope.model.layout is not None and scope.model.layout_use != "Cell":
            anywhere = False
        anywhere = anywhere or _is_of_containers(region)
        if (camp := camp_of_region(region, scope)) is not None:
            with each_in_camp(camp, scope, anywhere) as name:
                wanted = isinstance(region, r.SitesOccupied) and is_named(
                    region, f"s.what[{name}]", scope
                )
                with out.block(f"if {wanted}:") if wanted else nullcontext():
                    yield name
            return
        name, first = out.name("x"), "1" if anywhere else "HELD + 1"
        last = " + HELD" if hands and isinstance(region, r.SitesOfTrack) else ""
        with out.block(f"for {name} in range({first}, s.n[COUNT] + 1{last}):"):
            if last:
                # Those of hands come behind those of the board, as they are numbered.
                with out.block(f"if {name} > s.n[COUNT]:"):
                    out.add(f"{name} -= whole(s.n[COUNT])")
            # Cells of a given board may have left.
            with out.block(f"if FOLLOWS and s.code[{name}] == NOWHERE:"):
                out.add("continue")
            # The condition may need statements of its own, inside the loop.
            inside = member(region, name, scope)
            with out.block(f"if {inside}:"):
                yield name


def _is_of_containers(region: k.Region) -> bool:
    """Tell whether a region is what stands in several containers that are said, hands as well."""
    if not isinstance(region, r.Union):
        return False
    said = [part.container for part in region.regions if isinstance(part, r.SitesOccupied)]
    return len(said) == len(region.regions) and None not in said and set(said) != {"Board"}


#: Regions whose sites are found along directions, in no order.
_ALONG = (r.SitesAround, r.SitesInDirection)


@contextmanager
def in_order(region: k.Region, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a region, those of hands as well; yield the site.

    What effects do is done from the first site to the last.
    """
    if not (scope.after and isinstance(region, _ALONG)):
        with each(region, scope, hands=True) as at:
            yield at
        return
    row = cleared_row(scope)
    with each(region, scope) as found:
        scope.out.add(f"s.aside[{row}, {found}] = 1")
    with marked(row, scope) as at:
        yield at


def cleared_row(scope: Scope) -> int:
    """Return the number of a row of ``s.aside`` without marks, after statements that clear it."""
    row: int = scope.made.row()
    at = scope.out.name("x")
    with scope.out.block(f"for {at} in range(s.n[COUNT] + 1):"):
        scope.out.add(f"s.aside[{row}, {at}] = 0")
    return row


@contextmanager
def marked(row: int, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites that are marked in a row of ``s.aside``; yield the site."""
    out, at = scope.out, scope.out.name("x")
    with (
        out.block(f"for {at} in range(1, s.n[COUNT] + 1):"),
        out.block(f"if s.aside[{row}, {at}] != 0:"),
    ):
        yield at


@member.register
def _(node: r.SitesBoard, at: str, scope: Scope) -> str:
    return "True"


def is_gone_through(region: k.Region, at: str, scope: Scope) -> str:
    """Return the condition that `at` is in a region, found by going through it."""
    found = scope.out.name("c")
    scope.out.add(f"{found} = False")
    with each(region, scope) as site, scope.out.block(f"if {site} == {at}:"):
        scope.out.add(f"{found} = True")
    return found


@each_of.register
def _(node: r.SitesOccupied, scope: Scope) -> AbstractContextManager[str] | None:
    if is_for_good(node.on, scope.model):
        return _lying(node, scope)
    return None if node.container is None else _held(node, node.container, scope)


@contextmanager
def _lying(node: r.SitesOccupied, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a type that is not played on where pieces lie for good."""
    out, at = scope.out, scope.out.name("x")
    first, end = sites_beside(node.on, scope.model)
    with out.block(f"for {at} in range({first}, {end}):"):
        test = stands(node, at, scope)
        with out.block(f"if {test}:"):
            yield at


@contextmanager
def _held(node: r.SitesOccupied, container: k.Integer | str, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a container on which something stands."""
    out, at = scope.out, scope.out.name("x")
    held = number_held(node, container, scope)
    with out.block(f"for {at} in range(1, s.n[COUNT] + 1):"):
        test = stands(node, at, scope)
        with out.block(f"if {holder(at)} == {held} and {test}:"):
            yield at


@member.register
def _(node: r.SitesToClear, at: str, scope: Scope) -> str:
    scope.made.clears = True
    return f"(s.fields[DOOMED, {at}] != 0)"


@member.register
def _(node: r.SitesInState, at: str, scope: Scope) -> str:
    return f"(whole(s.fields[STATES, {at}]) == {integer(node.state, scope)})"


@member.register
def _(node: r.SitesPlayable, at: str, scope: Scope) -> str:
    if scope.model.layout is None:
        beside = f" and is_beside(s, {at})" if node.directions is Directions.ORTHOGONAL else ""
        return f"(s.what[{at}] == 0 and s.near[{at}] > 0{beside})"
    found = scope.out.name("c")
    scope.out.add(f"{found} = False")
    near = scope.neighbours(at, str(node.directions))
    with near as other, scope.out.block(f"if s.what[{other}] != 0:"):
        scope.out.add(f"{found} = True")
    return f"(s.what[{at}] == 0 and {found})"


@each_of.register
def _(node: r.SitesPlayable, scope: Scope) -> AbstractContextManager[str] | None:
    return _kept(kept_list(node, scope), scope) if is_kept(node, scope) else None


def is_kept(region: k.Region, scope: Scope) -> bool:
    """Tell whether the sites of a region are kept from move to move."""
    playable = isinstance(region, r.SitesPlayable)
    return playable and scope.model.growing and bool(scope.model.effects)


def kept_list(region: k.Region, scope: Scope) -> int:
    """Return the number of the list of a region whose sites are kept."""
    number: int = scope.made.keep(f"    return bool({member(region, 'site', scope)})\n")
    return number


@contextmanager
def _kept(kept: int, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a list that follows the pieces from move to move."""
    out, n, at = scope.out, scope.out.name("n"), scope.out.name("x")
    with out.block(f"for {n} in range(s.size[{kept}]):"):
        out.add(f"{at} = whole(s.legal[{kept}, {n}])")
        yield at


@member.register
def _(node: r.SitesListed, at: str, scope: Scope) -> str:
    options = [f"{at} == {board_site(one, scope)}" for one in node.sites]
    return f"({' or '.join(options)})" if options else "False"


@member.register
def _(node: k.Single, at: str, scope: Scope) -> str:
    return f"({at} == {board_site(node.site, scope)})"


@member.register
def _(node: r.SitesLastTo, at: str, scope: Scope) -> str:
    return f"({at} == {scope.last or 'whole(s.n[LAST])'})"


@member.register(r.SitesOuter)
@member.register(r.SitesSide)
def _(node: r.SitesOuter | r.SitesSide, at: str, scope: Scope) -> str:
    if scope.model.growing:
        if isinstance(node, r.SitesOuter):
            return f"on_perimeter(s, {at})"
        node.reject("a growing board has no sides")
    if scope.model.scene is not None:
        return known_member(node, at, scope) or unsupported(node)
    inside = set(scope.model.side(node))
    flags = [0] * (1 + scope.model.hand_size)
    flags += [int(number in inside) for number in range(len(scope.model.cells))]
    return f"({scope.constant('INSIDE', flags)}[{at}] != 0)"


@member.register(r.Union)
@member.register(r.Intersection)
def _(node: r.Union | r.Intersection, at: str, scope: Scope) -> str:
    parts = [partial(member, part, at, scope) for part in node.regions]
    return all_of(scope.out, parts, stop=isinstance(node, r.Union))


@member.register
def _(node: r.Difference, at: str, scope: Scope) -> str:
    parts = [
        lambda: member(node.region, at, scope),
        lambda: f"(not {member(node.without, at, scope)})",
    ]
    return all_of(scope.out, parts, stop=False)


@each_of.register
@contextmanager
def _(node: r.RegionsOfSites, scope: Scope) -> Iterator[str]:
    row = cleared_row(scope)
    with (
        each(node.of, scope, hands=True) as site,
        each(node.region, scope.binding(iterated=site), hands=True) as found,
    ):
        scope.out.add(f"s.aside[{row}, {found}] = 1")
    with marked(row, scope) as at:
        yield at


@member.register
def _(node: r.RegionsOfSites, at: str, scope: Scope) -> str:
    out, found = scope.out, scope.out.name("c")
    out.add(f"{found} = False")
    with each(node.of, scope, hands=True) as site:
        inside = member(node.region, at, scope.binding(iterated=site))
        out.add(f"{found} = {found} or {inside}")
    return found
