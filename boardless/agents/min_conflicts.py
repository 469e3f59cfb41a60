"""Min-conflicts search: the repair of sampled histories that contradict the player's views.

A place in conflict is chosen at random, then a thing that matters there, and of some exchanges of
it the one that leaves the fewest conflicts, with some noise. Sources: S. Minton and others,
Minimizing conflicts, 1992; B. Selman, H. Kautz, B. Cohen, Noise strategies for improving local
search, 1994.
"""

from math import exp
from random import Random
from typing import Self

import numpy as np

from boardless.agents.histories import EVERYBODY, ActionHistory, Shuffle, conflicts, exchange
from boardless.jit.arrays import Bools, Ints
from boardless.play.observation import numbers_seen

#: The most exchanges.
MAX_TRIED = 50_000
#: Exchanges compared in a step.
TRIES = 8
#: The logarithm by which a step is rarer for each conflict that it adds.
STRICT = 2.0
#: Exchanges to find out where a thing matters.
PROBES = 2


class ShuffleRepair:
    """A shuffle that decides a move, or the initial position, and the history up to it."""

    def __init__(self, history: ActionHistory, shuffle: Shuffle) -> None:
        self._state, self.shuffle = history.state, shuffle
        self._next_view = history.observed.next_views[shuffle.plies[-1] + 1]
        self._relevant: list[list[int]] = []

    @classmethod
    def of(cls, history: ActionHistory) -> Self | None:
        """Return the first shuffle that decides one move or the initial position, or None."""
        for ply in history.open_plies:
            shuffle = Shuffle.at(history, ply)
            if shuffle is None:
                continue
            before = history.until(shuffle.plies[0])
            together = shuffle.plies[-1] - shuffle.plies[0] + 1 == len(shuffle.plies)
            position = before.state.position
            # A move may let a board grow in another way; before the first one it is the same.
            waits = position.is_waiting and not history.state.game.growing
            if together and (waits or position.is_starting):
                return cls(before, shuffle)
        return None

    def numbers(self, things: tuple[int, ...]) -> Ints:
        """Return the site numbers after the move, if these things are sampled."""
        position = self._state.position

        def read() -> Ints:
            return numbers_seen(position.arrays, position.kernels, EVERYBODY)

        return position.tried(self.shuffle.outcomes(things), read)

    def conflicts(self, things: tuple[int, ...]) -> Bools:
        """Return for each site whether it is in conflict if these things are sampled."""
        return conflicts(self.numbers(things), self._next_view)

    def relevant(self, place: int, random: Random) -> list[int]:
        """Return the things that decide what is on a site."""
        if not self._relevant:
            self._relevant = [[] for _ in range(self._next_view.shape[1])]
            for thing in range(self.shuffle.size):
                for found in np.flatnonzero(self._changes(thing, random)).tolist():
                    self._relevant[found].append(thing)
        return self._relevant[place]

    def _changes(self, thing: int, random: Random) -> Bools:
        """Return for each site whether it changes whenever a thing is exchanged."""
        places = np.ones(self._next_view.shape[1], bool)
        for _ in range(PROBES):
            things = tuple(random.sample(range(self.shuffle.size), len(self.shuffle.plies)))
            things = things if thing in things else exchange(things, 0, thing)
            others = exchange(things, things.index(thing), random.randrange(self.shuffle.size))
            places &= (self.numbers(things) != self.numbers(others)).any(axis=0)
        return places

    def repair(self, things: tuple[int, ...], random: Random) -> tuple[int, ...]:
        """Return things without conflicts, or the best that the search came to."""
        wrong = self.conflicts(things)
        for _ in range(MAX_TRIED // TRIES):
            if not wrong.any():
                break
            places = np.flatnonzero(wrong).tolist()
            tried = [self._exchange_at(things, places, random) for _ in range(TRIES)]
            found = [(self.conflicts(each), each) for each in tried]
            best, others = min(found, key=lambda each: int(each[0].sum()))
            if random.random() < exp(min(0, int(wrong.sum()) - int(best.sum()))):
                wrong, things = best, others
        return things

    def walk(self, things: tuple[int, ...], random: Random, steps: int) -> tuple[int, ...]:
        """Walk by the Metropolis rule; return the last things without conflicts.

        A step samples one thing again, as `agents.determinization.metropolis_step` does, but makes
        only the move of the shuffle, not the whole history.
        """
        best, wrong = things, int(self.conflicts(things).sum())
        for _ in range(steps):
            at, new = random.randrange(len(things)), random.randrange(self.shuffle.size)
            other = exchange(things, at, new)
            worse = int(self.conflicts(other).sum()) - wrong
            if random.random() < exp(-STRICT * max(worse, 0)):
                things, wrong = other, wrong + worse
                best = best if wrong else things
        return best

    def _exchange_at(
        self, things: tuple[int, ...], places: list[int], random: Random
    ) -> tuple[int, ...]:
        """Return things of which one that matters at a site in conflict has come or gone.

        The one that goes or comes for it matters at such a site, too, half of the time.
        """
        every = list(range(self.shuffle.size))
        thing = random.choice(self.relevant(random.choice(places), random) or every)
        others = self.relevant(random.choice(places), random) if random.random() < 0.5 else every
        if thing in things:
            return exchange(things, things.index(thing), random.choice(others or every))
        leaving = random.choice([each for each in others if each in things] or things)
        return exchange(things, things.index(leaving), thing)


def repair(history: ActionHistory, random: Random) -> ActionHistory:
    """Return a history with its first shuffle repaired; later choices stay where they can.

    Of a shuffle over several moves, such as the dominoes that players draw in turn, things are
    exchanged, those before the first conflict first, as long as that puts the conflict off.
    """
    search = ShuffleRepair.of(history)
    if search is None:
        return _put_off(history, random)
    things = search.repair(search.shuffle.things(history), random)
    wanted = search.shuffle.choices(history, things)
    return history.chosen_again(search.shuffle.plies[0], wanted, random) or history


def _put_off(history: ActionHistory, random: Random) -> ActionHistory:
    """Exchange what was sampled until all agrees, or no exchange puts the first conflict off."""
    while history.distance and history.open_plies:
        *earlier, last = history.open_plies
        plies = [last, *random.sample(earlier, len(earlier))]
        tried = (_exchanged_at(history, ply, random) for ply in plies)
        found = next(filter(None, tried), None)
        if found is None:
            break
        history = found
    return history


def _exchanged_at(history: ActionHistory, ply: int, random: Random) -> ActionHistory | None:
    """Return a history that agrees longer, as a ply samples another thing in it, or None."""
    shuffle = Shuffle.at(history, ply)
    if shuffle is None:
        return None
    for thing in random.sample(range(shuffle.size), shuffle.size):
        other = history.chosen_again(ply, shuffle.exchanged(history, ply, thing), random)
        if other is not None and other.agreed > history.agreed:
            return other
    return None
