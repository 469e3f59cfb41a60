"""Processes that examine descriptions, each within limits of time and of memory."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar, cast

from boardless.analysis.examination import Entry, Task, entries
from boardless.play.executors import unheard

#: Seconds of processor time that one description may take, whatever else the machine does.
SECONDS = 300.0
#: Seconds of the clock that a description may take, for each of the processor.
_CLOCK = 4.0
#: Bytes of address space that a worker may take.
MEMORY = 4 * 2**30


class Result(Protocol):
    """The result of a task: a dataclass that says what stopped it, and how long it took."""

    @property
    def error(self) -> str | None:
        """The first thing that stops it, on one line."""

    @property
    def seconds(self) -> float:
        """Seconds that it took."""

    @property
    def is_late(self) -> bool:
        """Whether it took too long."""


T = TypeVar("T")
R = TypeVar("R", bound=Result)


@dataclass(frozen=True)
class Kind(Generic[T, R]):
    """A kind of task: functions that workers can import."""

    #: Yields the result of a task so far, at last the whole one.
    do: Callable[[T], Iterator[R]]
    #: Returns the result of a task before anything is done.
    nothing: Callable[[T], R]


def examined(
    tasks: Sequence[Task], workers: int = 1, seconds: float = SECONDS, memory: int = MEMORY
) -> Iterator[tuple[int, Entry]]:
    """Yield number and entry of every task as they come; a worker that ends is replaced."""
    yield from done_by_workers(_EXAMINATION, tasks, workers, seconds, memory)


def _unexamined(task: Task) -> Entry:
    return Entry(task.file, recorded=len(task.recorded))


_EXAMINATION = Kind(entries, _unexamined)


def done_by_workers(
    kind: Kind[T, R],
    tasks: Sequence[T],
    workers: int = 1,
    seconds: float = SECONDS,
    memory: int = MEMORY,
) -> Iterator[tuple[int, R]]:
    """Yield number and result of every task as they come; a worker that ends is replaced."""
    left = iter(enumerate(tasks))
    busy: list[_Worker[T, R]] = []
    try:
        busy += [_Worker.start(kind, memory) for _ in range(min(workers, len(tasks)))]
        for worker, (number, task) in zip(list(busy), left, strict=False):
            worker.give(number, task, seconds)
        while busy:
            patience = max(0.0, min(worker.deadline for worker in busy) - monotonic())
            ready = wait([worker.line for worker in busy], patience)
            for worker in [w for w in busy if w.line in ready or w.deadline <= monotonic()]:
                entry = worker.entry(seconds)
                if entry is None:
                    continue
                yield worker.number, entry
                busy.remove(worker)
                following = next(left, None)
                if following is None:
                    worker.end()
                    continue
                if not worker.process.is_alive():
                    worker = _Worker.start(kind, memory)
                busy.append(worker)
                worker.give(*following, seconds)
    finally:
        for worker in busy:
            worker.end()


@dataclass
class _Worker(Generic[T, R]):
    """A process, the pipe to it, its task, and what it has found about that so far."""

    kind: Kind[T, R]
    process: SpawnProcess
    line: Connection
    number: int = 0
    found: R | None = None
    deadline: float = 0.0

    @classmethod
    def start(cls, kind: Kind[T, R], memory: int) -> "_Worker[T, R]":
        # A fork would copy the threads that compile; a spawned process starts clean.
        context = get_context("spawn")
        line, end = context.Pipe()
        process = context.Process(target=_work, args=(end, kind, memory), daemon=True)
        with unheard():
            process.start()
        end.close()
        return cls(kind, process, line)

    def give(self, number: int, task: T, seconds: float) -> None:
        if self.found is None:
            # Its first word is that it has started, which takes a while and does not count.
            with suppress(EOFError, OSError):
                self.line.recv()
        self.number, self.deadline = number, monotonic() + _CLOCK * seconds
        self.found = self.kind.nothing(task)
        with suppress(OSError):
            self.line.send((task, seconds))

    def entry(self, seconds: float) -> R | None:
        """Return the entry of the task, None while it grows; who is late or has ended is ended."""
        assert self.found is not None
        try:
            while self.line.poll():
                is_whole, self.found = self.line.recv()
                if is_whole:
                    return self.found
        except (EOFError, OSError):
            self.process.join()
            if sys.platform != "win32" and self.process.exitcode == -signal.SIGPROF:
                return self._late(seconds)
            self.end()
            error = f"its process ended with status {self.process.exitcode}"
            return self._replaced(error=error)
        if self.deadline > monotonic():
            return None
        return self._late(seconds)

    def _late(self, seconds: float) -> R:
        assert self.found is not None
        self.end()
        error = f"it takes more than {seconds:g} s"
        return self._replaced(error=error, seconds=seconds, is_late=True)

    def _replaced(self, **changes: Any) -> R:
        return cast("R", replace(cast("Any", self.found), **changes))

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def _work(line: Connection, kind: Kind[T, R], memory: int) -> None:
    """Examine tasks from the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            entry = None
            task, seconds = line.recv()
            _end_after(seconds)
            for entry in kind.do(task):
                line.send((False, entry))
            _end_after(0)
            line.send((True, entry))


def _end_after(seconds: float) -> None:
    """End this process by a signal after seconds of processor time, never if they are 0."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _end_with_parent() -> None:
    """End this process, whatever it does, when its parent has ended."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
