"""Games that are read before somebody chooses them."""

import os
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from boardless.games import game, load
from boardless.games.library import PACKAGED
from boardless.topo import InputError
from boardless.view import shelf


def test_what_is_read_ahead_need_not_be_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))
    texts = {"Andantino": PACKAGED.text("Andantino")}
    monkeypatch.setattr(shelf, "PACKAGED", _Texts(texts))
    shelf.read_ahead(_called)
    for name in ("read", "_module_of"):
        monkeypatch.setattr(game, name, None)
    assert load("Andantino").module.nodes.parts


def _called(work: Callable[..., Any], *given: object) -> Any:
    return work(*given)


def test_the_process_ends_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "read_kept", sleep)
    monkeypatch.setattr(shelf, "PACKAGED", _Texts({"Endless": ""}))
    begun = monotonic()
    with ThreadPoolExecutor() as threads:
        with shelf.Elsewhere() as elsewhere:
            process = elsewhere(os.getpid)
            asking = threads.submit(elsewhere, sleep, 600)
            ahead = threads.submit(shelf.read_ahead, elsewhere)
            assert Path(f"/proc/{process}").exists()
        assert ahead.result() is None
        with pytest.raises((InputError, CancelledError, RuntimeError)):
            asking.result()
    assert not Path(f"/proc/{process}").exists()
    assert monotonic() - begun < 60


class _Texts(dict[str, str]):
    """Some descriptions by name."""

    def text(self, name: str) -> str:
        """Return a description."""
        return self[name]


def test_calls_elsewhere_are_answered_by_a_process_that_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shelf, "CALLS", 2)
    with shelf.Elsewhere() as elsewhere:
        first, again, other = (elsewhere(os.getpid) for _ in range(3))
        assert first == again != os.getpid()
        assert other not in (first, os.getpid())
        with pytest.raises(InputError, match="invalid literal for int"):
            elsewhere(int, "x")
        with pytest.raises(InputError, match="its process ended with status 1"):
            elsewhere(os._exit, 1)
        assert elsewhere(int, "7") == 7
