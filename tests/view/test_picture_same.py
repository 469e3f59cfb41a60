"""The board of a page and the file of the same seat are one picture, pixel by pixel."""

from typing import Any

import pytest

from tools.sheet import WINDOW, difference, position

#: Games whose boards, tiles, pieces and cards differ in kind; `tools.sheet --compare` has others.
GAMES = ("Andantino", "Hive", "Carcassonne", "Trax", "Love Letter", "Virus!", "Colt Express")


def page_of(browser: Any, theme: str) -> Any:
    return browser.new_page(color_scheme=theme, viewport={"width": WINDOW, "height": WINDOW})


@pytest.mark.parametrize("name", GAMES)
def test_pages_and_files_show_the_same_picture(browser: Any, name: str) -> None:
    state = position(name)
    for theme in ("light", "dark"):
        page = page_of(browser, theme)
        assert difference(page, state, theme) < 0.005
        page.close()


def test_another_picture_is_seen_to_differ(browser: Any) -> None:
    page = page_of(browser, "light")
    assert difference(page, position("Tic-Tac-Toe"), "dark") > 0.2
    page.close()
