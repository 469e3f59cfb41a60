"""Whole games in a real browser, from the lobby to the result.

A simulated person chooses every game in the lobby and plays it against a computer player that plays
at random. The person chooses at random, too: with a mouse on a desktop (1280x800), with a finger on
a phone (390x844), light and dark; in the look ``keys`` with the keyboard alone, from the search in
the lobby on. A folder receives pictures of the lobby, the choice, the first board, the middle of
the game and the result, for somebody to look at.

    python -m tools.browser_games                          # all boardless games
    python -m tools.browser_games Hive Trax --look phone-dark
    python -m tools.browser_games --library Ludii/Common/res Chess Shogi "Go:Board Size/9x9"
    python -m tools.browser_games Hive --hints             # the person follows the page's advice

Options follow the name of a game, after colons. If a game is not over after a number of clicks
(`--clicks`; presses of keys that choose count as clicks), the person resigns, and the line says so.
With ``--hints`` the person presses *Hint* before each move, has the page's agent think 0.3 s, and
then presses the best advice: this ends games that random players seldom end.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Error

from benchmarks.view import browser
from boardless.cli.app import main as run
from boardless.games.library import Library
from boardless.jit.native import compiled_aside
from boardless.util.inputs import check_choice
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
#: The look of a desktop with a keyboard alone.
KEYS = "keys"
LOOKS[KEYS] = LOOKS["desktop-light"]
#: The agent that gives advice.
ADVISER = "thinks 0.3 s"
#: Elements to press, in order: each only if the page has none of the earlier ones.
PRESSED = (
    ".chooser button[data-move]",
    ".tray button.chief, .spot",
    ".cells .open, .hand button.open, .placeless button",
)
#: Milliseconds to wait for a page.
PATIENCE = 60_000
#: Successive looks at a page, 50 milliseconds apart, that may find nothing to press.
IDLE = 600
#: Script: wait until somebody may choose, or the game is over.
READY = """() => {
    const result = document.querySelector('.result');
    if (result && !result.hidden) return 'over';
    const caption = document.querySelector('.caption')?.textContent || '';
    return caption.includes('your turn') ? 'turn' : null;
}"""
#: Script: keep one of the elements, chosen by a number, or the best advice, as the target.
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
#: Script: scroll to the target and return its place once it stands still; null if it is gone.
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
#: Script: return "there" if the target has the focus, an arrow key if another cell of its board
#: has it, "" otherwise, and "gone" if the page has changed and the target is gone.
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


class BrowserPlayer:
    """A person at a page, who presses elements at random, or follows its advice."""

    def __init__(
        self, page: Any, finger: bool, seed: int, keys: bool = False, hints: bool = False
    ) -> None:
        self.page, self.finger, self.random = page, finger, Random(seed)
        self.keys, self.hints = keys, hints
        self.clicks = self.idle = 0

    def press(self, selector: str) -> bool:
        """Press one of the elements of a selector; return whether there are any."""
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
        """Move the focus to the target by keys; return whether it is still there.

        The keys are Tab, arrows on a board, and n if no arrow leads there.
        """
        for n in range(600):
            at = self.page.evaluate(FOCUS)
            if at in ("there", "gone"):
                return bool(at == "there")
            self.page.keyboard.press((at if n % 40 < 20 else "n") if at else "Tab")
        raise Error(f"no key leads to {self.page.evaluate('target.outerHTML')[:200]}")

    def go(self, locator: Any, key: str) -> None:
        """Move the focus to an element by Tab and press a key there."""
        locator.evaluate("(one) => { window.target = one; window.wanted = ''; }")
        self.reach()
        self.page.keyboard.press(key)

    def turn(self) -> bool:
        """Wait for a turn and press something; return whether the game goes on."""
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
    page: Any, name: str, options: Sequence[str], shots: Path, look: str, player: BrowserPlayer
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


def resign(page: Any, player: BrowserPlayer) -> None:
    """Press "Resign" twice."""
    for name in ("Resign", "Really resign?"):
        button = page.get_by_role("button", name=name)
        if player.keys:
            player.go(button, "Enter")
        else:
            button.click()
    page.locator(".result h3").wait_for()


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
        player = BrowserPlayer(page, "phone" in look, seed=1, keys=look == KEYS, hints=hints)
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
        try:
            while player.turn():
                if player.clicks in (3, min(25, most // 2)):  # the later one if a game lasts
                    page.wait_for_timeout(300)
                    page.screenshot(path=shots / f"{name}-{look}-3-midst.png")
                if player.clicks >= most:
                    resigned = ", resigned"
                    resign(page, player)
        except Error:
            page.screenshot(path=shots / f"{name}-{look}-5-trouble.png")
            raise
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


def main(
    games: list[str] | None = None,
    *,
    look: list[str] | None = None,
    hints: bool = False,
    library: Path | None = None,
    shots: Path = Path("build/browser-games"),
    clicks: int = 600,
) -> int:
    """Play games in a browser; status 1 if one cannot be played or a page complains.

    Parameters
    ----------
    games : NAME[:OPTION]...
        The games; by default all boardless ones.
    look : desktop-light|desktop-dark|phone-light|phone-dark|keys
        The kind of device; repeatable, by default all but keys.
    hints
        Have the person follow the page's advice.
    library : DIR
        A folder with more games.
    shots : DIR
        The folder for pictures.
    clicks
        The clicks after which the person resigns.
    """
    looks = look or [name for name in LOOKS if name != KEYS]
    for name in looks:
        check_choice(name, "look", LOOKS)
    games = games or [card["name"] for card in Shelf().list() if card["grows"]]
    shots.mkdir(parents=True, exist_ok=True)
    troubles = 0
    lobby = Lobby(Library(library) if library else None)
    with compiled_aside(), served(lobby) as server, browser() as running:
        for name in looks:
            with running.new_context(**LOOKS[name]) as context:
                page = context.new_page()
                page.goto(server.address)
                page.locator(".grid .still").first.wait_for()
                page.wait_for_timeout(1000)
                page.screenshot(path=shots / f"0-lobby-{name}.png")
            for game in games:
                try:
                    line = play(server, running, game, name, shots, clicks, hints)
                except Error as error:
                    line = f"{game}, {name}: TROUBLE: {error}"
                troubles += "TROUBLE" in line
                print(line, flush=True)
    return int(troubles > 0)


if __name__ == "__main__":
    run(main)
