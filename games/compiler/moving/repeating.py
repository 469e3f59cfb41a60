"""Rules that are followed again and again, or tried first, as source."""

from boardless.games.compiler.generic import condition
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.threats import always_after
from boardless.games.ludemes import moves as m


@moves.register
def _(node: m.ForEachSite, scope: Scope, found: Found) -> None:
    any_ = ""
    if node.no_move_yet is not None:
        any_ = scope.out.name("any")
        scope.out.add(f"{any_} = False")

    def followed(candidate: Candidate) -> None:
        if any_:
            candidate.scope.out.add(f"{any_} = True")
        found(candidate.followed(node.then))

    with each(node.region, scope, hands=True) as site:
        moves(node.moves, scope.binding(to=site, iterated=site), followed)
    if node.no_move_yet is not None:
        with scope.out.block(f"if not {any_}:"):
            scope.out.add("pass")
            moves(node.no_move_yet, scope, found)


@moves.register
def _(node: m.Do, scope: Scope, found: Found) -> None:
    """Follow a rule, find the moves of another then, and take back what was done."""
    allowed = node.if_afterwards

    def checked(candidate: Candidate) -> None:
        candidate = candidate.followed(node.then)
        if allowed is None or (scope.threatening and always_after(allowed)):
            found(candidate)
            return
        inner = candidate.scope
        name = inner.out.name("may")
        scope.made.attempt(candidate)
        after = inner.binding(last=None)
        inner.out.add(f"{name} = {condition(allowed, after)}")
        inner.out.add("undo(s)")
        with inner.out.block(f"if {name}:"):
            found(candidate)

    if node.next is None:
        moves(node.prior, scope, checked)
        return
    out = scope.out
    out.add("begin_attempt(s)")
    scope.made.follow(node.prior, scope)
    scope.made.takes_back = True

    def prepended(candidate: Candidate) -> None:
        def act(inner: Scope) -> None:
            inner.made.follow(node.prior, inner)
            candidate.act(inner)

        reads = (*candidate.reads, node.prior)
        then = candidate.then
        checked(Candidate(candidate.scope, candidate.origin, candidate.to, act, reads, then))

    moves(node.next, scope, prepended)
    out.add("undo(s)")
