"""Chunks: small numbers packed into few bits, and containers (board, hands) made of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from boardless.state.contents import Contents
from boardless.state.equipment import MAX_LEVELS
from boardless.state.move import BOARD
from boardless.topo import InputError, integer_between
from boardless.util.inputs import check_choice

Words: TypeAlias = npt.NDArray[np.uint64]

#: Bytes before the data in the bytes form: log2 of the bits of a site, then the number of sites.
_HEADER = 1 + 4
_WIDEST = 6


@dataclass(frozen=True, init=False, repr=False, slots=True)
class ChunkSet:
    """A number for each site of a container, packed; immutable, so that it can be hashed.

    A site takes `bits` bits, the lowest power of two that holds every value. Setting a value or
    adding sites gives another set, wider if it has to be.

    Parameters
    ----------
    values : iterable of int
        The number of each site, from 0 to 2**64 - 1.

    Raises
    ------
    InputError
        If a value is out of range.

    Examples
    --------
    >>> chunks = ChunkSet([0, 0, 3, 2])
    >>> chunks.bits, chunks.data.hex()
    (2, 'b0')
    >>> chunks.put(0, 9).bits, chunks.nonzero()
    (4, {2: 3, 3: 2})
    """

    bits: int
    data: bytes
    size: int

    def __init__(self, values: Iterable[int] | npt.NDArray[np.integer[Any]] = ()) -> None:
        try:
            wide = _words(values)
        except (OverflowError, TypeError):
            raise InputError(f"values {values!r}: give whole numbers from 0 to 2**64 - 1") from None
        widest = int(wide.max(initial=0)).bit_length()
        bits = 1 << max(widest - 1, 0).bit_length()
        for name, value in (("bits", bits), ("size", len(wide)), ("data", _pack(wide, bits))):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"<ChunkSet {self.size:,} sites, {self.bits} bits each>"

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[int]:
        return iter(self.values().tolist())

    def __getitem__(self, site: int) -> int:
        if site not in range(self.size):
            raise InputError(f"site {site!r} is not among {self.size} sites")
        bit = int(site) * self.bits
        length = -(-self.bits // 8)
        word = int.from_bytes(self.data[bit // 8 : bit // 8 + length], "little")
        return word >> bit % 8 & (1 << self.bits) - 1

    def values(self) -> Words:
        """Return the value of each site, uint64, shape ``(size,)``."""
        return _unpack(self.data, self.bits, self.size)

    def nonzero(self) -> dict[int, int]:
        """Return the values that are not 0, by site, as the thesis's tables list them."""
        values = self.values()
        sites = np.flatnonzero(values)
        return dict(zip(sites.tolist(), values[sites].tolist(), strict=True))

    def put(self, site: int, value: int) -> "ChunkSet":
        """Return the set with another value at a site."""
        if self[site] == value:
            return self
        values = self.values().tolist()
        values[site] = value
        return ChunkSet(values)

    def extended(self, more: int) -> "ChunkSet":
        """Return the set with `more` sites of value 0; raise InputError if `more` is negative."""
        if more < 0:
            raise InputError(f"{more} more sites: give 0 or more")
        return ChunkSet(np.concatenate((self.values(), np.zeros(more, dtype=np.uint64))))

    def to_bytes(self) -> bytes:
        """Return the set as bytes: log2 of `bits`, `size` in four bytes, then `data`."""
        return bytes([self.bits.bit_length() - 1]) + self.size.to_bytes(4, "little") + self.data

    @classmethod
    def from_bytes(cls, form: bytes) -> "ChunkSet":
        """Return the set of `to_bytes`; raise InputError if these bytes are not of that form."""
        if len(form) >= _HEADER and form[0] <= _WIDEST:
            bits, size = 1 << form[0], int.from_bytes(form[1:_HEADER], "little")
            if len(form) == _HEADER + -(-size * bits // 8):
                chunk = cls(_unpack(form[_HEADER:], bits, size))
                if chunk.to_bytes() == form:
                    return chunk
        raise InputError(f"{len(form)} bytes {form[:_HEADER].hex()}...: this is not a chunk set")


def _words(values: Iterable[int] | npt.NDArray[np.integer[Any]]) -> Words:
    if not isinstance(values, np.ndarray):
        return np.array([index(value) for value in values], dtype=np.uint64)
    if values.dtype.kind not in "ui" or values.ndim != 1:
        raise TypeError
    if values.min(initial=0) < 0:
        raise OverflowError
    return values.astype(np.uint64)


def _pack(values: Words, bits: int) -> bytes:
    if bits >= 8:
        return values.astype(f"<u{bits // 8}").tobytes()
    share = 8 // bits
    padded = np.zeros(-(-len(values) // share) * share, dtype=np.uint8)
    padded[: len(values)] = values
    shifts = np.arange(share, dtype=np.uint8) * np.uint8(bits)
    parts = padded.reshape(-1, share) << shifts
    joined: npt.NDArray[np.uint8] = np.bitwise_or.reduce(parts, axis=1)
    return joined.tobytes()


def _unpack(data: bytes, bits: int, size: int) -> Words:
    if bits >= 8:
        return np.frombuffer(data, dtype=f"<u{bits // 8}").astype(np.uint64)
    shifts = np.arange(8 // bits, dtype=np.uint8) * np.uint8(bits)
    parts = np.frombuffer(data, dtype=np.uint8)[:, None] >> shifts & ((1 << bits) - 1)
    values: Words = parts.ravel()[:size].astype(np.uint64)
    return values


#: The chunks of a container, first the chunks of the thesis's Tables 4.1 to 4.3 in their order.
CHUNKS = (
    "empty", "what", "who", "count", "state", "playable", "rotation", "value", "hidden", "height",
)  # fmt: skip
#: Chunks of a site as a whole.
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
        """1 on the empty cells; always 0 in a hand."""
        if self.number != BOARD:
            return ChunkSet(np.zeros(len(self), dtype=np.uint8))
        what, sites = self._contents.chunk(BOARD, "what"), self._contents.board.sites
        empty = np.zeros(len(self), dtype=np.uint8)
        empty[sites] = what[sites] == 0
        return ChunkSet(empty)

    @property
    def what(self) -> ChunkSet:
        """The component on each site, 0 if it is empty."""
        return self._chunk("what")

    @property
    def who(self) -> ChunkSet:
        """The owner of the component on each site, 0 for the board's and on empty sites."""
        return self._chunk("who")

    @property
    def count(self) -> ChunkSet:
        """The number of pieces on each site."""
        return self._chunk("count")

    @property
    def state(self) -> ChunkSet:
        """The local state of the piece on each site."""
        return self._chunk("state")

    @property
    def playable(self) -> ChunkSet:
        """1 on the empty cells next to a piece, or on the anchor of an empty board; 0 in hands."""
        if self.number != BOARD:
            return ChunkSet(np.zeros(len(self), dtype=np.uint8))
        return ChunkSet(self._contents.playable)

    @property
    def rotation(self) -> ChunkSet:
        """The rotation of the piece on each site."""
        return self._chunk("rotation")

    @property
    def value(self) -> ChunkSet:
        """The value of the piece on each site."""
        return self._chunk("value")

    @property
    def hidden(self) -> ChunkSet:
        """The players unable to see the piece on each site: bit 0 for player 1, and so on."""
        return self._chunk("hidden")

    @property
    def height(self) -> ChunkSet:
        """The number of pieces on each site, stacks included."""
        return ChunkSet(self._contents.heights(self.number))

    def chunk(self, name: str, level: int | None = None) -> ChunkSet:
        """Return a chunk by name, or one of a level from 0 on; raise InputError without it."""
        check_choice(name, "unknown chunk", CHUNKS)
        if level is not None:
            if name in WHOLE:
                raise InputError(
                    f"chunk {name!r} has no levels: {', '.join(WHOLE)} belong to whole sites"
                )
            level = integer_between(level, "level", 0, MAX_LEVELS - 1)
            return ChunkSet(self._contents.chunk(self.number, name, level))
        chunk: ChunkSet = getattr(self, name)
        return chunk

    def _chunk(self, name: str) -> ChunkSet:
        return ChunkSet(self._contents.chunk(self.number, name))


def containers_of(contents: Contents) -> tuple[Container, ...]:
    """Return the board, then the hands."""
    hands = (
        Container(f"hand {number}", number, hand.owner, contents)
        for number, hand in enumerate(contents.setup.hands, start=1)
    )
    return (Container("board", BOARD, 0, contents), *hands)
