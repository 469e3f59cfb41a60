"""Profiles of games: concepts and metrics of the games of a library, computed in workers.

A profile is the basis of comparison between games; see `analysis.game_map`. Profiles are appended
to their file line by line, so that a stopped run can continue.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import Any, Self
from warnings import catch_warnings, simplefilter

from boardless.games import Game, Library, read
from boardless.games.concepts import concepts_of
from boardless.games.library import description_text
from boardless.play.limited_workers import MEMORY, LimitedWorkers
from boardless.state.trial import setup_text
from boardless.topo import InputError
from boardless.util.inputs import KeptLines, reporter

#: The limit of processor time for one game, in seconds.
SECONDS = 120.0


@dataclass(frozen=True)
class ProfileTask:
    """A game to profile."""

    #: A name of the package, or with a folder the path of a description there.
    game: str
    folder: str | None = None
    options: tuple[str, ...] = ()
    playouts: int = 100
    seed: int = 1
    #: See `measure_trials`.
    turns: int = 0
    moves: int = 10_000
    until: float | None = None
    #: Turns for each player instead, with the number in `turns`; for comparisons with Ludii.
    each: bool = False

    @property
    def label(self) -> str:
        """The name of the task in a file of profiles."""
        return json.dumps([self.game, list(self.options), self.playouts, self.seed, self.turns])


@dataclass(frozen=True)
class Profile:
    """The concepts and metrics of a game, for comparison with other games.

    Attributes
    ----------
    game : str
        The name; `file` is the path in its library, or "".
    category : str
        The folder of the description, as in Ludii's library: ``board/war``; or "".
    concepts : tuple of str
        The concepts of the text.
    measured, intervals : dict
        The metrics, with intervals at 99 %, from `playouts` games; empty if they failed.
    error : str, optional
        The first error, on one line.
    """

    task: str
    game: str
    file: str = ""
    category: str = ""
    concepts: tuple[str, ...] = ()
    measured: Mapping[str, float] = field(default_factory=dict, repr=False)
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict, repr=False)
    playouts: int = 0
    seed: int = 0
    #: The description, the options chosen and the setup, if they were requested.
    text: str = field(default="", repr=False)
    options: tuple[str, ...] = ()
    setup: str = field(default="", repr=False)
    error: str | None = None
    seconds: float = 0.0
    is_late: bool = False

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the profile in a line of a file."""
        lists = {name: tuple(record.get(name, ())) for name in ("concepts", "options")}
        intervals = {name: (low, high) for name, (low, high) in record["intervals"].items()}
        return cls(**{**record, **lists, "intervals": intervals})


def profile_of(game: Game, *, playouts: int = 100, seed: int = 1, **settings: Any) -> Profile:
    """Return the profile of a game; for the settings see `measure_trials`."""
    from boardless.analysis.metrics import measure_trials

    metrics = measure_trials(game, playouts, seed=seed, **settings)
    return Profile(
        game.name, game.name, concepts=tuple(sorted(game.concepts)), measured=metrics.values,
        intervals=metrics.intervals, playouts=metrics.playouts, seed=seed,
        text=game.text, options=game.options, setup=setup_text(game.setup),
    )  # fmt: skip


def _unread(task: ProfileTask) -> Profile:
    """Return the profile of a task before its text is read."""
    file = task.game if task.folder is not None else ""
    return Profile(task.label, Path(task.game).stem, file, category_of(file))


def category_of(file: str) -> str:
    """Return the folder of a description in its library."""
    return "/".join(Path(file).parts[:-1])


def _profiled(task: ProfileTask) -> Iterator[Profile]:
    """Yield the profile of a task with its concepts, then with its metrics."""
    profile, begin = _unread(task), process_time()
    with catch_warnings():
        simplefilter("ignore")
        try:
            library = None if task.folder is None else Library(task.folder)
            name = task.game if library is None else str(library.path(task.game))
            text = description_text(name, library=library)
            description = read(text, list(task.options), large=True)
            concepts = tuple(sorted(concepts_of(description)))
            profile = replace(profile, game=description.name, concepts=concepts)
            yield profile
            game = Game.of(description)
            # The concepts of a text are useful without any metrics.
            setup = setup_text(game.setup)
            profile = replace(profile, text=game.text, options=game.options, setup=setup)
            yield profile
            measured = profile_of(
                game, playouts=task.playouts, seed=task.seed, moves=task.moves, until=task.until,
                turns=task.turns * game.players if task.each else task.turns,
            )  # fmt: skip
            about = {name: getattr(profile, name) for name in ("task", "file", "category")}
            profile = replace(measured, **about)
        except (InputError, MemoryError, RecursionError) as error:
            message = " ".join(str(error).split()) or type(error).__name__
            profile = replace(profile, error=message)
    yield replace(profile, seconds=round(process_time() - begin, 3))


def take_profiles(
    tasks: Sequence[ProfileTask],
    *,
    workers: int = 1,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    results: str | Path | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Profile]:
    """Return the profiles of some games, each computed in a process within limits.

    Parameters
    ----------
    tasks : sequence of ProfileTask
        The games.
    workers : int, default 1
        The number of processes.
    seconds, memory : float, int
        The most processor time and address space for each game.
    results : str or Path, optional
        A file that receives the profiles as they come; its existing profiles are not computed
        again.
    progress : callable, optional
        Called with the number of profiles so far, and of all.
    """
    kept = None if results is None else KeptLines(results)
    there = {profile.task: profile for profile in kept.read(Profile.of_record)} if kept else {}
    report = reporter(progress)
    profiles = {task.label: there.get(task.label) for task in tasks}
    left = [task for task in tasks if profiles[task.label] is None]
    with LimitedWorkers(_profiled, min(workers, max(len(left), 1)), memory) as place:
        for done, worked in enumerate(place.results(left, seconds), len(tasks) - len(left) + 1):
            profile = worked.entry(_unread(left[worked.number]), seconds)
            profiles[profile.task] = profile
            if kept is not None:
                kept.add(asdict(profile))
            report(done, len(tasks))
    return [each for task in tasks if (each := profiles[task.label]) is not None]
