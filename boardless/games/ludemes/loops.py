"""Loops of pieces around sites."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.directions import steps, walks
from boardless.games.compiler.dispatch import member
from boardless.games.compiler.flood_fill import Filling
from boardless.games.language.facts import GLOBAL, SYMMETRIC, TOUCHING, needs, reads
from boardless.games.language.ludeme import Limits, Ludeme, ludeme
from boardless.games.ludemes.board_regions import SitesOuter
from boardless.games.ludemes.directions import NamedWays, Ways
from boardless.games.ludemes.kinds import Condition, Directions, Integer, Region, Role, SiteType
from boardless.games.ludemes.path_tiles import colour_of_path
from boardless.games.ludemes.sites import LastTo
from boardless.ir.expressions import FALSE, Bool, lifted

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.scope import Scope
    from boardless.ir.expressions import Int

_ACROSS = NamedWays((Directions.ORTHOGONAL,))


@dataclass(frozen=True)
class Looping(Ludeme):
    """Pieces of a player, joined in some directions, around sites beside one of them.

    The sites are all, or those of roles. The player is (mover), the piece stands on (last To).
    """

    type: SiteType | None = None
    roles: Annotated[tuple[Role, ...], Limits(1)] | None = None
    directions: Ways | None = None
    colour: Integer | None = None
    start: Integer | Region | None = None
    _: KW_ONLY
    surround: Role | None = None

    def __post_init__(self) -> None:
        if self.roles is not None and self.surround is not None:
            self.reject("expected one role or several")

    def is_elsewhere(self, scope: Scope) -> bool:
        """Tell whether it is about sites of a type on which nothing lies."""
        return not scope.model.plays_on(None if self.type is None else str(self.type))

    def origin(self) -> Integer:
        """Return the site of the piece: as in Ludii regions matter to paths on tiles alone."""
        return self.start if isinstance(self.start, Integer) else LastTo()

    def inside_of(self) -> tuple[Role, ...]:
        """Return the roles that the sites inside are of; none where all may be inside."""
        return self.roles or (() if self.surround is None else (self.surround,))


@ludeme(
    "is", "Loop", example="(is Loop surround:Next)", concepts="Loop !directions:AdjacentDirection"
)
class IsLoop(Looping, Condition):
    """Pieces of a player ((mover)), joined in some directions, go round sites beside (last To).

    The sites inside may have to be of roles. With `path`, a path of a colour ((mover)) on a tile
    that the last move laid comes back to its start.
    """

    facts = SYMMETRIC | TOUCHING | needs("loops") | reads("last")
    _: KW_ONLY
    path: bool = False

    def meaning(self, b: Builder) -> Bool:
        if self.path:
            return Bool.call("has_loop", colour_of_path(self, self.colour, b))
        scope = b.playing(self)
        if self.is_elsewhere(scope):
            return FALSE
        usual = IsLoop(surround=self.surround)
        if self.surround is not None and scope.model.layout is None and self == usual:
            last = scope.last_site
            mover, other = (b.role(role, self) for role in (Role.MOVER, self.surround))
            return Bool.call("is_loop", last, mover, other)
        return LoopSearch(self, scope).found


@ludeme(
    "sites",
    "Loop",
    example="(sites Loop inside:True surround:Next)",
    facts=GLOBAL,
    concepts="Loop !directions:AdjacentDirection",
)
class SitesLoop(Looping, Region):
    """The sites of a loop, see (is Loop), without those that it can do without; or those inside."""

    _: KW_ONLY
    inside: bool = False

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: lifted(self._filled(b.playing(self)).has(str(at)), Bool))

    def own_loop(self, scope: Scope) -> AbstractContextManager[str]:
        return scope.passing(self._filled(scope).has)

    def _filled(self, scope: Scope) -> Filling:
        """Return the group of the sites that are meant."""
        if self.is_elsewhere(scope):
            nothing = Filling(scope, _ACROSS)
            nothing.begin(scope)
            return nothing
        search = LoopSearch(self, scope)
        return search.inner() if self.inside else search.shortened()


class LoopSearch:
    """The statements that look for a loop, as Ludii does: found or not, its area and its ring."""

    def __init__(self, node: Looping, scope: Scope) -> None:
        out = scope.out
        self._node, self._scope = node, scope
        self.found = scope.variable("loop", FALSE)
        self._base = scope.let(scope.board_site(node.origin()))
        self._what = out.assign("what", f"s.what[{self._base}]")
        colour = scope.role(Role.MOVER, node)
        if node.colour is not None:
            colour = scope.variable("colour", scope.integer(node.colour))
        #: The first site of the ring that has another of it beside it.
        self._first = out.assign("first", "NONE")
        self._area, self._ring = Filling(scope, _ACROSS), Filling(scope, node.directions)
        self._area.begin(scope)
        self._ring.begin(scope)
        row, count = scope.builder.row(), out.assign("count", "0")
        with out.block(f"if {self._what} != 0:"):
            for at in steps(None, str(self._base), scope):
                with out.block(f"if not {self._outer(at)}{self._owned(at)}:"):
                    out.add(f"s.scratch[{row}, {count}] = {at}")
                    out.add(f"{count} += 1")
        # From the last of the sites around to the first.
        with out.block(f"while {count} > 0 and not {self.found}:"):
            out.add(f"{count} -= 1")
            shut = self._fill(out.assign("x", f"int64(s.scratch[{row}, {count}])"))
            with out.block(f"if {shut}:"):
                self._go_round(colour, shut)

    def _outer(self, at: str) -> str:
        return member(SitesOuter(), at, self._scope)

    def _owned(self, at: str) -> str:
        """Return a further condition: a site may be inside."""
        node, scope = self._node, self._scope
        roles = [f"s.who[{at}] == {scope.role(role, node)}" for role in node.inside_of()]
        return f" and ({' or '.join(roles)})" if roles else ""

    def _fill(self, begin: str) -> str:
        """Fill the area from a site to the pieces around; return whether it is shut in."""
        out, scope, area = self._scope.out, self._scope, self._area
        shut = out.assign("shut", "True")
        area.begin(scope)
        area.enter(begin, scope)
        with area.loop(scope) as base:
            for walk in walks(_ACROSS, base, scope):
                with out.block(f"while {walk.at} != NONE and {shut}:"):
                    walk.advance()
                    out.when(f"{walk.at} == NONE", "break")
                    with out.block(f"if not {area.has(walk.at)}:"):
                        out.when(f"s.what[{walk.at}] == {self._what}", "break")
                        with out.block(f"if {self._outer(walk.at)}:"):
                            out.add(f"{shut} = False")
                        with out.block(f"elif True{self._owned(walk.at)}:"):
                            area.enter(walk.at, scope)
            out.when(f"not {shut}", "break")
        return shut

    def _go_round(self, colour: Int, shut: str) -> None:
        """Fill the ring around the area; it is one of the player if two of it are joined."""
        out, scope, ring = self._scope.out, self._scope, self._ring
        ring.begin(scope)
        with self._area.loop(scope) as base:
            for to in steps(_ACROSS, base, scope):
                with out.block(f"if not {self._area.has(to)} and not {ring.has(to)}:"):
                    ring.enter(to, scope)
                    out.when(f"s.who[{to}] != {colour}", f"{shut} = False")
        alike = f"s.what[{{}}] == {self._what}".format
        with (
            ring.loop(scope) as base,
            out.block(f"if {shut} and not {self.found} and {alike(base)}:"),
        ):
            for to in steps(self._node.directions, base, scope):
                with out.block(f"if {ring.has(to)} and {alike(to)}:"):
                    out.add(f"{self.found} = True")
                    out.add(f"{self._first} = {base}")

    def inner(self) -> Filling:
        """Return the area inside, empty where there is no loop."""
        with self._scope.out.block(f"if not {self.found}:"):
            self._area.begin(self._scope)
        return self._area

    def shortened(self) -> Filling:
        """Return the loop without the sites, from the last on, that no way around it needs."""
        scope, out, ways = self._scope, self._scope.out, self._node.directions
        row, count = scope.builder.row(), out.assign("count", "0")
        left, chain = Filling(scope, ways), Filling(scope, ways)
        begun = out.assign("begun", "False")
        with out.block(f"if {self.found}:"), self._ring.loop(scope) as at:
            out.when(f"{at} == {self._first}", f"{begun} = True")
            with out.block(f"if {begun}:"):
                out.add(f"s.scratch[{row}, {count}] = {at}")
                out.add(f"{count} += 1")
        place, n = out.assign("place", count), out.name("n")
        with out.block(f"while {place} > 0 and {count} > 1:"):
            out.add(f"{place} -= 1")
            self._enter_all(left, row, count)
            without = out.assign("x", f"int64(s.scratch[{row}, {place}])")
            first = out.assign("x", f"int64(s.scratch[{row}, 1 if {place} == 0 else 0])")
            last, closes = out.assign("x", first), out.assign("closes", "False")
            chain.begin(scope)
            chain.enter(first, scope)
            with chain.loop(scope) as base:
                more = out.assign("more", "True")
                for to in steps(ways, base, scope):
                    goes_on = f"{more} and {left.has(to)} and not {chain.has(to)}"
                    with out.block(f"if {goes_on} and {to} != {without}:"):
                        out.add(f"{more} = False")
                        chain.enter(to, scope)
                        out.add(f"{last} = {to}")
            for to in steps(ways, last, scope):
                out.when(f"{to} == {first}", f"{closes} = True")
            with out.block(f"if {closes} and {chain.size} == {count} - 1:"):
                out.add(f"{count} -= 1")
                with out.block(f"for {n} in range({place}, {count}):"):
                    out.add(f"s.scratch[{row}, {n}] = s.scratch[{row}, {n} + 1]")
        self._enter_all(left, row, count)
        return left

    def _enter_all(self, left: Filling, row: int, count: str) -> None:
        """Make a group of the sites of a row."""
        out, n = self._scope.out, self._scope.out.name("n")
        left.begin(self._scope)
        with out.block(f"for {n} in range({count}):"):
            left.enter(out.assign("x", f"int64(s.scratch[{row}, {n}])"), self._scope)
