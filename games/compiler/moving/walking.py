"""Moves of a piece by steps and along straight walks, as source."""

from collections.abc import Callable

from boardless.games.compiler.generic import condition, site
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.components import component
from boardless.games.compiler.moving.piles import Carry, carry
from boardless.games.compiler.moving.ways import steps, walks
from boardless.games.compiler.regions import each
from boardless.games.compiler.remembering import asks_for_pending, pending_forgotten
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m


def starts(
    from_: m.From | None, scope: Scope, write: Callable[[Scope, str], None], aims: bool = False
) -> None:
    """Add statements that go through the sites that a piece moves from.

    With `aims`, ``(to)`` is at first the site that it moves from, too.
    """
    out = scope.out
    region = from_.region if from_ is not None else None
    allowed = from_.if_ if from_ is not None else None

    def written(origin: str) -> None:
        inner = scope.binding(origin=origin, **({"to": origin} if aims else {}))
        if allowed is None:
            write(inner, origin)
        else:
            with out.block(f"if {condition(allowed, inner)}:"):
                write(inner, origin)

    if region is None:
        written(scope.bound("origin", from_ or m.From()))
    elif isinstance(region, k.Single):
        origin = out.name("x")
        out.add(f"{origin} = {site(region.site, scope)}")
        with out.block(f"if {origin} != NONE:"):
            written(origin)
    else:
        with each(region, scope, hands=True) as origin:
            written(origin)


def effect_of(apply: m.Apply | None) -> k.Moves | None:
    """Return what is done beside, if its condition holds."""
    if apply is None or apply.moves is None or apply.if_ is None:
        return None if apply is None else apply.moves
    return m.MovesIf(condition=apply.if_, moves=apply.moves)


def beside(to: m.To | None) -> m.Apply | None:
    """Return what a move does beside, whose condition is asked where it ends; None if nothing."""
    apply = to.apply if to is not None else None
    return None if apply is None or apply.moves is None else m.Apply(apply.moves)


def applied(apply: m.Apply | None, scope: Scope) -> None:
    """Add statements that do what a move does beside, and first, with all that follows from it."""
    effect = effect_of(apply)
    if effect is None:
        return
    queued = scope.made.queue([effect], scope)
    if asks_for_pending(effect):
        # What was pending is forgotten when it has been asked for; that is late for a move's own.
        with scope.out.block("if row == 0:"):
            scope.out.add(pending_forgotten(scope))
    scope.made.run(queued, scope.out)


def transfer(
    apply: m.Apply | None, carried: Carry
) -> tuple[Callable[[Scope], None], tuple[Ludeme, ...]]:
    """Return what moves a piece from its origin to its target, and what that is written from."""

    def act(scope: Scope) -> None:
        applied(apply, scope)
        scope.out.add(carried.statement)

    return act, () if apply is None else (apply,)


def passes(to: m.To | None, scope: Scope) -> str:
    """Return the condition on a target."""
    return "True" if to is None or to.if_ is None else condition(to.if_, scope)


@moves.register
def _(node: m.Step, scope: Scope, found: Found) -> None:
    carried = carry(node, scope)
    act, reads = transfer(node.to.apply, carried)

    # What (from) means does not change before the directions of a piece of one site are known.
    one = node.from_ is not None and isinstance(node.from_.region, k.Single)
    outside = scope

    def write(scope: Scope, origin: str) -> None:
        for to in steps(node.directions, origin, outside if one else scope):
            inner = scope.binding(to=to)
            with scope.out.block(f"if {passes(node.to, inner)}:"):
                numbers = carried.numbers(origin, inner)
                move = Candidate(inner, origin, to, act, reads, numbers=numbers)
                found(move.followed(node.then))

    starts(node.from_, scope, write)


@moves.register
def _(node: m.Shoot, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        scope.out.add(f"add_to(s, site, {component(node.piece, scope, node)}, 1)")

    # As in Ludii a shot leaves what (from) means as it is.
    outside = scope.origin or "NONE"

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        for walk in walks(node.directions, origin, scope):
            before = out.name("before")
            out.add(f"{before} = {scope.between or 'NONE'}")
            with out.block("while True:"):
                walk.advance()
                with out.block(f"if {walk.at} == NONE:"):
                    out.add("break")
                inner = scope.binding(to=walk.at, between=before, origin=outside)
                allowed = f"s.what[{walk.at}] == 0"
                if node.to is not None and node.to.if_ is not None:
                    allowed = condition(node.to.if_, inner)
                with out.block(f"if not {allowed}:"):
                    out.add("break")
                out.add(f"{before} = {walk.at}")
                move = Candidate(inner, walk.at, walk.at, act, (node.piece,))
                found(move.followed(node.then))

    starts(node.from_ or m.From(region=k.Single(i.LastTo())), scope, write)
