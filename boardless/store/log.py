"""The truth of a store: a file that grows by records and never changes them.

The file is a line that names its form, then frames. A frame is a head of fixed size and a payload::

    magic  4 bytes   "BLfr"
    length u64       bytes of the payload
    trials u32       trials in the payload
    moves  u64       moves in the payload
    check  u32       CRC-32 of the payload
    check  u32       CRC-32 of the head up to here
    payload

all little-endian. If the file ends within a frame, its writer died before acknowledging it. The
next writer cuts the frame off, after a check that the graph has only earlier ones. Anything else
that does not fit is damage, and stays as it is.

Most payloads are records: a JSON head and arrays, compressed. Before compression a record is the
length of the head in four bytes, the head, and the arrays, all little-endian.
"""

import json
import os
import struct
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Self
from zlib import crc32

import numpy as np

from boardless.state import Equipment
from boardless.state.trial import parse_setup
from boardless.topo import InputError
from boardless.util.inputs import json_of, list_of, object_of, text_of

_NAME = b"boardless log "
FORM = _NAME + b"1\n"
_FRAME = struct.Struct("<4sQIQI")
_CHECK = struct.Struct("<I")
_HEAD = _FRAME.size + _CHECK.size
_MAGIC = b"BLfr"
#: Payloads are read into memory, and are never larger.
MAX_PAYLOAD = 2**30


class BusyError(InputError):
    """Another process writes to the log."""


@dataclass(frozen=True)
class Frame:
    """A payload of the file, and its contents."""

    start: int  #: bytes of the file, the head included
    end: int
    trials: int
    moves: int
    check: int  #: CRC-32 of the head: tells one log from another


class Log:
    """An open log; only one process may write to it, but any number may read."""

    def __init__(self, path: Path, file: IO[bytes], writing: bool) -> None:
        self.path = path
        self.frames: list[Frame] = []
        self.writing = writing
        self._file = file

    @classmethod
    def create(cls, path: Path) -> Self:
        """Create an empty log and open it for writing; InputError if the file is there already."""
        try:
            with path.open("xb") as file:
                file.write(FORM)
            _flush(path)
            _flush(path.parent)
        except OSError as error:
            raise InputError(f"log {str(path)!r} cannot be made: {error.strerror}") from None
        return cls.open(path, writing=True)

    @classmethod
    def open(cls, path: Path, *, writing: bool) -> Self:
        """Open a log without a change; InputError if it is damaged or another process writes.

        To write, every frame of it is checked; to read, only their heads, and each payload when it
        is read.
        """
        try:
            file = path.open("r+b" if writing else "rb", buffering=0)
        except OSError as error:
            raise InputError(f"log {str(path)!r} cannot be opened: {error.strerror}") from None
        log = cls(path, file, writing)
        try:
            if writing:
                _lock(file, path)
            log.refresh()
        except BaseException:
            file.close()
            raise
        return log

    @property
    def trials(self) -> int:
        """Number of trials in all frames."""
        return sum(frame.trials for frame in self.frames)

    @property
    def size(self) -> int:
        """Bytes up to the end of the last whole frame."""
        return self.frames[-1].end if self.frames else len(FORM)

    def refresh(self) -> None:
        """Find all present frames, and check them if writing; InputError on damage."""
        self.frames.clear()
        self._file.seek(0)
        form = self._file.read(len(FORM))
        # The creator of the log may have died over its first line.
        if not FORM.startswith(form):
            if form.startswith(_NAME):
                expected = FORM.decode().strip()
                raise InputError(f"log {str(self.path)!r} has another form than {expected!r}")
            raise InputError(f"{str(self.path)!r} is not the log of a store")
        end = os.fstat(self._file.fileno()).st_size
        while (start := self.size) < end:
            frame = self._frame(start, end)
            if frame is None:
                return
            if self.writing:
                self._payload(frame)
            self.frames.append(frame)

    def mend(self) -> None:
        """Remove an unfinished frame, so that the next one can be added."""
        end = os.fstat(self._file.fileno()).st_size
        if end < len(FORM):
            try:
                self._file.seek(0)
                self._file.write(FORM)
            except OSError as error:
                raise self._unwritten(error) from None
        elif end > self.size:
            self._cut(self.size)

    def _frame(self, start: int, end: int) -> Frame | None:
        """Return the frame that starts here, or None if the file ends in the middle of it."""
        self._file.seek(start)
        head = self._file.read(_HEAD)
        if len(head) < _HEAD:
            return None
        magic, length, trials, moves, _ = _FRAME.unpack_from(head)
        (check,) = _CHECK.unpack_from(head, _FRAME.size)
        if magic != _MAGIC or check != crc32(head[: _FRAME.size]) or length > MAX_PAYLOAD:
            if not any(head) and self._zeros(start, end):
                return None  # Room that the file system had given when the power failed.
            raise self._damaged(start)
        if start + _HEAD + length > end:
            return None
        return Frame(start, start + _HEAD + length, trials, moves, check)

    def _zeros(self, start: int, end: int) -> bool:
        self._file.seek(start)
        return not any(any(self._file.read(2**20)) for _ in range(start, end, 2**20))

    def _damaged(self, start: int) -> InputError:
        before = sum(frame.end <= start for frame in self.frames)
        return InputError(
            f"log {str(self.path)!r} is damaged at byte {start:,}: the {before:,} frames "
            "before it are whole; nothing has been changed"
        )

    def _payload(self, frame: Frame) -> bytes:
        if self._file.closed:
            raise InputError(f"log {str(self.path)!r} is closed: open its store again")
        self._file.seek(frame.start)
        data = self._file.read(frame.end - frame.start)
        if len(data) < _HEAD or _FRAME.unpack_from(data)[4] != crc32(data[_HEAD:]):
            raise self._damaged(frame.start)
        return data[_HEAD:]

    def read(self, number: int) -> bytes:
        """Return the payload of a frame; InputError if it is damaged."""
        return self._payload(self.frames[number])

    def payloads(self, first: int = 0) -> Iterator[bytes]:
        """Return the payloads of the frames from number `first` on, read one by one."""
        return (self.read(number) for number in range(first, len(self.frames)))

    def append(self, payload: bytes, trials: int, moves: int) -> None:
        """Append a frame and flush it to the disk; after an InputError the log is unchanged."""
        if len(payload) > MAX_PAYLOAD:
            raise InputError(f"{len(payload):,} bytes of trials: add smaller batches")
        head = _FRAME.pack(_MAGIC, len(payload), trials, moves, crc32(payload))
        check = crc32(head)
        start, before = self.size, len(self.frames)
        try:
            # Remains of an earlier frame that could not be cut off.
            self._file.truncate(start)
            self._file.seek(start)
            rest = memoryview(head + _CHECK.pack(check) + payload)
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
            self.frames.append(Frame(start, start + _HEAD + len(payload), trials, moves, check))
        except OSError as error:
            with suppress(InputError):
                self._cut(start)
            raise self._unwritten(error) from None
        except BaseException:
            # Such as Ctrl-C, which may come at any of these lines.
            if len(self.frames) == before:
                self._cut(start)
            raise

    def _cut(self, end: int) -> None:
        try:
            self._file.truncate(end)
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unwritten(error) from None

    def _unwritten(self, error: OSError) -> InputError:
        reason = f"{error.strerror}; the {self.trials:,} trials before are whole"
        return InputError(f"log {str(self.path)!r} cannot be written: {reason}")

    def close(self) -> None:
        """Close the file; another process may write then."""
        self._file.close()


def _flush(path: Path) -> None:
    """Flush a file, or the names in a folder, to the disk."""
    if sys.platform == "win32" and path.is_dir():
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep other writers out for as long as the file is open."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BusyError(f"log {str(path)!r}: another process writes to this store") from None


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


def pack_record(
    head: dict[str, Any], columns: Mapping[str, tuple[str, int]], record: object
) -> bytes:
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
