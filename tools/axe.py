"""Accessibility of pages: ``python -m tools.axe [PAGE.html ...]``, after ``--install`` once.

axe-core, a checker of other people's, examines the lobby and the pages of some games in a browser,
light and dark, and pages that are named, such as those of the documentation. It is no part of
boardless: ``--install`` has npm put it into a cache. Exit status 1 if it finds anything serious.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.view import browser
from boardless.view.lobby import Lobby
from boardless.view.server import served
from boardless.view.session import Session
from tools.sheet import position

#: Where npm puts it.
FOLDER = Path(os.environ.get("BOARDLESS_CACHE") or Path.home() / ".cache" / "boardless") / "axe"
SCRIPT = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
PACKAGE = "axe-core@4"
#: Games whose pages differ in kind.
EXAMINED = ("Tic-Tac-Toe", "Hive", "Carcassonne", "Kingdomino", "Love Letter", "Uno", "Can't Stop")
#: What the lobby is called here, and the game that is chosen in it.
LOBBY, CHOSEN = "lobby", "Carcassonne"
#: How bad a finding is that counts.
SERIOUS = ("serious", "critical")

_RUN = "() => axe.run(document, {resultTypes: ['violations']}).then((found) => found.violations)"


def install() -> None:
    """Have npm put axe-core into the cache."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--prefix", str(FOLDER), "--ignore-scripts", "--no-audit", PACKAGE]
    subprocess.run(command, check=True)


def findings(page: Any) -> list[str]:
    """Return what is serious on an open page: the rule, what it says, and the first element."""
    page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    return [
        f"{found['id']}: {found['help']}: {len(found['nodes'])}, such as "
        f"{found['nodes'][0]['html'][:160]} ({found['nodes'][0]['failureSummary'][:300]})"
        for found in page.evaluate(_RUN)
        if found["impact"] in SERIOUS
    ]


def opened(running: Any, address: str) -> Iterator[tuple[str, Any]]:
    """Yield the page of an address, light and then dark, with the name of the scheme."""
    for scheme in ("light", "dark"):
        page = running.new_page(color_scheme=scheme, viewport={"width": 1280, "height": 800})
        page.goto(address)
        yield scheme, page
        page.close()


def game_findings(running: Any, game: str) -> Iterator[tuple[str, str]]:
    """Yield what is serious on the page of a game, with the name of the page."""
    with served(Session(position(game), forced=True)) as server:
        for scheme, page in opened(running, server.address):
            page.wait_for_selector(".cells [data-place]")
            yield from ((f"{game}, {scheme}", found) for found in findings(page))


def lobby_findings(running: Any) -> Iterator[tuple[str, str]]:
    """Yield what is serious in the lobby, and there in the dialog of a game with its rules."""
    with served(Lobby(jit=False)) as server:
        for scheme, page in opened(running, server.address):
            page.locator(".grid .still").first.wait_for()
            yield from ((f"{LOBBY}, {scheme}", found) for found in findings(page))
            page.locator(f'li[data-game="{CHOSEN}"] a').click()
            page.get_by_text("Rules", exact=True).click()
            page.locator(".rules-text p").nth(1).wait_for()
            yield from ((f"{LOBBY}, {CHOSEN}, {scheme}", found) for found in findings(page))


def main(arguments: Sequence[str]) -> int:
    """Examine pages as the command line asks; return 1 if anything serious is found."""
    parser = ArgumentParser(prog="python -m tools.axe", description=__doc__.split("\n\n")[0])
    parser.add_argument("pages", nargs="*", help="pages as files, beside those of games")
    parser.add_argument("--install", action="store_true", help="have npm fetch axe-core first")
    parser.add_argument(
        "--only", help=f"the game to examine, or {LOBBY}; by default that and seven"
    )
    asked = parser.parse_args(arguments)
    if asked.install:
        install()
    if not SCRIPT.exists():
        print("axe-core is not installed: python -m tools.axe --install", file=sys.stderr)
        return 2
    names = [asked.only] if asked.only else [] if asked.pages else [LOBBY, *EXAMINED]
    found: list[tuple[str, str]] = []
    with browser() as running:
        for name in names:
            if name == LOBBY:
                found += lobby_findings(running)
            else:
                found += game_findings(running, name)
        for file in asked.pages:
            for scheme, page in opened(running, Path(file).absolute().as_uri()):
                found += ((f"{file}, {scheme}", one) for one in findings(page))
    for where, what in found:
        print(f"{where}: {what}")
    print(f"{len(names) + len(asked.pages)} pages, light and dark: {len(found)} serious findings")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
