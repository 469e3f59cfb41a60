"""Scores and behaviour of candidates, and the archive that keeps the best of each behaviour.

The archive's log has a line of JSON for every candidate, in order. Criteria of the score: C.
Browne, Automatic generation and evaluation of recombination games, 2008, chapter 6 (advantage,
completion, drawishness, drama, clarity, depth). Each is computed as described below, from fewer and
weaker games than there, to allow thousands of candidates.
"""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any, Self, TypeAlias

from boardless.design.evaluation import STAGES
from boardless.topo import InputError

#: The measures of a candidate, with random games' measures by the names of `analysis.metrics`.
Measures: TypeAlias = Mapping[str, float]
#: A cell of the archive.
Behaviour: TypeAlias = tuple[int, ...]

#: The criteria, each from 0 to 1, with descriptions.
CRITERIA = {
    "completion": "share of random games that end",
    "decisiveness": "share of ended random games that somebody wins",
    "balance": "1 less the difference between the shares of won random games of both players",
    "depth": "how far the score of the agent with ten times the iterations is above one half",
    "drama": "how far behind winners were, by the stronger agent's values, where they were",
    "clarity": "by how much the stronger agent's visits prefer one move to others",
}
#: Criteria known from random games.
RANDOM = tuple(CRITERIA)[:3]

#: The features of behaviour, with the upper ends of their classes, and descriptions.
FEATURES: dict[str, tuple[tuple[float, ...], str]] = {
    "plies": ((10, 20, 40, 80, 160), "mean plies of random games"),
    "branching": ((4, 8, 16, 32, 64), "mean legal moves in random games"),
    "board": ((1, 1.5, 1.75), "fixed, or growing with so much of it covered at the end"),
    "PieceNumberMaxDecrease": ((0.001, 1.0), "the most pieces that leave the board in a move"),
    "decisiveness": ((0.5, 0.95), "share of ended random games that somebody wins"),
}


@dataclass(frozen=True)
class Playable:
    """The minimum quality of random games before agents play a game."""

    completion: float = 0.9
    decisiveness: float = 0.1
    plies: float = 6.0
    branching: float = 2.0
    #: The share of forced moves.
    forced: float = 0.4

    def holds(self, measures: Measures) -> bool:
        """Return True if a played candidate is playable, with some wins of both players."""
        scores = scores_of(measures)
        return (
            scores["completion"] >= self.completion
            and scores["decisiveness"] >= self.decisiveness
            and 0 < measures["FirstWins"] < measures["Completion"]
            and measures["DurationMoves"] >= self.plies
            and measures["BranchingFactorAverage"] >= self.branching
            and measures["DecisionMoves"] >= 1 - self.forced
        )


def scores_of(measures: Measures) -> dict[str, float]:
    """Return the criteria that the measures determine."""
    ended, won = 1 - measures["Timeouts"], measures["Completion"]
    second = won - measures["FirstWins"]
    scores = {
        "completion": ended,
        "decisiveness": won / ended if ended else 0.0,
        "balance": 1 - abs(measures["FirstWins"] - second) / won if won else 0.0,
    }
    if "strong" in measures:
        scores["depth"] = max(0.0, 2 * measures["strong"] - 1)
        scores["drama"] = measures["drama"]
        scores["clarity"] = measures["narrowness"]
    return {name: round(value, 6) for name, value in scores.items()}


def promise_of(measures: Measures) -> float:
    """Return the promise of the first games: they end, and each player wins some."""
    ones, twos = measures["first_wins1"], measures["first_wins2"]
    return measures["first_ended"] + min(ones, twos) / measures["first_games"] + (ones + twos > 0)


def score_of(scores: Mapping[str, float]) -> float:
    """Return the mean of all criteria; unknown criteria count as 0."""
    return round(sum(scores.get(name, 0.0) for name in CRITERIA) / len(CRITERIA), 6)


def behaviour_of(measures: Measures) -> Behaviour:
    """Return the cell of the archive that a candidate belongs to: a class of each feature.

    Source: J.-B. Mouret, J. Clune, Illuminating search spaces by mapping elites, 2015.
    """
    values = {
        "plies": measures["DurationMoves"],
        "branching": measures["BranchingFactorAverage"],
        "board": measures["grows"] * (1 + measures["BoardCoverageDefault"]),
        "PieceNumberMaxDecrease": -measures["PieceNumberMaxDecrease"],
        "decisiveness": scores_of(measures)["decisiveness"],
    }
    return tuple(bisect_right(ends, values[name]) for name, (ends, _) in FEATURES.items())


def cells() -> int:
    """Return the number of cells of the archive."""
    return prod(len(ends) + 1 for ends, _ in FEATURES.values())


#: The form of the log.
FORM = 1
#: The tolerated loss of a candidate in random games against the game in its cell.
LEEWAY = 0.05


@dataclass(frozen=True)
class Record:
    """A candidate: its parents, its changes, its last stage, and its measures.

    Attributes
    ----------
    number : int
        Its number, from 0; the founders come first.
    digest : str
        The identity of its text.
    parents : tuple of str
        The digests of the trees it was made from; empty for founders.
    changes : tuple of str
        The names of `changes.CHANGES`; for a founder its name.
    stage, error : str
        The last of `evaluation.STAGES` that it reached, and the error that stopped it there.
    measures : dict
        Numbers by name.
    text : str
        Its text, only of played candidates; the text of others is made again from the seed.
    """

    number: int
    digest: str
    parents: tuple[str, ...]
    changes: tuple[str, ...]
    stage: str
    error: str
    measures: dict[str, float]
    text: str = field(default="", repr=False)

    def line(self) -> str:
        """Return the record as a line of the log."""
        return json.dumps(vars(self), ensure_ascii=False) + "\n"

    @classmethod
    def of(cls, values: dict[str, Any]) -> Self:
        """Return the record of a line's values."""
        return cls(**values | {name: tuple(values[name]) for name in ("parents", "changes")})

    @property
    def scores(self) -> dict[str, float]:
        """The known criteria."""
        return scores_of(self.measures) if self.has("played") else {}

    @property
    def score(self) -> float:
        """The mean of the criteria; unknown ones count 0."""
        return score_of(self.scores)

    @property
    def behaviour(self) -> Behaviour:
        """Its cell of the archive."""
        return behaviour_of(self.measures)

    def has(self, stage: str) -> bool:
        """Return True if it reached a stage."""
        return self.stage != "" and STAGES.index(self.stage) >= STAGES.index(stage)

    def data(self) -> dict[str, Any]:
        """Return the record in the form of the archive's file."""
        return {
            "number": self.number, "digest": self.digest, "parents": list(self.parents),
            "changes": list(self.changes), "behaviour": list(self.behaviour),
            "score": self.score, "scores": self.scores, "measures": self.measures,
            "text": self.text,
        }  # fmt: skip


@dataclass
class Archive:
    """The best candidate of each cell, among the candidates that agents have played."""

    cells: dict[Behaviour, Record] = field(default_factory=dict)
    #: Candidates by their last stage; "" for unreadable ones.
    stages: Counter[str] = field(default_factory=Counter)

    def __repr__(self) -> str:
        return f"<Archive {len(self.cells)} cells filled, {self.stages.total():,} candidates>"

    def add(self, record: Record) -> None:
        """Count a candidate, and keep it if it is better than all before it in its cell."""
        self.stages[record.stage] += 1
        if record.has("faced"):
            best = self.cells.get(record.behaviour)
            if best is None or record.score > best.score:
                self.cells[record.behaviour] = record

    def gain(self, measures: Mapping[str, float]) -> float:
        """Return the improvement of a candidate in random games over the game in its cell.

        A candidate for an empty cell gains its whole score, plus 1.
        """
        scores = scores_of(measures)
        best = self.cells.get(behaviour_of(measures))
        if best is None:
            return 1 + sum(scores[name] for name in RANDOM)
        # The agents' criteria are unknown at this point, so random games may show a slight loss.
        return sum(scores[name] - best.scores[name] for name in RANDOM) + LEEWAY

    def reached(self, stage: str) -> int:
        """Return the number of candidates that reached a stage."""
        return sum(self.stages[name] for name in STAGES[STAGES.index(stage) :])

    @property
    def elites(self) -> list[Record]:
        """The games in the archive, in the order of the cells."""
        return [self.cells[cell] for cell in sorted(self.cells)]

    @property
    def best(self) -> list[Record]:
        """The games in the archive, best first."""
        return sorted(self.elites, key=lambda record: (-record.score, record.number))


class SearchLog:
    """The file of a search's candidates; a continued run begins after its last whole round."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self._path = path
        self._header = {"form": FORM, **header}
        self.seconds = 0.0
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._append(json.dumps(self._header) + "\n")
            return
        with path.open("rb") as file:
            first = file.readline()
        try:
            there = json.loads(first) if first.endswith(b"\n") else {}
        except ValueError:
            there = {}
        for name, value in self._header.items():
            if there.get(name) != value:
                raise InputError(
                    f"{str(path)!r} is of another search, by its {name}: choose another folder"
                )

    def rounds(self) -> Iterator[list[Record]]:
        """Yield the candidates of each whole round, and cut off an incomplete round at the end."""
        records: list[Record] = []
        with self._path.open("rb") as file:
            file.readline()
            end = file.tell()
            while (line := file.readline()).endswith(b"\n"):
                try:
                    values = json.loads(line)
                    if "round" in values:
                        self.seconds, end = values["seconds"], file.tell()
                        yield records
                        records = []
                    else:
                        records.append(Record.of(values))
                except (ValueError, TypeError, KeyError):
                    break
        with self._path.open("r+b") as whole:
            whole.truncate(end)

    def write(self, number: int, records: list[Record], seconds: float) -> None:
        """Append the candidates of a round, and the seconds that the search has taken so far."""
        self.seconds = seconds
        said = json.dumps({"round": number, "seconds": round(seconds, 3)})
        self._append("".join(record.line() for record in records) + said + "\n")

    def records(self) -> Iterator[Record]:
        """Yield all candidates of whole rounds, one by one."""
        for records in self.rounds():
            yield from records

    def _append(self, text: str) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(text)
