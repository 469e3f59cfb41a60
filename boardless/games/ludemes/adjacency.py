"""Conditions on neighbouring pieces, pieces in sight, patterns, and the board as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY
from functools import partial

from boardless.games.kit import (
    EFFECT,
    FALSE,
    GLOBAL,
    NONE,
    SYMMETRIC,
    TOUCHING,
    TRUE,
    Bool,
    Builder,
    Condition,
    Directions,
    Filling,
    Int,
    Integer,
    Ludeme,
    MarkedRegion,
    Region,
    S,
    Scope,
    ScratchRow,
    Site,
    SiteSet,
    SiteType,
    Steps,
    Ways,
    Word,
    cleared_row,
    every,
    frozen,
    ludeme,
    walks,
    wide,
)
from boardless.games.ludemes.board_regions import SitesBoard
from boardless.games.ludemes.directions import NamedWays
from boardless.games.ludemes.literals import Constant, as_region
from boardless.games.ludemes.pieces import Walk, WalkOfSteps, walked
from boardless.games.ludemes.sites import LastTo
from boardless.state.engine.geometry import LayoutGeometry


@ludeme("all", "Different", facts=GLOBAL)
def all_different_pieces(node: Condition, b: Builder, region: Region, *, if_: Condition) -> Bool:
    """All sites of a region, as (site), meet a condition and hold pieces that all differ.

    Example: (all Different (sites Top) if:(is Occupied (site)))
    """

    def is_alone(at: Site) -> Bool:
        what = b.let(b.what(at, node), "what")
        return b.count(region, lambda to: b.what(to, node) == what, hands=True) == 1

    def passes(at: Site) -> Bool:
        condition = partial(b.binding(iterated=at).condition, if_)
        return b.all_of((condition, partial(is_alone, at)))

    return b.all(region, passes, hands=True)


class Sight(Word):
    """Parts of a straight walk: the empty sites, the last of them, or the first piece."""

    EMPTY = "Empty"
    FARTHEST = "Farthest"
    PIECE = "Piece"


@ludeme("sites", "LineOfSight", concepts="LineOfSight !directions:AdjacentDirection")
class SitesInSight(Region):
    """The first piece, the last or the empty sites on straight walks from a site ((last To)).

    Example: (sites LineOfSight Empty at:(last To) Orthogonal)
    """

    facts = GLOBAL
    sight: Sight = Sight.PIECE
    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer = LastTo()

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: _all_seen(self, b.playing(self)).has(at))

    def own_loop(self, b: Scope) -> Iterator[Site]:
        return _all_seen(self, b).in_order(b)


@ludeme("is", "Full", facts=GLOBAL)
def is_full(node: Condition, b: Builder) -> Bool:
    """No site of the board is empty.

    Example: (is Full)
    """
    return b.all(SitesBoard(), lambda at: b.what(at, node) != 0)


@ludeme("is", "Related", facts=SYMMETRIC | TOUCHING)
def is_related(
    b: Builder, relation: Directions, type: SiteType | None, site: Integer, to: Integer | Region
) -> Bool:
    """A site lies one step of a relation from another site, or from a site of a region.

    Example: (is Related Orthogonal (from) (to))
    """
    steps = Steps(b.let(b.board_site(site)), NamedWays((relation,)))
    return b.any(steps, partial(b.inside, as_region(to)))


@ludeme("is", "Within", facts=GLOBAL)
class IsWithin(Condition):
    """A piece of a component stands on a site, or on any site of a region.

    Example: (is Within (id "King" Mover) in:(sites Corners))
    """

    either = ("at", "in_")
    component: Integer
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def meaning(self, b: Builder) -> Bool:
        where = self.at if self.in_ is None else self.in_
        assert where is not None
        what = b.let(b.integer(self.component), "what")
        return b.any(as_region(where), lambda at: b.what(at, self) == what, hands=True)


def _seen(node: SitesInSight, b: Scope) -> Iterator[Site]:
    """Iterate over the sites in sight of a site."""
    base = b.variable("x", b.board_site(node.at))
    with b.where(base != NONE):
        for walk in walks(node.directions, base, b):
            last = b.variable("last", NONE)
            with b.as_long_as(TRUE):
                walk.advance_over()
                with b.where((walk.at == NONE) | (S.what[walk.at] != 0)):
                    if node.sight is not Sight.EMPTY:
                        end = walk.at if node.sight is Sight.PIECE else last
                        with b.where(end != NONE):
                            yield end
                    b.leave()
                b.set(last, walk.at)
                if node.sight is Sight.EMPTY:
                    yield walk.at


def _all_seen(node: SitesInSight, b: Scope) -> Filling:
    """Mark all sites in sight."""
    filling = Filling(b, None)
    filling.begin(b)
    for seen in _seen(node, b):
        with b.where(~filling.has(seen)):
            filling.enter(seen, b)
    return filling


_LAST_TO = LastTo()


@frozen
class Pattern(Ludeme):
    """Components (default: the site's, (last To)) repeat along a walk in some direction."""

    facts = EFFECT
    walk: Walk
    type: SiteType | None = None
    _: KW_ONLY
    from_: Integer = _LAST_TO
    what: Integer | None = None
    whats: tuple[Integer, ...] | None = None

    def each_path(self, b: Builder) -> Iterator[tuple[Site, list[Int], Bool]]:
        """Iterate over walks; yield the first site, the sites, and the test that it exists."""
        scope = b.playing(self)
        geometry = scope.geometry
        if not isinstance(geometry, LayoutGeometry):
            self.reject("patterns need a board that is laid out")
        assert isinstance(self.walk, WalkOfSteps)
        sites = geometry.board.sites_of(geometry.types[0])
        headings = sites.directions["orthogonal"]
        paths = [
            walked(sites, site, self.walk.steps, heading)
            for site in range(len(sites))
            for heading in headings
        ]
        length = max(map(len, paths), default=0)
        # A walk that leaves the board leads to a missing site, which is empty.
        filled = [
            0 if len(path) < length else site + 1 + scope.model.hand_size
            for path in paths
            for site in (*path, *[0] * (length - len(path)))
        ]
        table = scope.table("PATHS", filled or [0])
        base = scope.variable("x", b.board_site(self.from_))
        whats = self.whats or (() if self.what is None else (self.what,))
        wanted = [b.integer(what) for what in whats] or [S.what[base]]
        with scope.where((base != NONE) & (S.what[base] == wanted[0])):
            # A walk without a step forward has one empty row for every heading.
            stride = max(length, 1)
            size = len(headings) * stride
            first = scope.variable("row", wide(S.kind[base]) * size)
            for n in scope.numbers(first + size, first, stride):
                path = [table[n + step] for step in range(length)]
                met = (S.what[at] == wanted[n % len(wanted)] for n, at in enumerate(path, 1))
                yield base, path, every(*(path[0] != NONE for _ in path[:1]), *met)


@ludeme("is", "Pattern", concepts="Pattern")
class IsPattern(Pattern, Condition):
    """Components (default: the site's, (last To)) repeat along a walk in some direction.

    Example: (is Pattern {F R F R F} from:(to) whats:{1 2})
    """

    def meaning_in_play(self, b: Scope) -> Bool:
        matches = b.variable("c", FALSE)
        for pivot, _, met in self.each_path(b):
            base = pivot
            b.set_if(met, matches, TRUE)
        given = self.whats or self.what
        return matches if given else matches & (S.what[base] != 0)


@ludeme("sites", "Pattern", concepts="Pattern")
class SitesPattern(Pattern, MarkedRegion):
    """The sites of all walks that match a cyclic pattern of components; see (is Pattern).

    Example: (sites Pattern {F R F R F} from:(to) whats:{1 2})
    """

    def mark(self, b: Scope) -> ScratchRow:
        row = cleared_row(b)
        for base, path, met in self.each_path(b):
            with b.where(met):
                for at in (base, *path):
                    b.set(row[at], 1)
        return row


@ludeme("is", "Target", facts=EFFECT)
def is_target(
    node: Condition,
    b: Builder,
    container: str | None,
    components: tuple[Integer, ...],
    sites: tuple[Integer, ...] | None = None,
) -> Bool:
    """The given components, 0 for an empty site, stand on the given sites or the whole board.

    Example: (is Target {1 0 2} {0 1 2})
    """
    start = b.start(node)
    if container not in (None, start.inventory.containers[0].name):
        node.reject("components are expected on the board: no container has sites like it")
    if sites is None:
        if len(components) != len(start.board.sites_of("Cell")):
            return FALSE
        sites = tuple(map(Constant, range(len(start.sites()))))
    if len(sites) != len(components):
        return FALSE
    pairs = zip(sites, components, strict=True)
    return every(*(wide(S.what[b.site(at)]) == b.integer(what) for at, what in pairs))
