"""From a click to the new board on the screen, in a real browser driven by Playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from statistics import median
from typing import Any

import pandas as pd
from playwright.sync_api import sync_playwright

from benchmarks.measure import MeasurementTables, Rows
from benchmarks.playouts import seconds_of
from boardless.games import compile
from boardless.games.library import PACKAGED
from boardless.play import State
from boardless.view import Session
from boardless.view.server import served

TABLES = MeasurementTables()

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def browser_path() -> str | None:
    """Return the path of a browser, None without one."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def browser() -> Iterator[Any]:
    """Run a browser without a window."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        yield running
        running.close()


#: Tiles on the board, and clicks that are measured.
TILES = (200, 2000)
CLICKS = 30

#: A board that grows wherever a tile touches another, and a game that does not end.
GROWING = """
(game "Growing" (players 2)
    (equipment {(boardless Hexagonal) (tile "Tile" Each numSides:6)})
    (rules
        (start {(place "Tile1" (centrePoint))})
        (play (move Add (to (sites Playable))))
        (end (if (>= (count Moves) 100000) (result Mover Draw)))
    )
)
"""

#: Clicks, and waits until the browser has drawn what came back: milliseconds.
_CLICK = """place => new Promise(done => {
    const count = document.querySelector(".count");
    const begin = performance.now();
    new MutationObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
    }).observe(count, {childList: true, characterData: true, subtree: true});
    const cell = document.querySelector(`.cells [data-place="${place}"]`);
    cell.dispatchEvent(new MouseEvent("click", {bubbles: true}));
})"""


@TABLES.table(
    "view", "From a click to the new board on the screen", "tiles", "cells", "median ms", "worst ms"
)
def click_latency() -> Rows:
    """Yield the time from a click to the new board, by the number of tiles."""
    if browser_path() is None:
        return
    game = compile(GROWING)
    with browser() as running:
        for tiles in TILES:
            state, random = State(game), Random(1)
            while state.ply < tiles - 1:
                state.push(random.choice(list(state.legal_moves)))
            session = Session(state)
            with served(session) as server:
                page = running.new_page()
                page.goto(server.address)
                page.wait_for_selector(".cells [data-place]")
                times = []
                for _ in range(CLICKS):
                    move = random.choice(list(state.legal_moves))
                    place = session.data()["scene"]["moves"][str(move)][0][0]
                    times.append(page.evaluate(_CLICK, place))
                page.close()
            yield tiles, len(state.board), median(times), max(times)


#: The work of a lobby after the choice of a game, up to the data of its page.
_BOARD = """
import sys
from boardless.games import load
from boardless.jit.native import compiled_aside
from boardless.play import State
from boardless.view import Session
with compiled_aside():
    Session(State(load(sys.argv[1])), forced=True).data()
"""


def first_boards() -> pd.DataFrame:
    """Return the times of the first boards of the package's games, the slowest first."""
    rows = [(name, *(seconds_of(_BOARD, name) or ())) for name in PACKAGED]
    columns = ["game", "nothing kept", "later (< 1.5)"]
    return pd.DataFrame(rows, columns=columns).sort_values(columns[1], ascending=False)


TABLES |= {
    "first-boards": (
        "From starting Python to the first board, in seconds; later: its description has been read",
        first_boards,
    ),
}
