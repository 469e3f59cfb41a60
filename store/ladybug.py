"""The graph in a file, by the embedded engine Ladybug.

Rows come in through Arrow tables (``COPY``), all of an addition in one transaction. After an error
in one, the engine is not to be trusted (0.22.0 has let the same key in twice, and crashed), so it is
closed; the log has what is missing.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ladybug
import numpy as np
import pandas as pd

from store.engine import NAMES, Mark, Rows
from store.schema import LINKS, MARK, NODES
from topo import InputError

#: Bytes of the database that are kept in memory.
POOL = 2**28

_COMMENT = re.compile(r"\s+|//[^\n]*\n?|/\*.*?\*/", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]*")
#: What a question may begin with.
_QUESTIONS = ("CALL", "EXPLAIN", "MATCH", "OPTIONAL", "PROFILE", "RETURN", "UNWIND", "WITH")
#: The engine's Python binding pastes the argument of this function into the query.
_PASTED = re.compile(r"to_json\s*\(\s*\$", re.IGNORECASE)


class Ladybug:
    """A graph in a file.

    Parameters
    ----------
    path : Path
        The file; it is made if it is not there.
    read_only : bool
        Leave it as it is, and see it as it was when it was opened.

    Raises
    ------
    InputError
        If it cannot be opened.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        if read_only and not path.exists():
            raise InputError(f"graph {str(path)!r} is not there: open the store for writing first")
        try:
            self._database = ladybug.Database(path, buffer_pool_size=POOL, read_only=read_only)
            self._connection = ladybug.Connection(self._database)
        except RuntimeError as error:
            raise InputError(f"graph {str(path)!r} cannot be opened: {_line(error)}") from None

    def _run(self, statement: str, parameters: Mapping[str, Any] | None = None) -> Any:
        return self._connection.execute(statement, dict(parameters or {}))

    def mark(self) -> Mark | None:
        """Return how far the graph has come; None if there is none yet."""
        try:
            tables = {row[1] for row in self._run("CALL show_tables() RETURN *").get_all()}
            if not tables:
                return None
            if MARK.name not in tables:
                raise InputError(f"{str(self.path)!r} is the database of something else")
            columns = ", ".join(f"m.{name}" for name in NAMES)
            (row,) = self._run(f"MATCH (m:{MARK.name}) RETURN {columns}").get_all()
            return Mark(*row)
        except (RuntimeError, TypeError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"graph {str(self.path)!r} cannot be read: {_line(error)}") from None

    def begin(self, mark: Mark) -> None:
        """Make the schema of an empty graph."""
        statements = []
        for nodes in (*NODES, MARK):
            columns = ", ".join(f"{name} {type_}" for name, type_ in nodes.columns.items())
            statements.append(f"CREATE NODE TABLE {nodes.name}({columns}, PRIMARY KEY(id))")
        for links in LINKS:
            columns = "".join(f", {name} {type_}" for name, type_ in links.columns.items())
            ends = f"FROM {links.source} TO {links.target}"
            statements.append(f"CREATE REL TABLE {links.name}({ends}{columns})")
        values = ", ".join(f"{name}: ${name}" for name in NAMES)
        with self._transaction():
            for statement in statements:
                self._run(statement)
            self._run(f"CREATE (:{MARK.name} {{id: 0, {values}}})", mark.row())

    def add(self, rows: Rows, mark: Mark) -> None:
        """Add rows and move the mark, all or nothing."""
        values = ", ".join(f"m.{name} = ${name}" for name in NAMES)
        with self._transaction():
            for table in (*NODES, *LINKS):
                if table.name in rows:
                    self._run(f"COPY {table.name} FROM $rows", {"rows": rows[table.name]})
            self._run(f"MATCH (m:{MARK.name}) SET {values}", mark.row())

    def _transaction(self) -> "_Transaction":
        return _Transaction(self)

    def query(self, cypher: str, parameters: Mapping[str, Any]) -> pd.DataFrame:
        """Return the answer to a question, which cannot change anything."""
        word = _first_word(cypher)
        if word not in _QUESTIONS:
            raise InputError(f"query {cypher!r}: begin with one of {', '.join(_QUESTIONS)}")
        if _PASTED.search(cypher):
            raise InputError(f"query {cypher!r}: to_json() takes no parameter here")
        plain = {name: _plain(value) for name, value in parameters.items()}
        # With a parameter, the engine takes one statement and no more.
        plain.setdefault("boardless", 0)
        try:
            self._run("BEGIN TRANSACTION READ ONLY")
            try:
                found: pd.DataFrame = self._run(cypher, plain).get_as_df()
                return found
            finally:
                self._run("ROLLBACK")
        except RuntimeError as error:
            raise InputError(f"query {cypher!r}: {_line(error)}") from None

    def close(self) -> None:
        """Let go of the database."""
        self._connection.close()
        self._database.close()


class _Transaction:
    """All or nothing; and after nothing, the engine is closed."""

    def __init__(self, engine: Ladybug) -> None:
        self._engine = engine

    def __enter__(self) -> None:
        self._engine._run("BEGIN TRANSACTION")

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if kind is None:
            try:
                self._engine._run("COMMIT")
                return
            except RuntimeError as failed:
                error = failed
        self._engine.close()
        if isinstance(error, RuntimeError):
            path = str(self._engine.path)
            raise InputError(f"graph {path!r} cannot be written: {_line(error)}") from None


def _first_word(cypher: str) -> str:
    place = 0
    while found := _COMMENT.match(cypher, place):
        place = found.end()
    word = _WORD.match(cypher, place)
    return word[0].upper() if word else ""


def _plain(value: Any) -> Any:
    """Return NumPy's numbers as Python's, which the engine wants."""
    if isinstance(value, np.generic):
        return value.item()
    return value.tolist() if isinstance(value, np.ndarray) else value


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())
