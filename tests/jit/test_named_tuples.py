"""Named tuples that compiled functions hand to each other by their address."""

import sys
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from boardless.jit.kernel import VARIABLE, compiled
from boardless.jit.named_tuples import by_address


@by_address
class PairOfArrays(NamedTuple):
    one: Any
    other: Any


def added(pair: Any) -> Any:
    return pair.one + pair.other


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_arrays_are_given_back_after_a_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    adding = compiled(added, nogil=True)
    pair = PairOfArrays(np.arange(3), np.arange(3, dtype=np.uint8))
    assert adding(pair).tolist() == [0, 2, 4]
    held = [sys.getrefcount(array) for array in pair]
    for _ in range(5):
        adding(pair)
    assert [sys.getrefcount(array) for array in pair] == held
