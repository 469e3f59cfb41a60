"""Games of a session as files, as far as a seat may see them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from boardless.topo import InputError
from boardless.view.files import to_gif, to_html
from boardless.view.scene import EVERYBODY, scene_of
from boardless.view.seen import WATCHER
from boardless.view.session import Session


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
    make: Callable[[Session, int], bytes]


def _svg(session: Session, seat: int) -> bytes:
    with session.lock:
        scene = scene_of(session.state, seat, choices=False)
    return scene.svg().encode()


def _html(session: Session, seat: int) -> bytes:
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
    with TemporaryDirectory() as folder:
        to_html(twin, Path(folder) / "game.html", seat, texts)
        return (Path(folder) / "game.html").read_bytes()


def _gif(session: Session, seat: int) -> bytes:
    if not session.knows(seat):
        raise InputError("a film: parts of the game are hidden from this seat")
    with session.lock:
        twin = session.state.copy()
    with TemporaryDirectory() as folder:
        to_gif(twin, Path(folder) / "game.gif")
        return (Path(folder) / "game.gif").read_bytes()


def _notation(session: Session, seat: int) -> bytes:
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
