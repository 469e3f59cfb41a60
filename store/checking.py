"""Whether a graph is what its log makes of it, to the last property.

The rows of a kind are compared by their number and by the sum of their hashes, so that neither side
has to be in memory or in order. Two different sets have the same sum once in 2**64 times.
"""

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import pandas as pd
import pyarrow as pa
from pandas.util import hash_array

from boardless.play import GamePosition
from boardless.play.replay import positions_of
from boardless.state import Trial
from boardless.state.contents import Contents
from boardless.state.move import BOARD
from boardless.store.engine import Engine
from boardless.store.log import Log
from boardless.store.pages import TABLES, counted, pages
from boardless.store.payloads import loaded
from boardless.store.pieces import Piece, Piles, Queried, piles_by_ply
from boardless.store.projection import Numbers, Projection

#: Moves whose rows are in memory at a time.
AT_ONCE = 60_000
#: Makes the hash of a row depend on the order of its columns.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def differences(log: Log, engine: Engine) -> pd.DataFrame:
    """Return the kinds in which a graph is not what its log makes: kind, log, graph.

    Raises
    ------
    InputError
        If the log is damaged, or the graph cannot be read.
    """
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


# -- the graph beside the games themselves ----------------------------------------------------


class Replayed(Queried, Protocol):
    """A store, as far as it is asked here."""

    def trial(self, number: int) -> Trial:
        """Return the trial with an id as it was played, from the log."""


def unlike(store: Replayed, trial: int, position: GamePosition) -> Iterator[tuple[int, str]]:
    """Yield where the graph has something else of a trial than its rules make of its moves.

    Parameters
    ----------
    store : Replayed
        The store.
    trial : int
        The id of the trial.
    position : GamePosition
        One of its game, in a technique that adds the same cells; it is played to the end.

    Yields
    ------
    ply, what : int and str
        A ply, and what differs then: pieces, occupied, cells, or the name of a cell.

    Raises
    ------
    InputError
        If the trial is no game by the rules.
    """
    game = store.trial(trial)
    said = store.query(_MOVES, trial=trial)
    counts = list(said.itertuples(index=False, name=None))
    there = piles_by_ply(store, trial, len(game.moves))
    for ply, (piles, played) in enumerate(zip(there, positions_of(game, position), strict=True)):
        standing = _standing(played)
        for cell in piles.keys() | standing.keys():
            if piles.get(cell) != standing.get(cell):
                yield ply, str(cell)
        if not ply:
            continue
        pieces = sum(piece.amount for pile in standing.values() for piece in pile)
        occupied = sum(any(piece.amount for piece in pile) for pile in standing.values())
        right = (pieces, occupied, played.cells)
        names = ("pieces", "occupied", "cells")
        for name, graph, state in zip(names, counts[ply - 1], right, strict=True):
            if graph != state:
                yield ply, name


_MOVES = """
MATCH (t:Trial {id: $trial})-[:MADE]->(m:Move)
WITH m.ply AS ply, m.pieces AS pieces, m.occupied AS occupied, m.cells AS cells
RETURN pieces, occupied, cells ORDER BY ply
"""


def _standing(position: GamePosition) -> Piles:
    """Return what stands on the board of a position, by the chunks of its container."""
    contents, board = Contents(position.seen), position.board
    heights = contents.heights(BOARD)
    counts = contents.chunk(BOARD, "count")
    layers = [
        [contents.chunk(BOARD, name, level) for name in ("what", "state", "rotation", "value")]
        for level in range(max(int(heights.max(initial=1)), 1))
    ]
    found: Piles = {}
    for site in board:
        numbers = [[int(chunk[site]) for chunk in chunks] for chunks in layers]
        height = max(int(heights[site]), 1)
        pile = tuple(
            Piece(what, (1 if height > 1 else int(counts[site])) if what else 0, *rest)
            for what, *rest in numbers[:height]
        )
        if any(any(piece) for piece in pile):
            found[board.key(site)] = pile
    return found
