"""Recorded trials, read from files: a header, then a game a line.

A file holds JSON lines, compressed by gzip if its name ends in ``.gz``. Line 1 is the header; every
other line is a game with its start, for every ply the mover, all legal moves and the move made, and
the winner. A move is the cell it goes to and the component it puts there, so this form has no
passes and does not say where a piece comes from. Cells are lattice keys relative to the first
start tile.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, cast

from boardless.topo import InputError
from boardless.topo.boards.cells import MAX_KEY

#: The longest line that is read, in bytes, so that no file takes more memory than it should.
MAX_LINE = 2**25
#: The largest number of a player or of a component.
MAX_NUMBER = 255

#: Cell ``(i, j, k)`` and component.
Entry = tuple[int, int, int, int]


@dataclass(frozen=True)
class RecordedHeader:
    """What was played.

    Attributes
    ----------
    game : str
        Its name.
    components : tuple of str
        Their names; component n has number n + 1.
    tiling : str or None
        The name of the tiling, if the file has one.
    options : tuple of str
        ``"Heading/Label"`` of the options that were chosen, if the file has them.
    """

    game: str
    components: tuple[str, ...]
    tiling: str | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class RecordedPly:
    """Who moved, what could be done and what was done, with the file's numbers of components."""

    mover: int
    legal: frozenset[Entry]
    move: Entry


@dataclass(frozen=True)
class RecordedTrial:
    """A game.

    Attributes
    ----------
    line : int
        Where it stands in the file, counted from 1.
    start : tuple of Entry
        The pieces there before the first move.
    plies : tuple of RecordedPly
        The game ends after the last one and not before.
    winner : int
        The player who won, 0 for a draw.
    """

    line: int
    start: tuple[Entry, ...]
    plies: tuple[RecordedPly, ...]
    winner: int


def read_header(path: Path) -> RecordedHeader:
    """Return the header of a file.

    Raises
    ------
    InputError
        If the file cannot be read, or its first line is no header.
    """
    with _lines(path) as lines:
        number, line = next(lines, (1, b""))
        with _on_line(path, number):
            return _header(_object(line))


def read_trials(path: Path) -> Iterator[RecordedTrial]:
    """Yield the games of a file, one at a time.

    Raises
    ------
    InputError
        If the file cannot be read, or a line is no game.
    """
    with _lines(path) as lines:
        next(lines, None)
        for number, line in lines:
            with _on_line(path, number):
                trial = _trial(_object(line), number)
            yield trial


# -- lines ----------------------------------------------------------------------------------


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[tuple[int, bytes]]]:
    """Open a file; give its lines with their numbers, the empty ones left out."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            yield _numbered(path, cast("BinaryIO", file))
    except InputError:
        raise
    except (OSError, EOFError, ValueError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or "damaged"
        raise InputError(f"file {str(path)!r} cannot be read: {reason}") from None


def _numbered(path: Path, file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    for number in count(1):
        line = file.readline(MAX_LINE + 1)
        if not line:
            return
        if len(line) > MAX_LINE:
            with _on_line(path, number):
                raise InputError(f"longer than {MAX_LINE:,} bytes")
        if line.strip() or number == 1:
            yield number, line


@contextmanager
def _on_line(path: Path, number: int) -> Iterator[None]:
    """Say in an InputError raised inside in which file and on which line it is."""
    try:
        yield
    except InputError as error:
        raise InputError(f"file {str(path)!r}, line {number}: {error}") from None


# -- what a line says -----------------------------------------------------------------------


def _wrong(what: str, value: object, allowed: str) -> NoReturn:
    # Long numbers cannot be written out, and deep lists not at all.
    shown = repr(value) if isinstance(value, str | float | bool | None) else type(value).__name__
    if isinstance(value, int) and abs(value) < 10**18:
        shown = str(value)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    raise InputError(f"{what} {shown}: {allowed}")


def _object(line: bytes) -> dict[str, Any]:
    try:
        said = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1:,} is not UTF-8 text") from None
    except (RecursionError, ValueError):
        text = line.decode(errors="replace").strip()
        _wrong("text", text, "this is no JSON; the file may be cut short")
    if not isinstance(said, dict):
        _wrong("text", said, "not in the form of recorded trials, a JSON object a line")
    return said


def _field(said: dict[str, Any], name: str) -> Any:
    if name not in said:
        raise InputError(f"not in the form of recorded trials: there is no {name!r}")
    return said[name]


def _list(value: Any, what: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or length not in (None, len(value)):
        _wrong(what, value, "give a list" + (f" of {length}" if length else ""))
    return value


def _mapping(value: Any, what: str) -> dict[str, Any]:
    return value if isinstance(value, dict) else _wrong(what, value, "give an object {...}")


def _text(value: Any, what: str) -> str:
    return value if isinstance(value, str) else _wrong(what, value, "give a text")


def _whole(value: Any, what: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        _wrong(what, value, f"give a whole number from {least} to {most}")
    return value


def _header(said: dict[str, Any]) -> RecordedHeader:
    tiling = said.get("tiling")
    components = _list(_field(said, "components"), "components")
    return RecordedHeader(
        _text(_field(said, "game"), "game"),
        tuple(
            _text(_field(_mapping(component, "component"), "name"), "name of a component")
            for component in components
        ),
        None if tiling is None else _text(tiling, "tiling"),
        tuple(_text(o, "option") for o in _list(said.get("options", []), "options")),
    )


def _trial(said: dict[str, Any], line: int) -> RecordedTrial:
    start = _entries(_field(said, "start"), "start")
    plies = [
        _ply(_mapping(ply, f"ply {number}"), f"ply {number}, ")
        for number, ply in enumerate(_list(_field(said, "plies"), "plies"))
    ]
    winner = _whole(_field(said, "winner"), "winner", 0, MAX_NUMBER)
    return RecordedTrial(line, tuple(start), tuple(plies), winner)


def _ply(said: dict[str, Any], place: str) -> RecordedPly:
    return RecordedPly(
        _whole(_field(said, "mover"), place + "mover", 1, MAX_NUMBER),
        frozenset(_entries(_field(said, "legal"), place + "legal")),
        _entry(_field(said, "move"), place + "move"),
    )


def _entries(value: Any, what: str) -> list[Entry]:
    return [_entry(entry, what) for entry in _list(value, what)]


def _entry(value: Any, what: str) -> Entry:
    i, j, k, component = _list(value, what, 4)
    return (
        _whole(i, what, -MAX_KEY, MAX_KEY),
        _whole(j, what, -MAX_KEY, MAX_KEY),
        _whole(k, what, 0, MAX_NUMBER),
        _whole(component, what, 1, MAX_NUMBER),
    )
