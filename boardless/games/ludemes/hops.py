"""Hops over pieces on straight walks."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate, moves
from boardless.games.compiler.directions import steps, walks
from boardless.games.compiler.dispatch import condition, integer
from boardless.games.language.facts import EFFECT, LOOPS
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.directions import Ways
from boardless.games.ludemes.intervals import UpTo, bounds
from boardless.games.ludemes.kinds import Moves
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import Between, From, Then, To, applied, beside, passes, starts
from boardless.games.ludemes.slides import passed_back
from boardless.games.ludemes.stacks import carry
from boardless.games.ludemes.visits import HOPPED_OVER, HOPPED_PLY

if TYPE_CHECKING:
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.directions import WalkLoop
    from boardless.games.compiler.scope import Scope


@ludeme(
    "move",
    "Hop",
    also="hop",
    example="(move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
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


def hopped_over(scope: Scope) -> str:
    """Return the statement that keeps which site a hop passes; empty where nothing asks for it."""
    if "hopped" not in scope.model.facts.reads:
        return ""
    place = scope.made.numbers.place(HOPPED_OVER)
    return (
        f"change_number(s, {place}, int64(s.n[PLIES]) * {HOPPED_PLY} + {scope.between or 'NONE'})"
    )


@moves.register(Hop)
def _find_hop(node: Hop, scope: Scope, found: Found) -> None:
    between = node.between or Between()
    several = between.range is not None

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        low, high = bounds(between.range, scope, ("1", "1"))
        before = "0" if between.before is None else integer(between.before, scope)
        if several:
            low, high = (_kept(bound, scope) for bound in (low, high))
            if not isinstance(between.range, UpTo):
                # As in Ludii, who may hop over a number at most hops over one at least.
                with out.block(f"if {low} == 0:"):
                    _step(node, origin, scope, found)
        for walk in walks(node.directions, origin, scope):
            hop = _hop(node, origin, walk, scope)
            far = out.name("far")
            out.add(f"{far} = 0")
            with out.block(f"while {high} > 0:" if several else "while True:"):
                walk.advance()
                with out.block(f"if {walk.at} == NONE:"):
                    out.add("break")
                out.add(f"{far} += 1")
                with out.block(f"if {_is_hurdle(between, walk.at, scope)}:"):
                    length, least = out.name("length"), out.name("least")
                    out.add(f"{length} = 1")
                    out.add(f"{least} = 1")
                    if several:
                        _measure(between, walk, length, high, scope)
                        # As in Ludii a step where a hurdle might be comes once more.
                        one = "max({}, 1)" if isinstance(between.range, UpTo) else "{}"
                        out.add(f"{least} = {one.format(low)}")
                    over = out.name("over")
                    with out.block(f"for {over} in range({least}, {length} + 1):"):
                        _land(node, walk, over, hop, found)
                    out.add("break")
                free = passes(node.to, scope.binding(to=walk.at))
                with out.block(f"if {far} > {before} or not {free}:"):
                    out.add("break")

    from_ = node.from_
    if from_ is not None and scope.origin is not None and not isinstance(from_.region, Single):
        # As in Ludii a hop from a region starts where (from) is, if that is known.
        from_ = replace(from_, region=None)
    starts(from_, scope, write)


def _is_hurdle(between: Between, at: str, scope: Scope) -> str:
    """Return the condition that what stands on a site may be hopped over."""
    inner = scope.binding(between=at)
    return "True" if between.if_ is None else condition(between.if_, inner)


def _hop(node: Hop, origin: str, walk: WalkLoop, scope: Scope) -> Candidate:
    """Return a move along a walk, which is still to be told where it ends."""
    between = node.between or Between()
    apply, several = node.to.apply, between.range is not None
    ended = beside(node.to)
    reads = tuple(x for x in (ended, between.apply, between) if x is not None)
    moved = carry(node, scope)

    def pass_over(inner: Scope, at: str) -> None:
        with inner.out.block(f"if {_is_hurdle(between, at, inner)}:"):
            inner.out.add("pass")
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


def _kept(value: str, scope: Scope) -> str:
    """Return the name of an integer that is worked out once."""
    name = scope.out.name("value")
    scope.out.add(f"{name} = {value}")
    return name


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
        with out.block(f"if {ahead.at} == NONE:"):
            out.add("break")
        with out.block(f"if not {_is_hurdle(between, ahead.at, scope)}:"):
            out.add("break")
        out.add(f"{length} += 1")


def _land(node: Hop, walk: WalkLoop, over: str, hop: Candidate, found: Found) -> None:
    """Add statements that find where a hop over so many sites may end."""
    scope, between = hop.scope, node.between or Between()
    stop = node.to.apply.if_ if node.to.apply is not None else None
    out = scope.out
    after = "0" if between.after is None else integer(between.after, scope)
    end, left, n = walk.fork(), out.name("left"), out.name("n")
    with out.block(f"for {n} in range({over} - 1):"):
        out.add("pass")
        end.advance()
    out.add(f"{left} = {after}")
    with out.block("while True:"):
        if between.range is None:
            end.advance()
        else:
            with out.block(f"if {over} > 0:"):
                end.advance()
            out.add(f"{over} = 1")
        with out.block(f"if {end.at} == NONE:"):
            out.add("break")
        inner = scope.binding(to=end.at, between=walk.at, way=walk.first)
        move = replace(hop, scope=inner, to=end.at)
        with out.block(f"if not {passes(node.to, inner)}:"):
            if stop is not None:
                with out.block(f"if {condition(stop, inner)}:"):
                    found(move)
            out.add("break")
        if stop is None:
            found(move)
        with out.block(f"if {left} < 1:"):
            out.add("break")
        out.add(f"{left} -= 1")
