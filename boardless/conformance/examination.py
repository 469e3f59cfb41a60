"""The stages of a description: read, expanded, laid out, compiled, played, replayed."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from warnings import catch_warnings, simplefilter

from boardless.games import Library, LudemeWarning
from boardless.games.description import expand, read
from boardless.games.game import Game, default_technique
from boardless.games.initial.board import lay_out
from boardless.games.language.outline import outline
from boardless.games.library import read_text
from boardless.play import Position, run_playouts
from boardless.play.chance import Numbers, outcome_of
from boardless.play.limited_workers import said
from boardless.play.ludii_replay import LudiiReplay
from boardless.play.match import position_of
from boardless.play.recorded import read_ludii_trial
from boardless.state import Move
from boardless.state.engine.arrays import OPEN
from boardless.topo import InputError

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
