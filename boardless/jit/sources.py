"""Functions of kernels as syntax trees, and the names that they may use."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock
from types import FunctionType
from typing import Any

import numpy as np

from boardless.jit.values import BOOL, FLOAT, INT, NOTHING, Several, Type

_parsing = Lock()


def parsed(source: str) -> ast.Module:
    """Return the tree of a module; Python's parser is not safe in threads."""
    with _parsing:
        return ast.parse(source)


@dataclass(frozen=True, eq=False)
class Names:
    """The names of a module: its functions as syntax trees, and the values of all names."""

    functions: Mapping[str, ast.FunctionDef]
    values: Mapping[str, Any]

    @classmethod
    def of(cls, tree: ast.Module, values: Mapping[str, Any]) -> Names:
        """Return the names of a module."""
        return cls(
            {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}, values
        )

    def find(self, name: str) -> NamedFunction | None:
        """Return the function with a name, which may belong to another module."""
        if name in self.functions:
            return NamedFunction(self, self.functions[name])
        value = self.values.get(name)
        function = getattr(value, "__wrapped__", value)
        if not isinstance(function, FunctionType):
            return None
        ours = function.__module__.partition(".")[0] == __package__.partition(".")[0]
        return named_of(function) if ours and not self.is_foreign(name) else None

    def is_foreign(self, name: str) -> bool:
        """Return True if a name is a function of Numba's."""
        return hasattr(self.values.get(name), "targetoptions")


@dataclass(frozen=True, eq=False)
class NamedFunction:
    """A function, and the names that it may use."""

    names: Names
    node: ast.FunctionDef


@cache
def _names_of(module: str) -> Names:
    loaded = sys.modules[module]
    return Names.of(parsed(inspect.getsource(loaded)), vars(loaded))


def named_of(function: Callable[..., Any]) -> NamedFunction:
    """Return the syntax tree of a function of this program, and the names that it may use."""
    names = _names_of(function.__module__)
    return NamedFunction(names, names.functions[function.__name__])


#: Functions of arrays that NumPy has, in the part of Python that is translated.
PRELUDE = '''
def _copied(values: Ints) -> Ints:
    """Return a copy of a row."""
    found = np.empty_like(values)
    for n in range(values.shape[0]):
        found[n] = values[n]
    return found


def _written(values: Ints, others: Ints) -> None:
    """Write the values of a row to another."""
    for n in range(values.shape[0]):
        values[n] = others[n]


def _filled_with(values: Ints, value: int) -> None:
    """Write an integer to all places of a row."""
    for n in range(values.shape[0]):
        values[n] = value


def _filled_with_float(values: Floats, value: float) -> None:
    """Write a float to all places of a row."""
    for n in range(values.shape[0]):
        values[n] = value


def _taken(values: Ints, index: Ints) -> Ints:
    """Return the values at some places."""
    found = np.empty_like(index)
    for n in range(index.shape[0]):
        found[n] = values[index[n]]
    return found


def _sorted_places(values: Ints) -> Ints:
    """Return the places of values in ascending order, equal ones as they come (merge sort)."""
    count = values.shape[0]
    order = np.empty(count, np.int64)
    other = np.empty(count, np.int64)
    # Runs of 16 by insertion.
    for n in range(count):
        at = n
        while at % 16 != 0 and values[order[at - 1]] > values[n]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = n
    width = 16
    while width < count:
        for first in range(0, count, 2 * width):
            left = first
            middle = min(first + width, count)
            right = middle
            end = min(first + 2 * width, count)
            for to in range(first, end):
                if right == end or (left < middle and values[order[left]] <= values[order[right]]):
                    other[to] = order[left]
                    left += 1
                else:
                    other[to] = order[right]
                    right += 1
        for n in range(count):
            order[n] = other[n]
        width *= 2
    return order
'''


def of_prelude(name: str) -> NamedFunction:
    """Return a function of `PRELUDE`."""
    names = _prelude()
    return NamedFunction(names, names.functions[name])


@cache
def _prelude() -> Names:
    return Names.of(parsed(PRELUDE), {"np": np})


def decorators(node: ast.FunctionDef) -> set[str]:
    """Return the names of the decorators of a function."""
    return {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}


#: The types of numbers by their annotations.
SCALARS: dict[str, Type] = {"int": INT, "Natural": INT, "bool": BOOL, "float": FLOAT}


def annotated(node: ast.expr | None) -> Type | None:
    """Return the type in an annotation, or None for arrays and named tuples."""
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return NOTHING
    if isinstance(node, ast.Name):
        return SCALARS.get(node.id)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
        parts = [annotated(part) for part in node.slice.elts]
        types = tuple(part for part in parts if part is not None)
        return Several(types) if len(types) == len(parts) else None
    return None
