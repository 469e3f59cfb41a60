"""What an agent is, what it may spend, and what it returns."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Protocol

from boardless.agents.protocol import StateProtocol
from boardless.jit.readiness import working_seconds
from boardless.topo import InputError, integer_between

#: More than can be waited for.
MAX_BUDGET = 10**12


@dataclass(frozen=True)
class Budget:
    """What an agent may spend on a move; whatever is spent first ends the thinking.

    Attributes
    ----------
    iterations : int, optional
        Simulations, generations or depths, whatever the agent repeats.
    calls : int, optional
        Moves made while thinking, those of playouts included (TAG's forward-model calls).
    seconds : float, optional
        Time; results depend on the machine then. What is compiled meanwhile does not count: time
        begins when the search can run.

    Raises
    ------
    InputError
        If none is given, or one is out of range.
    """

    iterations: int | None = None
    calls: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is None and self.calls is None and self.seconds is None:
            raise InputError("budget: give iterations, calls or seconds")
        for name in ("iterations", "calls"):
            if getattr(self, name) is not None:
                integer_between(getattr(self, name), name, 1, MAX_BUDGET)
        seconds = self.seconds
        if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds <= 1e7):
            raise InputError(f"seconds {seconds!r}: choose more than 0, at most 10000000")

    def __str__(self) -> str:
        parts = (("", self.iterations), ("calls=", self.calls), ("seconds=", self.seconds))
        return ",".join(f"{name}{value}" for name, value in parts if value is not None)


@dataclass(frozen=True)
class Spent:
    """What was spent on a move; see `Budget`."""

    iterations: int = 0
    calls: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Decision:
    """A move, and what was learnt on the way to it.

    Attributes
    ----------
    move : object
        What to do.
    value : float, optional
        The reward, from 0 to 1, that is expected for the player who moves.
    values, visits : mapping
        What is expected of every move looked at, and how often it was.
    line : tuple
        The moves that are expected, this one first.
    proven : bool
        Whether `value` is that of best play.
    spent : Spent
        Iterations, calls and seconds.
    memory : object
        What the agent may be given back at its next move.
    """

    move: Any
    value: float | None = None
    values: Mapping[Any, float] = field(default_factory=dict)
    visits: Mapping[Any, int] = field(default_factory=dict)
    line: tuple[Any, ...] = ()
    proven: bool = False
    spent: Spent = Spent()
    memory: Any = field(default=None, repr=False, compare=False)


class Agent(Protocol):
    """The chooser of moves: a frozen dataclass, so that one may sit on any number of seats.

    Its class may have an attribute ``default_budget``, for specs that name none.
    """

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return what to do.

        Parameters
        ----------
        state : State
            What the player sees, a copy of his own; he is at ``state.seat``.
        budget : Budget
            What may be spent.
        random : random.Random
            The agent's own; the game never hears of it.
        memory : object
            That of the last decision in this game, if there was one.
        """


class Meter:
    """What has been spent, and whether a budget allows more."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._begin = working_seconds()
        self.iterations = self.calls = 0

    @property
    def spent(self) -> Spent:
        """What has been spent."""
        return Spent(self.iterations, self.calls, working_seconds() - self._begin)

    @property
    def left(self) -> bool:
        """Whether more may be spent."""
        budget = self._budget
        return (
            (budget.iterations is None or self.iterations < budget.iterations)
            and (budget.calls is None or self.calls < budget.calls)
            and (budget.seconds is None or working_seconds() - self._begin < budget.seconds)
        )

    def count(self, decision: Decision) -> Decision:
        """Return a decision with what was spent on it."""
        return replace(decision, spent=self.spent)
