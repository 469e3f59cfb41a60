"""The components that moves put down, as source."""

from boardless.games.compiler.generic import integer
from boardless.games.compiler.model import Model, player_of
from boardless.games.compiler.scope import Scope
from boardless.games.language.errors import LudemeError
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m
from boardless.games.ludemes.kinds import Role


def component(piece: m.MovedPiece | None, scope: Scope, ludeme: Ludeme) -> str:
    """Return the source of the one component that is meant; the mover's first if none is said."""
    if piece is None:
        model = scope.model
        first = [model.first_component(player, ludeme) for player in range(1, model.players + 1)]
        return _of_player(first, scope.mover)
    return components(piece, piece.role, scope)[0]


def components(piece: m.MovedPiece, role: Role | None, scope: Scope) -> list[str]:
    """Return the sources of the components that are meant, those of a role where one is given."""
    named = piece.several or (piece.component,)
    return [_component(each, role or piece.role, piece, scope) for each in named]


def _component(
    named: str | k.Integer | None, role: Role | None, piece: m.MovedPiece, scope: Scope
) -> str:
    if named is None:
        piece.reject("expected the component by its name or number")
    if isinstance(named, k.Integer):
        return _numbered(named, scope)
    if role is None or player_of(role):
        return str(scope.model.component(named, piece, player_of(role) if role else None))
    if role in (Role.NEUTRAL, Role.SHARED):
        return str(scope.model.component(named, piece, 0))
    model = scope.model
    owners = range(1, model.players + 1)
    numbers = [_known(named, owner, piece, model) for owner in owners]
    if max(numbers) == 0:
        model.component(named, piece, 1)
    return _of_player(numbers, scope.player(role, piece))


def _numbered(number: k.Integer, scope: Scope) -> str:
    """Return the source of a component by its number, 0 for one that there is not."""
    count, known = len(scope.model.components), number.constant
    if known is not None:
        if known > count:
            number.reject(f"components are numbered 1 to {count}")
        return str(max(known, 0))
    made = scope.out.name("component")
    scope.out.add(f"{made} = {integer(number, scope)}")
    return f"({made} if 0 <= {made} <= {count} else 0)"


def _known(name: str, owner: int, piece: m.MovedPiece, model: Model) -> int:
    """Return the component of a player; 0 for who has none of the name."""
    try:
        return model.component(name, piece, owner)
    except LudemeError:
        return 0


def _of_player(numbers: list[int], player: str) -> str:
    """Return the source of the entry of a player."""
    if len(set(numbers)) == 1:
        return str(numbers[0])
    return f"({', '.join(map(str, numbers))},)[{player} - 1]"
