"""Hashes of all compiled code, to check that a change of names changes nothing else.

``python -m tools.emitted --write FILE`` before the change, ``--against FILE`` after it; see
CONTRIBUTING.md. The hashes are of the modules of games, in all used techniques and with all used
features, and of the package's compiled functions.
"""

import json
import os
import pkgutil
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import boardless
from boardless.cli.app import main as run
from boardless.games.description import read
from boardless.games.game import Game
from boardless.games.modules import Program
from boardless.topo import InputError
from boardless.util.garbage import seldom_collected
from tools.canonical import (
    MARKS,
    PACKAGE,
    Listing,
    ModuleNames,
    difference,
    modules,
    names_of,
    searches,
    start_hash,
)
from tools.many_games import (
    File,
    Lost,
    check_file,
    choose_files,
    digest,
    first_of,
    progress,
    read_lines,
    results,
    single_options,
    write_lines,
)

#: The number of this form of hashes.
_FORM = 2


class ModuleKey(NamedTuple):
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
class HashTable:
    """Hashes of all that is compiled."""

    #: The hash of the source of each module, and the one without names.
    modules: dict[ModuleKey, tuple[str, str]] = field(default_factory=dict)
    #: The hash of each function of the package that is compiled, by its place.
    kernels: dict[str, str] = field(default_factory=dict)
    #: The functions of modules that Python calls.
    entries: set[str] = field(default_factory=set)

    def add(self, other: "HashTable") -> None:
        """Add another table."""
        self.modules |= other.modules
        self.kernels |= other.kernels
        self.entries |= other.entries

    def of_files(self, files: Collection[str]) -> "HashTable":
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
    def read(cls, path: Path) -> "HashTable":
        """Return the table that a file holds."""
        return read_lines(path, cls._of)

    @classmethod
    def _of(cls, lines: list[str]) -> "HashTable":
        data = json.loads("\n".join(lines))
        if data["form"] != _FORM:
            raise ValueError
        table = cls(kernels=data["kernels"], entries=set(data["entries"]))
        for key, hashes in data["modules"].items():
            exact, canonical = hashes.split()
            table.modules[ModuleKey(*key.split(" | "))] = exact, canonical
        return table


@dataclass(frozen=True)
class HashComparison:
    """The differences of two tables."""

    before: HashTable
    now: HashTable

    @property
    def both(self) -> list[ModuleKey]:
        """The modules that both have."""
        return sorted(self.before.modules.keys() & self.now.modules.keys())

    @property
    def different(self) -> list[ModuleKey]:
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


#: The first lines of a function that is compiled.
_MARKED = re.compile(rf"^@(?:{'|'.join(sorted(MARKS))})\ndef (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class HashJob:
    """A description to compile."""

    file: File
    #: A folder for modules without names, if any.
    keep: Path | None = None
    #: Whether to compile it with each of its options, too, one at a time.
    varied: bool = False


def hashes_of(
    files: Sequence[File],
    *,
    workers: int = 1,
    keep: Path | None = None,
    varied: bool = False,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> HashTable:
    """Return the hashes of the modules of descriptions, and of all other compiled code."""
    jobs = [HashJob(file, keep, varied and not file.folder) for file in files]
    whole = HashTable(kernels=_kernels())
    for use, program in searches():
        whole.modules[ModuleKey("-", "-", "-", use)] = _hashes(
            program, ModuleNames.of_program(program)
        )
    for done, (job, table) in enumerate(results(table_of, jobs, workers), 1):
        if isinstance(table, Lost):
            _refused(whole, job, "-", "fails, its process died")
        else:
            whole.add(table)
        progress(done, len(jobs))
    return whole


def _hashes(program: Program, names: ModuleNames) -> tuple[str, str]:
    tables = (f"{name} {table.dtype} {table.tolist()}" for name, table in program.tables.items())
    return digest(program.source, *tables), names.hash


def _kernels() -> dict[str, str]:
    """Return the hash of every compiled function of the package, by its place."""
    hashes = {}
    for _, module, _ in pkgutil.walk_packages(boardless.__path__, PACKAGE):
        spec = find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        for name in _MARKED.findall(Path(spec.origin).read_text(encoding="utf-8")):
            hashes[f"{module}:{name}"] = names_of(module).hash_of(name)
    return hashes


def table_of(job: HashJob) -> HashTable:
    """Return the hashes of the modules of a description."""
    table = HashTable()
    try:
        text = job.file.text
        choices: Sequence[tuple[str, ...]] = single_options(text) if job.varied else [()]
    except InputError:
        return _refused(table, job, "-", "refused")
    for options in choices:
        word = ", ".join(options) or "-"
        try:
            with seldom_collected():
                _add(table, job, Game.of(read(text, options), jit=False), word)
        except InputError:
            _refused(table, job, word, "refused")
        except Exception as error:
            # One description must not stop the others, and the next run has to say the same.
            _refused(table, job, word, f"fails, {type(error).__name__}")
    return table


def _refused(table: HashTable, job: HashJob, options: str, why: str) -> HashTable:
    table.modules[ModuleKey(job.file.path, options, "-", why)] = digest(why), digest(why)
    return table


def _add(table: HashTable, job: HashJob, game: Game, options: str) -> None:
    """Add the modules of a game."""
    start = start_hash(game)
    table.modules[ModuleKey(job.file.path, options, "-", "start")] = start, start
    for technique, use, program in modules(game):
        key = ModuleKey(job.file.path, options, technique, use)
        names = ModuleNames.of_program(program)
        table.modules[key] = _hashes(program, names)
        table.entries.update(names.roots)
        if job.keep is not None:
            path = listing_path(job.keep, key)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(names.listing(), indent=1), encoding="utf-8")


def listing_path(folder: Path, key: ModuleKey) -> Path:
    """Return where the listing of a module is kept in a folder."""
    options = re.sub(r"[^\w ,+-]", "_", key.options)
    return folder / Path(key.file).with_suffix("") / options / f"{key.technique} {key.use}.json"


def main(
    *,
    library: str | None = None,
    only: list[str] | None = None,
    sample: int | None = None,
    seed: int = 1,
    workers: int = 1,
    write: Path | None = None,
    against: Path | None = None,
    options: bool = False,
    keep: Path | None = None,
    checkout: Path | None = None,
) -> int:
    """Write hashes of all that is compiled, or compare with a file; status 1 if they differ.

    Parameters
    ----------
    library : DIR
        Descriptions to add to the package's.
    only : GAME
        One game; repeatable.
    sample
        The number of descriptions of the library; by default all.
    write : FILE
        Write the hashes.
    against : FILE
        Compare with the hashes of a file.
    options
        Compile the games of the package with each of their options, too.
    keep : DIR
        A folder for modules without names.
    checkout : DIR
        The commit that FILE is of: show the first difference line by line.
    """
    check_file(write, against)
    files = choose_files(library, only, sample, seed)
    before = None if against is None else HashTable.read(against)
    now = hashes_of(files, workers=workers, keep=keep, varied=options, progress=progress)
    if write is not None:
        now.write(write)
        print(f"{len(now.modules):,} modules and {len(now.kernels):,} kernels: {write}")
    if before is None:
        return 0
    if only or sample is not None:
        before = before.of_files({"-", *(file.path for file in files)})
    comparison = HashComparison(before, now)
    print("\n".join(comparison.lines()))
    if comparison.different and checkout is not None:
        key = comparison.different[0]
        words = ["--library", str(Path(library).absolute())] if library else []
        words += ["--options"] * options
        with tempfile.TemporaryDirectory() as folder:
            old, new = Path(folder, "old"), Path(folder, "new")
            _keep(checkout, [*words, "--only", key.file, "--keep", str(old)])
            one = [file for file in files if file.path == key.file]
            hashes_of(one, keep=new, varied=options)
            lines = difference(*(_listing(listing_path(each, key)) for each in (old, new)))
        print(f"{key}\n{lines}")
    return int(not comparison.is_equal)


def _keep(checkout: Path, words: list[str]) -> None:
    """Make another checkout write its modules without names."""
    command = [sys.executable, "-m", "tools.emitted", *words, "--write", os.devnull]
    environment = os.environ | {"PYTHONPATH": str(checkout.absolute())}
    try:
        subprocess.run(
            command, cwd=checkout, env=environment, check=True, capture_output=True, text=True
        )
    except OSError as error:
        raise InputError(f"checkout {checkout}: {error.strerror}, give its folder") from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr.splitlines() or ["it failed"])[-1]
        raise InputError(f"checkout {checkout}: {last}") from error


def _listing(path: Path) -> Listing:
    try:
        listing: Listing = json.loads(path.read_text(encoding="utf-8"))
        return listing
    except OSError as error:
        raise InputError(f"checkout: it does not make {path.name} of this game") from error


if __name__ == "__main__":
    run(main)
