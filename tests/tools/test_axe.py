"""Accessibility of pages, by a checker of other people's that is fetched by hand."""

from pathlib import Path

import pytest

from benchmarks.view import browser_path
from tools.axe import SCRIPT, main


@pytest.fixture(autouse=True)
def checker() -> None:
    if not SCRIPT.exists():
        pytest.skip("axe-core is not installed: python -m tools.axe --install")
    if browser_path() is None:
        pytest.skip("there is no browser here")


@pytest.mark.browser
@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Love Letter"])
def test_nothing_serious_is_found_on_pages_of_games(name: str) -> None:
    assert main(only=name) == 0


@pytest.mark.browser
def test_what_is_serious_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text("<html lang=en><title>x</title><main><img src=a.png></main>", encoding="utf-8")
    assert main([page]) == 1
    assert "image-alt" in capsys.readouterr().out
