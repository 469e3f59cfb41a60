"""Distances in steps, and regions expanded step by step."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

import numpy as np

from boardless.games.compiler.directions import looking_as, steps
from boardless.games.compiler.dispatch import board_site, integer
from boardless.games.compiler.flood_fill import Filling
from boardless.games.compiler.regions import cleared_row, each, marked
from boardless.games.language.facts import BORDER, EFFECT, GLOBAL, SYMMETRIC
from boardless.games.language.ludeme import Ludeme, ludeme
from boardless.games.ludemes.directions import Absolute, named_directions
from boardless.games.ludemes.kinds import Directions, Integer, Moves, Range, Region, SiteType
from boardless.games.ludemes.literals import ANY_NUMBER, Constant, Single, as_region, bounds, span
from boardless.games.ludemes.moves import passes
from boardless.games.ludemes.steps import Step
from boardless.games.ludemes.walked_regions import SitesAround
from boardless.ir.expressions import Int, S, Site
from boardless.topo.layouts import regions as of_board
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.ir.expressions import Bool


@ludeme(
    "count",
    "Steps",
    example="(count Steps Orthogonal (from) (last To))",
    facts=GLOBAL,
    concepts="Distance",
)
class CountSteps(Integer):
    """The fewest steps to a site or region, 0 if none leads there; by (step ...) 1,000,000,000."""

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

    def meaning(self, b: Builder) -> Int:
        scope, out = b.playing(self), b.playing(self).out
        base = out.assign("x", b.board_site(self.site))
        count = scope.variable("count", Int.of(0))
        region = as_region(self.to)
        if self.step is not None:
            # No way leads there, unless there is nowhere to go to.
            b.each(region, lambda at: out.add(f"{count} = {NEVER}"))
        spread = _Spread(base, self.relation, self.step, scope)
        for at, far in spread.each(scope):
            with out.block(f"if {b.inside(region, Site.named(at)).text}:"):
                out.add(f"{count} = {far}")
                out.add("break")
        return count


@ludeme(
    "sites",
    "Distance",
    example="(sites Distance from:(last To) (range 1 2))",
    facts=EFFECT,
    concepts="Distance",
)
class SitesAtDistance(Region):
    """The sites so many steps from a site, by adjacent ones, or by steps that are given."""

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

    def meaning(self, b: Builder) -> SiteSet:
        return b.fixed(self, self._at_start)

    def _at_start(self, start: InitialPosition) -> set[int]:
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

    def own_loop(self, scope: Scope) -> AbstractContextManager[str] | None:
        return _at_distance(self, scope) if scope.model.effects else None


#: The answer where no steps of the kind that is given lead to a site.
NEVER = 1_000_000_000


class _Spread:
    """The sites that steps lead to from a site, nearer ones first: a breadth-first search."""

    def __init__(
        self, base: str, relation: Directions | None, step: Moves | None, scope: Scope
    ) -> None:
        self._step = step if isinstance(step, Step) else None
        self._ways = named_directions(relation)
        if self._step is not None:
            self._ways = self._step.directions
        self._looks = looking_as(base, self._ways, scope).looks
        self._far = scope.builder.row()
        self.reached = Filling(scope, self._ways)
        self.reached.begin(scope)
        with scope.out.block(f"if {base} != NONE:"):
            self.reached.enter(base, scope)
            scope.out.add(f"s.scratch[{self._far}, {base}] = 0")

    def far(self, site: str) -> str:
        """Return how many steps lead to a site that has been reached."""
        return f"int64(s.scratch[{self._far}, {site}])"

    def each(self, scope: Scope) -> Iterator[tuple[str, str]]:
        """Loop over the sites, nearest first; yield each and its distance before it is expanded."""
        out, far = scope.out, self._far
        with self.reached.loop(scope) as at:
            yield at, self.far(at)
            for to in steps(self._ways, at, scope.binding(looks=self._looks)):
                allowed = "True"
                if self._step is not None:
                    allowed = passes(self._step.to, scope.binding(origin=at, to=to))
                with out.block(f"if not {self.reached.has(to)} and {allowed}:"):
                    self.reached.enter(to, scope)
                    out.add(f"s.scratch[{far}, {to}] = s.scratch[{far}, {at}] + 1")


@contextmanager
def _at_distance(node: SitesAtDistance, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites at a distance from another."""
    out = scope.out
    low, high = out.name("low"), out.name("high")
    base = out.assign("x", board_site(node.from_, scope))
    bounds_ = bounds(node.distance, scope, ("0", ANY_NUMBER))
    for name, bound in zip((low, high), bounds_, strict=True):
        out.add(f"{name} = {bound}")
    if node.step is not None:
        # As in Ludii one of the steps that are given is made at least.
        out.add(f"{high} = max({high}, 1)")
    spread = _Spread(base, node.relation, node.step, scope)
    for _, far in spread.each(scope):
        out.when(f"{far} >= {high}", "break")
    # By steps that are given no way leads back to where they begin.
    away = "" if node.step is None else f" and {{0}} != {base}"

    def inside(site: str) -> str:
        far = f"{low} <= {spread.far(site)} <= {high}"
        return f"{low} >= 0 and {spread.reached.has(site)} and {far}{away.format(site)}"

    with scope.passing(inside) as at:
        yield at


#: The most steps that a region grows by.
MAX_STEPS = 100_000


def _turns_nothing(node: CountSteps | SitesAtDistance) -> None:
    """Complain about pieces that turn as they step."""
    if node.new_rotation is not None and node.step is not None:
        node.reject("pieces that turn with each step are read, but cannot be compiled yet")


@ludeme("expand", example="(expand (sites Occupied) Orthogonal steps:2)", facts=SYMMETRIC | BORDER)
class Expand(Region):
    """A region grown by the sites up to a number of steps (1) away."""

    untold = ("directions",)
    region: Region
    directions: Absolute | None = None
    type: SiteType | None = None
    _: KW_ONLY
    steps: Integer | None = None

    def meaning(self, b: Builder) -> SiteSet:
        return b.fixed(self, self._at_start, lambda at: self._inside(at, b.playing(self)))

    def _at_start(self, start: InitialPosition) -> Iterable[int]:
        steps = 1 if self.steps is None else start.evaluate(self.steps)
        kind, sites = start.kind(self.type), np.array(start.sites_of(self.region), np.int32)
        # Edges grow by those that are adjacent, whatever the direction.
        way = _way(None if kind == "Edge" else self.directions)
        try:
            return of_board.expanded(start.board, sites, min(steps, MAX_STEPS), way, kind)
        except InputError as error:
            self.reject(str(error))

    def _inside(self, at: Site, scope: Scope) -> Bool:
        steps = self.steps
        if scope.model.layout is not None:
            return S.scratch[self._marks(scope), at] != 0
        if steps is not None and not (isinstance(steps, Constant) and 0 <= steps.value <= 4):
            self.reject("expected steps as a number from 0 to 4")
        check_spread(self)
        return _within(self.region, self.directions, at, 1 if steps is None else steps.value, scope)

    def own_loop(self, scope: Scope) -> AbstractContextManager[str] | None:
        return None if scope.model.layout is None else marked(self._marks(scope), scope)

    def _marks(self, scope: Scope) -> int:
        """Return the row of ``s.scratch`` with marks, after statements that let the region grow."""
        out, row = scope.out, cleared_row(scope)
        depth, at = out.name("depth"), out.name("x")
        left = out.assign("left", "1" if self.steps is None else integer(self.steps, scope))
        with each(self.region, scope) as start:
            out.add(f"s.scratch[{row}, {start}] = 1")
        with (
            out.block(f"for {depth} in range(1, {left} + 1):"),
            out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
            out.block(f"if s.scratch[{row}, {at}] == {depth}:"),
        ):
            for other in steps(named_directions(self.directions), at, scope):
                grown = f"s.scratch[{row}, {other}] = {depth} + 1"
                out.when(f"s.scratch[{row}, {other}] == 0", grown)
        return row


@ludeme("expand", example='(expand "Board" (sites Top))', facts=SYMMETRIC | BORDER)
class ExpandIn(Region):
    """A region of the board, container 0, grown by the sites up to a number of steps (1) away."""

    container: str | Integer
    region: Region
    directions: Absolute | None = None
    type: SiteType | None = None
    _: KW_ONLY
    steps: Integer | None = None

    def __post_init__(self) -> None:
        held = self.container
        if not (held == "Board" or (isinstance(held, Integer) and held.constant == 0)):
            self.reject("expected the board: sites of hands have none beside them")

    @property
    def _on_board(self) -> Expand:
        return Expand(self.region, self.directions, self.type, steps=self.steps, place=self.place)

    def meaning(self, b: Builder) -> SiteSet:
        return self._on_board.meaning(b)

    def own_loop(self, scope: Scope) -> AbstractContextManager[str] | None:
        return self._on_board.own_loop(scope)


@ludeme("expand", example="(expand origin:(centrePoint) steps:2)", facts=GLOBAL)
class ExpandSite(Region):
    """A site and those up to a number of steps (1) away."""

    untold = ("directions",)
    directions: Absolute | None = None
    type: SiteType | None = None
    _: KW_ONLY
    origin: Integer
    steps: Integer | None = None

    @property
    def _of_region(self) -> Expand:
        region = Single(self.origin)
        return Expand(region, self.directions, self.type, steps=self.steps, place=self.place)

    def meaning(self, b: Builder) -> SiteSet:
        return self._of_region.meaning(b)

    def own_loop(self, scope: Scope) -> AbstractContextManager[str] | None:
        return self._of_region.own_loop(scope)


def _within(
    region: Region, directions: Absolute | None, at: Site, steps: int, scope: Scope
) -> Bool:
    """Return the test that steps lead from a site to a region, on a board that grows."""
    found = scope.variable("c", scope.inside(region, at))
    if steps:
        with scope.neighbours(str(at), str(directions or Directions.ADJACENT)) as other:
            inside = _within(region, directions, Site.named(other), steps - 1, scope)
            scope.out.when(inside, f"{found} = True")
    return found


#: The most steps from a region to the regions around it.
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


def _way(directions: Absolute | None) -> str:
    """Return what steps in some directions are called on boards."""
    if directions is None:
        return "adjacent"
    if isinstance(directions, Directions):
        return "off" if directions is Directions.OFF_DIAGONAL else str(directions).lower()
    return str(directions)
