"""Processes that work on tasks one by one, each within limits of time and of memory.

A task that hangs, crashes or takes too much memory ends only its own process, which is then
replaced. A process is also replaced when it has kept so much memory that the next task would have
less than half of its limit.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from mmap import PAGESIZE
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Self, TypeVar

from boardless.play.executors import unheard
from boardless.topo import InputError

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess
    from types import TracebackType

T = TypeVar("T")

#: Bytes of address space that a worker may take.
MEMORY = 4 * 2**30
#: Seconds of the clock that a task may take, for each of the processor, unless told otherwise.
CLOCK = 4.0


@dataclass(frozen=True)
class Worked:
    """The outcome of a task: its last result, and the reason if it did not finish."""

    number: int
    #: None without a result.
    found: Any
    #: Empty if the work was finished.
    fault: str = ""
    is_late: bool = False

    def entry(self, nothing: T, seconds: float) -> T:
        """Return the result with the fault as its `error`, or `nothing` without a result.

        Results are dataclasses. If the task took too long, `is_late` is True and `seconds` is the
        time.
        """
        changes: dict[str, Any] = {"error": self.fault} if self.fault else {}
        if self.is_late:
            changes |= {"is_late": True, "seconds": seconds}
        result: Any = self.found or nothing
        entry: T = replace(result, **changes)
        return entry


def said(error: Exception) -> str:
    """Return an error as one line, so that a failed task does not stop the others."""
    if isinstance(error, MemoryError):
        return "it needs more memory than it may take"
    if isinstance(error, InputError):
        return str(error)
    return " ".join(f"{type(error).__name__}: {error}".split())


class LimitedWorkers:
    """Processes that do one kind of work, which start with the first tasks; a context manager.

    Parameters
    ----------
    work : callable
        A function of a module: it takes a task and yields its results, again and again.
    workers : int
        The number of processes.
    memory : int
        Bytes of address space that each may take.
    tasks_each : int, optional
        The tasks after which a process is replaced, so that nothing piles up in it.
    clock : float
        Seconds of the clock that a task may take for each of the processor.
    """

    def __init__(
        self,
        work: Callable[[Any], Iterator[Any]],
        workers: int = 1,
        memory: int = MEMORY,
        tasks_each: int | None = None,
        clock: float = CLOCK,
    ) -> None:
        self._work, self._count, self._memory = work, workers, memory
        self._each, self._clock = tasks_each, clock
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        for worker in (*self._idle, *self._busy):
            worker.end()
        self._idle, self._busy = [], []

    def results(self, tasks: Iterable[Any], seconds: float) -> Iterator[Worked]:
        """Yield the outcome of each task as it finishes, within a limit of processor time.

        It takes the next task when a process is free.
        """
        left = iter(enumerate(tasks))
        while True:
            while len(self._busy) < self._count and (following := next(left, None)) is not None:
                worker = self._free()
                self._busy.append(worker)
                worker.give(*following, seconds, self._clock)
            if not self._busy:
                return
            patience = max(0.0, min(worker.deadline for worker in self._busy) - monotonic())
            ready = wait([worker.line for worker in self._busy], patience)
            for worker in [w for w in self._busy if w.line in ready or w.deadline <= monotonic()]:
                outcome = worker.outcome(seconds)
                if outcome is not None:
                    self._busy.remove(worker)
                    self._idle.append(worker)
                    yield outcome

    def _free(self) -> _Worker:
        """Return a process that waits for a task."""
        if self._idle:
            worker = self._idle.pop()
            used_up = self._each is not None and worker.done >= self._each
            if not used_up and worker.process.is_alive() and 2 * worker.memory() < self._memory:
                return worker
            worker.end()
        return _Worker.start(self._work, self._memory)


@dataclass
class _Worker:
    """A process, the pipe to it, its task, and its results so far."""

    process: SpawnProcess
    line: Connection
    number: int = 0
    found: Any = None
    deadline: float = 0.0
    done: int = 0
    is_new: bool = True

    @classmethod
    def start(cls, work: Callable[[Any], Iterator[Any]], memory: int) -> _Worker:
        # A fork would copy the threads that compile; a spawned process starts clean.
        context = get_context("spawn")
        line, end = context.Pipe()
        process = context.Process(target=_serve, args=(end, work, memory), daemon=True)
        with unheard():
            process.start()
        end.close()
        return cls(process, line)

    def give(self, number: int, task: Any, seconds: float, clock: float) -> None:
        if self.is_new:
            # Its first word is that it has started, which takes a while and does not count.
            with suppress(EOFError, OSError):
                self.line.recv()
        self.is_new = False
        self.number, self.deadline = number, monotonic() + clock * seconds
        self.found = None
        with suppress(OSError):
            self.line.send((task, seconds))

    def outcome(self, seconds: float) -> Worked | None:
        """Return the outcome of the task, None while it runs; end late or lost workers."""
        try:
            while self.line.poll():
                is_whole, self.found = self.line.recv()
                if is_whole:
                    self.done += 1
                    return Worked(self.number, self.found)
        except (EOFError, OSError):
            self.process.join()
            if sys.platform != "win32" and self.process.exitcode == -signal.SIGPROF:
                return self._late(seconds)
            self.end()
            fault = f"its process ended with status {self.process.exitcode}"
            return Worked(self.number, self.found, fault)
        if self.deadline > monotonic():
            return None
        return self._late(seconds)

    def _late(self, seconds: float) -> Worked:
        self.end()
        return Worked(self.number, self.found, f"it takes more than {seconds:g} s", is_late=True)

    def memory(self) -> int:
        """Return the bytes of address space that the process has, 0 where no system says it."""
        with suppress(OSError):
            pages = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[0]
            return int(pages) * PAGESIZE
        return 0

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def _serve(line: Connection, work: Callable[[Any], Iterator[Any]], memory: int) -> None:
    """Work on tasks from the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            result = None
            task, seconds = line.recv()
            _end_after(seconds)
            for result in work(task):
                line.send((False, result))
            _end_after(0)
            line.send((True, result))


def _end_after(seconds: float) -> None:
    """End this process by a signal after seconds of processor time, never if they are 0."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _end_with_parent() -> None:
    """End this process when its parent has ended, also in the middle of its work."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
