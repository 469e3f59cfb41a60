"""Profiles of games: of the package, of a library, and of a store that keeps them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

import boardless.games
from boardless.analysis.game_map import distances
from boardless.analysis.profiles import (
    SECONDS,
    Profile,
    ProfileTask,
    category_of,
    profile_of,
    take_profiles,
)
from boardless.games import Game, Library, read
from boardless.games.concepts import concepts_of
from boardless.games.disk_cache import cached
from boardless.games.library import description_text
from boardless.state.trial import parse_setup
from boardless.store import Store
from boardless.store.frames import MILLION, Distances, ProfiledGame
from boardless.store.projection import game_digest
from boardless.store.store import keeping
from boardless.topo import InputError
from boardless.util.inputs import reporter


def package_folder() -> Path:
    """Return the folder of the descriptions of the package."""
    return Path(boardless.games.__file__).parent


def profiles_at_hand(
    game: str,
    options: Sequence[str] = (),
    tiling: str | None = None,
    library: str | Path | None = None,
    measured: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Profile, list[Profile]]:
    """Return the profile of a game, and of all games of the package or of a library.

    Metrics come from `measured` random games of each, or are left out without a number. Games with
    errors are left out, except the game itself.
    """
    mine = _told(description_text(game, library=library), options, tiling, measured)
    return mine, profiles_of_texts(library, measured=measured, progress=progress)


def profiles_of_texts(
    library: str | Path | None = None,
    only: Sequence[str] = (),
    measured: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Profile]:
    """Return the profiles of the games of the package or of a library, see `profiles_at_hand`.

    `only` has folders or files of the library, by default all. Raise an InputError if nothing
    matches.
    """
    folder = Library(package_folder() if library is None else library)
    profiles, files, report = [], _files_of(folder, only), reporter(progress)
    for number, file in enumerate(files, 1):
        with suppress(InputError):
            profile = _told(folder.text(file), measured=measured)
            profiles.append(replace(profile, file=file, category=category_of(file)))
        report(number, len(files))
    return profiles


def _told(
    text: str, options: Sequence[str] = (), tiling: str | None = None, measured: int | None = None
) -> Profile:
    """Return the profile of a text, measured in N games, or unmeasured without a number."""
    told = partial(read, text, list(options), tiling=tiling, large=True)
    if measured is not None:
        return profile_of(Game.of(told()), playouts=measured)

    def concepts() -> tuple[str, list[str]]:
        description = told()
        return description.name, sorted(concepts_of(description))

    name, names = cached(("concepts", text, tuple(options), tiling), concepts)
    return Profile(name, name, concepts=tuple(names))


def _files_of(library: Library, only: Sequence[str]) -> list[str]:
    """Return the descriptions of a library in some folders or files; InputError without any."""
    parts = tuple(f"{name.rstrip('/')}/" for name in only)
    files = [file for file in library.files if not only or f"{file}/".startswith(parts)]
    if not files:
        wanted = ", ".join(only) or "any"
        raise InputError(f"library {str(library.folder)!r}: no description of {wanted}")
    return files


# -- in a store -------------------------------------------------------------------------------


def stored(profile: Profile, likes: Iterable[Distances] = ()) -> ProfiledGame:
    """Return a profile in stored form; raise an InputError if its text or setup is missing."""
    if not profile.text or not profile.setup:
        raise InputError(f"profile of {profile.game}: it has no text to store")
    measured = {}
    for name, value in profile.measured.items():
        low, high = profile.intervals[name]
        measured[name] = _millionths(value), _millionths(low), _millionths(high)
    return ProfiledGame(
        profile.game, profile.text, profile.options, parse_setup(profile.setup),
        profile.category, profile.concepts, measured, profile.playouts, profile.seed,
        tuple(likes),
    )  # fmt: skip


def _millionths(value: float) -> int:
    # The largest integers of a graph have 63 bits.
    return round(max(-(2.0**62), min(value * MILLION, 2.0**62)))


def unstored(game: ProfiledGame) -> Profile:
    """Return a stored profile."""
    measured, intervals = {}, {}
    for name, (value, low, high) in game.measured.items():
        measured[name] = value / MILLION
        intervals[name] = low / MILLION, high / MILLION
    return Profile(
        game_digest(game), game.game, category=game.category, concepts=game.concepts,
        measured=measured, intervals=intervals, playouts=game.playouts, seed=game.seed,
        text=game.text, options=game.options,
    )  # fmt: skip


def store_profiles(store: Store, profiles: Iterable[Profile]) -> int:
    """Store profiles, with links LIKE to earlier ones; return the number of new profiles."""
    known = {game_digest(game): unstored(game) for game in store.profiles()}
    first = len(known)
    for profile in profiles:
        known.setdefault(game_digest(stored(profile)), profile)
    names, every = list(known), list(known.values())
    tables = distances(every[first:], every)

    def parts() -> Iterator[ProfiledGame]:
        for number, profile in enumerate(every[first:]):
            row = {name: np.nan_to_num(table[number], nan=1.0) for name, table in tables.items()}
            yield stored(profile, (
                Distances(names[other], *(_millionths(row[kind][other]) for kind in _STORED))
                for other in range(first + number)
            ))  # fmt: skip

    store.keep(parts())
    return len(every) - first


#: Kinds of distances in the order of `Distances`.
_STORED = ("cosine", "jaccard", "metrics", "all")


def profiles_of_store(path: str | Path, game: str) -> tuple[Profile, list[Profile]]:
    """Return the profile of a game, and of all games of a store; InputError without the game."""
    with Store.open(path, read_only=True) as store:
        profiles = [unstored(game) for game in store.profiles()]
    for profile in profiles:
        if profile.game.casefold() == game.casefold():
            return profile, profiles
    raise InputError(f"game {game!r}: the store has no profile of it, `boardless map` adds it")


def map_library(
    path: str | Path,
    library: str | Path | None = None,
    *,
    only: Sequence[str] = (),
    playouts: int = 100,
    seed: int = 1,
    seconds: float = SECONDS,
    workers: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[list[Profile], list[str]]:
    """Profile the games of a library into a store; return all profiles, and the failed games.

    Games of files in the store are skipped, so a stopped run can continue.

    Parameters
    ----------
    path, library : str or Path
        The store, and the folder of the library; by default the package's.
    only : sequence of str
        Folders or files of the library; all by default.
    playouts, seed, seconds, workers
        See `take_profiles`.
    """
    folder = package_folder() if library is None else Path(library)
    files = _files_of(Library(folder), only)
    with keeping(path) as store:
        # The basis of comparison of a text without metrics is stored as well.
        results = Path(f"{path}.profiles.jsonl")
        tasks = [ProfileTask(file, str(folder), playouts=playouts, seed=seed) for file in files]
        profiles = take_profiles(
            tasks, workers=workers, seconds=seconds, results=results, progress=progress
        )
        store_profiles(store, (profile for profile in profiles if profile.setup))
        every = [unstored(game) for game in store.profiles()]
    return every, [profile.file for profile in profiles if not profile.measured]
