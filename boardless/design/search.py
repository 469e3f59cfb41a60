"""The search: rounds of candidates, each made from the archive after the last round.

A candidate depends only on the seed, its number and that archive. So the number of workers makes no
difference, and a killed run can continue from its log. `compare` sets known games against random
descriptions, criterion by criterion.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any

import pandas as pd

from boardless.design.archive import (
    CRITERIA,
    Archive,
    Playable,
    Record,
    SearchLog,
    promise_of,
    scores_of,
)
from boardless.design.changes import CannotMakeError, changed
from boardless.design.evaluation import (
    FACED,
    PLAYOUTS,
    STAGES,
    Evaluated,
    Task,
    evaluate,
    evaluated,
    go_on,
)
from boardless.design.trees import candidate, digest_of
from boardless.games.description import offered_options, read
from boardless.games.language.errors import LudemeError
from boardless.games.library import Library, description_text
from boardless.games.ludemes.game import GameTree
from boardless.play.limited_workers import MEMORY, LimitedWorkers
from boardless.play.playout_worker import MAX_SEED
from boardless.topo import InputError, integer_between
from boardless.util.inputs import reporter

#: Candidates of a round.
ROUND = 48
#: The most candidates of a round for a hundred games, and for games of agents.
PLAYING, FACING = 6, 2
#: Attempts at a new candidate.
ATTEMPTS = 30
#: The share of candidates with a founder as first parent.
FOUNDED = 0.15
#: Seconds of the processor for a candidate before games of agents, and for these games.
SECONDS, FACING_SECONDS = 4.0, 40.0
#: Seconds of the clock for each of them, wide enough for a busy machine.
CLOCK = 40.0
#: Bytes of address space for a worker, and candidates until it is replaced.
WORKER_MEMORY, TASKS_EACH = min(MEMORY, 3 * 2**30), 400
MAX_CANDIDATES = 10**7


@dataclass(frozen=True)
class DesignSettings:
    """The settings of a search that decide its archive."""

    seed: int = 0
    playouts: int = PLAYOUTS
    games: int = FACED
    round: int = ROUND
    playing: int = PLAYING
    facing: int = FACING
    seconds: float = SECONDS
    facing_seconds: float = FACING_SECONDS
    playable: Playable = field(default_factory=Playable)

    def __post_init__(self) -> None:
        integer_between(self.seed, "seed", 0, MAX_SEED)


def founders_of(
    names: Sequence[str], library: Library | str | Path | None = None
) -> dict[str, GameTree]:
    """Return the trees of some games, by name: unchanged, and with each item of each option.

    Raises
    ------
    InputError
        If a game is unknown, or no game is given.
    """
    if not names:
        raise InputError("from: give one game at least")
    trees: dict[str, GameTree] = {}
    for name in names:
        text = description_text(name, library=library)
        trees[name] = candidate(read(text).tree)
        for option in offered_options(text):
            for label, _ in option.names():
                try:
                    tree = candidate(read(text, (label,)).tree)
                except LudemeError:
                    continue
                if tree not in trees.values():
                    trees[f"{name} ({label})"] = tree
    return trees


@dataclass(frozen=True)
class _Made:
    """A new candidate."""

    text: str
    digest: str
    parents: tuple[str, ...]
    changes: tuple[str, ...]


@dataclass
class Search:
    """A search from some games, in a folder.

    Parameters
    ----------
    founders : dict
        Trees by name; see `founders_of`.
    folder : Path
        The place of the log, ``log.jsonl``.
    settings : DesignSettings
        The settings that determine the archive.
    workers : int
        The number of processes, without effect on the archive.
    """

    founders: dict[str, GameTree]
    folder: Path
    settings: DesignSettings = DesignSettings()
    workers: int = 1
    progress: Callable[[Archive, int], object] | None = None
    archive: Archive = field(default_factory=Archive)
    candidates: int = 0
    _seen: set[str] = field(default_factory=set)
    _rounds: int = 0
    _trees: dict[str, GameTree] = field(default_factory=dict)

    @cached_property
    def log(self) -> SearchLog:
        """The log of the search."""
        header = {
            "from": {name: digest_of(str(tree)) for name, tree in self.founders.items()},
            "settings": repr(self.settings),
        }
        return SearchLog(self.folder / "log.jsonl", header)

    def run(self, *, minutes: float | None = None, candidates: int | None = None) -> None:
        """Search up to a number of candidates, or a total time, in whole rounds.

        Raises
        ------
        InputError
            If both are missing, or the log belongs to another search.
        """
        if (minutes is None) == (candidates is None):
            raise InputError("design: give minutes or candidates")
        if candidates is not None:
            integer_between(candidates, "candidates", 1, MAX_CANDIDATES)
        report = reporter(self.progress)
        for records in self.log.rounds():
            self._take(records)
        begin = monotonic() - self.log.seconds
        with ExitStack() as stack:
            cache = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="boardless-")))
            place = stack.enter_context(
                LimitedWorkers(evaluate, self.workers, WORKER_MEMORY, TASKS_EACH, CLOCK)
            )
            while self._is_unfinished(minutes, candidates, monotonic() - begin):
                left = None if candidates is None else candidates - self.candidates
                records = self._round(place, cache, left)
                if not records:
                    break
                self.log.write(self._rounds, records, monotonic() - begin)
                self._take(records)
                # The compiled code of this round is not needed again.
                shutil.rmtree(cache, ignore_errors=True)
                cache.mkdir(exist_ok=True)
                report(self.archive, self.candidates)

    def _is_unfinished(self, minutes: float | None, candidates: int | None, spent: float) -> bool:
        if candidates is not None:
            return self.candidates < candidates
        return minutes is not None and spent < 60 * minutes

    def _take(self, records: list[Record]) -> None:
        """Add the candidates of a round."""
        for record in records:
            self.archive.add(record)
            self._seen.add(record.digest)
        self.candidates += len(records)
        self._rounds += 1
        kept = {record.digest for record in self.archive.cells.values()}
        self._trees = {digest: tree for digest, tree in self._trees.items() if digest in kept}

    def _round(self, place: LimitedWorkers, cache: Path, left: int | None) -> list[Record]:
        """Return the candidates of a round, evaluated."""
        made: list[_Made] = []

        def tasks() -> Iterator[Task]:
            # Made once a worker is free, while the others go on.
            for each in islice(self._making(), left):
                made.append(each)
                yield self._task(len(made) - 1, each.text, cache)

        evaluations = evaluated(place, tasks(), self.settings.seconds)
        for part, choose, seconds in (
            ("played", self._to_play, self.settings.seconds),
            ("faced", self._to_face, self.settings.facing_seconds),
        ):
            tasks_left = {n: self._task(n, made[n].text, cache) for n in choose(evaluations)}
            go_on(place, evaluations, tasks_left, part, seconds)
        return [
            Record(
                self.candidates + number, each.digest, each.parents, each.changes, how.stage,
                how.error, how.measures, each.text if how.is_kept else "",
            )
            for number, (each, how) in enumerate(zip(made, evaluations, strict=True))
        ]  # fmt: skip

    def _to_play(self, evaluations: Sequence[Evaluated]) -> list[int]:
        """Return the most promising candidates of a round, for a hundred games each."""
        promise = {
            number: promise_of(each.measures)
            for number, each in enumerate(evaluations)
            if each.stage == "ended" and not each.error
        }
        return self._best(promise, self.settings.playing)

    def _to_face(self, evaluations: Sequence[Evaluated]) -> list[int]:
        """Return the candidates of a round for agents: they fill cells, or gain most."""
        gains = {
            number: self.archive.gain(each.measures)
            for number, each in enumerate(evaluations)
            if each.stage == "played" and self.settings.playable.holds(each.measures)
        }
        some = {number: gain for number, gain in gains.items() if gain > 0 or not self._rounds}
        return self._best(some, self.settings.facing)

    def _best(self, scores: dict[int, float], most: int) -> list[int]:
        """Return the candidates with the highest scores, or all of the first round, by number."""
        best = sorted(scores, key=lambda number: (-scores[number], number))
        return sorted(best[:most] if self._rounds else best)

    def _task(self, number: int, text: str, cache: Path) -> Task:
        number += self.candidates
        return Task(
            number, text, self.settings.seed + number, cache=str(cache),
            playouts=self.settings.playouts, games=self.settings.games,
        )  # fmt: skip

    def _making(self) -> Iterator[_Made]:
        """Yield the new candidates of a round; the founders are the first round."""
        if not self._rounds:
            for name, tree in self.founders.items():
                yield _Made(str(tree), digest_of(str(tree)), (), (name,))
            return
        seen = set(self._seen)
        for number in range(self.candidates, self.candidates + self.settings.round):
            random = Random(f"{self.settings.seed}:{number}")
            for _ in range(ATTEMPTS):
                (one, first), (other, second) = self._parent(random), self._parent(random)
                try:
                    tree, changes = changed(first, second, random)
                except CannotMakeError:
                    continue
                text = str(tree)
                if (digest := digest_of(text)) not in seen:
                    seen.add(digest)
                    yield _Made(text, digest, tuple(dict.fromkeys((one, other))), changes)
                    break

    def _parent(self, random: Random) -> tuple[str, GameTree]:
        """Return digest and tree of a founder, or of the game in a cell of the archive."""
        if not self.archive.cells or random.random() < FOUNDED:
            return random.choice(random.choice(self._founded))
        record = random.choice(self.archive.elites)
        if record.digest not in self._trees:
            self._trees[record.digest] = read(record.text).tree
        return record.digest, self._trees[record.digest]

    @cached_property
    def _founded(self) -> list[list[tuple[str, GameTree]]]:
        """The founders with their digests, grouped by game, so that each game counts alike."""
        games: dict[str, list[tuple[str, GameTree]]] = {}
        for name, tree in self.founders.items():
            game = name.partition(" (")[0]
            games.setdefault(game, []).append((digest_of(str(tree)), tree))
        return list(games.values())


def counts(search: Search) -> dict[str, Any]:
    """Return the numbers of a search, for its user."""
    stages = {stage: search.archive.reached(stage) for stage in STAGES}
    return {"candidates": search.candidates, **stages, "archive": len(search.archive.cells)}


#: Rounds of changes that make a description random, without any selection.
ROUNDS = 3
#: Seconds of the processor for a random description and for a known game, by stage.
RANDOM_SECONDS, KNOWN_SECONDS = 60.0, 1_200.0
#: The most plies of random games of known games, which is more than for candidates: random games
#: of Chess, Go and Hive are long.
KNOWN_PLIES = 2_000
#: Attempts for each requested random description.
RANDOM_ATTEMPTS = 40


def random_texts(founders: Sequence[GameTree], seed: int) -> Iterator[str]:
    """Yield texts of random descriptions: trees after several unselected changes."""
    number = 0
    while True:
        random = Random(f"{seed}:random:{number}")
        number += 1
        tree = random.choice(founders)
        try:
            for _ in range(ROUNDS):
                tree, _ = changed(tree, random.choice(founders), random)
        except CannotMakeError:
            continue
        yield str(tree)


def _measures(
    place: LimitedWorkers, tasks: Sequence[Task], parts: Sequence[str], seconds: float
) -> list[Evaluated]:
    """Return the results of games after some parts of evaluation."""
    games, before = [Evaluated() for _ in tasks], ""
    for part in parts:
        some = {
            number: tasks[number]
            for number, game in enumerate(games)
            if game.stage == before and not game.error
        }
        go_on(place, games, some, part, seconds)
        before = part
    return games


def compare(
    known: Sequence[str],
    founders: Sequence[str],
    *,
    count: int = 200,
    seed: int = 0,
    workers: int = 1,
    library: Library | str | Path | None = None,
) -> pd.DataFrame:
    """Return the criteria of known games, and medians of random descriptions that were played.

    Parameters
    ----------
    known : sequence of str
        Names of games, with their default options.
    founders : sequence of str
        Games that the random descriptions are made from.
    count : int
        The number of random descriptions that agents must have played.
    library : Library, str or path, optional
        A library in addition to the games of the package.

    Returns
    -------
    pandas.DataFrame
        A row for each criterion: the value of each game (nan if unknown), ``median`` and
        ``random``, the number of descriptions behind it; games that are not above it in ``fails``.
        ``attrs["errors"]`` has the errors that stopped games.
    """
    trees = list(founders_of(founders, library).values())
    with (
        tempfile.TemporaryDirectory(prefix="boardless-") as cache,
        LimitedWorkers(evaluate, workers, WORKER_MEMORY, 100, CLOCK) as place,
    ):
        texts = [str(next(iter(founders_of([name], library).values()))) for name in known]
        known_tasks = [
            Task(n, text, seed + n, cache=cache, plies=KNOWN_PLIES) for n, text in enumerate(texts)
        ]
        games = _measures(place, known_tasks, ("played", "faced"), KNOWN_SECONDS)
        scores: list[dict[str, float]] = []
        source = random_texts(trees, seed)
        for first in range(0, RANDOM_ATTEMPTS * count, 2 * workers):
            if len(scores) >= count:
                break
            tasks = [
                Task(n, next(source), seed + first + n, cache=cache) for n in range(2 * workers)
            ]
            described = _measures(place, tasks, ("ended", "played", "faced"), RANDOM_SECONDS)
            faced = (game for game in described if game.stage == "faced")
            scores += [scores_of(game.measures) for game in faced]
    rows = []
    for criterion in CRITERIA:
        values = [
            scores_of(game.measures).get(criterion) if "Timeouts" in game.measures else None
            for game in games
        ]
        middle = median([each[criterion] for each in scores[:count]] or [0.0])
        named = zip(known, values, strict=True)
        fails = [name for name, value in named if value is None or value <= middle]
        rows.append([criterion, *values, middle, min(len(scores), count), ", ".join(fails)])
    table = pd.DataFrame(rows, columns=["criterion", *known, "median", "random", "fails"])
    table.attrs["errors"] = {
        name: game.error for name, game in zip(known, games, strict=True) if game.error
    }  # fmt: skip
    return table
