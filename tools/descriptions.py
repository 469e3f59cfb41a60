"""Descriptions that commands go through: which ones, and the processes among which they share them.

No description stops the others: a process that takes too long, or dies, is replaced.
"""

import os
import random
import signal
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from functools import lru_cache
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

from boardless.games.description import offered_options, read
from boardless.games.library import PACKAGED, Library
from boardless.play.executors import MAX_WORKERS
from boardless.topo import InputError, integer_between

#: Folders of Ludii's descriptions that are under test, in development or wished for.
ASIDE = ("test", "wip", "wishlist", "WishlistDLP", "WishlistDLP 3")

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
    left, busy, idle = deque(jobs), list[_Worker[J, R]](), list[_Worker[J, R]]()
    try:
        while left or busy:
            while left and len(busy) < workers:
                worker = idle.pop() if idle else _Worker(function)
                worker.begin(left.popleft())
                busy.append(worker)
            ready = wait([it.line for it in busy], None if seconds is None else 0.1)
            for worker in list(busy):
                if worker.line not in ready and (seconds is None or worker.spent < seconds):
                    continue
                result = worker.result() if worker.line in ready else Lost.LATE
                busy.remove(worker)
                if isinstance(result, Lost) or worker.calls == calls:
                    worker.end()
                else:
                    idle.append(worker)
                yield worker.job, result
    finally:
        for worker in busy + idle:
            worker.end()


class _Worker(Generic[J, R]):
    """A process that calls a function again and again."""

    job: J

    def __init__(self, function: Callable[[J], R]) -> None:
        # A fork would copy the threads that compile.
        context = get_context("spawn")
        self.line, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(function, there), daemon=True)
        self._process.start()
        there.close()
        self.calls = 0

    @property
    def spent(self) -> float:
        """Seconds since the job began."""
        return monotonic() - self._since

    def begin(self, job: J) -> None:
        self.job, self._since, self.calls = job, monotonic(), self.calls + 1
        with suppress(OSError):
            self.line.send(job)

    def result(self) -> R | Lost:
        try:
            result: R = self.line.recv()
        except (EOFError, OSError):
            return Lost.DIED
        return result

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.line.close()


def _serve(function: Callable[[J], R], line: "Connection[R, J]") -> None:
    """Answer jobs until the process that sends them ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            line.send(function(line.recv()))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
