"""Loops of pieces around sites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY

from boardless.games.kit import (
    FALSE,
    GLOBAL,
    NONE,
    SYMMETRIC,
    TOUCHING,
    TRUE,
    Bool,
    Builder,
    Condition,
    Directions,
    Filling,
    Int,
    Integer,
    Ludeme,
    OneOrMore,
    Region,
    Role,
    S,
    Scope,
    ScratchRow,
    SearchedRegion,
    Site,
    SiteType,
    Ways,
    frozen,
    lifted,
    ludeme,
    reads,
    some,
    steps,
    walks,
    wide,
)
from boardless.games.ludemes.board_regions import SitesOuter
from boardless.games.ludemes.directions import NamedWays
from boardless.games.ludemes.path_tiles import colour_of_path
from boardless.games.ludemes.sites import LastTo

_ACROSS = NamedWays((Directions.ORTHOGONAL,))


@frozen
class Looping(Ludeme):
    """Pieces of a player, connected in some directions, around sites next to one of them.

    All sites count, or the sites of roles. The player is (mover), and the piece stands on (last
    To).
    """

    type: SiteType | None = None
    roles: OneOrMore[Role] | None = None
    directions: Ways | None = None
    colour: Integer | None = None
    start: Integer | Region | None = None
    _: KW_ONLY
    surround: Role | None = None

    def __post_init__(self) -> None:
        if self.roles is not None and self.surround is not None:
            self.reject("expected one role or several")

    def is_elsewhere(self, b: Scope) -> bool:
        """Return True if the condition concerns sites of an unused type."""
        return not b.model.plays_on(None if self.type is None else str(self.type))

    def origin(self) -> Integer:
        """Return the site of the piece: as in Ludii, regions matter only to paths on tiles."""
        return self.start if isinstance(self.start, Integer) else LastTo()


@ludeme(
    "is",
    "Loop",
    concepts="Loop !directions:AdjacentDirection",
    phrase="pieces enclose sites[ of {surround}] next to the last one",
)
class IsLoop(Looping, Condition):
    """Pieces of a player ((mover)), joined in given directions, enclose sites near (last To).

    The enclosed sites are next to (last To) and may have to belong to roles. With `path`, a path of
    a colour ((mover)) on the tile of the last move returns to its start.

    Example: (is Loop surround:Next)
    """

    facts = SYMMETRIC | TOUCHING | reads("last")
    _: KW_ONLY
    path: bool = False

    def meaning(self, b: Builder) -> Bool:
        if self.path:
            return Bool.call("has_loop", colour_of_path(self, self.colour, b))
        b = b.playing(self)
        if self.is_elsewhere(b):
            return FALSE
        usual = IsLoop(surround=self.surround)
        if self.surround is not None and b.model.layout is None and self == usual:
            mover, other = (b.role(role, self) for role in (Role.MOVER, self.surround))
            return Bool.call("is_loop", b.last_site, mover, other)
        return LoopSearch(self, b).found


@ludeme("sites", "Loop", facts=GLOBAL, concepts="Loop !directions:AdjacentDirection")
class SitesLoop(Looping, SearchedRegion):
    """The necessary sites of a loop, see (is Loop), or the sites inside it.

    Example: (sites Loop inside:True surround:Next)
    """

    _: KW_ONLY
    inside: bool = False

    def search(self, b: Scope) -> Callable[[Site], Bool]:
        if self.is_elsewhere(b):
            nothing = Filling(b, _ACROSS)
            nothing.begin(b)
            return nothing.has
        loop = LoopSearch(self, b)
        return (loop.inner() if self.inside else loop.shortened()).has


class LoopSearch:
    """The statements that search for a loop, as Ludii does, with its area and its ring."""

    def __init__(self, node: Looping, b: Scope) -> None:
        self._node, self._b = node, b
        self.found = b.variable("loop", FALSE)
        base = b.let(b.board_site(node.origin()))
        self._what = b.variable("what", S.what[base])
        colour = b.role(Role.MOVER, node)
        if node.colour is not None:
            colour = b.variable("colour", b.integer(node.colour))
        #: The first site of the ring with another ring site next to it.
        self._first = b.variable("first", NONE)
        self._area, self._ring = Filling(b, _ACROSS), Filling(b, node.directions)
        self._area.begin(b)
        self._ring.begin(b)
        row, count = b.builder.row(), b.variable("count", 0)
        with b.where(self._what != 0):
            for at in steps(None, base, b):
                with b.where(~self._outer(at) & self._owned(at)):
                    b.set(row[count], at)
                    b.add(count, 1)
        # From the last of the sites around to the first.
        with b.as_long_as((count > 0) & ~self.found):
            b.set(count, count - 1)
            shut = self._fill(self._listed(row, count))
            with b.where(shut):
                self._go_round(colour, shut)

    def _listed(self, row: ScratchRow, place: Int) -> Site:
        """Return a site of the written list."""
        return self._b.variable("x", lifted(wide(row[place]), Site))

    def _outer(self, at: Site) -> Bool:
        return self._b.inside(SitesOuter(), at)

    def _owned(self, at: Site) -> Bool:
        """Return the additional condition that a site may be inside."""
        node = self._node
        roles = node.roles or (() if node.surround is None else (node.surround,))
        owned = (S.who[at] == self._b.role(role, self._node) for role in roles)
        return some(*owned) if roles else TRUE

    def _fill(self, begin: Site) -> Bool:
        """Fill the area from a site to the pieces around it; return the test that it is closed."""
        b, area = self._b, self._area
        shut = b.variable("shut", TRUE)
        area.begin(b)
        area.enter(begin, b)
        for base in area.each(b):
            for walk in walks(_ACROSS, base, b):
                with b.as_long_as((walk.at != NONE) & shut):
                    walk.step()
                    with b.where(~area.has(walk.at)):
                        b.leave(S.what[walk.at] == self._what)
                        owned = self._owned(walk.at)
                        with b.where(self._outer(walk.at)):
                            b.set(shut, FALSE)
                        with b.otherwise(owned):
                            area.enter(walk.at, b)
            b.leave(~shut)
        return shut

    def _go_round(self, colour: Int, shut: Bool) -> None:
        """Fill the ring around the area; it is the player's if two of its sites are connected."""
        b, area, ring = self._b, self._area, self._ring
        ring.begin(b)
        for base in area.each(b):
            for to in steps(_ACROSS, base, b):
                with b.where(~area.has(to) & ~ring.has(to)):
                    ring.enter(to, b)
                    b.set_if(S.who[to] != colour, shut, FALSE)
        for base in ring.each(b):
            with b.where(shut & ~self.found & (S.what[base] == self._what)):
                for to in steps(self._node.directions, base, b):
                    with b.where(ring.has(to) & (S.what[to] == self._what)):
                        b.set(self.found, TRUE)
                        b.set(self._first, base)

    def inner(self) -> Filling:
        """Return the area inside, empty without a loop."""
        with self._b.where(~self.found):
            self._area.begin(self._b)
        return self._area

    def shortened(self) -> Filling:
        """Return the loop after removal, from the last site on, of all sites it does not need."""
        b, ways = self._b, self._node.directions
        row, count = b.builder.row(), b.variable("count", 0)
        left, chain = Filling(b, ways), Filling(b, ways)
        begun = b.variable("begun", FALSE)
        with b.where(self.found):
            for at in self._ring.each(b):
                b.set_if(at == self._first, begun, TRUE)
                with b.where(begun):
                    b.set(row[count], at)
                    b.add(count, 1)
        place = b.variable("place", count)
        with b.as_long_as((place > 0) & (count > 1)):
            b.set(place, place - 1)
            self._enter_all(left, row, count)
            without = self._listed(row, place)
            first = self._listed(row, (place == 0).choose(Int.of(1), 0))
            last, closes = b.variable("x", first), b.variable("closes", FALSE)
            chain.begin(b)
            chain.enter(first, b)
            for base in chain.each(b):
                more = b.variable("more", TRUE)
                for to in steps(ways, base, b):
                    with b.where(more & left.has(to) & ~chain.has(to) & (to != without)):
                        b.set(more, FALSE)
                        chain.enter(to, b)
                        b.set(last, to)
            for to in steps(ways, last, b):
                b.set_if(to == first, closes, TRUE)
            with b.where(closes & (chain.size == count - 1)):
                b.set(count, count - 1)
                for n in b.numbers(count, place):
                    b.set(row[n], row[n + 1])
        self._enter_all(left, row, count)
        return left

    def _enter_all(self, left: Filling, row: ScratchRow, count: Int) -> None:
        """Make a group of the sites of a row."""
        left.begin(self._b)
        for n in self._b.numbers(count):
            left.enter(self._listed(row, n), self._b)
