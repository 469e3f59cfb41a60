"""Counts of sites and pieces, and the places of pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY
from math import inf

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    NONE,
    PLACE,
    PURE,
    STACKED,
    SYMMETRIC,
    TILED,
    TOUCHING,
    TRUE,
    Around,
    Bool,
    Builder,
    ComponentName,
    Condition,
    Directions,
    EngineFunction,
    Int,
    Integer,
    Integers,
    Ludeme,
    NamedSite,
    Region,
    Role,
    S,
    Scope,
    Site,
    SiteType,
    SpanOfSites,
    Word,
    bare,
    bitboard_of,
    each_ghost,
    each_in_bitboard,
    entry,
    every,
    frozen,
    lifted,
    ludeme,
    number_of,
    numbers,
    seat,
    some,
    wide,
)
from boardless.games.ludemes.large_pieces import Dominoes, count_left
from boardless.games.ludemes.occupancy import HELD, SitesOccupied, height, part_at, what_at, who_at
from boardless.games.ludemes.players import is_meant
from boardless.games.ludemes.sites import LastTo, SiteOrRegion, ToSite
from boardless.games.ludemes.stacks import Order, each_level, levels
from boardless.games.ludemes.walked_regions import SitesAround

#: The pieces on a site, all of one component.
amount = EngineFunction("amount", Int, state=True)
number_at = EngineFunction("number_at", Int, state=True)


@frozen
class OfPieces(Ludeme):
    """Pieces of a role (All) or a player, with an optional name, on some sites."""

    type: SiteType | None
    role: Role | None
    name: ComponentName | None = None
    _: KW_ONLY
    of: Integer | None = None
    in_: Region | None = None

    def each(self, b: Scope) -> Iterator[tuple[Site, Int | None]]:
        """Iterate over the pieces; yield their sites, and their levels in games with stacks."""
        role, bits = self.role or Role.ALL, None
        if self.in_ is None and self.of is None and not b.model.has_several_types:
            bits = bitboard_of(role, b, self)
        if bits is not None:
            for at in each_in_bitboard(bits, b, hands=True):
                test = _has_name(self.name, S.what[at], b)
                for _ in b.when(test):
                    yield at, None
            return
        everywhere = SpanOfSites(1, COUNTERS.COUNT + 1)
        for at in b.loop(self.in_ or everywhere, hands=True):
            for level in levels(at, b):
                what, who = S.what[at], wide(S.who[at])
                if level is not None:
                    what, who = what_at(at, level), who_at(at, level)
                test = what != 0
                if b.model.has_several_types:
                    there = b.is_of_type(at, b.site_type)
                    test &= (there | (at <= HELD)) if self.type is None else there
                if b.model.states_lie:
                    test &= part_at(at) == 0
                if self.of is not None:
                    test &= who == b.integer(self.of)
                else:
                    test &= is_meant(role, who, b, self)
                with b.where(test & _has_name(self.name, what, b)):
                    yield at, level


@ludeme(
    "no", "Pieces", facts=GLOBAL, concepts="NoPiece role=Mover:NoPieceMover role=Next:NoPieceNext"
)
class NoPieces(OfPieces, Condition):
    """A role (All) has no pieces with this name or on these sites, hands included.

    Example: (no Pieces Next)
    """

    def meaning_in_play(self, b: Scope) -> Bool:
        none = b.variable("none", TRUE)
        for _ in self.each(b):
            b.set(none, FALSE)
        if self.is_of_all() and b.model.leaves_ghosts and not b.model.stacking:
            # In Ludii the sites on its lists count, and nobody's pieces are empty sites.
            for _, at, _ in each_ghost(range(1, 1 + len(b.model.components)), b):
                inside = TRUE if self.in_ is None else b.inside(self.in_, at)
                b.set_if(inside & (S.what[at] == 0), none, FALSE)
        return none

    def is_of_all(self) -> bool:
        """Return True if the pieces are everybody's and may have any name."""
        return self.role in (None, Role.ALL) and self.of is None and self.name is None


class Number(Word):
    """Numbers with names: -1 twice, -2, and 1,000,000,000."""

    OFF = "Off"
    UNDEFINED = "Undefined"
    END = "End"
    INFINITY = "Infinity"


_VALUES = {Number.OFF: -1, Number.UNDEFINED: -1, Number.END: -2, Number.INFINITY: 1_000_000_000}


@bare
class Named(Integer):
    """A number by its name."""

    facts = GLOBAL
    name: Number

    @property
    def constant(self) -> int:
        return _VALUES[self.name]

    def meaning(self, b: Builder) -> Int:
        return Int.of(self.constant)


@ludeme("count", "Value", facts=GLOBAL)
def count_equal(b: Builder, value: Integer, *, in_: Integers) -> Int:
    """The number of integers equal to a given one.

    Example: (count Value 3 in:(array {3 5 3}))
    """
    wanted = b.let(b.integer(value), "value")
    return b.count(in_, lambda each: each == wanted)


@ludeme("count", "Pieces", facts=GLOBAL, phrase="the number of pieces[ of {role}][ {name}]")
class CountPieces(OfPieces, Integer):
    """The number of pieces of a role (All), with a name, on some sites, hands included.

    Example: (count Pieces Mover "King" in:(sites Board))
    """

    _: KW_ONLY
    if_: Condition | None = None

    def meaning_in_play(self, b: Scope) -> Int:
        if self.name == "Bag" and b.model.uses(Dominoes):
            return lifted(count_left(self, b)[0], Int)
        count = b.variable("count", 0)
        for at, level in self.each(b):
            test = b.binding(iterated=at, level=level).holds(self.if_)
            for _ in b.when(test):
                b.add(count, amount(at) if level is None else 1)
        return count


@ludeme("count", facts=numbers("counts"), concepts="PieceCount")
class CountAt(SiteOrRegion):
    """The number of pieces on a site, or on all sites of a region together.

    Example: (count at:(last To))
    """

    def meaning_in_play(self, b: Scope) -> Int:
        """Return the count; in a stack each piece counts."""
        model = b.model
        held = height if model.stacking else amount
        if self.in_ is not None:
            # One run of sites is added up in blocks.
            span = self.in_.span(b)
            region = self.in_ if span is None else SpanOfSites(*span, "h")
            return b.total(region, held, hands=True, stem="count")
        assert self.at is not None
        layout, is_of_cells = model.layout, str(self.type) == str(SiteType.CELL)
        if layout is None:
            is_plain = not (is_of_cells and model.on_vertices)
        else:
            use = str(self.type or model.layout_use)
            is_plain = use == str(SiteType.CELL) and use in layout.types
        if is_plain:
            return held(b.site(self.at))
        # Hands have cells: they do not count for vertices or edges, and cells of a board do not
        # count if the play uses another type.
        at = b.let(b.site(self.at))
        there = at <= HELD if is_of_cells else at > HELD
        return there.choose(held(at), 0)


@frozen
class OfComponent(NamedSite):
    """A site or a level of a component, by name and owner, or by number."""

    name: ComponentName | None
    who: Role | Integer
    type: SiteType | None = None

    def __post_init__(self) -> None:
        if self.name is None and isinstance(self.who, Role):
            self.reject("expected a component by its name and owner, or by its number")

    def component(self, scope: Scope) -> Int:
        """Return the component that the rule names, or -1."""
        who = self.who
        if self.name is None:
            assert isinstance(who, Integer)
            return scope.integer(who)
        players = scope.model.players
        numbers = [-1] * (players + 2)
        for number, each in reversed(list(enumerate(scope.model.components, 1))):
            if self.name in each.name:
                numbers[each.owner] = number
        if isinstance(who, Role):
            certain = number_of(who, players)
            if certain is not None:
                return Int.of(numbers[certain] if 0 <= certain < len(numbers) else -1)
        return entry(numbers, seat(scope.who(who, self)))


@ludeme("where", facts=SYMMETRIC | TOUCHING | PLACE | EFFECT, phrase="the place of {name} of {who}")
class Where(OfComponent):
    """The first site of a component, by name and owner or number, and state if given; else -1.

    Example: (where "King" Mover)
    """

    _: KW_ONLY
    state: Integer | None = None

    def as_site(self, b: Builder) -> Site:
        """Return the site that a function of the generated module computes."""
        scope = b.playing(self)
        state = scope.integer_or(self.state, -1)
        at, what, wanted = Site.named("at"), Int.named("what"), Int.named("state")
        inner = scope.elsewhere()
        for _ in inner.numbers(COUNTERS.COUNT + 1, HELD + 1, name=at):
            for level in levels(at, inner):
                here, now = S.what[at], S.fields["STATES", at]
                if level is not None:
                    here, now = what_at(at, level), number_at(ENGINE.STATES, at, level)
                test = TRUE if self.state is None else now == wanted
                inner.give_if(every(what > 0, here == what, test), at)
        inner.give(NONE)
        helper = scope.builder.helper((what, wanted), "int", inner.statements)
        return scope.let(Site.call(helper, self.component(scope), state))


@ludeme("count", "Sites", facts=SYMMETRIC | TOUCHING | TILED, phrase="the number of {in_}")
class CountSites(Integer):
    """The number of sites in a region; as in Ludii, naming a type of sites has no effect.

    Example: (count Sites in:(sites Empty))
    """

    says_type = False
    type: SiteType | None = None
    _: KW_ONLY
    in_: Region

    def reach(self) -> float:
        """Return the reach of the sites around a site; other sites have infinite reach."""
        return inf if self.in_.centre is None else self.in_.reach()

    def meaning(self, b: Builder) -> Int:
        region, scope = self.in_, b.scope
        if (
            scope is not None
            and isinstance(region, SitesAround)
            and region.which is Around.NOT_EMPTY
            and isinstance(region.where, ToSite)
            and region.directions is Directions.ADJACENT
            and not scope.model.effects
        ):
            # The number is stored for every site from move to move.
            return wide(S.neighbours[b.site(region.where)])
        count = b.count(region)
        everywhere = isinstance(region, SitesOccupied) and region.container is None
        if scope is not None and everywhere and scope.model.effects and scope.model.hand_size:
            # Pieces in hands count, too.
            hands = SpanOfSites(1, HELD + 1, "h")
            count += b.count(hands, lambda at: b.inside(region, at))
        return count


@ludeme("count", "Sites", facts=PURE)
def count_last_site(b: Builder) -> Int:
    """The number of sites that the last move went to, which is always 1.

    Example: (count Sites)
    """
    return Int.of(1)


@ludeme("count", facts=numbers("counts"), concepts="PieceCount")
def count_at_last(node: Integer, b: Builder, type: SiteType | None, name: str) -> Int:
    """The number of pieces on (last To), with any name.

    Example: (count "Disc")
    """
    return CountAt(type, at=LastTo(), place=node.place).meaning(b)


@ludeme("count", "Sites", facts=EFFECT)
def count_sites_of(node: Integer, b: Builder, container: str) -> Int:
    """The number of sites of a container: the board, or a hand by its name, such as "Hand1".

    Example: (count Sites "Board")
    """
    stores = b.start(node).inventory.containers
    sizes = {store.name: store.size for store in stores} | {"Board": stores[0].size}
    if container not in sizes:
        known = ", ".join(sizes)
        node.reject(f"no container is called {container!r}: choose one of {known}")
    return Int.of(sizes[container])


@ludeme("where", "Level", facts=STACKED)
class WhereLevel(OfComponent):
    """The uppermost level of a component on a site, or the lowest; else -1. See (where).

    Example: (where Level "King" Mover at:(to))
    """

    _: KW_ONLY
    at: Integer
    state: Integer | None = None
    from_top: bool = True

    def meaning(self, b: Builder) -> Int:
        """Return the level; hands lack levels."""
        b = b.playing(self)
        what, at = b.let(self.component(b), "what"), b.let(b.site(self.at))
        best = b.variable("level", -1)
        state = None if self.state is None else b.integer(self.state)
        order = Order.FROM_TOP if self.from_top else Order.FROM_BOTTOM
        for level in each_level(at, b, order):
            test = every(at > HELD, what > 0, what_at(at, level) == what, best < 0)
            if state is not None:
                test &= number_at(ENGINE.STATES, at, level) == state
            for _ in b.when(test):
                b.set(best, level)
        return best


def _has_name(name: str | None, what: Int, scope: Scope) -> Bool:
    """Return the test that the name of a component contains a name, if it is given."""
    components = enumerate(scope.model.components, 1)
    named = [what == number for number, each in components if name and name in each.name]
    return TRUE if name is None else some(*named)
