"""Results of games, and the file that keeps them as they come."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Self

from boardless.agents.playing import Played
from boardless.agents.schedule import Fixture
from boardless.topo import InputError


@dataclass(frozen=True)
class Result:
    """How a game of a tournament went.

    Attributes
    ----------
    number, game, seed : int
        Its number, which of the games was played, and the game's own seed.
    seats : tuple of int
        Which entrant sat on each seat.
    rewards : tuple of float
        What each seat got.
    plies : int
        How many moves were made.
    decided, iterations, calls : tuple of int
        How many moves each seat chose, and what it spent on them in all.
    seconds : tuple of float
        How long it thought in all; depends on the machine.
    cut : bool
        Whether it was cut after as many moves as were allowed, and counts as drawn.
    scores : tuple of float, optional
        The score of each seat at the end, if the game counts them.
    """

    number: int
    game: int
    seed: int
    seats: tuple[int, ...]
    rewards: tuple[float, ...]
    plies: int
    decided: tuple[int, ...]
    iterations: tuple[int, ...]
    calls: tuple[int, ...]
    seconds: tuple[float, ...] = field(compare=False)
    cut: bool = False
    scores: tuple[float, ...] | None = None

    @classmethod
    def of(cls, fixture: Fixture, game: Played) -> Self:
        """Return the result of a game that was played."""
        spent = game.spent
        return cls(
            fixture.number, fixture.game, fixture.seed, fixture.seats, game.rewards,
            len(game.moves), game.decided, tuple(it.iterations for it in spent),
            tuple(it.calls for it in spent), tuple(it.seconds for it in spent),
            cut=game.cut, scores=game.scores,
        )  # fmt: skip

    @classmethod
    def read(cls, line: str) -> Self:
        """Return the result that a line of a file has."""
        values: dict[str, Any] = json.loads(line)
        kept: dict[str, Any] = {
            name: tuple(it) if isinstance(it, list) else it for name, it in values.items()
        }
        return cls(**kept)


@dataclass
class Kept:
    """A file of results: a line that says of what, and one for each game.

    Attributes
    ----------
    results : list of Result
        Those that were in it.
    """

    results: list[Result]
    _file: IO[str] | None = None

    @classmethod
    @contextmanager
    def opened(cls, path: str | Path | None, said: dict[str, Any]) -> Iterator[Self]:
        """Provide a file to go on with, or none.

        Raises
        ------
        InputError
            If it cannot be written, or is of another tournament.
        """
        if path is None:
            yield cls([])
            return
        head = json.dumps(said)
        lines: list[str] = []
        try:
            if Path(path).exists():
                # A last line without an end was cut short: that game is played again.
                lines = Path(path).read_text(encoding="utf-8").split("\n")[:-1]
            if lines and lines[0] != head:
                raise InputError(f"{path}: keeps another tournament, give another file")
            results = [Result.read(line) for line in lines[1:]]
            Path(path).write_text("".join(f"{line}\n" for line in lines or [head]), "utf-8")
            with Path(path).open("a", encoding="utf-8") as file:
                yield cls(results, file)
        except (OSError, UnicodeError) as error:
            raise InputError(f"{path}: {error}") from None
        except (json.JSONDecodeError, TypeError, AttributeError):
            raise InputError(f"{path}: keeps no tournament, give another file") from None

    def write(self, result: Result) -> None:
        """Keep a result at once."""
        if self._file is not None:
            self._file.write(json.dumps(asdict(result)) + "\n")
            self._file.flush()
