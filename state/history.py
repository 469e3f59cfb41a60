"""The history of a game: a chain of steps, where each step knows the one before it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from operator import attrgetter
from typing import Any, Self

from boardless.state.move import Action, Move
from boardless.topo import InputError


class Step:
    """A position in a tree of moves, and the move that led to it; places on the board are cells.

    The chain from a step to the start is the only history of a position. Copies share it, and
    variations share their common steps. A step never changes, except that its move, its result and
    its observations may be added later.

    Parameters
    ----------
    before : Step, optional
        The step before; None at the start.
    move : Move, optional
        The move. A step that was made by a row gets it when somebody asks for it.
    numbers : tuple of int, optional
        The numbers of the move in the arrays, if they are known: rule, from, to and bound numbers,
        or the outcome of chance alone.
    decided : object, optional
        What chance has decided since the last complete move, see `play.chance`; None if there is
        no chance in the game.
    """

    #: Stands for the position in moves that are legal there, which do not keep the chain alive.
    here: object = None
    #: The whole result of the move, once it has been worked out.
    result: tuple[Action, ...] | None = None
    #: The step in its place in observations of each player, as far as those were asked for.
    told: dict[int, "Step"] | None = None
    #: Of the first step of an observation: the true step, and what lies in hands since then.
    observed: tuple["Step", Any] | None = None
    #: Of a step to the next game of a match: the position before it.
    ended: Any = None
    #: On a board that a technique in Python grows: what it keeps to take the move back, and the
    #: rule of the move, its places by cell and its further numbers.
    mark: Any = None
    choice: Any = None

    def __init__(
        self,
        before: Self | None = None,
        move: Move | None = None,
        numbers: tuple[int, ...] | None = None,
        decided: Any = None,
    ) -> None:
        self.before = before
        self.move = move
        self.numbers = numbers
        self.decided = decided
        self.ply: int = 0 if before is None else before.ply + 1

    def at(self, ply: int) -> Self:
        """Return the step after the first `ply` moves."""
        step = self
        while step.ply > ply:
            assert step.before is not None
            step = step.before
        return step

    def line(self) -> list[Self]:
        """Return the steps after the start up to this one, in order."""
        steps, step = [], self
        while step.before is not None:
            steps.append(step)
            step = step.before
        return steps[::-1]


def not_moved() -> InputError:
    """Return the error of taking back a move before any was made."""
    return InputError("there is no move to take back: none has been made")


#: The move of a step, read without a call of Python for each.
MOVE_OF: Callable[[Step], Move] = attrgetter("move")


class Cursor(ABC):
    """A position at a step of a tree of moves, which can go to any other step of it.

    Attributes
    ----------
    node : Step
        The present step.
    written : int
        The work so far, which boards that a technique in Python grows count.
    """

    node: Step
    written: int = 0

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return self.node.ply

    @abstractmethod
    def pop_row(self) -> Step:
        """Take the last move back; return its step."""

    @abstractmethod
    def follow(self, step: Step) -> None:
        """Make the move of a step that follows the present one, and go to that step."""

    def steps(self) -> list[Step]:
        """Return the steps after the start up to this one, each with its move."""
        return self.node.line()

    @property
    def move_stack(self) -> list[Move]:
        """The moves so far, a new list, with the sites of the board as cells."""
        return list(map(MOVE_OF, self.steps()))

    def goto(self, step: Step) -> Self:
        """Go to a step of the tree, at the cost of the moves between it and this one."""
        here, ahead = self.node, []
        while here is not step:
            if here.ply > step.ply:
                assert here.before is not None
                here = here.before
                self.pop_row()
            else:
                assert step.before is not None
                ahead.append(step)
                step = step.before
        for each in reversed(ahead):
            self.follow(each)
        return self
