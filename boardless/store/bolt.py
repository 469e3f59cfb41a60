"""The graph on a server, by the Bolt protocol: Neo4j, Memgraph and ArcadeDB.

All statements are Cypher that the three share, except constraints and shortest paths, which
Memgraph writes in its own way. The program checks questions itself: not all servers refuse to write
in a read-only session, and their messages differ. Credentials come from the environment variables
NEO4J_USERNAME and NEO4J_PASSWORD.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

import pandas as pd
import pyarrow as pa

from boardless.store.engine import (
    MARK_COLUMNS,
    MARKS,
    MAX_STEPS,
    ROWS,
    Mark,
    Rows,
    StoppedError,
    check_question,
    one_line,
    plain,
    too_many,
    within,
)
from boardless.store.schema import LINKS, MARK, NODES, WRITER, GraphTable, returned
from boardless.topo import InputError

try:
    import neo4j
    from neo4j.exceptions import DriverError, Neo4jError
except ImportError:
    raise InputError("a store on a server needs the package neo4j: boardless[server]") from None

#: Rows that are sent in one statement.
SENT = 5_000


class ServerError(InputError):
    """A server does not answer, refuses, or another writer was first."""


_VALUES = ", ".join(f"m.{name} = ${name}" for name in MARKS)


class Bolt:
    """A graph on a server; InputError if it does not answer."""

    at_once = 10_000

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self._mark: Mark | None = None
        self._open()

    def _open(self) -> None:
        user, password = (os.environ.get(f"NEO4J_{name}") for name in ("USERNAME", "PASSWORD"))
        auth = None if user is None else (user, password or "")
        with self._translated("cannot be opened"):
            self._driver = neo4j.GraphDatabase.driver(self.uri, auth=auth)
            try:
                self._driver.verify_connectivity()
            except BaseException:
                self._driver.close()
                raise

    @contextmanager
    def _translated(self, what: str) -> Iterator[None]:
        """Turn errors of the driver into an InputError."""
        try:
            yield
        except (DriverError, Neo4jError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise ServerError(f"graph {self.uri!r} {what}: {_message(error)}") from None

    def mark(self) -> Mark | None:
        """Return the mark of the graph, None if it is empty."""
        with self._translated("cannot be read"), self._driver.session() as session:
            # In this order: another writer may begin the graph between the two questions.
            used = session.run("MATCH (n) RETURN n LIMIT 1").values()
            rows = session.run(f"MATCH (m:{MARK.name} {{id: 0}}) RETURN {MARK_COLUMNS}").values()
            if used and not rows:
                raise InputError(f"{self.uri!r} is the database of another program")
        self._mark = Mark(*rows[0]) if rows else None
        return self._mark

    def begin(self, mark: Mark) -> None:
        """Make the schema of an empty graph."""
        values = ", ".join(f"{name}: ${name}" for name in MARKS)
        with self._translated("cannot be written"), self._driver.session() as session:
            memgraph = self._memgraph()
            for nodes in (*NODES, MARK, WRITER):
                for statement in _constraints(nodes, memgraph):
                    session.run(statement).consume()
            session.run(f"CREATE (m:{MARK.name} {{id: 0, {values}}})", vars(mark)).consume()
        self._mark = mark

    def writer(self, id_: int) -> tuple[int, int] | None:
        """Return the frames from a writer of a shared graph and the last one's check, or None."""
        with self._translated("cannot be read"), self._driver.session() as session:
            cypher = f"MATCH (w:{WRITER.name} {{id: $id}}) RETURN w.frames, w.check"
            rows = session.run(cypher, {"id": id_}).values()
        return (int(rows[0][0]), int(rows[0][1])) if rows else None

    def reopen(self) -> None:
        """Connect to the server again after it may have gone away."""
        self._driver.close()
        self._open()

    def add(self, rows: Rows, mark: Mark, writer: Mapping[str, Any] | None = None) -> None:
        """Add rows, the mark and the node of a `writer`, if any, in one transaction."""
        before = vars(self._mark) if self._mark else {}
        old = {f"old_{name}": value for name, value in before.items()}
        unmoved = " AND ".join(f"m.{name} = $old_{name}" for name in before)
        with (
            self._translated("cannot be written"),
            self._driver.session() as session,
            session.begin_transaction() as transaction,
        ):
            # Setting it first keeps everyone else from doing so until this is over.
            moved = transaction.run(
                f"MATCH (m:{MARK.name} {{id: 0}}) WHERE {unmoved} SET {_VALUES} RETURN m.id",
                {**old, **vars(mark)},
            ).values()
            if len(moved) != 1:
                raise ServerError(f"graph {self.uri!r}: another writer has changed it")
            for table in (*NODES, *LINKS):
                if table.name in rows:
                    _send(transaction, table, rows[table.name])
            if writer is not None:
                values = ", ".join(f"w.{name} = ${name}" for name in writer if name != "id")
                merged = f"MERGE (w:{WRITER.name} {{id: $id}}) SET {values}"
                transaction.run(merged, dict(writer)).consume()
            transaction.commit()
        self._mark = mark

    def query(self, cypher: str, parameters: Mapping[str, Any]) -> pd.DataFrame:
        """Return the answer to a question of the store itself."""
        return self.ask(cypher, parameters, None)

    def ask(
        self, cypher: str, parameters: Mapping[str, Any], seconds: float | None
    ) -> pd.DataFrame:
        """Return the answer to a user's question; roll back its changes."""
        check_question(cypher)
        values = plain(parameters)
        try:
            return within(
                seconds, lambda: self._answer(cypher, values, seconds), self._driver.close
            )
        except (KeyboardInterrupt, StoppedError) as error:
            self._open()
            if isinstance(error, KeyboardInterrupt):
                raise
            raise InputError(f"query {cypher!r}: {error}") from None
        except (DriverError, Neo4jError) as error:
            raise ServerError(f"query {cypher!r}: {_message(error)}") from None
        except (OverflowError, TypeError, ValueError) as error:
            raise InputError(f"query {cypher!r}: {_message(error)}") from None

    def _answer(self, cypher: str, values: dict[str, Any], seconds: float | None) -> pd.DataFrame:
        with self._driver.session(default_access_mode=neo4j.READ_ACCESS) as session:
            transaction = session.begin_transaction(timeout=seconds)
            # As a context manager, the transaction would commit changes that a server allowed.
            try:
                answer = transaction.run(cypher, values)
                columns = list(answer.keys())
                rows = [[_value(value) for value in row] for row in islice(answer, ROWS + 1)]
                if len(rows) > ROWS:
                    raise too_many(f"more than {ROWS:,}")
                summary = answer.consume()
            finally:
                transaction.close()
        # A question that would write is refused, even if it found nothing to change.
        if summary.counters.contains_updates or summary.query_type in ("w", "rw", "s"):
            raise InputError("a query cannot change the store")
        # Of an answer without rows ArcadeDB does not say which columns it would have.
        return pd.DataFrame(rows, columns=columns or returned(cypher))

    def shortest_path(self, links: str) -> str:
        """Return a question for the length of a shortest path; see `Engine`."""
        if self._memgraph():
            path, steps = f"(a)-[:{links} *BFS ..{MAX_STEPS}]->(b)", "size(relationships(p))"
        else:
            path, steps = f"shortestPath((a)-[:{links}*..{MAX_STEPS}]->(b))", "length(p)"
        return f"MATCH (a:Cell {{id: $a}}), (b:Cell {{id: $b}}) MATCH p = {path} RETURN {steps}"

    def _memgraph(self) -> bool:
        return "memgraph" in str(self._driver.get_server_info().agent).lower()

    def clear(self) -> None:
        """Remove the nodes and links of a store."""
        with self._translated("cannot be cleared"), self._driver.session() as session:
            for nodes in (MARK, WRITER, *NODES):
                statement = (
                    f"MATCH (n:{nodes.name}) WITH n LIMIT {SENT} DETACH DELETE n RETURN count(*)"
                )
                while session.run(statement).values()[0][0]:
                    pass
        self._mark = None

    def close(self) -> None:
        """Close the connection to the server."""
        self._driver.close()


def _message(error: Exception) -> str:
    """Return the message of a server or the driver, in one line and without codes."""
    return one_line(getattr(error, "message", None) or error)


def _constraints(nodes: GraphTable, memgraph: bool) -> list[str]:
    if memgraph:
        return [
            f"CREATE INDEX ON :{nodes.name}(id)",
            f"CREATE CONSTRAINT ON (n:{nodes.name}) ASSERT n.id IS UNIQUE",
        ]
    name = f"boardless_{nodes.name.lower()}_id"
    return [f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{nodes.name}) REQUIRE n.id IS UNIQUE"]


def _send(transaction: "neo4j.Transaction", table: GraphTable, rows: pa.Table) -> None:
    # `from` and `to` are words of the language.
    rows = rows.rename_columns([f"v_{name}" for name in rows.column_names])
    values = ", ".join(f"{name}: row.v_{name}" for name in table.columns)
    if table.source:
        statement = (
            f"UNWIND $rows AS row "
            f"MATCH (a:{table.source} {{id: row.v_from}}), (b:{table.target} {{id: row.v_to}}) "
            f"CREATE (a)-[:{table.called} {{{values}}}]->(b)"
        )
    else:
        statement = f"UNWIND $rows AS row CREATE (n:{table.name} {{{values}}})"
    for first in range(0, len(rows), SENT):
        sent = rows.slice(first, SENT).to_pylist()
        transaction.run(statement, {"rows": sent}).consume()


def _value(value: Any) -> Any:
    """Return nodes and links as dictionaries, as the embedded engine does."""
    return dict(value) if isinstance(value, neo4j.graph.Entity) else value
