"""Captures between pieces, around them, and of whole groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY

from boardless.games.kit import (
    EFFECT,
    FALSE,
    LOOPS,
    NONE,
    TO,
    TRUE,
    Bool,
    Candidate,
    Candidates,
    Condition,
    Directions,
    Filling,
    Int,
    Integer,
    Moves,
    S,
    Scope,
    Site,
    SiteType,
    WalkLoop,
    Ways,
    carried,
    cleared_row,
    every,
    inside,
    lifted,
    ludeme,
    row_of,
    steps,
    walk_in,
    walks,
    wide,
)
from boardless.games.ludemes.combined_moves import effect_of
from boardless.games.ludemes.directions import Absolute, NamedWays, WaysAlong, named_directions
from boardless.games.ludemes.lines import axes_along
from boardless.games.ludemes.literals import ANY_NUMBER, Single, limits
from boardless.games.ludemes.moves import (
    Between,
    From,
    MovedPiece,
    Then,
    To,
    capturing,
    does,
)
from boardless.games.ludemes.occupancy import IsEmpty
from boardless.games.ludemes.pieces import Who
from boardless.games.ludemes.placement import Remove, component
from boardless.games.ludemes.players import IsEnemy, IsFriend
from boardless.games.ludemes.sites import BetweenSite, LastFrom, LastTo, ToSite
from boardless.state.engine.geometry import LayoutGeometry
from boardless.state.engine.groups import NO_SLOT


class CaptureByFriends(Moves):
    """A capture of pieces by friends on other sides of them."""

    between: Between | None
    to: To | None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, with the capture of enemies by friends as the default."""
        friends = {"IsFriend"} if self.to is None or self.to.if_ is None else set()
        return capturing(self.between, f"{self.head.capitalize()}Capture") | friends


@ludeme("custodial")
class Custodial(CaptureByFriends):
    """Take the row of enemies between a site ((last To)) and a friend on a straight walk.

    Conditions on (between) and (to) may replace enemy and friend.

    Example: (custodial (from (last To)) Orthogonal (between (max 1)))
    """

    untold = ("directions",)
    facts = EFFECT | LOOPS
    from_: From | None = None
    directions: Absolute | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        target, effect = targets_of(self.between)
        low, high = limits(self.between.range if self.between else None, b, 0, ANY_NUMBER)
        for base in _capturing(self.from_, b):
            for walk in walks(named_directions(self.directions), base, b):
                length = _run(walk, target, high, b)
                ended = (walk.at != NONE) | (high > 1)
                with (
                    b.where((length > 0) & (length >= low) & ended),
                    b.where(b.binding(to=walk.at).condition(friend(self.to))),
                ):
                    for at in _again_along(walk, base, length, b):
                        inner = b.binding(between=at, to=walk.at)
                        yield from effect.legal(inner)
                b.stop_if_enough()


@ludeme("intervene", facts=EFFECT | LOOPS)
class Intervene(CaptureByFriends):
    """Take the enemies on two opposite sides of a site ((last To)); (to) may allow other pieces.

    (between) may allow longer rows.

    Example: (intervene (from (last To)) Orthogonal)
    """

    untold = ("directions",)
    from_: From | None = None
    directions: Absolute | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        directions = self.directions or Directions.ADJACENT
        if not isinstance(b.geometry, LayoutGeometry):
            self.reject("expected a board that is laid out")
        table, most, sort = axes_along(directions, b.geometry, b)
        target, effect = targets_of(self.to, _TO)
        low, high = limits(self.between.range if self.between else None, b, 1, 1)
        for base in _capturing(self.from_, b):
            first = b.variable("row", row_of(base, b) * most)
            for n in b.numbers(first + most, first):
                b.leave(table[2 * n + 1] == NO_SLOT, "continue")
                ends = [walk_in(table, 2 * n + end, 2 * most, base, sort, b) for end in (0, 1)]
                lengths = [_run(walk, target, high, b, "to") for walk in ends]
                with b.where(every(*(length >= low for length in lengths))):
                    for walk, length in reversed(list(zip(ends, lengths, strict=True))):
                        for at in _again_along(walk, base, length, b):
                            yield from effect.legal(b.binding(to=at))


@ludeme("surround", facts=EFFECT | LOOPS)
class Surround(CaptureByFriends):
    """Take each enemy next to a site if friends surround it, with at most N exceptions (default 0).

    A condition on (between) replaces enemy, and one on (to) friend. If `with` names a piece, one of
    the friends must be this piece.

    Example: (surround (from (last To)) Orthogonal except:1)
    """

    untold = ("relation",)
    from_: From | None = None
    relation: Directions | None = None
    between: Between | None = None
    to: To | None = None
    #: As in Ludii, its consequences never happen.
    then: Then | None = None
    _: KW_ONLY
    except_: Integer | None = None
    with_: MovedPiece | None = None

    def legal(self, b: Scope) -> Candidates:
        target, effect = targets_of(self.between)
        directions = named_directions(self.relation)
        most = b.integer_or(self.except_, 0)
        for base in _capturing(self.from_, b):
            for at in steps(directions, base, b):
                inner = b.binding(between=at)
                with b.where(inner.condition(target)):
                    open_ = b.variable("open", 0)
                    met = b.variable("met", Bool.of(self.with_ is None))
                    other = b.variable("other", NONE)
                    for beside in steps(directions, at, b):
                        b.set(other, beside)
                        around = inner.binding(to=beside).condition(friend(self.to))
                        with b.where((beside != base) & ~around):
                            b.add(open_, 1)
                        if self.with_ is not None:
                            b.set_if(S.what[beside] == component(self.with_, b, self), met, TRUE)
                    with b.where((open_ <= most) & met):
                        yield from effect.legal(inner.binding(to=other))


@ludeme("enclose", facts=EFFECT, concepts="!directions:AdjacentDirection")
class Enclose(Moves):
    """Take each enemy group next to a site ((last To)) with at most N liberties (default 0).

    A condition on (between) replaces enemy.

    Example: (enclose (from (last To)) Orthogonal numException:1)
    """

    type: SiteType | None = None
    from_: From | None = None
    directions: Ways | None = None
    between: Between | None = None
    then: Then | None = None
    _: KW_ONLY
    num_exception: Integer | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, with the capture of enemies as the default."""
        return capturing(self.between, "EncloseCapture")

    def own_moves(self, b: Scope) -> Candidates:
        target, effect = targets_of(self.between)
        empty = any(isinstance(part, IsEmpty) for part in inside(target))
        most = b.integer_or(self.num_exception, 0)
        exceptions = b.variable("most", most)

        def aimed(at: Site) -> Bool:
            return b.binding(between=at).condition(target)

        for base in _capturing(self.from_, b):
            group = Filling(b, self.directions)
            left, open_ = b.named(left=Int, open=Bool)
            with b.where(S.what[base] != 0):
                for at in steps(self.directions, base, b):
                    begins = aimed(at) | ((exceptions > 0) & (S.what[at] == 0))
                    with b.where(~group.met(at) & begins):
                        b.set(left, exceptions - lifted(S.what[at] == 0, Int))
                        b.set(open_, FALSE)
                        group.begin(b)
                        group.enter(at, b)
                        # Without exceptions a group is open as soon as a part of it is.
                        for to in group.beside(b, open_ if self.num_exception is None else None):
                            free = S.what[to] == 0
                            with b.where(aimed(to)):
                                group.enter(to, b)
                            with b.otherwise(free & (left > 0)):
                                group.enter(to, b)
                                b.set(left, left - 1)
                            with b.otherwise(free):
                                b.set(open_, TRUE)
                        if empty:
                            with b.where(~open_):
                                b.set(open_, ~_hangs_together(group, b))
                        with b.where(~open_):
                            for caught in group.each(b):
                                inner = b.binding(between=caught)
                                yield from effect.legal(inner)


@ludeme("directional", facts=EFFECT | LOOPS)
class Directional(Moves):
    """Take unbroken rows of enemies, or of sites that (to) allows, on straight walks from a site.

    Example: (directional (from (last To)) N)
    """

    from_: From | None
    directions: Ways | None = None
    to: To | None = None
    #: As in Ludii, its consequences never happen.
    then: Then | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, with the capture of enemies as the default."""
        return capturing(self.to, "DirectionCapture")

    def legal(self, b: Scope) -> Candidates:
        target, effect = targets_of(self.to, _TO)
        along = WaysAlong(SiteType(b.model.layout_use), from_=LastFrom(), to=LastTo())
        for base in _capturing(self.from_, b):
            for walk in walks(self.directions or along, base, b):
                with b.as_long_as(TRUE):
                    walk.advance()
                    inner = b.binding(to=walk.at)
                    b.leave((walk.at == NONE) | ~inner.condition(target))
                    yield from effect.legal(inner)


@ludeme("push", facts=EFFECT, concepts="PushEffect")
def push(b: Scope, from_: From | None, directions: Ways, then: Then | None = None) -> Candidates:
    """Shift the pieces on a site and behind it by one site, up to the first empty site.

    Example: (push (from (last To)) E)
    """
    for base in _capturing(from_, b):
        for walk in walks(directions, base, b):
            piece = b.variable("piece", wide(S.what[base]))
            yield _taken(base, b).followed(then)
            there = b.variable("there", 1)
            with b.as_long_as(there != 0):
                walk.step()
                b.set(there, wide(S.what[walk.at]))
                with b.where(there != 0):
                    yield _taken(walk.at, b).followed(then)
                yield _put(piece, walk.at, b).followed(then)
                b.set(piece, there)


@ludeme("attract", facts=EFFECT, concepts="!directions:AdjacentDirection")
def attract(
    b: Scope,
    from_: From | None = None,
    directions: Absolute | None = None,
    then: Then | None = None,
) -> Candidates:
    """Pull the pieces on the straight walks from a site as near to it as they can come.

    Example: (attract (from (last To)) Orthogonal)
    """
    for base in _capturing(from_, b):
        for walk in walks(named_directions(directions), base, b):
            row, count = b.builder.row(), b.variable("count", 0)
            with b.as_long_as(TRUE):
                walk.step()
                with b.where(S.what[walk.at] != 0):
                    b.set(row[count], S.what[walk.at])
                    b.add(count, 1)
                    yield _taken(walk.at, b).followed(then)
            again = walk.again(b.binding(way=walk.first), base)
            for n in b.numbers(count):
                again.advance()
                piece = b.variable("piece", wide(row[n]))
                yield _put(piece, again.at, b).followed(then)


_BETWEEN, _TO = BetweenSite(), ToSite()


def _capturing(from_: From | None, b: Scope) -> Iterator[Site]:
    """Iterate over the capturing site, if it exists (default: the site of the last move)."""
    region = None if from_ is None else from_.region
    at = region.site if isinstance(region, Single) else LastTo()
    if from_ is not None and region is not None and not isinstance(region, Single):
        from_.reject("expected one site that captures")
    base = b.variable("x", b.board_site(at))
    with b.where(base != NONE):
        yield base


def targets_of(clause: Between | To | None, at: Integer = _BETWEEN) -> tuple[Condition, Moves]:
    """Return the condition on captured pieces `at` a site, and their capture.

    By default enemies are removed.
    """
    test, apply = (None, None) if clause is None else (clause.if_, clause.apply)
    return test or IsEnemy(Who(at=at)), effect_of(apply) or Remove(None, Single(at))


def friend(to: To | None) -> Condition:
    """Return the condition on the capturing piece (default: a friend)."""
    return (None if to is None else to.if_) or IsFriend(Who(at=_TO))


def _run(walk: WalkLoop, target: Condition, high: Int, b: Scope, name: str = "between") -> Int:
    """Walk over at most `high` captured sites to the site behind them; return their number."""
    length = b.variable("length", 0)
    walk.advance()
    with b.as_long_as((walk.at != NONE) & (length < high)):
        b.leave(~b.binding(**{name: walk.at}).condition(target))
        b.add(length, 1)
        walk.advance()
    return length


def _again_along(walk: WalkLoop, base: Site, length: Int, b: Scope) -> Iterator[Site]:
    """Iterate once more over the first sites of a walk."""
    again = walk.again(b.binding(way=walk.first), base)
    for _ in b.numbers(length, stem="_"):
        again.advance()
        yield again.at
        b.stop_if_enough()


def _put(what: Int, at: Site, b: Scope) -> Candidate:
    """Return the move that adds a component, given by number."""
    return Candidate(b, at, at, does("add_to", TO, carried(1), 1), numbers=(what,))


def _taken(at: Site, b: Scope) -> Candidate:
    """Return the move that removes the piece on a site."""
    return Candidate(b, at, at, does("remove_from", TO))


def _hangs_together(group: Filling, b: Scope) -> Bool:
    """Return the test that the sites around a group form a chain, as Ludii's greedy walk does."""
    row = cleared_row(b)
    (there,) = b.named(x=Site)
    count, at = b.variable("count", 0), b.variable("x", NONE)
    for to in group.beside(b):
        with b.where(row[to] == 0):
            b.set(row[to], 1)
            b.add(count, 1)
            b.set_if(at == NONE, at, to)
    chained = b.variable("chained", TRUE)
    with b.as_long_as(chained & (count > 1)):
        b.set(chained, FALSE)
        b.set(there, NONE)
        for to in steps(NamedWays((Directions.ALL,)), at, b):
            b.set_if((there == NONE) & (row[to] != 0), there, to)
        with b.where(there != NONE):
            b.set(row[at], 0)
            b.set(at, there)
            b.set(count, count - 1)
            b.set(chained, TRUE)
    return chained
