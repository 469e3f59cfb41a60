"""Moves along straight walks, as source."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.intervals import ANY_NUMBER, bounds
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.piles import Carry, carry
from boardless.games.compiler.moving.track_slides import slide_along_tracks
from boardless.games.compiler.moving.walking import applied, beside, starts
from boardless.games.compiler.moving.ways import Walk, walks
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m


def passed(walk: Walk, scope: Scope, write: Callable[[Scope, str], None]) -> None:
    """Add statements that go through the sites between the two ends of a move."""
    again = walk.again(scope, "origin")
    with scope.out.block("while True:"):
        again.advance_over(lambda: "True")
        with scope.out.block(f"if {again.at} == NONE or {again.at} == site:"):
            scope.out.add("break")
        write(scope.binding(between=again.at), again.at)


def passed_back(walk: Walk, scope: Scope, write: Callable[[Scope, str], None]) -> None:
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


@moves.register
def _(node: m.Slide, scope: Scope, found: Found) -> None:
    between = node.between or m.Between()
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


def _may_end(node: m.Slide, scope: Scope) -> str:
    """Return the condition of what a slide does where it ends, which it has to meet."""
    apply = node.to.apply if node.to is not None else None
    return "True" if apply is None or apply.if_ is None else condition(apply.if_, scope)


def _is_free(between: m.Between, at: str, scope: Scope) -> str:
    """Return the condition that a slide may pass a site; NONE is one that is missing."""
    if between.if_ is None:
        return "True" if at == "NONE" else f"s.what[{at}] == 0"
    return condition(between.if_, scope.binding(to=at, between=at))


def _slide(
    node: m.Slide, moved: Carry, origin: str, walk: Walk, scope: Scope, levels: tuple[str, ...]
) -> Candidate:
    """Return a move along a walk to where that has come; it carries `levels` of what is moved."""
    between, ended = node.between or m.Between(), beside(node.to)
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


def _trail(node: k.Integer, scope: Scope) -> str:
    """Return the name of the component that is left behind."""
    name = scope.out.name("trail")
    scope.out.add(f"{name} = {integer(node, scope)}")
    return name
