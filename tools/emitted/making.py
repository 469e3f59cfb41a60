"""Tables of hashes made anew: descriptions shared among processes, and the package itself."""

import pkgutil
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import boardless
from boardless.games.game import Game
from boardless.topo import InputError
from boardless.util.garbage import seldom_collected
from tools.descriptions import File, Lost, results, single_options
from tools.emitted.listings import Listing
from tools.emitted.modules import compiled, modules, searches, start_hash
from tools.emitted.names import Labels, Names, is_kernel, source_of
from tools.emitted.tables import Key, Table
from tools.hashes import digest

#: The first lines of a function with a decorator.
_MARKED = re.compile(r"^@\w.*\ndef ", re.MULTILINE)


@dataclass(frozen=True)
class Job:
    """A description of which modules are compiled."""

    file: File
    #: See `names.Labels`.
    saved: tuple[tuple[str, str], ...]
    renamed: tuple[tuple[str, str], ...]
    #: A folder in which the modules are written without names, if any.
    keep: str = ""
    #: True if it is compiled with each of its options, too, one at a time.
    varied: bool = False


def hashes_of(
    files: Sequence[File],
    *,
    workers: int = 1,
    saved: Mapping[str, str] | None = None,
    renamed: Mapping[str, str] | None = None,
    keep: Path | None = None,
    varied: bool = False,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> Table:
    """Return the hashes of all that is compiled, for some descriptions and for none."""
    of_labels = tuple((saved or {}).items()), tuple((renamed or {}).items())
    listings = "" if keep is None else str(keep)
    jobs = [Job(file, *of_labels, listings, varied and not file.folder) for file in files]
    whole = _package(of_labels)
    for done, (job, table) in enumerate(results(table_of, jobs, workers), 1):
        if isinstance(table, Lost):
            _refused(whole, job, "-", "fails, its process died")
        else:
            whole.add(table)
        progress(done, len(jobs))
    return whole


def _package(of_labels: tuple[tuple[tuple[str, str], ...], ...]) -> Table:
    """Return the hashes of what is compiled without a description."""
    labels = _labels(*of_labels)
    table = Table(kernels=_kernels(labels))
    for use, source in searches():
        names = Names(source, labels)
        table.modules[Key("-", "-", "-", use)] = digest(source), names.hash
    table.add_labels(labels)
    return table


def _kernels(labels: Labels) -> dict[str, str]:
    """Return the hash of every function of the package that is compiled, by its place."""
    found = {}
    for module in pkgutil.walk_packages(boardless.__path__, f"{boardless.__name__}."):
        path = source_of(module.name)
        if path is None or not _MARKED.search(path.read_text(encoding="utf-8")):
            continue
        if (names := labels.names(module.name)) is None:
            continue
        for name in names.functions:
            if is_kernel(module.name, name):
                found[f"{module.name}:{name}"] = digest(names.hash_of(name))
    return found


@lru_cache(1)
def _labels(saved: tuple[tuple[str, str], ...], renamed: tuple[tuple[str, str], ...]) -> Labels:
    return Labels(dict(saved), dict(renamed))


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
                _add(table, job, compiled(text, options), word)
        except InputError:
            _refused(table, job, word, "refused")
        except Exception as error:
            # One description must not stop the others, and the next run has to say the same.
            _refused(table, job, word, f"fails, {type(error).__name__}")
    table.add_labels(_labels(job.saved, job.renamed))
    return table


def _refused(table: Table, job: Job, options: str, why: str) -> Table:
    table.modules[Key(job.file.path, options, "-", why)] = digest(why), digest(why)
    return table


def _add(table: Table, job: Job, game: Game, options: str) -> None:
    """Add the modules of a game."""
    start = start_hash(game)
    table.modules[Key(job.file.path, options, "-", "start")] = start, start
    for technique, use, source in modules(game):
        key = Key(job.file.path, options, technique, use)
        names = Names(source, _labels(job.saved, job.renamed))
        table.modules[key] = digest(source), names.hash
        table.entries.update(names.roots)
        if job.keep:
            path = listing_path(Path(job.keep), key)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(str(Listing.of(names)), encoding="utf-8")


def listing_path(folder: Path, key: Key) -> Path:
    """Return where the listing of a module is kept in a folder."""
    options = re.sub(r"[^\w ,+-]", "_", key.options)
    return folder / Path(key.file).with_suffix("") / options / f"{key.technique} {key.use}.txt"
