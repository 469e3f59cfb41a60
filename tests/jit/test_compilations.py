"""Machine code made by other processes, while plain Python goes on."""

import os
import signal
from io import BytesIO
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

from boardless.jit import compilations
from boardless.jit.compilations import (
    PROCESSES,
    _received,
    _send,
    are_there,
    compilation_now,
    compilers,
    object_code_elsewhere,
)
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


def next_compiler() -> int:
    """Return the number of the process that compiles next."""
    queue = compilations._idle[-1]
    waiting = [queue.get() for _ in range(PROCESSES)]
    for each in waiting:
        queue.put(each)
    assert waiting[0]._process is not None
    return waiting[0]._process.pid


def test_a_process_that_is_killed_while_it_compiles_is_no_trouble() -> None:
    answers: list[bytes | None] = []
    with compilers():
        for _ in range(PROCESSES):  # each starts
            assert object_code_elsewhere(TEXT, QUICK)
        compiler = next_compiler()
        os.kill(compiler, signal.SIGSTOP)
        asking = Thread(target=lambda: answers.append(object_code_elsewhere(TEXT, QUICK)))
        asking.start()
        asking.join(0.1)
        assert asking.is_alive()
        os.kill(compiler, signal.SIGKILL)
        asking.join(60)
        assert answers == [None]
        for _ in range(PROCESSES):
            assert object_code_elsewhere(TEXT, QUICK) == object_code(TEXT, QUICK)


@pytest.mark.parametrize("length", [0, 3, 8, 12])
def test_an_answer_that_is_cut_short_is_none(length: int) -> None:
    whole = BytesIO()
    _send(whole, b"machine code")
    assert _received(BytesIO(whole.getvalue())) == b"machine code"
    assert _received(BytesIO(whole.getvalue()[:length])) is None


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
