"""A real browser, where there is one."""

from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks.view import BROWSERS, browser_path
from benchmarks.view import browser as running_browser


@pytest.fixture(scope="module")  # a loop runs in this thread as long as it is open
def browser() -> Iterator[Any]:
    if browser_path() is None:
        pytest.skip(f"there is no browser here: none of {', '.join(BROWSERS)}")
    with running_browser() as found:
        yield found


def is_trouble(said: Any) -> bool:
    """Tell whether a page complains, of more than a program that has ended, which it expects."""
    return said.type in ("error", "warning") and not said.text.startswith("WebSocket connection")


@pytest.fixture
def board(browser: Any) -> Iterator[Any]:
    """Open the page of a session; what its script complains of fails the test."""
    troubles: list[str] = []
    with browser.new_context(viewport={"width": 800, "height": 900}) as context:
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console",
            lambda said: troubles.append(said.text) if is_trouble(said) else None,
        )
        yield page
    assert troubles == []
