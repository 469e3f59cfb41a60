"""Games that are read before somebody chooses them."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from boardless.games import game, load
from boardless.games.library import PACKAGED
from boardless.topo import InputError
from boardless.view import reading_ahead


def test_what_is_read_ahead_need_not_be_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOARDLESS_CACHE", str(tmp_path))
    texts = {"Andantino": PACKAGED.text("Andantino")}
    monkeypatch.setattr(reading_ahead, "PACKAGED", _Texts(texts))
    monkeypatch.setattr(reading_ahead.os, "nice", lambda _: 0)
    reading_ahead.main()
    for name in ("read", "_module_of"):
        monkeypatch.setattr(game, name, None)
    assert load("Andantino").module.template


def test_the_process_ends_with_its_reason() -> None:
    with reading_ahead.reading_ahead() as process:
        assert process.poll() is None
    assert process.poll() is not None


class _Texts(dict[str, str]):
    """Some descriptions by name."""

    def text(self, name: str) -> str:
        """Return a description."""
        return self[name]


def test_calls_elsewhere_are_answered_by_a_process_that_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading_ahead, "CALLS", 2)
    with closing(reading_ahead.Elsewhere()) as elsewhere:
        first, again, other = (elsewhere(os.getpid) for _ in range(3))
        assert first == again != os.getpid()
        assert other not in (first, os.getpid())
        with pytest.raises(InputError, match="invalid literal for int"):
            elsewhere(int, "x")
        with pytest.raises(InputError, match="more memory than there is"):
            elsewhere(os._exit, 1)
        assert elsewhere(int, "7") == 7
