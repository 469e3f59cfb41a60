"""Profiles of games in a log: concepts, metrics, and distances to earlier games.

As bytes a profile is ``G``, and then JSON, compressed. All its values are integers and strings:
metrics and distances are in millionths.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from boardless.state import Equipment
from boardless.state.trial_text import setup_text
from boardless.store.records import decompressed, game_in, readable, texts_in

#: The form of the bytes.
FORM = 1
#: The factor of numbers in a stored profile.
MILLION = 1_000_000


@dataclass(frozen=True)
class Distances:
    """Distances of a game to another one, in millionths; see `analysis.game_map`."""

    digest: str  #: that of the other game
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
        fields = {**vars(self), "setup": setup_text(self.setup), "form": FORM}
        fields["likes"] = [[*vars(each).values()] for each in self.likes]
        return self.MAGIC + zlib.compress(json.dumps(fields, separators=(",", ":")).encode(), 6)

    @classmethod
    def loads(cls, data: bytes) -> Self:
        """Return the profile from bytes of `dumps`; InputError for other bytes."""
        with readable(data):
            fields: dict[str, Any] = json.loads(decompressed(data[len(cls.MAGIC) :]))
            if fields.pop("form") != FORM:
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
