"""A census of descriptions: read, expanded, laid out, compiled and played, in limits."""

import os
import random
import re
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import Thread
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from boardless.games import Library
from boardless.games.description import expand, read
from boardless.games.game import Game
from boardless.games.initial.board import lay_out
from boardless.games.language.outline import outline
from boardless.games.library import read_text
from boardless.play import State, run_playouts
from boardless.play.executors import MAX_WORKERS, unheard
from boardless.play.ludii_replay import LudiiReplay
from boardless.play.recorded import read_ludii_trial
from boardless.topo import InputError, integer_between

if TYPE_CHECKING:
    import pandas as pd

#: Moves after which a random game counts as endless.
MAX_PLIES = 10_000

#: Stages of a description, in order.
STAGES = ("read", "expanded", "board", "compiled")


@dataclass(frozen=True)
class Task:
    """A description to examine, by its library's folder and its path there."""

    folder: str
    file: str
    #: Whether games are compiled to machine code.
    jit: bool
    #: Random games of it.
    playouts: int
    #: A folder of Ludii's recorded games, laid out like the descriptions.
    trials: str | None = None


@dataclass(frozen=True)
class Entry:
    """The stages that a description reaches."""

    file: str
    #: Of STAGES.
    reached: tuple[str, ...] = ()
    #: Random games that were played, and how many ended by "win", "draw", "passed", "turn limit".
    played: int = 0
    ends: Mapping[str, int] = field(default_factory=dict)
    #: The first thing that stops it, on one line.
    error: str | None = None
    seconds: float = 0.0
    #: Recorded games that were played again alike, and otherwise.
    agree: int = 0
    differ: int = 0

    def record(self) -> dict[str, object]:
        """Return the entry as the command line prints it in JSON."""
        return {
            "file": self.file,
            **{stage: stage in self.reached for stage in STAGES},
            "played": self.played,
            "ends": dict(self.ends),
            "trials": {"agree": self.agree, "differ": self.differ},
            "error": self.error,
            "seconds": round(self.seconds, 3),
        }


def examine(task: Task) -> Entry:
    """Return the stages of a description; nothing that is wrong with it raises."""
    begin = perf_counter()
    entry = Entry(task.file)
    try:
        for entry in _stages(task):  # noqa: B007
            pass
    except InputError as error:
        entry = replace(entry, error=str(error))
    except MemoryError:
        entry = replace(entry, error="it needs more memory than it may take")
    except Exception as error:
        # One description must not stop the others, whatever is wrong with it, or with us.
        entry = replace(entry, error=" ".join(f"{type(error).__name__}: {error}".split()))
    return replace(entry, seconds=perf_counter() - begin)


def _stages(task: Task) -> Iterator[Entry]:
    """Yield the entry of a description again after each stage."""
    text = _text(task)
    reached = Entry(task.file)
    outline(text)
    yield (reached := _through(reached, "read"))
    expand(text)
    yield (reached := _through(reached, "expanded"))
    lay_out(text)
    yield (reached := _through(reached, "board"))
    game = Game.of(read(text), task.jit)
    if task.jit:
        run_playouts(game, playouts=1)
    yield (reached := _through(reached, "compiled"))
    ends: Counter[str] = Counter()
    for number in range(task.playouts):
        end = _random_end(game, f"{task.file}:{number}")
        if end is None:
            raise InputError("random play only passes")
        ends[end] += 1
        yield (reached := replace(reached, played=number + 1, ends=dict(sorted(ends.items()))))
    yield from _replayed(game, task, reached)


def _replayed(game: Game, task: Task, reached: Entry) -> Iterator[Entry]:
    """Yield the entry again after each recorded game of a description."""
    if task.trials is None:
        return
    below = Path(task.file).parts
    parts = below[below.index("lud") + 1 :] if "lud" in below else below
    folder = Path(task.trials, *parts).with_suffix("")
    replay = LudiiReplay(game)
    for path in sorted(folder.glob("*.txt*")):
        difference = replay.compare(read_ludii_trial(path))
        if difference is None:
            reached = replace(reached, agree=reached.agree + 1)
        else:
            error = reached.error or f"{path.name}: {difference}"
            reached = replace(reached, differ=reached.differ + 1, error=error)
        yield reached


def _through(entry: Entry, stage: str) -> Entry:
    return replace(entry, reached=(*entry.reached, stage))


def _text(task: Task) -> str:
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
    """Play a random game; return how it ended, None if nobody ever moved."""
    state, chance = State(game), random.Random(seed)
    moved = False
    passes = 0
    while (outcome := state.outcome()) is None:
        if state.ply == MAX_PLIES:
            return "turn limit" if moved else None
        move = chance.choice(list(state.legal_moves))
        passed = not move.actions
        passes = passes + 1 if passed else 0
        moved = moved or not passed
        state.push(move)
    if not moved:
        return None
    if outcome.winner:
        return "win"
    return "passed" if passes >= game.players else "draw"


#: Seconds that one description may take.
SECONDS = 300.0
#: Bytes of address space that a worker may take.
MEMORY = 4 * 2**30


def examined(
    tasks: Sequence[Task], workers: int = 1, seconds: float = SECONDS, memory: int = MEMORY
) -> Iterator[tuple[int, Entry]]:
    """Yield number and entry of every task as they come; a worker that ends is replaced."""
    left = iter(enumerate(tasks))
    busy: list[_Worker] = []
    try:
        busy += [_Worker.start(memory) for _ in range(min(workers, len(tasks)))]
        for worker, (number, task) in zip(list(busy), left, strict=False):
            worker.give(number, task, seconds)
        while busy:
            patience = max(0.0, min(worker.deadline for worker in busy) - monotonic())
            ready = wait([worker.line for worker in busy], patience)
            for worker in [w for w in busy if w.line in ready or w.deadline <= monotonic()]:
                entry = worker.entry(seconds)
                yield worker.number, entry
                busy.remove(worker)
                following = next(left, None)
                if following is None:
                    worker.end()
                    continue
                if not worker.process.is_alive():
                    worker = _Worker.start(memory)
                busy.append(worker)
                worker.give(*following, seconds)
    finally:
        for worker in busy:
            worker.end()


@dataclass
class _Worker:
    """A process, the pipe to it, and its task."""

    process: SpawnProcess
    line: Connection
    number: int = 0
    file: str = ""
    deadline: float = 0.0

    @classmethod
    def start(cls, memory: int) -> "_Worker":
        # A fork would copy the threads that compile; a spawned process starts clean.
        context = get_context("spawn")
        line, end = context.Pipe()
        process = context.Process(target=_work, args=(end, memory), daemon=True)
        with unheard():
            process.start()
        end.close()
        return cls(process, line)

    def give(self, number: int, task: Task, seconds: float) -> None:
        if not self.file:
            # Its first word is that it has started, which takes a while and does not count.
            with suppress(EOFError, OSError):
                self.line.recv()
        self.number, self.file, self.deadline = number, task.file, monotonic() + seconds
        with suppress(OSError):
            self.line.send(task)

    def entry(self, seconds: float) -> Entry:
        """Return the entry of the task; a worker that is late or has ended is ended."""
        if not self.line.poll():
            self.end()
            return Entry(self.file, error=f"it takes more than {seconds:g} s", seconds=seconds)
        try:
            entry = self.line.recv()
        except (EOFError, OSError):
            self.process.join()
            self.end()
            error = f"its process ended with status {self.process.exitcode}"
            return Entry(self.file, error=error)
        assert isinstance(entry, Entry)
        return entry

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def _work(line: Connection, memory: int) -> None:
    """Examine tasks from the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            line.send(examine(line.recv()))


def _end_with_parent() -> None:
    """End this process, whatever it does, when its parent has ended."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


#: The most random games of a description.
MAX_PLAYOUTS = 1_000_000

#: Results of recorded games.
REPLAYED = ("agree", "differ")

_PLACE = re.compile(r"^line [0-9]+, column [0-9]+: ")
_FORM = re.compile(r"\(([^\s(){}\"]+)(?: ([A-Z][A-Za-z]*))?")


@dataclass
class Census:
    """A census of descriptions by the stages that they reach."""

    #: By the number of the description.
    found: dict[int, Entry] = field(default_factory=dict)

    @property
    def entries(self) -> list[Entry]:
        """The entries of the descriptions examined so far, in the order of the files."""
        return [self.found[number] for number in sorted(self.found)]

    @property
    def table(self) -> "pd.DataFrame":
        """A row for each description: a column for each stage, `played`, `ends` and `error`."""
        # Workers import this file, too, and need none of it.
        import pandas as pd

        rows = []
        for entry in self.entries:
            ends = ", ".join(f"{count} {end}" for end, count in entry.ends.items())
            replayed = {"agree": entry.agree, "differ": entry.differ}
            rows.append(entry.record() | replayed | {"ends": ends, "error": entry.error or ""})
        columns = ["file", *STAGES, "played", "agree", "differ", "ends", "error", "seconds"]
        return pd.DataFrame(rows, columns=columns)

    @property
    def totals(self) -> dict[str, int]:
        """The numbers of descriptions, in all and by the stage that they reach."""
        stages = {stage: sum(stage in e.reached for e in self.entries) for stage in STAGES}
        played = sum(entry.played > 0 and not entry.error for entry in self.entries)
        replayed = {name: sum(getattr(e, name) for e in self.entries) for name in REPLAYED}
        return {"games": len(self.entries), **stages, "played": played, **replayed}

    @property
    def obstacles(self) -> list[tuple[str, int]]:
        """The first obstacles of descriptions, and how many they stop, most first."""
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
    jit: bool = True,
    playouts: int = 0,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    trials: str | Path | None = None,
    census: Census | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Census:
    """Return the census of the descriptions of a folder.

    Each is examined in a worker process, with a limit of time and of memory, so that what one does
    harms no other. The result does not depend on the number of workers, but for the seconds. A
    script that asks for it needs ``if __name__ == "__main__":``.

    Parameters
    ----------
    folder : str or path
        A library; see `games.Library`.
    files : sequence of str, optional
        Which descriptions, by their paths in the folder; all by default.
    workers : int, default 1
        Processes to share the work.
    jit : bool, default True
        Compile games to machine code; False runs them as plain Python.
    playouts : int, default 0
        Random games to play of each.
    seconds, memory : float and int
        What one description may take: seconds, and bytes of address space.
    trials : str or path, optional
        A folder of games that Ludii recorded, laid out like the descriptions: they are played again
        in the strict sense; see `play.ludii_replay`.
    census : Census, optional
        Where entries go as they come, for who may be interrupted.
    progress : callable, optional
        Called with the number of descriptions done, and of all.

    Raises
    ------
    InputError
        If there is no such folder, or a number is out of range.
    """
    workers = integer_between(workers, "workers", 1, MAX_WORKERS)
    playouts = integer_between(playouts, "playouts", 0, MAX_PLAYOUTS)
    library = Library(folder)
    if files is None:
        root = library.descriptions
        files = [(root / file).relative_to(library.folder).as_posix() for file in library.files]
    census = Census() if census is None else census
    recorded = None if trials is None else str(trials)
    if recorded is not None and not Path(recorded).is_dir():
        raise InputError(f"trials {recorded!r}: there is no such folder")
    tasks = [Task(str(library.folder), file, jit, playouts, recorded) for file in files]
    for number, entry in examined(tasks, workers, seconds, memory):
        census.found[number] = entry
        if progress is not None:
            progress(len(census.found), len(tasks))
    return census
