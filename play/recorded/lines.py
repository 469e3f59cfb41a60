"""Files read line by line, whoever wrote them, in memory that is bounded."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO, cast

from boardless.topo import InputError
from boardless.topo.fields import on_line

#: The longest line that is read, in bytes, so that no file takes more memory than it should.
MAX_LINE = 2**25


@contextmanager
def lines_of(path: Path) -> Iterator[Iterator[tuple[int, bytes]]]:
    """Open a file; give its lines with their numbers, the empty ones left out.

    A file whose name ends in ``.gz`` is decompressed.

    Raises
    ------
    InputError
        If it cannot be read, or one of its lines is too long.
    """
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            yield _numbered(path, cast("BinaryIO", file))
    except InputError:
        raise
    except (OSError, EOFError, ValueError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or "damaged"
        raise InputError(f"file {str(path)!r} cannot be read: {reason}") from None


def _numbered(path: Path, file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    for number in count(1):
        line = file.readline(MAX_LINE + 1)
        if not line:
            return
        if len(line) > MAX_LINE:
            with on_line(number, path):
                raise InputError(f"longer than {MAX_LINE:,} bytes")
        if line.strip() or number == 1:
            yield number, line


def decoded(line: bytes) -> str:
    """Return the text of a line, without its end.

    Raises
    ------
    InputError
        If it is not in UTF-8.
    """
    try:
        return line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1:,} is not UTF-8 text") from None
