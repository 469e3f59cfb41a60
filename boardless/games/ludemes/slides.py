"""Slides along straight walks."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from functools import partial
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate, moves
from boardless.games.compiler.directions import walks
from boardless.games.compiler.dispatch import condition, integer
from boardless.games.language.facts import EFFECT, LOOPS
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.directions import Ways
from boardless.games.ludemes.intervals import ANY_NUMBER, bounds
from boardless.games.ludemes.kinds import Moves
from boardless.games.ludemes.moves import Between, From, Then, To, applied, beside, starts
from boardless.games.ludemes.stacks import carry
from boardless.games.ludemes.tracks import tracks_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.directions import WalkLoop
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.kinds import Integer
    from boardless.games.ludemes.moves import Apply
    from boardless.games.ludemes.stacks import Carry


@ludeme("move", "Slide", also="slide", example="(move Slide Orthogonal)", facts=EFFECT | LOOPS)
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


def passed(walk: WalkLoop, scope: Scope, write: Callable[[Scope, str], None]) -> None:
    """Add statements that go through the sites between the two ends of a move."""
    again = walk.again(scope, "origin")
    with scope.out.block("while True:"):
        again.advance_over(lambda: "True")
        with scope.out.block(f"if {again.at} == NONE or {again.at} == site:"):
            scope.out.add("break")
        write(scope.binding(between=again.at), again.at)


def passed_back(walk: WalkLoop, scope: Scope, write: Callable[[Scope, str], None]) -> None:
    """Add statements that go through the sites between the two ends of a move, the last first."""
    out = scope.out
    length, left = out.name("length"), out.name("left")
    out.add(f"{length} = 0")

    def counted(inner: Scope, at: str) -> None:
        out.add(f"{length} += 1")

    passed(walk, scope, counted)
    with out.block(f"for {left} in range({length}, 0, -1):"):
        again = walk.again(scope, "origin")
        with out.block(f"for _ in range({left}):"):
            again.advance_over(lambda: "True")
        write(scope.binding(between=again.at), again.at)


@moves.register(Slide)
def _find_slide(node: Slide, scope: Scope, found: Found) -> None:
    between = node.between or Between()
    moved = carry(node, scope)
    if node.track is not None:
        reach = bounds(between.range, scope, ("0", ANY_NUMBER))
        slide_along_tracks(node, reach, beside(node.to), scope, found)
        return

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        low, high = bounds(between.range, scope, ("0", ANY_NUMBER))
        levels = moved.numbers(origin, scope)
        for walk in walks(node.directions, origin, scope):
            slide = _slide(node, moved, origin, walk, scope, levels)
            length, before = out.name("length"), out.name("before")
            out.add(f"{length} = 0")
            out.add(f"{before} = {scope.between or 'NONE'}")
            with out.block(f"while {length} < {high}:"):
                off = scope.binding(way=walk.first)
                gap = walk.advance_over(partial(_is_free, between, "NONE", off))
                with out.block(f"if {walk.at} == NONE:"):
                    out.add("break")
                out.add(f"{length} += 1" if gap == "0" else f"{length} += 1 + {gap}")
                if gap != "0":
                    with out.block(f"if {length} > {high}:"):
                        out.add("break")
                inner = scope.binding(to=walk.at, between=walk.at, way=walk.first)

                def reach(
                    inner: Scope = inner, slide: Candidate = slide, far: str = length
                ) -> None:
                    with out.block(f"if {far} >= {low} and {_may_end(node, inner)}:"):
                        found(replace(slide, scope=inner))

                if node.to is not None and node.to.if_ is not None:
                    # Where a slide may stop, the site before is the last that is passed.
                    last = scope.binding(to=walk.at, between=before, way=walk.first)
                    with out.block(f"if {condition(node.to.if_, last)}:"):
                        reach(last)
                        with out.block(f"if {length} >= {low}:"):
                            out.add("break")
                    out.add(f"{before} = {walk.at}")
                with out.block(f"if not {_is_free(between, walk.at, inner)}:"):
                    out.add("break")
                reach()

    starts(node.from_, scope, write)


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

    def act(inner: Scope) -> None:
        if between.apply is not None:
            passed_back(walk, inner, lambda at, _: applied(between.apply, at))
        applied(ended, inner)
        trail = "" if between.trail is None else _trail(between.trail, inner)
        inner.out.add(moved.statement)
        if trail:
            inner.out.add(f"add_to(s, origin, {trail}, 1)")
            passed(walk, inner, lambda at, x: at.out.add(f"add_to(s, {x}, {trail}, 1)"))

    carried = ("way",) if between.apply is not None or between.trail is not None else ()
    move = Candidate(scope, origin, walk.at, act, reads, (), carried, levels)
    return move.followed(node.then)


def _trail(node: Integer, scope: Scope) -> str:
    """Return the name of the component that is left behind."""
    name = scope.out.name("trail")
    scope.out.add(f"{name} = {integer(node, scope)}")
    return name


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
                with out.block(f"if {to} == NONE:"):
                    out.add("break")
                stop = "False"
                if node.to is not None and node.to.if_ is not None:
                    stop = condition(node.to.if_, inner)
                with out.block(f"if {bent} and {count} >= {low}:"):
                    with out.block(f"if {stop}:"):
                        slide(beside)
                        out.add("break")
                    allowed = "True" if filter_ is None else condition(filter_, inner)
                    with out.block(f"if {allowed}:"):
                        slide(None)
                out.add(f"{count} += 1")
                free = f"s.what[{to}] == 0"
                if between.if_ is not None:
                    free = condition(between.if_, inner)
                with out.block(f"if not {free}:"):
                    out.add("break")
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
        node.reject(f"no track is called {node.track!r}")
    named = (("TRACK_SITES", sites), ("TRACK_AFTER", after), ("BENDS", bumps), ("LONG", lengths))
    return tuple(scope.constant(stem, values) for stem, values in named)  # type: ignore[return-value]
