"""LLVM in separate processes, so that only callers that need machine code wait for it.

In one process LLVM serves one thread at a time, and the passes over a large module are one call of
many seconds. A process gets the text of a module and answers with its machine code.
"""

import contextlib
import os
import pickle
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import IO

#: Processes at most: one for moves, and one for the search of whoever thinks.
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
            # Where this process finds the package, that one does.
            path = os.pathsep.join(part or os.getcwd() for part in sys.path)
            self._process = subprocess.Popen(
                [sys.executable, "-m", "boardless.jit.elsewhere"],
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
    """Use other processes for machine code inside."""
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
