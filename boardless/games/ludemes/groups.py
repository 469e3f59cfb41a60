"""Groups of sites that hang together, their sizes and liberties."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import moves
from boardless.games.compiler.dispatch import (
    board_site,
    condition,
    each_integer,
    each_of,
    integer,
    member,
)
from boardless.games.compiler.flood_fill import Filling
from boardless.games.compiler.owner_bitboards import each_owned
from boardless.games.language.facts import EFFECT, GLOBAL, reads
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.directions import NamedWays, Ways
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
from boardless.games.ludemes.sites import LastTo

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme


@ludeme("count", "Groups", example="(count Groups Orthogonal if:(= (who at:(to)) (mover)))")
class CountGroups(Integer):
    """The number of groups of so many (0) pieces, or sites as a condition on (to) says."""

    facts = GLOBAL
    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    if_: Condition | None = None
    min: Integer | None = None


@ludeme("count", "Liberties", example="(count Liberties at:(last To) Orthogonal)", facts=GLOBAL)
class CountLiberties(Integer):
    """The number of empty sites next to the group of a site ((last To)), as (to) allows."""

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer = LastTo()
    if_: Condition | None = None


@ludeme("size", "Group", example="(size Group at:(last To) Orthogonal)", facts=GLOBAL)
class GroupSize(Integer):
    """The number of sites of a site's group: of its component, or as a condition on (to) says."""

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer
    if_: Condition | None = None


@ludeme("sizes", "Group", example="(sizes Group Orthogonal Mover)", facts=reads("order"))
class GroupSizes(Integers):
    """The sizes, from a least on, of the groups of a role, a player or all, or as (to) says."""

    type: SiteType | None = None
    directions: Ways | None = None
    role: Role | None = None
    _: KW_ONLY
    of: Integer | None = None
    if_: Condition | None = None
    min: Integer | None = None


@ludeme("size", "Territory", example="(size Territory P1)", facts=GLOBAL)
class TerritorySize(Integer):
    """The number of empty sites in areas that only pieces of a role lie beside."""

    type: SiteType | None
    role: Role
    directions: Directions = Directions.ADJACENT


@ludeme("sites", "Group", example="(sites Group at:(last To) Orthogonal)", facts=GLOBAL)
class SitesOfGroup(Region):
    """The sites of the groups of one or several sites, by component or a condition on (to)."""

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer | None = None
    from_: Region | None = None
    if_: Condition | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.from_ is None):
            self.reject("expected either at: or from:")


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


@ludeme("forEach", "Group", example="(forEach Group Orthogonal (remove (sites)))")
class ForEachGroup(Moves):
    """The moves of a rule for every group, as (sites), of the mover or of a condition on (to)."""

    facts = EFFECT | reads("order")
    type: SiteType | None
    directions: Ways | None
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    if_: Condition | None = None


@ludeme("sites", example="(sites)", facts=GLOBAL)
class SitesOfThisGroup(Region):
    """The sites of the group in question."""


#: The condition on a site of a group.
Owns = Callable[[str], str]


def owned_by(role: Role, scope: Scope, node: Ludeme) -> Owns:
    """Return the condition that what stands on a site is of a role, or of any for all."""
    if role in (Role.ALL, Role.SHARED):
        return "(s.what[{}] != 0)".format
    return f"(s.who[{{}}] == {scope.player(role, node)})".format


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
    if allowed is None:
        joins_alike = f"s.what[{{}}] == {what}".format
        filling.fill(base, joins_alike, scope, beside=beside, stop=stop)
        return
    rule = allowed

    def begins(at: str) -> str:
        return condition(rule, scope.binding(to=at))

    def joins(at: str) -> str:
        holds = condition(rule, scope.binding(to=at, origin=base))
        return f"s.what[{at}] == {what} and {holds}" if alike else holds

    filling.fill(base, joins, scope, begins, beside, stop)


@integer.register(GroupSize)
def _compile_group_size(node: GroupSize, scope: Scope) -> str:
    return _group_of(node, scope, alike=False).size


@member.register(SitesOfGroup)
def _member_of_sites_of_group(node: SitesOfGroup, at: str, scope: Scope) -> str:
    if node.from_ is not None:
        return _groups_of(node, node.from_, scope).met(at)
    return _group_of(node, scope, alike=False).has(at)


@each_of.register(SitesOfGroup)
def _each_of_sites_of_group(node: SitesOfGroup, scope: Scope) -> AbstractContextManager[str]:
    if node.from_ is not None:
        filling = _groups_of(node, node.from_, scope)
        return filling.in_order(scope, filling.met)
    return _group_of(node, scope, alike=False).in_order(scope)


def _groups_of(node: SitesOfGroup, region: Region, scope: Scope) -> Filling:
    """Add the statements that fill the groups of the sites of a region, one after another."""
    from boardless.games.compiler.regions import each

    filling = Filling(scope, node.directions)
    with each(region, scope) as base, scope.out.block(f"if not {filling.met(base)}:"):
        fill_group(node, filling, base, scope, alike=False)
    return filling


@integer.register(CountLiberties)
def _compile_count_liberties(node: CountLiberties, scope: Scope) -> str:
    out = scope.out
    filling = _group_of(node, scope, alike=True)
    marks, at = scope.builder.row(), out.name("x")
    count = out.assign("count", "0")
    with out.block(f"for {at} in range(s.n[COUNT] + 1):"):
        out.add(f"s.scratch[{marks}, {at}] = 0")
    for to in filling.beside(scope):
        with out.block(f"if s.what[{to}] == 0 and s.scratch[{marks}, {to}] == 0:"):
            out.add(f"s.scratch[{marks}, {to}] = 1")
            out.add(f"{count} += 1")
    return count


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

    def joins(at: str) -> str:
        if meant is None:
            return f"s.who[{at}] == {scope.mover}"
        return condition(meant, scope.binding(to=at))

    def begins(at: str) -> str:
        if meant is None:
            return joins(at)
        return f"(s.what[{at}] != 0 and {condition(meant, scope.binding(to=at, origin=at))})"

    filling = Filling(scope, directions)
    owner = scope.mover if meant is None else None
    with groups_of_pieces(filling, joins, begins, scope, owner):
        yield filling


@contextmanager
def _group_from(
    at: str, filling: Filling, joins: Owns, begins: Owns, scope: Scope
) -> Iterator[None]:
    """Write what follows for the group of a site, if there is one that was not met before."""
    with scope.out.block(f"if not {filling.met(at)}:"):
        filling.fill(at, joins, scope, begins)
        with scope.out.block(f"if {filling.size} > 0:"):
            yield


@integer.register(CountGroups)
def _compile_count_groups(node: CountGroups, scope: Scope) -> str:
    out, allowed = scope.out, node.if_
    least = out.assign("least", "1" if node.min is None else integer(node.min, scope))
    count = out.assign("count", "0")

    def joins(at: str) -> str:
        if allowed is None:
            return f"s.what[{at}] != 0"
        return condition(allowed, scope.binding(to=at))

    filling = Filling(scope, node.directions)
    with _all_groups(filling, joins, scope), out.block(f"if {filling.size} >= {least}:"):
        out.add(f"{count} += 1")
    return count


@each_integer.register(GroupSizes)
@contextmanager
def _each_integer_of_group_sizes(node: GroupSizes, scope: Scope) -> Iterator[str]:
    out, allowed = scope.out, node.if_
    least = out.assign("least", "1" if node.min is None else integer(node.min, scope))
    owns = owned_by(node.role or Role.ALL, scope, node)
    if node.of is not None:
        player = out.assign("player", integer(node.of, scope))
        owns = f"(s.who[{{}}] == {player})".format

    def joins(at: str) -> str:
        return owns(at) if allowed is None else condition(allowed, scope.binding(to=at))

    def begins(at: str) -> str:
        return f"(s.who[{at}] != 0 and {joins(at)})"

    filling = Filling(scope, node.directions)
    groups = groups_of_pieces(filling, joins, begins, scope)
    with groups, out.block(f"if {filling.size} >= {least}:"):
        yield filling.size


@integer.register(TerritorySize)
def _compile_territory_size(node: TerritorySize, scope: Scope) -> str:
    out = scope.out
    own = out.name("own")
    owns = owned_by(node.role, scope, node)
    total = out.assign("total", "0")
    filling = Filling(scope, NamedWays((node.directions,)))
    with _all_groups(filling, "(s.what[{}] == 0)".format, scope):
        out.add(f"{own} = True")
        for to in filling.beside(scope):
            out.when(f"not {owns(to)}", f"{own} = False")
        out.when(own, f"{total} += {filling.size}")
    return total


@member.register(SitesOfThisGroup)
def _member_of_sites_of_this_group(node: SitesOfThisGroup, at: str, scope: Scope) -> str:
    return _this_group(node, scope).has(at)


@each_of.register(SitesOfThisGroup)
def _each_of_sites_of_this_group(
    node: SitesOfThisGroup, scope: Scope
) -> AbstractContextManager[str]:
    return _this_group(node, scope).in_order(scope)


def _this_group(node: Region, scope: Scope) -> Filling:
    if not isinstance(scope.group, Filling):
        node.reject("has no meaning here")
    return scope.group


@condition.register(AllGroups)
def _compile_all_groups(node: AllGroups, scope: Scope) -> str:
    out = scope.out
    holds = out.assign("all", "True")
    with (
        own_groups(node.directions, node.of, scope) as filling,
        out.block(f"if not {condition(node.if_, scope.binding(group=filling))}:"),
    ):
        out.add(f"{holds} = False")
        out.add("break")
    return holds


@moves.register(ForEachGroup)
def _find_for_each_group(node: ForEachGroup, scope: Scope, found: Found) -> None:
    with own_groups(node.directions, node.if_, scope) as filling:
        moves(node.moves, scope.binding(group=filling), followed_by(node.then, found))
