"""Profiles of games: concepts and metrics of the games of a library, worked out in workers.

A profile is what games are compared by; see `analysis.likeness`. Profiles of a file are added to it
line by line as they come, so that a run that was stopped goes on.
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
from boardless.state.trial_text import setup_text
from boardless.topo import InputError
from boardless.util.inputs import reporter

#: Seconds of processor time that one game may take.
SECONDS = 120.0


@dataclass(frozen=True)
class ProfileTask:
    """A game to be profiled."""

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
    #: Turns for each player instead, which `turns` says; for comparisons with Ludii.
    each: bool = False

    @property
    def label(self) -> str:
        """The name of the task in a file of profiles."""
        return json.dumps([self.game, list(self.options), self.playouts, self.seed, self.turns])


@dataclass(frozen=True)
class Profile:
    """The concepts and metrics of a game, by which games are compared.

    Attributes
    ----------
    game : str
        The name; `file` is the path in its library, or nothing.
    category : str
        The folder of the description, as in Ludii's library: ``board/war``; or nothing.
    concepts : tuple of str
        The concepts that the text tells.
    measured, intervals : dict
        The metrics, with intervals at 99 %, from `playouts` games; empty where they failed.
    error : str, optional
        The first thing that stopped it, on one line.
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
    #: The description, the options chosen and the setup, where they were asked for.
    text: str = field(default="", repr=False)
    options: tuple[str, ...] = ()
    setup: str = field(default="", repr=False)
    error: str | None = None
    seconds: float = 0.0
    is_late: bool = False

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the profile of a line of a file."""
        lists = {name: tuple(record.get(name, ())) for name in ("concepts", "options")}
        intervals = {name: (low, high) for name, (low, high) in record["intervals"].items()}
        return cls(**{**record, **lists, "intervals": intervals})


def profile_of(game: Game, *, playouts: int = 100, seed: int = 1, **settings: Any) -> Profile:
    """Return the profile of a game; settings are those of `measure_trials`."""
    from boardless.analysis.metrics import measure_trials

    found = measure_trials(game, playouts, seed=seed, **settings)
    intervals = {name: (it.low, it.high) for name, it in found.estimates.items()}
    return Profile(
        game.name, game.name, concepts=tuple(sorted(game.concepts)), measured=found.values,
        intervals=intervals, playouts=found.playouts, seed=seed,
        text=game.text, options=game.options, setup=setup_text(game.setup),
    )  # fmt: skip


def _begun(task: ProfileTask) -> Profile:
    file = task.game if task.folder is not None else ""
    category = "/".join(Path(file).parts[:-1])
    return Profile(task.label, Path(task.game).stem, file, category)


def _profiled(task: ProfileTask) -> Iterator[Profile]:
    """Yield the profile of a task with its concepts, then with its metrics."""
    found, begin = _begun(task), process_time()
    with catch_warnings():
        simplefilter("ignore")
        try:
            library = None if task.folder is None else Library(task.folder)
            name = task.game if library is None else str(library.path(task.game))
            description = read(
                description_text(name, library=library), list(task.options), large=True
            )
            concepts = tuple(sorted(concepts_of(description)))
            found = replace(found, game=description.name, concepts=concepts)
            yield found
            game = Game.of(description)
            # The concepts that a text tells are of use without any metrics.
            setup = setup_text(game.setup)
            found = replace(found, text=game.text, options=game.options, setup=setup)
            yield found
            turns = task.turns * game.players if task.each else task.turns
            measured = profile_of(
                game, playouts=task.playouts, seed=task.seed, turns=turns, moves=task.moves,
                until=task.until,
            )  # fmt: skip
            found = replace(measured, task=found.task, file=found.file, category=found.category)
        except (InputError, MemoryError, RecursionError) as error:
            found = replace(found, error=" ".join(str(error).split()) or type(error).__name__)
    yield replace(found, seconds=round(process_time() - begin, 3))


def take_profiles(
    tasks: Sequence[ProfileTask],
    *,
    workers: int = 1,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    results: str | Path | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Profile]:
    """Return the profiles of some games, each worked out in a process within limits.

    Parameters
    ----------
    tasks : sequence of ProfileTask
        The games.
    workers : int, default 1
        Processes that share the work.
    seconds, memory : float, int
        The most processor time and address space for each game.
    results : str or Path, optional
        A file to which profiles are added as they come; those in it are not worked out again.
    progress : callable, optional
        Called with the number of profiles so far, and of all.
    """
    there = {it.task: it for it in read_profiles(results)} if results is not None else {}
    report = reporter(progress)
    if results is not None:
        _end_line(Path(results))
    left = [task for task in tasks if task.label not in there]
    wanted = {task.label for task in tasks}
    found = {name: it for name, it in there.items() if name in wanted}
    with LimitedWorkers(_profiled, min(workers, max(len(left), 1)), memory) as place:
        for worked in place.results(left, seconds):
            profile = worked.entry(_begun(left[worked.number]), seconds)
            found[profile.task] = profile
            if results is not None:
                with Path(results).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(profile)) + "\n")
            report(len(found), len(tasks))
    return [found[task.label] for task in tasks if task.label in found]


def _end_line(path: Path) -> None:
    """End the last line of a file, which a run that was stopped may not have done."""
    if path.exists() and (text := path.read_bytes()) and not text.endswith(b"\n"):
        with path.open("ab") as file:
            file.write(b"\n")


def read_profiles(path: str | Path) -> list[Profile]:
    """Return the profiles of a file, which may not be there yet; a line cut short is left out."""
    path = Path(path)
    found = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            found.append(Profile.of_record(json.loads(line)))
        except (ValueError, TypeError, KeyError):
            continue
    return found
