"""From what an exploration has found to rows of the graph."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from boardless.store.positions.found import Found
from boardless.topo.kernels.arrays import Ints

#: How many links go into a graph in the time of a move of a game, which has links of its own.
LIGHT = 8
#: The ids of an exploration's positions begin at multiples of this.
_MOST = 2**32


def first_of(exploration: int) -> int:
    """Return the id of the start of an exploration; its position n has this plus n."""
    return exploration * _MOST


def exploration_row(found: Found, number: int) -> tuple[list[Any], ...]:
    """Return the columns of the node of an exploration."""
    explored = found.explored
    return [number], [explored.digest], [explored.way], [int(explored.symmetry)]


def rows_of(found: Found, exploration: int) -> dict[str, Sequence[Any]]:
    """Return the columns of the nodes and links of what was found, by kind."""
    first = first_of(exploration)
    positions = first + found.first + np.arange(len(found))
    rows: dict[str, Sequence[Any]] = {
        "Position": (
            positions,
            np.full(len(found), exploration),
            found.plies,
            found.movers,
            _or_none(found.winners),
            found.pieces,
            _or_none(found.holes),
            _or_none(found.diameters),
            found.keys,
        ),
        "LEADS": (
            first + found.sources.astype(np.int64),
            first + found.targets.astype(np.int64),
            pa.array(found.texts, pa.string()).take(pa.array(found.moves)),
        ),
        "WORTH": (
            first + np.arange(len(found.values)),
            np.full(len(found.values), exploration),
            found.values,
            _or_none(found.distances),
        ),
        "REACHES": (found.visits[:, 0], first + found.visits[:, 1]),
    }
    if found.first == 0 and len(found):
        rows["BEGINS_AT"] = ([exploration], [first])
    return rows


def _or_none(numbers: Ints) -> pa.Array:
    """Return numbers, with nothing in place of -1."""
    return pa.array(numbers.astype(np.int64), mask=numbers < 0)
