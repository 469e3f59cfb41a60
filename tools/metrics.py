"""Comparison of metrics with Ludii's table: ``python -m tools.metrics LIBRARY TABLE``.

The table is `Mining/res/evaluation/EvalResults.csv` of Ludii's repository: ten games of each
description, by chance, of fifty turns a player at most. The same is played here, a hundred games of
each. A value lies within the intervals if the mean of ten such games may be what the table says, at
99 %. The definitions of its columns follow from its numbers: see docs/metrics.md.
"""

import csv
import re
import sys
import unicodedata
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boardless.agents.ratings import wilson
from boardless.analysis.metrics import DEVIATIONS, SHARES
from boardless.analysis.profiles import Profile, ProfileTask, take_profiles
from boardless.games import Library
from tools.markdown import head, row

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
#: What a value of ours is multiplied by, and what is added to the ends of its interval: the table
#: counts half the turns, whatever the number of players, rounds to a whole number, and adds one.
_CHANGED = {"Duration": (0.5, 0.5, 1.0)}
#: Concepts of games that are left out: the table counts sites with pieces, we count pieces.
_WITHOUT = {"Piece Number Change": frozenset({"Sow", "StackState", "PieceCount"})}


@dataclass(frozen=True)
class Compared:
    """A value of the table and ours."""

    game: str
    column: str
    theirs: float
    ours: float
    #: Where a mean of as many games as the table has may lie.
    low: float
    high: float

    @property
    def is_within(self) -> bool:
        """Whether the value of the table lies there."""
        return self.low - 1e-9 <= self.theirs <= self.high + 1e-9


def key_of(name: str) -> str:
    """Return a name without spaces, marks and accents."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "", plain.casefold())


def rows_of(path: Path) -> dict[str, dict[str, float]]:
    """Return the rows of the table by the key of a name; those of a single ruleset are left out."""
    header, *lines = csv.reader(path.read_text(encoding="utf-8").splitlines())
    found = {}
    for name, *values in lines:
        if name.endswith("-"):
            # Of two columns with a name the first one is meant.
            cells = dict(reversed(list(zip(header[1:], values, strict=False))))
            found[key_of(name)] = {it: float(text) for it, text in cells.items() if text != "NULL"}
    return found


def _bounds(profile: Profile, metric: str) -> tuple[float, float]:
    """Return where the mean of `GAMES` games lies, at 99 %, given what was measured here."""
    ours, (low, high) = profile.measured[metric], profile.intervals[metric]
    if metric == "Balance":
        return _of_balance(profile)
    if metric in SHARES:
        # Shares of both samples that do not contradict each other.
        likely = [k / GAMES for k in range(GAMES + 1) if _agrees(k / GAMES, low, high)]
        return min(likely, default=ours), max(likely, default=ours)
    deviation = (high - low) / 2 / DEVIATIONS * profile.playouts**0.5
    error = DEVIATIONS * deviation * (1 / GAMES + 1 / profile.playouts) ** 0.5
    return ours - error, ours + error


def _agrees(share: float, low: float, high: float) -> bool:
    below, above = wilson(share, GAMES)
    return below <= high and low <= above


def _of_balance(profile: Profile) -> tuple[float, float]:
    """Return the same of the balance of two, by games sampled from the shares measured here."""
    first, ended = profile.measured["FirstWins"], profile.measured["Completion"]
    count = profile.playouts
    random = np.random.default_rng(1)
    # The shares themselves are known from a sample only.
    odds = random.dirichlet(count * np.array([first, ended - first, 1 - ended]) + 0.5, 4000)
    wins = np.array([random.multinomial(GAMES, each) for each in odds])
    low, high = np.quantile(1 - abs(wins[:, 0] - wins[:, 1]) / GAMES, (0.005, 0.995))
    return float(low), float(high)


def compared(profile: Profile, row: Mapping[str, float]) -> Iterator[Compared]:
    """Yield the values of a game that both have."""
    for column, metric in COLUMNS.items():
        if column not in row or metric not in profile.measured:
            continue
        if _WITHOUT.get(column, frozenset()) & set(profile.concepts):
            continue
        factor, below, above = _CHANGED.get(column, (1.0, 0.0, 0.0))
        low, high = _bounds(profile, metric)
        ours = factor * profile.measured[metric] + (below + above) / 2
        low, high = factor * low + below, factor * high + above
        yield Compared(profile.game, column, row[column], ours, low, high)


def lines(found: Sequence[Compared], games: int, seconds: float) -> Iterator[str]:
    """Yield the agreement by column as a table, then the games in which most differs."""
    yield f"{games} games are in both; {seconds:,.0f} s of processor time"
    yield ""
    yield head("column", "ours", "games", "within", "correlation", "median difference")
    for column, metric in COLUMNS.items():
        some = [it for it in found if it.column == column]
        if not some:
            continue
        theirs, ours = (np.array([getattr(it, name) for it in some]) for name in ("theirs", "ours"))
        within = np.mean([it.is_within for it in some])
        correlation = np.corrcoef(theirs, ours)[0, 1] if len(some) > 1 else np.nan
        numbers = (f"{within:.1%}", f"{correlation:.3f}", f"{np.median(theirs - ours):+.3f}")
        yield row(column, f"`{metric}`", len(some), *numbers)


def main(words: Sequence[str]) -> int:
    """Print the agreement; return the exit status."""
    parser = ArgumentParser(prog="python -m tools.metrics", description=main.__doc__)
    parser.add_argument("library", type=Path, help="laid out like Ludii's Common/res")
    parser.add_argument("table", type=Path, help="Ludii's EvalResults.csv")
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--each", type=float, default=30.0, help="seconds for each game at most")
    parser.add_argument("--seconds", type=float, default=1200.0, help="of processor time in all")
    parser.add_argument("--results", type=Path, help="profiles, kept from run to run")
    parser.add_argument("--differences", type=int, default=0, help="how many are listed a column")
    options = parser.parse_args(words)
    rows, library = rows_of(options.table), Library(options.library)
    tasks = [
        ProfileTask(file, str(options.library), playouts=options.playouts, seed=options.seed,
                    turns=TURNS, each=True)
        for file in library.files
        if key_of(Path(file).stem) in rows
    ]  # fmt: skip
    spent: list[float] = []

    def progress(done: int, total: int) -> None:
        if done % 25 == 0:
            print(f"{done} of {total}", file=sys.stderr, flush=True)

    profiles: list[Profile] = []
    # In an order that mixes the categories, so that a run that ends early is a fair sample.
    order = np.random.default_rng(1).permutation(len(tasks)).tolist()
    for number in range(0, len(order), 10):
        some = [tasks[place] for place in order[number : number + 10]]
        new = take_profiles(some, workers=options.workers, seconds=options.each,
                            results=options.results)  # fmt: skip
        profiles += new
        spent += [it.seconds for it in new]
        progress(len(profiles), len(tasks))
        if sum(spent) > options.seconds:
            break
    whole = [it for it in profiles if it.measured]
    found = [each for it in whole for each in compared(it, rows[key_of(Path(it.file).stem)])]
    for line in lines(found, len(whole), sum(spent)):
        print(line)
    for profile in profiles:
        if not profile.measured:
            print(f"{profile.game}: {profile.error}")
    for column in COLUMNS if options.differences else ():
        out = [it for it in found if it.column == column and not it.is_within]
        out.sort(key=lambda it: -abs(it.theirs - it.ours) / (it.high - it.low + 0.01))
        for it in out[: options.differences]:
            print(
                f"{column}: {it.game}: {it.theirs:.3f}, ours {it.ours:.3f} "
                f"({it.low:.3f} to {it.high:.3f})"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
