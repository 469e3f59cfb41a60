"""Comparison of metrics with Ludii's table: ``python -m tools.metrics LIBRARY TABLE``.

The table is `Mining/res/evaluation/EvalResults.csv` of Ludii's repository: ten random games of each
description, of fifty turns a player at most. We play a hundred such games of each description. A
value lies within the intervals if the mean of ten such games may equal the table's value, at 99 %.
The definitions of its columns follow from its numbers: see docs/metrics.md.
"""

import csv
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boardless.agents.ratings import wilson
from boardless.analysis.metrics import DEVIATIONS, SHARES
from boardless.analysis.profiles import Profile, ProfileTask, take_profiles
from boardless.cli.app import main as run
from boardless.games import Library
from tools.many_games import head, row

#: Games of each description in the table, and the most turns of a player.
GAMES, TURNS = 10, 50
#: Columns of the table, and our metrics.
COLUMNS = {
    "Completion": "Completion",
    "AdvantageP1": "FirstWins",
    "Balance": "Balance",
    "Duration": "DurationTurns",
    "Board Coverage": "BoardCoverageDefault",
    "Branching Factor": "BranchingFactorAverage",
    "Piece Number Change": "PieceNumberGain",
    "State Repetition": "PositionalRepetition",
    "Move Distance": "StepsPerMove",
}
#: A factor for our value, and numbers to add to the ends of its interval: the table counts half
#: the turns, whatever the number of players, rounds to a whole number, and adds one.
_CHANGED = {"Duration": (0.5, 0.5, 1.0)}
#: Concepts of games to leave out: the table counts sites with pieces, we count pieces.
_WITHOUT = {"Piece Number Change": frozenset({"Sow", "StackState", "PieceCount"})}


@dataclass(frozen=True)
class ComparedMetric:
    """A value of the table and ours."""

    game: str
    column: str
    theirs: float
    ours: float
    #: The interval of the mean of N games, N being the table's number of games.
    low: float
    high: float

    @property
    def is_within(self) -> bool:
        """Whether the value of the table lies in the interval."""
        return self.low - 1e-9 <= self.theirs <= self.high + 1e-9


def key_of(name: str) -> str:
    """Return a name without spaces, marks and accents."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "", plain.casefold())


def rows_of(path: Path) -> dict[str, dict[str, float]]:
    """Return the rows of the table by the key of a name, without the rows of a single ruleset."""
    header, *lines = csv.reader(path.read_text(encoding="utf-8").splitlines())
    rows = {}
    for name, *values in lines:
        if name.endswith("-"):
            # Of two columns with a name the first one counts.
            cells = dict(reversed(list(zip(header[1:], values, strict=False))))
            rows[key_of(name)] = {it: float(text) for it, text in cells.items() if text != "NULL"}
    return rows


def _bounds(profile: Profile, metric: str) -> tuple[float, float]:
    """Return the interval of the mean of `GAMES` games, at 99 %, from our measurement."""
    ours, (low, high) = profile.measured[metric], profile.intervals[metric]
    if metric == "Balance":
        return _of_balance(profile)
    if metric in SHARES:
        # Shares of both samples that do not contradict each other.
        intervals = {k / GAMES: wilson(k / GAMES, GAMES) for k in range(GAMES + 1)}
        likely = [share for share, (a, b) in intervals.items() if a <= high and low <= b]
        return min(likely, default=ours), max(likely, default=ours)
    deviation = (high - low) / 2 / DEVIATIONS * profile.playouts**0.5
    error = DEVIATIONS * deviation * (1 / GAMES + 1 / profile.playouts) ** 0.5
    return ours - error, ours + error


def _of_balance(profile: Profile) -> tuple[float, float]:
    """Return the interval of the balance of two players, by sampling games from our shares."""
    first, ended = profile.measured["FirstWins"], profile.measured["Completion"]
    count = profile.playouts
    random = np.random.default_rng(1)
    # The shares themselves come from a sample.
    odds = random.dirichlet(count * np.array([first, ended - first, 1 - ended]) + 0.5, 4000)
    wins = np.array([random.multinomial(GAMES, each) for each in odds])
    low, high = np.quantile(1 - abs(wins[:, 0] - wins[:, 1]) / GAMES, (0.005, 0.995))
    return float(low), float(high)


def compared(profile: Profile, row: Mapping[str, float]) -> Iterator[ComparedMetric]:
    """Yield the values of a game that are in the table and in our profile."""
    for column, metric in COLUMNS.items():
        if column not in row or metric not in profile.measured:
            continue
        if _WITHOUT.get(column, frozenset()) & set(profile.concepts):
            continue
        factor, below, above = _CHANGED.get(column, (1.0, 0.0, 0.0))
        low, high = _bounds(profile, metric)
        ours = factor * profile.measured[metric] + (below + above) / 2
        low, high = factor * low + below, factor * high + above
        yield ComparedMetric(profile.game, column, row[column], ours, low, high)


def lines(comparisons: Sequence[ComparedMetric], games: int, seconds: float) -> Iterator[str]:
    """Yield the agreement by column as a table."""
    yield f"{games} games are in both; {seconds:,.0f} s of processor time"
    yield ""
    yield head("column", "ours", "games", "within", "correlation", "median difference")
    for column, metric in COLUMNS.items():
        some = [each for each in comparisons if each.column == column]
        if not some:
            continue
        theirs, ours = np.array([(each.theirs, each.ours) for each in some]).T
        within = np.mean([each.is_within for each in some])
        correlation = np.corrcoef(theirs, ours)[0, 1] if len(some) > 1 else np.nan
        numbers = (f"{within:.1%}", f"{correlation:.3f}", f"{np.median(theirs - ours):+.3f}")
        yield row(column, f"`{metric}`", len(some), *numbers)


def main(
    library: Path,
    table: Path,
    *,
    playouts: int = 100,
    seed: int = 1,
    workers: int = 1,
    each: float = 30.0,
    seconds: float = 1200.0,
    results: Path | None = None,
    differences: int = 0,
) -> None:
    """Print the agreement of our metrics with Ludii's table.

    Parameters
    ----------
    library : LIBRARY
        A folder like Ludii's Common/res.
    table : TABLE
        Ludii's EvalResults.csv.
    playouts
        Random games of each description.
    each
        The most seconds of a game.
    seconds
        The most seconds of processor time in all.
    results : FILE
        Profiles, kept from run to run.
    differences
        The number of differences to list for each column.
    """
    rows = rows_of(table)
    tasks = [
        ProfileTask(file, str(library), playouts=playouts, seed=seed, turns=TURNS, each=True)
        for file in Library(library).files
        if key_of(Path(file).stem) in rows
    ]
    spent = 0.0
    profiles: list[Profile] = []
    # In an order that mixes the categories, so that a run that ends early is a fair sample.
    order = np.random.default_rng(1).permutation(len(tasks)).tolist()
    for number in range(0, len(order), 10):
        some = [tasks[place] for place in order[number : number + 10]]
        new = take_profiles(some, workers=workers, seconds=each, results=results)
        profiles += new
        spent += sum(profile.seconds for profile in new)
        if len(profiles) % 25 == 0:
            print(f"{len(profiles)} of {len(tasks)}", file=sys.stderr, flush=True)
        if spent > seconds:
            break
    measured = [profile for profile in profiles if profile.measured]
    comparisons = [
        comparison
        for profile in measured
        for comparison in compared(profile, rows[key_of(Path(profile.file).stem)])
    ]
    for line in lines(comparisons, len(measured), spent):
        print(line)
    for profile in profiles:
        if not profile.measured:
            print(f"{profile.game}: {profile.error}")
    for column in COLUMNS:
        outside = [value for value in comparisons if value.column == column and not value.is_within]
        outside.sort(
            key=lambda value: -abs(value.theirs - value.ours) / (value.high - value.low + 0.01)
        )
        for value in outside[:differences]:
            print(
                f"{column}: {value.game}: {value.theirs:.3f}, ours {value.ours:.3f} "
                f"({value.low:.3f} to {value.high:.3f})"
            )


if __name__ == "__main__":
    run(main)
