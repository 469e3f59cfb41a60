"""Dead-code elimination: branches, loops and calls without effect.

The machine code would be the same, but all of it would be translated, and people would read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from boardless.ir.expressions import OPERATIONS, Expression
from boardless.ir.statements import Block, Definition, Do, For, If, Leave, Return, Statement, While

if TYPE_CHECKING:
    from typing import Any

#: Decorators of functions that Python calls: they stay, and all that they use.
_CALLED = ("", "entry", "making_entry", "plain_entry")
#: Numbers and truths of a module by name.
Constants = Mapping[str, float]


def pruned(functions: Iterable[Definition], constants: Constants) -> dict[str, Definition]:
    """Return the remaining functions by name, without uncalled ones."""
    whole = {function.name: function for function in functions}
    done: dict[str, Definition] = {}
    empty: frozenset[str] = frozenset()
    changed = list(whole)
    while changed:
        done |= {name: _pruned(whole[name], constants, empty) for name in changed}
        bodiless = frozenset(name for name, function in done.items() if not function.body)
        changed = [name for name, function in whole.items() if function.names & (bodiless - empty)]
        empty = bodiless
    left = {
        name: function
        for name, function in done.items()
        if function.body or function.mark in _CALLED
    }
    used: set[str] = set()
    waiting = {name for name, function in left.items() if function.mark in _CALLED}
    while waiting:
        used |= waiting
        waiting = {name for at in waiting for name in left[at].names & left.keys()} - used
    return {name: function for name, function in left.items() if name in used}


def _pruned(function: Definition, constants: Constants, empty: frozenset[str]) -> Definition:
    names = function.names
    # A truth is not the number that it equals.
    known = ((n, constants[n], repr(constants[n])) for n in sorted(names & constants.keys()))
    return _left(function, tuple(known), names & empty)


# Games share most functions of the engine, and the constants that these read.
@lru_cache(4096)
def _left(
    function: Definition, known: tuple[tuple[str, float, str], ...], empty: frozenset[str]
) -> Definition:
    constants = {name: value for name, value, _ in known}
    return replace(function, body=_block(function.body, constants, empty))


def _block(block: Block, constants: Constants, empty: frozenset[str]) -> Block:
    done: list[Statement] = []
    for node in block:
        match node:
            case If(test, body, orelse):
                value = constant_of(test, constants)
                body, orelse = _block(body, constants, empty), _block(orelse, constants, empty)
                if not orelse and (value is False or not body):
                    continue
                if value is True and not orelse and isinstance(body[-1], Return):
                    return (*done, *body)
                done.append(If(test, body, orelse))
            case For(name, domain, body):
                body = _block(body, constants, empty)
                if body and constant_of(domain, constants) != range(0):
                    done.append(For(name, domain, body))
            case While(test, body):
                done.append(While(test, _block(body, constants, empty)))
            case Leave("pass"):
                pass
            case Do(call) if call.parts[0] in empty:
                pass
            case _:
                done.append(node)
    return tuple(done)


def constant_of(node: Expression, constants: Constants) -> Any:
    """Return the value of a constant expression, or None."""
    if node.operation in ("constant", "name"):
        return constants.get(str(node.parts[0])) if node.constant is None else node.constant
    parts = [constant_of(part, constants) for part in node.parts if isinstance(part, Expression)]
    if node.operation in ("and", "or"):
        decides = node.operation == "or"
        if any(value is decides for value in parts):
            return decides
        return None if None in parts else not decides
    if None in parts:
        return None
    if node.operation == "list":
        return tuple(parts)
    if node.operation == "call" and node.parts[0] == "range":
        return range(*parts)
    value = OPERATIONS.get(node.operation)
    return None if value is None else value(*parts)
