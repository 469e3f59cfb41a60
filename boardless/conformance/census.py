"""A census of descriptions: read, expanded, laid out, compiled, played and replayed."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

import boardless
from boardless.games import Library, LudemeWarning
from boardless.games.description import expand, read
from boardless.games.game import Game, default_technique
from boardless.games.initial.board import lay_out
from boardless.games.language.outline import outline
from boardless.games.library import read_text
from boardless.play import Position, run_playouts
from boardless.play.chance import Numbers, outcome_of
from boardless.play.executors import MAX_WORKERS
from boardless.play.limited_workers import MEMORY, LimitedWorkers, said
from boardless.play.ludii_replay import LudiiReplay
from boardless.play.match import position_of
from boardless.play.recorded import read_ludii_trial
from boardless.state import Move
from boardless.state.engine.arrays import OPEN
from boardless.topo import InputError, integer_between
from boardless.util.inputs import KeptLines, reporter

#: The length of an endless random game, in moves.
MAX_PLIES = 10_000

#: Stages of a description, in order.
STAGES = ("read", "expanded", "board", "compiled")

#: Results of recorded games; `late` and `unplayed` are games not played again to the end,
#: because time ran out or the description stops.
REPLAYED = ("agree", "differ", "late", "unplayed")


@dataclass(frozen=True)
class ExaminationTask:
    """A description to examine, by its library's folder and its path there."""

    folder: str
    file: str
    #: Whether games are compiled to machine code; None compiles slow functions.
    jit: bool | None
    #: The number of random games.
    playouts: int
    #: Folders of Ludii's recorded games, laid out like the descriptions.
    trials: tuple[str, ...] = ()

    @property
    def recorded(self) -> list[Path]:
        """The files of recorded games of the description, folder by folder."""
        below = Path(self.file).parts
        parts = below[below.index("lud") + 1 :] if "lud" in below else below
        folders = (Path(folder, *parts[:-1], Path(parts[-1]).stem) for folder in self.trials)
        return [path for folder in folders for path in sorted(folder.glob("*.txt*"))]


@dataclass(frozen=True)
class Examination:
    """The stages that a description reaches."""

    file: str
    #: One of STAGES.
    reached: tuple[str, ...] = ()
    #: Random games that were played, and how many ended by "win", "draw", "passed", "turn limit".
    played: int = 0
    ends: Mapping[str, int] = field(default_factory=dict)
    #: The first obstacle, on one line.
    error: str | None = None
    seconds: float = 0.0
    #: The number of recorded games, and of the ones with an equal replay.
    recorded: int = 0
    agree: int = 0
    #: The first difference of each unequal replay, after its file.
    differences: tuple[str, ...] = ()
    #: Whether time ran out; then some of the recorded games were not replayed.
    is_late: bool = False

    @property
    def replayed(self) -> dict[str, int]:
        """The number of recorded games by result, of REPLAYED."""
        left = self.recorded - self.agree - len(self.differences)
        numbers = (self.agree, len(self.differences), *((left, 0) if self.is_late else (0, left)))
        return dict(zip(REPLAYED, numbers, strict=True))

    def record(self) -> dict[str, object]:
        """Return the entry as the command line prints it in JSON."""
        return {
            "file": self.file,
            **{stage: stage in self.reached for stage in STAGES},
            "played": self.played,
            "ends": dict(self.ends),
            "trials": {"recorded": self.recorded, **self.replayed},
            "differences": list(self.differences),
            "error": self.error,
            "late": self.is_late,
            "seconds": round(self.seconds, 3),
        }


def examine(task: ExaminationTask) -> Examination:
    """Return the stages of a description; errors in it do not raise."""
    *_, entry = entries(task)
    return entry


def entries(task: ExaminationTask) -> Iterator[Examination]:
    """Yield the entry of a description again after each stage; see `examine`."""
    begin = perf_counter()
    entry = first = Examination(task.file, recorded=len(task.recorded))
    try:
        for entry in _stages(task, first):
            yield entry
    except Exception as error:
        entry = replace(entry, error=said(error))
    yield replace(entry, seconds=perf_counter() - begin)


def _stages(task: ExaminationTask, entry: Examination) -> Iterator[Examination]:
    yield entry
    text = _text(task)
    passes: tuple[Callable[[str], object], ...] = (outline, expand, lay_out)
    for number, go_through in enumerate(passes, 1):
        go_through(text)
        yield (entry := replace(entry, reached=STAGES[:number]))
    with catch_warnings():
        # Warnings about names are lost in a table.
        simplefilter("ignore", LudemeWarning)
        game = Game.of(read(text), task.jit is not False)
    if task.jit:
        run_playouts(game, playouts=1)
    yield (entry := replace(entry, reached=STAGES))
    # Wrong or endless random games do not exclude recorded ones.
    compiled = entry
    for entry in _replayed(game, task, compiled):
        yield entry
    yield from _played(game, task, entry)


def _played(game: Game, task: ExaminationTask, entry: Examination) -> Iterator[Examination]:
    """Yield the entry again after each random game."""
    ends: Counter[str] = Counter()
    for number in range(task.playouts):
        end = _random_end(game, f"{task.file}:{number}")
        if end is None:
            raise InputError("in random games players can only pass")
        ends[end] += 1
        yield (entry := replace(entry, played=number + 1, ends=dict(sorted(ends.items()))))


def _replayed(game: Game, task: ExaminationTask, entry: Examination) -> Iterator[Examination]:
    """Yield the entry again after each recorded game."""
    if not task.recorded:
        return
    replay = LudiiReplay(game)
    for path in task.recorded:
        try:
            difference: object = replay.compare(read_ludii_trial(path))
        except Exception as error:
            difference = said(error)
        if difference is None:
            entry = replace(entry, agree=entry.agree + 1)
        else:
            entry = replace(entry, differences=(*entry.differences, f"{path.name}: {difference}"))
        yield entry


def _text(task: ExaminationTask) -> str:
    library = _library(task.folder)
    path = Path(task.folder, task.file)
    if not path.exists():
        # A list may name files as the library does, below its `lud/`.
        path = library.descriptions / task.file
    return library.completed(read_text(path))


@lru_cache(1)
def _library(folder: str) -> Library:
    return Library(folder)


def _random_end(game: Game, seed: str) -> str | None:
    """Play a random game; return its result, or None if nobody ever moved."""
    position, chance = position_of(game, default_technique(game)), random.Random(seed)
    moved = False
    passes = 0
    while position.winner == OPEN:
        if position.plies >= MAX_PLIES:
            return "turn limit" if moved else None
        move, numbers = _random_move(position, chance)
        passes = 0 if move.actions else passes + 1
        moved = moved or bool(move.actions)
        position.push_numbers(numbers, move)
    if not moved:
        return None
    if position.winner:
        return "win"
    return "passed" if passes >= game.players else "draw"


def _random_move(position: Position, chance: random.Random) -> tuple[Move, Numbers]:
    """Return a random move with its numbers; only this one is decoded."""
    if (question := position.question) is not None:
        outcome = chance.choice([n for n, odds in enumerate(question.odds) if odds])
        return outcome_of(position.mover, outcome), (outcome,)
    rows = position.numbers()
    numbers = tuple(rows[chance.randrange(len(rows))].tolist())
    return position.move_of(*numbers), numbers


if TYPE_CHECKING:
    import pandas as pd

#: The limit of processor time for one description, in seconds, on any machine.
SECONDS = 300.0
#: The most random games of a description.
MAX_PLAYOUTS = 1_000_000

_PLACE = re.compile(r"^line [0-9]+, column [0-9]+: ")
_FORM = re.compile(r"\(([^\s(){}\"]+)(?: ([A-Z][A-Za-z]*))?")


@dataclass
class Census:
    """A census of descriptions by the stages that they reach."""

    #: By the number of the description.
    found: dict[int, Examination] = field(default_factory=dict)

    @property
    def entries(self) -> list[Examination]:
        """The entries of the descriptions examined so far, in the order of the files."""
        return [self.found[number] for number in sorted(self.found)]

    @property
    def table(self) -> "pd.DataFrame":
        """A row for each description: a column for each stage, `played`, `ends` and `error`."""
        # Workers also import this file, but do not need it.
        import pandas as pd

        rows = []
        for entry in self.entries:
            said = {
                "ends": ", ".join(f"{count} {end}" for end, count in entry.ends.items()),
                "error": entry.error or "",
                "differences": "; ".join(entry.differences),
            }
            rows.append({**entry.record(), "recorded": entry.recorded, **entry.replayed, **said})
        numbers = ["played", "recorded", *REPLAYED]
        last = ["ends", "error", "differences", "seconds"]
        return pd.DataFrame(rows, columns=["file", *STAGES, *numbers, *last])

    @property
    def totals(self) -> dict[str, int]:
        """The numbers of descriptions, in all and by stage."""
        stages = {stage: sum(stage in e.reached for e in self.entries) for stage in STAGES}
        played = sum(entry.played > 0 and not entry.error for entry in self.entries)
        replayed = {name: sum(e.replayed[name] for e in self.entries) for name in REPLAYED}
        recorded = sum(entry.recorded for entry in self.entries)
        of_games = {"games": len(self.entries), **stages, "played": played}
        return {**of_games, "recorded": recorded, **replayed}

    @property
    def obstacles(self) -> list[tuple[str, int]]:
        """The first obstacles of descriptions, with the number of descriptions they stop."""
        causes = Counter(cause(entry.error) for entry in self.entries if entry.error)
        return sorted(causes.items(), key=lambda item: (-item[1], item[0]))

    def record(self) -> dict[str, object]:
        """Return the census as the command line prints it in JSON."""
        return {
            "games": [entry.record() for entry in self.entries],
            "totals": self.totals,
            "obstacles": [{"cause": name, "games": count} for name, count in self.obstacles],
        }


def cause(error: str) -> str:
    """Return an error without its place and without the inside of its form."""
    text, colon, expected = _PLACE.sub("", error).partition(": ")
    if form := _FORM.match(text):
        text = f"({' '.join(filter(None, form.groups()))} ...)"
    elif text.startswith("{"):
        text = "{...}"
    return f"{text}{colon}{expected}"


def take_census(
    folder: str | Path,
    files: Sequence[str] | None = None,
    *,
    workers: int = 1,
    jit: bool | None = None,
    playouts: int = 0,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    trials: Sequence[str | Path] = (),
    results: str | Path | None = None,
    census: Census | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Census:
    """Return the census of the descriptions of a folder.

    Each is examined in a worker process, with a limit of time and of memory, so that no description
    harms another. The result does not depend on the number of workers, except for the seconds. A
    script that calls this needs ``if __name__ == "__main__":``.

    Parameters
    ----------
    folder : str or path
        A library; see `games.Library`.
    files : sequence of str, optional
        The descriptions, by their paths in the folder; all by default.
    workers : int, default 1
        The number of processes.
    jit : bool, optional
        Compile games to machine code, True all functions and False no function; by default the
        functions that have taken a second as plain Python.
    playouts : int, default 0
        Random games to play of each.
    seconds, memory : float and int
        The limits for one description: seconds, and bytes of address space.
    trials : sequence of str or path, optional
        Folders of games that Ludii recorded, laid out like the descriptions: they are played again
        in the strict sense; see `play.ludii_replay`.
    results : str or path, optional
        A file that keeps entries, so that an interrupted run can continue. A description is not
        examined again unless it, its recorded games, its shared definitions or this program have
        changed, or time ran out.
    census : Census, optional
        The census that receives the entries as they come, for callers that may be interrupted.
    progress : callable, optional
        Called with the number of descriptions done, and of all.

    Raises
    ------
    InputError
        If the folder is missing, or a number is out of range.
    """
    workers = integer_between(workers, "workers", 1, MAX_WORKERS)
    playouts = integer_between(playouts, "playouts", 0, MAX_PLAYOUTS)
    library, report = Library(folder), reporter(progress)
    if files is None:
        root = library.descriptions
        files = [(root / file).relative_to(library.folder).as_posix() for file in library.files]
    census = Census() if census is None else census
    for each in trials:
        if not Path(each).is_dir():
            raise InputError(f"trials {str(each)!r}: the folder does not exist")
    folders = tuple(map(str, trials))
    tasks = [ExaminationTask(str(library.folder), file, jit, playouts, folders) for file in files]
    known = None if results is None else _Results(Path(results), library)
    left = []
    for number, task in enumerate(tasks):
        if known is not None and (entry := known.of(task)) is not None:
            census.found[number] = entry
        else:
            left.append(number)
    for place, entry in examined([tasks[number] for number in left], workers, seconds, memory):
        census.found[left[place]] = entry
        if known is not None:
            known.add(tasks[left[place]], entry)
        report(len(census.found), len(tasks))
    return census


def examined(
    tasks: Sequence[ExaminationTask],
    workers: int = 1,
    seconds: float = SECONDS,
    memory: int = MEMORY,
) -> Iterator[tuple[int, Examination]]:
    """Yield number and entry of every task as they come; a dead worker is replaced."""
    with LimitedWorkers(entries, min(workers, max(len(tasks), 1)), memory) as place:
        for worked in place.results(tasks, seconds):
            task = tasks[worked.number]
            nothing = Examination(task.file, recorded=len(task.recorded))
            yield worked.number, worked.entry(nothing, seconds)


class _Results:
    """A file of entries, one a line, by a hash of everything that they depend on."""

    def __init__(self, path: Path, library: Library) -> None:
        self._kept = KeptLines(path)
        shared = sorted({definition.text for definition in library.definitions.values()})
        self._all = [_version(), *shared]
        self._root = library.descriptions
        self._keys: dict[ExaminationTask, str] = {}
        self._rows = dict(self._kept.read(lambda row: (row.pop("key"), row)))

    def of(self, task: ExaminationTask) -> Examination | None:
        """Return the entry of a task, or None without one, or if time ran out then."""
        row = self._rows.get(self._key(task))
        if row is None or row["is_late"]:
            return None
        lists = {name: tuple(row[name]) for name in ("reached", "differences")}
        return Examination(**{**row, **lists})

    def add(self, task: ExaminationTask, entry: Examination) -> None:
        """Append the entry of a task to the file."""
        self._kept.add({"key": self._key(task), **asdict(entry)})

    def _key(self, task: ExaminationTask) -> str:
        if task not in self._keys:
            total = sha256()
            for said in (*self._all, task.file, repr(task.jit), repr(task.playouts)):
                total.update(f"{len(said)} {said}\n".encode())
            described = [Path(task.folder, task.file), self._root / task.file]
            for path in [path for path in described if path.is_file()][:1] + task.recorded:
                data = path.read_bytes()
                total.update(b"%d " % len(data) + data)
            self._keys[task] = total.hexdigest()
        return self._keys[task]


#: The parts of the package that compile and play games.
_PLAYING = boardless.PACKAGES[: boardless.PACKAGES.index("play") + 1]


@cache
def _version() -> str:
    """Return a hash of the sources that compile and play games."""
    package = Path(boardless.__file__).parent
    paths = [path for part in _PLAYING for path in (package / part).rglob("*.py")]
    paths.append(Path(__file__))
    return sha256(b"\0".join(path.read_bytes() for path in sorted(paths))).hexdigest()
