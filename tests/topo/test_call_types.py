"""What calls of Numba's own functions give is worked out once."""

from operator import add
from typing import Any
from weakref import WeakKeyDictionary

import numba
import numpy as np
import pytest
from numba.extending import overload

from boardless.jit import dispatch
from boardless.jit.dispatch import call_types_remembered
from boardless.jit.kernel import compiled

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


_typing: Any = numba.core.registry.cpu_target.typing_context


def test_only_new_arguments_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def counted(function: Any, context: Any, args: Any, kws: Any) -> Any:
        asked.append(args)
        return before(function, context, args, kws)

    before = dispatch._asked
    monkeypatch.setattr(dispatch, "_asked", counted)
    monkeypatch.setattr(dispatch, "_known", WeakKeyDictionary())
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
