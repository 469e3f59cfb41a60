"""Bytes of records in a log: a JSON head and arrays, compressed.

A record is, before compression, the length of the head in four bytes, the head, and the arrays, all
little-endian.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from boardless.state import Equipment
from boardless.state.trial import parse_setup
from boardless.topo import InputError
from boardless.util.inputs import json_of, list_of, object_of, text_of

#: The most bytes of a record before compression.
MAX_BYTES = 2**31

_LENGTH = struct.Struct("<I")


@contextmanager
def readable(data: bytes) -> Iterator[None]:
    """Turn any error of reading a record into an InputError of one line."""
    try:
        yield
    except InputError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, struct.error, zlib.error):
        raise InputError(f"a record of {len(data):,} bytes cannot be read") from None


def packed(head: dict[str, Any], columns: Mapping[str, tuple[str, int]], record: object) -> bytes:
    """Return a record as bytes; `columns` has the type and width of each array attribute."""
    text = json.dumps(head, separators=(",", ":")).encode()
    arrays = (getattr(record, name).astype(type_) for name, (type_, _) in columns.items())
    data = [_LENGTH.pack(len(text)), text, *(array.tobytes() for array in arrays)]
    return zlib.compress(b"".join(data), 1)


def decompressed(data: bytes) -> bytes:
    """Return the bytes of a whole record; ValueError if some are missing or too many."""
    stream = zlib.decompressobj()
    whole = stream.decompress(data, MAX_BYTES)
    if not stream.eof:
        raise ValueError
    return whole


def head_of(data: bytes, *forms: int) -> dict[str, Any]:
    """Return the head of a record in one of some forms, without reading the arrays."""

    def first(count: int) -> bytes:
        return zlib.decompressobj().decompress(data, count)

    (length,) = _LENGTH.unpack(first(_LENGTH.size))
    text = first(_LENGTH.size + length)[_LENGTH.size :].decode()
    head = object_of(json_of(text), "head of a record")
    if head["form"] not in forms:
        known = " and ".join(map(str, forms))
        raise InputError(f"a record has form {head['form']!r}: {known} are known")
    return head


def texts_in(head: dict[str, Any], name: str) -> tuple[str, ...]:
    """Return a list of texts in a head."""
    return tuple(text_of(text, name) for text in list_of(head[name], name))


def game_in(head: dict[str, Any]) -> tuple[str, str, tuple[str, ...], Equipment]:
    """Return the name, text, options and setup of the game in a head."""
    game, text, setup = (text_of(head[name], name) for name in ("game", "text", "setup"))
    return game, text, texts_in(head, "options"), parse_setup(setup)


def columns_of(
    data: bytes, columns: Mapping[str, tuple[str, int]], counts: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the arrays of a record; ValueError unless they fill it to the end."""
    whole = decompressed(data)
    at = _LENGTH.size + _LENGTH.unpack_from(whole)[0]
    arrays: dict[str, Any] = {}
    for name, (type_, width) in columns.items():
        array = np.frombuffer(whole, type_, int(counts[name]) * width, at)
        at += array.nbytes
        arrays[name] = array.reshape(-1, width) if width > 1 else array
    if at != len(whole):
        raise ValueError
    return arrays
