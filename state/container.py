"""The board and the hands as containers with chunks."""

from dataclasses import dataclass

import numpy as np

from boardless.state.chunks import ChunkSet
from boardless.state.contents import Contents
from boardless.state.move import BOARD
from boardless.state.setup import MAX_LEVELS
from boardless.topo import InputError, whole_number

#: The chunks of a container, first those of the thesis's Tables 4.1 to 4.3 in their order.
CHUNKS = (
    "empty", "what", "who", "count", "state", "playable", "rotation", "value", "hidden", "height",
)  # fmt: skip
#: Those that are of a site as a whole.
WHOLE = ("empty", "playable", "height")


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
    _contents: Contents

    def __repr__(self) -> str:
        return f"<Container {self.name}, {len(self):,} sites>"

    def __len__(self) -> int:
        return self._contents.size(self.number)

    @property
    def empty(self) -> ChunkSet:
        """1 on the cells on which nothing lies; always 0 in a hand."""
        if self.number != BOARD:
            return ChunkSet(np.zeros(len(self), dtype=np.uint8))
        what, sites = self._contents.chunk(BOARD, "what"), self._contents.board.sites
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
        return self._chunk("count")

    @property
    def state(self) -> ChunkSet:
        """The local state of the piece on each site."""
        return self._chunk("state")

    @property
    def playable(self) -> ChunkSet:
        """1 on the empty cells of the board that are adjacent to a piece; always 0 in a hand.

        While nothing stands on the board it is 1 on the anchor.
        """
        if self.number != BOARD:
            return ChunkSet(np.zeros(len(self), dtype=np.uint8))
        return ChunkSet(self._contents.playable)

    @property
    def rotation(self) -> ChunkSet:
        """How far the piece on each site is turned."""
        return self._chunk("rotation")

    @property
    def value(self) -> ChunkSet:
        """The value of the piece on each site."""
        return self._chunk("value")

    @property
    def hidden(self) -> ChunkSet:
        """The players who may not see the piece on each site: bit 0 for player 1, and so on."""
        return self._chunk("hidden")

    @property
    def height(self) -> ChunkSet:
        """How many pieces lie one upon another on each site."""
        return ChunkSet(self._contents.heights(self.number))

    def chunk(self, name: str, level: int | None = None) -> ChunkSet:
        """Return a chunk by name, or that of a level, counted from 0 at the bottom.

        Raises
        ------
        InputError
            If there is none of that name, or of that name for levels.
        """
        if name not in CHUNKS:
            raise InputError(f"unknown chunk {name!r}: choose one of {', '.join(CHUNKS)}")
        if level is not None:
            if name in WHOLE:
                raise InputError(f"chunk {name!r} has no levels: {', '.join(WHOLE)} are of sites")
            level = whole_number(level, "level", 0, MAX_LEVELS - 1)
            return ChunkSet(self._contents.chunk(self.number, name, level))
        chunk: ChunkSet = getattr(self, name)
        return chunk

    def _chunk(self, name: str) -> ChunkSet:
        return ChunkSet(self._contents.chunk(self.number, name))
