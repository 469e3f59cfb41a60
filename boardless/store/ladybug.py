"""The graph in a file, by the embedded engine Ladybug.

Rows come in through Arrow tables (``COPY``), all of an addition in one transaction. After an error
the engine is not reliable (it has let a key in twice, and crashed), so it is closed; the log has
the rest. Another process answers users' questions (`store.asking`), because it can be killed at any
moment.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import ladybug
import pandas as pd
import pyarrow as pa

from boardless.store.asking import Asking, EngineError
from boardless.store.engine import (
    MARK_COLUMNS,
    MAX_STEPS,
    MEMORY,
    ROWS,
    Mark,
    Rows,
    check_question,
    one_line,
    plain,
    too_many,
)
from boardless.store.schema import LINKS, MARK, NODES, GraphTable, by_label
from boardless.topo import InputError

#: The least and the most moves to add to the graph at once. The cost of an addition grows with the
#: graph, so an addition to a large graph has an eighth of the graph's moves.
LEAST, MOST = 60_000, 1_000_000

#: Versions of the engine that are right, from the first to below the second. 0.15.3 lets no process
#: read what another one has open to write; 0.17 and later do not apply a filter on the node of
#: ``count(DISTINCT node.id)`` over one link; 0.21 and later lose most rows of a pattern with two
#: branches. See docs/store.md.
RIGHT = ("0.15.4", "0.17")

#: Endings of the engine's other files, next to the file of the graph.
_BESIDE = (
    ".wal",
    ".wal.checkpoint",
    ".shadow",
    ".tmp",
    ".checkpoint.intent.lock",
    ".checkpoint.apply.lock",
)

#: Files of the engine during a checkpoint.
_PENDING = tuple(ending for ending in _BESIDE if ending not in (".wal", ".tmp"))

#: The engine makes such a list before anything else.
_RANGE = re.compile(r"(?<![\w.])range\s*\(\s*(-?\d+|\$\w+)\s*,\s*(-?\d+|\$\w+)", re.IGNORECASE)

#: The engine's Python binding pastes the argument of this function into the query.
_PASTED = re.compile(r"to_json\s*\(\s*\$", re.IGNORECASE)

#: Before the last RETURN; rows with a count of 0 are lost there (seen in 0.16.1).
_COUNTED = re.compile(r"\bcount\s*\{.*\breturn\b", re.IGNORECASE | re.DOTALL)


class Ladybug:
    """A graph in a file, created if it is not there; `read_only` sees it as it is now.

    The engine has a buffer of `memory` megabytes for the graph and for its computations.
    """

    def __init__(self, path: Path, *, read_only: bool = False, memory: int = MEMORY) -> None:
        check_version(str(ladybug.__version__))
        self.path = path
        if read_only and not path.exists():
            raise InputError(f"graph {str(path)!r} does not exist: make it with a rebuild")
        self._read_only = read_only
        self._pool = memory * 2**20
        self._moves = 0
        self._asking = Asking(path, self._pool)
        self._open()
        if read_only:
            # The graph is seen as it is now, even if nothing is asked until later.
            with self._translated("cannot be opened"):
                self._asking.open()

    def _open(self) -> None:
        if self._read_only and unfinished(self.path, _PENDING):
            reason = "cannot be opened: checkpoint recovery is pending"
            raise InputError(f"graph {str(self.path)!r} {reason}")
        with self._translated("cannot be opened"):
            self._database = ladybug.Database(
                self.path, buffer_pool_size=self._pool, read_only=self._read_only
            )
            self._connection = ladybug.Connection(self._database)

    @contextmanager
    def _translated(self, what: str) -> Iterator[None]:
        """Turn errors of the engine into an InputError."""
        try:
            yield
        except (EngineError, RuntimeError) as error:
            raise InputError(f"graph {str(self.path)!r} {what}: {one_line(error)}") from None

    def _run(self, statement: str, parameters: Mapping[str, Any] | None = None) -> Any:
        return self._connection.execute(statement, dict(parameters or {}))

    @property
    def at_once(self) -> int:
        """Number of moves that are best added in one call."""
        return min(max(LEAST, self._moves // 8), MOST)

    def mark(self) -> Mark | None:
        """Return the mark of the graph, None if it is empty."""
        with self._translated("cannot be read"):
            tables = {row[1] for row in self._run("CALL show_tables() RETURN *").get_all()}
            if not tables:
                return None
            if MARK.name not in tables:
                raise InputError(f"{str(self.path)!r} is the database of another program")
            latest = f"MATCH (m:{MARK.name}) RETURN {MARK_COLUMNS} ORDER BY m.id DESC LIMIT 1"
            rows = self._run(latest).get_all()
        if not rows:
            return None
        mark = Mark(*rows[0])
        self._moves = mark.moves
        return mark

    def begin(self, mark: Mark) -> None:
        """Create the schema of an empty graph."""
        with self._transaction():
            for nodes in (*NODES, MARK):
                columns = ", ".join(f"{name} {type_}" for name, type_ in nodes.columns.items())
                self._run(
                    f"CREATE NODE TABLE IF NOT EXISTS {nodes.name}({columns}, PRIMARY KEY(id))"
                )
            for alike in by_label():
                links = alike[0]
                columns = "".join(
                    f", {name} {type_}" for each in alike for name, type_ in each.columns.items()
                )
                ends = ", ".join(f"FROM {each.source} TO {each.target}" for each in alike)
                # The engine rewrites a list of links when it grows. If cells had these lists, time
                # and memory would grow with the whole store.
                stored = "fwd" if links.onward else "both"
                self._run(
                    f"CREATE REL TABLE IF NOT EXISTS {links.called}({ends}{columns}) "
                    f"WITH (storage_direction='{stored}')"
                )
        self.add({}, mark)

    def add(self, rows: Rows, mark: Mark) -> None:
        """Add rows and move the mark, all or nothing."""
        # A mark is one more row, because loaded rows and changed rows do not reach the disk
        # together.
        row = {"id": mark.frames, **vars(mark)}
        rows = {**rows, MARK.name: pa.table({name: [value] for name, value in row.items()})}
        with self._transaction():
            for table in (*NODES, *LINKS, MARK):
                if table.name in rows:
                    self._load(table, rows[table.name])
        self._moves = mark.moves

    def _load(self, table: GraphTable, rows: pa.Table) -> None:
        """Load rows; RuntimeError unless all of them have arrived."""
        name, ends = table.name, ""
        if table.source:
            name = table.called
            alike = next(each for each in by_label() if table in each)
            if len(alike) > 1:
                # Links of one name have the columns of all of its kinds.
                ends = f" (from='{table.source}', to='{table.target}')"
                columns = [column for each in alike for column in each.columns]
                for column in columns:
                    if column not in table.columns:
                        rows = rows.append_column(column, pa.nulls(len(rows), pa.int64()))
                rows = rows.select(["from", "to", *columns])
        message = str(self._run(f"COPY {name} FROM $rows{ends}", {"rows": rows}).get_next()[0])
        if message.split()[0] != str(len(rows)):
            raise RuntimeError(f"{len(rows)} rows of {name} were sent: {message}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit everything, or nothing and close the engine."""
        self._asking.close()
        try:
            self._run("BEGIN TRANSACTION")
            yield
            self._run("COMMIT")
            # While it is open, the engine keeps much of its loaded data in memory. A checkpoint at
            # its close is useless, and a graph killed during one cannot be opened.
            self._run("CALL force_checkpoint_on_close=false")
            self.close()
            self._open()
            _trim()
        except BaseException as error:
            self.close()
            if isinstance(error, RuntimeError):
                reason = f"cannot be written: {one_line(error)}"
                raise InputError(f"graph {str(self.path)!r} {reason}") from None
            raise

    def query(self, cypher: str, parameters: Mapping[str, Any]) -> pd.DataFrame:
        """Return the answer to a question of the store itself."""
        try:
            answer: pd.DataFrame = self._run(cypher, parameters).get_as_df()
        except RuntimeError as error:
            # Without memory the engine answers nothing any more.
            self.close()
            self._open()
            raise InputError(f"query {cypher!r}: {one_line(error)}") from None
        return answer

    def ask(
        self, cypher: str, parameters: Mapping[str, Any], seconds: float | None
    ) -> pd.DataFrame:
        """Return the answer to a user's question, which cannot change anything."""
        bare = check_question(cypher)
        if _PASTED.search(cypher):
            raise InputError(f"query {cypher!r}: to_json() takes no parameter here")
        if _COUNTED.search(bare):
            why = "COUNT {...} is for RETURN here: use EXISTS {...} or OPTIONAL MATCH"
            raise InputError(f"query {cypher!r}: {why}")
        # With a parameter, the engine takes one statement and no more.
        values = {"boardless": 0, **plain(parameters)}
        _check_ranges(cypher, bare, values)
        try:
            answer: pd.DataFrame | int = self._asking.ask(cypher, values, seconds, ROWS)
            if isinstance(answer, int):
                raise too_many(f"{answer:,}")
        except (EngineError, InputError) as error:
            raise InputError(f"query {cypher!r}: {_reason(error)}") from None
        return answer

    def shortest_path(self, links: str) -> str:
        """Return a question for the length of a shortest path; see `Engine`."""
        path = f"(a:Cell)-[r:{links}* SHORTEST 1..{MAX_STEPS}]->(b:Cell)"
        return f"MATCH {path} WHERE a.id = $a AND b.id = $b RETURN length(r)"

    def close(self) -> None:
        """Close the database."""
        self._asking.close()
        self._connection.close()
        self._database.close()


def _check_ranges(cypher: str, bare: str, values: Mapping[str, Any]) -> None:
    """Raise InputError for a list of integers that is visibly too long."""
    for ends in _RANGE.findall(bare):
        bounds = [values.get(end[1:]) if end[0] == "$" else int(end) for end in ends]
        first, last = (end if isinstance(end, int) else 0 for end in bounds)
        if abs(last - first) >= ROWS:
            raise InputError(
                f"query {cypher!r}: a range of {abs(last - first) + 1:,} numbers, and {ROWS:,} fit"
            )


def _reason(error: Exception) -> str:
    """Return the message of the engine; for links of one direction, advice."""
    for links in LINKS:
        if f'bwd data for rel table "{links.called}"' in str(error):
            ends = f"from {links.source} to {links.target}"
            return (
                f"links {links.called} are kept onward only, {ends}: in a MATCH of its own, give "
                f"the {links.target} another name, with WHERE a.id = b.id"
            )
    return one_line(error)


def check_version(version: str) -> None:
    """Raise InputError unless this version of the engine is known to be right."""
    first, beyond = (_numbers(limit) for limit in RIGHT)
    if not first <= _numbers(version) < beyond:
        raise InputError(
            f"ladybug {version}: its answers may be wrong, install "
            f"'ladybug>={RIGHT[0]},<{RIGHT[1]}'"
        )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def _trim() -> None:
    """Return memory to the system that the engine has freed; glibc keeps more each time."""
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)


def unfinished(path: Path, endings: tuple[str, ...] = _BESIDE) -> bool:
    """Return whether a writer of a graph is in the middle of an addition, or died in it."""
    return any(path.with_name(path.name + ending).exists() for ending in endings)


def remove(path: Path) -> None:
    """Remove the files of a graph."""
    for ending in (*_BESIDE, ""):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def replace(fresh: Path, path: Path) -> None:
    """Replace a graph by another; both are closed.

    The engine's files next to the old one go first: they must not be applied to the new one, and
    without them the old graph is an earlier one of the same log.
    """
    try:
        for ending in _BESIDE:
            path.with_name(path.name + ending).unlink(missing_ok=True)
        fresh.replace(path)
    except OSError as error:
        raise InputError(f"graph {str(path)!r} cannot be replaced: {error.strerror}") from None
