"""The schedule of a tournament, and the file of its results."""

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
from boardless.util.inputs import check_choice, path_of

#: Pairings of entrants.
MODES = ("round-robin", "against-one", "random", "exhaustive", "self-play")


@dataclass(frozen=True)
class Fixture:
    """A game of the schedule."""

    number: int  #: its number in the tournament
    game: int  #: index into the games
    group: tuple[int, ...]  #: the entrants who play each other, ascending
    seats: tuple[int, ...]  #: the entrant of each seat
    seed: int  #: the game's own, whatever order games are played in


def fixtures(
    players: Sequence[int], entrants: int, count: int, seed: int, mode: str = "round-robin"
) -> list[Fixture]:
    """Return all games of a tournament; each group plays `count` games of each game.

    Modes: round-robin, every group of different entrants, seats taken in turn; against-one, every
    group with the first; random, groups and seats at random, as many as a round robin has;
    exhaustive, every group `count` times in every order of seats; self-play, so, too, and an
    entrant may sit on several seats.
    """
    check_choice(mode, "unknown mode", MODES)
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
    """Yield groups, each with the entrant of every seat."""
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
            order = list(chance.choice(groups))
            chance.shuffle(order)
            yield tuple(sorted(order)), tuple(order)
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
    """The result of a game of a tournament; its fields are those of a line of the file."""

    number: int
    game: int
    seed: int
    seats: tuple[int, ...]  #: the entrant of each seat
    rewards: tuple[float, ...]
    plies: int
    decided: tuple[int, ...]  #: number of moves that each seat chose
    iterations: tuple[int, ...]  #: of each seat, in all
    calls: tuple[int, ...]
    seconds: tuple[float, ...] = field(compare=False)  #: of thinking in all; depends on the machine
    cut: bool = False  #: whether it was cut at the limit of moves, and counts as drawn
    scores: tuple[float, ...] | None = None

    @classmethod
    def of(cls, fixture: Fixture, game: Played) -> Self:
        """Return the result of a record."""
        spent = game.spent
        return cls(
            fixture.number, fixture.game, fixture.seed, fixture.seats, game.rewards,
            len(game.moves), game.decided, tuple(it.iterations for it in spent),
            tuple(it.calls for it in spent), tuple(it.seconds for it in spent),
            cut=game.cut, scores=game.scores,
        )  # fmt: skip

    @classmethod
    def read(cls, line: str) -> Self:
        """Return the result of a line of a file."""
        values: dict[str, Any] = json.loads(line)
        fields: dict[str, Any] = {
            name: tuple(it) if isinstance(it, list) else it for name, it in values.items()
        }
        return cls(**fields)


@dataclass
class ResultFile:
    """A file of results: a line for the tournament, and one for each game."""

    results: list[GameResult]  #: those that were in it
    _file: IO[str] | None = None

    @classmethod
    @contextmanager
    def open(cls, path: str | Path | None, header: dict[str, Any]) -> Iterator[Self]:
        """Provide a file to go on with, or none; InputError if it is of another tournament."""
        if path is None:
            yield cls([])
            return
        path = path_of(path, "file of results")
        first_line = json.dumps(header)
        lines: list[str] = []
        try:
            if path.exists():
                # A last line without an end was cut short: that game is played again.
                lines = path.read_text(encoding="utf-8").split("\n")[:-1]
            if lines and lines[0] != first_line:
                raise InputError(f"{path}: keeps another tournament, give another file")
            results = [GameResult.read(line) for line in lines[1:]]
            path.write_text("".join(f"{line}\n" for line in lines or [first_line]), "utf-8")
            with path.open("a", encoding="utf-8") as file:
                yield cls(results, file)
        except (OSError, UnicodeError) as error:
            raise InputError(f"{path}: {error}") from None
        except (json.JSONDecodeError, TypeError, AttributeError):
            raise InputError(f"{path}: keeps no tournament, give another file") from None

    def write(self, result: GameResult) -> None:
        """Write a result at once."""
        if self._file is not None:
            self._file.write(json.dumps(asdict(result)) + "\n")
            self._file.flush()
