"""The descent of candidates as a graph: nodes and links in a store's file, for Cypher.

The search's own log stays the truth; the graph is made from it again each time it is written.
"""

from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pyarrow as pa

from boardless.design.archive import Record
from boardless.design.scores import CRITERIA
from boardless.store import Store
from boardless.store.schema import INT, STRING
from boardless.topo import InputError

#: The columns of a candidate other than its criteria.
_COLUMNS = {
    "id": INT, "digest": STRING, "founder": STRING, "changes": STRING, "stage": STRING,
    "error": STRING, "text": STRING, "behaviour": STRING, "score": "DOUBLE",
}  # fmt: skip
_ARROW = {INT: pa.int64(), STRING: pa.string(), "DOUBLE": pa.float64()}
#: Candidates that go into the graph together.
_AT_ONCE = 5_000


def write_descent(records: Iterable[Record], path: str | Path) -> int:
    """Write candidates and their parents into a store's graph; return their number.

    A node ``Candidate`` has its number as id, and its last stage; a link ``COMES_FROM`` leads to
    each parent. Candidates of an earlier search in the same file are replaced.

    Parameters
    ----------
    records : iterable of Record
        The candidates, parents before their children.
    path : str or Path
        The file of a store, which is made if it is missing.

    Raises
    ------
    InputError
        If the file is not a store, or is one on a server.
    """
    if "://" in str(path):
        raise InputError(
            f"store {str(path)!r}: give the file of a store, because a server cannot keep the "
            "descent of games"
        )
    Store.open(path).close()
    import ladybug

    database = ladybug.Database(Path(path).absolute())
    connection = ladybug.Connection(database)
    try:
        types = {**_COLUMNS, **dict.fromkeys(CRITERIA, "DOUBLE")}
        for name in ("COMES_FROM", "Candidate"):
            connection.execute(f"DROP TABLE IF EXISTS {name}")
        columns = ", ".join(f"{name} {type_}" for name, type_ in types.items())
        connection.execute(f"CREATE NODE TABLE Candidate({columns}, PRIMARY KEY(id))")
        connection.execute("CREATE REL TABLE COMES_FROM(FROM Candidate TO Candidate)")
        schema = pa.schema([(name, _ARROW[type_]) for name, type_ in types.items()])
        numbers: dict[str, int] = {}
        links: list[tuple[int, int]] = []
        waiting = iter(records)
        while batch := list(islice(waiting, _AT_ONCE)):
            rows = [dict(zip(types, _row(record), strict=True)) for record in batch]
            nodes = pa.Table.from_pylist(rows, schema)
            connection.execute("COPY Candidate FROM $rows", {"rows": nodes})
            for record in batch:
                numbers[record.digest] = record.number
                links += [
                    (record.number, numbers[parent])
                    for parent in record.parents
                    if parent in numbers
                ]
        if links:
            ends = pa.table([pa.array(column, pa.int64()) for column in zip(*links, strict=True)],
                            ["from", "to"])  # fmt: skip
            connection.execute("COPY COMES_FROM FROM $rows", {"rows": ends})
        return len(numbers)
    finally:
        with suppress(RuntimeError):
            connection.close()
            database.close()


def _row(record: Record) -> tuple[object, ...]:
    is_played = record.has("played")
    return (
        record.number, record.digest, "" if record.parents else " ".join(record.changes),
        " ".join(record.changes) if record.parents else "", record.stage, record.error,
        record.text, " ".join(map(str, record.behaviour)) if is_played else "",
        record.score if is_played else None,
        *(record.scores.get(name) for name in CRITERIA),
    )  # fmt: skip
