"""Python source, written line by line."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from boardless.games.language.errors import LudemeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

#: The longest source that is made, in characters.
MAX_SOURCE = 1_000_000


class SourceWriter:
    """Lines of source at a depth of indentation, and names that are not in use yet."""

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self._depth = depth
        self._names = 0
        self._length = 0

    def add(self, line: str) -> None:
        """Append a line at the current depth; source that gets too long is rejected."""
        self.lines.append("    " * self._depth + line)
        self._length += len(self.lines[-1]) + 1
        if self._length > MAX_SOURCE:
            expected = f"they may be compiled to at most {MAX_SOURCE:,} characters"
            raise LudemeError(None, "the rules", expected)

    def add_all(self, lines: Iterable[str]) -> None:
        """Append lines at the current depth."""
        for line in lines:
            self.add(line)

    def name(self, stem: str) -> str:
        """Return a new name."""
        self._names += 1
        return f"{stem}{self._names}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Append `head`, and what is added inside one level deeper; ``pass`` if that is nothing."""
        self.add(head)
        first = len(self.lines)
        self._depth += 1
        yield
        if len(self.lines) == first:
            self.add("pass")
        self._depth -= 1

    def cut(self, start: int) -> list[str]:
        """Take away the lines from number `start` on, and return them without the depth."""
        self._length -= sum(len(line) + 1 for line in self.lines[start:])
        lines = [line[4 * self._depth :] for line in self.lines[start:]]
        del self.lines[start:]
        return lines

    def apart(self, writers: Iterable[Callable[[], object]]) -> list[list[str]]:
        """Return what each of some writers adds, taken away; all of them use the same names."""
        names, most, texts = self._names, self._names, []
        for write in writers:
            self._names, start = names, len(self.lines)
            write()
            texts.append(self.cut(start))
            most = max(most, self._names)
        self._names = most
        return texts

    def text(self) -> str:
        """Return all lines."""
        return "\n".join(self.lines) + "\n"
