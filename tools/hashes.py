"""Hashes of descriptions: the commands that write them to a file, and compare with those of one."""

import gzip
import hashlib
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

from boardless.games.library import Library
from boardless.topo import InputError
from tools.descriptions import File, chosen

T = TypeVar("T")

#: How many hexadecimal digits of a hash are written.
DIGITS = 16
#: The most differences that are named.
NAMED = 10


def _number(word: str) -> int | str:
    """Return a number, or the word in its place, which is refused later."""
    return int(word) if word.isdecimal() else word


class DescriptionParser(ArgumentParser):
    """The words of a command that goes through descriptions; errors are of one line."""

    def __init__(self, prog: str, description: str | None) -> None:
        super().__init__(prog=prog, description=description)
        self.add_argument("--library", metavar="DIR", help="descriptions beside the package's")
        self.add_argument("--only", metavar="GAME", action="append", default=[], help="one game")
        self.add_argument("--sample", metavar="N", type=int, help="so many of the library")
        self.add_argument("--seed", metavar="S", type=int, default=1, help="which of them")
        self.add_argument("--workers", metavar="N", type=_number, default=1, help="by default 1")

    def error(self, message: str) -> NoReturn:
        """Raise the error of words that cannot be understood."""
        raise InputError(message)


class HashParser(DescriptionParser):
    """The words of a command that writes hashes of descriptions."""

    def __init__(self, prog: str, description: str | None) -> None:
        super().__init__(prog, description)
        file = self.add_mutually_exclusive_group(required=True)
        file.add_argument("--write", metavar="FILE", type=Path, help="write the hashes")
        file.add_argument(
            "--against", metavar="FILE", type=Path, help="compare with those of a file"
        )
        self.add_argument(
            "--options", action="store_true",
            help="take the games of the package with each of their options, too",
        )  # fmt: skip


def files_of(options: Namespace) -> list[File]:
    """Return the descriptions that the words of a command choose."""
    library = None if options.library is None else Library(options.library)
    return chosen(library, options.only, options.sample, options.seed)


def status_of(command: Callable[[list[str]], int], words: list[str]) -> int:
    """Return the exit status of a command; bad input is a line."""
    try:
        return command(words)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def progress(done: int, total: int) -> None:
    """Write how many descriptions are done, where somebody looks."""
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
    """Return the result of `read` for the lines of a file; ValueErrors of it tell of another."""
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
