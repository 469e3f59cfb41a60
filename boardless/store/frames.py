"""Contents of frames in a log: batches of games, parts of explorations, profiles.

A profile has concepts, metrics, and distances to earlier games. As bytes it is ``G``, and then
JSON, compressed. All its values are integers and strings: metrics and distances are in millionths.
"""

import json
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

import numpy as np

from boardless.play.replay import with_results
from boardless.state import Batch, Equipment, Trial
from boardless.state.batch import COLUMNS, UNKNOWN, Source
from boardless.state.trial import setup_text
from boardless.store.log import (
    Log,
    columns_of,
    decompressed,
    game_in,
    head_of,
    pack_record,
    readable,
    texts_in,
)
from boardless.store.positions.found import Found
from boardless.topo import InputError
from boardless.util.inputs import integer_of, list_of, text_of

#: The form of the bytes of a profile.
PROFILE_FORM = 1
#: The factor of numbers in a stored profile.
MILLION = 1_000_000


@dataclass(frozen=True)
class Distances:
    """Distances of a game to another one, in millionths; see `analysis.game_map`."""

    digest: str  #: the profile of the other game
    cosine: int
    jaccard: int
    metrics: int
    distance: int  #: all together


@dataclass(frozen=True)
class ProfiledGame:
    """A game with its concepts and metrics.

    Attributes
    ----------
    game, text, options, setup : str, tuple of str, Equipment
        As of `store.positions.found.Explored`.
    category : str
        The folder of the description in its library, or nothing.
    concepts : tuple of str
        Names of the concepts that it has.
    measured : dict
        Metrics by name: value and the ends of the interval at 99 %, in millionths.
    playouts, seed : int
        The games that were measured.
    likes : tuple of Distances
        Distances to games with earlier profiles.
    """

    game: str
    text: str
    options: tuple[str, ...]
    setup: Equipment
    category: str
    concepts: tuple[str, ...]
    measured: Mapping[str, tuple[int, int, int]] = field(repr=False)
    playouts: int
    seed: int
    likes: tuple[Distances, ...] = field(default=(), repr=False)
    MAGIC: ClassVar[bytes] = b"G"  #: the first byte of `dumps`

    def dumps(self) -> bytes:
        """Return the profile as bytes."""
        fields = {**vars(self), "setup": setup_text(self.setup), "form": PROFILE_FORM}
        fields["likes"] = [[*vars(each).values()] for each in self.likes]
        return self.MAGIC + zlib.compress(json.dumps(fields, separators=(",", ":")).encode(), 6)

    @classmethod
    def loads(cls, data: bytes) -> Self:
        """Return the profile from bytes of `dumps`; InputError for other bytes."""
        with readable(data):
            fields: dict[str, Any] = json.loads(decompressed(data[len(cls.MAGIC) :]))
            if fields.pop("form") != PROFILE_FORM:
                raise ValueError
            _, _, fields["options"], fields["setup"] = game_in(fields)
            fields["concepts"] = texts_in(fields, "concepts")
            fields["measured"] = {
                str(name): (int(value), int(low), int(high))
                for name, (value, low, high) in fields["measured"].items()
            }
            fields["likes"] = tuple(
                Distances(str(digest), *map(int, numbers)) for digest, *numbers in fields["likes"]
            )
            return cls(**fields)


#: The content of a frame.
Content: TypeAlias = Batch | Found | ProfiledGame
T = TypeVar("T")

#: The form of the bytes of a batch, and the former one, without the columns `_LATER`.
FORM, FORMER = 2, 1
_LATER = ("done", "did")


def packed(batch: Batch) -> bytes:
    """Return a batch as bytes."""
    source = batch.source
    head = {
        "form": FORM,
        **vars(source),
        "setup": setup_text(source.setup),
        "rows": {name: len(getattr(batch, name)) for name in COLUMNS},
        # Empty notes are left out, so that older records are the same bytes.
        **({"about": batch.about} if any(map(any, batch.about)) else {}),
    }
    return pack_record(head, COLUMNS, batch)


def unpacked(data: bytes) -> Batch:
    """Return the batch from `packed` bytes; InputError for other bytes."""
    with readable(data):
        head = head_of(data, FORMER, FORM)
        former = head["form"] == FORMER
        stored = {
            name: column for name, column in COLUMNS.items() if not (former and name in _LATER)
        }
        columns = columns_of(data, stored, head["rows"])
        if former:
            moves = len(columns["movers"])
            columns["done"] = np.full(moves, UNKNOWN, COLUMNS["done"][0])
            columns["did"] = np.zeros((0, COLUMNS["did"][1]), COLUMNS["did"][0])
        about = tuple(
            tuple(text_of(note, "about") for note in list_of(notes, "about"))
            for notes in list_of(head.get("about", []), "about")
        )
        return Batch(_source(head), **columns, about=about).check()


def source_of(data: bytes) -> Source:
    """Return the source of a batch's bytes, without reading the games."""
    with readable(data):
        return _source(head_of(data, FORMER, FORM))


def _source(head: dict[str, Any]) -> Source:
    seed, first = (
        None if head[name] is None else integer_of(head[name], name) for name in ("seed", "first")
    )
    technique, start = (text_of(head[name], name) for name in ("technique", "start"))
    return Source(*game_in(head), technique, start, seed, first)


#: The readers of contents by their class.
_READERS: dict[type, Callable[[bytes], Any]] = {
    Batch: unpacked,
    Found: Found.loads,
    ProfiledGame: ProfiledGame.loads,
}


def kind_of(payload: bytes) -> type:
    """Return the class of a frame's content by its first byte."""
    return {kind.MAGIC: kind for kind in (Found, ProfiledGame)}.get(payload[:1], Batch)


def loaded(payload: bytes) -> Content:
    """Return the content of a frame; InputError if it is damaged or violates its rules."""
    content: Content = _READERS[kind_of(payload)](payload)
    if isinstance(content, Batch) and (content.done == UNKNOWN).any():
        # Records of the former form lack the effects of moves.
        return with_results(content)
    return content


def contents(log: Log, kind: type[T]) -> Iterator[T]:
    """Yield the contents of one class in a log, in their order."""
    for payload in log.payloads():
        if kind_of(payload) is kind:
            yield _READERS[kind](payload)


def trial_in(log: Log, number: int) -> Trial:
    """Return the game with a number, counted from 0 in the order of the log."""
    number = integer_of(number, "trial")
    ends = list(accumulate(frame.trials for frame in log.frames))
    if not ends or not 0 <= number < ends[-1]:
        raise InputError(f"trial {number!r}: the store has {log.trials:,}, from 0")
    frame = bisect_right(ends, number)
    batch = unpacked(log.read(frame))
    return batch[number - ends[frame] + len(batch)]
