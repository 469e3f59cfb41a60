"""Processes that examine descriptions, each with a limit of time and of memory."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from time import monotonic

from boardless.analysis.census.entry import Entry, Task, examine

#: Seconds that one description may take.
SECONDS = 300.0
#: Bytes of address space that a worker may take.
MEMORY = 4 * 2**30


def examined(
    tasks: Sequence[Task], workers: int = 1, seconds: float = SECONDS, memory: int = MEMORY
) -> Iterator[tuple[int, Entry]]:
    """Yield the number and the entry of every task, as they come.

    A worker that takes too long is ended, and one that ends is replaced, so a description costs
    its own entry at most.

    Parameters
    ----------
    tasks : sequence of Task
        What to examine.
    workers : int, default 1
        How many processes share the work.
    seconds : float
        How long one task may take.
    memory : int
        How many bytes of address space a worker may have.
    """
    left = iter(enumerate(tasks))
    busy: list[_Worker] = []
    try:
        busy += [_Worker.start(memory) for _ in range(min(workers, len(tasks)))]
        for worker, (number, task) in zip(list(busy), left, strict=False):
            worker.give(number, task, seconds)
        while busy:
            patience = max(0.0, min(worker.deadline for worker in busy) - monotonic())
            ready = wait([worker.line for worker in busy], patience)
            for worker in [w for w in busy if w.line in ready or w.deadline <= monotonic()]:
                entry = worker.entry(seconds)
                yield worker.number, entry
                busy.remove(worker)
                following = next(left, None)
                if following is None:
                    worker.end()
                    continue
                if not worker.process.is_alive():
                    worker = _Worker.start(memory)
                busy.append(worker)
                worker.give(*following, seconds)
    finally:
        for worker in busy:
            worker.end()


@dataclass
class _Worker:
    """A process, the line to it, and what it is doing."""

    process: SpawnProcess
    line: Connection
    number: int = 0
    file: str = ""
    deadline: float = 0.0

    @classmethod
    def start(cls, memory: int) -> "_Worker":
        # A fork would copy the threads that compile; a spawned process starts clean.
        context = get_context("spawn")
        line, end = context.Pipe()
        process = context.Process(target=_work, args=(end, memory), daemon=True)
        with _deaf_to_interrupts():
            process.start()
        end.close()
        return cls(process, line)

    def give(self, number: int, task: Task, seconds: float) -> None:
        if not self.file:
            # Its first word is that it has started, which takes a while and does not count.
            with suppress(EOFError, OSError):
                self.line.recv()
        self.number, self.file, self.deadline = number, task.file, monotonic() + seconds
        with suppress(OSError):
            self.line.send(task)

    def entry(self, seconds: float) -> Entry:
        """Return what the worker found; end it if it is late or has ended by itself."""
        if not self.line.poll():
            self.end()
            return Entry(self.file, error=f"it takes more than {seconds:g} s", seconds=seconds)
        try:
            entry = self.line.recv()
        except (EOFError, OSError):
            self.process.join()
            self.end()
            error = f"its process ended with status {self.process.exitcode}"
            return Entry(self.file, error=error)
        assert isinstance(entry, Entry)
        return entry

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes that start meanwhile ignore Ctrl-C: it is for the one that asked."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:
        # Only the main thread may, and only it is interrupted.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(line: Connection, memory: int) -> None:
    """Examine what comes, until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            line.send(examine(line.recv()))


def _end_with_parent() -> None:
    """End this process, in the middle of whatever it does, when the one that asked has ended."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
