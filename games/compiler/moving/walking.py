"""Moves of a piece by steps and along straight walks, as source."""

from collections.abc import Callable

from boardless.games.compiler.generic import board_site, condition
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.ways import USUAL, steps, walks
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m


def starts(from_: m.From | None, scope: Scope, write: Callable[[Scope, str], None]) -> None:
    """Add statements that go through the sites that a piece moves from."""
    out = scope.out
    region = from_.region if from_ is not None else None
    allowed = from_.if_ if from_ is not None else None

    def written(origin: str) -> None:
        inner = scope.binding(origin=origin)
        if allowed is None:
            write(inner, origin)
        else:
            with out.block(f"if {condition(allowed, inner)}:"):
                write(inner, origin)

    if region is None:
        written(scope.bound("origin", from_ or m.From()))
    elif isinstance(region, k.Single):
        origin = out.name("x")
        out.add(f"{origin} = {board_site(region.site, scope)}")
        with out.block(f"if {origin} != NONE:"):
            written(origin)
    else:
        with each(region, scope) as origin:
            written(origin)


def applied(apply: m.Apply | None, scope: Scope) -> None:
    """Add statements that do what a move does beside."""
    if apply is None or apply.moves is None:
        return
    node = apply.moves if apply.if_ is None else m.MovesIf(condition=apply.if_, moves=apply.moves)
    scope.made.beside(node, scope)


def transfer(apply: m.Apply | None) -> tuple[Callable[[Scope], None], tuple[Ludeme, ...]]:
    """Return what moves a piece from its origin to its target, and what that is written from."""

    def act(scope: Scope) -> None:
        applied(apply, scope)
        scope.out.add("move_to(s, origin, site)")

    return act, () if apply is None else (apply,)


def passes(to: m.To | None, scope: Scope) -> str:
    """Return the condition on a target."""
    return "True" if to is None or to.if_ is None else condition(to.if_, scope)


@moves.register
def _(node: m.Step, scope: Scope, found: Found) -> None:
    act, reads = transfer(node.to.apply)

    def write(scope: Scope, origin: str) -> None:
        for to in steps(node.directions or USUAL, origin, scope):
            inner = scope.binding(to=to)
            with scope.out.block(f"if {passes(node.to, inner)}:"):
                found(Candidate(inner, origin, to, act, reads).followed(node.then))

    starts(node.from_, scope, write)


@moves.register
def _(node: m.Slide, scope: Scope, found: Found) -> None:
    between = node.between or m.Between()
    if between.apply is not None:
        between.reject("effects on the sites passed are read, but cannot be compiled yet")
    stop = node.to
    act, reads = transfer(stop.apply if stop else None)

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        for walk in walks(node.directions or USUAL, origin, scope):
            with out.block("while True:"):
                walk.advance()
                with out.block(f"if {walk.at} == NONE:"):
                    out.add("break")
                inner = scope.binding(to=walk.at, between=walk.at)
                if stop is not None and stop.if_ is not None:
                    with out.block(f"if {condition(stop.if_, inner)}:"):
                        found(Candidate(inner, origin, walk.at, act, reads).followed(node.then))
                        out.add("break")
                free = f"s.what[{walk.at}] == 0"
                if between.if_ is not None:
                    free = condition(between.if_, inner)
                with out.block(f"if not {free}:"):
                    out.add("break")
                found(Candidate(inner, origin, walk.at, act, reads).followed(node.then))

    starts(node.from_, scope, write)


@moves.register
def _(node: m.Hop, scope: Scope, found: Found) -> None:
    between = node.between or m.Between(if_=_occupied())

    def act(scope: Scope) -> None:
        applied(node.to.apply, scope)
        applied(between.apply, scope)
        scope.out.add("move_to(s, origin, site)")

    reads = tuple(part for part in (node.to.apply, between.apply) if part is not None)

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        for walk in walks(node.directions or USUAL, origin, scope):
            walk.advance()
            over = out.name("over")
            out.add(f"{over} = {walk.at}")
            with out.block(f"if {over} != NONE:"):
                passing = scope.binding(between=over)
                with out.block(f"if {condition(between.if_ or _occupied(), passing)}:"):
                    walk.advance()
                    with out.block(f"if {walk.at} != NONE:"):
                        inner = passing.binding(to=walk.at)
                        with out.block(f"if {passes(node.to, inner)}:"):
                            move = Candidate(inner, origin, walk.at, act, reads)
                            found(move.followed(node.then))

    starts(node.from_, scope, write)


def _occupied() -> k.Condition:
    from boardless.games.ludemes.conditions import IsOccupied

    return IsOccupied(site=i.BetweenSite())
