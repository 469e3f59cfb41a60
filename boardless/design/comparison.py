"""Comparison of known games with random descriptions, criterion by criterion."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median

import pandas as pd

from boardless.design.changes import changed
from boardless.design.evaluation import Evaluated, Task, evaluate, go_on
from boardless.design.generation import CannotMakeError
from boardless.design.scores import CRITERIA, scores_of
from boardless.design.search import CLOCK, WORKER_MEMORY, founders_of
from boardless.games.library import Library
from boardless.games.ludemes.game import GameTree
from boardless.play.limited_workers import LimitedWorkers

#: Rounds of changes that make a description random, without any selection.
ROUNDS = 3
#: Seconds of the processor for a random description and for a known game, by stage.
SECONDS, KNOWN_SECONDS = 60.0, 1_200.0
#: The most plies of random games of known games, which is more than for candidates: random games
#: of Chess, Go and Hive are long.
KNOWN_PLIES = 2_000
#: Attempts for each requested random description.
ATTEMPTS = 40


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
        for first in range(0, ATTEMPTS * count, 2 * workers):
            if len(scores) >= count:
                break
            tasks = [
                Task(n, next(source), seed + first + n, cache=cache) for n in range(2 * workers)
            ]
            described = _measures(place, tasks, ("ended", "played", "faced"), SECONDS)
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
