"""Results in a file as they come, so that an interrupted run can continue."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from boardless.util.inputs import using_file

T = TypeVar("T")


class KeptLines:
    """A file of results, an object of JSON on each line.

    Raises
    ------
    InputError
        If an existing file cannot be read.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        with using_file(f"results {str(path)!r}"):
            there = self._path.read_bytes() if self._path.exists() else b""
        self._lines = there.split(b"\n")
        # A line may be cut short where a run was killed; the next one begins behind it.
        self._begin = "\n" if self._lines[-1] else ""

    def read(self, result_of: Callable[[Any], T]) -> list[T]:
        """Return the existing results, without lines that lack one."""
        results = []
        for line in self._lines:
            with suppress(ValueError, TypeError, AttributeError, KeyError):
                results.append(result_of(json.loads(line)))
        return results

    def add(self, result: Mapping[str, Any]) -> None:
        """Append a result to the file."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{self._begin}{json.dumps(result)}\n")
        self._begin = ""
