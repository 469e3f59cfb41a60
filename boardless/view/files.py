"""Games as files: a page, a picture, a film, moves in words."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from importlib.resources import files
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from boardless.play.state import State
from boardless.state import Trial
from boardless.topo import InputError, integer_between
from boardless.topo.drawing.palette import THEMES
from boardless.util.inputs import path_of, refuse, replacing_file, using_file
from boardless.view.choices import cells_named, is_by_chance, is_told
from boardless.view.naming import own_name
from boardless.view.scene import EVERYBODY, Scene, patch, scene_of
from boardless.view.seen import WATCHER, cell_names, seen_piles
from boardless.view.words import Reader, last_words

if TYPE_CHECKING:
    from PIL.Image import Image

    from boardless.view.session import Session

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


@cache
def script(name: str) -> str:
    """Return a module of `boardless/view/page` and all that it imports, as one module.

    A widget, and a page that is one file, have nowhere to import from. No two of the modules have a
    name in common at their outermost level.
    """
    parts: dict[str, str] = {}
    _gather(name, parts)
    return "\n".join(parts.values())


def _gather(name: str, parts: dict[str, str]) -> None:
    """Add a module behind those it imports."""
    text = (files("boardless.view") / "page" / name).read_text(encoding="utf-8")
    for imported in _IMPORT.findall(text):
        if imported not in parts:
            _gather(imported, parts)
    parts[name] = _EXPORT.sub("", _IMPORT.sub("", text))


@cache
def style(*more: str) -> str:
    """Return the style of pages, in the colours of every drawing, and more style sheets."""
    folder = files("boardless.view") / "page"
    text = "".join((folder / sheet).read_text("utf-8") for sheet in ("page.css", *more))
    colours = {
        theme: "".join(f"--{role}: {colour}; " for role, colour in roles.items())
        for theme, roles in THEMES.items()
    }
    return (
        f".boardless {{ {colours['light']}}}\n"
        f"@media (prefers-color-scheme: dark) {{ .boardless {{ {colours['dark']}}} }}\n"
        f"@media (prefers-contrast: more) {{ .boardless {{ {colours['contrast']}}} }}\n{text}"
    )


#: Nothing is fetched from anywhere, and no script runs but that of the page.
_POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; img-src data:; connect-src {to}"
)

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style{nonce}>
body {{ margin: 0; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #151b22; }} }}
{style}</style>
</head>
<body>
<main></main>
{data}<script type="module"{nonce}>
{script}</script>
</body>
</html>
"""


def policy(nonce: str) -> str:
    """Return the content security policy of a page with a nonce on its script."""
    return _POLICY.format(script=f"'nonce-{nonce}'", style=f"'nonce-{nonce}'", to="'self'")


def live_page(title: str, nonce: str, module: str = "live.js") -> str:
    """Return a page of the local server: of a game, or of the lobby."""
    return _PAGE.format(
        policy=escape(policy(nonce)),
        title=escape(title),
        nonce=f' nonce="{nonce}"',
        style=style(*(("lobby.css",) if module == "lobby.js" else ())),
        data="",
        script=script(module),
    )


def recorded_page(title: str, first: dict[str, Any], patches: list[dict[str, Any]]) -> str:
    """Return a page that plays back the scenes in it, without a network."""
    return page_of(title, {"first": first, "patches": patches}, "recorded.js")


def page_of(title: str, data: dict[str, Any], module: str, *styles: str) -> str:
    """Return a page that shows the data in it by a module of `boardless/view/page`."""
    text = json.dumps(data, separators=(",", ":"))
    inside = text.replace("<", "\\u003c")
    own = "'unsafe-inline'"
    return _PAGE.format(
        policy=escape(_POLICY.format(script=own, style=own, to="'none'")),
        title=escape(title),
        nonce="",
        style=style(*styles),
        data=f'<script type="application/json" id="data">{inside}</script>\n',
        script=script(module),
    )


#: Milliseconds that a picture of a film stays, inches on each side of it, and points to an inch.
FRAME, SIDE, DOTS = 600, 5.0, 80


def to_html(
    game: Trial | State,
    path: str | Path,
    seat: int = EVERYBODY,
    texts: Sequence[tuple[str | int, ...]] = (),
) -> None:
    """Write a page that plays a game back, with a slider and by keys, in any browser.

    It is one file that needs no network and no Python. The board of a `State` grows as it did.
    The board of a trial does if its technique is known; see `Trial.at`.

    Parameters
    ----------
    game : Trial or State
        The game.
    path : str or Path
        The file to write.
    seat : int
        The player at the page; the file leaves out everything hidden from this player. 0 sees
        everything.
    texts : sequence of tuple
        The start as ``("", 0)``, then of each move the words that the seat may know, the mover and
        the name, if it has one; by default made from the states.

    Raises
    ------
    InputError
        If `game` is not a game, the seat is unknown, or the file cannot be written.
    """
    page = page_of_game(game, seat, texts)
    with writing(path) as part:
        part.write_text(page, encoding="utf-8")


def page_of_game(
    game: Trial | State, seat: int = EVERYBODY, texts: Sequence[tuple[str | int, ...]] = ()
) -> str:
    """Return the page that `to_html` writes."""
    trial = game.trial() if isinstance(game, State) else game
    if not isinstance(trial, Trial):
        refuse("game", game, "give a Trial or a State")
    integer_between(seat, "seat", EVERYBODY, trial.setup.players)
    scenes = list(_scenes(game, trial, seat))
    texts = texts or _texts(game, trial, seat)
    nodes = {
        str(ply): (ply - 1, text, ply + 1 if ply + 1 < len(texts) else -1, mover, *name)
        for ply, (text, mover, *name) in enumerate(texts)
    }
    # Otherwise a seat would learn the places of covered pieces.
    moves = enumerate(trial.moves if seat == EVERYBODY else (), 1)
    places = {str(ply): cells_named(move) for ply, move in moves}
    panel = {"node": 0, "nodes": nodes, "places": places, "hints": {}}
    first = {"scene": scenes[0].data(), "panel": panel}
    patches: list[dict[str, Any]] = [
        {"scene": patch(old.data(), new.data()), "panel": {"node": ply}}
        for ply, (old, new) in enumerate(pairwise(scenes), 1)
    ]
    return recorded_page(scenes[0].title, first, patches)


def to_svg(state: State, path: str | Path) -> None:
    """Write the picture of a state that notebooks show.

    InputError if it is not the state of a game, or the file cannot be written.
    """
    with writing(path, state) as part:
        part.write_text(scene_of(state, choices=False).svg(), encoding="utf-8")


def to_gif(state: State, path: str | Path, milliseconds: int = FRAME) -> None:
    """Write a film of a game: one picture for each ply, all of the same size.

    Parameters
    ----------
    state : State
        The state after the last move.
    path : str or Path
        The file to write.
    milliseconds : int
        The time that a picture stays; the last one stays five times as long.

    Raises
    ------
    InputError
        If `state` or `milliseconds` is invalid, or the file cannot be written.
    """
    stay = integer_between(milliseconds, "milliseconds", 20, 60_000)
    with writing(path, state) as part:
        _save_film(state, part, stay)


def _save_film(state: State, file: Path | BytesIO, stay: int = FRAME) -> None:
    first, *others = _frames(state)
    first.save(
        file, format="GIF", save_all=True, append_images=others, loop=0,
        duration=[stay] * len(others) + [5 * stay],
    )  # fmt: skip


@contextmanager
def writing(path: str | Path, state: object = None) -> Iterator[Path]:
    """Yield a path to write to; see `replacing_file`.

    Raise InputError for an object that is not a state, or a file that cannot be written.
    """
    if state is not None and not isinstance(state, State):
        refuse("state", state, "give a State")
    with using_file(path_of(path)), replacing_file(path) as part:
        yield part


def _frames(state: State) -> "list[Image]":
    """Return a picture of the state after every move, all of one size and scale."""
    from matplotlib.figure import Figure
    from PIL import Image

    from boardless.topo.drawing.mpl import draw

    plies = range(state.ply + 1)
    pictures = [scene_of(state.at(ply), choices=False).picture for ply in plies]
    boxes = np.array([picture.box for picture in pictures])
    # The smallest box around all frames, because boards may shrink, and names stand next to them.
    low, high = boxes[:, :2].min(axis=0), (boxes[:, :2] + boxes[:, 2:]).max(axis=0)
    (x, y), (width, height) = low.tolist(), (high - low).tolist()
    frames = []
    for picture in pictures:
        figure, file = Figure(figsize=(SIDE, SIDE), dpi=DOTS), BytesIO()
        draw(replace(picture, box=(x, y, width, height)), figure.add_subplot())
        figure.savefig(file, format="png")
        frame = Image.open(file).convert("RGB")
        frames.append(frame.convert("P", palette=Image.Palette.ADAPTIVE, colors=64))
    return frames


def _scenes(game: Trial | State, trial: Trial, seat: int) -> Iterator[Scene]:
    """Yield the scene of a seat after every move."""
    for ply in range(len(trial.moves) + 1):
        state = game.at(ply)
        title = trial.game or trial.setup.tiling.name
        scene = scene_of(state, seat, title=title, choices=False)
        if isinstance(game, Trial) and ply == len(trial.moves) and trial.result is not None:
            won = f"player {trial.result} has won" if trial.result else "drawn"
            scene = replace(scene, caption=won, over=True)
        yield scene


def _texts(game: Trial | State, trial: Trial, seat: int) -> list[tuple[str | int, ...]]:
    """Return the moves in words as far as a seat sees them, after an entry for the start.

    An entry also has the player who moved, 0 for chance, and the name of the move if the game has a
    notation.
    """
    states = [game.at(ply) for ply in range(len(trial.moves) + 1)]
    hidden = (state.contents.numbers("hidden") >> (seat - 1) & 1 for state in states if seat)
    secret = any(players.any() for players in hidden)
    texts: list[tuple[str | int, ...]] = [("", 0)]
    for ply, (move, (old, new)) in enumerate(zip(trial.moves, pairwise(states), strict=True)):
        mover = 0 if is_by_chance(move) else move.mover
        if not is_told(states[-1], ply, mover, seat):
            texts.append(("", mover))
            continue
        before, after = (seen_piles(each, seat, cell_names(each)) for each in (old, new))
        words = last_words(move, Reader.of(new, before, after, not secret))
        name = own_name(old, move) if mover and (not secret or mover == seat) else ""
        texts.append((words, mover, name) if name else (words, mover))
    return texts


# -- games of a session as files, as far as a seat may see them --------------------------------


@dataclass(frozen=True)
class Export:
    """A file format for the game of a session.

    Attributes
    ----------
    ending : str
        The end of the file's name.
    type : str
        The media type.
    make : callable
        Makes the file from the session and the number of the seat that gets it. The file holds
        nothing that is hidden from this seat; InputError if that is impossible.
    """

    ending: str
    type: str
    make: Callable[["Session", int], bytes]


def _svg(session: "Session", seat: int) -> bytes:
    with session.lock:
        scene = scene_of(session.state, seat, choices=False)
    return scene.svg().encode()


def _html(session: "Session", seat: int) -> bytes:
    if session.knows(seat):
        seat = EVERYBODY
    elif seat == WATCHER:
        raise InputError("a page: parts of the game are hidden from spectators")
    with session.lock:
        twin = session.state.copy()
        texts: list[tuple[str | int, ...]] = [("", 0)]
        path = session.tree.path()
        for number, (words, name) in zip(path, session.told(path, seat), strict=True):
            mover = session.tree.nodes[number].mover
            texts.append((words, mover, name) if name else (words, mover))
    return page_of_game(twin, seat, texts).encode()


def _gif(session: "Session", seat: int) -> bytes:
    if not session.knows(seat):
        raise InputError("a film: parts of the game are hidden from this seat")
    with session.lock:
        twin = session.state.copy()
    film = BytesIO()
    _save_film(twin, film)
    return film.getvalue()


def _notation(session: "Session", seat: int) -> bytes:
    """Return the moves in words, a line each, with their players."""
    with session.lock:
        lines, path = [], session.tree.path()
        for n, (words, name) in enumerate(session.told(path, seat), 1):
            mover = session.tree.nodes[path[n - 1]].mover
            who = f"player {mover}" if mover else "chance"
            if words:
                lines.append(f"{n}. {who}: {f'{name} ({words})' if name else words}")
        state = session.state
        title, end = state.game.name, session.closed or str(state.outcome() or "not over yet")
    return "\n".join([title, "", *lines, "", end, ""]).encode()


#: The files that pages offer, by their names in addresses.
EXPORTS = {
    "trial": Export(
        "trial", "text/plain; charset=utf-8", lambda game, seat: game.text(seat).encode()
    ),
    "html": Export("html", "text/html; charset=utf-8", _html),
    "svg": Export("svg", "image/svg+xml", _svg),
    "gif": Export("gif", "image/gif", _gif),
    "notation": Export("txt", "text/plain; charset=utf-8", _notation),
}
