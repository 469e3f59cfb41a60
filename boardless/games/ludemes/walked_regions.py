"""Regions around sites, along directions, and between sites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.kit import (
    EFFECT,
    FALSE,
    NONE,
    SYMMETRIC,
    TILED,
    TRUE,
    USUAL,
    Around,
    Bool,
    Builder,
    Condition,
    Directions,
    InitialPosition,
    Int,
    Integer,
    Ludeme,
    Region,
    Role,
    S,
    Scope,
    Site,
    SiteSet,
    SiteType,
    Ways,
    absent,
    cleared_row,
    each,
    every,
    has_one_loop,
    is_by_chance,
    ludeme,
    marked,
    steps,
    unknown,
    walks,
)
from boardless.games.ludemes.directions import Absolute, NamedWays
from boardless.games.ludemes.literals import Listed, Single, as_region
from boardless.games.ludemes.logic import IsIn
from boardless.games.ludemes.occupancy import IsEmpty, SitesOccupied
from boardless.games.ludemes.pieces import ComponentId, Walks, What
from boardless.games.ludemes.players import PLAYERS
from boardless.games.ludemes.sites import FromSite, ToSite
from boardless.games.ludemes.steps import each_end
from boardless.state.engine.geometry import LayoutGeometry
from boardless.topo.layouts.relative_directions import walks_along

if TYPE_CHECKING:
    from boardless.topo.layouts.sites import Sites


def _asks_for_pieces(condition: Condition | None) -> bool:
    """Return True if a condition on ``(to)`` is false for empty sites."""
    if not isinstance(condition, IsIn):
        return False
    value, among = condition.value, condition.among
    here = isinstance(value, What) and isinstance(value.at, ToSite)
    named = isinstance(among, Listed) and all(isinstance(x, ComponentId) for x in among.values)
    return here and named


@ludeme(
    "sites",
    "Around",
    facts=SYMMETRIC | TILED,
    phrase="the sites[ ({which})] around {where}[ if {if_}]",
)
class SitesAround(Region):
    """The sites adjacent to a site or to the sites of a region, or only some, such as empty ones.

    They may be N steps away in some directions, meet a condition, or include the site itself.

    Example: (sites Around (last To) Empty)
    """

    along = True
    type: SiteType | None
    where: Integer | Region
    which: Around | None = None
    directions: Absolute = Directions.ADJACENT
    _: KW_ONLY
    distance: Integer | None = None
    if_: Condition | None = None
    include_self: bool = False

    def reach(self) -> float:
        """Return the reach of the site or the region plus one step."""
        where = self.where
        return 1 + (where.reach_as_site if isinstance(where, Integer) else where.reach())

    @property
    def centre(self) -> Integer | None:
        """The site at the centre, or None for sites around a region."""
        return self.where if isinstance(self.where, Integer) else None

    def has_effects(self) -> bool:
        """Return True if only some sites around count, or sites farther away."""
        classed = isinstance(self.directions, Directions)
        return not classed or bool(self.distance or self.if_ or self.include_self)

    def is_touching(self) -> bool:
        """Return True if the sites touch a piece: cells around a piece do, and occupied cells."""
        pieces = self.which not in (None, Around.EMPTY)
        beside = isinstance(self.where, SitesOccupied)
        return self.distance is None and (pieces or beside or _asks_for_pieces(self.if_))

    def is_free(self) -> bool:
        return self.which is Around.EMPTY

    def sees_border(self) -> bool:
        return self.which in (None, Around.EMPTY) or self.where.sees_border()

    def target_sees_border(self) -> bool:
        """Return True if its site or region does, because some cell around (to) must be in it."""
        return self.where.sees_border()

    def leads_beside(self) -> bool:
        """Return True if the sites are one step away."""
        return self.distance is None

    def meaning(self, b: Builder) -> SiteSet:
        return b.fixed(self, self._at_start, lambda at: _is_around(self, at, b.playing(self)))

    def _at_start(self, start: InitialPosition) -> set[int]:
        origins = start.sites_of(as_region(self.where))
        distance = start.evaluate(self.distance, 1)
        if distance < 0:
            self.reject("expected a distance of 0 or more")
        board = start.sites(self.type)
        around: set[int] = set()
        for origin in filter(board.__contains__, origins):
            walks = walks_along(board, origin, str(self.directions))
            around |= {int(walk[distance]) for walk in walks if distance < len(walk)}
        if self.if_ is not None:
            unknown(self.if_)
        if self.which is not None:
            around = {site for site in around if _wanted(self, site, start)}
        return around.union(origins) if self.include_self else around.difference(origins)

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        alone = not self.include_self and has_one_loop(NamedWays((self.directions,)), b)
        if isinstance(self.where, Integer) and (alone or not b.model.effects):
            return _around_one(self, self.where, b)
        return _around_all(self, b) if b.model.effects and not is_by_chance(self) else None


#: The stop of a walk that never crosses missing cells, which are empty.
FIRST_EMPTY = IsEmpty(None, ToSite())


@ludeme("sites", "Direction", concepts="!directions:AdjacentDirection")
class SitesInDirection(Region):
    """The sites on straight walks from a site or region, up to a distance or a stop condition.

    Example: (sites Direction from:(centrePoint) N included:True)
    """

    facts = SYMMETRIC | TILED
    along = True
    directions: Ways | None = None
    type: SiteType | None = None
    _: KW_ONLY
    from_: Integer | Region
    included: bool = False
    stop: Condition | None = None
    stop_included: bool = False
    distance: Integer | None = None

    def is_touching(self) -> bool:
        """Return True if the walks lead from a piece over pieces to the first empty cell."""
        return (
            self.stop == FIRST_EMPTY and isinstance(self.from_, FromSite) and self.distance is None
        )

    def is_symmetric(self) -> bool:
        """Return True if the rule names no ways; ways such as forward belong to a piece."""
        return self.directions is None

    def meaning(self, b: Builder) -> SiteSet:
        return b.fixed(self, self._at_start, lambda at: _is_along(self, at, b.playing(self)))

    def _at_start(self, start: InitialPosition) -> set[int]:
        origins = start.sites_of(as_region(self.from_))
        if self.stop is not None:
            unknown(self.stop)
        limit = None if self.distance is None else start.evaluate(self.distance) + 1
        board = start.sites(self.type)
        along = set(origins) if self.included else set()
        for origin in origins:
            for walk in _walks(self, self.directions, origin, board, start):
                along |= set(walk[1:limit])
        return along

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        if self.included or not isinstance(self.from_, Integer):
            return None
        one = has_one_loop(self.directions or USUAL, b)
        return _in_direction(self, self.from_, b) if one else None


@ludeme("sites", "Between", facts=EFFECT, concepts="!directions:AdjacentDirection")
class SitesBetween(Region):
    """The sites between two sites on a straight way, optionally only some of them.

    Example: (sites Between from:0 to:8)
    """

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

    def own_loop(self, b: Scope) -> Iterator[Site]:
        row = cleared_row(b)
        start = b.variable("x", b.board_site(self.from_))
        end = b.variable("x", b.board_site(self.to))
        with b.where((start != NONE) & (end != NONE)):
            for site, included in ((start, self.from_included), (end, self.to_included)):
                if included:
                    b.set(row[site], 1)
            # There are no sites between a site and itself: the walk would never come back.
            done = b.variable("done", start == end)
            for walk in walks(self.directions, start, b):
                again = walk.fork()
                with b.as_long_as((walk.at != NONE) & (walk.at != end)):
                    walk.advance_over()
                with b.where((walk.at == end) & ~done):
                    b.set(done, TRUE)
                    again.advance_over()
                    with b.as_long_as(again.at != end):
                        inner = b.binding(origin=start, to=end, between=again.at)
                        b.set_if(inner.holds(self.cond), row[again.at], 1)
                        again.advance_over()
        yield from marked(row, b)


@ludeme("sites", facts=EFFECT)
def sites_of_walks_from(
    node: Region, b: Scope, start: Integer, walks: Walks, *, rotations: Condition | None = None
) -> Iterator[Site]:
    """The ends of walks from a site.

    Example: (sites (to) {{F F R F} {F F L F}})
    """
    laid_out = isinstance(b.geometry, LayoutGeometry)
    row = None if laid_out else cleared_row(b)
    at = b.variable("x", b.board_site(start))
    with b.where(at != NONE):
        for to in each_end(node, walks, rotations, at, b, once=laid_out):
            if row is None:
                yield to
            else:
                b.set(row[to], 1)
    if row is not None:
        yield from marked(row, b)


@ludeme("sites", facts=EFFECT)
class SitesOfWalksOfType(Region):
    """The ends of walks from a site of a type (default: (from)); empty for an unused type.

    Sites of an unused type have no pieces, and no numbers of their own.

    Example: (sites Cell (to) {{F F R F}})
    """

    type: SiteType
    start: Integer = absent(FromSite())
    walks: Walks
    _: KW_ONLY
    rotations: Condition | None = None

    def own_loop(self, b: Scope) -> Iterator[Site]:
        if not b.model.plays_on(self.type):
            self.reject("walks among sites outside the play cannot be compiled yet")
        return sites_of_walks_from(self, b, self.start, self.walks, rotations=self.rotations)


@ludeme("sites", facts=EFFECT)
def sites_of_walks(
    node: Region, b: Scope, walks: Walks, *, rotations: Condition | None = None
) -> Iterator[Site]:
    """The ends of walks from (from) that set out in every orthogonal direction, or the first.

    Example: (sites {{F F R F} {F F L F}})
    """
    return sites_of_walks_from(node, b, FromSite(), walks, rotations=rotations)


def _wanted(node: SitesAround, site: int, start: InitialPosition) -> bool:
    """Return True if a site has the wanted contents."""
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


def _is_around(node: SitesAround, at: Site, b: Scope) -> Bool:
    """Return the test that a site is around one site or some of a region."""
    from boardless.games.ludemes.distances import check_spread

    where, is_near = as_region(node.where), b.variable("c", FALSE)
    if not b.model.effects:
        # The relation is symmetric: some neighbour of the site is in the region.
        check_spread(node)
        for other in b.neighbours(at, str(node.directions)):
            b.set_if(b.inside(where, other) & _wanted_around(node, at, b), is_near, TRUE)
        # A site is not around itself, and only an occupied site can be next to its own group.
        empty = node.which is Around.EMPTY and isinstance(where, SitesOccupied)
        if isinstance(where, Single) or empty:
            return is_near
    else:
        for base in b.loop(where):
            for other in _beside(node, base, b):
                b.set_if(other == at, is_near, TRUE)
    b.set_if(b.inside(where, at), is_near, Bool.of(node.include_self))
    return is_near


def _around_one(node: SitesAround, where: Integer, b: Scope) -> Iterator[Site]:
    """Iterate over the sites around one site."""
    base = b.variable("x", b.board_site(where))
    if b.model.effects:
        with b.where(base != NONE):
            yield from _beside(node, base, b)
        return
    for other in b.neighbours(base, str(node.directions)):
        with b.where(_wanted_around(node, other, b)):
            yield other


def _around_all(node: SitesAround, b: Scope) -> Iterator[Site]:
    """Iterate over the sites around the sites of a region, which are marked first."""
    row, where = cleared_row(b), as_region(node.where)
    for base in each(where, b):
        for other in _beside(node, base, b):
            b.set(row[other], 1)
    for base in each(where, b):
        b.set(row[base], int(node.include_self))
    yield from marked(row, b)


def _beside(node: SitesAround, base: Site, b: Scope) -> Iterator[Site]:
    """Iterate over the sites around a site."""
    ways = NamedWays((node.directions,))
    for other in steps(ways, base, b) if node.distance is None else _afar(node, ways, base, b):
        allowed = b.binding(origin=base, to=other).holds(node.if_)
        with b.where(_wanted_around(node, other, b) & allowed):
            yield other


def _afar(node: SitesAround, ways: Ways, base: Site, b: Scope) -> Iterator[Site]:
    """Iterate over the sites at a distance along the straight walks from a site."""
    assert node.distance is not None
    (left,) = b.named(left=Int)
    far = b.variable("far", b.integer(node.distance))
    for walk in walks(ways, base, b):
        b.set(left, far)
        with b.as_long_as((left > 0) & (walk.at != NONE)):
            step = walk.advance_over()
            b.set(left, left - step)
        # A long step may lead too far.
        with b.where((walk.at != NONE) & (TRUE if step.constant else left == 0)):
            yield walk.at


def _wanted_around(node: SitesAround, at: Site, b: Scope) -> Bool:
    """Return the test that a site around counts."""
    what, who = S.what[at], S.who[at]
    # A shared piece belongs neither to an enemy nor to another player.
    tests = {
        Around.EMPTY: what == 0,
        Around.NOT_EMPTY: what != 0,
        Around.OWN: who == b.mover,
        Around.ENEMY: (who != 0) & (who != b.mover),
        Around.NOT_OWN: every(what != 0, who != b.mover, who != PLAYERS + 1),
        Around.NOT_ENEMY: (who == b.mover) | (who > PLAYERS),
    }
    return TRUE if node.which is None else tests[node.which]


def _in_direction(node: SitesInDirection, start: Integer, b: Scope) -> Iterator[Site]:
    """Iterate over the sites on the straight walks from one site, which do not meet."""
    base = b.variable("x", b.board_site(start))
    with b.where(base != NONE):
        yield from _along(node, base, b)


def _along(node: SitesInDirection, base: Site, b: Scope) -> Iterator[Site]:
    """Iterate over the sites on the straight walks from a site."""
    for walk in walks(node.directions, base, b):
        left = None if node.distance is None else b.variable("left", b.integer(node.distance))
        with b.as_long_as(TRUE if left is None else left > 0):
            if left is not None:
                b.set(left, left - 1)
            if node.stop == FIRST_EMPTY:
                step = walk.advance()
            else:
                step = walk.advance_over(
                    lambda: TRUE if node.stop is None else ~b.binding(to=NONE).condition(node.stop)
                )
            if left is not None and step.constant is None:
                b.set(left, left - (step - 1))
                b.leave(left < 0)
            b.leave(walk.at == NONE)
            if node.stop is None:
                yield walk.at
                continue
            stop = b.variable("stop", b.binding(to=walk.at).condition(node.stop))
            if node.stop_included:
                yield walk.at
            b.leave(stop)
            if not node.stop_included:
                yield walk.at


def _is_along(node: SitesInDirection, at: Site, b: Scope) -> Bool:
    """Return the test that a site is on the walks from one site or some of a region."""
    is_on_walk = b.variable("c", FALSE)
    for base in b.loop(as_region(node.from_)):
        if node.included:
            b.set_if(base == at, is_on_walk, TRUE)
        for other in _along(node, base, b):
            b.set_if(other == at, is_on_walk, TRUE)
    return is_on_walk


def _walks(
    node: Ludeme, ways: Ways | None, site: int, board: Sites, start: InitialPosition
) -> list[list[int]]:
    """Return the walks from a site in some directions, by default adjacent ones."""
    if site not in board:
        node.reject(f"site {site} is not on the board")
    names = ("Adjacent",) if ways is None else ways.seen_from(site, start)
    return [walk.tolist() for name in names for walk in walks_along(board, site, name)]
