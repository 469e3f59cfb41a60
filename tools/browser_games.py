"""Whole games in a real browser, from the lobby to the result: `python -m tools.browser_games`.

Every game is chosen in the lobby and played against a computer player that plays at random, by a
person who chooses anything that can be chosen: with a mouse on a desktop (1280x800), with a finger
on a phone (390x844), light and dark. Pictures of the lobby, of the choice, of the first board, from
the midst of the game and of the result go to a folder, to be looked at.

    python -m tools.browser_games                          # all boardless games
    python -m tools.browser_games Hive Trax --look phone-dark
    python -m tools.browser_games --library Ludii/Common/res Chess Shogi "Go:Board Size/9x9"

Behind the name of a game stand options, after colons. Where a game is not over after so many clicks
(`--clicks`) the person resigns, and the line says so.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Error, sync_playwright

from benchmarks.view import browser_path
from boardless.games.library import Library
from boardless.jit.native import compiled_aside
from boardless.view.lobby import Lobby
from boardless.view.server import served
from boardless.view.shelf import Shelf

#: The looks: size of the window, whether there are fingers, and the colours.
LOOKS: dict[str, dict[str, Any]] = {
    f"{device}-{colours}": {
        "viewport": dict(zip(("width", "height"), size, strict=True)),
        "has_touch": device == "phone",
        "is_mobile": device == "phone",
        "color_scheme": colours,
    }
    for device, size in (("desktop", (1280, 800)), ("phone", (390, 844)))
    for colours in ("light", "dark")
}
#: What a person may press next, each only where those before it are not there.
PRESSED = (
    ".chooser button[data-move]",
    ".tray button.chief",
    ".spot",
    ".cells polygon.open, .hand button.open, .placeless button",
)
#: Milliseconds that a page is waited for.
PATIENCE = 60_000
#: Waits until somebody may choose, or the game is over.
READY = """() => {
    const result = document.querySelector('.result');
    if (result && !result.hidden) return 'over';
    const caption = document.querySelector('.caption')?.textContent || '';
    return caption.includes('your turn') ? 'turn' : null;
}"""
#: Where something that can be pressed is, brought into sight: one chosen by a number.
WHERE = """([selector, number]) => {
    const all = [...document.querySelectorAll(selector)];
    const shown = all.filter((one) => one.getClientRects().length);
    if (!shown.length) return null;
    const one = shown[number % shown.length];
    one.scrollIntoView({block: 'nearest', inline: 'nearest'});
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


class Player:
    """A person at a page, who presses anything that can be pressed."""

    def __init__(self, page: Any, finger: bool, seed: int) -> None:
        self.page, self.finger, self.random = page, finger, Random(seed)
        self.clicks = 0

    def press(self, selector: str) -> bool:
        """Press one of what there is; tell whether there is anything."""
        at = self.page.evaluate(WHERE, [selector, self.random.randrange(10**6)])
        if at is None:
            return False
        self.clicks += 1
        (self.page.touchscreen.tap if self.finger else self.page.mouse.click)(*at)
        return True

    def turn(self) -> bool:
        """Wait for a turn and press something; tell whether the game goes on."""
        ready = self.page.wait_for_function(READY, timeout=PATIENCE).json_value()
        if ready == "over":
            return False
        if not any(self.press(selector) for selector in PRESSED):
            self.page.wait_for_timeout(50)
        return True


def choose(page: Any, name: str, options: Sequence[str], shots: Path, look: str) -> None:
    """Choose a game in the lobby, with options, against players at random."""
    page.get_by_label("search games").fill(name)
    link = page.locator(f'li[data-game="{name}"] a')
    link.click()
    page.locator(".chairs select").first.wait_for(timeout=PATIENCE)
    for option in options:
        heading, _, label = option.partition("/")
        page.locator(f'select[data-heading="{heading}"]').select_option(label)
        page.wait_for_timeout(1500)
    chairs = page.locator(".chairs select")
    for n in range(1, chairs.count()):
        chairs.nth(n).select_option("plays at random")
    page.wait_for_timeout(300)
    page.screenshot(path=shots / f"{name}-{look}-1-choosing.png")


def play(server: Any, running: Any, game: str, look: str, shots: Path, most: int) -> str:
    """Play a game in a look and return a line about it."""
    name, *options = game.split(":")
    troubles: list[str] = []
    with running.new_context(**LOOKS[look]) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.extend([said.text] * (said.type == "error")))
        page.goto(server.address)
        page.locator(".grid li").first.wait_for()
        choose(page, name, options, shots, look)
        begun = monotonic()
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator(".at-table .board .cells polygon").first.wait_for(state="attached")
        board = monotonic() - begun
        player = Player(page, "phone" in look, seed=1)
        page.wait_for_function(READY)
        page.screenshot(path=shots / f"{name}-{look}-2-first.png")
        resigned = ""
        while player.turn():
            if player.clicks == min(25, most // 2):
                page.wait_for_timeout(300)
                page.screenshot(path=shots / f"{name}-{look}-3-midst.png")
            if player.clicks >= most:
                resigned = ", resigned"
                page.get_by_role("button", name="Resign").click()
                page.get_by_role("button", name="Really resign?").click()
                page.locator(".result h3").wait_for()
        page.wait_for_timeout(400)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=shots / f"{name}-{look}-4-result.png")
        said = page.locator(".result h3").inner_text()
        reason = page.locator(".result .reason")
        why = f" ({reason.inner_text()})" if reason.count() else ""
    line = (
        f"{game}, {look}: board after {board:.1f} s, {player.clicks} clicks{resigned}: {said}{why}"
    )
    return "; ".join([line, *(f"TROUBLE: {one[:200]}" for one in troubles)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games; return 1 if one could not be played or a page complained."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="*", help="NAME[:OPTION]...; else all boardless games")
    parser.add_argument("--look", action="append", choices=[*LOOKS], help="else all four")
    parser.add_argument("--library", type=Path, help="a folder with more games")
    parser.add_argument("--shots", type=Path, default=Path("build/browser-games"))
    parser.add_argument("--clicks", type=int, default=600, help="then the person resigns")
    wanted = parser.parse_args(arguments)
    library = Library(wanted.library) if wanted.library else None
    games = wanted.games or [card["name"] for card in Shelf().list() if card["grows"]]
    wanted.shots.mkdir(parents=True, exist_ok=True)
    bad = 0
    with compiled_aside(), served(Lobby(library)) as server, sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        for look in wanted.look or LOOKS:
            with running.new_context(**LOOKS[look]) as context:
                page = context.new_page()
                page.goto(server.address)
                page.locator(".grid .still").first.wait_for()
                page.wait_for_timeout(1000)
                page.screenshot(path=wanted.shots / f"0-lobby-{look}.png")
            for game in games:
                try:
                    line = play(server, running, game, look, wanted.shots, wanted.clicks)
                except Error as error:
                    line = f"{game}, {look}: TROUBLE: {error}"
                bad += "TROUBLE" in line
                print(line, flush=True)
        running.close()
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
