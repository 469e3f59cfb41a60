"""Pieces that flip from one of two states to the other, as source."""

from boardless.games.compiler.generic import site
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes.flipping import Flip
from boardless.games.ludemes.pieces import Flips


@moves.register
def _(node: Flip, scope: Scope, found: Found) -> None:
    if scope.model.stacking:
        node.reject("pieces that lie one upon another cannot be flipped yet")
    out = scope.out
    at, what, state = out.name("x"), out.name("piece"), out.name("state")
    pairs = [-1, -1]
    for item in scope.model.items:
        flips = getattr(item, "flips", None)
        pairs += [flips.first, flips.second] if isinstance(flips, Flips) else [-1, -1]
    table = scope.constant("FLIPS", pairs)
    out.add(f"{at} = {site(node.at, scope)}")
    out.add(f"{what} = 2 * whole(s.what[{at}])")

    def act(inner: Scope) -> None:
        inner.out.add("set_state(s, site, number1)")

    with out.block(f"if {table}[{what}] >= 0:"):
        out.add(f"{state} = whole(s.fields[STATES, {at}])")
        with out.block(f"if {state} == {table}[{what}]:"):
            out.add(f"{state} = whole({table}[{what} + 1])")
        with out.block(f"elif {state} == {table}[{what} + 1]:"):
            out.add(f"{state} = whole({table}[{what}])")
        found(Candidate(scope, at, at, act, numbers=(state,)).followed(node.then))
