"""The program of a process that answers questions for another; `store.asking` starts it.

It imports nothing from this package, so it starts at once, and it ends with its input.
"""

import os
import pickle
import signal
import sys
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

import ladybug

#: The first words of errors that come before anything is computed.
_UNTOUCHED = tuple(f"{kind} exception" for kind in ("Binder", "Connection", "Conversion", "Parser"))


class Answering:
    """A graph opened to be read only."""

    def __init__(self) -> None:
        self._place: tuple[Path, int] | None = None
        self._database: Any = None
        self._connection: Any = None

    def open(self, path: Path, pool: int) -> None:
        """Open a graph in its present state, in place of the one that was open."""
        self.close()
        self._place = path, pool
        self._database = ladybug.Database(path, buffer_pool_size=pool, read_only=True)
        self._connection = ladybug.Connection(self._database)

    def ask(self, cypher: str, values: dict[str, Any], most: int) -> Any:
        """Return the answer as a table, or its number of rows where there are more than `most`.

        After an error the graph is opened again: one that has run out of memory answers nothing.
        """
        try:
            return self._answer(cypher, values, most)
        except Exception as error:
            if self._place is not None and not str(error).startswith(_UNTOUCHED):
                self.open(*self._place)
            raise

    def _answer(self, cypher: str, values: dict[str, Any], most: int) -> Any:
        self._connection.execute("BEGIN TRANSACTION READ ONLY")
        try:
            answer = self._connection.execute(cypher, values)
            # The engine holds a product as its factors; in a table all rows would be in memory.
            rows = answer.get_num_tuples()
            return rows if rows > most else answer.get_as_df()
        finally:
            # Some errors have ended the transaction already.
            with suppress(RuntimeError):
                self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Release the graph."""
        if self._database is not None:
            self._connection.close()
            self._database.close()
        self._database = self._connection = None


def _listen(questions: BinaryIO, requests: "SimpleQueue[tuple[str, bytes]]") -> None:
    """Queue requests, and end the process at once when its client ends."""
    while True:
        try:
            requests.put(pickle.load(questions))
        except (EOFError, OSError):
            os._exit(0)


def main() -> None:
    """Answer requests one after the other until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Other output, such as the engine's, must not mix with the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests: SimpleQueue[tuple[str, bytes]] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    graph = Answering()
    while True:
        name, packed = requests.get()
        reply: tuple[bool, Any]
        try:
            reply = True, getattr(graph, name)(*pickle.loads(packed))
        except Exception as error:  # values that the engine cannot take have errors of all kinds
            reply = False, str(error) or type(error).__name__
        pickle.dump(reply, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


if __name__ == "__main__":
    main()
