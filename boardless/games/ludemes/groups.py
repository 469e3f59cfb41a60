"""Groups of sites that hang together, their sizes and liberties."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import board_site, condition
from boardless.games.compiler.flood_fill import Filling
from boardless.games.compiler.owner_bitboards import each_owned
from boardless.games.language.facts import EFFECT, GLOBAL, reads
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.board_regions import SitesBoard
from boardless.games.ludemes.directions import Absolute, NamedWays, Ways
from boardless.games.ludemes.kinds import (
    Condition,
    Directions,
    Integer,
    Integers,
    Moves,
    Region,
    Role,
    SiteType,
)
from boardless.games.ludemes.moves import Then, followed_by
from boardless.games.ludemes.players import ThePlayer, is_meant, is_several, one_player
from boardless.games.ludemes.pyramids import is_in_sight, joins_in_sight
from boardless.games.ludemes.sites import LastTo
from boardless.ir.expressions import FALSE, TRUE, Bool, Int, S, Site, lifted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme


@ludeme(
    "count",
    "Groups",
    example="(count Groups Orthogonal if:(= (who at:(to)) (mover)))",
    concepts="Group !directions:AdjacentDirection",
)
class CountGroups(Integer):
    """The number of groups of so many (0) pieces, or sites as a condition on (to) says."""

    facts = GLOBAL
    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    if_: Condition | None = None
    min: Integer | None = None

    def meaning(self, b: Builder) -> Int:
        scope, allowed = b.playing(self), self.if_
        least = _least(self, scope)
        count = scope.variable("count", Int.of(0))

        def joins(at: str) -> str:
            if allowed is None:
                return f"s.what[{at}] != 0"
            return condition(allowed, scope.binding(to=at))

        filling = Filling(scope, self.directions)
        with _all_groups(filling, joins, scope):
            scope.out.when(f"{filling.size} >= {least}", f"{count} += 1")
        return count


@ludeme(
    "count", "SizeBiggestGroup",
    example="(count SizeBiggestGroup if:(= (who at:(to)) 1) isVisible:True)",
)  # fmt: skip
class CountLargestGroup(Integer):
    """The size of the largest group of pieces, as a condition on (to) says, through some sites.

    With `isVisible` groups hang together where they are in sight from above: no piece lies
    straight above, and not two both above a site and beside the next.
    """

    facts = GLOBAL
    type: SiteType | None = None
    directions: Ways | None = None
    through_any: Region | None = None
    _: KW_ONLY
    if_: Condition | None = None
    min: Integer | None = None
    is_visible: Condition | None = None

    def meaning(self, b: Builder) -> Int:
        scope, allowed = b.playing(self), self.if_
        most = scope.variable("most", Int.of(0))
        filling = Filling(scope, self.directions)
        shows, seen = _sight(self.is_visible, filling, scope)

        def allows(at: str) -> str:
            if allowed is None:
                return f"s.what[{at}] != 0"
            return condition(allowed, scope.binding(to=at))

        def begins(at: str) -> str:
            return allows(at) + shows(at)

        region = self.through_any or SitesBoard(self.type)
        with (
            scope.loop(region) as at,
            _group_from(str(at), filling, lambda to: allows(to) + seen(to), begins, scope),
        ):
            scope.out.when(f"{filling.size} > {most}", f"{most} = {filling.size}")
        return most


@ludeme(
    "count",
    "Liberties",
    example="(count Liberties at:(last To) Orthogonal)",
    facts=GLOBAL,
    concepts="!directions:AdjacentDirection",
)
class CountLiberties(Integer):
    """The number of empty sites next to the group of a site ((last To)), as (to) allows."""

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer = LastTo()
    if_: Condition | None = None

    def meaning(self, b: Builder) -> Int:
        from boardless.games.compiler.regions import cleared_row

        scope, out = b.playing(self), b.playing(self).out
        filling = _group_of(self, scope, alike=True)
        count, marks = scope.variable("count", Int.of(0)), cleared_row(scope)
        for to in filling.beside(scope):
            with out.block(f"if s.what[{to}] == 0 and s.scratch[{marks}, {to}] == 0:"):
                out.add(f"s.scratch[{marks}, {to}] = 1")
                out.add(f"{count} += 1")
        return count


@ludeme(
    "size",
    "Group",
    example="(size Group at:(last To) Orthogonal)",
    facts=GLOBAL,
    concepts="!directions:AdjacentDirection",
)
class GroupSize(Integer):
    """The number of sites of a site's group: of its component, or as a condition on (to) says."""

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer
    if_: Condition | None = None

    def meaning(self, b: Builder) -> Int:
        return Int.named(_group_of(self, b.playing(self), alike=False).size)


@ludeme(
    "sizes",
    "Group",
    example="(sizes Group Orthogonal Mover)",
    facts=reads("order"),
    concepts="Group !directions:AdjacentDirection",
)
class GroupSizes(Integers):
    """The sizes, from a least on, of the groups of a role, a player or all, or as (to) says.

    With `isVisible` groups hang together in sight; see (count SizeBiggestGroup).
    """

    type: SiteType | None = None
    directions: Ways | None = None
    role: Role | None = None
    _: KW_ONLY
    of: Integer | None = None
    if_: Condition | None = None
    min: Integer | None = None
    is_visible: Condition | None = None

    def each(self, b: Builder, take: Callable[[Int], object]) -> None:
        scope, allowed = b.playing(self), self.if_
        least = _least(self, scope)
        owns = owned_by(self.role or Role.ALL, scope, self)
        if self.of is not None:
            owns = f"(s.who[{{}}] == {scope.variable('player', b.integer(self.of))})".format

        def allows(at: str) -> str:
            return owns(at) if allowed is None else condition(allowed, scope.binding(to=at))

        def begins(at: str) -> str:
            return f"(s.who[{at}] != 0 and {allows(at)}{shows(at)})"

        filling = Filling(scope, self.directions)
        shows, seen = _sight(self.is_visible, filling, scope)

        def joins(at: str) -> str:
            return allows(at) + seen(at)

        groups = groups_of_pieces(filling, joins, begins, scope)
        with groups, scope.out.block(f"if {filling.size} >= {least}:"):
            take(Int.named(filling.size))


@ludeme("size", "Territory", example="(size Territory P1)", facts=GLOBAL, concepts="Territory")
class TerritorySize(Integer):
    """The number of empty sites in areas that only pieces of a role lie beside."""

    untold = ("directions",)
    type: SiteType | None
    role: Role | ThePlayer
    directions: Absolute = Directions.ADJACENT

    def meaning(self, b: Builder) -> Int:
        scope, out = b.playing(self), b.playing(self).out
        own, owns = out.name("own"), owned_by(self.role, scope, self, several=True)
        total = scope.variable("total", Int.of(0))
        filling = Filling(scope, NamedWays((self.directions,)))
        with _all_groups(filling, "(s.what[{}] == 0)".format, scope):
            out.add(f"{own} = True")
            for to in filling.beside(scope):
                out.when(f"not {owns(to)}", f"{own} = False")
            out.when(own, f"{total} += {filling.size}")
        return total


@ludeme(
    "sites",
    "Group",
    example="(sites Group at:(last To) Orthogonal)",
    facts=GLOBAL,
    concepts="Group !directions:AdjacentDirection",
)
class SitesOfGroup(Region):
    """The sites of the groups of one or several sites, by component or a condition on (to).

    With `isVisible` steps count that are in sight from above; see (count SizeBiggestGroup).
    """

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer | None = None
    from_: Region | None = None
    if_: Condition | None = None
    is_visible: Condition | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.from_ is None):
            self.reject("expected either at: or from:")

    def meaning(self, b: Builder) -> SiteSet:

        def inside(at: Site) -> Bool:
            _, has = _filled(self, b.playing(self))
            return lifted(has(str(at)), Bool)

        return b.tested(self, inside)

    def own_loop(self, scope: Scope) -> AbstractContextManager[str]:
        _, has = _filled(self, scope)
        return scope.passing(has)


@ludeme(
    "all", "Groups",
    example="(all Groups Orthogonal if:(> (count Sites in:(sites)) 2))",
)  # fmt: skip
class AllGroups(Condition):
    """A condition holds for all groups, as (sites), of the mover or of a condition on (to)."""

    facts = GLOBAL
    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    of: Condition | None = None
    if_: Condition

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        holds = scope.variable("all", TRUE)
        with own_groups(self.directions, self.of, scope) as filling:
            test = scope.binding(group=filling).condition(self.if_)
            with scope.out.block(f"if {(~test).text}:"):
                scope.out.add(f"{holds} = False")
                scope.out.add("break")
        return holds


@ludeme(
    "forEach",
    "Group",
    example="(forEach Group Orthogonal (remove (sites)))",
    concepts="Group ControlFlowStatement !directions:AdjacentDirection",
)
class ForEachGroup(Moves):
    """The moves of a rule for every group, as (sites), of the mover or of a condition on (to)."""

    facts = EFFECT | reads("order")
    type: SiteType | None
    directions: Ways | None
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    if_: Condition | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        with own_groups(self.directions, self.if_, scope) as filling:
            inner = scope.binding(group=filling, group_rule=self, member=filling.base)
            self.moves.each_move(inner, followed_by(self.then, found))


@ludeme("sites", example="(sites)", facts=GLOBAL | reads("member"))
class SitesOfThisGroup(Region):
    """The sites of the group in question."""

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: lifted(_this(self, b.playing(self)).has(str(at)), Bool))

    def own_loop(self, scope: Scope) -> AbstractContextManager[str]:
        return _this(self, scope).in_order(scope)


#: The condition on a site of a group.
Owns = Callable[[str], str]


def owned_by(role: Role | ThePlayer, scope: Scope, node: Ludeme, several: bool = False) -> Owns:
    """Return the condition that what stands on a site is of a role, or of any for all.

    `several`: roles such as Enemy mean players, not their number, which is of nobody.
    """
    if role in (Role.ALL, Role.SHARED):
        return "(s.what[{}] != 0)".format
    if isinstance(role, ThePlayer):
        return f"(s.who[{{}}] == {one_player(role, node, scope)})".format
    if several and is_several(role):
        return lambda at: f"({is_meant(role, S.who[Site.named(at)], scope, node)})"
    return f"(s.who[{{}}] == {scope.role(role, node).text})".format


def _group_of(
    node: GroupSize | SitesOfGroup | CountLiberties, scope: Scope, alike: bool
) -> Filling:
    """Add statements that fill the group of one site, of one component if `alike`."""
    assert node.at is not None
    base = scope.out.assign("x", board_site(node.at, scope))
    filling = Filling(scope, node.directions)
    fill_group(node, filling, base, scope, alike)
    return filling


def fill_group(
    node: GroupSize | SitesOfGroup | CountLiberties,
    filling: Filling,
    base: str,
    scope: Scope,
    alike: bool,
    beside: Callable[[str], None] | None = None,
    stop: str | None = None,
) -> None:
    """Add statements that fill the group of site `base`; the last two are of `Filling.fill`."""
    out, allowed = scope.out, node.if_
    what = out.assign("what", f"s.what[{base}]")
    _, seen = _sight(getattr(node, "is_visible", None), filling, scope)
    if allowed is None:
        joins_alike = f"s.what[{{}}] == {what}{{}}".format
        filling.fill(base, lambda at: joins_alike(at, seen(at)), scope, beside=beside, stop=stop)
        return
    rule = allowed

    def begins(at: str) -> str:
        return condition(rule, scope.binding(to=at))

    def joins(at: str) -> str:
        holds = condition(rule, scope.binding(to=at, origin=base))
        return (f"s.what[{at}] == {what} and {holds}" if alike else holds) + seen(at)

    filling.fill(base, joins, scope, begins, beside, stop)


def _sight(
    is_visible: Condition | None, filling: Filling, scope: Scope
) -> tuple[Callable[[str], str], Callable[[str], str]]:
    """Return further tests of the first site of a group, and of a step to a site, by sight."""
    asked = FALSE if is_visible is None else scope.condition(is_visible)
    if asked is FALSE:
        return (lambda at: ""), (lambda at: "")
    unless = "" if asked is TRUE else f"not {asked} or "
    return (
        lambda at: f" and ({unless}{is_in_sight(at, scope)})",
        lambda at: f" and ({unless}{joins_in_sight(filling.here, at, scope)})",
    )


def _filled(node: SitesOfGroup, scope: Scope) -> tuple[Filling, Owns]:
    """Add the statements that fill groups; return these and the condition on a site in them."""
    if node.from_ is None:
        filling = _group_of(node, scope, alike=False)
        return filling, filling.has
    filling = Filling(scope, node.directions)
    with scope.loop(node.from_) as base, scope.out.block(f"if not {filling.met(str(base))}:"):
        fill_group(node, filling, str(base), scope, alike=False)
    return filling, filling.met


def _least(node: CountGroups | GroupSizes, scope: Scope) -> Int:
    """Return the least size that counts."""
    return scope.variable("least", Int.of(1) if node.min is None else scope.integer(node.min))


@contextmanager
def _all_groups(filling: Filling, joins: Owns, scope: Scope) -> Iterator[None]:
    """Open a loop over the groups of the board."""
    out, at = scope.out, scope.out.name("x")
    with (
        out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
        _group_from(at, filling, joins, joins, scope),
    ):
        yield


@contextmanager
def groups_of_pieces(
    filling: Filling, joins: Owns, begins: Owns, scope: Scope, owner: str | None = None
) -> Iterator[None]:
    """Open a loop over the groups of pieces, of one owner or all, as Ludii has them."""
    with each_owned(scope, owner) as at, _group_from(at, filling, joins, begins, scope):
        yield


@contextmanager
def own_groups(directions: Ways | None, meant: Condition | None, scope: Scope) -> Iterator[Filling]:
    """Open a loop over the groups of the mover's pieces, or of sites of which a condition holds."""
    filling, (joins, begins) = Filling(scope, directions), _own(meant, scope)
    owner = scope.mover if meant is None else None
    with groups_of_pieces(filling, joins, begins, scope, owner):
        yield filling


def _own(meant: Condition | None, scope: Scope) -> tuple[Owns, Owns]:
    """Return which sites join a group of the mover's or of a condition, and where one begins."""

    def joins(at: str) -> str:
        if meant is None:
            return f"s.who[{at}] == {scope.mover}"
        return condition(meant, scope.binding(to=at))

    def begins(at: str) -> str:
        if meant is None:
            return joins(at)
        return f"(s.what[{at}] != 0 and {condition(meant, scope.binding(to=at, origin=at))})"

    return joins, begins


@contextmanager
def _group_from(
    at: str, filling: Filling, joins: Owns, begins: Owns, scope: Scope
) -> Iterator[None]:
    """Write what follows for the group of a site, if there is one that was not met before."""
    with scope.out.block(f"if not {filling.met(at)}:"):
        filling.fill(at, joins, scope, begins)
        with scope.out.block(f"if {filling.size} > 0:"):
            yield


def _this(node: Region, scope: Scope) -> Filling:
    if isinstance(scope.group, Filling):
        return scope.group
    if scope.member is None:
        node.reject("has no meaning here")
    rule: ForEachGroup = scope.group_rule
    filling = Filling(scope, rule.directions)
    filling.fill(scope.member, _own(rule.if_, scope)[0], scope)
    return filling
