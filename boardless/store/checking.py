"""Comparison of a graph with its log, to the last property.

The rows of a kind are compared by their number and by the sum of their hashes, so that neither side
has to be in memory or in order. Two different sets have the same sum once in 2**64 times.
"""

import numpy as np
import pandas as pd
import pyarrow as pa
from pandas.util import hash_array

from boardless.store.engine import Engine
from boardless.store.frames import loaded
from boardless.store.log import Log
from boardless.store.projection import Numbers, Projection
from boardless.store.questions import TABLES, counted, pages

#: Moves whose rows are in memory at a time.
AT_ONCE = 60_000
#: Makes the hash of a row depend on the order of its columns.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def differences(log: Log, engine: Engine) -> pd.DataFrame:
    """Return the kinds in which a graph differs from its log: columns kind, log, graph."""
    mark = engine.mark()
    expected = _expected(log, 0 if mark is None else mark.frames)
    counts = counted(engine)
    rows = []
    for table in TABLES:
        hashed = sum((_sum(page) for page in pages(engine, table, counts)), 0) % 2**64
        number, right = expected.get(table.name, (0, 0))
        if (number, right) != (counts[table.name], hashed):
            rows.append((table.name, number, counts[table.name]))
    return pd.DataFrame(rows, columns=["kind", "log", "graph"])


def _expected(log: Log, frames: int) -> dict[str, tuple[int, int]]:
    """Return number and sum of the rows of each kind that the first frames of a log make."""
    found: dict[str, tuple[int, int]] = {}
    projection = Projection(Numbers())

    def take() -> None:
        for name, rows in projection.take().items():
            number, hashed = found.get(name, (0, 0))
            found[name] = number + len(rows), (hashed + _sum(rows)) % 2**64

    for number, payload in enumerate(log.payloads()):
        # The others have not come into the graph yet, but have to be whole as well.
        if number < frames:
            projection.add(loaded(payload))
            if projection.moves >= AT_ONCE:
                take()
    take()
    return found


def _sum(rows: pa.Table) -> int:
    """Return the sum of the hashes of rows."""
    hashes = np.zeros(len(rows), np.uint64)
    for column in rows.columns:
        if pa.types.is_integer(column.type):
            values = column.fill_null(0).to_numpy()
        else:
            values = column.fill_null("").to_numpy(zero_copy_only=False).astype(object)
        nulls = column.is_null().to_numpy(zero_copy_only=False)
        hashes = hash_array(hashes * _FACTOR + hash_array(values) + nulls.astype(np.uint64))
    return int(hashes.sum(dtype=np.uint64))
