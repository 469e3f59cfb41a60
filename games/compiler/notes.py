"""What players are told, as source."""

from boardless.games.compiler.moving.candidates import Found, moves
from boardless.games.compiler.remembering import effect
from boardless.games.compiler.roles import one_player
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes.kinds import Role
from boardless.games.ludemes.notes import Note


@moves.register
def _(node: Note, scope: Scope, found: Found) -> None:
    out, to = scope.out, scope.out.name("player")
    about = "0" if node.player is None else one_player(node.player, node, scope)
    line = f"tell(s, {scope.made.numbers.name(node.message)}, number1, number2)"
    if node.to in (None, Role.ALL):
        with out.block(f"for {to} in range(1, PLAYERS + 1):"):
            found(effect(line, scope, about, to))
        return
    assert node.to is not None
    out.add(f"{to} = {one_player(node.to, node, scope)}")
    with out.block(f"if 0 < {to} <= PLAYERS:"):
        found(effect(line, scope, about, to))
