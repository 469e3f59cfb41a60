"""A sheet of pictures of games: ``python -m tools.sheet FILE.png [GAME ...]``.

The sheet shows each game after some random moves from a seed, as the picture of notebooks and
`to_svg`, or as its page. A browser without a window puts them side by side and photographs them, so
that somebody can look at all of them at once. With ``--compare`` it lays the picture over the board
of the page and prints the share of pixels that differ.
"""

import sys
from base64 import b64encode
from collections.abc import Iterable
from html import escape
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from PIL import Image

from benchmarks.view import browser
from boardless.cli.app import main as run
from boardless.games import load
from boardless.play import State
from boardless.play.playing import by_chance
from boardless.topo import InputError
from boardless.view.files import recorded_page
from boardless.view.scene import EVERYBODY, scene_of
from boardless.view.seen import hides
from boardless.view.session import Session

#: Games of the package, and of Ludii's library, with options behind colons, and their moves.
GAMES = {
    "Tic-Tac-Toe": 9,
    "Connect Four": 20,
    "Othello": 24,
    "Hex": 40,
    "Gomoku": 24,
    "Dots and Boxes": 40,
    "Yinsh": 40,
    "Minesweeper": 13,
    "Hive": 40,
    "Trax": 8,
    "Andantino": 20,
    "Yavalath": 24,
    "Carcassonne": 40,
    "Tantrix": 24,
    "Kingdomino": 40,
    "Block": 24,
    "Love Letter": 9,
    "Uno": 36,
    "Virus!": 24,
    "Exploding Kittens": 24,
    "Colt Express": 30,
    "Pandemic": 30,
    "Hanabi": 20,
    "Diamant": 20,
    "Go Fish": 30,
    "Blackjack": 12,
    "Sushi Go!": 20,
    "Can't Stop": 30,
    "Hearts": 30,
    "Poker": 30,
}
LIBRARY = {
    "Chess": 30,
    "Shogi": 30,
    "Xiangqi": 30,
    "Go:Board Size/9x9": 60,
    "Backgammon": 24,
    "Oware": 16,
    "Bao Kiswahili (East Africa)": 12,
    "Chinese Checkers:Players/6": 60,
    "Surakarta": 24,
    "Nine Men's Morris": 20,
    "English Draughts": 50,
    "Sudoku": 12,
    "Hnefatafl": 24,
    "Royal Game of Ur": 24,
    "Pachisi": 30,
    "Amazons": 24,
    "Lines of Action": 16,
}
#: The moves of other games.
MOVES = 12
#: Pixels: of a picture on the sheet, and of a page's window, which the sheet shows in that size.
WIDTH, HIGH = 400, 400
WINDOW = 800
#: The least visible difference of colours, of 255.
NOTICED = 8
#: Shows the board alone, at whole pixels.
ALONE = f"""
body * {{ visibility: hidden; }}
.boardless .board {{ position: fixed; inset: 0; width: {WINDOW}px; height: {WINDOW}px !important; }}
.board, .board * {{ visibility: visible; }}
"""
#: Script: replace the board with a picture.
OVERLAY = """async (board, source) => {
    const image = document.createElement("img");
    image.className = "board";
    image.src = source;
    await image.decode();
    board.replaceWith(image);
}"""
STYLE = f"""
:root {{ color-scheme: light dark; }}
body {{ display: flex; flex-wrap: wrap; gap: 8px; margin: 4px; font: 14px sans-serif; }}
figure {{ margin: 0; width: {WIDTH}px; height: {HIGH + 20}px; overflow: hidden; }}
svg {{ width: {WIDTH}px; height: {HIGH}px; }}
iframe {{ border: 0; width: {WINDOW}px; height: {WINDOW}px; transform-origin: 0 0;
    transform: scale({WIDTH / WINDOW}); }}
"""


def position(shown: str, library: str | None = None) -> State:
    """Return the position of a game after some random moves, or at its end."""
    name, *options = shown.split(":")
    state, random = State(load(name, options, jit=False, library=library)), Random(1)
    moves = {**GAMES, **LIBRARY}.get(shown, MOVES)
    while state.outcome() is None and state.ply < moves:
        state.push(by_chance(state, random))
    return state


def own_seat(state: State) -> int:
    """Return the seat to draw for: the first player if the game hides something."""
    return 1 if hides(state.game) else EVERYBODY


def page_of_state(state: State) -> str:
    """Return the page of a position, by itself, as a person sees it."""
    return recorded_page(state.game.name, Session(state).data(own_seat(state)), [])


def sheet(states: Iterable[State], pages: bool) -> str:
    """Return a sheet of positions as HTML, each as a picture, or as its page."""
    parts = []
    for state in states:
        if pages:
            source = b64encode(page_of_state(state).encode()).decode()
            frame = f'<iframe src="data:text/html;base64,{source}"></iframe>'
        else:
            frame = scene_of(state, own_seat(state), choices=False).svg()
        parts.append(f"<figure><figcaption>{escape(state.game.name)}</figcaption>{frame}</figure>")
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{''.join(parts)}"


def difference(page: Any, state: State, theme: str) -> float:
    """Return the share of pixels that differ between the board of a page and its file.

    Nothing can be chosen on the page, and its context prefers the colours of the theme. The file
    takes the place of the board.
    """
    scene = scene_of(state, own_seat(state), choices=False)
    data = Session(state).data(own_seat(state)) | {"scene": scene.data()}
    page.set_content(recorded_page(state.game.name, data, []))
    board = page.locator(".board")
    board.locator(".cells > g").first.wait_for(state="attached")
    page.add_style_tag(content=ALONE)
    drawn = _pixels(board)
    source = b64encode(scene.svg(theme).encode()).decode()
    board.evaluate(OVERLAY, f"data:image/svg+xml;base64,{source}")
    apart = np.abs(drawn - _pixels(board)).max(axis=2) > NOTICED
    return float(apart.mean())


def _pixels(board: Any) -> np.ndarray:
    """Return the pixels of an element: rows, columns, red, green and blue."""
    return np.asarray(Image.open(BytesIO(board.screenshot())).convert("RGB"), np.int16)


def main(
    file: Path,
    games: list[str] | None = None,
    *,
    library: str | None = None,
    pages: bool = False,
    dark: bool = False,
    compare: bool = False,
    columns: int = 4,
) -> None:
    """Write a sheet of games as a picture, or compare pictures with pages.

    Parameters
    ----------
    file : FILE.png
        The picture to write.
    games : GAME
        Games, with options after colons; by default a list of all kinds.
    library : DIR
        The folder of a library, for games of Ludii's.
    pages
        Show the pages of games, not their pictures.
    dark
        Use the dark theme.
    compare
        Print the share of pixels that differ between picture and page, and write nothing.
    columns
        The number of games in a row.
    """
    states = []
    for name in games or (*GAMES, *(LIBRARY if library else ())):
        listed = (each for each in LIBRARY if each.partition(":")[0] == name)
        try:
            states.append(position(next(listed, name), library))
        except InputError as error:
            print(f"{name}: {error}", file=sys.stderr)
    theme = "dark" if dark else "light"
    size = {
        "width": columns * (WIDTH + 8) + 8,
        "height": -(-len(states) // columns) * (HIGH + 28) + 8,
    }
    with browser() as running, running.new_context(viewport=size, color_scheme=theme) as context:
        page = context.new_page()
        if compare:
            page.set_viewport_size({"width": WINDOW, "height": WINDOW})
            for state in states:
                share = difference(page, state, theme)
                print(f"{state.game.name}: {share:.3%} of the pixels differ")
            return
        page.set_content(sheet(states, pages))
        page.wait_for_timeout(100 + 200 * len(states) * pages)
        page.screenshot(path=file, full_page=True)


if __name__ == "__main__":
    run(main)
