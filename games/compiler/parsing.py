"""Python's own parser, in one thread at a time: Python 3.11 loses count when several parse."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock

_parsing = Lock()


def parsed(source: str) -> ast.Module:
    """Return the tree of a module."""
    with _parsing:
        return ast.parse(source)


@lru_cache(4096)
def literal(source: str) -> int:
    """Return the whole number, or True or False, that is written somewhere."""
    with _parsing:
        value: int = ast.literal_eval(source)
    return value


def named(node: ast.AST) -> Iterator[ast.Name]:
    """Yield the names in a tree, as `ast.walk` would find them, at half its cost."""
    left = [node]
    while left:
        node = left.pop()
        if isinstance(node, ast.Name):
            yield node
            continue
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                left += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST):
                left.append(part)
