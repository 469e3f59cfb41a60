"""Kernels answer at once, compiled where that takes long; types of calls are worked out once."""

from operator import add
from typing import Any
from weakref import WeakKeyDictionary

import numba
import numpy as np
import pytest
from numba.core import config
from numba.extending import overload

from boardless.jit import dispatch
from boardless.jit.arrays import Ints
from boardless.jit.dispatch import call_types_remembered
from boardless.jit.kernel import compiled, jit

pytestmark = pytest.mark.skipif(config.DISABLE_JIT == 1, reason="nothing is compiled")


def total(numbers: Ints) -> int:
    """Return the sum of some numbers."""
    found = 0
    for number in numbers:
        found += number
    return found


def test_what_takes_little_is_not_compiled(kept_apart: None) -> None:
    kernel: Any = jit(total)
    assert [kernel(np.arange(4)) for _ in range(3)] == [6, 6, 6]
    assert not kernel.overloads


@pytest.mark.parametrize(("limit", "calls"), [("SMALL", 1), ("PATIENCE", 2)])
def test_what_takes_much_is_compiled(
    limit: str, calls: int, kept_apart: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, limit, 0)
    kernel: Any = jit(total)
    assert [kernel(np.arange(4)) for _ in range(calls)] == [6] * calls
    assert kernel.overloads
    # Others find it on disk, and use it from the first call on.
    other: Any = jit(total)
    assert other(np.arange(4)) == 6
    assert other.overloads


def total_of(tables: tuple[Ints, ...]) -> int:
    """Return the sum of the numbers of the first array."""
    return total(tables[0])


def test_arrays_in_tuples_are_not_small_either(
    kept_apart: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "SMALL", 3)
    monkeypatch.setitem(globals(), "total", compiled(total, no_cpython_wrapper=True))
    kernel: Any = jit(total_of)
    assert kernel((np.arange(3),)) == 3
    assert not kernel.overloads
    assert kernel((np.arange(4),)) == 6
    assert kernel.overloads


def test_what_only_kernels_call_is_plain_for_python(kept_apart: None) -> None:
    kernel: Any = compiled(total, no_cpython_wrapper=True)
    assert kernel(np.arange(4)) == 6
    assert not kernel.overloads


@pytest.fixture
def kept_apart(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is compiled in a folder of its own."""
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))


_typing: Any = numba.core.registry.cpu_target.typing_context


def test_only_new_arguments_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def counted(function: Any, context: Any, args: Any, kws: Any) -> Any:
        asked.append(args)
        return before(function, context, args, kws)

    before = dispatch._get_call_type
    monkeypatch.setattr(dispatch, "_get_call_type", counted)
    monkeypatch.setattr(dispatch, "_call_types", WeakKeyDictionary())
    _typing.refresh()
    plus = _typing.resolve_value_type(add)
    whole, real = (numba.types.int64,) * 2, (numba.types.float64,) * 2
    with call_types_remembered():
        found = [plus.get_call_type(_typing, args, {}) for args in (whole, real, whole)]
        with call_types_remembered():
            assert plus.get_call_type(_typing, real, {}) == found[1]
        assert plus.get_call_type(_typing, whole, {}) == found[0] == found[2] != found[1]
    assert asked == [whole, real]


def test_numba_is_as_before_afterwards() -> None:
    functions: Any = numba.types.Function
    before = functions.get_call_type
    with pytest.raises(ValueError, match="stop"), call_types_remembered():
        raise ValueError("stop")
    assert functions.get_call_type is before


def told(number: int) -> int:
    raise NotImplementedError


@overload(told)
def _told(number: Any) -> Any:
    result = 1 if isinstance(number, numba.types.Integer) else 2

    def compiled(number: Any) -> Any:
        return result

    return compiled


def test_functions_defined_for_types_are_told_apart() -> None:
    def both(narrow: Any, real: Any) -> Any:
        return told(narrow[0]) + 10 * told(real[0]) + 100 * told(narrow[0])

    arrays = np.zeros(1, np.int8), np.zeros(1)
    kernel: Any = compiled(both)
    assert kernel(*arrays) == numba.njit(both)(*arrays) == 121
