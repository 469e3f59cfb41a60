"""Machine code made by other processes, while plain Python goes on."""

from pathlib import Path
from time import monotonic, sleep

import pytest

from boardless.jit.compilations import are_there, compilation_now, compilers, object_code_elsewhere
from boardless.jit.compiled import QUICK, object_code
from boardless.jit.native import compiled_aside, compiles, hurry, jit
from tests.jit.test_native import is_compiled, total

pytestmark = pytest.mark.skipif(not compiles(), reason="nothing is compiled")
#: A module of LLVM's.
TEXT = "define i64 @twice(i64 %n) {\n  %m = add i64 %n, %n\n  ret i64 %m\n}\n"


def test_a_process_compiles_as_this_one_does() -> None:
    assert object_code_elsewhere(TEXT, QUICK) is None
    with compilers():
        assert are_there()
        assert object_code_elsewhere(TEXT, QUICK) == object_code(TEXT, QUICK)
        # A process that has ended on a text that is none is no trouble: this one compiles.
        assert object_code_elsewhere("no module", QUICK) is None
    assert not are_there()


def test_nobody_waits_for_machine_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))
    kernel = jit(total)
    numbers = np.arange(5)
    with compiled_aside():
        hurry(kernel)
        assert kernel(numbers) == 10
        assert not is_compiled(kernel)
        end = monotonic() + 60
        while not kernel._is_ready:  # type: ignore[attr-defined]
            assert monotonic() < end
            sleep(0.01)
        assert kernel(numbers) == 10
        assert is_compiled(kernel)
    assert compilation_now() is None
    assert list(tmp_path.glob("total-*.o"))
