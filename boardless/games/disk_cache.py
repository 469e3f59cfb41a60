"""A disk cache of derived data about games, kept between runs.

To read a description, lay out its board and write its module takes longer than a playout. A program
that only plays games compiled before imports neither the ludemes nor the compiler.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, TypeVar

import numpy as np

import boardless
from boardless.jit.disk import read_sealed, write_sealed

if TYPE_CHECKING:
    from typing import Any

#: The packages that derive the data.
_PACKAGES = boardless.PACKAGES[: boardless.PACKAGES.index("games") + 1]
T = TypeVar("T")


def cached(what: tuple[object, ...], make: Callable[[], T]) -> T:
    """Return the result of `make`, from the cache if the key and the program are the same.

    The `repr` of the key must contain everything that the value depends on. Values must be
    picklable.
    """
    value: Any = read_cached(what)
    if value is None:
        value = make()
        write_cached(what, value)
    return value  # type: ignore[no-any-return]


def read_cached(what: tuple[object, ...]) -> Any:
    """Return a cached value, or None."""
    content = read_sealed(_name(what))
    return None if content is None else pickle.loads(zlib.decompress(content))


def write_cached(what: tuple[object, ...], value: object) -> None:
    """Cache a value."""
    try:
        content = pickle.dumps(value)
    except RecursionError:
        return  # A tree that is nested too deeply is made again.
    write_sealed(_name(what), zlib.compress(content, 1))


def _name(what: tuple[object, ...]) -> str:
    text = repr((_program(), *what))
    return f"{hashlib.sha256(text.encode(errors='surrogatepass')).hexdigest()[:32]}.kept"


@cache
def _program() -> str:
    """Return a hash of the sources and packages that derived data depend on."""
    program = hashlib.sha256(repr((sys.version, np.__version__)).encode())
    for path in _sources():
        with open(path, "rb") as file:
            program.update(hashlib.sha256(file.read()).digest())
    return program.hexdigest()


def _sources() -> Iterator[str]:
    """Yield the files of the packages in a fixed order."""
    for package in _PACKAGES:
        for folder, inner, files in os.walk(os.path.join(boardless.__path__[0], package)):
            inner.sort()
            yield from (os.path.join(folder, name) for name in sorted(files) if name[-3:] == ".py")
