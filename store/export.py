"""The graph as Parquet files, one for each kind of node and link."""

from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from boardless.store.engine import Engine, number
from boardless.store.projection import COLUMNS
from boardless.store.schema import LINKS, NODES, Links, Nodes
from boardless.topo import InputError

#: Nodes whose rows, or whose links' rows, are in memory at a time.
PAGE = 50_000


def export_tables(engine: Engine, folder: Path) -> list[Path]:
    """Write every kind of node and link to a file of its own; return the files.

    Raises
    ------
    InputError
        If they cannot be written, or one of them is there already. None is left then.
    """
    tables: tuple[Nodes | Links, ...] = (*NODES, *LINKS)
    names = [folder / f"{table.name}.parquet" for table in tables]
    for file in names:
        if file.exists():
            raise InputError(f"{str(file)!r} is there already: choose another folder")
    counts = {
        nodes.name: number(engine.query(f"MATCH (n:{nodes.name}) RETURN count(*)", {}))
        for nodes in NODES
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table, file in zip(tables, names, strict=True):
            _export(engine, table, counts, file)
    except BaseException as error:
        for file in names:
            with suppress(OSError):
                file.unlink(missing_ok=True)
        if isinstance(error, OSError):
            reason = f"cannot be written: {error.strerror}"
            raise InputError(f"folder {str(folder)!r} {reason}") from None
        raise
    return names


def _export(engine: Engine, table: Nodes | Links, counts: dict[str, int], file: Path) -> None:
    names, types = COLUMNS[table.name]
    if isinstance(table, Nodes):
        pattern, kind = f"(a:{table.name})", table.name
        columns = [f"a.{name}" for name in names]
    else:
        pattern, kind = f"(a:{table.source})-[r:{table.name}]->(b:{table.target})", table.source
        columns = ["a.id", "b.id", *(f"r.{name}" for name in names[2:])]
    listed = ", ".join(f"{column} AS c{n}" for n, column in enumerate(columns))
    order = "c0" if isinstance(table, Nodes) else "c0, c1"
    cypher = f"MATCH {pattern} WHERE a.id >= $a AND a.id < $b RETURN {listed} ORDER BY {order}"
    schema = pa.schema(list(zip(names, types, strict=True)))
    with pq.ParquetWriter(file, schema) as writer:
        for first in range(0, counts[kind], PAGE):
            page = engine.query(cypher, {"a": first, "b": first + PAGE})
            page.columns = names
            writer.write_table(pa.Table.from_pandas(page, schema, preserve_index=False))
