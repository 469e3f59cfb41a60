"""What a store asks of a graph database; there is one file for each engine."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass, fields
from typing import Any, Protocol, TypeAlias

import pandas as pd
import pyarrow as pa

#: Rows to add, by the name of the kind of node or link. Links have the columns ``from`` and ``to``.
Rows: TypeAlias = Mapping[str, pa.Table]


@dataclass(frozen=True)
class Mark:
    """How far a graph has come; written together with what it speaks of.

    Attributes
    ----------
    form : int
        The form of the graph.
    frames, bytes : int
        Frames of the log that are in the graph, and where the last of them ends.
    check : int
        The checksum of that frame: the graph was made from this log and no other.
    trials, moves : int
        How many there are; the next ones get these ids.
    """

    form: int
    frames: int
    bytes: int
    check: int
    trials: int
    moves: int

    def row(self) -> dict[str, int]:
        """Return the properties of the node of the mark, but for its id."""
        return dict(zip(NAMES, astuple(self), strict=True))


#: The properties of the node of a mark.
NAMES = tuple(field.name for field in fields(Mark))


class Engine(Protocol):
    """A graph database."""

    def mark(self) -> Mark | None:
        """Return how far the graph has come; None if there is none yet.

        Raises
        ------
        InputError
            If this is the database of something else.
        """

    def begin(self, mark: Mark) -> None:
        """Make the schema of an empty graph."""

    def add(self, rows: Rows, mark: Mark) -> None:
        """Add rows and move the mark, all or nothing.

        Raises
        ------
        InputError
            If they cannot be written. The engine is closed then.
        """

    def query(self, cypher: str, parameters: Mapping[str, Any]) -> pd.DataFrame:
        """Return the answer to a question, which cannot change anything.

        Raises
        ------
        InputError
            If the question is not understood, or would change something.
        """

    def close(self) -> None:
        """Let go of the database."""
