"""Whole games in a real browser, from the lobby to the result: `python -m tools.browser_games`.

Every game is chosen in the lobby and played against a computer player that plays at random, by a
person who chooses anything that can be chosen: with a mouse on a desktop (1280x800), with a finger
on a phone (390x844), light and dark; in the look ``keys`` with the keyboard alone, from the search
in the lobby on. Pictures of the lobby, of the choice, of the first board, from the midst of the
game and of the result go to a folder, to be looked at.

    python -m tools.browser_games                          # all boardless games
    python -m tools.browser_games Hive Trax --look phone-dark
    python -m tools.browser_games --library Ludii/Common/res Chess Shogi "Go:Board Size/9x9"
    python -m tools.browser_games Hive --hints             # the person does what the page advises

Behind the name of a game stand options, after colons. Where a game is not over after so many clicks
(`--clicks`; presses of keys that choose count as clicks) the person resigns, and the line says so.
With ``--hints`` the person presses *Hint* before each move, has the page's agent think 0.3 s, and
then presses what is advised most: games end so that seldom end between players at random.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Error

from benchmarks.view import browser
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
#: A desktop without mouse and finger.
KEYS = "keys"
LOOKS[KEYS] = LOOKS["desktop-light"]
#: The agent whose advice is followed.
ADVISER = "thinks 0.3 s"
#: What a person may press next, each only where those before it are not there.
PRESSED = (
    ".chooser button[data-move]",
    ".tray button.chief, .spot",
    ".cells .open, .hand button.open, .placeless button",
)
#: Milliseconds that a page is waited for.
PATIENCE = 60_000
#: Looks at a page, 50 milliseconds apart, at which nothing may be there to be pressed.
IDLE = 600
#: Waits until somebody may choose, or the game is over.
READY = """() => {
    const result = document.querySelector('.result');
    if (result && !result.hidden) return 'over';
    const caption = document.querySelector('.caption')?.textContent || '';
    return caption.includes('your turn') ? 'turn' : null;
}"""
#: Keeps one of what can be pressed, chosen by a number, or what is advised most, as the target.
AIM = """([selector, number]) => {
    const all = [...document.querySelectorAll(selector)];
    const shown = all.filter((one) => one.getClientRects().length);
    if (!shown.length) return false;
    const advice = (one) => Number(one.getAttribute('data-hint'));
    shown.sort((a, b) => advice(b) - advice(a));
    const best = shown.filter((one) => advice(one) === advice(shown[0]));
    window.target = best[number % best.length];
    window.wanted = selector;
    return true;
}"""
#: Where the target is, brought into sight, once it stands still; null if it is gone.
WHERE = """async () => {
    target.scrollIntoView({block: 'center', inline: 'nearest'});
    const middle = () => {
        const box = target.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    for (let at = middle(), before = [];;) {
        if (!target.isConnected) return null;
        if (at.every((part, n) => part === before[n])) return at;
        before = at;
        await new Promise((done) => setTimeout(done, 40));
        at = middle();
    }
}"""
#: Where keys act: on the target, elsewhere on the board that it is on (with the way), or neither;
#: or that the target is gone, as the page has changed.
FOCUS = """() => {
    const at = document.activeElement;
    if (!target.isConnected || wanted && !target.matches(wanted)) return 'gone';
    const circle = target.matches('[data-hint]') && target.closest('svg.board');
    const box = target.getBoundingClientRect();
    const middle = (it) => [it.x + it.width / 2, it.y + it.height / 2];
    const [x, y] = middle(box);
    const cells = '.board .cells [data-place]';
    if (!circle && at === target) return 'there';
    if (!at.matches(cells) || !(circle || target.matches(cells))) return '';
    const [u, v] = middle(at.getBoundingClientRect());
    if (circle && Math.hypot(x - u, y - v) < 3) return 'there';
    if (Math.abs(x - u) > Math.abs(y - v)) return x > u ? 'ArrowRight' : 'ArrowLeft';
    return y > v ? 'ArrowDown' : 'ArrowUp';
}"""


class Player:
    """A person at a page, who presses anything that can be pressed, or what is advised."""

    def __init__(
        self, page: Any, finger: bool, seed: int, keys: bool = False, hints: bool = False
    ) -> None:
        self.page, self.finger, self.random = page, finger, Random(seed)
        self.keys, self.hints = keys, hints
        self.clicks = self.idle = 0

    def press(self, selector: str) -> bool:
        """Press one of what there is; tell whether there is anything."""
        if not self.page.evaluate(AIM, [selector, self.random.randrange(10**6)]):
            return False
        self.clicks += 1
        if self.keys:
            if self.reach():
                self.page.keyboard.press(self.random.choice(("Enter", "Space")))
        else:
            at = self.page.evaluate(WHERE)
            if at is not None:
                (self.page.touchscreen.tap if self.finger else self.page.mouse.click)(*at)
        self.page.wait_for_timeout(30)  # nobody is quicker
        return True

    def reach(self) -> bool:
        """Come to the target by keys: Tab, on a board arrows, and n where no arrow leads there.

        Tell whether it is still there.
        """
        for n in range(600):
            at = self.page.evaluate(FOCUS)
            if at in ("there", "gone"):
                return bool(at == "there")
            self.page.keyboard.press((at if n % 40 < 20 else "n") if at else "Tab")
        raise Error(f"no key leads to {self.page.evaluate('target.outerHTML')[:200]}")

    def go(self, locator: Any, key: str) -> None:
        """Come to an element by Tab and press a key there."""
        locator.evaluate("(one) => { window.target = one; window.wanted = ''; }")
        self.reach()
        self.page.keyboard.press(key)

    def turn(self) -> bool:
        """Wait for a turn and press something; tell whether the game goes on."""
        ready = self.page.wait_for_function(READY, timeout=PATIENCE).json_value()
        if ready == "over":
            return False
        if self.keys and self.page.get_by_role("button", name="Turn").count():
            self.page.keyboard.press("r")
        if self.hints and not self.page.locator("[data-hint], .tray button.chief").count():
            self.ask()
        pressed = ("[data-hint]", *PRESSED) if self.hints else PRESSED
        if any(self.press(selector) for selector in pressed):
            self.idle = 0
            return True
        self.idle += 1
        if self.idle > IDLE:
            raise Error("it is the person's turn, and there is nothing to press")
        self.page.wait_for_timeout(50)
        return True

    def ask(self) -> None:
        """Ask the page for a hint and wait for it."""
        if self.page.locator(".chooser:not([hidden])").count():
            return
        agent = self.page.get_by_label("agent that gives hints")
        if not agent.is_visible():
            self.page.get_by_text("Players and settings").click()
        if agent.input_value() != ADVISER:
            agent.select_option(ADVISER)
        self.page.get_by_role("button", name="Hint").click()
        self.page.locator("[data-hint]").first.wait_for(state="attached")


def choose(
    page: Any, name: str, options: Sequence[str], shots: Path, look: str, player: Player
) -> None:
    """Choose a game in the lobby, with options, against players at random."""
    link = page.locator(f'li[data-game="{name}"] a')
    if player.keys:
        player.go(page.get_by_label("search games"), "Control+A")
        page.keyboard.type(name)
        link.wait_for()
        player.go(link, "Enter")
    else:
        page.get_by_label("search games").fill(name)
        link.click()
    page.locator(".chairs select").first.wait_for(timeout=PATIENCE)
    for option in options:
        heading, _, label = option.partition("/")
        page.locator(f'select[data-heading="{heading}"]').select_option(label)
        page.wait_for_timeout(1500)
    chairs = page.locator(".chairs select")
    for n in range(1, chairs.count()):
        if player.keys:
            player.go(chairs.nth(n), "Home")
            page.keyboard.press("ArrowDown")  # behind "You" stand the levels, the lowest first
        else:
            chairs.nth(n).select_option("plays at random")
    page.wait_for_timeout(300)
    page.screenshot(path=shots / f"{name}-{look}-1-choosing.png")


def resign(page: Any, player: Player) -> None:
    """Press "Resign" twice."""
    for name in ("Resign", "Really resign?"):
        button = page.get_by_role("button", name=name)
        if player.keys:
            player.go(button, "Enter")
        else:
            button.click()
    page.locator(".result h3").wait_for()


def waited(player: Player, shot: Path) -> bool:
    """Play a turn and tell whether the game goes on; a page at which that fails is kept."""
    try:
        return player.turn()
    except Error:
        player.page.screenshot(path=shot)
        raise


def play(
    server: Any, running: Any, game: str, look: str, shots: Path, most: int, hints: bool
) -> str:
    """Play a game in a look and return a line about it."""
    name, *options = game.split(":")
    troubles: list[str] = []
    with running.new_context(**LOOKS[look]) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: troubles.append(error.stack or str(error)))
        page.on("console", lambda said: troubles.extend([said.text] * (said.type == "error")))
        page.goto(server.address)
        page.locator(".grid li").first.wait_for()
        player = Player(page, "phone" in look, seed=1, keys=look == KEYS, hints=hints)
        choose(page, name, options, shots, look, player)
        begun = monotonic()
        button = page.get_by_role("button", name="Play", exact=True)
        if player.keys:
            player.go(button, "Enter")
        else:
            button.click()
        page.locator(".at-table .board .cells [data-place]").first.wait_for(state="attached")
        board = monotonic() - begun
        page.wait_for_function(READY)
        page.screenshot(path=shots / f"{name}-{look}-2-first.png")
        resigned = ""
        while waited(player, shots / f"{name}-{look}-5-trouble.png"):
            if player.clicks in (3, min(25, most // 2)):  # the later one, where a game lasts
                page.wait_for_timeout(300)
                page.screenshot(path=shots / f"{name}-{look}-3-midst.png")
            if player.clicks >= most:
                resigned = ", resigned"
                resign(page, player)
        page.wait_for_timeout(400)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=shots / f"{name}-{look}-4-result.png")
        moves = page.locator(".count").inner_text().partition("/")[2]
        said = page.locator(".result h3").inner_text()
        reason = page.locator(".result .reason")
        why = f" ({reason.inner_text()})" if reason.count() else ""
    how = ", as advised" if hints else ""
    line = (
        f"{game}, {look}{how}: board after {board:.1f} s, "
        f"{player.clicks} clicks, {moves} turns{resigned}: {said}{why}"
    )
    return "; ".join([line, *(f"TROUBLE: {one[:400]}" for one in troubles)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games; return 1 if one could not be played or a page complained."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="*", help="NAME[:OPTION]...; else all boardless games")
    parser.add_argument("--look", action="append", choices=[*LOOKS], help="else all but keys")
    parser.add_argument("--hints", action="store_true", help="the person does what is advised")
    parser.add_argument("--library", type=Path, help="a folder with more games")
    parser.add_argument("--shots", type=Path, default=Path("build/browser-games"))
    parser.add_argument("--clicks", type=int, default=600, help="then the person resigns")
    wanted = parser.parse_args(arguments)
    library = Library(wanted.library) if wanted.library else None
    games = wanted.games or [card["name"] for card in Shelf().list() if card["grows"]]
    wanted.shots.mkdir(parents=True, exist_ok=True)
    bad = 0
    with compiled_aside(), served(Lobby(library)) as server, browser() as running:
        for look in wanted.look or [name for name in LOOKS if name != KEYS]:
            with running.new_context(**LOOKS[look]) as context:
                page = context.new_page()
                page.goto(server.address)
                page.locator(".grid .still").first.wait_for()
                page.wait_for_timeout(1000)
                page.screenshot(path=wanted.shots / f"0-lobby-{look}.png")
            for game in games:
                try:
                    line = play(
                        server, running, game, look, wanted.shots, wanted.clicks, wanted.hints
                    )
                except Error as error:
                    line = f"{game}, {look}: TROUBLE: {error}"
                bad += "TROUBLE" in line
                print(line, flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
