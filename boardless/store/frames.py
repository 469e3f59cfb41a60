"""Contents of frames in a log: batches of games, parts of explorations, profiles."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any, TypeAlias, TypeVar

import numpy as np

from boardless.play.replay import with_results
from boardless.state import Batch, Trial
from boardless.state.batch import COLUMNS, UNKNOWN, Source
from boardless.state.trial_text import setup_text
from boardless.store import records
from boardless.store.log import Log
from boardless.store.positions.found import Found
from boardless.store.profiled import ProfiledGame
from boardless.topo import InputError
from boardless.util.inputs import integer_of, list_of, text_of

#: The content of a frame.
Content: TypeAlias = Batch | Found | ProfiledGame
T = TypeVar("T")

#: The form of the bytes, and the former one, without the columns `_LATER`.
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
    return records.packed(head, COLUMNS, batch)


def unpacked(data: bytes) -> Batch:
    """Return the batch from `packed` bytes; InputError for other bytes."""
    with records.readable(data):
        head = records.head_of(data, FORMER, FORM)
        former = head["form"] == FORMER
        stored = {
            name: column for name, column in COLUMNS.items() if not (former and name in _LATER)
        }
        columns = records.columns_of(data, stored, head["rows"])
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
    with records.readable(data):
        return _source(records.head_of(data, FORMER, FORM))


def _source(head: dict[str, Any]) -> Source:
    seed, first = (
        None if head[name] is None else integer_of(head[name], name) for name in ("seed", "first")
    )
    technique, start = (text_of(head[name], name) for name in ("technique", "start"))
    return Source(*records.game_in(head), technique, start, seed, first)


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
