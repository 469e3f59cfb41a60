"""What calls of Numba's own functions give is worked out once."""

from operator import add
from typing import Any

import numba
import numpy as np
import pytest
from numba.extending import overload

from boardless.topo.kernels.call_types import call_types_remembered
from boardless.topo.kernels.machine_code import compiled

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")


class _Context:
    """Counts what it is asked."""

    asked = 0

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        self.asked += 1
        return _typing.resolve_function_type(function, args, kws)


_typing: Any = numba.core.registry.cpu_target.typing_context


def test_only_new_arguments_are_asked_about() -> None:
    context: Any = _Context()
    _typing.refresh()
    plus = _typing.resolve_value_type(add)
    whole, real = (numba.types.int64,) * 2, (numba.types.float64,) * 2
    with call_types_remembered(context):
        found = [context.resolve_function_type(plus, args, {}) for args in (whole, real, whole)]
        assert context.asked == 2
        with call_types_remembered(context):
            assert context.resolve_function_type(plus, real, {}) == found[1]
    assert found[0] == found[2] != found[1]
    context.resolve_function_type(plus, whole, {})
    assert context.asked == 3  # as before


def told(number: int) -> int:
    raise NotImplementedError


@overload(told)
def _told(number: Any) -> Any:
    if isinstance(number, numba.types.Integer):
        return lambda number: 1
    return lambda number: 2


def test_functions_defined_for_types_are_told_apart() -> None:
    def both(narrow: Any, real: Any) -> Any:
        return told(narrow[0]) + 10 * told(real[0]) + 100 * told(narrow[0])

    arrays = np.zeros(1, np.int8), np.zeros(1)
    kernel: Any = compiled(both)
    assert kernel(*arrays) == numba.njit(both)(*arrays) == 121
