"""The command line inside this process, which is quicker than one of its own."""

import sys
from collections.abc import Callable
from functools import partial

import pytest

from boardless import games
from boardless.cli.app import main
from tests.cli.running import Answer


@pytest.fixture(name="boardless")
def boardless_inside(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Answer]:
    def run(line: str, *more: str) -> Answer:
        monkeypatch.setattr(sys, "argv", ["boardless", *line.split(), *more])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return Answer(ended.value.code or 0, printed.out, printed.err)

    return run


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have commands play games as plain Python, where compiling them is not the point."""
    monkeypatch.setattr(games, "load", partial(games.load, jit=False))
