"""The pages of the site that are made: one for each game, tiling and package, and the figures."""

import shlex
import shutil
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from random import Random

import boardless
from boardless.analysis import FIGURES
from boardless.games import description_text, load
from boardless.games.catalogue import catalogue
from boardless.play import State
from boardless.play.playing import by_chance, move_of_chance
from boardless.topo import TILINGS, Board, Tiling
from boardless.view import Session, to_html, to_svg

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "gallery"
#: Moves of a replay, at most, and what they are drawn from.
MOVES, SEED = 200, 1
#: Rings of cells around the first one on the picture of a tiling.
RINGS = 3

_REPLAY = """<iframe src="../{name}.html" title="{title}, played back"
 style="width: 100%; height: 48rem; border: 1px solid #999"></iframe>"""

_GRID = """<style>
.grid {display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem}
.grid a {text-align: center; text-decoration: none}
.grid img {display: block; height: 8rem; width: 100%; object-fit: contain; margin-bottom: .3rem}
</style>
<div class="grid">"""


def write_gallery() -> None:
    """Write all pages anew."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    (FOLDER / "replays").mkdir(parents=True)
    games = sorted(path.stem for path in (ROOT / "boardless" / "games").glob("*.lud"))
    write_list("games", "Games", [write_game(name) for name in games], games, games_listed())
    write_list(
        "tilings", "Tilings", [write_tiling(tiling) for tiling in TILINGS.values()], list(TILINGS)
    )
    write_list("api", "Packages", write_packages())
    write_figures()


def games_listed() -> str:
    """Return a table of the games, as ``boardless games`` prints it."""
    lines = [
        "| game | players | grows | about | options |",
        "| --- | --- | --- | --- | --- |",
    ]
    for entry in catalogue(None):
        options = "; ".join(f"{name}: {', '.join(of)}" for name, of in entry.options.items())
        players = sorted(entry.players)
        count = f"{players[0]} to {players[-1]}" if players[1:] else str(players[0])
        cells = (entry.name, count, "yes" if entry.grows else "")
        lines.append(f"| {' | '.join((*cells, entry.about, options))} |")
    return "\n".join(lines)


def write_list(
    name: str, title: str, pages: list[str], pictured: Sequence[str] = (), more: str = ""
) -> None:
    """Write a page that lists others, with their pictures if they have titles, and more below."""
    shown = ""
    if pictured:
        # Pictures are where Sphinx puts those of the pages themselves.
        cells = "\n".join(
            f'<a href="{page}.html"><img src="../_images/{page}.svg" alt="">{each}</a>'
            for each, page in zip(pictured, pages, strict=True)
        )
        shown = f"```{{raw}} html\n{_GRID}\n{cells}\n</div>\n```"
    listed = "\n".join([":maxdepth: 1", *([":hidden:"] if pictured else []), "", *pages])
    text = f"# {title}\n\n{shown}\n\n{more}\n\n```{{toctree}}\n{listed}\n```\n"
    (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")


def write_game(name: str) -> str:
    """Write the page of a game: picture, replay, rules; return its name."""
    state, random = State(load(name, jit=False)), Random(SEED)
    while state.outcome() is None and state.ply < MOVES:
        chances = state.chances()
        state.push(move_of_chance(chances, random) if chances else by_chance(state, random))
    file = f"game-{name.lower().replace(' ', '-')}"
    to_svg(state, FOLDER / f"{file}.svg")
    to_html(state, FOLDER / "replays" / f"{file}.html", Session(state).own_seat)
    parts = (
        f"# {name}",
        f"![{name}, at the end of a game by chance]({file}.svg)",
        f"A game by chance, {state.ply} moves: use the slider, or the arrow keys.",
        f"```{{raw}} html\n{_REPLAY.format(name=file, title=name)}\n```",
        f"Play it yourself: `boardless serve {shlex.quote(name)}`.",
        f"## Rules\n\n```text\n{description_text(name).strip()}\n```",
        f"## Search for moves\n\n```text\n{state.game.report}\n```",
    )
    (FOLDER / f"{file}.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return file


def write_tiling(tiling: Tiling) -> str:
    """Write the page of a tiling: a picture and its numbers; return its name."""
    board = Board.regular(tiling, RINGS)
    file = f"tiling-{tiling.name.replace('.', '-')}"
    (FOLDER / f"{file}.svg").write_text(str(board._repr_svg_()), encoding="utf-8")
    corners = sorted({len(face) for face in tiling.faces})
    parts = (
        f"# {tiling.name}",
        f"![The board of dimension {RINGS}]({file}.svg)",
        f"{len(tiling.faces)} cells in a cell of its lattice, with {_listed(corners)} corners; "
        f"{len(board)} cells on the board of dimension {RINGS}.",
        f"`Board.regular({tiling.name!r}, {RINGS})`; see [Tilings](../tilings.md).",
    )
    (FOLDER / f"{file}.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return file


def _listed(numbers: list[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


def write_packages() -> list[str]:
    """Write a page of public names with their docstrings for each package; return their names."""
    files, seen = [], set()
    for package in boardless.PACKAGES[:-1]:
        module = import_module(f"boardless.{package}")
        if not hasattr(module, "__all__"):
            continue  # no public names: util, jit, ir
        again = [name for name in module.__all__ if id(getattr(module, name)) in seen]
        seen |= {id(getattr(module, name)) for name in module.__all__}
        options = f"   :exclude-members: {', '.join(again)}\n" if again else ""
        body = f"```{{eval-rst}}\n.. automodule:: boardless.{package}\n{options}```"
        files.append(f"api-{package}")
        (FOLDER / f"{files[-1]}.md").write_text(f"# {package}\n\n{body}\n", encoding="utf-8")
    return files


def write_figures() -> None:
    """Write the page of all figures."""
    parts = [
        "# Figures",
        "The output of `make figures`, which also writes the tables.",
    ]
    titles = {figure.stem: figure.title for figure in FIGURES.values()}
    for path in sorted((ROOT / "figures").glob("*.png")):
        shutil.copy(path, FOLDER / path.name)
        title = titles.get(path.stem, "made by a command of its own, see the documents")
        parts.append(f"## {path.stem}\n\n![{path.stem}: {title}]({path.name})\n\n{title}.")
    (FOLDER / "figures.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
