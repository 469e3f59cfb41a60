"""Reads of rules: distance from the target, numbers of sites, counters of the engine."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from boardless.games.compiler.joining import parsed
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes.kinds import Region
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.logic import IsIn

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Functions that keep the counters that they read: nothing follows from these but their own value.
_KEEP = frozenset((
    "next_is_stuck", "set_stuck", "stop_when_long", "stop_when_all_pass", "begin_attempt", "mark",
    "undo", "note", "log_action", "is_repeated", "change_number", "enqueue",
))  # fmt: skip
#: Functions for which it matters who moved before and how often only where a move lets its player
#: go on.
_OF_LONG_TURNS = ("end_attempt", "everyone_passed", "count_pass")


def counters_read(source: str, roots: Iterable[str]) -> frozenset[str]:
    """Return the counters that functions of a module, and their callees, may read."""
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
    """Return the names of the functions that make moves, without consequences."""
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


#: A rule that reads further than the adjacent sites is searched for again at every move.
NEAR = 1


def uses_numbers(node: object, as_site: bool = False) -> bool:
    """Tell whether a ludeme depends on the numbers of sites, which may change as a board grows.

    `as_site`: an integer stands for a site, so that a number names another site then, ``(to)`` does
    not.
    """
    if isinstance(node, Constant):
        return as_site
    if isinstance(node, tuple):
        return any(uses_numbers(part, as_site) for part in node)
    if not isinstance(node, Ludeme):
        return False
    if node.facts.place and not as_site:
        return True
    sites = {"at", "of", "site", "sites", "where"}
    if isinstance(node, IsIn) and isinstance(node.among, Region):
        sites.add("value")
    return any(uses_numbers(value, name in sites) for name, value in vars(node).items())
