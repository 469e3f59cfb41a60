"""How far one description comes."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from time import perf_counter

from boardless.games import Library
from boardless.games.description import expand, read
from boardless.games.game import Game
from boardless.games.initial.board import lay_out
from boardless.games.language.outline import outline
from boardless.games.library import read_text
from boardless.play import State, run_playouts
from boardless.play.ludii_replay import LudiiReplay
from boardless.play.recorded import read_ludii_trial
from boardless.topo import InputError

#: Moves after which a random game counts as endless.
MAX_PLIES = 10_000

#: What a description reaches, in order.
STAGES = ("read", "expanded", "board", "compiled")


@dataclass(frozen=True)
class Task:
    """A description to examine.

    Attributes
    ----------
    folder : str
        The library that it belongs to.
    file : str
        Its path in the folder.
    jit : bool
        Whether it is put through Numba.
    playouts : int
        How many random games are played.
    trials : str or None
        A folder of Ludii's recorded games, laid out like the descriptions.
    """

    folder: str
    file: str
    jit: bool
    playouts: int
    trials: str | None = None


@dataclass(frozen=True)
class Entry:
    """How far a description comes.

    Attributes
    ----------
    file : str
        Its path.
    reached : tuple of str
        The stages that it came through, of STAGES.
    played : int
        Random games that were played.
    ends : mapping of str to int
        How many of them ended by "win", "draw", "passed" and "turn limit".
    error : str, or None
        The first thing that stops it, on one line.
    seconds : float
        How long all that took.
    agree, differ : int
        Recorded games that were played again alike, and otherwise.
    """

    file: str
    reached: tuple[str, ...] = ()
    played: int = 0
    ends: Mapping[str, int] = field(default_factory=dict)
    error: str | None = None
    seconds: float = 0.0
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
    """Return how far a description comes; nothing that is wrong with it raises."""
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
    """Yield what a description has reached, again after each stage."""
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
