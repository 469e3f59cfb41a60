"""Things that chance draws one after the other without putting them back, such as mines.

Each outcome of chance then counts among the things that are left, so one that changes gives all
later ones another meaning. What is changed here are things, and outcomes follow.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Self

from boardless.agents.courses import Choice, Course
from boardless.play.chance import even_odds, outcome_of


@dataclass(frozen=True)
class Lots:
    """Where in a course things are drawn one after the other.

    Attributes
    ----------
    plies : tuple of int
        The plies at which one is drawn.
    size : int
        How many things there are at first.
    """

    plies: tuple[int, ...]
    size: int

    @classmethod
    def at(cls, course: Course, ply: int) -> Self | None:
        """Return the draws of which one is at a ply; None if none is.

        They are outcomes that are equally likely, one fewer from each to the next.
        """
        run: list[int] = []
        for n, choice in enumerate(course.choices):
            if not (choice.is_open and choice.odds):
                continue
            size = len(choice.odds)
            even = choice.odds == even_odds(size)
            if not (even and run and len(course.choices[run[-1]].odds) == size + 1):
                if ply in run:
                    break
                run = []
            run += [n] if even else []
        return cls(tuple(run), len(course.choices[run[0]].odds)) if ply in run else None

    def things(self, course: Course) -> tuple[int, ...]:
        """Return the things that a course draws, in order."""
        left = list(range(self.size))
        return tuple(left.pop(course.choices[ply].outcome) for ply in self.plies)

    def outcomes(self, things: tuple[int, ...]) -> tuple[int, ...]:
        """Return the outcomes by which things are drawn."""
        left, found = list(range(self.size)), []
        for thing in things:
            found.append(left.index(thing))
            left.remove(thing)
        return tuple(found)

    def choices(self, course: Course, things: tuple[int, ...]) -> dict[int, Choice]:
        """Return the choices by which things are drawn, by ply."""
        drawn = zip(self.plies, self.outcomes(things), strict=True)
        old = course.choices
        return {
            ply: replace(old[ply], move=outcome_of(old[ply].move.mover, outcome))
            for ply, outcome in drawn
        }

    def changed(self, course: Course, ply: int, random: Random) -> dict[int, Choice]:
        """Return the choices by which something else is drawn at a ply: as likely to as fro."""
        new = random.randrange(self.size)
        return self.choices(course, exchanged(self.things(course), self.plies.index(ply), new))


def exchanged(things: tuple[int, ...], at: int, new: int) -> tuple[int, ...]:
    """Return things with another one at a place; if it is among them, the two change places.

    Examples
    --------
    >>> exchanged((4, 0, 7), 0, 5), exchanged((4, 0, 7), 0, 7)
    ((5, 0, 7), (7, 0, 4))
    """
    found = list(things)
    if new in found:
        found[found.index(new)] = things[at]
    found[at] = new
    return tuple(found)
