"""Parts of an exploration in flat arrays, and as bytes of a log: ``P`` and a record."""

import json
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import ClassVar, NamedTuple, Self

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state import Equipment
from boardless.state.trial import setup_text
from boardless.store.log import columns_of, game_in, head_of, pack_record, readable, texts_in
from boardless.topo import InputError
from boardless.util.inputs import integer_of

#: The form of the bytes.
FORM = 2
#: Sources of positions: all moves, or the trials of a store.
ALL, TRIALS = "all", "trials"

#: The arrays, with the type of their numbers and how many stand in a row.
ARRAYS = {
    "plies": ("<i4", 1),
    "movers": ("<i2", 1),
    "winners": ("<i2", 1),
    "pieces": ("<i4", 1),
    "holes": ("<i4", 1),
    "diameters": ("<i4", 1),
    "keys": ("<i8", 1),
    "sizes": ("<i4", 1),
    "rows": ("<i4", 1),
    "sources": ("<i4", 1),
    "targets": ("<i4", 1),
    "moves": ("<i4", 1),
    "values": ("<i2", 1),
    "distances": ("<i4", 1),
    "visits": ("<i8", 2),
}

#: Columns of each position, of each link, and of all positions when they are solved.
OF_POSITIONS = ("plies", "movers", "winners", "pieces", "holes", "diameters", "keys")
OF_LINKS = ("sources", "targets", "moves")
SOLVED = ("values", "distances")


def _none() -> Ints:
    return np.zeros(0, np.int32)


@dataclass(frozen=True)
class Explored:
    """The subject of an exploration.

    Attributes
    ----------
    game, text, options, setup : str, tuple of str, Equipment
        The game's name and description, the options chosen, and its equipment.
    symmetry : bool
        Whether positions that a symmetry of the game maps to one another are one.
    way : str
        ALL or TRIALS.
    """

    game: str
    text: str
    options: tuple[str, ...]
    setup: Equipment
    symmetry: bool
    way: str

    @property
    def digest(self) -> str:
        """A hash that distinguishes it from every other exploration."""
        fields_ = {**vars(self), "setup": setup_text(self.setup)}
        return sha256(json.dumps([*fields_.values()]).encode()).hexdigest()


class Progress(NamedTuple):
    """The progress of an exploration: the numbers of positions and of expanded ones."""

    positions: int = 0
    expanded: int = 0
    valued: bool = False  #: whether the values of all positions are there

    def after(self, part: "Found") -> "Progress":
        """Return the progress after one more part."""
        return Progress(
            max(self.positions, part.first + len(part)),
            max(self.expanded, part.expanded),
            self.valued or len(part.values) > 0,
        )


@dataclass(frozen=True, eq=False)
class Found:
    """A part of an exploration: n positions, m links.

    Positions are numbered in the order of discovery, from 0 for the start.

    Attributes
    ----------
    explored : Explored
        The subject.
    first : int
        The number of the first position found here.
    expanded : int
        The number of positions, from the start on, with all their moves known.
    complete : bool
        Whether these are all positions.
    texts : tuple of str
        Moves, in the frame of the position that they are made in.
    plies, movers, winners, pieces : int arrays of shape (n,)
        Least number of moves, mover, winner (0 for a draw, -1 before the end), pieces on the board.
    holes, diameters : int32 arrays of shape (n,)
        Of the board; -1 on fixed boards, and for the diameter of a board in several parts.
    keys : int64 array of shape (n,)
        Hashes of the rows.
    sizes, rows : int32 arrays of shape (n,) and (sum of sizes,)
        The rows that distinguish positions; see `state.engine.exploring`.
    sources, targets, moves : int32 arrays of shape (m,)
        The positions that a link leads from and to, and its place in `texts`.
    values, distances : int arrays
        Once, for all positions there are: the winner under best play (0 for a draw), and the number
        of moves until then, -1 for a draw.
    visits : int64 array of shape (v, 2)
        The id of a move that was played, and the position that it led to.
    """

    explored: Explored
    first: int
    expanded: int
    complete: bool
    texts: tuple[str, ...]
    MAGIC: ClassVar[bytes] = b"P"  #: the first byte of `dumps`
    plies: Ints = field(default_factory=_none)
    movers: Ints = field(default_factory=_none)
    winners: Ints = field(default_factory=_none)
    pieces: Ints = field(default_factory=_none)
    holes: Ints = field(default_factory=_none)
    diameters: Ints = field(default_factory=_none)
    keys: Ints = field(default_factory=_none)
    sizes: Ints = field(default_factory=_none)
    rows: Ints = field(default_factory=_none)
    sources: Ints = field(default_factory=_none)
    targets: Ints = field(default_factory=_none)
    moves: Ints = field(default_factory=_none)
    values: Ints = field(default_factory=_none)
    distances: Ints = field(default_factory=_none)
    visits: Ints = field(default_factory=lambda: np.zeros((0, 2), np.int64))

    def __len__(self) -> int:
        return len(self.plies)

    def beyond(self, progress: Progress) -> "Found":
        """Return the part without everything that was there at a stage of progress."""
        count, expanded, valued = progress
        new = slice(max(count - self.first, 0), len(self))
        ends = np.cumsum(self.sizes, dtype=np.int64)
        begin = int(ends[new.start - 1]) if 0 < new.start <= len(self) else 0
        links = self.sources >= expanded
        none = slice(0, 0) if valued else slice(None)
        return replace(
            self,
            first=self.first + new.start,
            expanded=max(self.expanded, expanded),
            rows=self.rows[begin:] if new.start < len(self) else self.rows[:0],
            **{name: getattr(self, name)[new] for name in (*OF_POSITIONS, "sizes")},
            **{name: getattr(self, name)[links] for name in OF_LINKS},
            **{name: getattr(self, name)[none] for name in SOLVED},
        )

    def check(self) -> Self:
        """Return it; InputError if its arrays do not fit together, or numbers are out of range."""
        count, links = self.first + len(self), len(self.sources)
        fitting = (
            all(len(getattr(self, name)) == len(self) for name in (*OF_POSITIONS, "sizes"))
            and not (self.sizes < 1).any()
            and int(self.sizes.sum(dtype=np.int64)) == len(self.rows)
            and len(self.targets) == len(self.moves) == links
            and len(self.values) == len(self.distances)
            and len(self.values) in (0, count)
        )
        if not fitting:
            raise InputError(f"{len(self):,} positions: their arrays do not fit together")
        setup = self.explored.setup
        last = 2**63 - 1
        for what, numbers, least, most in (
            ("first position", np.array([self.first]), 0, 2**31 - 1),
            ("position expanded", np.array([self.expanded]), 0, count),
            ("ply", self.plies, 0, 2**31 - 1),
            ("mover", self.movers, 1, setup.players),
            ("winner", self.winners, -1, setup.players),
            ("key", self.keys, 0, last),
            ("source", self.sources, 0, count - 1),
            ("target", self.targets, 0, count - 1),
            ("move", self.moves, 0, len(self.texts) - 1),
            ("value", self.values, 0, setup.players),
            ("move played", self.visits[:, 0], 0, last),
            ("position played", self.visits[:, 1], 0, count - 1),
        ):
            outside = numbers[(numbers < least) | (numbers > most)]
            if len(outside):
                raise InputError(f"{what} {outside.flat[0]} of positions: choose {least} to {most}")
        return self

    def dumps(self) -> bytes:
        """Return it as bytes."""
        head = {
            "form": FORM,
            **vars(self.explored),
            "setup": setup_text(self.explored.setup),
            **{name: getattr(self, name) for name in ("first", "expanded", "complete", "texts")},
            "counts": {name: len(getattr(self, name)) for name in ARRAYS},
        }
        return self.MAGIC + pack_record(head, ARRAYS, self)

    @classmethod
    def loads(cls, data: bytes) -> Self:
        """Return the part from bytes of `dumps`; InputError for other bytes."""
        record = data[len(cls.MAGIC) :]
        with readable(data):
            head = head_of(record, FORM)
            arrays = columns_of(record, ARRAYS, head["counts"])
            symmetry, complete = head["symmetry"], head["complete"]
            first, expanded = (integer_of(head[name], name) for name in ("first", "expanded"))
            truths = type(symmetry) is type(complete) is bool
            if not truths or head["way"] not in (ALL, TRIALS):
                raise ValueError
            explored = Explored(*game_in(head), symmetry, head["way"])
            return cls(
                explored, first, expanded, complete, texts_in(head, "texts"), **arrays
            ).check()
