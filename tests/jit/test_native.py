"""Kernels answer at once, compiled where that takes long, whatever arrays they are given."""

import copy
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from boardless.jit import native
from boardless.jit.arrays import Floats, Ints, by_address
from boardless.jit.compiled import QUICK, Compiled
from boardless.jit.native import compiles, jit
from boardless.jit.sources import NamedFunction, Names, parsed

pytestmark = pytest.mark.skipif(not compiles(), reason="nothing is compiled")


def total(numbers: Ints) -> int:
    """Return the sum of some numbers."""
    found = 0
    for number in numbers:
        found += number
    return found


def is_compiled(kernel: Any) -> bool:
    """Tell whether a kernel has machine code in memory."""
    return bool(kernel._compiled._done)


@pytest.fixture(autouse=True)
def kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is compiled in a folder of its own."""
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))


def test_what_takes_little_is_not_compiled() -> None:
    kernel: Any = jit(total)
    assert [kernel(np.arange(4)) for _ in range(3)] == [6, 6, 6]
    assert not is_compiled(kernel)


@pytest.mark.parametrize(("limit", "calls"), [("SMALL", 1), ("PATIENCE", 2)])
def test_what_takes_much_is_compiled(
    limit: str, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, limit, 0)
    kernel: Any = jit(total)
    assert [kernel(np.arange(4)) for _ in range(calls)] == [6] * calls
    assert is_compiled(kernel)


def test_others_find_it_on_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(native, "SMALL", -1)
        assert jit(total)(np.arange(4)) == 6
    other: Any = jit(total)
    # They use it from the first call on.
    assert other(np.arange(4)) == 6
    assert is_compiled(other)


@jit
def total_of(tables: tuple[Ints, Ints]) -> int:
    """Return the sum of the numbers of two arrays."""
    return sum_of(tables[0]) + sum_of(tables[1])


@jit
def sum_of(numbers: Ints) -> int:
    """Return the sum of some numbers."""
    found = 0
    for n in range(len(numbers)):
        found += numbers[n]
    return found


def test_arrays_in_tuples_are_not_small_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "SMALL", 6)
    kernel: Any = jit(total_of.__wrapped__)  # type: ignore[attr-defined]
    assert kernel((np.arange(3), np.arange(3))) == 6
    assert not is_compiled(kernel)
    assert kernel((np.arange(4), np.arange(3, dtype=np.uint8))) == 9
    assert is_compiled(kernel)


@jit
def spread(values: Floats, marks: np.ndarray[Any, Any], most: float) -> tuple[Floats, float, bool]:
    """Mark the values above one; return them doubled, their mean, and whether any is marked."""
    doubled = np.zeros(values.shape[0])
    mean, some = 0.0, False
    for n in range(values.shape[0]):
        doubled[n] = 2.0 * values[n]
        mean += values[n] / values.shape[0]
        marks[n] = values[n] > most
        some = some or marks[n]
    return doubled, mean, some


def test_results_of_several_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "SMALL", -1)
    marks = np.zeros(3, np.bool_)
    doubled, mean, some = spread(np.array([1.0, 2.0, 6.0]), marks, 1.5)
    assert (doubled.tolist(), mean, some) == ([2.0, 4.0, 12.0], 3.0, True)
    assert marks.tolist() == [False, True, True]


def test_scattered_arrays_are_read_and_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "SMALL", -1)
    marks = np.zeros((3, 2), np.bool_)
    grid = np.array([[1.0, 9.0], [2.0, 9.0], [6.0, 9.0]])
    assert spread(grid[:, 0], marks[:, 1], 1.5)[1] == 3.0
    assert marks.tolist() == [[False, False], [False, True], [False, True]]


@by_address
class Inner(NamedTuple):
    width: int
    wide: bool
    weight: float


@by_address
class Pair(NamedTuple):
    t: Inner
    one: Ints
    other: Ints


@jit
def weighed(pair: Pair) -> float:
    """Return the weighted sum of two arrays."""
    found = 0
    for n in range(pair.t.width):
        found += pair.one[n] + (pair.other[n] if pair.t.wide else 0)
    return pair.t.weight * found


def test_named_tuples_go_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "SMALL", -1)
    inner = Inner(2, True, 0.5)
    pair = Pair(inner, np.arange(3), np.arange(3, dtype=np.uint8))
    assert weighed(pair) == 1.0
    pair.one[0] = 10
    assert weighed(pair) == 6.0
    for twin in (copy.deepcopy(pair), pair._replace(one=np.zeros(3, np.int64))):
        twin.other[0] = 100
        assert (weighed(twin), weighed(pair)) in {(56.0, 6.0), (50.5, 56.0)}
        twin.other[0] = 0


numba_function: Any = numba.njit(lambda pair, number: pair.one[number] + pair.other.sum())
numba_weight: Any = numba.njit(lambda pair, yes: 0.5 if yes else pair.one[0] / 4)

FOREIGN = """
def call(pair: Pair, number: int) -> float:
    return numba_function(pair, number) + numba_weight(pair, number == 1)
"""


@by_address
class Flat(NamedTuple):
    one: Ints
    other: Ints


def test_functions_of_numba_are_called() -> None:
    names: dict[str, Any] = {
        "numba_function": numba_function, "numba_weight": numba_weight, "Pair": Flat, "Flat": Flat,
    }  # fmt: skip
    exec(FOREIGN, names)

    def named() -> NamedFunction:
        it = Names.of(parsed(FOREIGN), names)
        return NamedFunction(it, it.functions["call"])

    flat = Flat(np.arange(5, 9), np.ones((2, 3), np.int32))
    for _ in range(2):
        # The second time it is read from the disk.
        kernel = Compiled(names["call"], named, lambda: "foreign", QUICK)
        assert [kernel(flat, n) for n in range(2)] == [11 + 1.25, 12 + 0.5]
