"""Positions that come up again, as source."""

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes.repetition import IsRepeated


@condition.register
def _(node: IsRepeated, scope: Scope) -> str:
    # What undoes moves is written down with the keys of all positions.
    scope.made.takes_back = True
    return f"is_repeated(s, {integer(node.times, scope)})"
