"""Moves that do what several others do, as source."""

from dataclasses import replace

from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.sharing import draws, find
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes.merging import AllCombinations, Append


@moves.register
def _(node: Append, scope: Scope, found: Found) -> None:
    out = scope.out
    any_, origin, to = out.name("any"), out.name("from"), out.name("to")
    out.add(f"{any_} = False")
    # The move goes where the first one goes.
    out.add(f"{origin} = NONE")
    out.add(f"{to} = NONE")

    def noted(candidate: Candidate) -> None:
        inner = candidate.scope.out
        with inner.block(f"if not {any_}:"):
            inner.add(f"{any_} = True")
            inner.add(f"{origin} = {candidate.origin}")
            inner.add(f"{to} = {candidate.to}")

    def act(inner: Scope) -> None:
        inner.made.follow(node.moves, inner)

    one_will_do = scope if draws(node.moves, scope) else scope.binding(enough=any_)
    find(node.moves, one_will_do, noted)
    with out.block(f"if {any_}:"):
        found(Candidate(scope, origin, to, act, (node.moves,)).followed(node.then))


@moves.register
def _(node: AllCombinations, scope: Scope, found: Found) -> None:
    def combined(first: Candidate) -> None:
        find(node.second, scope, lambda second: found(_both(first, second).followed(node.then)))

    find(node.first, scope, combined)


def _both(first: Candidate, second: Candidate) -> Candidate:
    """Return the move that does what one does, and then what another does."""
    count = len(first.numbers)

    def act(scope: Scope) -> None:
        first.act(scope)
        # From here on the names mean what they mean to the second.
        scope.out.add(f"site = number{count + 1}")
        scope.out.add(f"origin = number{count + 2}")
        for n in range(1, len(second.numbers) + 1):
            scope.out.add(f"number{n} = number{count + 2 + n}")
        second.act(scope)

    return replace(
        second,
        origin=first.origin,
        to=first.to,
        act=act,
        reads=(*first.reads, *second.reads),
        then=(*first.then, *second.then),
        carries=(*first.carries, *second.carries),
        numbers=(*first.numbers, second.to, second.origin, *second.numbers),
    )
