"""Proposals, votes and positions that come again and again, as source."""

from boardless.games.compiler.generic import condition
from boardless.games.compiler.moving.candidates import Found, moves
from boardless.games.compiler.numbers import SPARE
from boardless.games.compiler.remembering import effect
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import votes as v

#: What the place of the decision, and that of the keys, are called among the numbers of a state.
DECIDED, KEYS = "decided", "keys"


def _proposals(scope: Scope) -> int:
    return int(scope.made.numbers.place("proposals", 1 + SPARE))


def _decided(scope: Scope) -> int:
    return int(scope.made.numbers.place(DECIDED, 1, -1))


@moves.register
def _(node: v.Propose, scope: Scope, found: Found) -> None:
    for name in node.names:
        number = scope.made.numbers.name(name)
        line = f"propose(s, {_proposals(scope)}, {SPARE}, {number})"
        found(effect(line, scope).followed(node.then))


@moves.register
def _(node: v.Vote, scope: Scope, found: Found) -> None:
    votes = scope.made.numbers.place("votes", 1 + scope.model.players)
    for name in node.names:
        number = scope.made.numbers.name(name)
        line = f"vote(s, {votes}, {_proposals(scope)}, {_decided(scope)}, {number})"
        found(effect(line, scope).followed(node.then))


@condition.register
def _(node: v.IsProposed, scope: Scope) -> str:
    return f"is_kept(s, {_proposals(scope)}, {scope.made.numbers.name(node.name)})"


@condition.register
def _(node: v.IsDecided, scope: Scope) -> str:
    return f"(s.numbers[{_decided(scope)}] == {scope.made.numbers.name(node.name)})"


@condition.register
def _(node: v.IsCycle, scope: Scope) -> str:
    length = scope.model.players**2
    first = scope.made.numbers.place(KEYS, 3 * length)
    now = scope.last is None and not scope.after
    return f"is_cycle(s, {first}, {length}, {now})"
