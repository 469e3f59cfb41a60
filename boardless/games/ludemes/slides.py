"""Slides along straight walks, and hops over pieces on them."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from functools import partial
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.directions import steps, walks
from boardless.games.compiler.dispatch import condition, holds, integer
from boardless.games.language.facts import EFFECT, LOOPS
from boardless.games.language.ludeme import Ludeme, Word, ludeme
from boardless.games.ludemes.directions import Ways
from boardless.games.ludemes.kinds import Integer, Moves, Range
from boardless.games.ludemes.literals import (
    ANY_NUMBER,
    Constant,
    Exactly,
    RangeFromTo,
    Single,
    UpTo,
    bounds,
)
from boardless.games.ludemes.moves import (
    Between,
    From,
    Then,
    To,
    applied,
    beside,
    effect_of,
    leading,
    owners,
    passes,
    replacing,
    starts,
    takes,
)
from boardless.games.ludemes.stacks import carry
from boardless.games.ludemes.tracks import tracks_of
from boardless.games.ludemes.visits import HOPPED_OVER, HOPPED_PLY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.directions import WalkLoop
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.moves import Apply
    from boardless.games.ludemes.stacks import Carry


@ludeme(
    "move",
    "Slide",
    also="slide",
    example="(move Slide Orthogonal)",
    facts=EFFECT | LOOPS,
    concepts="SlideDecision LineOfSight !directions:AdjacentDirection",
)
class Slide(Moves):
    """Move a piece, or with `stack` a pile, straight over empty sites, or those of (between).

    It follows the track of a name, or with "AllTracks" any, where it has come round a bend.
    """

    from_: From | None = None
    track: str | None = None
    directions: Ways | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None
    _: KW_ONLY
    stack: bool = False

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts, with those of the sites that it passes and leads to."""
        passed = None if self.between is None else self.between.if_
        found = super().own_concepts()
        found |= {"Contains"} if passed is None else leading(self, "SlideDecisionTo", passed)
        if self.to is not None and self.to.apply is not None and self.to.apply.if_ is not None:
            found |= leading(self, "SlideDecisionTo", self.to.apply.if_)
        return found | replacing(self.to)

    def each_move(self, scope: Scope, found: Found) -> None:
        between = self.between or Between()
        moved = carry(self, scope)
        if self.track is not None:
            reach = bounds(between.range, scope, ("0", ANY_NUMBER))
            slide_along_tracks(self, reach, beside(self.to), scope, found)
            return

        def write(scope: Scope, origin: str) -> None:
            out = scope.out
            low, high = bounds(between.range, scope, ("0", ANY_NUMBER))
            levels = moved.numbers(origin, scope)
            # Unlike steps and hops, Ludii's slides are not looked through for those it has.
            for walk in walks(self.directions, origin, scope, twice=True):
                slide = _slide(self, moved, origin, walk, scope, levels)
                length = out.assign("length", "0")
                before = out.assign("before", scope.between or "NONE")
                with out.block(f"while {length} < {high}:"):
                    off = scope.binding(way=walk.first)
                    far = walk.advance_over(partial(_is_free, between, "NONE", off))
                    out.when(f"{walk.at} == NONE", "break")
                    out.add(f"{length} += {far}")
                    if far != "1":
                        out.when(f"{length} > {high}", "break")
                    inner = scope.binding(to=walk.at, between=walk.at, way=walk.first)

                    def reach(
                        inner: Scope = inner, slide: Candidate = slide, far: str = length
                    ) -> None:
                        with out.block(f"if {far} >= {low} and {_may_end(self, inner)}:"):
                            found(replace(slide, scope=inner))

                    if self.to is not None and self.to.if_ is not None:
                        # Where a slide may stop, the site before is the last that is passed.
                        last = scope.binding(to=walk.at, between=before, way=walk.first)
                        with out.block(f"if {condition(self.to.if_, last)}:"):
                            reach(last)
                            out.when(f"{length} >= {low}", "break")
                        out.add(f"{before} = {walk.at}")
                    out.when(f"not {_is_free(between, walk.at, inner)}", "break")
                    reach()

        starts(self.from_, scope, write)


def passed(walk: WalkLoop, scope: Scope, write: Callable[[Scope, str], None]) -> None:
    """Add statements that go through the sites between the two ends of a move."""
    again = walk.again(scope, "origin")
    with scope.out.block("while True:"):
        again.advance_over()
        scope.out.when(f"{again.at} == NONE or {again.at} == site", "break")
        write(scope.binding(between=again.at), again.at)


def passed_back(walk: WalkLoop, scope: Scope, write: Callable[[Scope, str], None]) -> None:
    """Add statements that go through the sites between the two ends of a move, the last first."""
    out = scope.out
    left = out.name("left")
    length = out.assign("length", "0")

    def counted(inner: Scope, at: str) -> None:
        out.add(f"{length} += 1")

    passed(walk, scope, counted)
    with out.block(f"for {left} in range({length}, 0, -1):"):
        again = walk.again(scope, "origin")
        with out.block(f"for _ in range({left}):"):
            again.advance_over()
        write(scope.binding(between=again.at), again.at)


def _may_end(node: Slide, scope: Scope) -> str:
    """Return the condition of what a slide does where it ends, which it has to meet."""
    apply = node.to.apply if node.to is not None else None
    return "True" if apply is None or apply.if_ is None else condition(apply.if_, scope)


def _is_free(between: Between, at: str, scope: Scope) -> str:
    """Return the condition that a slide may pass a site; NONE is one that is missing."""
    if between.if_ is None:
        return "True" if at == "NONE" else f"s.what[{at}] == 0"
    return condition(between.if_, scope.binding(to=at, between=at))


def _slide(
    node: Slide, moved: Carry, origin: str, walk: WalkLoop, scope: Scope, levels: tuple[str, ...]
) -> Candidate:
    """Return a move along a walk to where that has come; it carries `levels` of what is moved."""
    between, ended = node.between or Between(), beside(node.to)
    reads = tuple(x for x in (ended, between.apply) if x is not None)
    passes_only = between.apply is None and between.trail is None

    def act(inner: Scope) -> None:
        if between.apply is not None:
            passed_back(walk, inner, lambda at, _: applied(between.apply, at))
        if not passes_only:
            applied(ended, inner)
        trail = (
            ""
            if between.trail is None
            else inner.out.assign("trail", integer(between.trail, inner))
        )
        inner.out.add(moved.statement)
        if trail:
            inner.out.add(f"add_to(s, origin, {trail}, 1)")
            passed(walk, inner, lambda at, x: at.out.add(f"add_to(s, {x}, {trail}, 1)"))

    carried = () if passes_only else ("way",)
    along = effect_of(ended) if passes_only else None
    move = Candidate(scope, origin, walk.at, act, reads, (), carried, levels, beside=along)
    return move.followed(node.then)


#: The name that stands for all tracks: they are slid along for what lies behind a bend.
ALL_TRACKS = "AllTracks"


def slide_along_tracks(
    node: Slide, reach: tuple[str, str], beside: Apply | None, scope: Scope, found: Found
) -> None:
    """Add the slides of a piece along tracks, `reach` being the least and most places to go on."""
    out, (low, high) = scope.out, reach
    sites, after, bumps, lengths = _tables(node, scope)
    between, moved = node.between or Between(), carry(node, scope)
    filter_ = node.to.apply.if_ if node.to is not None and node.to.apply is not None else None

    def write(scope: Scope, origin: str) -> None:
        start, at, to, count, bent = (out.name(stem) for stem in ("p", "p", "to", "count", "bent"))
        inner = scope.binding(to=to, between=to)

        def slide(beside: Apply | None) -> None:
            def act(scope: Scope) -> None:
                applied(beside, scope)
                scope.out.add(moved.statement)

            reads = () if beside is None else (beside,)
            move = Candidate(inner, origin, to, act, reads, numbers=moved.numbers(origin, scope))
            found(move.followed(node.then))

        with (
            out.block(f"for {start} in range({sites}.size):"),
            out.block(f"if {sites}[{start}] == {origin}:"),
        ):
            out.add(f"{at} = {start}")
            out.add(f"{bent} = {node.track != ALL_TRACKS} or {bumps}[{at}] > 0")
            out.add(f"{count} = 1")
            going = f"{after}[{at}] >= 0 and {count} < {lengths}[{start}] and {count} <= {high}"
            with out.block(f"while {going}:"):
                out.add(f"{at} = int64({after}[{at}])")
                out.add(f"{to} = int64({sites}[{at}])")
                out.when(f"{to} == NONE", "break")
                stop = "False"
                if node.to is not None and node.to.if_ is not None:
                    stop = condition(node.to.if_, inner)
                with out.block(f"if {bent} and {count} >= {low}:"):
                    with out.block(f"if {stop}:"):
                        slide(beside)
                        out.add("break")
                    with out.block(f"if {holds(filter_, inner)}:"):
                        slide(None)
                out.add(f"{count} += 1")
                free = f"s.what[{to}] == 0"
                if between.if_ is not None:
                    free = condition(between.if_, inner)
                out.when(f"not {free}", "break")
                out.add(f"{bent} = {bent} or {bumps}[{at}] > 0")

    starts(node.from_, scope, write)


def _tables(node: Slide, scope: Scope) -> tuple[str, str, str, str]:
    """Return tables of the tracks' places: site, next place or -1, bends, and their number."""
    sites: list[int] = []
    after: list[int] = []
    bumps: list[int] = []
    lengths: list[int] = []
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
        # A track of no name that is there has no sites: a place that no piece stands on.
        sites, after, bumps, lengths = [-1], [-1], [0], [1]
    named = (("TRACK_SITES", sites), ("TRACK_AFTER", after), ("BENDS", bumps), ("LONG", lengths))
    return tuple(scope.constant(stem, values) for stem, values in named)  # type: ignore[return-value]


@ludeme(
    "move",
    "Hop",
    also="hop",
    example="(move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
    concepts="HopDecision !directions:AdjacentDirection",
)
class Hop(Moves):
    """Move a piece, or with `stack` a pile, straight over sites that `between` allows (any)."""

    facts = EFFECT | LOOPS
    from_: From | None
    directions: Ways | None
    between: Between | None
    to: To
    then: Then | None = None
    _: KW_ONLY
    stack: bool = False

    def telling_parts(self) -> Iterator[Ludeme | Word]:
        """Yield its parts, but for what is done where it leads, as Ludii has it."""
        yield from (part for part in super().telling_parts() if part is not self.to)
        yield from (part for part in self.to.telling_parts() if part is not self.to.apply)

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts, with those of the sites that it passes and leads to."""
        found = set(super().own_concepts() | replacing(self.to))
        between = self.between
        if between is not None and between.apply is not None and takes(between.apply):
            found.add("HopCapture")
        if self.by_other_name:
            return frozenset(found)
        if between is not None:
            passed, reached = owners(between.if_), owners(self.to.if_)
            found |= {f"HopDecision{a}To{b}" for a in passed - {"Empty"} for b in reached}
        if between is not None and _passes_several(between.range):
            found.add("HopDecisionMoreThanOne")
            if "HopCapture" in found:
                found.add("HopCaptureMoreThanOne")
        if between is not None and not (_one(between.before) and _one(between.after)):
            found.add("HopDecisionMoreThanOne")
        return frozenset(found)

    def each_move(self, scope: Scope, found: Found) -> None:
        between = self.between or Between()
        several = between.range is not None

        def write(scope: Scope, origin: str) -> None:
            out = scope.out
            low, high = bounds(between.range, scope, ("1", "1"))
            before = "0" if between.before is None else integer(between.before, scope)
            if several:
                low, high = (out.assign("value", bound) for bound in (low, high))
                if not isinstance(between.range, UpTo):
                    # As in Ludii, who may hop over a number at most hops over one at least.
                    with out.block(f"if {low} == 0:"):
                        _step(self, origin, scope, found)
            for walk in walks(self.directions, origin, scope):
                hop = _hop(self, origin, walk, scope)
                far = out.assign("far", "0")
                with out.block(f"while {high} > 0:" if several else "while True:"):
                    walk.step()
                    out.add(f"{far} += 1")
                    with out.block(f"if {_is_hurdle(between, walk.at, scope)}:"):
                        length = out.assign("length", "1")
                        least = out.assign("least", "1")
                        if several:
                            _measure(between, walk, length, high, scope)
                            # As in Ludii a step where a hurdle might be comes once more.
                            one = "max({}, 1)" if isinstance(between.range, UpTo) else "{}"
                            out.add(f"{least} = {one.format(low)}")
                        over = out.name("over")
                        with out.block(f"for {over} in range({least}, {length} + 1):"):
                            _land(self, walk, over, hop, found)
                        out.add("break")
                    free = passes(self.to, scope.binding(to=walk.at))
                    out.when(f"{far} > {before} or not {free}", "break")

        from_ = self.from_
        if from_ is not None and scope.origin is not None and not isinstance(from_.region, Single):
            # As in Ludii a hop from a region starts where (from) is, if that is known.
            from_ = replace(from_, region=None)
        starts(from_, scope, write)


def hopped_over(scope: Scope) -> str:
    """Return the statement that keeps which site a hop passes; empty where nothing asks for it."""
    if "hopped" not in scope.model.facts.reads:
        return ""
    place = scope.builder.numbers.place(HOPPED_OVER)
    return (
        f"change_number(s, {place}, int64(s.n[PLIES]) * {HOPPED_PLY} + {scope.between or 'NONE'})"
    )


def _is_hurdle(between: Between, at: str, scope: Scope) -> str:
    """Return the condition that what stands on a site may be hopped over."""
    inner = scope.binding(between=at)
    return holds(between.if_, inner)


def _hop(node: Hop, origin: str, walk: WalkLoop, scope: Scope) -> Candidate:
    """Return a move along a walk whose end is set later."""
    between = node.between or Between()
    apply, several = node.to.apply, between.range is not None
    ended = beside(node.to)
    reads = tuple(x for x in (ended, between.apply, between) if x is not None)
    moved = carry(node, scope)

    def pass_over(inner: Scope, at: str) -> None:
        with inner.out.block(f"if {_is_hurdle(between, at, inner)}:"):
            applied(between.apply, inner)

    def act(inner: Scope) -> None:
        if between.apply is not None and (apply is None or apply.if_ is None):
            if several:
                passed_back(walk, inner, pass_over)
            else:
                applied(between.apply, inner)
        applied(ended, inner)
        inner.out.add(moved.statement)
        if not several and (kept := hopped_over(inner)):
            inner.out.add(kept)

    carries = ("way",) if several else ("between",)
    return Candidate(scope, origin, "", act, reads, (), carries).followed(node.then)


def _step(node: Hop, origin: str, scope: Scope, found: Found) -> None:
    """Add statements that find the steps of a piece that may hop over nothing."""
    moved, between = carry(node, scope), node.between or Between()

    def act(inner: Scope) -> None:
        applied(between.apply, inner)
        inner.out.add(moved.statement)

    reads = () if between.apply is None else (between.apply,)
    for to in steps(node.directions, origin, scope):
        inner = scope.binding(to=to)
        with scope.out.block(f"if {passes(node.to, inner)}:"):
            numbers = moved.numbers(origin, inner)
            step = Candidate(inner, origin, to, act, reads, numbers=numbers)
            found(step.followed(node.then))


def _measure(between: Between, walk: WalkLoop, length: str, high: str, scope: Scope) -> None:
    """Add statements that count how many sites in a row are passed over."""
    out = scope.out
    ahead = walk.fork()
    with out.block(f"while {length} < {high}:"):
        ahead.advance()
        out.when(f"{ahead.at} == NONE", "break")
        out.when(f"not {_is_hurdle(between, ahead.at, scope)}", "break")
        out.add(f"{length} += 1")


def _land(node: Hop, walk: WalkLoop, over: str, hop: Candidate, found: Found) -> None:
    """Add statements that find where a hop over so many sites may end."""
    scope, between = hop.scope, node.between or Between()
    stop = node.to.apply.if_ if node.to.apply is not None else None
    out = scope.out
    after = "0" if between.after is None else integer(between.after, scope)
    end, n = walk.fork(), out.name("n")
    with out.block(f"for {n} in range({over} - 1):"):
        end.advance()
    left = out.assign("left", after)
    with out.block("while True:"):
        if between.range is None:
            end.advance()
        else:
            with out.block(f"if {over} > 0:"):
                end.advance()
            out.add(f"{over} = 1")
        out.when(f"{end.at} == NONE", "break")
        inner = scope.binding(to=end.at, between=walk.at, way=walk.first)
        move = replace(hop, scope=inner, to=end.at)
        with out.block(f"if not {passes(node.to, inner)}:"):
            if stop is not None:
                with out.block(f"if {condition(stop, inner)}:"):
                    found(move)
            out.add("break")
        if stop is None:
            found(move)
        out.when(f"{left} < 1", "break")
        out.add(f"{left} -= 1")


def _one(number: Integer | None) -> bool:
    """Tell whether a number of sites is at most 1, as no number is."""
    return number is None or (isinstance(number, Constant) and number.value <= 1)


def _passes_several(passed: Range | None) -> bool:
    """Tell whether a hop may pass several pieces."""
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
