"""Synchronisation of the graph with its log: frames that the graph lacks are brought over.

The two are compared to the last property: the rows of a kind by their number and by the sum of
their hashes, so that neither side has to be in memory or in order. Two different sets have the same
sum once in 2**64 times.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from pandas.util import hash_array

from boardless.store.engine import Engine, Mark, number
from boardless.store.frames import Content, loaded
from boardless.store.log import FORM as LOG_FORM
from boardless.store.log import Log
from boardless.store.plane import as_key
from boardless.store.projection import KEYS, Projection
from boardless.store.schema import FORM, TABLES, counted, pages
from boardless.topo import InputError

#: The number of moves with rows in memory at a time.
AT_ONCE = 60_000
#: Makes the hash of a row depend on the order of its columns.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def mark_of(log: Log, frames: int) -> Mark:
    """Return the mark of a graph that has the first `frames` frames of a log."""
    first = log.frames[:frames]
    end, check = (first[-1].end, first[-1].check) if first else (len(LOG_FORM), 0)
    trials, moves = sum(frame.trials for frame in first), sum(frame.moves for frame in first)
    return Mark(FORM, len(first), end, check, trials, moves)


def check_mark(log: Log, mark: Mark) -> None:
    """Raise InputError unless a graph with this mark was made from a log."""
    if mark.form != FORM:
        raise InputError(
            f"the graph of log {str(log.path)!r} has form {mark.form}, not {FORM}: rebuild it"
        )
    if not log.writing and mark.frames > len(log.frames):
        # Someone may have written to both since the log was read.
        log.refresh()
    if mark.frames > len(log.frames):
        raise InputError(
            f"log {str(log.path)!r} is shorter than its graph: it has {log.trials:,} trials, the "
            f"graph {mark.trials:,}. Nothing has been changed: bring the whole log back"
        )
    if mark != mark_of(log, mark.frames):
        raise InputError(f"the graph was not made from log {str(log.path)!r}: rebuild it")


def check_loss(log: Log, mark: Mark | None) -> None:
    """Raise InputError if a graph with this mark may have trials that the log lacks."""
    if mark is None or not mark.frames:
        return
    if replace(mark, form=FORM) != mark_of(log, mark.frames):
        raise InputError(
            f"log {str(log.path)!r} has {log.trials:,} trials, and lacks some of the graph, which "
            f"has {mark.trials:,}: a rebuild would lose them, which needs --lose (lose=True)"
        )


def check_counts(engine: Engine, mark: Mark) -> None:
    """Raise InputError unless a graph has the counts of its mark: an engine may lose rows.

    The check takes kinds that every game has and that an engine counts in a moment.
    """
    for pattern, least in (
        ("(n:Trial)", mark.trials),
        ("(n:Move)", mark.moves),
        ("(:Trial)-[n:OF]->(:Run)", mark.trials),
        ("(:Trial)-[n:MADE]->(:Move)", mark.moves),
    ):
        there = number(engine.query(f"MATCH {pattern} RETURN count(n)", {}))
        if there != least:
            raise InputError(
                f"the graph is damaged: it has {there:,} {pattern} of {least:,}: rebuild it"
            )


class GraphFollower:
    """Adds the frames of a log to a graph, in order, beginning with the missing ones."""

    def __init__(self, log: Log, engine: Engine) -> None:
        self._log = log
        self._engine = engine
        mark = engine.mark()
        if mark is None:
            mark = mark_of(log, 0)
            engine.begin(mark)
        check_mark(log, mark)
        check_counts(engine, mark)
        self._projection = projection_of(engine, mark)
        self.frames = mark.frames
        for payload in log.payloads(mark.frames):
            self.add(loaded(payload))
        self.write()

    def add(self, content: Content) -> None:
        """Add the next frame of the log to the graph, perhaps later in a group."""
        taken, self.frames = self.frames, -1
        self._projection.add(content)
        self.frames = taken + 1
        if self._projection.moves >= self._engine.at_once:
            self.write()

    def write(self) -> None:
        """Write all frames added so far to the graph now."""
        taken, self.frames = self.frames, -1
        rows = self._projection.take()
        if rows:
            self._engine.add(rows, mark_of(self._log, taken))
        self.frames = taken


def projection_of(engine: Engine, mark: Mark) -> Projection:
    """Return a projection that continues from the ids of a graph with this mark."""
    projection = Projection(mark.trials, mark.moves)
    if not mark.frames:
        return projection

    def rows(kind: str, *columns: str) -> Iterator[Any]:
        names = ", ".join(f"n.{name} AS {name}" for name in columns)
        table = engine.query(f"MATCH (n:{kind}) RETURN {names}", {})
        return table.itertuples(index=False, name=None)

    for kind, key in KEYS.items():
        projection.ids[kind].update(rows(kind, key, "id"))
    for kind in ("Cell", "Vertex"):
        for tiling, *cell, id_ in rows(kind, "tiling", "i", "j", "k", "id"):
            projection.plane(tiling).numbers[kind][as_key(cell)] = id_
            projection.counts[kind] += 1
    return projection


def differences(log: Log, engine: Engine) -> pd.DataFrame:
    """Return the kinds that differ between a graph and its log: columns kind, log, graph."""
    mark = engine.mark()
    expected = _expected(log, 0 if mark is None else mark.frames)
    counts = counted(engine)
    rows = []
    for table in TABLES:
        hashed = sum((_sum(page) for page in pages(engine, table, counts)), 0) % 2**64
        here = (counts[table.name], hashed)
        if (log_rows := expected.get(table.name, (0, 0))) != here:
            rows.append((table.name, log_rows[0], here[0]))
    return pd.DataFrame(rows, columns=["kind", "log", "graph"])


def _expected(log: Log, frames: int) -> dict[str, tuple[int, int]]:
    """Return number and sum of the rows of each kind that the first frames of a log make."""
    sums: dict[str, tuple[int, int]] = {}
    projection = Projection()

    def take() -> None:
        for name, rows in projection.take().items():
            count, hashed = sums.get(name, (0, 0))
            sums[name] = count + len(rows), (hashed + _sum(rows)) % 2**64

    for frame, payload in enumerate(log.payloads()):
        # The others have not come into the graph yet, but have to be whole as well.
        if frame < frames:
            projection.add(loaded(payload))
            if projection.moves >= AT_ONCE:
                take()
    take()
    return sums


def _sum(rows: pa.Table) -> int:
    hashes = np.zeros(len(rows), np.uint64)
    for column in rows.columns:
        if pa.types.is_integer(column.type):
            values = column.fill_null(0).to_numpy()
        else:
            values = column.fill_null("").to_numpy(zero_copy_only=False).astype(object)
        nulls = column.is_null().to_numpy(zero_copy_only=False)
        hashes = hash_array(hashes * _FACTOR + hash_array(values) + nulls.astype(np.uint64))
    return int(hashes.sum(dtype=np.uint64))
