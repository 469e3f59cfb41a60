"""Translated functions do what the same functions do as plain Python."""

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.jit.compiled import object_code
from boardless.jit.game_runtime import (
    below,
    entry,
    int64,
    kernel,
    lowest_bit,
    making,
    making_entry,
    mix,
)
from boardless.jit.native import NativeModule, compiles
from boardless.jit.sources import parsed
from boardless.jit.values import UntranslatableError

pytestmark = pytest.mark.skipif(not compiles(), reason="nothing is compiled")

SMALL = st.integers(-(2**20), 2**20)


def both(source: str) -> tuple[Any, Any]:
    """Return a module as plain Python and as machine code."""
    names: dict[str, Any] = {
        "np": np, "below": below, "mix": mix, "int64": int64, "lowest_bit": lowest_bit,
        "TABLE": np.array([3, 1, 2], np.uint8), "NEGATIVE": np.array([-5, 7], np.int32),
        "entry": entry, "kernel": kernel, "making": making, "making_entry": making_entry,
        "SETTINGS": (2, 5), "Ints": Any, "Natural": int, "__name__": "plain",
    }  # fmt: skip
    exec(source, names)
    plain: Any = SimpleNamespace(**names)

    return plain, NativeModule(plain, lambda: parsed(source), source)


@pytest.fixture(autouse=True, scope="module")
def kept_apart(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Keep machine code in a folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOARDLESS_CACHE", str(tmp_path_factory.mktemp("code")))
        yield


NUMBERS = """
@kernel
def twice(a: int) -> int:
    return 2 * a

@entry
def arithmetic(a: int, b: int, c: int) -> int:
    total = twice(a) + b * c - (a - b)
    total += a % 7 + b // 7 + c % -5 + a // -3
    if b != 0:
        total += a % b + a // b
    total ^= (a & b) | (c << 3) | (b >> 2)
    total += -a + ~b + abs(c) + min(a, b, c) - max(a, b)
    total += 2**10 + a**2 + (a > b) + (not a)
    return total if 0 <= a < b or c in SETTINGS else int64(total) - 1

@entry
def truths(a: int, b: int) -> bool:
    yes = a > b and b != 0 or a == 3
    no = not yes
    return (yes and a % 2 == 0) or (no and b not in (1, 2, 3))

@entry
def floats(a: int, b: int, x: float) -> float:
    half = a / 2
    found = half + x * b - 1.5
    if found > 3.0 and not b:
        found = 0.5
    return max(found, float(a), x) - min(half, 2.0) + abs(x)

@entry
def loops(a: int, b: int) -> int:
    total = 0
    for n in range(a):
        if n == 5:
            continue
        for m in range(n, b, 2):
            if m > 40:
                break
            total += n * m
            m = 3
        total += m if b > n else 0
    for n in range(b, 0, -3):
        total -= n
    step = b if b > 0 else 1
    for n in range(0, 50, step):
        total += n
    while total > 1000:
        total = total // 2 if total % 3 else total - 7
    for part in (a, b, 3):
        total += part
    return total

@kernel
def swapped(a: int, b: int) -> tuple[int, int]:
    return b, a

@entry
def tuples(a: int, b: int) -> tuple[int, bool, int]:
    x, y = swapped(a, b)
    x, y = y, x
    first = second = x - y
    return x + (5, 7, 9)[b % 3] + (a, b)[a % 2] + first, a > b, second + (-1, 4)[-1]

@entry
def chance(number: int, times: int, end: int) -> int:
    return below(mix(number, times) ^ mix(times, 3), end) + lowest_bit(end | 64)

@entry
def tables(n: int) -> int:
    return TABLE[n % 3] + NEGATIVE[n % 2] - TABLE[-1 - n % 3] + TABLE.shape[0] + len(NEGATIVE)
"""


@pytest.fixture(scope="module")
def numbers() -> tuple[Any, Any]:
    """Return functions of numbers."""
    return both(NUMBERS)


@given(st.data())
def test_functions_of_numbers(numbers: tuple[Any, Any], data: st.DataObject) -> None:
    plain, native = numbers
    name = data.draw(st.sampled_from(["arithmetic", "truths", "loops", "tuples", "tables"]))
    small = name in ("loops", "tables")
    numbers_ = st.integers(0, 60) if small else SMALL
    count = {"arithmetic": 3, "tables": 1}.get(name, 2)
    arguments = [data.draw(numbers_) for _ in range(count)]
    assert getattr(native, name)(*arguments) == getattr(plain, name)(*arguments)


@given(SMALL, SMALL, st.floats(-1e6, 1e6))
def test_floats(numbers: tuple[Any, Any], a: int, b: int, x: float) -> None:
    plain, native = numbers
    assert native.floats(a, b, x) == plain.floats(a, b, x)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40), st.integers(1, 2**31))
def test_random_numbers(numbers: tuple[Any, Any], number: int, times: int, end: int) -> None:
    plain, native = numbers
    assert native.chance(number, times, end) == plain.chance(number, times, end)


ARRAYS = """
@entry
def scattered(values: Ints, places: Ints, grid: Ints) -> int:
    total = 0
    for n in range(places.shape[0]):
        at = int64(places[n])
        values[at] += n + 1
        values[-1] -= 1
        grid[at % grid.shape[0], n % grid.shape[1]] = at - 300
        total += values[at] + grid[-1, 0]
    for value in values:
        total ^= value
    return total

@making
def smallest_first(values: Ints) -> Ints:
    order = np.argsort(values, kind="mergesort")
    return order

@making
def rows(values: Ints, n: int) -> Ints:
    table = np.zeros((n, 3), np.int64)
    some = values[:n].copy()
    for row in range(min(n, some.shape[0])):
        table[row, 0] = row
        table[row, 2] = some[row]
    return table

@making_entry
def sorted_rows(values: Ints, n: int) -> Ints:
    if n == 0:
        return np.zeros((0, 3), np.int64)
    inverse = np.empty(values.shape[0], np.int64)
    order = smallest_first(values)
    again = order[np.argsort(values[order], kind="mergesort")]
    for place in range(again.shape[0]):
        inverse[again[place]] = place
    table = rows(values, n)
    for row in range(min(n, values.shape[0])):
        table[row, 1] = inverse[row]
    full = np.full(3, -4, np.int64)
    table[0, 0] += full[1]
    return table
"""


@given(
    st.lists(st.integers(0, 255), min_size=1, max_size=12),
    st.lists(st.integers(0, 11), max_size=8),
    st.sampled_from([np.int8, np.uint8, np.int32, np.int64]),
)
def test_arrays(values: list[int], places: list[int], dtype: type[np.generic]) -> None:
    results = []
    for module in array_modules():
        one = np.array(values, np.int64)
        index = np.array(places, np.uint32) % len(values)
        grid = np.zeros((2, 3), np.int64).astype(np.int32)
        total = module.scattered(one, index, grid)
        table = module.sorted_rows(np.array(values, np.uint8).astype(np.int64), len(values) // 2)
        results.append((int(total), one.tolist(), grid.tolist(), table.tolist()))
    assert results[0] == results[1]


@cache
def array_modules() -> tuple[Any, Any]:
    """Return functions of arrays, compiled once."""
    return both(ARRAYS)


COPIES = """
@entry
def copy(values: Ints, others: Ints, grid: Ints, first: int, last: int) -> int:
    for n in range(first, last):
        others[n] = values[n]
        grid[1, n] = values[n]
        grid[0, n] = 7
    for n in range(first, last - 1):
        values[n + 1] = values[n]
    return last
"""


@given(st.integers(0, 40), st.integers(0, 40), st.sampled_from([np.int8, np.int32, np.int64]))
def test_copies_of_arrays_may_be_vectors(first: int, last: int, dtype: type[np.generic]) -> None:
    results = []
    for module in copy_modules():
        values, others = np.arange(40, dtype=np.int64), np.zeros(40, np.int64).astype(dtype)
        grid = np.zeros((2, 40), np.int64)
        module.copy(values, others, grid, first, last)
        results.append((values.tolist(), others.tolist(), grid.tolist()))
    assert results[0] == results[1]


@cache
def copy_modules() -> tuple[Any, Any]:
    """Return loops that copy, compiled once."""
    return both(COPIES)


def test_numbers_are_narrowed_as_they_are_stored() -> None:
    _, native = both("""
@entry
def store(values: Ints, number: int) -> int:
    values[0] = number
    return int64(values[0])
""")
    for dtype, stored in ((np.uint8, 44), (np.int8, 44), (np.uint32, 300), (np.int64, 300)):
        assert native.store(np.zeros(1, dtype), 300) == stored
    assert native.store(np.zeros(1, np.int8), 200) == -56


@pytest.mark.parametrize(
    ("kind", "before", "checks"),
    [("Natural", "pass", 0), ("int", "pass", 1), ("Natural", "at = at - 3", 1)],
)
def test_a_natural_index_is_not_checked_unless_it_changes(
    monkeypatch: pytest.MonkeyPatch, kind: str, before: str, checks: int
) -> None:
    texts: list[str] = []

    def noted(text: str, *more: Any) -> bytes:
        texts.append(text)
        return object_code(text, *more)

    monkeypatch.setattr("boardless.jit.compiled.object_code", noted)
    _, native = both(f"""
@entry
def pick(values: Ints, at: {kind}) -> int:
    {before}
    return int64(values[at])
""")
    assert native.pick(np.array([5, 6, 7]), 1) == 6
    (text,) = texts
    assert text.count("icmp slt") == checks


@pytest.mark.parametrize(
    "body",
    ["return [1][a]", "return unknown(a)", "return a.real", "with a:\n        pass\n    return 1"],
)
def test_other_python_is_refused(body: str) -> None:
    _, native = both(f"\n@entry\ndef odd(a: int) -> int:\n    {body}\n")
    with pytest.raises(UntranslatableError):
        native.odd(1)


def test_what_takes_little_stays_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "\n@entry\ndef one(a: int) -> int:\n    return a + 1\n"
    calls: list[int] = []

    def one(a: int) -> int:
        calls.append(a)
        return a + 1

    plain: Any = SimpleNamespace(one=entry(one), SLOTS=6)
    module = NativeModule(plain, lambda: parsed(source), "prompt", bulk=())
    assert (module.SLOTS, module.one(1), calls) == (6, 2, [1])
    monkeypatch.setattr("boardless.jit.native.PATIENCE", -1)
    assert (module.one(2), calls) == (3, [1])
    other = NativeModule(plain, lambda: parsed(source), "prompt", bulk=())
    monkeypatch.undo()
    # Others find it on disk, and use it from the first call on.
    assert (other.one(3), calls) == (4, [1])
