"""The protocol of graph databases, marks, and limits of questions; each engine has a file."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
import pandas as pd
import pyarrow as pa

from boardless.topo import InputError

#: Rows to add, by the name of the kind of node or link. Links have the columns ``from`` and ``to``.
Rows: TypeAlias = Mapping[str, pa.Table]

#: First words of questions.
QUESTIONS = ("CALL", "MATCH", "OPTIONAL", "RETURN", "UNWIND", "WITH")

#: Longer ways between cells are not looked for.
MAX_STEPS = 30

_SPACE = re.compile(r"\s+|//[^\n]*\n?|/\*.*?\*/", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]*")

#: Texts, quoted names and comments: everything outside the language itself.
QUOTED = re.compile(
    r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|//[^\n]*|/\*.*?\*/""", re.DOTALL
)
#: Words that read or write files or settings: a read-only transaction does not stop them, and
#: READ_CSV_SERIAL of Ladybug kills the process.
_REFUSED = re.compile(
    r"(?<![A-Za-z_])(ATTACH|COPY|EXPORT|IMPORT|INSTALL|LOAD|PROJECT_GRAPH\w*|READ_\w+)(?!\w)",
    re.IGNORECASE,
)
_SETTING = re.compile(r"(?<![A-Za-z_])CALL(?!\w)(?!\s*[\w.]+\s*\()", re.IGNORECASE)


@dataclass(frozen=True)
class Mark:
    """A mark: the part of the log that a graph has; written together with that part."""

    form: int  #: the form of the graph
    frames: int  #: of the log that are in the graph
    bytes: int  #: the end of the last of them
    check: int  #: its checksum: the graph was made from this log and no other
    trials: int  #: their number is the next id
    moves: int  #: likewise


#: The properties of the node of a mark, except its id, and their columns in an answer.
MARKS = tuple(field.name for field in fields(Mark))
MARK_COLUMNS = ", ".join(f"m.{name}" for name in MARKS)


class Engine(Protocol):
    """A graph database."""

    @property
    def at_once(self) -> int:
        """Number of moves that are best added in one call."""

    def mark(self) -> Mark | None:
        """Return the mark of the graph, None if it is empty; InputError for a foreign database."""

    def begin(self, mark: Mark) -> None:
        """Create the schema of an empty graph."""

    def add(self, rows: Rows, mark: Mark) -> None:
        """Add rows and move the mark, all or nothing; after an InputError the engine is closed."""

    def query(self, cypher: str, parameters: Mapping[str, Any]) -> pd.DataFrame:
        """Return the answer to a question of the store itself, however long it takes."""

    def ask(
        self, cypher: str, parameters: Mapping[str, Any], seconds: float | None
    ) -> pd.DataFrame:
        """Return the answer to a user's question; `seconds` is its time limit, if any.

        InputError if it is not understood, would change something, takes too long or too much
        memory, or has more than ROWS rows. The next question works in any case.
        """

    def shortest_path(self, links: str) -> str:
        """Return a question for the length of a shortest path, from cell $a to cell $b.

        The answer is empty without a path of at most MAX_STEPS links.
        """

    def close(self) -> None:
        """Close the database."""


class Server(Engine, Protocol):
    """A graph database on a server: the engine of an address with a scheme."""

    def clear(self) -> None:
        """Remove the nodes and links of a store."""


def number(answer: pd.DataFrame) -> int:
    """Return the single number of an answer."""
    return int(answer.to_numpy()[0, 0])


def check_question(cypher: str) -> str:
    """Return a question without comments, and with '' in place of quotations.

    InputError if it does not begin as a question does, or does not leave files and settings alone;
    quotations may have any words.
    """
    if not isinstance(cypher, str):
        raise InputError(f"query {cypher!r}: give a text")
    place = 0
    while match := _SPACE.match(cypher, place):
        place = match.end()
    word = _WORD.match(cypher, place)
    if word is None or word[0].upper() not in QUESTIONS:
        raise InputError(f"query {cypher!r}: begin with one of {', '.join(QUESTIONS)}")
    # Comments become space, and quotations become a mark that is not a name.
    bare = QUOTED.sub(lambda match: " " if match[0][0] == "/" else "''", cypher)
    if refused := _REFUSED.search(bare):
        raise InputError(
            f"query {cypher!r}: {refused[0].upper()} is not allowed (quote it as a name)"
        )
    if _SETTING.search(bare):
        raise InputError(f"query {cypher!r}: give a function after CALL, as in CALL f()")
    return bare


def plain(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters with NumPy's numbers as Python's."""
    return {
        name: value.tolist() if isinstance(value, np.generic | np.ndarray) else value
        for name, value in parameters.items()
    }


def one_line(error: object) -> str:
    """Return a message of an engine in one line."""
    return " ".join(str(error).split())


#: The default time limit of a question, in seconds.
SECONDS = 60.0
#: The most rows that an answer may have: all of them are in memory.
ROWS = 10_000_000
#: Megabytes that the engine may have for a graph and an answer where nothing else is said: links of
#: some ten thousand games fit, and it leaves most of a usual machine to the games that are played.
#: The engine takes memory when it needs it, not before.
MEMORY = 1024
#: The least and the most that may be chosen.
LEAST_MEMORY, MOST_MEMORY = 64, 2**22
#: Seconds to wait for work that is to stop, and between two calls of `stop`.
PATIENCE, AGAIN = 5.0, 0.05
#: Seconds between two looks at running work.
LOOK = 0.1

T = TypeVar("T")


class StoppedError(InputError):
    """A time limit has been reached."""


def too_many(rows: str) -> InputError:
    """Return the error of an answer with too many rows."""
    return InputError(f"{rows} rows, but at most {ROWS:,} fit: count or group them, or add LIMIT")


def within(
    seconds: float | None,
    work: Callable[[], T],
    stop: Callable[[], object],
    watch: Callable[[], object] = lambda: None,
) -> T:
    """Return the result of `work`, run in a thread; stop it after some seconds, or at Ctrl-C.

    In a thread, because Python sees Ctrl-C only when an engine has come back. `stop` makes the work
    come back with an error, and is called until it does; `watch` is called meanwhile, and stops the
    work when it raises something. StoppedError if the time is over.
    """
    done = Event()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    Thread(target=run, daemon=True).start()
    try:
        finished = _waited(done, seconds, watch)
    except BaseException:
        _stop(done, stop)
        raise
    if not finished:
        _stop(done, stop)
        if not results:
            raise StoppedError(
                f"no answer within {seconds:g} s: ask for less, or allow more seconds"
            )
    if errors:
        raise errors[0]
    return results[0]


def _waited(done: Event, seconds: float | None, watch: Callable[[], object]) -> bool:
    """Wait for an event, at most for a time; return whether it came."""
    end = None if seconds is None else monotonic() + seconds
    # In steps, because a wait on Windows does not notice Ctrl-C.
    while not done.wait(LOOK if end is None else max(0, min(LOOK, end - monotonic()))):
        if end is not None and monotonic() >= end:
            return False
        watch()
    return True


def _stop(done: Event, stop: Callable[[], object]) -> None:
    end = monotonic() + PATIENCE
    while not done.is_set() and monotonic() < end:
        stop()
        done.wait(AGAIN)
