"""Records: games as they are stored, in flat arrays and in a form that any program can read.

Whatever was played, in whatever technique, its moves are lists of actions that name cells by
lattice key, and beside them stands what each move did to the board. So a record replays in any
technique, and nothing has to be played again to know which cells a move added.
"""

import json
import struct
import zlib
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np

from boardless.state import ADD, BOARD, REMOVE, SET_MOVER
from boardless.state.trial_text import parse_setup
from boardless.topo import InputError
from boardless.topo.boards.cells import MAX_KEY
from boardless.topo.kernels.arrays import Ints

#: The form of a record's bytes.
FORM = 1
#: A whole number of a graph is no larger.
MAX_SEED = 2**63 - 1
#: A record is refused beyond this many bytes.
MAX_BYTES = 2**31

#: The array of a record, with the type of its numbers and how many stand in a row.
ARRAYS = {
    "winners": ("<i2", 1),
    "plies": ("<i4", 1),
    "starts": ("<i4", 1),
    "movers": ("<i2", 1),
    "kinds": ("<i1", 1),
    "acted": ("<i4", 1),
    "added": ("<i4", 1),
    "removed": ("<i4", 1),
    "actions": ("<i4", 8),
    "adds": ("<i4", 4),
    "removes": ("<i4", 3),
    "sizes": ("<i4", 1),
    "boards": ("<i4", 3),
}

#: What a move is: nothing, an exchange of sides, or actions.
PASS, SWAP, PLAY = 0, 1, 2
#: Winner of a game that is not over.
OPEN = -1

_LENGTH = struct.Struct("<I")


@dataclass(frozen=True)
class Source:
    """Where games come from; games of one source and seed make a run.

    Attributes
    ----------
    game, text : str
        The game's name and description; the description may be unknown, "".
    options : tuple of str
        The options chosen.
    setup : str
        What it is played with, in the form of the second line of a trial file.
    technique, start : str
        The technique, and which board growing ones start from.
    seed : int, optional
        Where the random numbers come from.
    first : int, optional
        The games are the playouts number `first` and up of the seed; None if they are none.
    """

    game: str
    text: str
    options: tuple[str, ...]
    setup: str
    technique: str
    start: str
    seed: int | None
    first: int | None


@dataclass(frozen=True)
class Record:
    """Games in flat arrays: g games, m moves.

    Attributes
    ----------
    source : Source
        Where they come from.
    winners : (g,)
        The player who won, 0 for a draw, -1 if the game is not over.
    plies : (g,)
        Moves of each game.
    starts : (g,)
        Which of `boards` each game starts on.
    movers, kinds : (m,)
        Who moved, and PASS, SWAP or PLAY.
    acted, added, removed : (m,)
        How many rows of the next three belong to each move.
    actions : (n, 8)
        Kind, container, site type, three numbers for the site (a lattice key, or the site of a
        hand and two zeros), level, value.
    adds : (n, 4)
        Cells that came on the board: lattice key and site.
    removes : (n, 3)
        Cells that went off the board: lattice key.
    sizes, boards : (b,) and (n, 3)
        The number of cells of each first board, and their lattice keys by site.
    """

    source: Source
    winners: Ints
    plies: Ints
    starts: Ints
    movers: Ints
    kinds: Ints
    acted: Ints
    added: Ints
    removed: Ints
    actions: Ints
    adds: Ints
    removes: Ints
    sizes: Ints
    boards: Ints

    def __len__(self) -> int:
        return len(self.winners)

    @property
    def moves(self) -> int:
        """Number of moves of all games."""
        return len(self.movers)

    def check(self) -> Self:
        """Return the record.

        Raises
        ------
        InputError
            If its arrays do not fit together, or something in them is out of range.
        """
        lengths = (
            len(self.winners) == len(self.plies) == len(self.starts)
            and _sum(self.plies) == len(self.movers) == len(self.kinds)
            and len(self.movers) == len(self.acted) == len(self.added) == len(self.removed)
            and _sum(self.acted) == len(self.actions)
            and _sum(self.added) == len(self.adds)
            and _sum(self.removed) == len(self.removes)
            and _sum(self.sizes) == len(self.boards)
        )
        if not lengths:
            raise InputError(f"record of {len(self)} games: its arrays do not fit together")
        setup = parse_setup(self.source.setup)
        kind, container = self.actions[:, 0], self.actions[:, 1]
        cells = self.actions[(container == BOARD) & (kind != SET_MOVER), 3:6]
        keys = np.concatenate((self.boards, self.adds[:, :3], self.removes, cells))
        components = self.actions[(kind == ADD) | (kind == REMOVE), 7]
        if self.source.seed is not None and not -MAX_SEED <= self.source.seed <= MAX_SEED:
            raise InputError(f"seed {self.source.seed}: {-MAX_SEED} to {MAX_SEED} fit")
        for what, numbers, least, most in (
            ("winner", self.winners, OPEN, setup.players),
            ("first board", self.starts, 0, len(self.sizes) - 1),
            ("mover", self.movers, 1, setup.players),
            ("kind of move", self.kinds, PASS, PLAY),
            ("action", kind, ADD, SET_MOVER),
            ("container", container, BOARD, len(setup.hands)),
            ("component", components, 1, len(setup.components)),
            ("lattice key", keys[:, :2], -MAX_KEY, MAX_KEY),
            ("prototile", keys[:, 2], 0, len(setup.tiling.faces) - 1),
            ("site", self.adds[:, 3], 0, 2**31 - 1),
        ):
            outside = numbers[(numbers < least) | (numbers > most)]
            if len(outside):
                raise InputError(f"{what} {outside.flat[0]} in a record: {least} to {most} fit")
        return self

    def part(self, first: int, last: int) -> "Record":
        """Return the games from `first` to `last` - 1 of the record."""
        moves = _span(self.plies, first, last)
        number = None if self.source.first is None else self.source.first + first
        return Record(
            Source(**{**vars(self.source), "first": number}),
            self.winners[first:last],
            self.plies[first:last],
            self.starts[first:last],
            self.movers[moves],
            self.kinds[moves],
            self.acted[moves],
            self.added[moves],
            self.removed[moves],
            self.actions[_span(self.acted, moves.start, moves.stop)],
            self.adds[_span(self.added, moves.start, moves.stop)],
            self.removes[_span(self.removed, moves.start, moves.stop)],
            self.sizes,
            self.boards,
        )

    # -- as bytes ---------------------------------------------------------------------------

    def dumps(self) -> bytes:
        """Return the record as bytes: compressed, a JSON object and the arrays."""
        head = {
            "form": FORM,
            **vars(self.source),
            "rows": {name: len(getattr(self, name)) for name in ARRAYS},
        }
        text = json.dumps(head, separators=(",", ":")).encode()
        parts = [_LENGTH.pack(len(text)), text]
        parts += [
            getattr(self, name).astype(dtype).tobytes() for name, (dtype, _) in ARRAYS.items()
        ]
        return zlib.compress(b"".join(parts), 1)

    @classmethod
    def loads(cls, data: bytes) -> Self:
        """Return the record that `dumps` wrote.

        Raises
        ------
        InputError
            If this is none.
        """
        try:
            whole = _decompressed(data)
            head, at = _head(whole)
            arrays = {}
            for name, (dtype, width) in ARRAYS.items():
                rows = int(head["rows"][name])
                array = np.frombuffer(whole, dtype, rows * width, at)
                at += array.nbytes
                arrays[name] = array.reshape(-1, width) if width > 1 else array
            if at != len(whole):
                raise ValueError
            return cls(_source(head), **arrays).check()
        except (KeyError, TypeError, ValueError, struct.error, zlib.error) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"a record of {len(data):,} bytes cannot be read") from None


def source_of(data: bytes) -> Source:
    """Return where the games of a record's bytes come from, without reading the games."""
    try:
        start = _decompressed(data, _LENGTH.size)
        (length,) = _LENGTH.unpack(start)
        return _source(_head(_decompressed(data, _LENGTH.size + length))[0])
    except (KeyError, TypeError, ValueError, struct.error, zlib.error) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"a record of {len(data):,} bytes cannot be read") from None


def _decompressed(data: bytes, most: int = MAX_BYTES) -> bytes:
    """Return the first `most` bytes of what was compressed."""
    return zlib.decompressobj().decompress(data, most)


def _head(whole: bytes) -> tuple[dict[str, Any], int]:
    """Return the JSON object at the beginning of a record, and where it ends."""
    (length,) = _LENGTH.unpack_from(whole)
    head = json.loads(whole[_LENGTH.size : _LENGTH.size + length])
    if head["form"] != FORM:
        raise InputError(f"a record has form {head['form']!r}: only {FORM} is known")
    return head, _LENGTH.size + length


def _source(head: dict[str, Any]) -> Source:
    said = {field.name: head[field.name] for field in fields(Source)}
    texts = [said[name] for name in ("game", "text", "setup", "technique", "start")]
    numbers = [said[name] for name in ("seed", "first") if said[name] is not None]
    strings = [*texts, *said["options"]]
    if not all(type(t) is str for t in strings) or not all(type(n) is int for n in numbers):
        raise ValueError
    return Source(**{**said, "options": tuple(said["options"])})


def _sum(counts: Ints) -> int:
    """Return the sum of counts, or -1 if one of them is negative."""
    return int(counts.sum(dtype=np.int64)) if not (counts < 0).any() else -1


def _span(counts: Ints, first: int, last: int) -> slice:
    """Return where the rows of entries `first` to `last` - 1 lie."""
    begin = int(counts[:first].sum(dtype=np.int64))
    return slice(begin, begin + int(counts[first:last].sum(dtype=np.int64)))
