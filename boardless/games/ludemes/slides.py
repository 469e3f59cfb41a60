"""Slides along straight walks, and hops over pieces on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, replace
from functools import partial
from typing import TYPE_CHECKING

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    FALSE,
    FROM,
    LOOPS,
    NONE,
    TO,
    TRUE,
    Bool,
    Candidate,
    Candidates,
    Int,
    IntArray,
    Integer,
    Ludeme,
    Moves,
    Range,
    S,
    Scope,
    Site,
    TrackName,
    WalkLoop,
    Ways,
    Word,
    greater,
    ludeme,
    steps,
    walks,
    wide,
)
from boardless.games.ludemes.combined_moves import applied, effect_of
from boardless.games.ludemes.literals import (
    ANY_NUMBER,
    Constant,
    Exactly,
    RangeFromTo,
    Single,
    UpTo,
    limits,
)
from boardless.games.ludemes.moves import (
    Between,
    From,
    MovesTo,
    Then,
    To,
    beside,
    each_start,
    leading,
    owners,
    passes,
    replacing,
    takes,
)
from boardless.games.ludemes.stacks import carry
from boardless.games.ludemes.tracks import tracks_of
from boardless.games.ludemes.turns import HOPPED_OVER, HOPPED_PLY

if TYPE_CHECKING:
    from boardless.games.ludemes.moves import Apply
    from boardless.games.ludemes.stacks import Carry


@ludeme(
    "move",
    "Slide",
    also="slide",
    facts=EFFECT | LOOPS,
    concepts="SlideDecision LineOfSight !directions:AdjacentDirection",
)
class Slide(Moves):
    """Move a piece, or with `stack` a pile, straight over empty sites, or sites of (between).

    With the name of a track it follows that track, with "AllTracks" any track, and must pass a
    bend.

    Example: (move Slide Orthogonal)
    """

    from_: From | None = None
    track: TrackName | None = None
    directions: Ways | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None
    _: KW_ONLY
    stack: bool = False

    def joins(self) -> bool:
        return self.to is not None and self.to.if_ is not None and self.to.may_join()

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, including those for the sites that it passes and reaches."""
        passed = None if self.between is None else self.between.if_
        concepts = replacing(self.to)
        concepts |= {"Contains"} if passed is None else leading(self, "SlideDecisionTo", passed)
        if self.to is not None and self.to.apply is not None and self.to.apply.if_ is not None:
            concepts |= leading(self, "SlideDecisionTo", self.to.apply.if_)
        return concepts

    def own_moves(self, b: Scope) -> Candidates:
        level = None if self.from_ is None else self.from_.level
        between, moved = self.between or Between(), carry(level, self.stack, b)
        if self.track is not None:
            yield from _along_tracks(self, moved, b)
            return
        for b, origin in each_start(self.from_, b):
            low, high = limits(between.range, b, 0, ANY_NUMBER)
            levels = moved.numbers(origin, b)
            # Ludii filters steps and hops by the steps of a piece, but not slides.
            for walk in walks(self.directions, origin, b, twice=True):
                slide = _slide(self, moved, origin, walk, b, levels)
                length = b.variable("length", 0)
                before = b.variable("before", b.given("between"))
                with b.as_long_as(length < high):
                    off = b.binding(way=walk.first)
                    far = walk.advance_over(partial(_is_free, between, NONE, off))
                    b.leave(walk.at == NONE)
                    b.add(length, far)
                    if far.constant is None:
                        b.leave(length > high)
                    inner = off.binding(to=walk.at, between=walk.at)
                    if self.to is not None and self.to.if_ is not None:
                        # The last passed site is the one before the end of the slide.
                        last = inner.binding(between=before)
                        with b.where(last.condition(self.to.if_)):
                            with b.where((length >= low) & _may_end(self, last)):
                                yield replace(slide, scope=last)
                            b.leave(length >= low)
                        b.set(before, walk.at)
                    b.leave(~_is_free(between, walk.at, inner))
                    with b.where((length >= low) & _may_end(self, inner)):
                        yield replace(slide, scope=inner)


def _passed(walk: WalkLoop, b: Scope) -> Iterator[tuple[Scope, Site]]:
    """Iterate over the sites between the two ends of a move."""
    again = walk.again(b)
    with b.as_long_as(TRUE):
        again.advance_over()
        b.leave((again.at == NONE) | (again.at == TO))
        yield b.binding(between=again.at), again.at


def _passed_back(walk: WalkLoop, b: Scope) -> Iterator[tuple[Scope, Site]]:
    """Iterate over the sites between the two ends of a move, the last first."""
    length = b.variable("length", 0)
    for _ in _passed(walk, b):
        b.add(length, 1)
    for left in b.numbers(0, length, -1, stem="left"):
        again = walk.again(b)
        for _ in b.numbers(left, stem="_"):
            again.advance_over()
        yield b.binding(between=again.at), again.at


def _may_end(node: Slide, b: Scope) -> Bool:
    """Return the condition that the target of a slide must meet."""
    apply = node.to.apply if node.to is not None else None
    return b.holds(apply.if_ if apply is not None else None)


def _is_free(between: Between, at: Site, b: Scope) -> Bool:
    """Return the condition that a slide may pass a site; NONE is a missing site."""
    if between.if_ is None:
        return TRUE if at is NONE else S.what[at] == 0
    return b.binding(to=at, between=at).condition(between.if_)


def _slide(
    node: Slide, moved: Carry, origin: Site, walk: WalkLoop, b: Scope, levels: tuple[Int, ...]
) -> Candidate:
    """Return a move along a walk to its present site; it carries `levels` of the stack."""
    between, ended = node.between or Between(), beside(node.to)
    reads = (ended, between.apply)
    passes_only = between.apply is None and between.trail is None

    def act(b: Scope) -> None:
        if between.apply is not None:
            for passing, _ in _passed_back(walk, b):
                applied(between.apply, passing)
        if not passes_only:
            applied(ended, b)
        trail = None
        if between.trail is not None:
            trail = b.variable("trail", b.integer(between.trail))
        moved.act(b)
        if trail is not None:
            b.do("add_to", FROM, trail, 1)
            for _, at in _passed(walk, b):
                b.do("add_to", at, trail, 1)

    carried = () if passes_only else ("way",)
    along = effect_of(ended) if passes_only else None
    return Candidate(b, origin, walk.at, act, reads, (), carried, levels, beside=along)


#: The name for all tracks; a slide along them must pass a bend.
ALL_TRACKS = "AllTracks"


def _along_tracks(node: Slide, moved: Carry, b: Scope) -> Candidates:
    """Iterate over the slides of a piece along tracks."""
    between = node.between or Between()
    low, high = limits(between.range, b, 0, ANY_NUMBER)
    sites, after, bumps, lengths = _tables(node, b)
    ended = beside(node.to)
    for b, origin in each_start(node.from_, b):
        at, to, count, bent = b.named(p=Int, to=Site, count=Int, bent=Bool)
        inner = b.binding(to=to, between=to)

        def slide(
            ended: Apply | None,
            b: Scope = b,
            origin: Site = origin,
            to: Site = to,
            inner: Scope = inner,
        ) -> Candidate:
            def act(b: Scope) -> None:
                applied(ended, b)
                moved.act(b)

            numbers = moved.numbers(origin, b)
            return Candidate(inner, origin, to, act, (ended,), numbers=numbers)

        for start in b.numbers(Int.named(f"{sites}.size"), stem="p"):
            with b.where(sites[start].compared("==", origin)):
                b.set(at, start)
                b.set(bent, Bool.of(node.track != ALL_TRACKS) | (bumps[at] > 0))
                b.set(count, 1)
                going = (after[at] >= 0) & (count < lengths[start]) & (count <= high)
                with b.as_long_as(going):
                    b.set(at, wide(after[at]))
                    b.set(to, wide(sites[at]))
                    b.leave(to == NONE)
                    stop = FALSE
                    if node.to is not None and node.to.if_ is not None:
                        stop = inner.condition(node.to.if_)
                    with b.where(bent & (count >= low)):
                        with b.where(stop):
                            yield slide(ended)
                            b.leave()
                        with b.where(_may_end(node, inner)):
                            yield slide(None)
                    b.add(count, 1)
                    b.leave(~_is_free(between, to, inner))
                    b.set(bent, bent | (bumps[at] > 0))


def _tables(node: Slide, scope: Scope) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Return tables of the tracks' places: site, next place or -1, bends, and their number."""
    sites, after, bumps, lengths = (list[int]() for _ in range(4))
    for track in tracks_of(scope, node):
        if node.track not in (ALL_TRACKS, track.name):
            continue
        first = len(sites)
        for site in track.sites:
            sites += scope.model.numbered([site]) if site >= 0 else (0,)
        after += [first + place if place >= 0 else -1 for place in track.next]
        bumps += track.bump
        lengths += [len(track.sites)] * len(track.sites)
    if not sites:
        # A track with an unknown name has no sites, so no piece stands on it.
        sites, after, bumps, lengths = [-1], [-1], [0], [1]
    named = (("TRACK_SITES", sites), ("TRACK_AFTER", after), ("BENDS", bumps), ("LONG", lengths))
    return tuple(scope.table(stem, values) for stem, values in named)  # type: ignore[return-value]


@ludeme("move", "Hop", also="hop", concepts="HopDecision !directions:AdjacentDirection")
class Hop(MovesTo):
    """Move a piece, or with `stack` a pile, straight over sites that `between` allows (any).

    Example: (move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))
    """

    facts = EFFECT | LOOPS
    from_: From | None
    directions: Ways | None
    between: Between | None
    to: To
    then: Then | None = None
    _: KW_ONLY
    stack: bool = False

    def telling_parts(self) -> Iterator[Ludeme | Word]:
        """Yield the parts of the rule except the effect at its target, as Ludii does."""
        yield from (part for part in super().telling_parts() if part is not self.to)
        yield from (part for part in self.to.telling_parts() if part is not self.to.apply)

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, including those for the sites that it passes and reaches."""
        concepts = set(replacing(self.to))
        between = self.between
        if between is not None and between.apply is not None and takes(between.apply):
            concepts.add("HopCapture")
        if self.by_other_name:
            return concepts
        if between is not None:
            passed, reached = owners(between.if_), owners(self.to.if_)
            concepts |= {f"HopDecision{a}To{b}" for a in passed - {"Empty"} for b in reached}
        if between is not None and _passes_several(between.range):
            concepts.add("HopDecisionMoreThanOne")
            if "HopCapture" in concepts:
                concepts.add("HopCaptureMoreThanOne")
        if between is not None and not (_one(between.before) and _one(between.after)):
            concepts.add("HopDecisionMoreThanOne")
        return concepts

    def own_moves(self, b: Scope) -> Candidates:
        between, from_ = self.between or Between(), self.from_
        several = between.range is not None
        if from_ is not None and b.origin is not None and not isinstance(from_.region, Single):
            # As in Ludii, a hop from a region starts at (from), if that is known.
            from_ = replace(from_, region=None)
        for b, origin in each_start(from_, b):
            low, high = limits(between.range, b, 1, 1)
            before = b.integer_or(between.before, 0)
            if several:
                low, high = b.variable("value", low), b.variable("value", high)
                if not isinstance(between.range, UpTo):
                    # As in Ludii, a hop with a maximum passes at least one piece.
                    with b.where(low == 0):
                        yield from _step(self, origin, b)
            for walk in walks(self.directions, origin, b):
                hop = _hop(self, origin, walk, b)
                far = b.variable("far", 0)
                with b.as_long_as(high > 0 if several else TRUE):
                    walk.advance()
                    b.leave(walk.at == NONE)
                    b.add(far, 1)
                    with b.where(_is_hurdle(between, walk.at, b)):
                        length = b.variable("length", 1)
                        least = b.variable("least", 1)
                        if several:
                            _measure(between, walk, length, high, b)
                            # As in Ludii, a step to the place of a hurdle is listed twice.
                            one = isinstance(between.range, UpTo)
                            b.set(least, greater(low, 1) if one else low)
                        for over in b.numbers(length + 1, least, stem="over"):
                            yield from _land(self, walk, over, hop)
                        b.leave()
                    free = passes(self.to, b.binding(to=walk.at))
                    b.leave((far > before) | ~free)


def _is_hurdle(between: Between, at: Site, b: Scope) -> Bool:
    """Return the condition that a hop may pass the piece on a site."""
    return b.binding(between=at).holds(between.if_)


def _carry(node: Hop, b: Scope) -> Carry:
    """Return the way a hop moves a piece: not from a level, even if it names one."""
    level = None if node.from_ is None else node.from_.level
    return carry(None, node.stack and level is None, b)


def _hop(node: Hop, origin: Site, walk: WalkLoop, b: Scope) -> Candidate:
    """Return a move along a walk; the caller sets its end later."""
    between = node.between or Between()
    apply, several = node.to.apply, between.range is not None
    ended = beside(node.to)
    reads = (ended, between.apply, between)
    moved = _carry(node, b)

    def act(b: Scope) -> None:
        if between.apply is not None and (apply is None or apply.if_ is None):
            for passing, at in _passed_back(walk, b) if several else ():
                with b.where(_is_hurdle(between, at, passing)):
                    applied(between.apply, passing)
            if not several:
                applied(between.apply, b)
        applied(ended, b)
        moved.act(b)
        if not several and "hopped" in b.model.facts.reads:
            place = b.builder.numbers.place(HOPPED_OVER)
            b.do("change_number", place, wide(COUNTERS.PLIES) * HOPPED_PLY + b.given("between"))

    carries = ("way",) if several else ("between",)
    return Candidate(b, origin, NONE, act, reads, (), carries)


def _step(node: Hop, origin: Site, b: Scope) -> Candidates:
    """Iterate over the steps of a piece with no pieces to hop over."""
    moved, between = _carry(node, b), node.between or Between()

    def act(b: Scope) -> None:
        applied(between.apply, b)
        moved.act(b)

    for to in steps(node.directions, origin, b):
        inner = b.binding(to=to)
        with b.where(passes(node.to, inner)):
            numbers = moved.numbers(origin, inner)
            yield Candidate(inner, origin, to, act, (between.apply,), numbers=numbers)


def _measure(between: Between, walk: WalkLoop, length: Int, high: Int, b: Scope) -> None:
    """Count the sites in a row that the hop passes."""
    ahead = walk.fork()
    with b.as_long_as(length < high):
        ahead.advance()
        b.leave(ahead.at == NONE)
        b.leave(~_is_hurdle(between, ahead.at, b))
        b.add(length, 1)


def _land(node: Hop, walk: WalkLoop, over: Int, hop: Candidate) -> Candidates:
    """Iterate over the targets of a hop over a number of sites."""
    b, between = hop.scope, node.between or Between()
    stop = node.to.apply.if_ if node.to.apply is not None else None
    after = b.integer_or(between.after, 0)
    end = walk.fork()
    for _ in b.numbers(over - 1):
        end.advance()
    left = b.variable("left", after)
    with b.as_long_as(TRUE):
        if between.range is None:
            end.advance()
        else:
            with b.where(over > 0):
                end.advance()
            b.set(over, 1)
        b.leave(end.at == NONE)
        inner = b.binding(to=end.at, between=walk.at, way=walk.first)
        move = replace(hop, scope=inner, to=end.at)
        with b.where(~passes(node.to, inner)):
            if stop is not None:
                with b.where(inner.condition(stop)):
                    yield move
            b.leave()
        if stop is None:
            yield move
        b.leave(left < 1)
        b.set(left, left - 1)


def _one(number: Integer | None) -> bool:
    """Return True if a number of sites is missing or at most 1."""
    return number is None or (isinstance(number, Constant) and number.value <= 1)


def _passes_several(passed: Range | None) -> bool:
    """Return True if a hop may pass several pieces."""
    match passed:
        case None:
            return False
        case RangeFromTo():
            return not (_one(passed.low) and _one(passed.high))
        case Exactly():
            return not _one(passed.number)
        case UpTo():
            return not _one(passed.high)
    return True
