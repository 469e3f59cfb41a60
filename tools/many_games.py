"""Commands over many games: descriptions, processes that share the work, hashes, tables.

A process that takes too long, or dies, is replaced, so no description stops the others.
"""

import gzip
import hashlib
import random
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from boardless.games.description import offered_options, read
from boardless.games.library import PACKAGED, Library
from boardless.play.executors import MAX_WORKERS
from boardless.play.limited_workers import LimitedWorkers
from boardless.topo import InputError, integer_between

#: Folders of Ludii's descriptions that are tests, unfinished, or wishes.
UNPUBLISHED = ("test", "wip", "wishlist", "WishlistDLP", "WishlistDLP 3")

#: Limits in seconds and bytes that no job reaches.
ENDLESS, MEMORY = 10.0**6, 2**44

J = TypeVar("J")
R = TypeVar("R")


class File(NamedTuple):
    """The file of a description."""

    #: The library, empty for the games of the package.
    folder: str
    #: The path in the library.
    path: str

    @property
    def text(self) -> str:
        """The description; raise InputError if it cannot be read."""
        return _library(self.folder).text(self.path)


@lru_cache(1)
def _library(folder: str) -> Library:
    return Library(folder) if folder else PACKAGED


def published(library: Library, apart: Collection[str] = UNPUBLISHED) -> list[str]:
    """Return the files of a library outside the folders `apart`."""
    return [path for path in library.files if path.partition("/")[0] not in apart]


def choose_files(
    library: str | None = None,
    only: Collection[str] | None = None,
    sample: int | None = None,
    seed: int = 1,
) -> list[File]:
    """Return the games of the package and of a library, `only` some of them, or a sample."""
    if sample is not None and library is None:
        raise InputError(f"sample {sample}: give a library to sample from")
    files = [File("", path) for path in PACKAGED.files]
    if library is not None:
        paths = published(_library(library))
        if sample is not None:
            paths = sampled(paths, integer_between(sample, "sample", 0, 10**6), seed)
        files += [File(library, path) for path in paths]
    if not only:
        return files
    names = {file: {file.path, Path(file.path).stem} for file in files}
    for name in only:
        if not any(name in each for each in names.values()):
            raise InputError(f"game {name!r}: there is none of this name in the library")
    return [file for file, each in names.items() if not each.isdisjoint(only)]


def sampled(files: Sequence[str], count: int, seed: int) -> list[str]:
    """Return a random sample of the descriptions of a library, in random order."""
    return random.Random(seed).sample(files, min(count, len(files)))


def single_options(text: str) -> list[tuple[str, ...]]:
    """Return the default options of a description, as (), and each item that is not a default."""
    default = {name.casefold() for name in read(text).options}
    items = [name for option in offered_options(text) for name, _ in option.names()]
    return [(), *((name,) for name in items if name.casefold() not in default)]


class Lost(Enum):
    """The end of a process without a result."""

    LATE = "late"
    DIED = "died"


def results(
    function: Callable[[J], R],
    jobs: Iterable[J],
    workers: int = 1,
    *,
    seconds: float | None = None,
    calls: int | None = None,
) -> Iterator[tuple[J, R | Lost]]:
    """Yield jobs with the results of a function, in the order of completion.

    Parameters
    ----------
    function : callable
        A function of a module, which raises no exception.
    workers : int
        The number of processes. A single worker without a limit of `seconds` is this process.
    seconds : float, optional
        The time limit of a job.
    calls : int, optional
        Replace a process after N jobs.
    """
    workers = integer_between(workers, "workers", 1, MAX_WORKERS, "four for each core")
    if workers == 1 and seconds is None:
        yield from ((job, function(job)) for job in jobs)
        return
    waiting = list(jobs)
    with LimitedWorkers(partial(_called, function), workers, MEMORY, calls, clock=1.0) as pool:
        for outcome in pool.results(waiting, seconds or ENDLESS):
            lost = Lost.LATE if outcome.is_late else Lost.DIED if outcome.fault else None
            yield waiting[outcome.number], lost or outcome.found


def _called(function: Callable[[J], R], job: J) -> Iterator[R]:
    yield function(job)


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


def row(*cells: object) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def head(*names: str) -> str:
    """Return the first two lines of a table."""
    return f"{row(*names)}\n{row(*['---'] * len(names))}"
