"""The graph as Parquet files, one for each kind of node and link."""

from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from boardless.store.engine import Engine
from boardless.store.pages import TABLES, counted, pages
from boardless.store.projection import COLUMNS
from boardless.store.schema import Links, Nodes
from boardless.topo import InputError


def export_tables(engine: Engine, folder: Path) -> list[Path]:
    """Write every kind of node and link to a file of its own; return the files.

    Raises
    ------
    InputError
        If they cannot be written, or one of them is there already. None is left then.
    """
    names = [folder / f"{table.name}.parquet" for table in TABLES]
    for file in names:
        if file.exists():
            raise InputError(f"{str(file)!r} is there already: choose another folder")
    counts = counted(engine)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table, file in zip(TABLES, names, strict=True):
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
    schema = pa.schema(list(zip(*COLUMNS[table.name], strict=True)))
    with pq.ParquetWriter(file, schema) as writer:
        for page in pages(engine, table, counts):
            writer.write_table(page)
