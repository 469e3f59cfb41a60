"""Compilations: their clock, their announcements, and the processes that carry them out.

In one process LLVM serves one thread at a time, and the passes over a large module are one call of
many seconds. So other processes compile, and only callers that need machine code wait for it. Such
a process gets the text of a module and answers with its machine code.
"""

import contextlib
import os
import pickle
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from threading import local
from time import perf_counter
from typing import IO

#: Less code tells nothing about the speed of a machine.
SMALL_CODE = 100_000


class _Spent(local):
    """The seconds of a thread spent in `getting_ready`, and the depth of nesting."""

    depth = 0
    seconds = 0.0


_spent = _Spent()


@contextmanager
def getting_ready() -> Iterator[None]:
    """Stop the clock of this thread in a ``with`` block."""
    if _spent.depth:
        yield
        return
    begin = perf_counter()
    _spent.depth = 1
    try:
        yield
    finally:
        _spent.depth = 0
        _spent.seconds += perf_counter() - begin


def working_seconds() -> float:
    """Return the seconds on the clock of this thread; only differences have a meaning."""
    return perf_counter() - _spent.seconds


_listeners: list[Callable[[], object]] = []


@contextmanager
def when_compiling(call: Callable[[], object]) -> Iterator[None]:
    """In a ``with`` block, call a function before anything is compiled."""
    _listeners.append(call)
    try:
        yield
    finally:
        _listeners.remove(call)


@dataclass(frozen=True)
class Compilation:
    """A running compilation of a function, with the number of characters of its LLVM code."""

    function: str
    #: 0 while it is unknown.
    characters: int
    #: When it began, on the clock of `time.perf_counter`.
    begun: float

    @property
    def usual(self) -> float:
        """The usual duration in seconds, by the speed of this machine so far."""
        return self.characters * _speed[0] / 1e6


#: Milliseconds of compilation for a thousand characters: at first of the machine on which
#: they were measured (searches of Carcassonne, Hive and Kingdomino: 1.3 to 4.1), then of this one.
_speed = [2.0]
_now: list[Compilation] = []


@contextmanager
def compilation(function: str) -> Iterator[Callable[[int], None]]:
    """Announce a compilation inside; the yielded function takes the characters of its code."""
    for call in _listeners:
        call()
    begun = perf_counter()
    done = Compilation(function, 0, begun)
    _now.append(done)

    def known(characters: int) -> None:
        nonlocal done
        _now.remove(done)
        done = Compilation(function, characters, begun)
        _now.append(done)

    try:
        yield known
    finally:
        _now.remove(done)
        if done.characters > SMALL_CODE:
            spent = 1e6 * (perf_counter() - begun) / done.characters
            _speed[0] = (_speed[0] + spent) / 2


def compilation_now() -> Compilation | None:
    """Return the running compilation, the longest one of several, or None."""
    return max(_now, key=lambda each: each.characters, default=None)


#: The most processes: one for moves, and one for the search of a thinking agent.
PROCESSES = 2
_LENGTH = struct.Struct("<q")


class Compiler:
    """A process that compiles, started on first use."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def object_code(self, text: str, effort: int) -> bytes:
        """Return the machine code of a module; see `compiled.object_code`.

        Raise an OSError if the process has ended.
        """
        if self._process is None:
            # The new process finds the package in the same place as this one.
            path = os.pathsep.join(part or os.getcwd() for part in sys.path)
            self._process = subprocess.Popen(
                [sys.executable, "-m", "boardless.jit.compilations"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
            )
        asked, answered = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answered is not None
        _send(asked, (text, effort))
        answer = _received(answered)
        if not isinstance(answer, bytes):
            raise OSError("the compiler's process has ended")
        return answer

    def end(self) -> None:
        """End the process."""
        if self._process is None:
            return
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
        self._process.wait()
        self._process = None


_idle: list[SimpleQueue[Compiler]] = []


@contextmanager
def compilers() -> Iterator[None]:
    """In a ``with`` block, let other processes make machine code."""
    all_of_them = [Compiler() for _ in range(PROCESSES)]
    queue: SimpleQueue[Compiler] = SimpleQueue()
    for one in all_of_them:
        queue.put(one)
    _idle.append(queue)
    try:
        yield
    finally:
        _idle.remove(queue)
        for one in all_of_them:
            one.end()


def are_there() -> bool:
    """Return True if other processes compile."""
    return bool(_idle)


def object_code_elsewhere(text: str, effort: int) -> bytes | None:
    """Return the machine code of a module, made by another process, or None without one.

    It waits for an idle process.
    """
    if not _idle:
        return None
    queue = _idle[-1]
    compiler = queue.get()
    try:
        return compiler.object_code(text, effort)
    except OSError:
        compiler.end()
        return None
    finally:
        queue.put(compiler)


def _send(stream: IO[bytes], value: object) -> None:
    content = pickle.dumps(value)
    stream.write(_LENGTH.pack(len(content)) + content)
    stream.flush()


def _received(stream: IO[bytes]) -> object:
    """Return a received object, or None if the stream ends before it is whole."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    content = stream.read(length)
    return pickle.loads(content) if len(content) == length else None


def main() -> None:
    """Compile modules from standard input until it ends."""
    from boardless.jit.compiled import object_code

    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    while isinstance(asked := _received(sys.stdin.buffer), tuple):
        _send(answers, object_code(*asked))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
