"""Lists of players, and rules for each of them, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.moving.candidates import Found, moves
from boardless.games.compiler.roles import is_meant, is_of_team
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.several import each_integer
from boardless.games.ludemes.kinds import Role
from boardless.games.ludemes.players import ForEachOfPlayers, PlayersOf

#: From which player to which a role is looked for: all are those of Ludii's list, too.
_LOW = {Role.ALL: "0", Role.NON_MOVER: "0"}
_HIGH = {Role.ALL: "PLAYERS + 2"}
_ROLES = (Role.ALL, Role.ENEMY, Role.FRIEND, Role.NON_MOVER)


@each_integer.register
@contextmanager
def _(node: PlayersOf, scope: Scope) -> Iterator[str]:
    role, out = node.role, scope.out
    if role not in _ROLES and not is_of_team(role):
        node.reject(f"expected Team1, ..., Team16 or one of {', '.join(map(str, _ROLES))}")
    inner = scope
    if node.of is not None:
        of = out.name("of")
        out.add(f"{of} = {integer(node.of, scope)}")
        inner = scope.binding(mover=of)
    player = out.name("player")
    low, high = _LOW.get(role, "1"), _HIGH.get(role, "PLAYERS + 1")
    with out.block(f"for {player} in range({low}, {high}):"):
        meant = f"{player} != {scope.mover}"
        if role is not Role.NON_MOVER:
            meant = is_meant(role, player, inner, node)
        with out.block(f"if {meant}:"):
            holds = "True"
            if node.if_ is not None:
                holds = condition(node.if_, scope.binding(player_=player))
            with out.block(f"if {holds}:"):
                yield player


@moves.register
def _(node: ForEachOfPlayers, scope: Scope, found: Found) -> None:
    with each_integer(node.players, scope) as player:
        moves(
            node.moves,
            scope.binding(player_=player),
            lambda candidate: found(candidate.followed(node.then)),
        )
