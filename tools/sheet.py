"""A sheet of pictures of games: ``python -m tools.sheet FILE.png [GAME ...] [--library DIR]``.

Each game is played some moves by chance, from a seed, and drawn by both back ends: as the picture
that notebooks and `to_svg` show, and as its page. A browser without a window puts them side by side
and photographs them, so that somebody can look at all of them at once.
"""

import sys
from argparse import ArgumentParser
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from random import Random

from benchmarks.view import browser
from boardless.games import load
from boardless.play import State
from boardless.play.playing import by_chance
from boardless.topo import InputError
from boardless.view.drawing import svg
from boardless.view.files import recorded_page
from boardless.view.scene import EVERYBODY, scene_of
from boardless.view.seen import hides
from boardless.view.session import Session


@dataclass(frozen=True)
class Shown:
    """A game on the sheet: its name, how many moves are made, and what is chosen."""

    name: str
    moves: int = 12
    options: tuple[str, ...] = ()


#: Games of the package, and of Ludii's library: (name, moves, options).
GAMES = (
    Shown("Tic-Tac-Toe", 9),
    Shown("Connect Four", 20),
    Shown("Othello", 24),
    Shown("Hex", 40),
    Shown("Gomoku", 24),
    Shown("Dots and Boxes", 40),
    Shown("Yinsh", 40),
    Shown("Minesweeper", 13),
    Shown("Hive", 40),
    Shown("Trax", 8),
    Shown("Andantino", 20),
    Shown("Yavalath", 24),
    Shown("Carcassonne", 40),
    Shown("Tantrix", 24),
    Shown("Kingdomino", 40),
    Shown("Block", 24),
    Shown("Love Letter", 9),
    Shown("Uno", 36),
    Shown("Virus!", 24),
    Shown("Exploding Kittens", 24),
    Shown("Colt Express", 30),
    Shown("Pandemic", 30),
    Shown("Hanabi", 20),
    Shown("Diamant", 20),
    Shown("Go Fish", 30),
    Shown("Blackjack", 12),
    Shown("Sushi Go!", 20),
    Shown("Can't Stop", 30),
    Shown("Hearts", 30),
    Shown("Poker", 30),
)
LIBRARY = (
    Shown("Chess", 30),
    Shown("Shogi", 30),
    Shown("Xiangqi", 30),
    Shown("Go", 60, ("Board Size/9x9",)),
    Shown("Backgammon", 24),
    Shown("Oware", 16),
    Shown("Bao Kiswahili (East Africa)", 12),
    Shown("Chinese Checkers", 60, ("Players/6",)),
    Shown("Surakarta", 24),
    Shown("Nine Men's Morris", 20),
    Shown("English Draughts", 50),
    Shown("Sudoku", 12),
    Shown("Hnefatafl", 24),
    Shown("Royal Game of Ur", 24),
    Shown("Pachisi", 30),
    Shown("Amazons", 24),
    Shown("Lines of Action", 16),
)
#: Pixels: of a picture on the sheet, and of the window of a page that is shown so small.
WIDTH, HIGH = 400, 400
WINDOW = 800
STYLE = f"""
:root {{ color-scheme: light dark; }}
body {{ display: flex; flex-wrap: wrap; gap: 8px; margin: 4px; font: 14px sans-serif; }}
figure {{ margin: 0; width: {WIDTH}px; height: {HIGH + 20}px; overflow: hidden; }}
svg {{ width: {WIDTH}px; height: {HIGH}px; }}
iframe {{ border: 0; width: {WINDOW}px; height: {WINDOW}px; transform-origin: 0 0;
    transform: scale({WIDTH / WINDOW}); }}
"""


def position(shown: Shown, library: str | None = None) -> State:
    """Return the position of a game after its moves, by chance, or its end."""
    game = load(shown.name, shown.options, jit=False, library=library)
    state, random = State(game), Random(1)
    while state.outcome() is None and state.ply < shown.moves:
        state.push(by_chance(state, random))
    return state


def own_seat(state: State) -> int:
    """Return the seat whose picture is shown: the first player's where something is hidden."""
    return 1 if hides(state.game) else EVERYBODY


def page_of_state(state: State) -> str:
    """Return the page of a position, by itself, as a person sees it."""
    return recorded_page(state.game.name, Session(state).data(own_seat(state)), [])


def sheet(states: Iterable[State], pages: bool) -> str:
    """Return the sheet of positions: each as a picture, or as its page."""
    parts = []
    for state in states:
        if pages:
            source = b64encode(page_of_state(state).encode()).decode()
            frame = f'<iframe src="data:text/html;base64,{source}"></iframe>'
        else:
            frame = svg(scene_of(state, own_seat(state), choices=False))
        parts.append(f"<figure><figcaption>{escape(state.game.name)}</figcaption>{frame}</figure>")
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{''.join(parts)}"


def main(arguments: Sequence[str]) -> None:
    """Write the sheet that the command line asks for."""
    parser = ArgumentParser(prog="python -m tools.sheet", description=__doc__.split("\n\n")[0])
    parser.add_argument("file", help="the picture to write, a PNG")
    parser.add_argument("games", nargs="*", help="games of the list, by default all")
    parser.add_argument("--library", help="the folder of a library, for games of Ludii's")
    parser.add_argument("--pages", action="store_true", help="their pages, not their pictures")
    parser.add_argument("--dark", action="store_true", help="as those see it who prefer dark pages")
    parser.add_argument("--columns", type=int, default=4, help="so many in a row")
    asked = parser.parse_intermixed_args(arguments)
    listed = {shown.name: shown for shown in (*GAMES, *LIBRARY)}
    names = asked.games or [one.name for one in (*GAMES, *(LIBRARY if asked.library else ()))]
    states = []
    for name in names:
        try:
            states.append(position(listed.get(name, Shown(name)), asked.library))
        except InputError as error:
            print(f"{name}: {error}", file=sys.stderr)
    with (
        browser() as running,
        running.new_context(
            viewport={
                "width": asked.columns * (WIDTH + 8) + 8,
                "height": -(-len(states) // asked.columns) * (HIGH + 28) + 8,
            },
            color_scheme="dark" if asked.dark else "light",
        ) as context,
    ):
        page = context.new_page()
        page.set_content(sheet(states, asked.pages))
        page.wait_for_timeout(100 + 200 * len(states) * asked.pages)
        page.screenshot(path=asked.file, full_page=True)


if __name__ == "__main__":
    main(sys.argv[1:])
