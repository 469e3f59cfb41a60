"""Groups of connected sites, their sizes and liberties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    TRUE,
    Bool,
    Candidates,
    Condition,
    Directions,
    Filling,
    Int,
    Integer,
    Integers,
    Ludeme,
    Moves,
    Region,
    Role,
    S,
    Scope,
    SearchedRegion,
    Site,
    SiteType,
    SpanOfSites,
    Ways,
    cleared_row,
    each_owned,
    followed,
    ludeme,
    reads,
)
from boardless.games.ludemes.board_regions import SitesBoard
from boardless.games.ludemes.directions import Absolute, NamedWays
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.players import ThePlayer, is_meant, is_several
from boardless.games.ludemes.pyramids import is_in_sight, joins_in_sight
from boardless.games.ludemes.sites import LastTo


@ludeme("count", "Groups", facts=GLOBAL, concepts="Group !directions:AdjacentDirection")
def count_groups(
    b: Scope,
    type: SiteType | None = None,
    directions: Ways | None = None,
    *,
    if_: Condition | None = None,
    min: Integer | None = None,
) -> Int:
    """The number of groups with at least N (0) pieces, or sites that meet a condition on (to).

    Example: (count Groups Orthogonal if:(= (who at:(to)) (mover)))
    """
    least = _least(min, b)
    count = b.variable("count", 0)
    filling = Filling(b, directions)
    for _ in _all_groups(filling, _allowed(if_, b), b):
        with b.where(filling.size >= least):
            b.add(count, 1)
    return count


@ludeme("count", "SizeBiggestGroup", facts=GLOBAL)
def count_largest_group(
    b: Scope,
    type: SiteType | None = None,
    directions: Ways | None = None,
    through_any: Region | None = None,
    *,
    if_: Condition | None = None,
    min: Integer | None = None,
    is_visible: Condition | None = None,
) -> Int:
    """The size of the largest group that contains a site of a region (default: the board).

    A condition on (to) may say which sites form groups. With `isVisible`, two sites are connected
    if each is visible from above: no piece lies straight above, and at most one piece lies both
    above a site and next to the other.

    Example: (count SizeBiggestGroup if:(= (who at:(to)) 1) isVisible:True)
    """
    most = b.variable("most", 0)
    filling, allows = Filling(b, directions), _allowed(if_, b)
    shows, seen = _sight(is_visible, filling, b)
    for at in b.loop(through_any or SitesBoard(type)):
        for _ in _group_from(at, filling, _both(allows, seen), _both(allows, shows), b):
            b.set_if(filling.size > most, most, filling.size)
    return most


@ludeme("count", "Liberties", facts=GLOBAL, concepts="!directions:AdjacentDirection")
class CountLiberties(Integer):
    """The number of empty sites next to the group of a site ((last To)).

    A condition on (to) may say which sites form the group.

    Example: (count Liberties at:(last To) Orthogonal)
    """

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer = LastTo()
    if_: Condition | None = None

    def meaning_in_play(self, b: Scope) -> Int:
        filling = _group_of(self, b, alike=True)
        count, marks = b.variable("count", 0), cleared_row(b)
        for to in filling.beside(b):
            with b.where((S.what[to] == 0) & (marks[to] == 0)):
                b.set(marks[to], 1)
                b.add(count, 1)
        return count


@ludeme("size", "Group", facts=GLOBAL, concepts="!directions:AdjacentDirection")
class GroupSize(Integer):
    """The size of a site's group: of its component, or of sites that meet a condition on (to).

    Example: (size Group at:(last To) Orthogonal)
    """

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer
    if_: Condition | None = None

    def meaning_in_play(self, b: Scope) -> Int:
        size: Int = _group_of(self, b, alike=False).size
        return size


@ludeme("sizes", "Group", facts=reads("order"), concepts="Group !directions:AdjacentDirection")
def group_sizes(
    node: Integers,
    b: Scope,
    type: SiteType | None = None,
    directions: Ways | None = None,
    role: Role | None = None,
    *,
    of: Integer | None = None,
    if_: Condition | None = None,
    min: Integer | None = None,
    is_visible: Condition | None = None,
) -> Iterator[Int]:
    """The sizes, from a minimum on, of the groups of a role, of a player, or of all pieces.

    A condition on (to) may say which sites form groups. With `isVisible` only visible sites are
    connected; see (count SizeBiggestGroup).

    Example: (sizes Group Orthogonal Mover)
    """
    least = _least(min, b)
    owns = owned_by(role or Role.ALL, b, node)
    if of is not None:
        owns = _is_of(b.variable("player", b.integer(of)))
    allows = _allowed(if_, b, owns)
    filling = Filling(b, directions)
    shows, seen = _sight(is_visible, filling, b)
    begins = _both(lambda at: S.who[at] != 0, _both(allows, shows))
    for _ in groups_of_pieces(filling, _both(allows, seen), begins, b):
        with b.where(filling.size >= least):
            yield filling.size


@ludeme("size", "Territory", facts=GLOBAL, concepts="Territory")
class TerritorySize(Integer):
    """The number of empty sites in areas bordered only by pieces of a role.

    Example: (size Territory P1)
    """

    untold = ("directions",)
    type: SiteType | None
    role: Role | ThePlayer
    directions: Absolute = Directions.ADJACENT

    def meaning_in_play(self, b: Scope) -> Int:
        owns = owned_by(self.role, b, self, several=True)
        total = b.variable("total", 0)
        filling = Filling(b, NamedWays((self.directions,)))
        for _ in _all_groups(filling, lambda at: S.what[at] == 0, b):
            own = b.variable("own", TRUE)
            for to in filling.beside(b):
                b.set_if(~owns(to), own, FALSE)
            with b.where(own):
                b.add(total, filling.size)
        return total


@ludeme("sites", "Group", facts=GLOBAL, concepts="Group !directions:AdjacentDirection")
class SitesOfGroup(SearchedRegion):
    """The sites of the groups of one or several sites, by component or a condition on (to).

    With `isVisible` only visible sites are connected; see (count SizeBiggestGroup).

    Example: (sites Group at:(last To) Orthogonal)
    """

    either = ("at", "from_")
    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer | None = None
    from_: Region | None = None
    if_: Condition | None = None
    is_visible: Condition | None = None

    def search(self, b: Scope) -> Owns:
        if self.from_ is None:
            return _group_of(self, b, alike=False).has
        filling = Filling(b, self.directions)
        for base in b.loop(self.from_):
            with b.where(~filling.met(base)):
                fill_group(self, filling, base, b, alike=False)
        return filling.met


@ludeme("all", "Groups", facts=GLOBAL)
def all_groups(
    b: Scope,
    type: SiteType | None = None,
    directions: Ways | None = None,
    *,
    of: Condition | None = None,
    if_: Condition,
) -> Bool:
    """A condition holds for all groups, as (sites), of the mover or of a condition on (to).

    Example: (all Groups Orthogonal if:(> (count Sites in:(sites)) 2))
    """
    holds = b.variable("all", TRUE)
    for filling in own_groups(directions, of, b):
        with b.where(~b.binding(group=filling).condition(if_)):
            b.set(holds, FALSE)
            b.leave()
    return holds


@ludeme(
    "forEach",
    "Group",
    facts=EFFECT | reads("order"),
    concepts="Group ControlFlowStatement !directions:AdjacentDirection",
)
def for_each_group(
    b: Scope,
    type: SiteType | None,
    directions: Ways | None,
    moves: Moves,
    then: Then | None = None,
    *,
    if_: Condition | None = None,
) -> Candidates:
    """The moves of a rule for every group, as (sites), of the mover or of a condition on (to).

    Example: (forEach Group Orthogonal (remove (sites)))
    """
    for filling in own_groups(directions, if_, b):
        inner = b.binding(group=filling, member=filling.base)
        yield from followed(moves.legal(inner), then)


@ludeme("sites", facts=GLOBAL | reads("member"))
class SitesOfThisGroup(SearchedRegion):
    """The sites of the group in question.

    Example: (sites)
    """

    def search(self, b: Scope) -> Owns:
        group = b.group
        if group is not None and b.in_group:
            return group.has
        if group is None or b.member is None:
            self.reject("has no meaning here")
        filling = Filling(b, group.ways)
        filling.fill(b.member, _own(group.of, b)[0], b)
        return filling.has


#: The condition on a site of a group.
Owns = Callable[[Site], Bool]


def owned_by(role: Role | ThePlayer, b: Scope, node: Ludeme, several: bool = False) -> Owns:
    """Return the condition that the piece on a site belongs to a role, or to anyone for all.

    `several`: roles such as Enemy mean players, not their number, which belongs to nobody.
    """
    if role in (Role.ALL, Role.SHARED):
        return lambda at: S.what[at] != 0
    if isinstance(role, ThePlayer):
        return _is_of(b.who(role, node))
    if several and is_several(role):
        return lambda at: is_meant(role, S.who[at], b, node)
    return _is_of(b.role(role, node))


def _is_of(player: Int) -> Owns:
    """Return the condition that the piece on a site belongs to a player."""
    return lambda at: S.who[at] == player


def _allowed(rule: Condition | None, b: Scope, usual: Owns = lambda at: S.what[at] != 0) -> Owns:
    """Return a condition on (to), or the usual one by default."""
    return usual if rule is None else lambda at: b.binding(to=at).condition(rule)


def _both(one: Owns, other: Owns) -> Owns:
    return lambda at: one(at) & other(at)


def _group_of(node: GroupSize | SitesOfGroup | CountLiberties, b: Scope, alike: bool) -> Filling:
    """Fill the group of one site, of one component if `alike`."""
    assert node.at is not None
    base = b.variable("x", b.board_site(node.at))
    filling = Filling(b, node.directions)
    fill_group(node, filling, base, b, alike)
    return filling


def fill_group(
    node: GroupSize | SitesOfGroup | CountLiberties,
    filling: Filling,
    base: Site,
    b: Scope,
    alike: bool,
    beside: Callable[[Site], None] | None = None,
    stop: Bool | None = None,
) -> None:
    """Fill the group of site `base`; for the last two parameters see `Filling.fill`."""
    rule = node.if_
    what = b.variable("what", S.what[base])
    _, seen = _sight(getattr(node, "is_visible", None), filling, b)

    def joins(at: Site) -> Bool:
        is_alike = S.what[at] == what if alike or rule is None else TRUE
        return is_alike & b.binding(to=at, origin=base).holds(rule) & seen(at)

    begins = None if rule is None else _allowed(rule, b)
    filling.fill(base, joins, b, begins, beside, stop)


def _sight(is_visible: Condition | None, filling: Filling, b: Scope) -> tuple[Owns, Owns]:
    """Return further visibility tests: of the first site of a group, and of a step to a site."""
    asked = b.holds(is_visible, FALSE)
    if asked is FALSE:
        return (lambda at: TRUE), (lambda at: TRUE)
    return (
        lambda at: ~asked | is_in_sight(at, b),
        lambda at: ~asked | joins_in_sight(filling.here, at, b),
    )


def _least(size: Integer | None, b: Scope) -> Int:
    """Return the smallest size that counts."""
    return b.variable("least", b.integer_or(size, 1))


def _all_groups(filling: Filling, joins: Owns, b: Scope) -> Iterator[None]:
    """Iterate over the groups of the board."""
    for at in b.loop(SpanOfSites(ENGINE.HELD + 1, COUNTERS.COUNT + 1)):
        yield from _group_from(at, filling, joins, joins, b)


def groups_of_pieces(
    filling: Filling, joins: Owns, begins: Owns, b: Scope, owner: Int | None = None
) -> Iterator[None]:
    """Iterate over the groups of pieces, of one owner or all, in Ludii's order."""
    for at in each_owned(b, owner):
        yield from _group_from(at, filling, joins, begins, b)


def own_groups(directions: Ways | None, meant: Condition | None, b: Scope) -> Iterator[Filling]:
    """Iterate over the groups of the mover's pieces, or of sites that meet a condition."""
    filling, (joins, begins) = Filling(b, directions, meant), _own(meant, b)
    for _ in groups_of_pieces(filling, joins, begins, b, b.mover if meant is None else None):
        yield filling


def _own(meant: Condition | None, b: Scope) -> tuple[Owns, Owns]:
    """Return the tests that a site joins a group, of the mover or a condition, and starts one."""
    if meant is None:
        return _is_of(b.mover), _is_of(b.mover)
    asked = _allowed(meant, b)
    return asked, lambda at: (S.what[at] != 0) & b.binding(to=at, origin=at).condition(meant)


def _group_from(at: Site, filling: Filling, joins: Owns, begins: Owns, b: Scope) -> Iterator[None]:
    """Continue with the group of a site, if it is a new one."""
    with b.where(~filling.met(at)):
        filling.fill(at, joins, b, begins)
        with b.where(filling.size > 0):
            yield
