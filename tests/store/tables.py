"""All of a graph as tables, and a log that is ahead of its graph."""

import pandas as pd
import pyarrow as pa

from boardless.state import Batch
from boardless.store import Store
from boardless.store.frames import packed
from boardless.store.schema import COLUMNS, TABLES, counted, pages


def tables(store: Store) -> dict[str, pd.DataFrame]:
    """Everything that is in a graph."""
    engine = store._graph()
    counts = counted(engine)
    found = {}
    for table in TABLES:
        schema = pa.schema(list(zip(*COLUMNS[table.name], strict=True)))
        found[table.name] = pa.concat_tables(
            [schema.empty_table(), *pages(engine, table, counts)]
        ).to_pandas()
    return found


def same(a: dict[str, pd.DataFrame], b: dict[str, pd.DataFrame]) -> bool:
    return a.keys() == b.keys() and all(a[name].equals(b[name]) for name in a)


def write_log(store: Store, batch: Batch) -> None:
    """Write as `add` does, and no further."""
    store.log.append(packed(batch), len(batch), len(batch.movers))
