"""The moves of the pieces of a player, as source."""

from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m
from boardless.games.ludemes.kinds import Role


@moves.register
def _(node: m.ForEachPiece, scope: Scope, found: Found) -> None:
    model, out = scope.model, scope.out
    role = node.role or Role.MOVER
    groups: dict[k.Moves, list[int]] = {}
    for number, piece in enumerate(model.components, 1):
        rule = node.moves or model.moves_of(number)
        if rule is None or (node.names is not None and not _named(piece.name, node.names)):
            continue
        groups.setdefault(rule, []).append(number)
    at, what = out.name("x"), out.name("piece")

    def followed(candidate: Candidate) -> None:
        found(candidate.followed(node.then))

    owner = f"s.who[{at}] == {scope.player(role, node)}" if role is not Role.ALL else "True"
    with (
        out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
        out.block(f"if s.what[{at}] != 0 and {owner}:"),
    ):
        out.add(f"{what} = whole(s.what[{at}])")
        for rule, numbers in groups.items():
            test = " or ".join(f"{what} == {number}" for number in numbers)
            if len(numbers) == len(model.components):
                test = "True"
            with out.block(f"if {test}:"):
                out.add("pass")
                moves(rule, scope.binding(origin=at), followed)


def _named(name: str, names: tuple[str, ...]) -> bool:
    """Tell whether a component has one of the names, with or without its owner's number."""
    return any(name == one or name.rstrip("0123456789") == one for one in names)
