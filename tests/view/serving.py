"""A server in a thread, and a browser, for tests of what people see."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from boardless.view import Session
from boardless.view.server import Server

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def served(session: Session, seat: int = 0) -> Iterator[Server]:
    """Serve a session from a thread of its own."""
    started = Event()
    found: dict[str, Any] = {}

    async def run() -> None:
        found["loop"], found["end"] = asyncio.get_running_loop(), asyncio.Event()
        found["server"] = Server(session, 0, seat)
        started.set()
        await found["end"].wait()
        await found["server"].close()

    thread = Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert started.wait(30)
    try:
        yield found["server"]
    finally:
        found["loop"].call_soon_threadsafe(found["end"].set)
        thread.join(30)


@contextmanager
def chromium() -> Iterator[Any]:
    """Run a browser of this machine; skip the test where there is none."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"there is no browser here: none of {', '.join(BROWSERS)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
