"""Captures between pieces, around them, and of whole groups."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.directions import (
    WalkLoop,
    row_of,
    steps,
    walk_in,
    walks,
)
from boardless.games.compiler.dispatch import board_site, condition, integer
from boardless.games.compiler.flood_fill import Filling
from boardless.games.compiler.regions import cleared_row
from boardless.games.language.facts import EFFECT, LOOPS
from boardless.games.language.ludeme import inside, ludeme
from boardless.games.ludemes.directions import (
    Absolute,
    NamedWays,
    Ways,
    WaysAlong,
    named_directions,
)
from boardless.games.ludemes.kinds import Directions, Integer, Moves, SiteType
from boardless.games.ludemes.lines import axes_along
from boardless.games.ludemes.literals import ANY_NUMBER, Single, bounds
from boardless.games.ludemes.moves import (
    Between,
    From,
    MovedPiece,
    Then,
    To,
    capturing,
    does,
    effect_of,
    followed_by,
)
from boardless.games.ludemes.occupancy import IsEmpty
from boardless.games.ludemes.pieces import Who
from boardless.games.ludemes.placement import Remove, component
from boardless.games.ludemes.players import IsEnemy, IsFriend
from boardless.games.ludemes.sites import BetweenSite, LastFrom, LastTo, ToSite
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.walks import NO_SLOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.kinds import Condition


@ludeme(
    "custodial",
    example="(custodial (from (last To)) Orthogonal (between (max 1)))",
)
class Custodial(Moves):
    """Take enemies in a row between a site ((last To)) and a friend, or as (between), (to) say."""

    untold = ("directions",)
    facts = EFFECT | LOOPS
    from_: From | None = None
    directions: Absolute | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts; enemies are taken unless it says else."""
        found = super().own_concepts() | capturing(self.between, "CustodialCapture")
        return found | by_friends(self.to)

    def each_move(self, scope: Scope, found: Found) -> None:
        out = scope.out
        target, effect = targets_of(self.between)
        low, high = bounds(self.between.range if self.between else None, scope, ("0", ANY_NUMBER))

        def write(base: str) -> None:
            for walk in walks(named_directions(self.directions), base, scope):
                length = run(walk, target, high, scope)
                enough = f"{length} > 0 and {length} >= {low}"
                with out.block(f"if {enough} and ({walk.at} != NONE or {high} > 1):"):
                    ends = condition(friend(self.to), scope.binding(to=walk.at))
                    with out.block(f"if {ends}:"), again_along(walk, base, length, scope) as at:
                        inner = scope.binding(between=at, to=walk.at)
                        effect.each_move(inner, followed_by(self.then, found))
                scope.stop_if_enough()

        captured(self.from_, scope, write)


@ludeme("intervene", example="(intervene (from (last To)) Orthogonal)", facts=EFFECT | LOOPS)
class Intervene(Moves):
    """Take the enemies on two opposite sides of a site ((last To)), or as (to), (between) say."""

    untold = ("directions",)
    from_: From | None = None
    directions: Absolute | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts; enemies are taken unless it says else."""
        found = super().own_concepts() | capturing(self.between, "InterveneCapture")
        return found | by_friends(self.to)

    def each_move(self, scope: Scope, found: Found) -> None:
        out, directions = scope.out, self.directions or Directions.ADJACENT
        if not isinstance(scope.geometry, LayoutGeometry):
            self.reject("expected a board that is laid out")
        table, most, sort = axes_along(directions, scope.geometry, scope)
        target, effect = aimed(self.to)
        low, high = bounds(self.between.range if self.between else None, scope, ("1", "1"))

        def write(base: str) -> None:
            n = out.name("n")
            first = out.assign("row", f"{row_of(base, scope)} * {most}")
            with out.block(f"for {n} in range({first}, {first} + {most}):"):
                out.when(f"{table}[2 * {n} + 1] == {NO_SLOT}", "continue")
                ends = [
                    walk_in(table, f"2 * {n} + {end}", 2 * most, base, sort, scope)
                    for end in (0, 1)
                ]
                lengths = [run(walk, target, high, scope, "to") for walk in ends]
                both = " and ".join(f"{length} >= {low}" for length in lengths)
                with out.block(f"if {both}:"):
                    for walk, length in reversed(list(zip(ends, lengths, strict=True))):
                        with again_along(walk, base, length, scope) as at:
                            effect.each_move(scope.binding(to=at), followed_by(self.then, found))

        captured(self.from_, scope, write)


@ludeme("surround", example="(surround (from (last To)) Orthogonal except:1)", facts=EFFECT | LOOPS)
class Surround(Moves):
    """Take each enemy next to a site that friends stand around, but for so many sites (0).

    Conditions on (between) and (to) replace enemy and friend; `with` has to be among them.
    """

    untold = ("relation",)
    from_: From | None = None
    relation: Directions | None = None
    between: Between | None = None
    to: To | None = None
    #: As in Ludii nothing follows from it.
    then: Then | None = None
    _: KW_ONLY
    except_: Integer | None = None
    with_: MovedPiece | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts; enemies are taken unless it says else."""
        found = super().own_concepts() | capturing(self.between, "SurroundCapture")
        return found | by_friends(self.to)

    def each_move(self, scope: Scope, found: Found) -> None:
        out = scope.out
        target, effect = targets_of(self.between)
        directions = named_directions(self.relation)
        exceptions = "0" if self.except_ is None else integer(self.except_, scope)

        def write(base: str) -> None:
            for at in steps(directions, base, scope):
                inner = scope.binding(between=at)
                with out.block(f"if {condition(target, inner)}:"):
                    open_ = out.assign("open", "0")
                    met = out.assign("met", self.with_ is None)
                    other = out.assign("other", "NONE")
                    for beside in steps(directions, at, scope):
                        out.add(f"{other} = {beside}")
                        around = condition(friend(self.to), inner.binding(to=beside))
                        out.when(f"{beside} != {base} and not {around}", f"{open_} += 1")
                        if self.with_ is not None:
                            wanted = component(self.with_, scope, self)
                            out.when(f"s.what[{beside}] == {wanted}", f"{met} = True")
                    with out.block(f"if {open_} <= {exceptions} and {met}:"):
                        effect.each_move(inner.binding(to=other), found)

        captured(self.from_, scope, write)


@ludeme(
    "enclose",
    example="(enclose (from (last To)) Orthogonal numException:1)",
    facts=EFFECT,
    concepts="!directions:AdjacentDirection",
)
class Enclose(Moves):
    """Take each group of enemies next to a site ((last To)) with at most so many liberties (0).

    A condition on (between) replaces enemy.
    """

    type: SiteType | None = None
    from_: From | None = None
    directions: Ways | None = None
    between: Between | None = None
    then: Then | None = None
    _: KW_ONLY
    num_exception: Integer | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts; enemies are taken unless it says else."""
        return super().own_concepts() | capturing(self.between, "EncloseCapture")

    def each_move(self, scope: Scope, found: Found) -> None:
        out = scope.out
        target, effect = targets_of(self.between)
        empty = any(isinstance(part, IsEmpty) for part in inside(target))
        most = "0" if self.num_exception is None else integer(self.num_exception, scope)
        exceptions = out.assign("most", most)

        def aimed(at: str) -> str:
            return condition(target, scope.binding(between=at))

        def write(base: str) -> None:
            group = Filling(scope, self.directions)
            left, open_ = out.name("left"), out.name("open")
            with out.block(f"if s.what[{base}] != 0:"):
                for at in steps(self.directions, base, scope):
                    begins = f"{aimed(at)} or ({exceptions} > 0 and s.what[{at}] == 0)"
                    with out.block(f"if not {group.met(at)} and ({begins}):"):
                        out.add(f"{left} = {exceptions} - (s.what[{at}] == 0)")
                        out.add(f"{open_} = False")
                        group.begin(scope)
                        group.enter(at, scope)
                        # Without exceptions a group is open as soon as a part of it is.
                        stop = open_ if self.num_exception is None else None
                        for to in group.beside(scope, stop):
                            free = f"s.what[{to}] == 0"
                            with out.block(f"if {aimed(to)}:"):
                                group.enter(to, scope)
                            with out.block(f"elif {free} and {left} > 0:"):
                                group.enter(to, scope)
                                out.add(f"{left} -= 1")
                            with out.block(f"elif {free}:"):
                                out.add(f"{open_} = True")
                        if empty:
                            with out.block(f"if not {open_}:"):
                                out.add(f"{open_} = not {_hangs_together(group, scope)}")
                        with out.block(f"if not {open_}:"), group.each(scope) as caught:
                            effect.each_move(
                                scope.binding(between=caught), followed_by(self.then, found)
                            )

        captured(self.from_, scope, write)


@ludeme("directional", example="(directional (from (last To)) N)", facts=EFFECT | LOOPS)
class Directional(Moves):
    """Take enemies, or sites as (to) says, in unbroken rows on straight walks from a site."""

    from_: From | None
    directions: Ways | None = None
    to: To | None = None
    #: As in Ludii nothing follows from it.
    then: Then | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts; enemies are taken unless it says else."""
        return super().own_concepts() | capturing(self.to, "DirectionCapture")

    def each_move(self, scope: Scope, found: Found) -> None:
        out = scope.out
        target, effect = aimed(self.to)

        def write(base: str) -> None:
            along = WaysAlong(SiteType(scope.model.layout_use), from_=LastFrom(), to=LastTo())
            for walk in walks(self.directions or along, base, scope):
                with out.block("while True:"):
                    walk.advance()
                    inner = scope.binding(to=walk.at)
                    out.when(f"{walk.at} == NONE or not {condition(target, inner)}", "break")
                    effect.each_move(inner, found)

        captured(self.from_, scope, write)


@ludeme("push", example="(push (from (last To)) E)", facts=EFFECT, concepts="PushEffect")
class Push(Moves):
    """Shift what stands on a site and on those behind it by one site, until one is empty."""

    from_: From | None
    directions: Ways
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        out, followed = scope.out, followed_by(self.then, found)

        def write(base: str) -> None:
            for walk in walks(self.directions, base, scope):
                piece = out.assign("piece", f"int64(s.what[{base}])")
                _take(scope, base, followed)
                there = out.assign("there", "1")
                with out.block(f"while {there} != 0:"):
                    walk.step()
                    out.add(f"{there} = int64(s.what[{walk.at}])")
                    with out.block(f"if {there} != 0:"):
                        _take(scope, walk.at, followed)
                    _put(piece, scope, walk.at, followed)
                    out.add(f"{piece} = {there}")

        captured(self.from_, scope, write)


@ludeme(
    "attract",
    example="(attract (from (last To)) Orthogonal)",
    facts=EFFECT,
    concepts="!directions:AdjacentDirection",
)
class Attract(Moves):
    """Draw the pieces on the straight walks from a site as near to it as they can come."""

    from_: From | None = None
    directions: Absolute | None = None
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        out, followed = scope.out, followed_by(self.then, found)

        def write(base: str) -> None:
            for walk in walks(named_directions(self.directions), base, scope):
                row, n = scope.builder.row(), out.name("n")
                count = out.assign("count", "0")
                with out.block("while True:"):
                    walk.step()
                    with out.block(f"if s.what[{walk.at}] != 0:"):
                        out.add(f"s.scratch[{row}, {count}] = s.what[{walk.at}]")
                        out.add(f"{count} += 1")
                        _take(scope, walk.at, followed)
                again = walk.again(scope.binding(way=walk.first), base)
                piece = out.name("piece")
                with out.block(f"for {n} in range({count}):"):
                    again.advance()
                    out.add(f"{piece} = int64(s.scratch[{row}, {n}])")
                    _put(piece, scope, again.at, followed)

        captured(self.from_, scope, write)


_BETWEEN, _TO = BetweenSite(), ToSite()


def captured(from_: From | None, scope: Scope, write: Callable[[str], None]) -> None:
    """Add statements about the site that captures, that of the last move unless one is given."""
    region = None if from_ is None else from_.region
    at = region.site if isinstance(region, Single) else LastTo()
    if from_ is not None and region is not None and not isinstance(region, Single):
        from_.reject("expected one site that captures")
    base = scope.out.assign("x", board_site(at, scope))
    with scope.out.block(f"if {base} != NONE:"):
        write(base)


def targets_of(node: Between | None) -> tuple[Condition, Moves]:
    """Return what may be captured, and what is done then: enemies are removed unless it says so."""
    node = node or Between()
    test = node.if_ or IsEnemy(Who(at=_BETWEEN))
    return test, effect_of(node.apply) or Remove(None, Single(_BETWEEN))


def by_friends(to: To | None) -> set[str]:
    """Return the concept of taking between friends, unless something else is said of the ends."""
    return {"IsFriend"} if to is None or to.if_ is None else set()


def friend(to: To | None) -> Condition:
    """Return what a capturing piece is: a friend unless it says so."""
    test = None if to is None else to.if_
    return test or IsFriend(Who(at=_TO))


def run(walk: WalkLoop, target: Condition, high: str, scope: Scope, name: str = "between") -> str:
    """Walk over up to `high` sites that may be captured, to the site behind; return how many."""
    out = scope.out
    length = out.assign("length", "0")
    walk.advance()
    with out.block(f"while {walk.at} != NONE and {length} < {high}:"):
        out.when(f"not {condition(target, scope.binding(**{name: walk.at}))}", "break")
        out.add(f"{length} += 1")
        walk.advance()
    return length


@contextmanager
def again_along(walk: WalkLoop, base: str, length: str, scope: Scope) -> Iterator[str]:
    """Open a loop once more through the first sites of a walk."""
    out = scope.out
    again = walk.again(scope.binding(way=walk.first), base)
    with out.block(f"for _ in range({length}):"):
        again.advance()
        yield again.at
        scope.stop_if_enough()


def aimed(to: To | None) -> tuple[Condition, Moves]:
    """Return which sites are captured as (to), and what is done then."""
    to = to or To()
    test = to.if_ or IsEnemy(Who(at=_TO))
    return test, effect_of(to.apply) or Remove(None, Single(_TO))


def _put(what: str, scope: Scope, at: str, found: Found) -> None:
    """Add the move that adds a component whose number is bound to (value)."""

    def act(inner: Scope) -> None:
        inner.out.add(f"add_to(s, site, {inner.value}, 1)")

    found(Candidate(scope.binding(value=what), at, at, act, carries=("value",)))


def _take(scope: Scope, at: str, found: Found) -> None:
    """Add the move that removes what stands on a site."""
    found(Candidate(scope, at, at, does("remove_from(s, site)")))


def _hangs_together(group: Filling, scope: Scope) -> str:
    """Return whether the sites around a group are a chain, followed greedily as in Ludii."""
    out, row = scope.out, cleared_row(scope)
    there = out.name("x")
    count = out.assign("count", "0")
    at = out.assign("x", "NONE")
    for to in group.beside(scope):
        with out.block(f"if s.scratch[{row}, {to}] == 0:"):
            out.add(f"s.scratch[{row}, {to}] = 1")
            out.add(f"{count} += 1")
            out.when(f"{at} == NONE", f"{at} = {to}")
    chained = out.assign("chained", "True")
    with out.block(f"while {chained} and {count} > 1:"):
        out.add(f"{chained} = False")
        out.add(f"{there} = NONE")
        for to in steps(NamedWays((Directions.ALL,)), at, scope):
            out.when(f"{there} == NONE and s.scratch[{row}, {to}] != 0", f"{there} = {to}")
        with out.block(f"if {there} != NONE:"):
            out.add(f"s.scratch[{row}, {at}] = 0")
            out.add(f"{at} = {there}")
            out.add(f"{count} -= 1")
            out.add(f"{chained} = True")
    return chained
