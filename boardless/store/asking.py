"""Questions to the engine in a process of their own, which can be killed at any moment.

An engine checks for interrupts between two batches of rows. A computation within one, such as a
list of 10^9 numbers, goes on, and takes the memory of its process. See
docs/decisions/001-questions-in-a-process.md.
"""

import atexit
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import finalize

from boardless.store.engine import within
from boardless.topo import InputError

#: Bytes of a process in addition to its pool: for the answer, and for lists and texts that the
#: engine makes outside of its pool.
OVERHEAD = 3 * 2**30
#: Processes that wait for the next question of any store.
IDLE = 2

#: A program of one line, which takes over the path of modules and then is the file that it is told.
_START = (
    "import pickle, runpy, sys; path, file = pickle.load(sys.stdin.buffer); sys.path[:] = path; "
    "runpy.run_path(file, run_name='__main__')"
)


class EngineError(Exception):
    """An error of the engine, in its words."""


class GoneError(InputError):
    """The process has ended in the middle of a question."""


class Process:
    """A process that answers questions about one graph at a time."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the asking process
        )
        self._end = finalize(self, _end, self._process)
        self._send((sys.path, str(Path(__file__).with_name("answering.py"))))

    def _send(self, what: object) -> None:
        packed = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(packed)
            self._process.stdin.flush()

    def call(self, name: str, *values: Any, seconds: float | None, memory: int | None) -> Any:
        """Return the result of a method of `answering.Answering`.

        After `seconds`, at Ctrl-C, and with more than `memory` bytes the process is killed, which
        raises an InputError. Errors of the engine raise an EngineError.
        """
        try:
            packed = pickle.dumps(values, pickle.HIGHEST_PROTOCOL)
        except Exception as error:  # pickling calls methods of the values
            raise EngineError(f"Conversion exception: {error}") from None

        def watch() -> None:
            if memory is not None and _resident(self._process.pid) > memory:
                raise GoneError(f"it takes more than {memory / 2**20:,.0f} MB: ask for less")

        right, result = within(seconds, lambda: self._exchange(name, packed), self.end, watch)
        if not right:
            raise EngineError(result)
        return result

    def _exchange(self, name: str, packed: bytes) -> tuple[bool, Any]:
        self._send((name, packed))
        assert self._process.stdout is not None
        try:
            reply: tuple[bool, Any] = pickle.load(self._process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            # A process that has closed its end may be there for a moment.
            self.end()
            raise GoneError("the engine ended before it had an answer") from None
        return reply

    @property
    def alive(self) -> bool:
        """Whether the process can be queried."""
        return self.owner == os.getpid() and self._process.poll() is None

    def end(self) -> None:
        """End the process, in the middle of its work."""
        if self.owner == os.getpid():
            self._end()


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        # Another thread may be reading; it finds the end.
        with suppress(BrokenPipeError, OSError, RuntimeError):
            if stream is not None:
                stream.close()


def _resident(pid: int) -> int:
    """Return the bytes of a process in memory; 0 where they are unknown."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


_idle: list[Process] = []


@atexit.register
def end_idle() -> None:
    """End the idle processes."""
    while _idle:
        _idle.pop().end()


def _free_process() -> Process:
    """Return an idle process, or a new one."""
    with suppress(IndexError):
        while True:
            if (process := _idle.pop()).alive:
                return process
    return Process()


class Asking:
    """A graph in a file, queried in another process that starts on first use.

    The engine has a buffer of `pool` bytes for the graph and for its computations.
    """

    def __init__(self, path: Path, pool: int) -> None:
        self._path = path
        self._pool = pool
        self._process: Process | None = None
        self._lock = Lock()

    def open(self) -> None:
        """Open the graph in its present state; EngineError if it cannot be opened."""
        with self._lock:
            self._opened()

    def _opened(self) -> Process:
        if self._process is not None and self._process.alive:
            return self._process
        process = _free_process()
        try:
            process.call("open", self._path, self._pool, seconds=None, memory=None)
        except EngineError:
            process.end()
            raise
        self._process = process
        return process

    def ask(self, cypher: str, values: dict[str, Any], seconds: float | None, most: int) -> Any:
        """Return the answer as a table, or its number of rows where there are more than `most`.

        EngineError and InputError as of `Process.call`; the next question is answered in any case.
        """
        with self._lock:
            process = self._opened()
            limit = self._pool + OVERHEAD
            return process.call("ask", cypher, values, most, seconds=seconds, memory=limit)

    def close(self) -> None:
        """Release the graph."""
        with self._lock:
            process, self._process = self._process, None
            if process is None or not process.alive:
                return
            if len(_idle) < IDLE:
                with suppress(EngineError, InputError):
                    process.call("close", seconds=5, memory=None)
                    _idle.append(process)
                    return
            process.end()
