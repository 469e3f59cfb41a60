"""Modules written out without names, so that two of them can be compared line by line."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff

from tools.emitted.names import Names

#: The most lines of a difference that are shown.
LINES = 40


@dataclass(frozen=True)
class Definition:
    """A function, or a definition that it needs."""

    #: Without names.
    text: str
    #: The names of the definitions that it needs, by their numbers in the text.
    needs: tuple[str, ...]


@dataclass(frozen=True)
class Listing:
    """All functions of a module that Python calls, and the definitions that they need."""

    #: The functions that Python calls.
    roots: tuple[str, ...]
    #: The definitions by their names, each behind the first that needs it.
    definitions: dict[str, Definition]

    @classmethod
    def of(cls, names: Names) -> "Listing":
        """Return the listing of a module."""
        definitions: dict[str, Definition] = {}
        left = [*reversed(names.roots)]
        while left:
            name = left.pop()
            if name not in definitions:
                definitions[name] = Definition(names.text(name), tuple(names.needs(name)))
                left += reversed(definitions[name].needs)
        return cls(names.roots, definitions)

    @classmethod
    def read(cls, text: str) -> "Listing":
        """Return the listing that `str` has written."""
        roots, *blocks = text.split("\n== ")
        definitions = {}
        for block in blocks:
            name, needs, body = block.split("\n", 2)
            definitions[name] = Definition(body.rstrip("\n"), tuple(needs.split()[1:]))
        return cls(tuple(roots.split()), definitions)

    def __str__(self) -> str:
        blocks = [" ".join(self.roots)]
        for name, it in self.definitions.items():
            blocks.append(f"{name}\n-- {' '.join(it.needs)}\n{it.text}\n")
        return "\n== ".join(blocks)

    def difference(self, other: "Listing") -> str:
        """Return the first definition that differs in another listing, '' if none does."""
        for before, after in self._pairs(other):
            if (found := self._first(other, before, after, set())) is not None:
                return self._shown(other, *found)
        return ""

    def _pairs(self, other: "Listing") -> Iterator[tuple[str, str]]:
        """Yield what Python calls here, and what has become of it: it may have another name."""
        yield from ((name, name) for name in self.roots if name in other.roots)
        come = [name for name in other.roots if name not in self.roots]
        for name in self.roots:
            if name not in other.roots and come:
                same = (now for now in come if self._first(other, name, now, set()) is None)
                now = next(same, come[0])
                come.remove(now)
                yield name, now

    def _first(
        self, other: "Listing", before: str, after: str, seen: set[tuple[str, str]]
    ) -> tuple[str, str] | None:
        """Return what differs first in a definition and what it needs."""
        if (before, after) in seen:
            return None
        seen.add((before, after))
        one, two = self.definitions[before], other.definitions[after]
        if one.text != two.text or len(one.needs) != len(two.needs):
            return before, after
        for needed in zip(one.needs, two.needs, strict=True):
            if (found := self._first(other, *needed, seen)) is not None:
                return found
        return None

    def _shown(self, other: "Listing", before: str, after: str) -> str:
        one, two = self.definitions[before].text, other.definitions[after].text
        names = (f"{before}, before", f"{after}, now")
        lines = [*unified_diff(one.split("\n"), two.split("\n"), *names, lineterm="")]
        more = [f"... {len(lines) - LINES} more lines"] if len(lines) > LINES else []
        return "\n".join(lines[:LINES] + more)
