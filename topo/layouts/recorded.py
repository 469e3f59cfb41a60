"""Files of recorded boards, and a check of ours against them."""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from boardless.topo.errors import InputError
from boardless.topo.layouts.comparison import differences, recorded_layout
from boardless.topo.layouts.description import Record, board_description
from boardless.topo.layouts.fixed_board import FixedBoard


def read_boards(path: Path) -> Iterator[Record]:
    """Yield the records of a file of JSON lines, plain or packed by gzip.

    Raises
    ------
    InputError
        If the file cannot be read, or a line is no record of a board.
    """
    try:
        with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
            for number, text in enumerate(file, start=1):
                record = json.loads(text)
                if not isinstance(record, dict) or not {"use", "counts"} <= record.keys():
                    raise InputError(f"{path}, line {number}: no record of a board")
                yield record
    except (OSError, EOFError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path} cannot be read: {error}") from None


def worked_out(record: Record) -> Record:
    """Return the record of a board worked out anew from its points, lines and cells alone.

    Tracks are those of `record`, as they do not follow from the points.
    """
    ours = board_description(FixedBoard(recorded_layout(record), record["use"]))
    ours.pop("tracks")
    return ours


@dataclass
class BoardCheck:
    """How many recorded boards have each field, and where ours first differs.

    Attributes
    ----------
    boards, equal : int
        How many boards were compared, and how many of them are equal in all fields.
    fields : dict of str to list
        By field: in how many boards it differs, and the first difference.
    """

    boards: int = 0
    equal: int = 0
    fields: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, name: str, found: dict[str, str]) -> None:
        """Count the differences of one board."""
        self.boards += 1
        self.equal += not found
        for key, first in found.items():
            count, known = self.fields.get(key, (0, f"{name}: {first}"))
            self.fields[key] = count + 1, known


def check_boards(
    records: Iterable[Record], ours: Callable[[Record], Record] = worked_out
) -> BoardCheck:
    """Compare recorded boards with ours.

    Parameters
    ----------
    records : iterable of dict
        In the form of `board_description`, with ``games`` that name the board.
    ours : callable, optional
        What makes our record of the board that a record is of; by default `worked_out`. A board
        that it refuses differs in ``layout``.
    """
    check = BoardCheck()
    for record in records:
        name = str(next(iter(record.get("games", ())), "board"))
        try:
            found = differences(ours(record), record)
        except InputError as error:
            found = {"layout": str(error)}
        check.add(name, found)
    return check
