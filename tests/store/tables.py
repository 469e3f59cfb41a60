"""All of a graph as tables, and a log that is ahead of its graph."""

from tempfile import TemporaryDirectory

import pandas as pd

from boardless.state import Batch
from boardless.store import Store
from boardless.store.frames import packed


def tables(store: Store) -> dict[str, pd.DataFrame]:
    """Everything that is in a graph."""
    with TemporaryDirectory() as folder:
        return {file.stem: pd.read_parquet(file) for file in store.export(folder)}


def same(a: dict[str, pd.DataFrame], b: dict[str, pd.DataFrame]) -> bool:
    return a.keys() == b.keys() and all(a[name].equals(b[name]) for name in a)


def write_log(store: Store, batch: Batch) -> None:
    """Write as `add` does, and no further."""
    store.log.append(packed(batch), len(batch), len(batch.movers))
