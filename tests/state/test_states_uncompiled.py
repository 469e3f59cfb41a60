"""The kernels run as plain Python too, with the same results."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardless.jit import native
from boardless.state import REMOVE, Action, Move, Trial
from boardless.strategies import TECHNIQUES
from tests.conftest import GOLDENS
from tests.states import snapshot

SCRIPT = "from tests.state.test_states_uncompiled import digest; print(digest())"


def digest() -> str:
    """Return what comes out of every kernel, in every technique."""
    parts = []
    for path in sorted((GOLDENS / "trials").glob("*.jsonl")):
        for technique in TECHNIQUES.values():
            state = Trial.load(path).replay(technique)
            place = state.owned.places(2)[-1]
            state.push(Move(state.mover, (Action(REMOVE, place.container, place.site, 2),)))
            parts.append(snapshot(state))
            for _ in range(9):
                state.pop()
            parts.append(snapshot(state))
    return repr(parts)


def test_kernels_run_uncompiled_with_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "SMALL", -1)  # nothing is small: all is compiled at once
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", SCRIPT]
    root = Path(__file__).parents[2]
    plain = subprocess.run(
        command, env=environment, cwd=root, capture_output=True, text=True, check=True
    )
    assert plain.stdout.strip() == digest()
