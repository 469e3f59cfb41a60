"""Profiles of games in a log: concepts, metrics, and how far a game is from those before it.

As bytes a profile is ``G``, and then JSON, compressed. Nothing but integers and strings is stored:
metrics and distances are in millionths.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from boardless.state import Equipment
from boardless.state.trial_text import parse_setup, setup_text
from boardless.topo import InputError

MAGIC = b"G"
#: The form of the bytes.
FORM = 1
#: Refused beyond this many bytes.
MAX_BYTES = 2**26
#: A number of a profile is stored as so many times itself.
MILLION = 1_000_000


@dataclass(frozen=True)
class Distances:
    """Distances of a game to another one, in millionths; see `analysis.likeness`."""

    digest: str  #: that of the other game
    cosine: int
    jaccard: int
    metrics: int
    distance: int  #: all together


@dataclass(frozen=True)
class ProfiledGame:
    """A game with what it is compared by.

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
        To games whose profiles were stored before.
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

    def dumps(self) -> bytes:
        """Return the profile as bytes."""
        fields = {**vars(self), "setup": setup_text(self.setup), "form": FORM}
        fields["likes"] = [[*vars(each).values()] for each in self.likes]
        return MAGIC + zlib.compress(json.dumps(fields, separators=(",", ":")).encode(), 6)

    @classmethod
    def loads(cls, data: bytes) -> Self:
        """Return the profile of `dumps`; InputError if it is none."""
        try:
            unzip = zlib.decompressobj()
            fields: dict[str, Any] = json.loads(unzip.decompress(data[len(MAGIC) :], MAX_BYTES))
            if fields.pop("form") != FORM or unzip.unconsumed_tail:
                raise ValueError
            fields["setup"] = parse_setup(fields["setup"])
            fields["options"] = tuple(map(str, fields["options"]))
            fields["concepts"] = tuple(map(str, fields["concepts"]))
            fields["measured"] = {
                str(name): (int(value), int(low), int(high))
                for name, (value, low, high) in fields["measured"].items()
            }
            fields["likes"] = tuple(
                Distances(str(digest), *map(int, numbers)) for digest, *numbers in fields["likes"]
            )
            return cls(**fields)
        except (ValueError, TypeError, KeyError, AttributeError, zlib.error):
            raise InputError("profile of a game: it cannot be read") from None


def is_profiled(payload: bytes) -> bool:
    """Tell whether the bytes of a frame are a profile."""
    return payload.startswith(MAGIC)
