"""Moves that put, take and name pieces where they stand, as source."""

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.model import player_of
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.walking import applied, starts
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import moves as m
from boardless.games.ludemes.kinds import Role


@moves.register
def _(node: m.Add, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        applied(node.to.apply, scope)
        scope.out.add(f"add_to(s, site, {component(node, scope)}, 1)")

    reads = tuple(part for part in (node.to.apply, node.piece) if part is not None)
    with each(node.to.target, scope) as to:
        inner = scope.binding(to=to)
        allowed = "True" if node.to.if_ is None else condition(node.to.if_, inner)
        with scope.out.block(f"if {allowed}:"):
            found(Candidate(inner, to, to, act, reads).followed(node.then))


def component(node: m.Add, scope: Scope) -> str:
    """Return the source of the component that is added."""
    piece, model = node.piece, scope.model
    if piece is None:
        first = [model.first_component(player, node) for player in range(1, model.players + 1)]
        return f"({', '.join(map(str, first))},)[{scope.mover} - 1]"
    if isinstance(piece.component, str):
        role = piece.role
        if role in (Role.MOVER, Role.NEXT):
            player = scope.player(role, piece)
            numbers = [
                model.component(piece.component, piece, owner)
                for owner in range(1, model.players + 1)
            ]
            return f"({', '.join(map(str, numbers))},)[{player} - 1]"
        return str(model.component(piece.component, piece, player_of(role) if role else None))
    return integer(piece.component, scope)


@moves.register
def _(node: m.FromTo, scope: Scope, found: Found) -> None:
    if node.copy:
        node.reject("copies are read, but cannot be compiled beside other effects yet")

    def act(scope: Scope) -> None:
        applied(node.to.apply, scope)
        scope.out.add("move_to(s, origin, site)")

    reads = () if node.to.apply is None else (node.to.apply,)

    def write(scope: Scope, origin: str) -> None:
        with (
            scope.out.block(f"if s.what[{origin}] != 0:"),
            each(node.to.target, scope, hands=True) as to,
        ):
            inner = scope.binding(to=to)
            allowed = "True" if node.to.if_ is None else condition(node.to.if_, inner)
            with scope.out.block(f"if {allowed}:"):
                found(Candidate(inner, origin, to, act, reads).followed(node.then))

    starts(node.from_, scope, write)


@moves.register
def _(node: m.Remove, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        scope.out.add("remove_from(s, site)")

    with each(node.region, scope, hands=True) as at, scope.out.block(f"if s.what[{at}] != 0:"):
        found(Candidate(scope.binding(to=at), at, at, act).followed(node.then))


@moves.register
def _(node: m.Select, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        scope.out.add("select(s, origin, site)")

    def write(scope: Scope, origin: str) -> None:
        if node.to is None:
            found(Candidate(scope, origin, origin, act).followed(node.then))
            return
        with each(node.to.target, scope, hands=True) as to:
            inner = scope.binding(to=to)
            allowed = "True" if node.to.if_ is None else condition(node.to.if_, inner)
            with scope.out.block(f"if {allowed}:"):
                found(Candidate(inner, origin, to, act).followed(node.then))

    starts(node.from_, scope.binding(to=scope.to), write)


@moves.register
def _(node: m.MoveAgain, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        scope.out.add(f"set_next(s, {scope.mover})")

    found(Candidate(scope, "NONE", "NONE", act).followed(node.then))
