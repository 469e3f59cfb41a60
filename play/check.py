"""Checking the compiled games against recorded trials: legal moves, movers and winners.

A file holds JSON lines, compressed by gzip or not. Line 1 is a header with the game, its tiling
and its components; every other line is a game with the start, for every ply the mover, all legal
moves and the move made, and the winner. Cells are lattice keys relative to the first start tile.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import Game
from games.ways import Way
from play.match import Choice, Match
from topo import InputError

Entry = tuple[int, ...]


@dataclass(frozen=True)
class Check:
    """What came of replaying a file.

    Attributes
    ----------
    name : str
        The file's name without suffixes.
    trials, plies, differences : int
        How many games and plies were replayed, and how many games differed.
    first : str or None
        The first difference in full.
    """

    name: str
    trials: int
    plies: int
    differences: int
    first: str | None = None

    def __str__(self) -> str:
        counts = f"{self.trials} trials, {self.plies} plies, {self.differences} differences"
        return f"{self.name}: {counts}"


def read_header(path: Path) -> dict[str, Any]:
    """Return the header of a file of trials.

    Raises
    ------
    InputError
        If the file cannot be read, or its first line is no header.
    """
    with _file(path) as lines, _on_line(path, 1):
        header = json.loads(next(lines, ""))
        if not isinstance(header["game"], str) or not isinstance(header["components"], list):
            raise TypeError
        for component in header["components"]:
            component["name"]
    found: dict[str, Any] = header
    return found


def check_trials(path: Path, game: Game, way: Way) -> Check:
    """Replay the games of a file and compare legal moves, movers and winners.

    Components are matched by their names, where the game has no component of a name by number.

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    ours = {component.name: number for number, component in enumerate(game.components, 1)}
    numbers = {
        number: ours.get(component["name"], number)
        for number, component in enumerate(read_header(path)["components"], 1)
    }
    replay = _Replay(Match(game, way), numbers)
    trials, plies, differences = 0, 0, 0
    first = None
    with _file(path) as lines:
        next(lines)
        for number, line in enumerate(lines, 2):
            with _on_line(path, number):
                trial = json.loads(line)
                difference, made = replay.compare(trial)
            trials += 1
            plies += made
            if difference is not None:
                differences += 1
                first = first or f"trial {trials} (line {number}), {difference}"
    return Check(path.name.split(".")[0], trials, plies, differences, first)


class _Replay:
    """Games of a file, played again in a match."""

    def __init__(self, match: Match, numbers: dict[int, int]) -> None:
        self._match = match
        self._numbers = numbers
        start = match.game.setup.start
        (self._i, self._j, _), _ = start[0] if start else ((0, 0, 0), 0)

    def _entry(self, choice: Choice) -> Entry:
        """Return a move as files have it."""
        if choice.cell is None:
            return (choice.component,)
        i, j, k = choice.cell
        return (i - self._i, j - self._j, k, choice.component)

    def _ours(self, entry: list[int]) -> Entry:
        """Return a move of a file with our number of the component."""
        i, j, k, component = entry
        return (i, j, k, self._numbers.get(component, component))

    def compare(self, trial: dict[str, Any]) -> tuple[str | None, int]:
        """Return the first difference of a game, None if there is none, and the plies compared."""
        match = self._match
        match.restart()
        start = sorted(
            (i - self._i, j - self._j, k, what) for (i, j, k), what in match.game.setup.start
        )
        recorded = sorted(self._ours(entry) for entry in trial["start"])
        if start != recorded:
            return f"start: {start} here, {recorded} there", 0
        winner = -1
        for number, ply in enumerate(trial["plies"]):
            place = f"ply {number}: "
            if winner != -1:
                return f"{place}the game is over here (winner {winner}), not there", number
            if match.mover != ply["mover"]:
                return f"{place}player {match.mover} moves here, {ply['mover']} there", number
            choices = match.choices()
            here = {self._entry(choice): choice for choice in choices}
            there = {self._ours(entry) for entry in ply["legal"]}
            if here.keys() != there:
                extra, missing = sorted(here.keys() - there), sorted(there - here.keys())
                return f"{place}legal only here {extra}, only there {missing}", number
            move = self._ours(ply["move"])
            if move not in here:
                return f"{place}the move {move} is not legal", number
            winner = match.make(here[move], choices[here[move]])
        if winner != trial["winner"]:
            state = "the game goes on" if winner == -1 else f"winner {winner}"
            return f"end: {state} here, winner {trial['winner']} there", len(trial["plies"])
        return None, len(trial["plies"])


@contextmanager
def _file(path: Path) -> Iterator[Iterator[str]]:
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8") as file:
            yield iter(file)
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or "damaged"
        raise InputError(f"file {str(path)!r} cannot be read: {reason}") from None


@contextmanager
def _on_line(path: Path, number: int) -> Iterator[None]:
    try:
        yield
    except (KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
        if isinstance(error, InputError | UnicodeDecodeError):
            raise
        raise InputError(
            f"file {str(path)!r}, line {number}: not in the form of recorded trials ({error!r})"
        ) from None
