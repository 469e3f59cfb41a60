"""Games that are read before somebody chooses them, by a process of the lowest priority.

To read the longest descriptions takes seconds; from then on they are in the disk cache. The process
of a lobby reads those of the package while people look at pictures, the longest ones first, and
those that were read before take next to no time.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games import compile
from boardless.games.library import PACKAGED


@contextmanager
def reading_ahead() -> Iterator[subprocess.Popen[bytes]]:
    """Read the games of the package in another process, which ends with what is inside."""
    # Where this process finds the package, that one does.
    path = os.pathsep.join(part or os.getcwd() for part in sys.path)
    process = subprocess.Popen(
        [sys.executable, "-m", "boardless.view.reading_ahead"],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def main() -> None:
    """Read all games of the package, unless who asked for it ends."""
    parent = os.getppid()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(19)
    for text in sorted(map(PACKAGED.text, PACKAGED), key=len, reverse=True):
        if os.getppid() != parent:
            return
        _ = compile(text).module


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
