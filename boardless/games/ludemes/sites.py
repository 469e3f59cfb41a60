"""Named sites of a rule: of the moved piece, of its neighbours, of the iteration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, ClassVar

from boardless.games.kit import (
    BESIDE,
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    NONE,
    ON_BOARD,
    PLACE,
    PURE,
    SYMMETRIC,
    TARGETS,
    TILED,
    TOUCHING,
    Bool,
    Builder,
    Compass,
    Condition,
    EngineFunction,
    InitialPosition,
    Int,
    Integer,
    Model,
    NamedSite,
    Region,
    S,
    Scope,
    ScopeMode,
    Site,
    SiteSet,
    SiteType,
    Ways,
    Word,
    frozen,
    ludeme,
    reads,
    walks,
    wide,
)
from boardless.games.ludemes.directions import LAST_WAY, NamedWays, Relative, WaysAlong
from boardless.games.ludemes.literals import OFF, Constant, Single
from boardless.state.engine.geometry import LayoutGeometry
from boardless.topo.layouts.relative_directions import walks_along
from boardless.topo.tilings.incidence import COMPASS
from boardless.topo.tilings.named import is_regular
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.state.engine.geometry import Geometry

#: Functions of `state/engine`, and of Numba.
_find = EngineFunction("find", Site, state=True)
_wide = EngineFunction("int64", Site)


@ludeme("value", facts=reads("value"))
class IteratedValue(Integer):
    """The value in question.

    Example: (value)
    """

    def meaning(self, b: Builder) -> Int:
        return b.bound_integer("value", self)


@ludeme("player", facts=reads("player_"))
def iterated_player(node: Integer, b: Builder) -> Int:
    """The player in question.

    Example: (player)
    """
    return b.bound_integer("player_", node)


@ludeme("centrePoint", facts=SYMMETRIC | TOUCHING | PLACE | ON_BOARD, phrase="the centre")
class CentrePoint(NamedSite):
    """The site in the centre of the board, or the first of several.

    Example: (centrePoint)
    """

    type: SiteType | None = None

    def as_site(self, b: Builder) -> Site:
        """Return the site; on a growing board, the centre of the first board."""
        if b.scope is None:
            centre = b.start(self).sites(self.type).listed("centre")
            if not len(centre):
                self.reject("the board has no centre")
            return b.site_of(Int.of(int(centre[0])))
        model, kinds = b.scope.model, b.scope.geometry.kinds
        if model.growing:
            column, row = wide(S.origin[0]), wide(S.origin[1])
            return _find(column * kinds + (kinds - 1) + row * ENGINE.ROW)
        if model.has_several_types:
            kind = b.start(self).kind(self.type)
            centre = b.start(self).sites(self.type).listed("centre")
            return Site.of(model.span(kind)[0] + int(centre[0])) if len(centre) else NONE
        board = model.board if model.layout is None else model.layout.board
        return Site.of(model.hand_size + int(board.centre[0]) + 1)


@ludeme(
    "ahead",
    facts=SYMMETRIC | PLACE | ON_BOARD | TILED,
    phrase="the site[ {steps} steps] ahead of {site}[ in direction {direction}]",
)
class Ahead(NamedSite):
    """The site a number of steps (1) in a direction (forward) from a site.

    Beyond the edge of a fixed board it is the start site itself. Without a cell on a growing board
    it is -1, which counts as empty.

    Example: (ahead (last To) E steps:2)
    """

    type: SiteType | None
    site: Integer
    direction: Compass | Ways | None = None
    _: KW_ONLY
    steps: Integer | None = None

    def has_effects(self) -> bool:
        """Return True if the rule names a type of sites."""
        return self.type is not None

    def reach(self) -> float:
        """Return the largest distance of the site, in steps from ``(to)``."""
        steps = 1 if self.steps is None else self.steps.constant
        simple = self.steps is None or isinstance(self.steps, Constant)
        return self.site.reach_as_site + max(steps, 0) if simple and steps is not None else inf

    @property
    def ways(self) -> Ways:
        """The directions of the rule."""
        direction = self.direction or Relative.FORWARD
        return direction if isinstance(direction, Ways) else NamedWays((direction,))

    def as_site(self, b: Builder) -> Site:
        """Return the site; the first one itself if steps leave a fixed board."""
        if b.scope is None:
            return b.site_of(Int.of(self._at_start(b.start(self))))
        b = b.scope
        if b.model.layout is not None and not b.model.plays_on(self.type):
            return b.site_of(self._of_type(b))
        steps = b.integer_or(self.steps, 1)
        at = b.variable("x", b.board_site(self.site))
        if isinstance(b.geometry, LayoutGeometry):
            return self._along_walks(at, steps, b)
        slot = slot_of(b.geometry, self)
        step = wide(S.step[at * ENGINE.SLOTS + slot])
        base = None if b.model.growing else b.variable("x", at)
        if steps.constant == 1:
            # A step from a missing cell leads to a missing cell.
            b.set(at, step)
        elif base is None:
            b.set(at, Int.call("ahead", at, slot, steps))
        else:
            for _ in b.numbers(steps, stem="_"):
                b.leave(at == NONE)
                b.set(at, step)
        if base is not None:
            b.set_if(at == NONE, at, base)
        return at

    def _along_walks(self, base: Site, steps: Int, b: Scope) -> Site:
        """Return the site on a fixed board; as in Ludii `base` itself at the edge."""
        ahead, ways = b.variable("x", base), self.ways
        if isinstance(ways, NamedWays) and ways.names[0] in LAST_WAY:
            # During a move, the way is the move's.
            ways = _of_the_move(LAST_WAY[ways.names[0]], b)
        with b.where(base != NONE):
            for walk in walks(ways, base, b):
                left = b.variable("left", steps)
                with b.as_long_as((left > 0) & (walk.at != NONE)):
                    walk.advance()
                    b.set(left, left - 1)
                b.set_if((walk.at != NONE) & (ahead == base), ahead, walk.at)
        return ahead

    def _of_type(self, b: Builder) -> Int:
        """Return the number of a site of a type outside the play."""
        start = b.start(self)
        return of_site(
            self.site, lambda site: replace(self, site=Constant(site))._at_start(start), b
        )

    def _at_start(self, start: InitialPosition) -> int:
        """Return the number of the site before the first move."""
        site = start.evaluate(self.site)
        if site < 0:
            return OFF
        steps = start.evaluate(self.steps, 1)
        try:
            names = self.ways.seen_from(site, start)
            walks = walks_along(start.sites(self.type), site, names[0]) if names else []
        except InputError as error:
            self.reject(str(error))
        return next((int(walk[steps]) for walk in walks if 0 < steps < len(walk)), site)


@ludeme("last", "To", phrase="the site of the last move")
class LastTo(NamedSite):
    """The site that the last move, start piece or consequence went to, or -1.

    Example: (last To)
    """

    facts = SYMMETRIC | TOUCHING | PLACE | BESIDE | reads("last") | ON_BOARD | TILED
    _: KW_ONLY
    after_consequence: Condition | None = None

    def as_site(self, b: Builder) -> Site:
        after = FALSE if self.after_consequence is None else b.condition(self.after_consequence)
        return after.choose(_wide(COUNTERS.DONE), b.playing(self).last_site)


@frozen
class SiteOrRegion(Integer):
    """A number of a site, or the total of all sites of a region."""

    either = ("at", "in_")
    #: Whether a rule must name a place; the default is (last To).
    names_place: ClassVar[bool] = False
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        if self.at is None and self.in_ is None and not self.names_place:
            object.__setattr__(self, "at", LastTo())
        super().__post_init__()


#: The place of the origin of the last action, among the numbers of a state.
ORIGIN = "origin of the last action"


@ludeme(
    "last",
    "From",
    facts=SYMMETRIC | TOUCHING | PLACE | reads("last_from"),
    phrase="the site that the last move left",
)
class LastFrom(NamedSite):
    """The site that the last move, start piece or consequence came from, or was added to.

    Example: (last From)
    """

    _: KW_ONLY
    after_consequence: Condition | None = None

    def as_site(self, b: Builder) -> Site:
        after = FALSE if self.after_consequence is None else b.condition(self.after_consequence)
        if after is FALSE:
            return _wide(COUNTERS.FROM)
        origin = S.numbers[b.playing(self).builder.numbers.place(ORIGIN)]
        return after.choose(_wide(origin), _wide(COUNTERS.FROM))

    def may_be_held(self, b: Scope) -> bool:
        return bool(b.model.hands)

    def has_effects(self) -> bool:
        """Return True if it concerns the consequences of moves."""
        return self.after_consequence is not None


class BoundSite(NamedSite):
    """A site that a scope binds."""

    #: Its name in scopes.
    bound: ClassVar[str]

    def as_site(self, b: Builder) -> Site:
        return b.bound_site(self.bound, self)


@ludeme("to", facts=PURE | PLACE | reads("to") | ON_BOARD, phrase="the site it goes to")
class ToSite(BoundSite):
    """The site that the move in question goes to.

    Example: (to)
    """

    bound = "to"


@ludeme(
    "from", facts=SYMMETRIC | TOUCHING | PLACE | BESIDE | reads("from"), phrase="the site it leaves"
)
class FromSite(BoundSite):
    """The site that the move in question starts from.

    Example: (from)
    """

    bound = "origin"

    def may_be_held(self, b: Scope) -> bool:
        return bool(b.modes & ScopeMode.HELD)


class When(Word):
    """Times within a turn."""

    START_OF_TURN = "StartOfTurn"
    END_OF_TURN = "EndOfTurn"


@ludeme("from", facts=EFFECT)
def from_of_turn(b: Scope, *, at: When) -> Site:
    """The start site of the first move of this turn, or, at its end, of this move.

    Example: (from at:StartOfTurn)
    """
    if at is When.END_OF_TURN:
        return FromSite().as_site(b)
    first = b.builder.numbers.place(TURN_FROM, 2)
    return (S.numbers[first + 1] == b.mover).choose(_wide(S.numbers[first]), NONE)


#: The name of the places of the first site of a turn, and of its mover.
TURN_FROM = "from of a turn"


@ludeme("between", facts=PLACE | reads("between"), phrase="the site it passes")
class BetweenSite(NamedSite):
    """The site that the move in question passes, or -1.

    Example: (between)
    """

    def as_site(self, b: Builder) -> Site:
        return b.playing(self).given("between")


@ludeme("site", facts=SYMMETRIC | TOUCHING | PLACE | reads("iterated") | TILED, phrase="that site")
class IteratedSite(BoundSite):
    """The site in question.

    Example: (site)
    """

    bound = "iterated"


@ludeme("sites", "LastFrom", facts=GLOBAL)
def sites_last_from(b: Builder) -> SiteSet:
    """The site that the last move came from, or was added to.

    Example: (sites LastFrom)
    """
    return b.listed(partial(b.site, LastFrom()))


@ludeme("sites", "LastTo", facts=SYMMETRIC | TOUCHING | reads("last"))
class SitesLastTo(Region):
    """The site that the last move went to, and the board sites of its further actions.

    Example: (sites LastTo)
    """

    def holds_several(self, model: Model) -> bool:
        """Return True if moves may have several actions, which a fixed board stores."""
        if model.growing and model.facts.follows:
            self.reject("a growing board keeps one site of a move with consequences: (last To)")
        return model.effects and not model.growing

    def simpler(self, b: Scope) -> Region:
        return self if self.holds_several(b.model) else Single(LastTo())

    def meaning(self, b: Builder) -> SiteSet:
        model = b.playing(self).model
        if not self.holds_several(model):
            return b.listed(partial(b.site, LastTo()))
        numbers, size = b.playing(self).builder.numbers, 1 + model.hand_size + len(model.cells)
        first, last = numbers.place(TARGETS, size), b.let(b.site(LastTo()))
        return b.tested(
            self,
            lambda at: (
                ((COUNTERS.PLIES != 0) & (S.numbers[wide(at) + first] == COUNTERS.PLIES))
                | (at == last)
            ),
        )


@frozen
class LastIsOf(Condition):
    """The last move concerned sites of a type."""

    facts = GLOBAL
    type: SiteType

    def meaning_in_play(self, b: Scope) -> Bool:
        last = b.last_site
        return (last != NONE) & b.is_of_type(last, str(self.type))


@ludeme("is", "LastFrom")
class IsLastFrom(LastIsOf):
    """The last move came from a site of a type.

    Example: (is LastFrom Cell)
    """


@ludeme("is", "LastTo")
class IsLastTo(LastIsOf):
    """The last move went to a site of a type.

    Example: (is LastTo Cell)
    """


LAST_WAY[Relative.SAME_DIRECTION] = WaysAlong(SiteType.CELL, from_=LastFrom(), to=LastTo())
LAST_WAY[Relative.OPPOSITE_DIRECTION] = WaysAlong(SiteType.CELL, from_=LastTo(), to=LastFrom())


def _of_the_move(ways: WaysAlong, scope: Scope) -> WaysAlong:
    """Return the way between the bound sites, by default between the last move's sites."""
    origin = LastFrom() if scope.origin is None else FromSite()
    to = LastTo() if scope.to is None else ToSite()
    back = isinstance(ways.from_, LastTo)
    return replace(ways, from_=to, to=origin) if back else replace(ways, from_=origin, to=to)


def slot_of(geometry: Geometry, ahead: Ahead, kind: int | None = None) -> int:
    """Return the slot of a step ahead from one prototile, or from all of them."""
    if ahead.direction is None:
        ahead.reject("expected a direction, such as E")
    label = str(ahead.direction)
    slot = geometry.slot(label, kind)
    if slot is None and kind is not None and label in COMPASS and not is_regular(geometry.tiling):
        # This lets any tiling carry a game with touching first pieces.
        return geometry.nearest(label, kind)
    if slot is None:
        if kind is None and geometry.kinds > 1:
            ahead.reject(
                f"steps {label} are not the same from all cells of the {geometry.tiling.name} "
                "tiling: choose another tiling or direction"
            )
        labels = [label for label in geometry.labels(kind or 0) if label]
        ahead.reject(f"no step leads {label} on this board: choose one of {', '.join(labels)}")
    return slot


def of_site(node: Integer, value: Callable[[int], int], b: Builder) -> Int:
    """Return a function of the number of a site, or -1 for a site outside the board."""
    # Sites of unused types have only numbers.
    number = node.constant
    return b.by_site(b.board_site(node), value) if number is None else Int.of(value(number))
