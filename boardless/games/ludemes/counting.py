"""Counts of sites and pieces, and where pieces stand."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from math import inf
from typing import TYPE_CHECKING

from boardless.games.compiler.builder import Span
from boardless.games.compiler.dispatch import condition, holds, integer, site
from boardless.games.compiler.expressions import Function, Int, S, Site, as_int, lifted, wide
from boardless.games.compiler.large_pieces import states_lie
from boardless.games.compiler.owner_bitboards import bitboard_of, each_in_bitboard
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import player_of
from boardless.games.compiler.source import SourceWriter
from boardless.games.language.facts import (
    EFFECT,
    GLOBAL,
    PLACE,
    STACKED,
    SYMMETRIC,
    TOUCHING,
    numbers,
)
from boardless.games.language.ludeme import Word, bare, ludeme
from boardless.games.ludemes.dominoes import Dominoes, count_left
from boardless.games.ludemes.kinds import (
    Around,
    Condition,
    Directions,
    Integer,
    Integers,
    Region,
    Role,
    SiteOrRegion,
    SiteType,
)
from boardless.games.ludemes.occupancy import SitesOccupied
from boardless.games.ludemes.players import is_meant, is_of_team
from boardless.games.ludemes.sites import ToSite, compile_site_number
from boardless.games.ludemes.stacks import Order, each_level, height
from boardless.games.ludemes.walked_regions import SitesAround

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.scope import Scope


#: The pieces on a site, where all are of one component.
amount = Function("amount", Int, state=True)


@ludeme("no", "Pieces", example="(no Pieces Next)", facts=GLOBAL)
class NoPieces(Condition):
    """A role (All) has no piece, or none with this name or on these sites, hands among them."""

    type: SiteType | None
    role: Role | None
    name: str | None = None
    _: KW_ONLY
    of: Integer | None = None
    in_: Region | None = None


class Number(Word):
    """Numbers by their names: -1 twice, -2, and 1,000,000,000."""

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
        """The value."""
        return _VALUES[self.name]

    def meaning(self, b: Builder) -> Int:
        """Return the value."""
        return Int.of(self.constant)


@ludeme("count", "Value", example="(count Value 3 in:(array {3 5 3}))", facts=GLOBAL)
class CountEqual(Integer):
    """The number of integers that are equal to a given one."""

    value: Integer
    _: KW_ONLY
    in_: Integers

    def meaning(self, b: Builder) -> Int:
        """Return how many are equal to it."""
        wanted = b.let(b.integer(self.value), "value")
        return b.count(self.in_, lambda value: value == wanted)


@ludeme("count", "Pieces", example='(count Pieces Mover "King" in:(sites Board))', facts=GLOBAL)
class CountPieces(Integer):
    """The number of pieces of a role (All), with a name, on some sites, hands among them."""

    type: SiteType | None
    role: Role | None
    name: str | None = None
    _: KW_ONLY
    of: Integer | None = None
    in_: Region | None = None
    if_: Condition | None = None


@ludeme("count", example="(count at:(last To))", facts=numbers("counts"))
class CountAt(SiteOrRegion):
    """The number of pieces on a site, or on all sites of a region together."""

    def meaning(self, b: Builder) -> Int:
        """Return how many there are; where pieces lie one upon another each of them counts."""
        scope = b.playing(self)
        model = scope.model
        held = height if model.stacking else amount
        if self.in_ is not None:
            return b.total(self.in_, held, hands=True, stem="count")
        assert self.at is not None
        if model.layout is None or str(self.type or model.layout_use) == str(SiteType.CELL):
            return held(b.site(self.at))
        # Hands have cells: nothing is found in them where vertices or edges are counted.
        at = b.let(b.site(self.at))
        return (at > as_int("HELD")).choose(held(at), Int.of(0))


@ludeme("where", example='(where "King" Mover)', facts=SYMMETRIC | TOUCHING | PLACE)
class Where(Integer):
    """The first site of a component, by name and owner or number, perhaps in a state; else -1."""

    name: str | None
    who: Role | Integer
    type: SiteType | None = None
    _: KW_ONLY
    state: Integer | None = None

    def __post_init__(self) -> None:
        if self.name is None and isinstance(self.who, Role):
            self.reject("expected a component by its name and whose it is, or by its number")


@ludeme("count", "Sites", example="(count Sites in:(sites Empty))", facts=SYMMETRIC | TOUCHING)
class CountSites(Integer):
    """The number of sites in a region."""

    _: KW_ONLY
    in_: Region

    def reach(self) -> float:
        """Return it of the sites around a site; others are counted anywhere."""
        return inf if self.in_.centre is None else self.in_.reach()

    def meaning(self, b: Builder) -> Int:
        """Return how many it has."""
        region, scope = self.in_, b.scope
        if (
            scope is not None
            and isinstance(region, SitesAround)
            and region.which is Around.NOT_EMPTY
            and isinstance(region.where, ToSite)
            and region.directions is Directions.ADJACENT
            and not scope.model.effects
        ):
            # Kept from move to move for every site.
            return wide(S.neighbours[b.site(region.where)])
        found = b.count(region)
        everywhere = isinstance(region, SitesOccupied) and region.container is None
        if scope is not None and everywhere and scope.model.effects and scope.model.hand_size:
            # What lies in hands is somewhere, too.
            hands = Span(1, as_int("HELD") + 1, "h", Site)
            found += b.count(hands, lambda at: b.inside(region, at))
        return found


@ludeme("count", "Sites", example='(count Sites "Board")', facts=EFFECT)
class CountSitesOf(Integer):
    """The number of sites of a container: the board, or a hand by its name, such as "Hand1"."""

    container: str

    def meaning(self, b: Builder) -> Int:
        """Return how many it has."""
        stores = b.start(self).inventory.containers
        sizes = {store.name: store.size for store in stores} | {"Board": stores[0].size}
        if self.container not in sizes:
            known = ", ".join(sizes)
            self.reject(f"no container is called {self.container!r}: choose one of {known}")
        return Int.of(sizes[self.container])


@ludeme("where", "Level", example='(where Level "King" Mover at:(to))', facts=STACKED)
class WhereLevel(Integer):
    """The uppermost level of a component on a site, or the lowest; -1 if none; see (where)."""

    name: str | None
    who: Role | Integer
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    state: Integer | None = None
    from_top: bool = True

    def __post_init__(self) -> None:
        if self.name is None and isinstance(self.who, Role):
            self.reject("expected a component by its name and whose it is, or by its number")


@integer.register(CountPieces)
def _compile_count_pieces(node: CountPieces, scope: Scope) -> str:
    if node.name == "Bag" and scope.model.uses(Dominoes):
        return count_left(node, scope)[0]
    count = scope.out.assign("count", "0")
    with _pieces(node, scope) as (at, level):
        inner = scope.binding(iterated=at, level=level)
        with scope.out.block(f"if {holds(node.if_, inner)}:"):
            scope.out.add(f"{count} += {1 if level else f'amount(s, {at})'}")
    return count


@condition.register(NoPieces)
def _compile_no_pieces(node: NoPieces, scope: Scope) -> str:
    found = scope.out.assign("none", "True")
    with _pieces(node, scope):
        scope.out.add(f"{found} = False")
    return found


@contextmanager
def _pieces(node: CountPieces | NoPieces, scope: Scope) -> Iterator[tuple[str, str | None]]:
    """Open a loop over the pieces of a role, perhaps of a name; yield site and level, if any."""
    out, role = scope.out, node.role or Role.ALL
    bitboard = (
        None if node.in_ is not None or node.of is not None else bitboard_of(role, scope, node)
    )
    if bitboard is not None:
        with each_in_bitboard(bitboard, scope, hands=True) as at:
            if node.name is None:
                yield at, None
            else:
                with out.block(f"if {_name_test(node.name, f's.what[{at}]', scope)}:"):
                    yield at, None
        return
    with _sites(node.in_, scope) as at, _standing(at, scope) as level:
        what, who = f"s.what[{at}]", f"int64(s.who[{at}])"
        if level is not None:
            what, who = f"what_at(s, {at}, {level})", f"who_at(s, {at}, {level})"
        wanted = f"{what} != 0"
        if states_lie(scope.model):
            wanted += f" and part_at(s, {at}) == 0"
        if node.of is not None:
            wanted += f" and {who} == {integer(node.of, scope)}"
        elif role is not Role.ALL:
            wanted += f" and {is_meant(role, lifted(who, Int), scope, node)}"
        if node.name is not None:
            wanted += f" and {_name_test(node.name, what, scope)}"
        with out.block(f"if {wanted}:"):
            yield at, level


def _name_test(name: str, what: str, scope: Scope) -> str:
    """Return the condition that the name of a component has a name in it."""
    components = enumerate(scope.model.components, 1)
    named = [number for number, each_ in components if name in each_.name]
    return f"({' or '.join(f'{what} == {number}' for number in named) or 'False'})"


@contextmanager
def _sites(region: Region | None, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a region, or over all with those of the hands."""
    if region is not None:
        with each(region, scope, hands=True) as at:
            yield at
        return
    at = scope.out.name("x")
    with scope.out.block(f"for {at} in range(1, s.n[COUNT] + 1):"):
        yield at


@contextmanager
def _standing(at: str, scope: Scope) -> Iterator[str | None]:
    """Open a loop over the levels of a site where there are any; yield the level."""
    if scope.model.stacking:
        with each_level(at, scope) as level:
            yield level
    else:
        yield None


integer.register(Where)(compile_site_number)


@site.register(Where)
def _site_of_where(node: Where, scope: Scope) -> str:
    state = "-1" if node.state is None else integer(node.state, scope)
    body = SourceWriter(depth=1)
    with (
        body.block("for at in range(HELD + 1, s.n[COUNT] + 1):"),
        _standing("at", scope.binding(out=body)) as level,
    ):
        here = "s.what[at]" if level is None else f"what_at(s, at, {level})"
        test = f"what > 0 and {here} == what"
        if node.state is not None and level is None:
            test += " and s.fields[STATES, at] == state"
        elif node.state is not None:
            test += f" and number_at(s, STATES, at, {level}) == state"
        body.when(test, "return at")
    body.add("return NONE")
    named = scope.builder.helper("s: Arrays, what: int, state: int", "int", body.text())
    return scope.out.assign("x", f"{named}(s, {_component(node, scope)}, {state})")


@integer.register(WhereLevel)
def _compile_where_level(node: WhereLevel, scope: Scope) -> str:
    out = scope.out
    what = out.assign("what", _component(node, scope))
    at = out.assign("x", site(node.at, scope))
    found = out.assign("level", "-1")
    state = "" if node.state is None else integer(node.state, scope)
    order = Order.FROM_TOP if node.from_top else Order.FROM_BOTTOM
    with each_level(at, scope, order) as level:
        # Nothing is found in a hand.
        test = f"{at} > HELD and {what} > 0 and what_at(s, {at}, {level}) == {what} and {found} < 0"
        if state:
            test += f" and number_at(s, STATES, {at}, {level}) == {state}"
        out.when(test, f"{found} = {level}")
    return found


def _component(node: Where | WhereLevel, scope: Scope) -> str:
    """Return the source of the component that is looked for; -1 where there is none."""
    if node.name is None:
        assert isinstance(node.who, Integer)
        return integer(node.who, scope)
    players = scope.model.players
    numbers = [-1] * (players + 2)
    for number, each_ in reversed(list(enumerate(scope.model.components, 1))):
        if node.name in each_.name:
            numbers[each_.owner] = number
    if isinstance(node.who, Role) and node.who in (Role.NEUTRAL, Role.SHARED, Role.ALL, Role.EACH):
        return str(numbers[0 if node.who is Role.NEUTRAL else players + 1])
    if is_of_team(node.who):
        # As in Ludii: of the player who has the number of the team.
        return str(numbers[min(int(str(node.who).removeprefix("Team")), players)])
    if isinstance(node.who, Role) and (certain := player_of(node.who)):
        return str(numbers[certain] if certain <= players else -1)
    player = (
        scope.player(node.who, node) if isinstance(node.who, Role) else integer(node.who, scope)
    )
    return f"({', '.join(map(str, numbers))},)[seat(s, {player})]"
