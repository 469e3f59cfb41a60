"""Which counters of the engine the rules of a game read, told from the source they are compiled to.

What a rule reads is what its code reads, whatever ludeme it was made from.
"""

import ast
from collections.abc import Iterable
from functools import lru_cache

from boardless.games.compiler.parsing import parsed

#: Functions that keep the counters that they read: nothing follows from these but their own value.
_KEEP = frozenset((
    "next_is_stuck", "set_stuck", "stop_when_long", "stop_when_all_pass", "begin_attempt", "mark",
    "undo", "note", "log_action", "is_repeated", "change_number", "enqueue",
))  # fmt: skip
#: Functions for which it matters who moved before and how often only where a move lets its player
#: go on.
_OF_LONG_TURNS = ("end_attempt", "everyone_passed", "count_pass")


def counters_read(source: str, roots: Iterable[str]) -> frozenset[str]:
    """Return the counters that some functions of a module and all that they call may read.

    Parameters
    ----------
    source : str
        A compiled game, ``game.source``.
    roots : iterable of str
        Where to begin: names of functions; one that is not there reads nothing.
    """
    functions = _functions(source)
    goes_on = "set_next" in functions
    waiting, seen, read = list(roots), set[str](), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in functions:
            continue
        seen.add(name)
        nodes = list(ast.walk(functions[name]))
        waiting += [node.id for node in nodes if isinstance(node, ast.Name)]
        if name not in _KEEP and (goes_on or name not in _OF_LONG_TURNS):
            read.update(filter(None, map(_counter, nodes)))
    return frozenset(read)


def acting(source: str) -> list[str]:
    """Return the names of the functions in which moves act, before what follows from them."""
    return [name for name in _functions(source) if name.startswith("act_")]


# Of one module several things are asked.
@lru_cache(2)
def _functions(source: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in parsed(source).body if isinstance(node, ast.FunctionDef)}


def _counter(node: ast.AST) -> str | None:
    """Return which counter an expression ``s.n[NAME]`` reads, None if it reads none."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)):
        return None
    of, which = node.value, node.slice
    counters = isinstance(of, ast.Attribute) and of.attr == "n" and isinstance(which, ast.Name)
    return which.id if counters and isinstance(which, ast.Name) else None
