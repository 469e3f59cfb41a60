"""A census of descriptions: read, expanded, laid out, compiled, played and replayed."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import boardless
from boardless.conformance import examination
from boardless.conformance.examination import (
    REPLAYED,
    STAGES,
    Examination,
    ExaminationTask,
    entries,
)
from boardless.games import Library
from boardless.play.executors import MAX_WORKERS
from boardless.play.limited_workers import MEMORY, LimitedWorkers
from boardless.topo import InputError, integer_between
from boardless.util.inputs import KeptLines, reporter

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
    paths.append(Path(examination.__file__))
    return sha256(b"\0".join(path.read_bytes() for path in sorted(paths))).hexdigest()
