"""The archive of a search, and its log: a line of JSON for every candidate, in order."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from boardless.design.evaluation import STAGES
from boardless.design.scores import RANDOM, Behaviour, behaviour_of, score_of, scores_of
from boardless.topo import InputError

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
        """Count a candidate, and keep it if it is the best of its cell; of equals the first."""
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
