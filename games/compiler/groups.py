"""Groups of sites, their sizes and what lies beside them, as source."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from boardless.games.compiler.filling import Filling
from boardless.games.compiler.generic import board_site, condition, integer, member
from boardless.games.compiler.owned_order import each_owned
from boardless.games.compiler.regions import each, each_of
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import groups as g
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.directions import Ways
from boardless.games.ludemes.kinds import Role

#: Who owns pieces of a group: returns the condition on a site.
Owns = Callable[[str], str]


def owned_by(role: Role, scope: Scope, node: Ludeme) -> Owns:
    """Return the condition that what stands on a site is of a role, or of any for all."""
    if role in (Role.ALL, Role.SHARED):
        return "(s.what[{}] != 0)".format
    return f"(s.who[{{}}] == {scope.player(role, node)})".format


def _group_of(
    node: g.GroupSize | g.SitesOfGroup | g.CountLiberties, scope: Scope, alike: bool
) -> Filling:
    """Add the statements that fill the group of one site.

    `alike` is whether its sites have one component where there is a condition as well.
    """
    assert node.at is not None
    base = scope.out.name("x")
    scope.out.add(f"{base} = {board_site(node.at, scope)}")
    filling = Filling(scope, node.directions)
    _fill_group(node, filling, base, scope, alike)
    return filling


def has_liberty(node: g.CountLiberties, scope: Scope) -> str:
    """Return the source of whether a group has any liberty: the fill ends with the first."""
    out = scope.out
    base, found = out.name("x"), out.name("free")
    out.add(f"{base} = {board_site(node.at, scope)}")
    filling = Filling(scope, node.directions)
    out.add(f"{found} = False")

    def free(to: str) -> None:
        with out.block(f"elif s.what[{to}] == 0:"):
            out.add(f"{found} = True")

    _fill_group(node, filling, base, scope, alike=True, beside=free, stop=found)
    return found


def _fill_group(
    node: g.GroupSize | g.SitesOfGroup | g.CountLiberties,
    filling: Filling,
    base: str,
    scope: Scope,
    alike: bool,
    beside: Callable[[str], None] | None = None,
    stop: str | None = None,
) -> None:
    """Add the statements that fill the group of the site `base`; see `_group_of`.

    What is done `beside` it, and when to `stop`, is as in `Filling.fill`.
    """
    out, allowed = scope.out, node.if_
    what = out.name("what")
    out.add(f"{what} = s.what[{base}]")
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


@integer.register
def _(node: g.GroupSize, scope: Scope) -> str:
    return _group_of(node, scope, alike=False).size


@member.register
def _(node: g.SitesOfGroup, at: str, scope: Scope) -> str:
    if node.from_ is not None:
        return _groups_of(node, node.from_, scope).met(at)
    return _group_of(node, scope, alike=False).has(at)


@each_of.register
def _(node: g.SitesOfGroup, scope: Scope) -> AbstractContextManager[str]:
    if node.from_ is not None:
        filling = _groups_of(node, node.from_, scope)
        return filling.in_order(scope, filling.met)
    return _group_of(node, scope, alike=False).in_order(scope)


def _groups_of(node: g.SitesOfGroup, region: k.Region, scope: Scope) -> Filling:
    """Add the statements that fill the groups of the sites of a region, one after another."""
    filling = Filling(scope, node.directions)
    with each(region, scope) as base, scope.out.block(f"if not {filling.met(base)}:"):
        _fill_group(node, filling, base, scope, alike=False)
    return filling


@integer.register
def _(node: g.CountLiberties, scope: Scope) -> str:
    out = scope.out
    filling = _group_of(node, scope, alike=True)
    count, counted, at = out.name("count"), scope.made.row(), out.name("x")
    out.add(f"{count} = 0")
    with out.block(f"for {at} in range(s.n[COUNT] + 1):"):
        out.add(f"s.aside[{counted}, {at}] = 0")
    for to in filling.beside(scope):
        with out.block(f"if s.what[{to}] == 0 and s.aside[{counted}, {to}] == 0:"):
            out.add(f"s.aside[{counted}, {to}] = 1")
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
    """Open a loop over the groups of the pieces of the board, or of a player's, as Ludii has them.

    `begins` returns the condition that a site with a piece is in one.
    """
    with each_owned(scope, owner) as at, _group_from(at, filling, joins, begins, scope):
        yield


@contextmanager
def own_groups(
    directions: Ways | None, meant: k.Condition | None, scope: Scope
) -> Iterator[Filling]:
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


@integer.register
def _(node: g.CountGroups, scope: Scope) -> str:
    out, allowed = scope.out, node.if_
    least, count = out.name("least"), out.name("count")
    out.add(f"{least} = {'1' if node.min is None else integer(node.min, scope)}")
    out.add(f"{count} = 0")

    def joins(at: str) -> str:
        if allowed is None:
            return f"s.what[{at}] != 0"
        return condition(allowed, scope.binding(to=at))

    filling = Filling(scope, node.directions)
    with _all_groups(filling, joins, scope), out.block(f"if {filling.size} >= {least}:"):
        out.add(f"{count} += 1")
    return count


@contextmanager
def each_group_size(node: g.GroupSizes, scope: Scope) -> Iterator[str]:
    """Open a loop over the sizes of groups; yield each."""
    out, allowed = scope.out, node.if_
    least = out.name("least")
    out.add(f"{least} = {'1' if node.min is None else integer(node.min, scope)}")
    owns = owned_by(node.role or Role.ALL, scope, node)
    if node.of is not None:
        player = out.name("player")
        out.add(f"{player} = {integer(node.of, scope)}")
        owns = f"(s.who[{{}}] == {player})".format

    def joins(at: str) -> str:
        return owns(at) if allowed is None else condition(allowed, scope.binding(to=at))

    def begins(at: str) -> str:
        return f"(s.who[{at}] != 0 and {joins(at)})"

    filling = Filling(scope, node.directions)
    groups = groups_of_pieces(filling, joins, begins, scope)
    with groups, out.block(f"if {filling.size} >= {least}:"):
        yield filling.size


@integer.register
def _(node: g.TerritorySize, scope: Scope) -> str:
    out = scope.out
    total, own = out.name("total"), out.name("own")
    owns = owned_by(node.role, scope, node)
    out.add(f"{total} = 0")
    filling = Filling(scope, g.ways_of(node.directions))
    with _all_groups(filling, "(s.what[{}] == 0)".format, scope):
        out.add(f"{own} = True")
        for to in filling.beside(scope):
            with out.block(f"if not {owns(to)}:"):
                out.add(f"{own} = False")
        with out.block(f"if {own}:"):
            out.add(f"{total} += {filling.size}")
    return total


@member.register
def _(node: r.SitesOfThisGroup, at: str, scope: Scope) -> str:
    return _this_group(node, scope).has(at)


@each_of.register
def _(node: r.SitesOfThisGroup, scope: Scope) -> AbstractContextManager[str]:
    return _this_group(node, scope).in_order(scope)


def _this_group(node: k.Region, scope: Scope) -> Filling:
    if not isinstance(scope.group, Filling):
        node.reject("has no meaning here")
    return scope.group


@condition.register
def _(node: g.AllGroups, scope: Scope) -> str:
    out, holds = scope.out, scope.out.name("all")
    out.add(f"{holds} = True")
    with own_groups(node.directions, node.of, scope) as filling:
        test = condition(node.if_, scope.binding(group=filling))
        with out.block(f"if not {test}:"):
            out.add(f"{holds} = False")
            out.add("break")
    return holds
