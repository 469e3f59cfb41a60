"""Accessibility of pages: ``python -m tools.axe``, after ``--install`` once.

The checker axe-core examines the lobby, the pages of some games and any named pages in a browser,
light and dark. It does not come with boardless: ``--install`` has npm put it into a cache.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.view import browser
from boardless.cli.app import main as run
from boardless.view.lobby import Lobby
from boardless.view.server import served
from boardless.view.session import Session
from tools.sheet import position

#: The folder that npm installs into.
FOLDER = Path(os.environ.get("BOARDLESS_CACHE") or Path.home() / ".cache" / "boardless") / "axe"
SCRIPT = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
PACKAGE = "axe-core@4"
#: Games whose pages differ in kind.
EXAMINED = ("Tic-Tac-Toe", "Hive", "Carcassonne", "Kingdomino", "Love Letter", "Uno", "Can't Stop")
#: The name of the lobby here, and the game that is chosen in it.
LOBBY, CHOSEN = "lobby", "Carcassonne"
#: The impacts of serious findings.
SERIOUS = ("serious", "critical")

_RUN = "() => axe.run(document, {resultTypes: ['violations']}).then((all) => all.violations)"


def findings(page: Any) -> list[str]:
    """Return the serious findings on an open page: the rule, its text, and the first element."""
    page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    return [
        f"{finding['id']}: {finding['help']}: {len(nodes)}, such as "
        f"{nodes[0]['html'][:160]} ({nodes[0]['failureSummary'][:300]})"
        for finding in page.evaluate(_RUN)
        if finding["impact"] in SERIOUS and (nodes := finding["nodes"])
    ]


def opened(running: Any, address: str) -> Iterator[tuple[str, Any]]:
    """Yield the page of an address, light and then dark, with the name of the scheme."""
    for scheme in ("light", "dark"):
        page = running.new_page(color_scheme=scheme, viewport={"width": 1280, "height": 800})
        page.goto(address)
        yield scheme, page
        page.close()


def game_findings(running: Any, game: str) -> Iterator[tuple[str, str]]:
    """Yield the serious findings on the page of a game, with the name of the page."""
    with served(Session(position(game), forced=True)) as server:
        for scheme, page in opened(running, server.address):
            page.wait_for_selector(".cells [data-place]")
            yield from ((f"{game}, {scheme}", finding) for finding in findings(page))


def lobby_findings(running: Any) -> Iterator[tuple[str, str]]:
    """Yield the serious findings in the lobby, and there in the dialog of a game's rules."""
    with served(Lobby(jit=False)) as server:
        for scheme, page in opened(running, server.address):
            page.locator(".grid .still").first.wait_for()
            yield from ((f"{LOBBY}, {scheme}", finding) for finding in findings(page))
            page.locator(f'li[data-game="{CHOSEN}"] a').click()
            page.get_by_text("Rules", exact=True).click()
            page.locator(".rules-text p").nth(1).wait_for()
            yield from ((f"{LOBBY}, {CHOSEN}, {scheme}", finding) for finding in findings(page))


def main(pages: list[Path] | None = None, *, install: bool = False, only: str | None = None) -> int:
    """Examine pages for accessibility; status 1 if anything serious is found.

    Parameters
    ----------
    pages : PAGE.html
        Pages as files; by default the lobby and seven games.
    install
        Have npm fetch axe-core first.
    only : GAME
        Examine only the page of this game, or "lobby".
    """
    if install:
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = f"npm install --ignore-scripts --no-audit {PACKAGE} --prefix"
        subprocess.run([*command.split(), str(FOLDER)], check=True)
    if not SCRIPT.exists():
        print("axe-core is not installed: python -m tools.axe --install", file=sys.stderr)
        return 2
    names = [only] if only else [] if pages else [LOBBY, *EXAMINED]
    serious: list[tuple[str, str]] = []
    with browser() as running:
        for name in names:
            serious += lobby_findings(running) if name == LOBBY else game_findings(running, name)
        for file in pages or ():
            for scheme, page in opened(running, file.absolute().as_uri()):
                serious += ((f"{file}, {scheme}", finding) for finding in findings(page))
    for where, what in serious:
        print(f"{where}: {what}")
    count = len(names) + len(pages or ())
    print(f"{count} pages, light and dark: {len(serious)} serious findings")
    return int(bool(serious))


if __name__ == "__main__":
    run(main)
