"""Regions around sites, along directions, and between sites."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.builder import unknown
from boardless.games.compiler.directions import USUAL, has_one_loop, steps, walks
from boardless.games.compiler.dispatch import board_site, condition, holds, integer, member
from boardless.games.language.facts import EFFECT, SYMMETRIC, TILED
from boardless.games.language.ludeme import absent, ludeme
from boardless.games.ludemes.chance import is_by_chance
from boardless.games.ludemes.directions import Absolute, NamedWays, Ways
from boardless.games.ludemes.kinds import (
    Around,
    Condition,
    Directions,
    Integer,
    Region,
    Role,
    SiteType,
)
from boardless.games.ludemes.literals import Listed, Single, as_region
from boardless.games.ludemes.logic import IsIn
from boardless.games.ludemes.occupancy import IsEmpty, SitesOccupied
from boardless.games.ludemes.pieces import ComponentId, Walks, What
from boardless.games.ludemes.sites import FromSite, ToSite
from boardless.ir.expressions import FALSE
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.topo.layouts.relative_directions import walks_along

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme
    from boardless.ir.expressions import Bool, Site
    from boardless.topo.layouts.sites import Sites


def _asks_for_pieces(condition: Condition | None) -> bool:
    """Tell whether a condition on ``(to)`` is false where nothing stands."""
    if not isinstance(condition, IsIn):
        return False
    value, among = condition.value, condition.among
    here = isinstance(value, What) and isinstance(value.at, ToSite)
    named = isinstance(among, Listed) and all(isinstance(x, ComponentId) for x in among.values)
    return here and named


@ludeme("sites", "Around", example="(sites Around (last To) Empty)", facts=SYMMETRIC | TILED)
class SitesAround(Region):
    """The sites adjacent to a site or to those of a region, or only empty ones, say.

    They may be so many steps away in some directions, meet a condition, or include the site
    itself.
    """

    type: SiteType | None
    where: Integer | Region
    which: Around | None = None
    directions: Absolute = Directions.ADJACENT
    _: KW_ONLY
    distance: Integer | None = None
    if_: Condition | None = None
    include_self: bool = False

    def reach(self) -> float:
        """Return one step more than to the site, or than a region reads."""
        where = self.where
        return 1 + (where.reach_as_site if isinstance(where, Integer) else where.reach())

    @property
    def centre(self) -> Integer | None:
        """The site, if they are around one and not around those of a region."""
        return self.where if isinstance(self.where, Integer) else None

    def has_effects(self) -> bool:
        """Tell whether not all sites around are meant, or others."""
        classed = isinstance(self.directions, Directions)
        return not classed or bool(self.distance or self.if_ or self.include_self)

    def is_touching(self) -> bool:
        """Tell whether they touch a piece: cells around one do, and those with pieces."""
        pieces = self.which not in (None, Around.EMPTY)
        beside = isinstance(self.where, SitesOccupied)
        return self.distance is None and (pieces or beside or _asks_for_pieces(self.if_))

    def leads_beside(self) -> bool:
        """Tell whether they are one step away."""
        return self.distance is None

    def meaning(self, b: Builder) -> SiteSet:
        return b.fixed(self, self._at_start, lambda at: _is_around(self, at, b.playing(self)))

    def _at_start(self, start: InitialPosition) -> set[int]:
        origins = start.sites_of(as_region(self.where))
        distance = 1 if self.distance is None else start.evaluate(self.distance)
        if distance < 0:
            self.reject("expected a distance of 0 or more")
        board = start.sites(self.type)
        found: set[int] = set()
        for origin in filter(board.__contains__, origins):
            walks = walks_along(board, origin, str(self.directions))
            found |= {int(walk[distance]) for walk in walks if distance < len(walk)}
        if self.if_ is not None:
            unknown(self.if_)
        if self.which is not None:
            found = {site for site in found if _wanted(self, site, start)}
        return found.union(origins) if self.include_self else found.difference(origins)

    def own_loop(self, scope: Scope) -> AbstractContextManager[str] | None:
        if not scope.model.effects:
            return _beside_one(self, self.where, scope) if isinstance(self.where, Integer) else None
        one = isinstance(self.where, Integer) and not self.include_self
        if one and has_one_loop(NamedWays((self.directions,)), scope):
            return around(self, scope)
        return None if is_by_chance(self) else _around_all(self, scope)


@ludeme(
    "sites",
    "Direction",
    example="(sites Direction from:(centrePoint) N included:True)",
    concepts="!directions:AdjacentDirection",
)
class SitesInDirection(Region):
    """The sites on straight walks from a site or region, up to a distance or a stop condition."""

    facts = SYMMETRIC | TILED
    directions: Ways | None = None
    type: SiteType | None = None
    _: KW_ONLY
    from_: Integer | Region
    included: bool = False
    stop: Condition | None = None
    stop_included: bool = False
    distance: Integer | None = None

    def is_touching(self) -> bool:
        """Tell whether they lead from a piece over pieces to the first empty cell beside one."""
        stops = self.stop == IsEmpty(None, ToSite())
        return stops and isinstance(self.from_, FromSite) and self.distance is None

    def is_symmetric(self) -> bool:
        """Tell whether no ways are named: some, such as forward, are those of a piece."""
        return self.directions is None

    def meaning(self, b: Builder) -> SiteSet:
        return b.fixed(self, self._at_start, lambda at: _is_along(self, at, b.playing(self)))

    def _at_start(self, start: InitialPosition) -> set[int]:
        origins = start.sites_of(as_region(self.from_))
        if self.stop is not None:
            unknown(self.stop)
        limit = None if self.distance is None else start.evaluate(self.distance) + 1
        board = start.sites(self.type)
        found = set(origins) if self.included else set()
        for origin in origins:
            for walk in _walks(self, self.directions, origin, board, start):
                found |= set(walk[1:limit])
        return found

    def own_loop(self, scope: Scope) -> AbstractContextManager[str] | None:
        if self.included or not isinstance(self.from_, Integer):
            return None
        if not has_one_loop(self.directions or USUAL, scope):
            return None
        return _in_direction(self, self.from_, scope)


@ludeme(
    "sites",
    "Between",
    example="(sites Between from:0 to:8)",
    facts=EFFECT,
    concepts="!directions:AdjacentDirection",
)
class SitesBetween(Region):
    """The sites between two on a straight way from one to the other; perhaps only some of them."""

    directions: Ways | None = None
    type: SiteType | None = None
    _: KW_ONLY
    from_: Integer
    from_included: bool = False
    to: Integer
    to_included: bool = False
    cond: Condition | None = None

    def meaning(self, b: Builder) -> SiteSet:
        return b.fixed(self, self._at_start)

    def _at_start(self, known: InitialPosition) -> set[int]:
        start, end = known.evaluate(self.from_), known.evaluate(self.to)
        board = known.sites(self.type)
        if start not in board or end not in board:
            return set()
        if self.cond is not None:
            unknown(self.cond)
        ends = {start} if self.from_included else set()
        ends |= {end} if self.to_included else set()
        for walk in _walks(self, self.directions, start, board, known):
            if end in walk[1:]:
                return ends | set(walk[1 : walk.index(end)])
        return ends

    @contextmanager
    def own_loop(self, scope: Scope) -> Iterator[str]:
        from boardless.games.compiler.regions import cleared_row, marked

        out, row = scope.out, cleared_row(scope)
        done = out.name("done")
        start = out.assign("x", board_site(self.from_, scope))
        end = out.assign("x", board_site(self.to, scope))
        with out.block(f"if {start} != NONE and {end} != NONE:"):
            for site, included in ((start, self.from_included), (end, self.to_included)):
                if included:
                    out.add(f"s.scratch[{row}, {site}] = 1")
            # Nothing lies between a site and itself: the walk would never come back to it.
            out.add(f"{done} = {start} == {end}")
            for walk in walks(self.directions, start, scope):
                again = walk.fork()
                with out.block(f"while {walk.at} != NONE and {walk.at} != {end}:"):
                    walk.advance()
                with out.block(f"if {walk.at} == {end} and not {done}:"):
                    out.add(f"{done} = True")
                    again.advance()
                    with out.block(f"while {again.at} != {end}:"):
                        inner = scope.binding(origin=start, to=end, between=again.at)
                        out.when(holds(self.cond, inner), f"s.scratch[{row}, {again.at}] = 1")
                        again.advance()
        with marked(row, scope) as at:
            yield at


@ludeme("sites", example="(sites (to) {{F F R F} {F F L F}})", facts=EFFECT)
class SitesOfWalksFrom(Region):
    """The ends of walks from a site."""

    start: Integer
    walks: Walks
    _: KW_ONLY
    rotations: Condition | None = None

    @contextmanager
    def own_loop(self, scope: Scope) -> Iterator[str]:
        from boardless.games.compiler.regions import cleared_row, marked
        from boardless.games.ludemes.steps import each_end

        out = scope.out
        laid_out = isinstance(scope.geometry, LayoutGeometry)
        row = None if laid_out else cleared_row(scope)
        start = out.assign("x", board_site(self.start, scope))
        with out.block(f"if {start} != NONE:"):
            for to in each_end(self, self.walks, self.rotations, start, scope, once=laid_out):
                if row is None:
                    yield str(to)
                else:
                    out.add(f"s.scratch[{row}, {to}] = 1")
        if row is not None:
            with marked(row, scope) as at:
                yield at


@ludeme("sites", example="(sites Cell (to) {{F F R F}})", facts=EFFECT)
class SitesOfWalksOfType(Region):
    """The ends of walks from a site of a type, (from) unless given; none of what is not played on.

    What is not played on has no pieces, and no numbers of its own.
    """

    type: SiteType
    start: Integer = absent(FromSite())
    walks: Walks
    _: KW_ONLY
    rotations: Condition | None = None

    def own_loop(self, scope: Scope) -> AbstractContextManager[str] | None:
        if not scope.model.plays_on(self.type):
            self.reject("walks among sites that are not played on cannot be compiled yet")
        of_site = SitesOfWalksFrom(self.start, self.walks, rotations=self.rotations)
        return of_site.own_loop(scope)


@ludeme("sites", example="(sites {{F F R F} {F F L F}})", facts=EFFECT)
class SitesOfWalks(Region):
    """The ends of walks from (from) that set out in every orthogonal direction, or in the first."""

    walks: Walks
    _: KW_ONLY
    rotations: Condition | None = None

    def own_loop(self, scope: Scope) -> AbstractContextManager[str] | None:
        return SitesOfWalksFrom(FromSite(), self.walks, rotations=self.rotations).own_loop(scope)


def _wanted(node: SitesAround, site: int, start: InitialPosition) -> bool:
    """Tell whether what lies on a site is what is asked for."""
    what = start.lying(node).what(start.spot(site, node.type))
    if node.which in (Around.EMPTY, Around.NOT_EMPTY):
        return (what == 0) is (node.which is Around.EMPTY)
    owner = start.inventory.components[what - 1].owner if what else 0
    mover, shared = start.number_of(Role.MOVER, node), start.inventory.players + 1
    if node.which in (Around.OWN, Around.NOT_ENEMY):
        return owner in (mover, shared)
    if node.which is Around.NOT_OWN:
        return what != 0 and owner not in (mover, shared)
    return owner not in (0, mover, shared)


def _is_around(node: SitesAround, at: Site, scope: Scope) -> Bool:
    """Return the test that a site is around one site or some of a region."""
    from boardless.games.ludemes.distances import check_spread

    out, where = scope.out, as_region(node.where)
    found = scope.variable("c", FALSE)
    if not scope.model.effects:
        # Being around is mutual: some neighbour of the site is in the region.
        check_spread(node)
        with scope.neighbours(str(at), str(node.directions)) as other:
            inside = member(where, other, scope)
            wanted = wanted_around(node, str(at), scope)
            out.when(f"{inside} and {wanted}", f"{found} = True")
        # A site is not around itself, and no empty one is around pieces if it is one of theirs.
        empty = node.which is Around.EMPTY and isinstance(where, SitesOccupied)
        if isinstance(where, Single) or empty:
            return found
    else:
        with scope.loop(where) as base:
            for other in beside(node, str(base), scope):
                out.when(f"{other} == {at}", f"{found} = True")
    out.when(member(where, str(at), scope), f"{found} = {node.include_self}")
    return found


@contextmanager
def around(node: SitesAround, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites around one site."""
    assert isinstance(node.where, Integer)
    base = scope.out.assign("x", board_site(node.where, scope))
    with scope.out.block(f"if {base} != NONE:"):
        yield from beside(node, base, scope)


def beside(node: SitesAround, base: str, scope: Scope) -> Iterator[str]:
    """Go through the sites around a site."""
    ways = NamedWays((node.directions,))
    loops = steps(ways, base, scope) if node.distance is None else _afar(node, ways, base, scope)
    for other in loops:
        inner = scope.binding(origin=base, to=other)
        allowed = holds(node.if_, inner)
        wanted = wanted_around(node, other, scope)
        with scope.out.block(f"if {wanted} and {allowed}:"):
            yield other


def _afar(node: SitesAround, ways: Ways, base: str, scope: Scope) -> Iterator[str]:
    """Go through the sites at a distance along the straight walks from a site."""
    assert node.distance is not None
    out = scope.out
    left = out.name("left")
    far = out.assign("far", integer(node.distance, scope))
    for walk in walks(ways, base, scope):
        out.add(f"{left} = {far}")
        with out.block(f"while {left} > 0 and {walk.at} != NONE:"):
            walk.advance()
            out.add(f"{left} -= 1")
        with out.block(f"if {walk.at} != NONE:"):
            yield walk.at


def wanted_around(node: SitesAround, at: str, scope: Scope) -> str:
    """Return the condition under which a site around is meant."""
    if node.which is None:
        return "True"
    return {
        "Empty": f"s.what[{at}] == 0",
        "NotEmpty": f"s.what[{at}] != 0",
        "Own": f"s.who[{at}] == {scope.mover}",
        "Enemy": f"(s.who[{at}] != 0 and s.who[{at}] != {scope.mover})",
        # What is shared is no enemy's, and not somebody else's.
        "NotOwn": f"(s.what[{at}] != 0 and s.who[{at}] not in ({scope.mover}, PLAYERS + 1))",
        "NotEnemy": f"(s.who[{at}] == {scope.mover} or s.who[{at}] > PLAYERS)",
    }[str(node.which)]


def along(node: SitesInDirection, base: str, scope: Scope) -> Iterator[str]:
    """Go through the sites on the straight walks from a site."""
    out = scope.out
    for walk in walks(node.directions, base, scope):
        left = ""
        if node.distance is not None:
            left = out.assign("left", integer(node.distance, scope))
        with out.block(f"while {left} > 0:" if left else "while True:"):
            if left:
                out.add(f"{left} -= 1")
            walk.advance()
            out.when(f"{walk.at} == NONE", "break")
            stopped = ""
            if node.stop is not None:
                stopped = out.assign("stop", condition(node.stop, scope.binding(to=walk.at)))
                if not node.stop_included:
                    out.when(stopped, "break")
            yield walk.at
            if stopped and node.stop_included:
                out.when(stopped, "break")


@contextmanager
def _beside_one(node: SitesAround, where: Integer, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites beside one site, of a game without effects."""
    base = scope.out.assign("x", board_site(where, scope))
    with (
        scope.neighbours(base, str(node.directions)) as other,
        scope.out.block(f"if {wanted_around(node, other, scope)}:"),
    ):
        yield other


@contextmanager
def _around_all(node: SitesAround, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites around those of a region, which are marked first."""
    from boardless.games.compiler.regions import cleared_row, each, marked

    row = cleared_row(scope)
    where = as_region(node.where)
    with each(where, scope) as base:
        for other in beside(node, base, scope):
            scope.out.add(f"s.scratch[{row}, {other}] = 1")
    with each(where, scope) as base:
        scope.out.add(f"s.scratch[{row}, {base}] = {int(node.include_self)}")
    with marked(row, scope) as at:
        yield at


@contextmanager
def _in_direction(node: SitesInDirection, start: Integer, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites on the straight walks from one site, which do not meet."""
    base = scope.out.assign("x", board_site(start, scope))
    with scope.out.block(f"if {base} != NONE:"):
        yield from along(node, base, scope)


def _is_along(node: SitesInDirection, at: Site, scope: Scope) -> Bool:
    """Return the test that a site is on the walks from one site or some of a region."""
    out, found = scope.out, scope.variable("c", FALSE)
    with scope.loop(as_region(node.from_)) as base:
        if node.included:
            out.when(base == at, f"{found} = True")
        for other in along(node, str(base), scope):
            out.when(f"{other} == {at}", f"{found} = True")
    return found


def _walks(
    node: Ludeme, ways: Ways | None, site: int, board: Sites, start: InitialPosition
) -> list[list[int]]:
    """Return the walks from a site in some directions, adjacent ones unless others are given."""
    if site not in board:
        node.reject(f"site {site} is not on the board")
    names = ("Adjacent",) if ways is None else ways.seen_from(site, start)
    return [walk.tolist() for name in names for walk in walks_along(board, site, name)]
