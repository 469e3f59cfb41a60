"""The board and the hands as containers with chunks."""

from dataclasses import dataclass

import numpy as np

from boardless.state.chunks import ChunkSet
from boardless.state.move import BOARD
from boardless.state.position import Position
from boardless.topo import InputError

#: The chunks of a flat container state, in the order of the thesis's Tables 4.1 to 4.3.
CHUNKS = ("empty", "what", "who", "count", "state", "playable")


@dataclass(frozen=True, eq=False)
class Container:
    """A live view of the board or of a hand.

    Attributes
    ----------
    name : str
        "board", or "hand" and its number.
    number : int
        0 for the board, then the hands.
    owner : int
        The player it belongs to; 0 for the board.
    """

    name: str
    number: int
    owner: int
    _position: Position

    def __repr__(self) -> str:
        return f"<Container {self.name}, {len(self):,} sites>"

    def __len__(self) -> int:
        return self._position.size(self.number)

    @property
    def empty(self) -> ChunkSet:
        """1 on the cells on which nothing lies; always 0 in a hand."""
        if self.number != BOARD:
            return ChunkSet(np.zeros(len(self), dtype=np.uint8))
        what, sites = self._position.chunk(BOARD, "what"), self._position.board.sites
        empty = np.zeros(len(self), dtype=np.uint8)
        empty[sites] = what[sites] == 0
        return ChunkSet(empty)

    @property
    def what(self) -> ChunkSet:
        """The component on each site, 0 if none."""
        return self._chunk("what")

    @property
    def who(self) -> ChunkSet:
        """The owner of the component on each site, 0 for the board's and if none."""
        return self._chunk("who")

    @property
    def count(self) -> ChunkSet:
        """How many pieces lie on each site."""
        return self._chunk("amount")

    @property
    def state(self) -> ChunkSet:
        """The local state of the piece on each site."""
        return self._chunk("state")

    @property
    def playable(self) -> ChunkSet:
        """1 on the empty cells of the board that are adjacent to a piece; always 0 in a hand.

        While nothing stands on the board it is 1 on the anchor.
        """
        return self._chunk("playable")

    def chunk(self, name: str) -> ChunkSet:
        """Return a chunk by name.

        Raises
        ------
        InputError
            If there is none of that name.
        """
        if name not in CHUNKS:
            raise InputError(f"unknown chunk {name!r}: choose one of {', '.join(CHUNKS)}")
        chunk: ChunkSet = getattr(self, name)
        return chunk

    def _chunk(self, name: str) -> ChunkSet:
        return ChunkSet(self._position.chunk(self.number, name))
