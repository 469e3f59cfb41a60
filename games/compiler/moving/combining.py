"""Rules made of other rules, as source."""

from boardless.games.compiler.generic import condition
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.sharing import find
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import moves as m


@moves.register(m.MovesOr)
@moves.register(m.MovesAnd)
def _(node: m.MovesOr | m.MovesAnd, scope: Scope, found: Found) -> None:
    for rule in node.rules:
        find(rule, scope, lambda candidate: found(candidate.followed(node.then)))


@moves.register
def _(node: m.MovesIf, scope: Scope, found: Found) -> None:
    def followed(candidate: Candidate) -> None:
        found(candidate.followed(node.then))

    with scope.out.block(f"if {condition(node.condition, scope.alone())}:"):
        scope.out.add("pass")
        find(node.moves, scope, followed)
    if node.otherwise is not None:
        with scope.out.block("else:"):
            scope.out.add("pass")
            find(node.otherwise, scope, followed)


@moves.register
def _(node: m.MovesApplied, scope: Scope, found: Found) -> None:
    test = "True" if node.if_ is None else condition(node.if_, scope)
    with scope.out.block(f"if {test}:"):
        scope.out.add("pass")
        moves(node.moves, scope, found)


@moves.register
def _(node: m.Priority, scope: Scope, found: Found) -> None:
    out = scope.out
    any_ = out.name("any")
    out.add(f"{any_} = False")

    def noted(candidate: Candidate) -> None:
        candidate.scope.out.add(f"{any_} = True")
        found(candidate.followed(node.then))

    for n, rule in enumerate(node.rules):
        if n == 0:
            find(rule, scope, noted)
        else:
            with out.block(f"if not {any_}:"):
                out.add("pass")
                find(rule, scope, noted)
