"""Regions as source: loops over them, and the condition that a site is in one."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial, singledispatch

from boardless.games.compiler.camps import Camp, camp_of, each_in_camp, empty_sites
from boardless.games.compiler.covers import has_covers
from boardless.games.compiler.generic import board_site, integer, member, site, unsupported
from boardless.games.compiler.known import known_loop, known_member, known_sites, seat_of
from boardless.games.compiler.roles import is_meant, is_of_team, one_player
from boardless.games.compiler.scope import Scope, all_of
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.directions import NamedWays
from boardless.games.ludemes.kinds import Around, Directions, Role, SiteType
from boardless.games.ludemes.scoring import ThePlayer

#: How many steps regions around regions may lead.
MAX_SPREAD = 4


@singledispatch
def each_of(region: k.Region, scope: Scope) -> AbstractContextManager[str] | None:
    """Return a loop over the sites of a region that has one of its own."""
    return None


@contextmanager
def each(region: k.Region, scope: Scope, hands: bool = False) -> Iterator[str]:
    """Open a loop over the sites of a region, each once; yield the name of the site.

    Sites of hands are left out unless `hands` is true: single ones, and those that are occupied
    where no container is named.
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
    elif (
        isinstance(region, r.SitesAround)
        and isinstance(region.where, k.Integer)
        and not scope.model.effects
    ):
        base = out.name("x")
        out.add(f"{base} = {board_site(region.where, scope)}")
        with scope.neighbours(base, str(region.directions)) as other:
            wanted = _wanted(region, other, scope)
            if wanted is None:
                yield other
            else:
                with out.block(f"if {wanted}:"):
                    yield other
    elif isinstance(region, r.SitesHand) and region.role is not None:
        name = out.name("h")
        player = scope.player(region.role, region)
        if not player.isdigit():
            region.reject("whose hand it is has to be known when compiling")
        numbers = [str(1 + h) for h in scope.model.hand_sites(int(player))]
        if not numbers:
            region.reject(f"player {player} has no hand")
        with out.block(f"for {name} in ({', '.join(numbers)},):"):
            yield name
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
        anywhere = anywhere or _of_containers(region)
        if (camp := _camp(region, scope)) is not None:
            with each_in_camp(camp, scope, anywhere) as name:
                named = isinstance(region, r.SitesOccupied) and _named(
                    region, f"s.what[{name}]", scope
                )
                if named:
                    with out.block(f"if {named}:"):
                        yield name
                else:
                    yield name
            return
        name, first = out.name("x"), "1" if anywhere else "HELD + 1"
        with out.block(f"for {name} in range({first}, s.n[COUNT] + 1):"):
            # Cells of a given board may have left.
            with out.block(f"if FOLLOWS and s.code[{name}] == NOWHERE:"):
                out.add("continue")
            # The condition may need statements of its own, inside the loop.
            inside = member(region, name, scope)
            with out.block(f"if {inside}:"):
                yield name


def _camp(region: k.Region, scope: Scope) -> Camp | None:
    """Return the camp that a region is, or is a part of, None if there is none."""
    if isinstance(region, r.SitesEmpty):
        return empty_sites(scope)
    if isinstance(region, r.SitesOccupied):
        return camp_of(region.by, scope, region)
    return None


def _of_containers(region: k.Region) -> bool:
    """Tell whether all that is meant is what stands in containers that are said, hands as well."""
    regions = region.regions if isinstance(region, r.Union) else (region,)
    named = [part.container for part in regions if isinstance(part, r.SitesOccupied)]
    return len(named) == len(regions) and None not in named and set(named) != {"Board"}


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


def _wanted(region: r.SitesAround, at: str, scope: Scope) -> str | None:
    """Return the condition under which a site around is meant, None if always."""
    if region.which is None:
        return None
    return {
        Around.EMPTY: f"s.what[{at}] == 0",
        Around.NOT_EMPTY: f"s.what[{at}] != 0",
        Around.OWN: f"s.who[{at}] == {scope.mover}",
        Around.ENEMY: f"s.who[{at}] != 0 and s.who[{at}] != {scope.mover}",
    }[region.which]


@member.register
def _(node: r.SitesBoard, at: str, scope: Scope) -> str:
    return "True"


@member.register
def _(node: r.SitesEmpty, at: str, scope: Scope) -> str:
    return f"(s.what[{at}] == 0)"


@member.register
def _(node: r.SitesOccupied, at: str, scope: Scope) -> str:
    if node.container is None:
        return _stands(node, at, scope)
    if node.container == "Board":
        return f"({at} > HELD and {_stands(node, at, scope)})"
    held = _number_held(node, node.container, scope)
    return f"({_holder(at)} == {held} and {_stands(node, at, scope)})"


def _stands(node: r.SitesOccupied, at: str, scope: Scope) -> str:
    """Return the condition that a piece that is meant stands on a site, in whatever container."""
    model = scope.model
    if model.stacking and (not node.top or node.component or node.components):
        found = _occupied_below(node, at, scope)
    else:
        found = _occupied(node, f"s.what[{at}]", f"s.who[{at}]", scope)
    if node.container is not None:
        return found
    if has_covers(model):
        # Of what covers several sites the first is meant alone.
        found = f"({found} and part_at(s, {at}) == 0)"
    if model.layout is None or not model.hand_size:
        return found
    # Hands have cells, which are not meant where others are asked for.
    on_cells = str(node.on or model.layout_use) == str(SiteType.CELL)
    return found if on_cells else f"({at} > HELD and {found})"


def _occupied_below(node: r.SitesOccupied, at: str, scope: Scope) -> str:
    """Return the condition that a piece that is meant lies on some level of a site."""
    out = scope.out
    found, level = out.name("found"), out.name("level")
    out.add(f"{found} = False")
    with out.block(f"for {level} in range(height(s, {at})):"):
        what, who = f"what_at(s, {at}, {level})", f"who_at(s, {at}, {level})"
        with out.block(f"if {_occupied(node, what, who, scope)}:"):
            out.add(f"{found} = True")
    if not node.top:
        return found
    return f"({found} and {owned_by(node.by, at, scope, node)})"


def _occupied(node: r.SitesOccupied, what: str, who: str, scope: Scope) -> str:
    """Return the condition that a component of an owner is meant."""
    owned = belongs(node.by, what, who, scope, node)
    named = _named(node, what, scope)
    return f"({owned} and {named})" if named else owned


def _named(node: r.SitesOccupied, what: str, scope: Scope) -> str:
    """Return the condition that a component is one of those that are named, "" if none are."""
    names: list[k.Integer | str] = [] if node.component is None else [node.component]
    names += list(node.components or ())
    wanted = [
        number
        for name in names
        for number in (
            [integer(name, scope)]
            if isinstance(name, k.Integer)
            else scope.model.named(str(name), node)
        )
    ]
    return f"({' or '.join(f'{what} == {number}' for number in wanted)})" if names else ""


def owned_by(role: Role | ThePlayer, at: str, scope: Scope, node: Ludeme) -> str:
    """Return the condition that a piece of a role, or of a player, stands on a site."""
    return belongs(role, f"s.what[{at}]", f"s.who[{at}]", scope, node)


def is_gone_through(region: k.Region, at: str, scope: Scope) -> str:
    """Return the condition that `at` is in a region, found by going through it."""
    found = scope.out.name("c")
    scope.out.add(f"{found} = False")
    with each(region, scope) as site, scope.out.block(f"if {site} == {at}:"):
        scope.out.add(f"{found} = True")
    return found


def belongs(role: Role | ThePlayer, what: str, who: str, scope: Scope, node: Ludeme) -> str:
    """Return the condition that a component of an owner is one of a role, or of a player."""
    if isinstance(role, ThePlayer):
        return f"({what} != 0 and {who} == {integer(role.number, scope)})"
    if role in (Role.ALL, Role.EACH):
        return f"({what} != 0)"
    if role is Role.NEUTRAL or (role is Role.SHARED and not scope.model.effects):
        return f"({what} != 0 and {who} == 0)"
    if role is Role.SHARED:
        return f"({who} > PLAYERS)"
    if (role is Role.ENEMY and scope.model.has_teams) or is_of_team(role):
        return f"({what} != 0 and {is_meant(role, who, scope, node)})"
    if role in (Role.ENEMY, Role.NON_MOVER):
        return f"({who} != 0 and {who} <= PLAYERS and {who} != {scope.mover})"
    return f"({who} == {scope.player(Role.MOVER if role is Role.FRIEND else role, node)})"


@each_of.register
def _(node: r.SitesOccupied, scope: Scope) -> AbstractContextManager[str] | None:
    return None if node.container is None else _held(node, node.container, scope)


@contextmanager
def _held(node: r.SitesOccupied, container: k.Integer | str, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a container on which something stands."""
    out, at = scope.out, scope.out.name("x")
    held = _number_held(node, container, scope)
    with out.block(f"for {at} in range(1, s.n[COUNT] + 1):"):
        test = _stands(node, at, scope)
        with out.block(f"if {_holder(at)} == {held} and {test}:"):
            yield at


def _holder(at: str) -> str:
    return f"(HOLDER[{at}] if {at} <= HELD else 0)"


def _number_held(node: r.SitesOccupied, container: k.Integer | str, scope: Scope) -> str:
    """Return the source of the number of a container."""
    out = scope.out
    if isinstance(container, str):
        if scope.model.scene is None:
            node.reject("containers by name need a board that is laid out")
        stores = scope.model.scene.inventory.containers
        numbers = [str(n) for n, store in enumerate(stores) if store.name == container]
        hands = {store.owner: n for n, store in enumerate(stores) if store.name.startswith("Hand")}
        if not numbers and container == "Hand" and hands:
            # That of the role.
            of_each = [hands.get(player, -1) for player in range(scope.model.players + 1)]
            player = out.name("player")
            out.add(f"{player} = {one_player(node.by, node, scope)}")
            out.add(f"{player} = {player} if 0 <= {player} <= PLAYERS else 0")
            numbers = [f"({', '.join(map(str, of_each))})[{player}]"]
        if not numbers:
            names = ", ".join(store.name for store in stores)
            node.reject(f"no container is called {container!r}: choose one of {names}")
        return numbers[0]
    held = out.name("container")
    out.add(f"{held} = {integer(container, scope)}")
    return held


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
    return _kept(node, scope) if scope.model.growing and scope.model.effects else None


@contextmanager
def _kept(node: k.Region, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a region that follows the pieces from move to move."""
    out, n, at = scope.out, scope.out.name("n"), scope.out.name("x")
    kept = scope.made.keep(f"    return bool({member(node, 'site', scope)})\n")
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


@member.register
def _(node: r.SitesAround, at: str, scope: Scope) -> str:
    if scope.model.effects:
        from boardless.games.compiler.walked_regions import around_any

        return around_any(node, at, scope)
    # Being around is mutual: some neighbour of the site is in the region.
    _check_spread(node)
    found = scope.out.name("c")
    scope.out.add(f"{found} = False")
    where = k.Single(node.where) if isinstance(node.where, k.Integer) else node.where
    with scope.neighbours(at, str(node.directions)) as other:
        inside = member(where, other, scope)
        wanted = _wanted(node, at, scope) or "True"
        with scope.out.block(f"if {inside} and {wanted}:"):
            scope.out.add(f"{found} = True")
    return found


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
    from boardless.games.compiler.moving.ways import steps

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
