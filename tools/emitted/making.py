"""Tables of hashes made anew: descriptions shared among processes, and the package itself."""

import pkgutil
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from numba.core import config

import boardless
from boardless.games.game import Game
from boardless.games.library import PACKAGED, Library
from boardless.play.executors import working
from boardless.topo import InputError
from boardless.util.garbage import seldom_collected
from tools.emitted.listings import Listing
from tools.emitted.modules import compiled, modules, searches, single_options, start_hash
from tools.emitted.names import Labels, Names, digest, is_kernel, options_of, source_of
from tools.emitted.tables import Key, Table

#: Numba's settings, without types.
_config: Any = config
#: The type of the arrays has the hash of its module in its name.
_ARRAYS = re.compile(r"\bArrays[0-9a-f]{12}\b")
#: The first lines of a function with a decorator.
_MARKED = re.compile(r"^@\w.*\ndef ", re.MULTILINE)
#: Folders of Ludii's descriptions that are under test, in development or wished for.
ASIDE = ("test", "wip", "wishlist", "WishlistDLP", "WishlistDLP 3")


@dataclass(frozen=True)
class Job:
    """A description of which modules are compiled."""

    #: The library, empty for the games of the package.
    folder: str
    #: The path of a description in it.
    file: str
    #: See `names.Labels`.
    saved: tuple[tuple[str, str], ...]
    renamed: tuple[tuple[str, str], ...]
    #: A folder in which the modules are written without names, if any.
    keep: str = ""
    #: True if it is compiled with each of its options, too, one at a time.
    varied: bool = False


def hashes_of(
    library: Library | None,
    only: Collection[str] = (),
    *,
    workers: int = 1,
    saved: Mapping[str, str] | None = None,
    renamed: Mapping[str, str] | None = None,
    keep: Path | None = None,
    varied: bool = False,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> Table:
    """Return the hashes of all that is compiled, for the games of the package and others."""
    if _config.DISABLE_JIT:
        raise InputError("NUMBA_DISABLE_JIT 1: nothing is compiled then, leave it out")
    of_labels = tuple((saved or {}).items()), tuple((renamed or {}).items())
    files = [("", file) for file in PACKAGED.files]
    files += (
        [] if library is None else [(str(library.folder), file) for file in _published(library)]
    )
    chosen = [(folder, file) for folder, file in files if not only or _is_among(file, only)]
    missing = [name for name in only if not any(_is_among(file, [name]) for _, file in chosen)]
    if missing:
        raise InputError(f"game {missing[0]!r}: there is none of this name in the library")
    listings = "" if keep is None else str(keep)
    jobs = [
        Job(folder, file, *of_labels, listings, varied and not folder) for folder, file in chosen
    ]
    whole = _package(of_labels)
    done = 0
    with working(None, workers) as place:
        waiting, left = set(), iter(jobs)
        while True:
            for job in left:
                waiting.add(place.submit(table_of, job))
                if len(waiting) > place.slots:
                    break
            if not waiting:
                return whole
            tables, waiting = place.completed(waiting)
            for table in tables:
                whole.add(table)
                done += 1
                progress(done, len(jobs))


def _published(library: Library) -> list[str]:
    return [file for file in library.files if file.partition("/")[0] not in ASIDE]


def _is_among(file: str, names: Collection[str]) -> bool:
    return any(name in (file, Path(file).stem) for name in names)


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
    """Return the hash of every function of the package that Numba compiles, by its place."""
    found = {}
    for module in pkgutil.walk_packages(boardless.__path__, f"{boardless.__name__}."):
        path = source_of(module.name)
        if path is None or not _MARKED.search(path.read_text(encoding="utf-8")):
            continue
        try:
            loaded = import_module(module.name)
        except ImportError:
            continue  # something optional is missing
        if (names := labels.names(module.name)) is None:
            continue
        for name in names.functions:
            if is_kernel(module.name, name):
                options = options_of(getattr(loaded, name))
                found[f"{module.name}:{name}"] = digest(names.hash_of(name), options)
    return found


@lru_cache(1)
def _labels(saved: tuple[tuple[str, str], ...], renamed: tuple[tuple[str, str], ...]) -> Labels:
    return Labels(dict(saved), dict(renamed))


@lru_cache(1)
def _library(folder: str) -> Library:
    return Library(folder) if folder else PACKAGED


def table_of(job: Job) -> Table:
    """Return the hashes of the modules of a description."""
    table = Table()
    try:
        text = _library(job.folder).text(job.file)
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
    table.modules[Key(job.file, options, "-", why)] = digest(why), digest(why)
    return table


def _add(table: Table, job: Job, game: Game, options: str) -> None:
    """Add the modules of a game."""
    start = start_hash(game)
    table.modules[Key(job.file, options, "-", "start")] = start, start
    for technique, use, source in modules(game):
        key = Key(job.file, options, technique, use)
        names = Names(source, _labels(job.saved, job.renamed))
        table.modules[key] = digest(_ARRAYS.sub("Arrays", source)), names.hash
        table.entries.update(names.roots)
        if job.keep:
            path = listing_path(Path(job.keep), key)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(str(Listing.of(names)), encoding="utf-8")


def listing_path(folder: Path, key: Key) -> Path:
    """Return where the listing of a module is kept in a folder."""
    options = re.sub(r"[^\w ,+-]", "_", key.options)
    return folder / Path(key.file).with_suffix("") / options / f"{key.technique} {key.use}.txt"
