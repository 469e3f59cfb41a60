"""Recorded trials as JSON lines: a header, then a game a line.

A file holds JSON lines, compressed by gzip if its name ends in ``.gz``. Line 1 is the header; every
other line is a game with its start, for every ply the mover, all legal moves and the move made, and
the winner. A move is the cell it goes to and the component it puts there, so this form lacks passes
and does not say where a piece comes from. Cells are lattice keys relative to the first
start tile.
"""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, cast

from boardless.topo import InputError, integer_between
from boardless.topo.boards.cells import MAX_KEY
from boardless.util.inputs import json_of, list_of, object_of, on_line, text_of

#: The longest line that is read, in bytes, so that no file takes more memory than it should.
MAX_LINE = 2**25


@contextmanager
def lines_of(path: Path) -> Iterator[Iterator[tuple[int, bytes]]]:
    """Open a file, decompressed if it ends in ``.gz``; return its numbered non-empty lines."""
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
            with on_line(number, path):
                raise InputError(f"longer than {MAX_LINE:,} bytes")
        if line.strip() or number == 1:
            yield number, line


def decoded(line: bytes) -> str:
    """Return the text of a line, without its end."""
    try:
        return line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1:,} is not UTF-8 text") from None


#: The largest number of a player or of a component.
MAX_NUMBER = 255

#: Cell ``(i, j, k)`` and component.
Entry = tuple[int, int, int, int]


@dataclass(frozen=True)
class RecordedHeader:
    """The header of a file."""

    game: str
    #: Names; component n has number n + 1.
    components: tuple[str, ...]
    tiling: str | None = None
    #: ``"Heading/Label"`` of each chosen option.
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class RecordedPly:
    """Mover, legal moves and move of a ply, with the file's numbers of components."""

    mover: int
    legal: frozenset[Entry]
    move: Entry


@dataclass(frozen=True)
class RecordedTrial:
    """A game, which ends after its last ply."""

    #: Line of the file, from 1.
    line: int
    start: tuple[Entry, ...]
    plies: tuple[RecordedPly, ...]
    #: A player, or 0 for a draw.
    winner: int


def read_header(path: Path) -> RecordedHeader:
    """Return the header of a file."""
    with lines_of(path) as lines:
        number, line = next(lines, (1, b""))
        with on_line(number, path):
            return _header(_object(line))


def read_trials(path: Path) -> Iterator[RecordedTrial]:
    """Yield the games of a file, one at a time."""
    with lines_of(path) as lines:
        next(lines, None)
        for number, line in lines:
            with on_line(number, path):
                trial = _trial(_object(line), number)
            yield trial


# -- what a line says -----------------------------------------------------------------------


def _object(line: bytes) -> dict[str, Any]:
    form = "not in the form of recorded trials, a JSON object a line"
    return object_of(json_of(decoded(line)), "text", form)


def _field(said: dict[str, Any], name: str) -> Any:
    if name not in said:
        raise InputError(f"not in the form of recorded trials: there is no {name!r}")
    return said[name]


def _header(said: dict[str, Any]) -> RecordedHeader:
    tiling = said.get("tiling")
    components = list_of(_field(said, "components"), "components")
    return RecordedHeader(
        text_of(_field(said, "game"), "game"),
        tuple(
            text_of(_field(object_of(component, "component"), "name"), "name of a component")
            for component in components
        ),
        None if tiling is None else text_of(tiling, "tiling"),
        tuple(text_of(o, "option") for o in list_of(said.get("options", []), "options")),
    )


def _trial(said: dict[str, Any], line: int) -> RecordedTrial:
    start = _entries(_field(said, "start"), "start")
    plies = [
        _ply(object_of(ply, f"ply {number}"), f"ply {number}, ")
        for number, ply in enumerate(list_of(_field(said, "plies"), "plies"))
    ]
    winner = integer_between(_field(said, "winner"), "winner", 0, MAX_NUMBER)
    return RecordedTrial(line, tuple(start), tuple(plies), winner)


def _ply(said: dict[str, Any], place: str) -> RecordedPly:
    return RecordedPly(
        integer_between(_field(said, "mover"), place + "mover", 1, MAX_NUMBER),
        frozenset(_entries(_field(said, "legal"), place + "legal")),
        _entry(_field(said, "move"), place + "move"),
    )


def _entries(value: Any, what: str) -> list[Entry]:
    return [_entry(entry, what) for entry in list_of(value, what)]


def _entry(value: Any, what: str) -> Entry:
    i, j, k, component = list_of(value, what, 4)
    return (
        integer_between(i, what, -MAX_KEY, MAX_KEY),
        integer_between(j, what, -MAX_KEY, MAX_KEY),
        integer_between(k, what, 0, MAX_NUMBER),
        integer_between(component, what, 1, MAX_NUMBER),
    )
