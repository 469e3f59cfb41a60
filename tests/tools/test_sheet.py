"""Sheets of pictures of games."""

from pathlib import Path

import pytest

from benchmarks.view import browser_path
from boardless.games.library import PACKAGED
from tools.sheet import GAMES, main, position, sheet


def test_a_sheet_has_a_picture_of_each_position() -> None:
    states = [position(name) for name in ("Tic-Tac-Toe", "Love Letter")]
    assert states[0].outcome() is not None
    text = sheet(states, pages=False)
    assert text.count("<figure>") == text.count("<svg ") == 2
    assert "<figcaption>Love Letter</figcaption>" in text
    assert sheet(states, pages=True).count("<iframe ") == 2
    assert set(GAMES) <= set(PACKAGED)


@pytest.mark.browser
@pytest.mark.skipif(browser_path() is None, reason="there is no browser here")
def test_a_sheet_is_photographed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sheet.png"
    main(file, ["Tic-Tac-Toe", "Nothing"], columns=1)
    assert file.read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().err.startswith("Nothing: ")
