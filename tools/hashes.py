"""Hashes of games: files of them, and helpers of the commands that compare them."""

import gzip
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from boardless.topo import InputError

T = TypeVar("T")

#: The number of hexadecimal digits of a hash.
DIGITS = 16
#: The most differences that are listed.
NAMED = 10


def check_file(write: Path | None, against: Path | None) -> None:
    """Raise InputError unless there is one file, to write or to compare with."""
    if (write is None) == (against is None):
        raise InputError("--write --against: give one of the two")


def progress(done: int, total: int) -> None:
    """Write the number of finished descriptions to a terminal."""
    if sys.stderr.isatty():
        print(f"\r{done:,} of {total:,}", end="\n" if done == total else "", file=sys.stderr)


def digest(*parts: str) -> str:
    """Return a hash of some texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:DIGITS]


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines; a file with the suffix ``.gz`` is compressed."""
    data = ("\n".join(lines) + "\n").encode()
    try:
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    except OSError as error:
        raise InputError(f"file {path}: {error.strerror}, give one that can be written") from error


def read_lines(path: Path, read: Callable[[list[str]], T]) -> T:
    """Return `read` of the lines of a file; a ValueError of `read` means another form of file."""
    try:
        data = path.read_bytes()
        return read((gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines())
    except (OSError, EOFError, LookupError, TypeError, ValueError) as error:
        reason = f": {error.strerror}" if isinstance(error, OSError) and error.strerror else ""
        raise InputError(f"file {path}{reason}: give one that --write has written") from error


def first_of(lines: Sequence[str]) -> Iterator[str]:
    """Yield the first lines of a list, indented, and the number of the others."""
    yield from (f"  {line}" for line in lines[:NAMED])
    if len(lines) > NAMED:
        yield f"  ... and {len(lines) - NAMED:,} more"
