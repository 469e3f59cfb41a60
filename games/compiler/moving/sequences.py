"""Rules that are followed one after another, as source: one move does all that they do."""

from collections.abc import Callable

from boardless.games.compiler.generic import condition
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes.sequences import Sequence, While

#: How often a rule is followed in a row before the game is given up.
_MOST = 10_000


@moves.register
def _(node: Sequence, scope: Scope, found: Found) -> None:
    def act(inner: Scope) -> None:
        for rule in node.rules:
            inner.made.follow(rule, inner)

    found(_in_one(node, scope, act))


@moves.register
def _(node: While, scope: Scope, found: Found) -> None:
    def act(inner: Scope) -> None:
        out, left = inner.out, inner.out.name("left")
        queued = out.name("queued")
        out.add(f"{left} = {_MOST}")
        out.add(f"{queued} = whole(s.n[QUEUED])")
        with out.block("while True:"):
            holds = condition(node.condition, inner)
            with out.block(f"if not {holds}:"):
                out.add("break")
            with out.block(f"if {left} == 0 or s.n[LOST] != 0:"):
                out.add("s.n[LOST] = 1")
                out.add("break")
            out.add(f"{left} -= 1")
            inner.made.follow(node.moves, inner)
            # What has been made leaves the queue.
            out.add(f"s.n[QUEUED] = {queued}")

    found(_in_one(node, scope, act))


def _in_one(node: Sequence | While, scope: Scope, act: Callable[[Scope], None]) -> Candidate:
    """Return the move that does what rules do one after another."""
    return Candidate(scope, "NONE", "NONE", act, (node,))
