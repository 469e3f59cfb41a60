"""Frames of a log: batches as bytes, the games they hold, and games by number."""

import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import Any

import numpy as np

from boardless.play.replay import with_results
from boardless.state import Batch, Trial
from boardless.state.batch import COLUMNS, UNKNOWN, Source
from boardless.state.trial_text import parse_setup, setup_text
from boardless.store.log import Log
from boardless.store.positions.found import Found, columns_in, is_found, packed_columns
from boardless.store.profiled import ProfiledGame, is_profiled
from boardless.topo import InputError
from boardless.util.inputs import integer_of, json_of, list_of, object_of, text_of

#: The form of the bytes, and the one before: without what moves did in all.
FORM, FORMER = 2, 1
_LATER = ("done", "did")
#: A batch is refused beyond this many bytes.
MAX_BYTES = 2**31

_LENGTH = struct.Struct("<I")


def packed(batch: Batch) -> bytes:
    """Return a batch as bytes."""
    source = batch.source
    head = {
        "form": FORM,
        **vars(source),
        "setup": setup_text(source.setup),
        "rows": {name: len(getattr(batch, name)) for name in COLUMNS},
        # Left out where there is nothing, so that records of before are the same bytes.
        **({"about": batch.about} if any(map(any, batch.about)) else {}),
    }
    return packed_columns(head, COLUMNS, batch)


def unpacked(data: bytes) -> Batch:
    """Return the batch of `packed` bytes; InputError if they are no batch."""
    with _readable(data):
        whole = _decompressed(data)
        head, at = _head(whole)
        former = head["form"] == FORMER
        there = {name: it for name, it in COLUMNS.items() if not (former and name in _LATER)}
        columns = columns_in(whole, at, there, head["rows"])
        if former:
            moves = len(columns["movers"])
            columns["done"] = np.full(moves, UNKNOWN, COLUMNS["done"][0])
            columns["did"] = np.zeros((0, COLUMNS["did"][1]), COLUMNS["did"][0])
        said = list_of(head.get("about", []), "about")
        about = tuple(tuple(text_of(it, "about") for it in list_of(of, "about")) for of in said)
        return Batch(_source(head), **columns, about=about).check()


def source_of(data: bytes) -> Source:
    """Return the source of a batch's bytes, without reading the games."""
    with _readable(data):
        (length,) = _LENGTH.unpack(_decompressed(data, _LENGTH.size))
        return _source(_head(_decompressed(data, _LENGTH.size + length))[0])


@contextmanager
def _readable(data: bytes) -> Iterator[None]:
    """Turn any error of reading into an InputError of one line."""
    try:
        yield
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, struct.error, zlib.error):
        raise InputError(f"a record of {len(data):,} bytes cannot be read") from None


def _decompressed(data: bytes, most: int = MAX_BYTES) -> bytes:
    return zlib.decompressobj().decompress(data, most)


def _head(whole: bytes) -> tuple[dict[str, Any], int]:
    """Return the JSON object at the beginning of a batch, and its end."""
    (length,) = _LENGTH.unpack_from(whole)
    end = _LENGTH.size + length
    head = object_of(json_of(whole[_LENGTH.size : end].decode()), "head of a record")
    if head["form"] not in (FORM, FORMER):
        raise InputError(f"a record has form {head['form']!r}: {FORMER} and {FORM} are known")
    return head, end


def _source(head: dict[str, Any]) -> Source:
    seed, first = (
        None if head[name] is None else integer_of(head[name], name) for name in ("seed", "first")
    )
    game, text, technique, start = (
        text_of(head[name], name) for name in ("game", "text", "technique", "start")
    )
    options = tuple(text_of(option, "option") for option in list_of(head["options"], "options"))
    setup = parse_setup(text_of(head["setup"], "setup"))
    return Source(game, text, options, setup, technique, start, seed, first)


def loaded(payload: bytes) -> Batch | Found | ProfiledGame:
    """Return the content of a frame; InputError if it cannot be read or breaks the rules now."""
    if is_found(payload):
        return Found.loads(payload)
    if is_profiled(payload):
        return ProfiledGame.loads(payload)
    batch = unpacked(payload)
    # Records of the former form do not say what moves did.
    return with_results(batch) if (batch.done == UNKNOWN).any() else batch


def batches_in(log: Log) -> Iterator[Batch]:
    """Return the batches of a log, one by one, without positions and profiles."""
    return (unpacked(payload) for payload in log.payloads() if has_games(payload))


def has_games(payload: bytes) -> bool:
    """Tell whether the bytes of a frame are games, and no positions or profile."""
    return not (is_found(payload) or is_profiled(payload))


def profiles_in(log: Log) -> Iterator[ProfiledGame]:
    """Return the profiles of games in a log, one by one."""
    return (ProfiledGame.loads(payload) for payload in log.payloads() if is_profiled(payload))


def trial_in(log: Log, number: int) -> Trial:
    """Return the game with a number, counted from 0 in the order of the log."""
    number = integer_of(number, "trial")
    ends = list(accumulate(frame.trials for frame in log.frames))
    if not ends or not 0 <= number < ends[-1]:
        raise InputError(f"trial {number!r}: the store has {log.trials:,}, from 0")
    frame = bisect_right(ends, number)
    batch = unpacked(log.read(frame))
    return batch[number - ends[frame] + len(batch)]
