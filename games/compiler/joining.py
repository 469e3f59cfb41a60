"""The parts of the template as one module."""

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

PACKAGE = "boardless.games.compiler.template"
#: What stands before the parts: everything that they import from elsewhere.
HEAD = '''\
"""Compiled from a description of a game: start, legal moves, moves, outcome, playouts.

Sites are numbers of cells in the order in which they came on the board, counted from 1; site 0 is
no cell and always empty. The code of cell (i, j, k) is ``i * KINDS + k + j * ROW``: one number, to
which a step adds a constant, and whose low bits spread a compact board evenly over a table. All
arrays that hold sites are unsigned, so that no index is checked for counting from the end.
"""

from typing import NamedTuple

import numpy as np

from boardless.games.runtime import below, kernel, making, mix, whole
from boardless.topo.kernels.arrays import Ints
'''


def joined(parts: Iterable[str], instead: Mapping[str, str]) -> str:
    """Return one module of parts of the template, in this order.

    Parameters
    ----------
    parts : iterable of str
        Their names.
    instead : mapping of str to str
        The source that takes the place of a part, by its name.
    """
    sections = [f"# -- {part}\n\n{(instead.get(part) or body(part)).strip()}\n" for part in parts]
    return "\n\n".join([HEAD, *sections])


@cache
def body(part: str) -> str:
    """Return the source of a part without its docstring and imports."""
    source = (files(PACKAGE) / f"{part}.py").read_text(encoding="utf-8")
    nodes = ast.parse(source).body
    above = [node for node in nodes if isinstance(node, ast.Expr | ast.Import | ast.ImportFrom)]
    return "\n".join(source.split("\n")[above[-1].end_lineno :])
