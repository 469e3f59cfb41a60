"""Dead-code elimination by the constants of a module.

The machine code would be the same, but all of it would be translated, and people would read it.
Lines go as they are, so the rest is the source of the engine, comments and all.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from boardless.games.compiler.joining import literal, named
from boardless.jit.sources import parsed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeGuard

#: Constants of a module by name.
Constants = Mapping[str, bool | int]
#: Decorators of functions that Python calls: they stay, and all that they use.
_CALLED = {"entry", "making_entry", "plain_entry"}
#: A function of a module, with its marks and without the empty lines after it.
_FUNCTION = re.compile(
    r"^(?P<text>(?:@.*\n)*def (?P<name>\w+)\(.*\n(?:\n*[ )].*\n)*)", re.MULTILINE
)
_WORD = re.compile(r"[^\W\d]\w*")


def pruned(source: str, constants: Constants) -> str:
    """Return a module without branches, loops and calls that never do anything."""
    whole = {match["name"]: match["text"] for match in _FUNCTION.finditer(source)}
    functions: dict[str, PrunedFunction] = {}
    empty: frozenset[str] = frozenset()
    changed = list(whole)
    while changed:
        functions |= {name: _pruned(whole[name], constants, empty) for name in changed}
        found = frozenset(name for name, function in functions.items() if not function.does)
        changed = [name for name, text in whole.items() if _words(text) & (found - empty)]
        empty = found
    left = {name: it for name, it in functions.items() if it.does or it.called}
    used = _used(left)
    return _FUNCTION.sub(lambda at: left[at["name"]].text if at["name"] in used else "", source)


@dataclass(frozen=True)
class PrunedFunction:
    """The rest of a function after dead-code elimination."""

    text: str
    #: Python may call it.
    called: bool
    #: Whether the body has an effect.
    does: bool
    #: The names in it.
    uses: frozenset[str]


def _pruned(text: str, constants: Constants, empty: frozenset[str]) -> PrunedFunction:
    words = _words(text)
    literals = tuple((name, repr(constants[name])) for name in sorted(words & constants.keys()))
    return _pruned_function(text, literals, words & empty)


# Games share most functions of the engine, and the constants that these read.
_REMEMBERED = 4096


@lru_cache(_REMEMBERED)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


@lru_cache(_REMEMBERED)
def _pruned_function(
    text: str, literals: tuple[tuple[str, str], ...], empty: frozenset[str]
) -> PrunedFunction:
    """Prune a function; its text, constants and empty callees decide."""
    constants = {name: literal(value) for name, value in literals}
    while True:
        (function,) = parsed(text).body
        assert isinstance(function, ast.FunctionDef)
        lines = text.split("\n")
        edits = list(_edits(function, lines, constants, empty)) if constants or empty else []
        if not edits:
            break
        # Inner edits come again in the next round; the outer ones decide first.
        last = 0
        rest: list[str] = []
        for first, end, instead in sorted(edits, key=lambda edit: (edit[0], -edit[1])):
            if first >= last:
                rest += lines[last:first] + instead
                last = end
        text = "\n".join(rest + lines[last:])
    used = frozenset(name.id for name in named(function))
    return PrunedFunction(text, _is_called(function), bool(_does(function.body)), used)


#: The lines from one up to another, counted from 0, and their replacement.
Edit = tuple[int, int, list[str]]


def _edits(
    function: ast.FunctionDef, lines: list[str], constants: Constants, empty: frozenset[str]
) -> Iterator[Edit]:
    left: list[ast.stmt] = [function]
    while left:
        node = left.pop()
        for name in ("body", "orelse"):
            block = getattr(node, name, [])
            yield from _in_block(block, lines, constants, empty)
            left += block


def _used(functions: Mapping[str, PrunedFunction]) -> set[str]:
    """Return the names of the functions that Python calls, and of all their callees."""
    used: set[str] = set()
    waiting = {name for name, function in functions.items() if function.called}
    while waiting:
        used |= waiting
        waiting = {name for at in waiting for name in functions[at].uses & functions.keys()} - used
    return used


def _is_called(function: ast.FunctionDef) -> bool:
    """Tell whether Python calls a function; those that are not compiled it always may."""
    marks = {mark.id for mark in function.decorator_list if isinstance(mark, ast.Name)}
    return not marks or bool(marks & _CALLED)


def _first(node: ast.stmt) -> int:
    """Return the line on which a statement begins, counted from 0."""
    marks = getattr(node, "decorator_list", [])
    return int(min([node.lineno, *(mark.lineno for mark in marks)])) - 1


def _end(node: ast.stmt) -> int:
    """Return the line after a statement, counted from 0."""
    return cast("int", node.end_lineno)


def _does(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements that do something."""
    return [
        node
        for node in body
        if not isinstance(node, ast.Pass)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]


def _in_block(
    body: list[ast.stmt], lines: list[str], constants: Constants, empty: frozenset[str]
) -> Iterator[Edit]:
    """Yield the edits of the statements of a block."""
    gone = [node for node in body if _is_idle(node, constants, empty)]
    if gone and len(gone) == len(body):
        yield _first(body[0]), _end(body[-1]), [" " * body[0].col_offset + "pass"]
        return
    for node in gone:
        yield _first(node), _end(node), []
    for node in body:
        if _is_last(node, constants) and not lines[_first(node)].lstrip().startswith("elif"):
            inner = lines[_first(node.body[0]) : _end(node.body[-1])]
            yield _first(node), _end(body[-1]), [line[4:] for line in inner]
            return


def _is_last(node: ast.stmt, constants: Constants) -> TypeGuard[ast.If]:
    """Tell whether a statement is a condition that always holds, and then returns."""
    if not isinstance(node, ast.If) or node.orelse:
        return False
    return isinstance(node.body[-1], ast.Return) and _value(node.test, constants) is True


def _is_idle(node: ast.stmt, constants: Constants, empty: frozenset[str]) -> bool:
    """Tell whether a statement never does anything."""
    if isinstance(node, ast.If):
        idle = not node.orelse and all(_is_idle(inner, constants, empty) for inner in node.body)
        return idle or (not node.orelse and _value(node.test, constants) is False)
    if isinstance(node, ast.For):
        idle = all(_is_idle(inner, constants, empty) for inner in node.body)
        return idle or _value(node.iter, constants) == range(0)
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in empty


def _value(node: ast.expr, constants: Constants) -> object:
    """Return the value of a constant expression, None if it is not constant."""
    if isinstance(node, ast.BoolOp):
        values = [_value(part, constants) for part in node.values]
        decides = isinstance(node.op, ast.Or)
        if any(value is decides for value in values):
            return decides
        return not decides if None not in values else None
    used = list(named(node))
    if not used or any(name.id not in constants and name.id != "range" for name in used):
        return None
    return cast("object", eval(compile(ast.Expression(node), "constants", "eval"), dict(constants)))
