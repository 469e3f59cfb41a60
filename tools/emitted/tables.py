"""Tables of hashes as files, and how two of them differ."""

import json
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from tools.hashes import first_of, read_lines, write_lines

#: The number of this form of hashes.
_FORM = 2


class Key(NamedTuple):
    """The key of a module."""

    #: Its description.
    file: str
    #: The options, "-" for those that are taken by default.
    options: str
    technique: str
    use: str

    def __str__(self) -> str:
        return " | ".join(self)


@dataclass
class Table:
    """Hashes of all that is compiled."""

    #: The hash of the source of each module, and the one without names.
    modules: dict[Key, tuple[str, str]] = field(default_factory=dict)
    #: The hash of each function of the package that is compiled, by its place.
    kernels: dict[str, str] = field(default_factory=dict)
    #: The functions of modules that Python calls.
    entries: set[str] = field(default_factory=set)

    def add(self, other: "Table") -> None:
        """Add another table."""
        self.modules |= other.modules
        self.kernels |= other.kernels
        self.entries |= other.entries

    def of_files(self, files: Collection[str]) -> "Table":
        """Return the modules and kernels of some descriptions, without entry points."""
        modules = {key: hashes for key, hashes in self.modules.items() if key.file in files}
        return replace(self, modules=modules, entries=set())

    def write(self, path: Path) -> None:
        """Write the table as JSON, a line for each hash; compress ``.gz`` files."""
        data = {
            "form": _FORM,
            "entries": sorted(self.entries),
            "kernels": self.kernels,
            "modules": {str(key): " ".join(hashes) for key, hashes in self.modules.items()},
        }
        write_lines(path, [json.dumps(data, indent=0, sort_keys=True)])

    @classmethod
    def read(cls, path: Path) -> "Table":
        """Return the table that a file holds."""
        return read_lines(path, cls._of)

    @classmethod
    def _of(cls, lines: list[str]) -> "Table":
        data = json.loads("\n".join(lines))
        if data["form"] != _FORM:
            raise ValueError
        table = cls(kernels=data["kernels"], entries=set(data["entries"]))
        for key, hashes in data["modules"].items():
            exact, canonical = hashes.split()
            table.modules[Key(*key.split(" | "))] = exact, canonical
        return table


@dataclass(frozen=True)
class Comparison:
    """The differences of two tables."""

    before: Table
    now: Table

    @property
    def both(self) -> list[Key]:
        """The modules that both have."""
        return sorted(self.before.modules.keys() & self.now.modules.keys())

    @property
    def different(self) -> list[Key]:
        """The modules that differ apart from names."""
        old, new = self.before.modules, self.now.modules
        return [key for key in self.both if old[key][1] != new[key][1]]

    @property
    def kernels(self) -> tuple[int, list[str], list[str]]:
        """The number of equal functions of the package, and the places of those gone and new."""
        before, now = self.before.kernels, self.now.kernels
        old, new = Counter(before.values()), Counter(now.values())
        gone, come = old - new, new - old
        return (
            sum((old & new).values()),
            [name for name, hash_ in sorted(before.items()) if gone[hash_]],
            [name for name, hash_ in sorted(now.items()) if come[hash_]],
        )

    @property
    def is_equal(self) -> bool:
        """True if nothing but names and places has changed."""
        _, gone, come = self.kernels
        keys = self.before.modules.keys() ^ self.now.modules.keys()
        return not (self.different or keys or gone or come)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report."""
        old, new = self.before.modules, self.now.modules
        listed = {
            "different": self.different,
            "missing": sorted(old.keys() - new.keys()),
            "new": sorted(new.keys() - old.keys()),
        }
        same = sum(old[key] == new[key] for key in self.both)
        alike = len(self.both) - same - len(self.different)
        counts = ", ".join(f"{len(keys):,} {word}" for word, keys in listed.items())
        yield f"modules: {same:,} equal, {alike:,} equal but for names, {counts}"
        for word, keys in listed.items():
            uses = ", ".join(f"{n:,} {use}" for use, n in Counter(key.use for key in keys).items())
            yield from [f"{word}: {uses}"] if keys else []
            files = Counter(key.file for key in keys)
            yield from first_of([f"{file}, {count:,} modules" for file, count in files.items()])
        equal, gone, come = self.kernels
        yield f"kernels of the package: {equal:,} equal, {len(gone):,} gone, {len(come):,} new"
        yield from first_of([f"gone: {name}" for name in gone])
        yield from first_of([f"new: {name}" for name in come])
        before, now = self.before.entries, self.now.entries
        for word, names in (("no longer", before - now), ("now", now - before)):
            # Nothing is known of what is called where some games alone are compared.
            if before and names:
                yield f"entry points {word}: {', '.join(sorted(names))}"
