"""A real server of the Bolt protocol, for the tests; this file is also what it runs in.

It is ArcadeDB, a database in Java that comes as the package ``arcadedb-embedded`` and calls itself
compatible with Neo4j. All processes of a run share one: each that needs it holds a pipe open, and
when the last has let go of that, however it ended, the server stops.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

USER, PASSWORD = "root", "of-no-importance"
DATABASE = "boardless"
#: How long it may take to start and to stop, in seconds.
PATIENCE = 60
#: It is small and lives for a minute, so it is compiled little.
JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")


class NoServerError(Exception):
    """There is no server, and this is why."""


@contextmanager
def turn(lock: Path) -> Iterator[None]:
    """Keep other processes out of the block, as far as they ask for the same lock."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Provide the address of the server that keeps its files in a folder, started if need be.

    Raises
    ------
    NoServerError
        If it is not installed, or does not start.
    """
    if sys.platform == "win32" or find_spec("arcadedb_embedded") is None:
        raise NoServerError("no package arcadedb-embedded: pip install '.[test-server]'")
    process = None
    with turn(folder / "lock"):
        pipe = _joined(folder)
        if pipe is None:
            process, pipe = _started(folder)
        address = (folder / "address").read_text()
    try:
        yield address
    finally:
        os.close(pipe)
        if process is not None:
            _ended(process)


def _joined(folder: Path) -> int | None:
    """Return the pipe that keeps the server alive, or None if there is no server."""
    try:
        return os.open(folder / "pipe", os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return None


def _started(folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start the server; return its process and the pipe that keeps it alive."""
    for name in ("pipe", "address"):
        (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / "pipe")
    # Held before there is a server, so that this ends with this process even while it starts.
    pipe = os.open(folder / "pipe", os.O_RDWR)
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, __file__],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
    try:
        end = monotonic() + PATIENCE
        while not (folder / "address").exists():
            if process.poll() is not None or monotonic() > end:
                lines = (folder / "said").read_text(errors="replace").strip().splitlines()
                raise NoServerError(f"it does not start: {''.join(lines[-1:])}")
            sleep(0.05)
    except BaseException:
        os.close(pipe)
        process.kill()
        process.wait()
        raise
    return process, pipe


def _ended(process: subprocess.Popen[bytes]) -> None:
    """Wait until the server has ended; others may still need it for a while."""
    try:
        process.wait(timeout=10 * PATIENCE)
    finally:
        process.kill()
        process.wait()


# -- the process of the server --------------------------------------------------------------


def _end_with(pipe: int) -> None:
    os.read(pipe, 1)
    # Its files are thrown away, so that it need not put them in order.
    os._exit(0)


def _port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def main() -> None:
    pipe = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(pipe, True)
    Thread(target=_end_with, args=[pipe], daemon=True).start()

    from arcadedb_embedded import ArcadeDBServer

    port = _port()
    server = ArcadeDBServer(
        str(Path.cwd()),
        PASSWORD,
        {
            "host": "127.0.0.1",
            "http_port": 0,
            "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
            "bolt_port": port,
            "bolt_defaultDatabase": DATABASE,
        },
        {"heap_size": "512m", "jvm_args": JAVA},
    )
    server.start()
    server.create_database(DATABASE)
    Path("address.new").write_text(f"bolt://127.0.0.1:{port}")
    Path("address.new").replace("address")
    while True:
        sleep(3600)


if __name__ == "__main__":
    main()
