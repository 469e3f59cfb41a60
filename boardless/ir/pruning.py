"""Dead code of the engine, as a pass over nodes: branches, loops and calls that do nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from boardless.ir.statements import Block, Do, For, If, Return, Statement, While

if TYPE_CHECKING:
    from boardless.ir.expressions import Expression
    from boardless.ir.parsing import FunctionNode

_CALLED = {"entry", "making_entry", "plain_entry"}
Constants = Mapping[str, int]


def pruned(functions: Iterable[FunctionNode], constants: Constants) -> list[FunctionNode]:
    """Return functions without what never does anything, and without those that nobody calls."""
    whole = {it.name: it for it in functions}
    done: dict[str, FunctionNode] = {}
    empty: frozenset[str] = frozenset()
    changed = list(whole)
    while changed:
        for name in changed:
            done[name] = replace(whole[name], body=_block(whole[name].body, constants, empty))
        found = frozenset(name for name, it in done.items() if not it.body)
        changed = [name for name, it in whole.items() if it.names & (found - empty)]
        empty = found
    left = {name: it for name, it in done.items() if it.body or _is_called(it)}
    used: set[str] = set()
    waiting = {name for name, it in left.items() if _is_called(it)}
    while waiting:
        used |= waiting
        waiting = {name for at in waiting for name in left[at].names & left.keys()} - used
    return [it for name, it in left.items() if name in used]


def _is_called(function: FunctionNode) -> bool:
    return not function.marks or bool(_CALLED & {*function.marks})


def _block(block: Block, constants: Constants, empty: frozenset[str]) -> Block:
    done: list[Statement] = []
    for node in block:
        match node:
            case If(test, body, orelse):
                value = constant_of(test, constants)
                body, orelse = _block(body, constants, empty), _block(orelse, constants, empty)
                if not orelse and (value is False or not body):
                    continue
                node = If(test, body, orelse)
                if value is True and not orelse and isinstance(body[-1], Return):
                    return (*done, *body)
            case For(name, domain, body):
                body = _block(body, constants, empty)
                if not body or constant_of(domain, constants) == range(0):
                    continue
                node = For(name, domain, body)
            case While(test, body):
                node = While(test, _block(body, constants, empty))
            case Do(call) if call.parts[0] in empty:
                continue
        done.append(node)
    return tuple(done)


def constant_of(node: Expression, constants: Constants) -> object:
    """Return the value of a constant expression, None if it is not constant."""
    if node.operation in ("and", "or"):
        values, decides = (
            [constant_of(part, constants) for part in node.parts],
            node.operation == "or",
        )
        if any(value is decides for value in values):
            return decides
        return not decides if None not in values else None
    if not node.names or not node.names <= constants.keys() or not node.calls <= {"range"}:
        return None
    return eval(node.text, dict(constants))
