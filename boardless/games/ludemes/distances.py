"""Distances in steps, and regions that expand step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY

import numpy as np

from boardless.games.kit import (
    BORDER,
    COUNTERS,
    EFFECT,
    GLOBAL,
    NONE,
    SYMMETRIC,
    TRUE,
    Bool,
    Builder,
    Directions,
    Filling,
    FixedRegion,
    InitialPosition,
    Int,
    Integer,
    Ludeme,
    Moves,
    Range,
    Region,
    Scope,
    ScratchRow,
    Site,
    SiteSet,
    SiteType,
    SpanOfSites,
    cleared_row,
    each,
    every,
    greater,
    looking_as,
    ludeme,
    marked,
    steps,
    wide,
)
from boardless.games.ludemes.directions import Absolute, named_directions
from boardless.games.ludemes.literals import ANY_NUMBER, Constant, Single, as_region, limits, span
from boardless.games.ludemes.moves import passes
from boardless.games.ludemes.occupancy import HELD
from boardless.games.ludemes.steps import Step
from boardless.games.ludemes.walked_regions import SitesAround
from boardless.topo.layouts import regions as of_board
from boardless.util.inputs import InputError


@ludeme("count", "Steps", facts=GLOBAL, concepts="Distance")
class CountSteps(Integer):
    """The fewest steps to a site or region; without a way 0, or with (step ...) 1,000,000,000.

    Example: (count Steps Orthogonal (from) (last To))
    """

    untold = ("relation",)
    type: SiteType | None
    relation: Directions | None
    step: Moves | None
    site: Integer
    to: Integer | Region
    _: KW_ONLY
    #: The rotation of the piece after each step; without steps nothing turns.
    new_rotation: Integer | None = None

    def __post_init__(self) -> None:
        if self.step is not None and not isinstance(self.step, Step):
            self.reject("expected the steps as (step ...)")
        _turns_nothing(self)

    def meaning_in_play(self, b: Scope) -> Int:
        base = b.variable("x", b.board_site(self.site))
        count, region = b.variable("count", 0), as_region(self.to)
        if self.step is not None:
            # Without a way the result is NEVER; with an empty region it is 0.
            for _ in b.loop(region):
                b.set(count, NEVER)
        spread = _Spread(base, self.relation, self.step, b)
        for at in spread.each(b):
            with b.where(b.inside(region, at)):
                b.set(count, spread.far(at))
                b.leave()
        return count


@ludeme("sites", "Distance", facts=EFFECT, concepts="Distance")
class SitesAtDistance(FixedRegion):
    """The sites N steps from a site, by adjacent steps unless others are given.

    Example: (sites Distance from:(last To) (range 1 2))
    """

    type: SiteType | None
    relation: Directions | None
    step: Moves | None
    distance: Range
    _: KW_ONLY
    from_: Integer
    #: The rotation of the piece after each step; without steps nothing turns.
    new_rotation: Integer | None = None

    def __post_init__(self) -> None:
        _turns_nothing(self)

    def at_start(self, start: InitialPosition) -> set[int]:
        if self.step is not None:
            self.reject("steps by a rule are not known before the game")
        site, (low, high) = start.evaluate(self.from_), span(self.distance, start)
        board = start.sites(self.type)
        if site not in board or low < 0:
            return set()

        def within(steps: int) -> set[int]:
            if steps < 0:
                return set()
            way = _way(self.relation)
            return set(
                of_board.expanded(start.board, np.array([site]), steps, way, board.kind).tolist()
            )

        return within(min(high, MAX_STEPS)) - within(low - 1)

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        return _at_distance(self, b) if b.model.effects else None


#: The answer if no given steps lead to a site.
NEVER = 1_000_000_000


class _Spread:
    """The sites within reach of a site, nearer ones first: a breadth-first search."""

    def __init__(
        self, base: Site, relation: Directions | None, step: Moves | None, b: Scope
    ) -> None:
        self._step = step if isinstance(step, Step) else None
        self._ways = named_directions(relation) if self._step is None else self._step.directions
        self._looks = looking_as(base, self._ways, b).looks
        self._far = b.builder.row()
        self.reached = Filling(b, self._ways)
        self.reached.begin(b)
        with b.where(base != NONE):
            self.reached.enter(base, b)
            b.set(self._far[base], 0)

    def far(self, site: Site) -> Int:
        """Return the distance, in steps, of a site in reach."""
        return wide(self._far[site])

    def each(self, b: Scope) -> Iterator[Site]:
        """Iterate over the sites, nearest first, each before its own steps."""
        for at in self.reached.each(b):
            yield at
            for to in steps(self._ways, at, b.binding(looks=self._looks)):
                allowed = TRUE
                if self._step is not None:
                    allowed = passes(self._step.to, b.binding(origin=at, to=to))
                with b.where(~self.reached.has(to) & allowed):
                    self.reached.enter(to, b)
                    b.set(self._far[to], self._far[at] + 1)


def _at_distance(node: SitesAtDistance, b: Scope) -> Iterator[Site]:
    """Iterate over the sites at a distance from another."""
    base = b.variable("x", b.board_site(node.from_))
    low, high = limits(node.distance, b, 0, ANY_NUMBER)
    low, high = b.variable("low", low), b.variable("high", high)
    if node.step is not None:
        # As in Ludii, at least one of the given steps is made.
        b.set(high, greater(high, 1))
    spread = _Spread(base, node.relation, node.step, b)
    for at in spread.each(b):
        b.leave(spread.far(at) >= high)

    def inside(at: Site) -> Bool:
        # Given steps never lead back to their start.
        away = TRUE if node.step is None else at != base
        far = spread.far(at)
        return every(low >= 0, spread.reached.has(at), low <= far, far <= high, away)

    yield from b.passing(inside)


#: The most steps of growth of a region.
MAX_STEPS = 100_000


def _turns_nothing(node: CountSteps | SitesAtDistance) -> None:
    """Raise if pieces turn as they step."""
    if node.new_rotation is not None and node.step is not None:
        node.reject("pieces that turn with each step are valid, but cannot be compiled yet")


@ludeme("expand", facts=SYMMETRIC | BORDER)
class Expand(Region):
    """A region grown by the sites up to N steps away (default 1).

    Example: (expand (sites Occupied) Orthogonal steps:2)
    """

    untold = ("directions",)
    region: Region
    directions: Absolute | None = None
    type: SiteType | None = None
    _: KW_ONLY
    steps: Integer | None = None

    def meaning(self, b: Builder) -> SiteSet:
        return b.fixed(self, self._at_start, lambda at: self._inside(at, b.playing(self)))

    def _at_start(self, start: InitialPosition) -> Iterable[int]:
        steps = start.evaluate(self.steps, 1)
        kind, sites = start.kind(self.type), np.array(start.sites_of(self.region), np.int32)
        # Edges grow by adjacent edges in any direction.
        way = _way(None if kind == "Edge" else self.directions)
        try:
            return of_board.expanded(start.board, sites, min(steps, MAX_STEPS), way, kind)
        except InputError as error:
            self.reject(str(error))

    def _inside(self, at: Site, scope: Scope) -> Bool:
        steps = self.steps
        if scope.model.layout is not None:
            return self._marks(scope)[at] != 0
        if steps is not None and not (isinstance(steps, Constant) and 0 <= steps.value <= 4):
            self.reject("expected steps as a number from 0 to 4")
        check_spread(self)
        return _within(self.region, self.directions, at, 1 if steps is None else steps.value, scope)

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        return None if b.model.layout is None else marked(self._marks(b), b)

    def _marks(self, b: Scope) -> ScratchRow:
        """Grow the region; return the row of ``s.scratch`` with its marks."""
        row = cleared_row(b)
        left = b.variable("left", b.integer_or(self.steps, 1))
        for start in each(self.region, b):
            b.set(row[start], 1)
        for depth in b.numbers(left + 1, 1, stem="depth"):
            for at in b.loop(SpanOfSites(HELD + 1, COUNTERS.COUNT + 1)):
                with b.where(row[at] == depth):
                    for other in steps(named_directions(self.directions), at, b):
                        b.set_if(row[other] == 0, row[other], depth + 1)
        return row


class OtherExpansion(Region):
    """Another form of a region that grows."""

    @property
    def usual(self) -> Expand:
        """The usual form of the region."""
        raise NotImplementedError

    def meaning(self, b: Builder) -> SiteSet:
        return self.usual.meaning(b)

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        return self.usual.own_loop(b)


@ludeme("expand", facts=SYMMETRIC | BORDER)
class ExpandIn(OtherExpansion):
    """A region of the board, container 0, grown by the sites up to N steps away (default 1).

    Example: (expand "Board" (sites Top))
    """

    container: str | Integer
    region: Region
    directions: Absolute | None = None
    type: SiteType | None = None
    _: KW_ONLY
    steps: Integer | None = None

    def __post_init__(self) -> None:
        held = self.container
        if not (held == "Board" or (isinstance(held, Integer) and held.constant == 0)):
            self.reject("expected the board: sites of hands have no neighbours")

    @property
    def usual(self) -> Expand:
        return Expand(self.region, self.directions, self.type, steps=self.steps, place=self.place)


@ludeme("expand", facts=GLOBAL)
class ExpandSite(OtherExpansion):
    """A site and the sites up to N steps away (default 1).

    Example: (expand origin:(centrePoint) steps:2)
    """

    untold = ("directions",)
    directions: Absolute | None = None
    type: SiteType | None = None
    _: KW_ONLY
    origin: Integer
    steps: Integer | None = None

    @property
    def usual(self) -> Expand:
        region = Single(self.origin)
        return Expand(region, self.directions, self.type, steps=self.steps, place=self.place)


def _within(region: Region, directions: Absolute | None, at: Site, steps: int, b: Scope) -> Bool:
    """Return the test that steps lead from a site to a region, on a growing board."""
    inside = b.variable("c", b.inside(region, at))
    if steps:
        for other in b.neighbours(at, str(directions or Directions.ADJACENT)):
            b.set_if(_within(region, directions, other, steps - 1, b), inside, TRUE)
    return inside


#: The most steps from a region to the regions around it.
MAX_SPREAD = 4


def check_spread(node: Ludeme) -> None:
    """Raise if a region takes too many steps: each step multiplies the cost by the neighbours."""
    if _spread(node) > MAX_SPREAD:
        node.reject(f"expected regions around regions at most {MAX_SPREAD} steps deep")


def _spread(node: object) -> int:
    """Return the number of steps that nested regions of a tree lead."""
    if isinstance(node, tuple):
        return max(map(_spread, node), default=0)
    if not isinstance(node, Ludeme):
        return 0
    steps = int(isinstance(node, SitesAround | Expand))
    if isinstance(node, Expand) and isinstance(node.steps, Constant):
        steps = node.steps.value
    return steps + max(map(_spread, vars(node).values()), default=0)


def _way(directions: Absolute | None) -> str:
    """Return the name that boards give to the steps in some directions."""
    if directions is None:
        return "adjacent"
    if isinstance(directions, Directions):
        return directions.relation
    return str(directions)
