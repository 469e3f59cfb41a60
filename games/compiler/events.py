"""Events as source: whether one has happened to a player is a number of the state."""

from boardless.games.compiler.generic import condition
from boardless.games.compiler.moving.candidates import Found, moves
from boardless.games.compiler.remembering import effect
from boardless.games.compiler.roles import one_player
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import events as e


def _place(scope: Scope) -> int:
    return int(scope.made.numbers.of_players("triggered", scope.model.players))


@moves.register
def _(node: e.Trigger, scope: Scope, found: Found) -> None:
    numbers = scope.made.numbers
    player = one_player(node.player, node, scope)
    line = f"trigger(s, {_place(scope)}, {numbers.name(node.event)}, number1)"
    found(effect(line, scope, player).followed(node.then))


@condition.register
def _(node: e.IsTriggered, scope: Scope) -> str:
    player = scope.out.name("player")
    scope.out.add(f"{player} = {one_player(node.player, node, scope)}")
    active = f"0 < {player} <= PLAYERS and s.rank[{player}] == 0"
    return f"({active} and s.numbers[{_place(scope)} + {player}] != 0)"
