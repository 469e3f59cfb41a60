"""Who plays whom: every game of a tournament, with its number, seats and seed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations, product
from random import Random

from boardless.state.engine.runtime import mix
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
