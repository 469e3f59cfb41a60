"""Pyramids: pieces that rest on others, fall, are pinned, and are visible from above."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY
from functools import lru_cache
from typing import TYPE_CHECKING

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    NONE,
    TRUE,
    Bool,
    Builder,
    Candidates,
    Compass,
    Condition,
    EngineFunction,
    Int,
    Integer,
    Ludeme,
    Moves,
    Region,
    Role,
    S,
    Scope,
    Site,
    SiteSet,
    SiteType,
    SpanOfSites,
    Statements,
    Steps,
    every,
    frozen,
    ludeme,
    steps,
    walk_in,
    wide,
)
from boardless.games.ludemes.combined_moves import Append, MovesOr
from boardless.games.ludemes.directions import DirectionGroup, NamedWays, Spatial
from boardless.games.ludemes.game import Gravity, NoStackOn, Pin
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.sites import LastTo, ToSite
from boardless.state.engine.geometry import LayoutGeometry
from boardless.state.engine.groups import NO_SLOT

if TYPE_CHECKING:
    from boardless.games.ludemes.game import GameTree
    from boardless.topo.layouts.sites import Sites

UPWARD, DOWNWARD = (NamedWays((way,)) for way in (DirectionGroup.UPWARD, DirectionGroup.DOWNWARD))
#: The last site of the hands.
HELD = ENGINE.HELD
#: Steps to the corners of the square above a site, and of the square below it.
_UP, _DOWN = (
    tuple(Spatial(f"{way}{corner}") for corner in ("NW", "NE", "SW", "SE")) for way in "UD"
)


# -- rules about the rules ------------------------------------------------------------------------


def under_meta_rules(moves: Moves, game: GameTree) -> Moves:
    """Return the legal moves of a turn, restricted and followed up by the rules about rules."""
    meta = game.rules.meta
    wanted = {type(rule) for rule in meta.rules} if meta is not None else set()
    if wanted & {Pin, NoStackOn}:
        moves = Unpinned(moves, Pin in wanted, NoStackOn in wanted, place=moves.place)
    if Gravity in wanted:
        moves = MovesOr((moves,), Then(Fall()), place=moves.place)
    if game.is_simulation:
        moves = Append(moves, place=moves.place)
    return moves


@frozen
class Fall(Moves):
    """Pieces fall to a free site below, lowest site number first, until all of them rest."""

    facts = EFFECT

    def legal(self, b: Scope) -> Candidates:
        def act(b: Scope) -> None:
            falls = b.variable("falls", TRUE)
            with b.as_long_as(falls):
                b.set(falls, FALSE)
                for at in b.loop(SpanOfSites(HELD + 1, COUNTERS.COUNT + 1)):
                    with b.where(~falls):
                        for to in steps(DOWNWARD, at, b):
                            with b.where((S.what[at] != 0) & (S.what[to] == 0)):
                                b.do("move_to", at, to)
                                b.set(falls, TRUE)

        yield effect(act, b)


@frozen
class Unpinned(Moves):
    """The moves of a rule, except moves of supporting pieces, and moves to sites above or below.

    A piece may not move if several pieces rest on it. Sites above and below lie on straight walks
    up and down from the start of the piece.
    """

    facts = EFFECT
    moves: Moves
    pins: bool
    keeps_off: bool

    def legal(self, b: Scope) -> Candidates:
        for move in self.moves.legal(b):
            at, inner = move.leaves, move.scope
            if at is None:
                yield move
                continue
            free = inner.variable("free", TRUE)
            if self.pins:
                above = inner.count(Steps(at, UPWARD), lambda up: S.what[up] != 0)
                inner.set(free, (at <= HELD) | (above <= 1))
            if self.keeps_off and move.origin is at and move.to is not at:
                with inner.where(at > HELD):
                    self._keep_off(at, move.to, free, inner)
            with inner.where(free):
                yield move

    def _keep_off(self, origin: Site, to: Site, free: Bool, b: Scope) -> None:
        """Compute the test that no straight walk up or down leads to a site."""
        from boardless.games.ludemes.lines import axes_table

        geometry = b.geometry
        if not isinstance(geometry, LayoutGeometry):
            return
        table, most = axes_table(geometry, "direction", b, str(DirectionGroup.UPWARD))
        first = b.variable("row", wide(S.kind[origin]) * most)
        for n in b.numbers(first + most, first):
            b.leave(table[2 * n] == NO_SLOT)
            for end in (0, 1):
                walk = walk_in(table, 2 * n + end, 2 * most, origin, "direction", b)
                with b.as_long_as(TRUE):
                    walk.advance()
                    b.leave(walk.at == NONE)
                    b.set_if(walk.at == to, free, FALSE)


# -- sight from above -----------------------------------------------------------------------------


def is_in_sight(at: Site, b: Scope) -> Bool:
    """Return the test that no piece lies straight above a site."""
    geometry = b.geometry
    above = (
        _above(geometry.board.sites_of(geometry.types[0]))
        if isinstance(geometry, LayoutGeometry)
        else []
    )
    if not any(above):
        return TRUE
    first = b.model.hand_size + 1
    table = b.table("ABOVE", [0] * first + [site + first if site else 0 for site in above])
    body, here, up = Statements(), Site.named("at"), Site.named("above")
    body.set(up, wide(table[here]))
    with body.as_long_as(up != NONE):
        body.give_if(S.what[up] != 0, FALSE)
        body.set(up, wide(table[up]))
    body.give(TRUE)
    return Bool.call(b.builder.helper((here,), "bool", body.statements), at)


@lru_cache(4)
def _above(sites: Sites) -> list[int]:
    """Return for each site the next one by number straight above, or 0."""
    above, last = [0] * len(sites), dict[tuple[float, float], int]()
    for site in reversed(range(len(sites))):
        x, y = (float(each) for each in sites.points[site][:2])
        above[site] = last.get((x, y), 0)
        last[x, y] = site
    return above


def common_above(b: Scope) -> tuple[EngineFunction[Int], EngineFunction[Int]]:
    """Return the number of sites above two sites both: occupied sites, and all sites."""

    def number_of(test: Callable[[Site], Bool]) -> EngineFunction[Int]:
        inner, ends = b.elsewhere(), (Site.named("a"), Site.named("b"))
        count = inner.variable("count", 0)
        for up in steps(UPWARD, ends[0], inner):
            with inner.where(test(up)):
                for other in steps(UPWARD, ends[1], inner):
                    with inner.where(up == other):
                        inner.add(count, 1)
        inner.give(count)
        return EngineFunction(b.builder.helper(ends, "int", inner.statements), Int, state=True)

    return number_of(lambda up: S.what[up] != 0), number_of(lambda up: up != NONE)


def joins_in_sight(from_: Site, to: Site, b: Scope) -> Bool:
    """Return the test that a step to a site with a piece is visible: not below two pieces."""
    occupied, _ = common_above(b)
    return is_in_sight(to, b) & (occupied(from_, to) < 2)


# -- conditions, regions and numbers --------------------------------------------------------------


@ludeme("is", "Freedom", facts=EFFECT)
def is_freedom(
    node: Condition, b: Scope, type: SiteType | None, in_: Region, but: Integer | None = None
) -> Bool:
    """An empty site on the ground, other than a given one, is next to a region, N, E, S or W of it.

    Example: (is Freedom (sites Group at:(last To)) (to))
    """
    layers = b.start(node).sites(type).coordinates.layer.tolist()
    taken = NONE if but is None else b.let(b.board_site(but))

    def is_free(at: Site) -> Bool:
        ground = b.by_site(at, lambda site: int(layers[site] == 0)) == 1
        return (S.what[at] == 0) & (at != taken) & ground

    ways = NamedWays((Compass.N, Compass.S, Compass.W, Compass.E))
    return b.any(in_, lambda at: b.any(Steps(at, ways), is_free))


@ludeme("is", "PyramidCorners", facts=EFFECT)
def is_pyramid_corners(
    node: Condition,
    b: Scope,
    type: SiteType | None = None,
    *,
    from_: Integer | None = None,
    froms: Region | None = None,
) -> Bool:
    """The four corners of a pyramid with its tip on a site ((last To)) have its component.

    Example: (is PyramidCorners froms:(sites Occupied by:Mover))
    """
    table = b.table("TIPS", _edges_of_pyramids(node, b))
    body, tip, ends = Statements(), Site.named("tip"), tuple(map(Site.named, "abcd"))
    there = every(*(at != NONE for at in ends))
    for half in body.among((0, 4), "half"):
        body.set_all(ends, *[tip] * 4)
        with body.as_long_as(there):
            for n, at in enumerate(ends):
                body.set(at, wide(table[8 * at + half + n]))
            same = every(*(S.what[at] == S.what[tip] for at in ends))
            with body.where(there), body.where(same):
                body.give(TRUE)
    body.give(FALSE)
    helper = b.builder.helper((tip,), "bool", body.statements)
    is_tip = EngineFunction(helper, Bool, state=True)
    if froms is not None:
        return b.any(froms, is_tip)
    at = b.let(b.board_site(from_ or LastTo()))
    return b.all_of((lambda: at != NONE, lambda: is_tip(at)))


def _edges_of_pyramids(node: Ludeme, b: Scope) -> list[int]:
    """Return the sites next to each down and up the edges of a pyramid, or 0."""
    sites, first = b.start(node).sites(), b.model.hand_size + 1
    neighbours = [0] * (8 * first)
    for site in range(len(sites)):
        beside = sites.next_sites(site)
        for way in (*_DOWN, *_UP):
            to = beside.get(str(way), [])
            neighbours.append(to[0] + first if len(to) == 1 else 0)
    return neighbours


@ludeme("sites", "Support", facts=EFFECT)
def sites_support(
    node: Region, b: Builder, type: SiteType | None = None, what: Integer | None = None
) -> SiteSet:
    """The sites that support a corner of a piece: of any piece, or of one component.

    Example: (sites Support (id Mover))
    """

    def inside(at: Site) -> Bool:
        wanted = None if what is None else b.let(b.integer(what), "what")

        def rests(up: Site) -> Bool:
            if wanted is None:
                return S.what[up] != 0
            return (S.what[up] == wanted) | ((wanted == -1) & (S.what[up] != 0))

        return b.any(Steps(at, NamedWays(_UP)), rests)

    return b.tested(node, inside)


@ludeme("count", "SitesPlatformBelow", facts=EFFECT)
class CountSitesBelow(Integer):
    """The number of sites below a site ((to)) with pieces of a role, or of components.

    Example: (count SitesPlatformBelow at:(to) who:Mover)
    """

    type: SiteType | None
    site: Integer | None
    role: Role | None = None
    _: KW_ONLY
    at: Integer | None = None
    who: Role | None = None
    what: Integer | None = None
    whats: tuple[Integer, ...] | None = None

    def __post_init__(self) -> None:
        if not (self.role or self.who or self.what or self.whats):
            self.reject("expected a role, or components what: or whats:")

    def meaning(self, b: Builder) -> Int:
        at = b.let(b.board_site(self.at or self.site or ToSite()))
        whats = self.whats or (() if self.what is None else (self.what,))
        wanted = [b.let(b.integer(what), "what") for what in whats]
        owner = None if wanted else b.let(b.role(self.role or self.who or Role.MOVER, self), "who")

        def counts(below: Site) -> Bool:
            if owner is not None:
                return S.who[below] == owner
            matches: Bool = FALSE
            for what in wanted:
                matches |= S.what[below] == what
            return matches

        return b.count(Steps(at, DOWNWARD), counts)
