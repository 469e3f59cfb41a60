"""The schedule of a tournament, and the file that keeps the results of its games as they come."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import combinations, combinations_with_replacement, permutations, product
from pathlib import Path
from random import Random
from typing import IO, Any, Self

from boardless.agents.playing import Played
from boardless.jit.game_runtime import mix
from boardless.topo import InputError

#: Ways to put groups together.
MODES = ("round-robin", "against-one", "random", "exhaustive", "self-play")


@dataclass(frozen=True)
class Fixture:
    """A game to be played.

    Attributes
    ----------
    number : int
        Its number in the tournament.
    game : int
        Which of the games is played.
    group : tuple of int
        The entrants who play each other, in ascending order.
    seats : tuple of int
        Which of them sits on each seat.
    seed : int
        The game's own, whatever order games are played in.
    """

    number: int
    game: int
    group: tuple[int, ...]
    seats: tuple[int, ...]
    seed: int


def fixtures(
    players: Sequence[int], entrants: int, count: int, seed: int, mode: str = "round-robin"
) -> list[Fixture]:
    """Return all games of a tournament.

    Parameters
    ----------
    players : sequence of int
        How many players each game has.
    entrants : int
        How many take part.
    count : int
        How many games each group plays of each game; exhaustive, in each order of the seats.
    seed : int
        Where the seeds of the games, and random groups, come from.
    mode : str
        round-robin: every group of different entrants, seats taken in turn. against-one: every
        group with the first. random: groups and seats drawn by lot, as many as a round robin
        has. exhaustive: every group in every order of seats. self-play: so, too, and an entrant
        may sit on several seats.

    Raises
    ------
    InputError
        If there is no such way, or there are too few entrants.
    """
    if mode not in MODES:
        raise InputError(f"unknown mode {mode!r}: choose one of {', '.join(MODES)}")
    found: list[Fixture] = []
    for game, seats in enumerate(players):
        chance = Random(mix(seed, game))
        for group, order in _orders(seats, entrants, count, mode, chance):
            number = len(found)
            found.append(Fixture(number, game, group, order, mix(mix(seed, 0), number) >> 2))
    return found


def _orders(
    seats: int, entrants: int, count: int, mode: str, chance: Random
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield groups, and who of them sits where."""
    alone = mode == "self-play" or seats == 1
    if entrants < 1 or (entrants < 2 and not alone):
        raise InputError(f"{entrants} agents: give two at least")
    # Where there are fewer entrants than seats, some sit on several.
    choose = combinations_with_replacement if alone or entrants < seats else combinations
    groups = [g for g in choose(range(entrants), seats) if alone or len(set(g)) > 1]
    if mode == "against-one":
        groups = [group for group in groups if 0 in group]
    if mode == "random":
        for _ in range(count * len(groups)):
            drawn = list(chance.choice(groups))
            chance.shuffle(drawn)
            yield tuple(sorted(drawn)), tuple(drawn)
        return
    for group in groups:
        if mode in ("exhaustive", "self-play"):
            orders = sorted(set(permutations(group)))
            yield from ((group, order) for order, _ in product(orders, range(count)))
        else:
            for k in range(count):
                turn = k % seats
                yield group, group[turn:] + group[:turn]


@dataclass(frozen=True)
class GameResult:
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

    results: list[GameResult]
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
            results = [GameResult.read(line) for line in lines[1:]]
            Path(path).write_text("".join(f"{line}\n" for line in lines or [head]), "utf-8")
            with Path(path).open("a", encoding="utf-8") as file:
                yield cls(results, file)
        except (OSError, UnicodeError) as error:
            raise InputError(f"{path}: {error}") from None
        except (json.JSONDecodeError, TypeError, AttributeError):
            raise InputError(f"{path}: keeps no tournament, give another file") from None

    def write(self, result: GameResult) -> None:
        """Keep a result at once."""
        if self._file is not None:
            self._file.write(json.dumps(asdict(result)) + "\n")
            self._file.flush()
