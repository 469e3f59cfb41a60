"""The pot, and what players have, as source."""

from boardless.games.compiler.generic import integer
from boardless.games.compiler.intervals import bounds
from boardless.games.compiler.moving.candidates import Found, moves
from boardless.games.compiler.remembering import effect
from boardless.games.compiler.roles import one_player
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import pots as p

#: Where it is kept what players have, among the numbers of a state.
AMOUNTS = "amount"


def _pot(scope: Scope) -> int:
    return int(scope.made.numbers.place("pot"))


def _amounts(scope: Scope) -> int:
    return int(scope.made.numbers.of_players(AMOUNTS, scope.model.players))


@moves.register
def _(node: p.SetPot, scope: Scope, found: Found) -> None:
    line = f"set_number_of_game(s, POT_SET, 0, {_pot(scope)}, number1)"
    found(effect(line, scope, integer(node.value, scope)))


@integer.register
def _(node: p.Pot, scope: Scope) -> str:
    return f"whole(s.numbers[{_pot(scope)}])"


@moves.register
def _(node: p.Bet, scope: Scope, found: Found) -> None:
    out, bet = scope.out, scope.out.name("bet")
    player = one_player(node.player, node, scope)
    low, high = bounds(node.range, scope, ("0", "0"))
    line = f"set_number_of_player(s, BET_MADE, {_amounts(scope)}, number1, number2)"
    with out.block(f"for {bet} in range({low}, {high} + 1):"):
        found(effect(line, scope, player, bet).followed(node.then))


@integer.register
def _(node: p.AmountOf, scope: Scope) -> str:
    return f"whole(s.numbers[{_amounts(scope)} + seat(s, {one_player(node.player, node, scope)})])"
