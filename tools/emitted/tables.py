"""Tables of hashes as files, and how two of them differ."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from tools.hashes import first_of, read_lines, write_lines

#: The first line of a file; another form of hashes has another number.
_HEAD = "emitted modules of boardless, form 2"


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
        """Return the table without the modules of other descriptions, and what is called there."""
        modules = {key: it for key, it in self.modules.items() if key.file in files}
        return replace(self, modules=modules, entries=set())

    def write(self, path: Path) -> None:
        """Write the table as lines in order; what is called ``.gz`` is compressed."""
        lines = [_HEAD, *(f"entry {name}" for name in sorted(self.entries))]
        lines += [f"kernel {hash_} {name}" for name, hash_ in sorted(self.kernels.items())]
        for key, hashes in sorted(self.modules.items()):
            lines.append(f"module {' '.join(hashes)} {key}")
        write_lines(path, lines)

    @classmethod
    def read(cls, path: Path) -> "Table":
        """Return the table that a file holds."""
        return read_lines(path, cls._of)

    @classmethod
    def _of(cls, lines: list[str]) -> "Table":
        table = cls()
        if lines.pop(0) != _HEAD:
            raise ValueError
        for line in lines:
            kind, rest = line.split(" ", 1)
            if kind == "entry":
                table.entries.add(rest)
            elif kind == "module":
                exact, canonical, key = rest.split(" ", 2)
                table.modules[Key(*key.split(" | "))] = exact, canonical
            elif kind == "kernel":
                hash_, name = rest.split(" ", 1)
                table.kernels[name] = hash_
            else:
                raise ValueError
        return table


@dataclass(frozen=True)
class Comparison:
    """The differences of two tables."""

    #: The modules that are the same, the same but for names, other ones, gone, and new.
    exactly: list[Key]
    by_canon: list[Key]
    different: list[Key]
    missing: list[Key]
    new: list[Key]
    #: The number of equal functions of the package, and the places of those gone and new.
    kernels: tuple[int, list[str], list[str]]
    #: The functions that Python no longer calls in modules, and those that it calls now.
    entries: tuple[list[str], list[str]]

    @classmethod
    def of(cls, before: Table, now: Table) -> "Comparison":
        """Compare two tables."""
        both = sorted(before.modules.keys() & now.modules.keys())
        same = [key for key in both if before.modules[key] == now.modules[key]]
        alike = [key for key in both if before.modules[key][1] == now.modules[key][1]]
        return cls(
            same,
            sorted({*alike} - {*same}),
            sorted({*both} - {*alike}),
            sorted(before.modules.keys() - now.modules.keys()),
            sorted(now.modules.keys() - before.modules.keys()),
            _moved(before.kernels, now.kernels),
            _entries(before.entries, now.entries),
        )

    @property
    def is_equal(self) -> bool:
        """True if nothing but names and places has changed."""
        _, gone, come = self.kernels
        return not (self.different or self.missing or self.new or gone or come)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report."""
        yield (
            f"modules: {len(self.exactly):,} equal, {len(self.by_canon):,} equal but for names, "
            f"{len(self.different):,} different, {len(self.missing):,} missing, "
            f"{len(self.new):,} new"
        )
        for word, keys in (
            ("different", self.different),
            ("missing", self.missing),
            ("new", self.new),
        ):
            uses = ", ".join(f"{n:,} {use}" for use, n in Counter(key.use for key in keys).items())
            yield from [f"{word}: {uses}"] if keys else []
            files = Counter(key.file for key in keys)
            yield from first_of([f"{file}, {count:,} modules" for file, count in files.items()])
        same, gone, come = self.kernels
        yield f"kernels of the package: {same:,} equal, {len(gone):,} gone, {len(come):,} new"
        yield from first_of([f"gone: {name}" for name in gone])
        yield from first_of([f"new: {name}" for name in come])
        for word, entries in zip(("no longer", "now"), self.entries, strict=True):
            yield from [f"entry points {word}: {', '.join(entries)}"] if entries else []


def _entries(before: set[str], now: set[str]) -> tuple[list[str], list[str]]:
    """Return the functions no longer called and newly called, if the former are known."""
    return (sorted(before - now), sorted(now - before)) if before else ([], [])


def _moved(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[int, list[str], list[str]]:
    """Return how many kernels are the same wherever they are now, and those gone and new."""
    old, new = Counter(before.values()), Counter(now.values())
    gone, come = old - new, new - old
    return (
        sum((old & new).values()),
        [name for name, hash_ in sorted(before.items()) if gone[hash_]],
        [name for name, hash_ in sorted(now.items()) if come[hash_]],
    )
