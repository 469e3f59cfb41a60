"""Descriptions that commands go through: which ones, and the processes among which they share them.

No description stops the others: a process that takes too long, or dies, is replaced.
"""

import random
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

#: Folders of Ludii's descriptions that are under test, in development or wished for.
ASIDE = ("test", "wip", "wishlist", "WishlistDLP", "WishlistDLP 3")

#: Seconds and bytes that are more than a job takes.
ENDLESS, MEMORY = 10.0**6, 2**44

J = TypeVar("J")
R = TypeVar("R")


class File(NamedTuple):
    """The file of a description."""

    #: The library, empty for the games of the package.
    folder: str
    #: Its path there.
    path: str

    @property
    def text(self) -> str:
        """The description; raise InputError if it cannot be read."""
        return _library(self.folder).text(self.path)


@lru_cache(1)
def _library(folder: str) -> Library:
    return Library(folder) if folder else PACKAGED


def chosen(
    library: Library | None = None,
    only: Collection[str] = (),
    sample: int | None = None,
    seed: int = 1,
) -> list[File]:
    """Return the games of the package and those of a library, or `only` some, or a sample."""
    if sample is not None and library is None:
        raise InputError(f"sample {sample}: of which library?")
    published: Sequence[str] = [] if library is None else _published(library)
    if sample is not None:
        published = sampled(published, integer_between(sample, "sample", 0, 10**6), seed)
    files = [File("", path) for path in PACKAGED.files]
    files += [File("" if library is None else str(library.folder), path) for path in published]
    for name in only:
        if not any(_is_among(file.path, [name]) for file in files):
            raise InputError(f"game {name!r}: there is none of this name in the library")
    return [file for file in files if not only or _is_among(file.path, only)]


def _published(library: Library) -> list[str]:
    return [path for path in library.files if path.partition("/")[0] not in ASIDE]


def _is_among(path: str, names: Collection[str]) -> bool:
    return any(name in (path, Path(path).stem) for name in names)


def sampled(files: Sequence[str], count: int, seed: int) -> list[str]:
    """Return a random sample of the descriptions of a library, in random order."""
    return random.Random(seed).sample(files, min(count, len(files)))


def single_options(text: str) -> list[tuple[str, ...]]:
    """Return the default options of a description, as none, and each item that is no default."""
    default = {name.casefold() for name in read(text).options}
    items = [name for option in offered_options(text) for name, _ in option.names()]
    return [(), *((name,) for name in items if name.casefold() not in default)]


class Lost(Enum):
    """The end of a process in the place of a result."""

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
    """Yield jobs with the results of a function, as they come.

    Parameters
    ----------
    function : callable
        A function of a module, which raises no exception.
    workers : int
        The number of processes. One without a limit of `seconds` is this one.
    seconds : float, optional
        The most that a job may take.
    calls : int, optional
        The number of jobs after which a process is replaced.
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
