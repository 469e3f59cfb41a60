"""The parts of the engine as one module, bound to a game: its tables are constants there."""

from __future__ import annotations

import ast
import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from boardless.jit.sources import parsed, parsed_expression
from boardless.state.engine.tables import NOWHERE, ROW

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from boardless.state.engine.tables import Tables

PACKAGE = "boardless.state.engine"
#: The text before the parts: all of their imports.
HEAD = '''\
"""Compiled from a description of a game: start, legal moves, moves, outcome, playouts.

Sites are numbers counted from 1, those of the hands before the cells of the board, which come in
the order in which they were added; site 0 is none and always empty. The code of cell (i, j, k) is
``i * KINDS + k + j * ROW``: one number, to which a step adds a constant, and whose low bits spread
a compact board evenly over a table. All arrays that hold sites are unsigned, so that no index is
checked for counting from the end.
"""

from typing import NamedTuple

import numpy as np

from boardless.jit.game_runtime import (
    below,
    entry,
    kernel,
    lowest_bit,
    making,
    making_entry,
    mix,
    plain_entry,
    routine,
    int64,
)
from boardless.jit.arrays import Ints
from boardless.jit.named_tuples import by_address
'''
#: An entry of the tables in the engine.
_ENTRY = re.compile(r"\b(?:s\.)?t\.([a-z_]+)\b")
#: The tables as an argument, which constants need not be.
_HANDED = re.compile(r"t: Tables, | *t: Tables\n| *t=t,\n")


def joined(parts: Iterable[str], instead: Mapping[str, str]) -> str:
    """Return one module of engine parts in order; `instead` has the source of replaced ones."""
    head = HEAD
    if any("bits_set(" in source for source in instead.values()):
        # Rules as bits need two functions more.
        head = head.replace("    entry,\n", "    bits_set,\n    entry,\n")
        head = head.replace("    routine,\n", "    rotated,\n    routine,\n")
    return "\n\n".join([head, *(section(part, instead.get(part, "")) for part in parts)])


def section(part: str, instead: str = "") -> str:
    """Return a part of the engine, or its replacement, under its name."""
    return f"# -- {part}\n\n{(instead or body(part)).strip()}\n"


@cache
def body(part: str, package: str = PACKAGE) -> str:
    """Return the source of a part without docstring and imports, tables being constants."""
    source = (files(package) / f"{part}.py").read_text(encoding="utf-8")
    nodes = parsed(source).body
    above = [node for node in nodes if isinstance(node, ast.Expr | ast.Import | ast.ImportFrom)]
    own = "\n".join(source.split("\n")[above[-1].end_lineno :])
    return _ENTRY.sub(lambda entry: entry[1].upper(), _HANDED.sub("", own))


def constants(t: Tables, features: Mapping[str, bool]) -> str:
    """Return tables and features as the source of constants."""
    values = {name.upper(): value for name, value in t._asdict().items()}
    lines = [f"{name} = {_literal(value)}" for name, value in values.items()]
    lines += [f"{name} = {value}" for name, value in (("ROW", ROW), ("NOWHERE", NOWHERE))]
    return "\n".join(lines + [f"{name} = {value}" for name, value in features.items()]) + "\n"


def _literal(value: object) -> str:
    if not isinstance(value, np.ndarray):
        return str(value)
    if not value.size:
        return f"np.zeros({value.shape}, dtype=np.{value.dtype})"
    return f"np.array({value.tolist()}, dtype=np.{value.dtype})"


@lru_cache(4096)
def literal(source: str) -> int:
    """Return the integer or truth of a literal."""
    value: int = ast.literal_eval(parsed_expression(source))
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
