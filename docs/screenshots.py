"""Take the pictures of games on their pages: ``make screenshots``, or of the named games alone.

A seed decides some random moves of each game, and a headless browser takes the picture. Without
names the film of the first page is made, too.
"""

import sys
from functools import reduce
from pathlib import Path
from random import Random

from PIL import Image, ImageChops, ImageOps, ImageSequence

from benchmarks.view import browser
from boardless.games import load
from boardless.play import State
from boardless.play.playing import by_chance, move_of_chance
from boardless.view import Session, to_gif
from boardless.view.server import served

FOLDER = Path(__file__).parent / "screenshots"
#: The film of the first page: its file, game, seed and moves.
FILM = (FOLDER.parent / "pictures" / "carcassonne.gif", "Carcassonne", 1, 60)
#: Game, tiling, seed, moves made.
SHOWN = (
    ("Andantino", "hexagonal", 2, 14),
    ("Bravalath", "triangular", 5, 6),
    ("Plotto", None, 4, 7),
    ("Hive", None, 2, 40),
    ("Trax", None, 2, 5),
    ("Othello", None, 1, 24),
    ("Minesweeper", None, 16, 13),
    ("Tic-Tac-Toe", None, 1, 4),
    ("Hex", None, 3, 24),
    ("Yinsh", None, 1, 26),
    ("Kingdomino", None, 1, 30),
    ("Carcassonne", None, 1, 24),
    ("Love Letter", None, 2, 9),
    ("Uno", None, 1, 36),
    ("Block", None, 1, 22),
    ("Pandemic", None, 3, 60),
    ("Colt Express", None, 3, 60),
    ("Virus!", None, 3, 60),
)


def main(names: list[str]) -> None:
    """Write the pictures of the named games; without names, of all games, and the film."""
    FOLDER.mkdir(exist_ok=True)
    if not names:
        write_film(*FILM)
    with browser() as running:
        for name, tiling, seed, moves in SHOWN:
            if names and name not in names:
                continue
            state, random = State(load(name, tiling=tiling, jit=False)), Random(seed)
            session = Session(state, seed=seed, forced=True)
            while state.ply < moves and state.outcome() is None:
                session.play(str(random.choice(list(state.legal_moves))))
            with served(session) as server:
                page = running.new_page(viewport={"width": 560, "height": 760})
                page.goto(server.address)
                page.wait_for_selector(".cells [data-place]")
                page.screenshot(path=FOLDER / f"{name.lower().replace(' ', '-')}.png")
                page.close()
            print(FOLDER / f"{name.lower().replace(' ', '-')}.png")


def write_film(path: Path, name: str, seed: int, moves: int) -> None:
    """Write a film of a game by chance."""
    state, random = State(load(name, jit=False)), Random(seed)
    while state.ply < moves and state.outcome() is None:
        chances = state.chances()
        state.push(move_of_chance(chances, random) if chances else by_chance(state, random))
    to_gif(state, path)
    film = Image.open(path)
    frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(film)]
    stays = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
    # What is white in all of them is cut off.
    darkest = reduce(ImageChops.darker, frames)
    box = ImageOps.invert(darkest).getbbox()
    first, *others = (frame.crop(box).quantize(64) for frame in frames)
    first.save(path, save_all=True, append_images=others, loop=0, duration=stays)
    print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
