"""A browser of this machine, driven by Playwright, for measurements, screenshots and tests."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def browser_path() -> str | None:
    """Return where a browser is, None if there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def browser() -> Iterator[Any]:
    """Run a browser without a window."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        yield running
        running.close()
