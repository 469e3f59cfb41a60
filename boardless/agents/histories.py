"""Action histories and what a player saw of them; shuffles: samples without replacement."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Self

import numpy as np

from boardless.jit.arrays import Ints
from boardless.play.chance import ChanceQuestion, even_odds, outcome_of
from boardless.play.observation import UNSEEN, numbers_seen
from boardless.play.state import State
from boardless.state import Move

#: Moves, and the numbers that they have in the engine.
Ways = dict[Move, tuple[int, ...]]
#: Who sees everything.
EVERYBODY = 0


@dataclass(frozen=True, eq=False)
class Look:
    """What a player sees of a state.

    Attributes
    ----------
    numbers : int64 array of shape (6, sites)
        See `play.observation`.
    turn : tuple
        Who moves, who chooses, and whether the game goes on.
    waits : bool
        Whether a move has been chosen that chance still has to decide something of.
    """

    numbers: Ints
    turn: tuple[int, int, bool]
    waits: bool

    @classmethod
    def of(cls, state: State, player: int) -> Self:
        """Return what a player sees of a state."""
        position = state.position
        numbers = numbers_seen(position.arrays, position.kernels, player)
        turn = (state.mover, state.seat, state.outcome() is None)
        return cls(numbers, turn, position.is_waiting)

    def is_like(self, other: "Look") -> bool:
        """Tell whether nothing looks otherwise."""
        return self.turn == other.turn and np.array_equal(self.numbers, other.numbers)


@dataclass(frozen=True, eq=False)
class Watched:
    """A game as a player watched it.

    Attributes
    ----------
    player : int
        Who looks.
    made : tuple of Move
        The moves; the player knows his own, and how many there are.
    numbers : tuple of tuple of int
        The numbers that the player's own moves have in the engine; empty for others.
    looks : tuple of Look
        What he saw, at first and after each move.
    known : tuple of int64 arrays of shape (6, sites)
        The same, and where he did not see something what he saw of it next.
    state, start : State
        The state, and the one before the first move.
    """

    player: int
    made: tuple[Move, ...]
    numbers: tuple[tuple[int, ...], ...]
    looks: tuple[Look, ...]
    known: tuple[Ints, ...]
    state: State
    start: State

    @classmethod
    def of(cls, state: State, player: int) -> Self:
        """Return the game so far as a player watched it."""
        start = state.copy()
        looks: list[Look] = [Look.of(start, player)]
        numbers: list[tuple[int, ...]] = []
        while start.ply:
            move = start.pop()
            looks.append(Look.of(start, player))
            numbers.append(start.position.moves()[move] if start.seat == player else ())
        known: list[Ints] = []
        for look in looks:
            seen, later = look.numbers, known[-1] if known else look.numbers
            known.append(
                np.where(seen == UNSEEN, later, seen) if seen.shape == later.shape else seen
            )
        return cls(
            player, tuple(state.move_stack), tuple(numbers[::-1]), tuple(looks[::-1]),
            tuple(known[::-1]), state, start,
        )  # fmt: skip

    def wrong(self, state: State) -> int:
        """Return on how many places of a state something else lies than the player saw next."""
        position, known = state.position, self.known[state.ply]
        there = numbers_seen(position.arrays, position.kernels, EVERYBODY)
        if there.shape != known.shape:
            return int(max(there.shape[1], known.shape[1]))
        return int(np.count_nonzero(((there != known) & (known != UNSEEN)).any(axis=0)))


@dataclass(frozen=True)
class Choice:
    """What was chosen at a ply of a course.

    Attributes
    ----------
    move : Move
        The move, or the outcome of chance as one.
    odds : tuple of Fraction
        How likely each outcome of chance is; empty where a player chose.
    is_open : bool
        Whether something else could have been chosen, and not by the player who looks.
    is_right : bool
        Whether it looks then as the player saw it.
    """

    move: Move
    odds: tuple[Fraction, ...]
    is_open: bool
    is_right: bool

    @property
    def outcome(self) -> int:
        """The number of an outcome of chance."""
        return int(self.move.actions[0].value)


class Course:
    """A course of a game, and the state that it leads to.

    Parameters
    ----------
    watched : Watched
        What the player saw.
    state : State
        The state after the choices; it is changed.
    choices : sequence of Choice
        What has been chosen.

    Attributes
    ----------
    choices : list of Choice
        What has been chosen, ply by ply.
    """

    def __init__(self, watched: Watched, state: State, choices: Sequence[Choice] = ()) -> None:
        self.watched, self.state, self.choices = watched, state, list(choices)

    @property
    def distance(self) -> float:
        """How far it is from what the player saw, 0 if it looks the same to the end."""
        left = len(self.watched.made) - len(self.choices)
        if not left and self._is_right:
            return 0
        return 1 + self.watched.wrong(self.state) + left / len(self.watched.made)

    @property
    def _is_right(self) -> bool:
        return not self.choices or self.choices[-1].is_right

    @property
    def open_plies(self) -> list[int]:
        """The plies at which something else could have been chosen."""
        return [ply for ply, choice in enumerate(self.choices) if choice.is_open]

    def until(self, ply: int) -> "Course":
        """Return the course up to a ply, as another one."""
        state = self.state.copy()
        while state.ply > ply:
            state.pop()
        return Course(self.watched, state, self.choices[:ply])

    def go_on(self, random: Random, wanted: Choice | None = None, *, picks: bool = False) -> bool:
        """Choose at the next ply; tell whether there was something to choose.

        There is not at the end, nor after something that looks otherwise than the player saw it.

        Chance decides by its odds. The player who looks does what he did. Others do by lot what
        looks as he saw it, if there is such a move, else anything.

        Parameters
        ----------
        random : Random
            Where what is drawn comes from.
        wanted : Choice, optional
            What is chosen where that can be and, of chance, is as likely as it was.
        picks : bool
            Whether chance decides by lot on what looks as the player saw it, too, where it can.
        """
        ply = len(self.choices)
        question = self.state.position.question
        is_over = ply == len(self.watched.made) or self.state.outcome() is not None
        if is_over or not self._is_right:
            return False
        if question is not None:
            wants = wanted is not None and wanted.odds == question.odds
            order = [wanted.move] if wants and wanted else self._drawn(question, random, picks)
            outcomes: Ways = {move: (int(move.actions[0].value),) for move in order}
            return self._take(outcomes, question.odds, len(question.odds) > 1)
        position = self.state.position
        if self.state.seat == self.watched.player and len(position.numbers()) > 1:
            return self._take_own(self.watched.made[ply], self.watched.numbers[ply])
        legal = position.moves()
        moves = list(legal)
        random.shuffle(moves)
        if wanted is not None and wanted.move in legal:
            moves.insert(0, wanted.move)
        return self._take({move: legal[move] for move in moves}, (), len(moves) > 1)

    def _take_own(self, made: Move, numbers: tuple[int, ...]) -> bool:
        """Make the move that the player made; tell whether it is legal."""
        position = self.state.position
        if not self.state.game.growing and numbers not in map(tuple, position.numbers().tolist()):
            return False
        if self.state.game.growing or position.move_of(*numbers) != made:
            # Sites may have other numbers, and what a move does may be another thing.
            legal = position.moves()
            if made not in legal:
                return False
            numbers = legal[made]
        return self._take({made: numbers}, (), False)

    def _drawn(self, question: ChanceQuestion, random: Random, all_: bool) -> list[Move]:
        """Return an outcome of chance that is drawn, and all others behind it if they are asked."""
        mover = self.state.mover
        if not all_:
            return [outcome_of(mover, question.sampled(random.getrandbits(64)))]
        # Who comes first by these numbers is drawn by the odds, and so are all others after him.
        waits = [
            (random.expovariate(float(odds)), n) for n, odds in enumerate(question.odds) if odds
        ]
        return [outcome_of(mover, n) for _, n in sorted(waits)]

    def _take(self, moves: Ways, odds: tuple[Fraction, ...], is_open: bool) -> bool:
        """Make the first of some moves that looks as the player saw it, else the first one."""
        position, look = self.state.position, self.watched.looks[len(self.choices) + 1]
        ways = list(moves.items())
        # If none looks so, the first one is made at last.
        for n, (move, numbers) in enumerate([*ways, ways[0]]):
            position.make_numbered(move, numbers)
            # While a move waits for chance nothing on the board has changed.
            is_same = look.waits and position.is_waiting
            is_right = is_same or Look.of(self.state, self.watched.player).is_like(look)
            if is_right or len(ways) == 1 or n == len(ways):
                self.choices.append(Choice(move, odds, is_open, is_right))
                return True
            self.state.pop()
        return False


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
