"""A server that is none: what a driver is asked is noted, and answered by the embedded engine.

It shows that the statements mean what they are to mean, as far as the two engines agree; what only
a server can show, a server has to (BOARDLESS_TEST_BOLT).
"""

from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Self

import ladybug
from neo4j.exceptions import ClientError

from boardless.store.schema import MARK, NODES, WRITER, by_label


class RefusalError(ClientError):
    """What a server says when it does not understand."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._words = words

    @property
    def message(self) -> str:
        return self._words


class Driver:
    def __init__(self, agent: str = "Neo4j/5.26.0") -> None:
        self.agent = agent
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.modes: list[str] = []
        self._connection = ladybug.Connection(ladybug.Database(":memory:"))
        for nodes in (*NODES, MARK, WRITER):
            columns = ", ".join(f"{name} {type_}" for name, type_ in nodes.columns.items())
            self._connection.execute(f"CREATE NODE TABLE {nodes.name}({columns}, PRIMARY KEY(id))")
        for alike in by_label():
            columns = "".join(
                f", {name} {type_}" for it in alike for name, type_ in it.columns.items()
            )
            ends = ", ".join(f"FROM {it.source} TO {it.target}" for it in alike)
            self._connection.execute(f"CREATE REL TABLE {alike[0].called}({ends}{columns})")

    def verify_connectivity(self) -> None: ...

    def get_server_info(self) -> SimpleNamespace:
        return SimpleNamespace(agent=self.agent)

    def session(self, default_access_mode: str = "WRITE") -> "Session":
        self.modes.append(default_access_mode)
        return Session(self)

    def close(self) -> None: ...

    def answer(self, cypher: str, parameters: dict[str, Any]) -> "Result":
        self.asked.append((cypher, parameters))
        if "CONSTRAINT" in cypher or "INDEX" in cypher:
            return Result([], [], updates=True)
        rows = parameters.get("rows")
        try:
            if rows is None:
                # With a parameter, it takes one statement only and wants all that are used.
                found = self._connection.execute(cypher, {"boardless": 0, **parameters})
                updates = any(f"{word} " in cypher for word in ("CREATE", "SET", "DELETE"))
                return Result(found.get_column_names(), found.get_all(), updates)
            # The embedded engine wants one type in a column, so that None is none of it.
            plain = cypher.replace("UNWIND $rows AS row ", "").replace("row.", "$")
            for row in rows:
                used = {name: value for name, value in row.items() if value is not None}
                text = plain
                for name in row.keys() - used.keys():
                    text = text.replace(f"${name}", "NULL")
                self._connection.execute(text, used)
        except RuntimeError as error:
            raise RefusalError(str(error)) from None
        return Result([], [], updates=True)


class Result:
    def __init__(self, columns: list[str], rows: list[Any], updates: bool) -> None:
        self._columns, self._rows, self._updates = columns, rows, updates

    def keys(self) -> list[str]:
        return self._columns

    def values(self) -> list[Any]:
        return self._rows

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def consume(self) -> SimpleNamespace:
        counters = SimpleNamespace(contains_updates=self._updates)
        return SimpleNamespace(counters=counters, query_type="rw" if self._updates else "r")


class Session:
    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...

    def run(self, cypher: str, parameters: dict[str, Any] | None = None) -> Result:
        return self.driver.answer(cypher, parameters or {})

    def begin_transaction(self, timeout: float | None = None) -> "Transaction":
        return Transaction(self.driver)


class Transaction(Session):
    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self._open = True
        driver._connection.execute("BEGIN TRANSACTION")

    def __exit__(self, kind: object, *error: object) -> None:
        # As the driver does: without an error it commits.
        if self._open and kind is None:
            self.commit()
        self.close()

    def close(self) -> None:
        if self._open:
            self._open = False
            self.driver.asked.append(("ROLLBACK", {}))
            # An error may have ended it already.
            with suppress(RuntimeError):
                self.driver._connection.execute("ROLLBACK")

    def commit(self) -> None:
        self._open = False
        self.driver.asked.append(("COMMIT", {}))
        self.driver._connection.execute("COMMIT")
