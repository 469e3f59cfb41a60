"""Courses repaired: what chance has drawn in one go is exchanged where something looks wrong.

One of the places on which something else lies than the player saw is chosen by lot, then a thing
that matters there, and of some exchanges of it the one that leaves the fewest places wrong (as
searches for what satisfies conditions do: Selman, Kautz and Cohen 1994).
"""

from math import exp
from random import Random
from typing import Self

import numpy as np

from boardless.agents.histories import EVERYBODY, Course, Lots, exchanged
from boardless.jit.arrays import Bools, Ints
from boardless.play.observation import UNSEEN, numbers_seen

#: So many exchanges are tried at most.
MAX_TRIED = 50_000
#: Exchanges of which the best is taken.
TRIES = 8
#: Exchanges by which it is found out where a thing matters.
PROBES = 2


class Drawn:
    """What a move, or the start, makes of things that are drawn while it waits for them.

    Parameters
    ----------
    course : Course
        The course up to the draws.
    lots : Lots
        The draws.
    """

    def __init__(self, course: Course, lots: Lots) -> None:
        self._state, self._watched, self.lots = course.state, course.watched, lots
        self._known = course.watched.known[lots.plies[-1] + 1]
        self._matters: list[list[int]] = []

    @classmethod
    def of(cls, course: Course) -> Self | None:
        """Return the first draws that are all for one move, or for the start; None if none are."""
        for ply in course.open_plies:
            lots = Lots.at(course, ply)
            if lots is None:
                continue
            before = course.until(lots.plies[0])
            together = lots.plies[-1] - lots.plies[0] + 1 == len(lots.plies)
            position = before.state.position
            # A move may let a board grow in another way; before the first one it is the same.
            waits = position.is_waiting and not course.state.game.growing
            if together and (waits or position.is_starting):
                return cls(before, lots)
        return None

    def numbers(self, things: tuple[int, ...]) -> Ints:
        """Return what lies where after the move, if these things are drawn."""
        position = self._state.position

        def read() -> Ints:
            return numbers_seen(position.arrays, position.kernels, EVERYBODY)

        return position.tried(self.lots.outcomes(things), read)

    def wrong(self, numbers: Ints) -> Bools:
        """Tell of each place whether something else lies there than the player saw next."""
        found: Bools = ((numbers != self._known) & (self._known != UNSEEN)).any(axis=0)
        return found

    def mattering(self, place: int, random: Random) -> list[int]:
        """Return the things that change what lies on a place when they are drawn."""
        if not self._matters:
            self._matters = [[] for _ in range(self._known.shape[1])]
            for thing in range(self.lots.size):
                for found in np.flatnonzero(self._changes(thing, random)).tolist():
                    self._matters[found].append(thing)
        return self._matters[place]

    def _changes(self, thing: int, random: Random) -> Bools:
        """Tell of each place whether it changes whenever a thing is exchanged."""
        places = np.ones(self._known.shape[1], bool)
        for _ in range(PROBES):
            things = tuple(random.sample(range(self.lots.size), len(self.lots.plies)))
            things = things if thing in things else exchanged(things, 0, thing)
            others = exchanged(things, things.index(thing), random.randrange(self.lots.size))
            places &= (self.numbers(things) != self.numbers(others)).any(axis=0)
        return places

    def repaired(self, things: tuple[int, ...], random: Random) -> tuple[int, ...]:
        """Return things after which nothing lies wrong, or what it came to."""
        wrong = self.wrong(self.numbers(things))
        for _ in range(MAX_TRIED // TRIES):
            if not wrong.any():
                break
            place = random.choice(np.flatnonzero(wrong).tolist())
            tried = [self._exchanged(things, place, random) for _ in range(TRIES)]
            found = [(self.wrong(self.numbers(each)), each) for each in tried]
            best, others = min(found, key=lambda each: int(each[0].sum()))
            if random.random() < exp(min(0, int(wrong.sum()) - int(best.sum()))):
                wrong, things = best, others
        return things

    def _exchanged(self, things: tuple[int, ...], place: int, random: Random) -> tuple[int, ...]:
        """Return things of which one that matters on a place has come or gone."""
        thing = random.choice(self.mattering(place, random) or list(range(self.lots.size)))
        if thing in things:
            return exchanged(things, things.index(thing), random.randrange(self.lots.size))
        return exchanged(things, random.randrange(len(things)), thing)


def repaired(course: Course, random: Random) -> Course:
    """Return a course in which things are drawn that look as the player saw it, if they are found.

    What follows from them is chosen as before where it can be.
    """
    drawn = Drawn.of(course)
    if drawn is None:
        return course
    things = drawn.repaired(drawn.lots.things(course), random)
    wanted = dict(enumerate(course.choices)) | drawn.lots.choices(course, things)
    other = course.until(drawn.lots.plies[0])
    while other.go_on(random, wanted.get(len(other.choices))):
        pass
    return other
