"""Kernels are compiled once for all widths of whole numbers."""

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from boardless.jit import dispatch
from boardless.jit.kernel import VARIABLE, jit


@jit
def half(number: int) -> int:
    return number // 2


@jit
def halves(narrow: Any, wide: Any) -> int:
    return half(narrow[0]) + half(wide[0]) + half(7) + half(True)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_callers_share_what_was_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "SMALL", -1)  # nothing is small: all is compiled at once
    monkeypatch.setenv(VARIABLE, str(tmp_path))  # a caller that is read from a cache asks for none
    assert halves(np.array([-5], np.int8), np.array([2**40], np.int64)) == -3 + 2**39 + 3
    whole = [types for types in half.part.signatures if types != (numba.types.boolean,)]  # type: ignore[attr-defined]
    assert whole == [(numba.types.int64,)]
    assert half(np.int8(-5)) == half(-5) == -3
