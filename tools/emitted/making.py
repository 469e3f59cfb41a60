"""Tables of hashes of games' modules, and of the package's compiled functions."""

import json
import pkgutil
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import boardless
from boardless.games.description import read
from boardless.games.game import Game
from boardless.games.modules import Program
from boardless.topo import InputError
from boardless.util.garbage import seldom_collected
from tools.descriptions import File, Lost, results, single_options
from tools.emitted.canonical import MARKS, PACKAGE, Names, names_of
from tools.emitted.modules import modules, searches, start_hash
from tools.emitted.tables import Key, Table
from tools.hashes import digest

#: The first lines of a function that is compiled.
_MARKED = re.compile(rf"^@(?:{'|'.join(sorted(MARKS))})\ndef (\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Job:
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
) -> Table:
    """Return the hashes of the modules of descriptions, and of all other compiled code."""
    jobs = [Job(file, keep, varied and not file.folder) for file in files]
    whole = Table(kernels=_kernels())
    for use, program in searches():
        whole.modules[Key("-", "-", "-", use)] = _hashes(program, Names.of_program(program))
    for done, (job, table) in enumerate(results(table_of, jobs, workers), 1):
        if isinstance(table, Lost):
            _refused(whole, job, "-", "fails, its process died")
        else:
            whole.add(table)
        progress(done, len(jobs))
    return whole


def _hashes(program: Program, names: Names) -> tuple[str, str]:
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


def table_of(job: Job) -> Table:
    """Return the hashes of the modules of a description."""
    table = Table()
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


def _refused(table: Table, job: Job, options: str, why: str) -> Table:
    table.modules[Key(job.file.path, options, "-", why)] = digest(why), digest(why)
    return table


def _add(table: Table, job: Job, game: Game, options: str) -> None:
    """Add the modules of a game."""
    start = start_hash(game)
    table.modules[Key(job.file.path, options, "-", "start")] = start, start
    for technique, use, program in modules(game):
        key = Key(job.file.path, options, technique, use)
        names = Names.of_program(program)
        table.modules[key] = _hashes(program, names)
        table.entries.update(names.roots)
        if job.keep is not None:
            path = listing_path(job.keep, key)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(names.listing(), indent=1), encoding="utf-8")


def listing_path(folder: Path, key: Key) -> Path:
    """Return where the listing of a module is kept in a folder."""
    options = re.sub(r"[^\w ,+-]", "_", key.options)
    return folder / Path(key.file).with_suffix("") / options / f"{key.technique} {key.use}.json"
