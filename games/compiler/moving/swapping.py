"""Players and pieces that trade places, as source."""

from boardless.games.compiler.generic import site
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.roles import one_player
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import swaps as w
from boardless.games.ludemes.kinds import Role


@moves.register
def _(node: w.Swap, scope: Scope, found: Found) -> None:
    first, second = node.first, node.second
    if node.what is w.Swapped.PLAYERS:
        assert first is not None
        assert second is not None
        numbers = (one_player(first, node, scope), one_player(second, node, scope))

        def trade(inner: Scope) -> None:
            inner.out.add("swap_players(s, number1, number2)")

        found(Candidate(scope, "NONE", "NONE", trade, numbers=numbers).followed(node.then))
        return
    assert not isinstance(first, Role)
    assert not isinstance(second, Role)
    origin, to = scope.out.name("x"), scope.out.name("x")
    scope.out.add(f"{origin} = {site(first or i.LastFrom(), scope)}")
    scope.out.add(f"{to} = {site(second or i.LastTo(), scope)}")

    def act(inner: Scope) -> None:
        inner.out.add("swap_pieces(s, origin, site)")

    with scope.out.block(f"if {origin} != NONE and {to} != NONE:"):
        found(Candidate(scope, origin, to, act).followed(node.then))
