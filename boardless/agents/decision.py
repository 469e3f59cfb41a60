"""Agents and their decisions: the protocol, budgets, and the count of resources spent."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Protocol

from boardless.agents.protocol import StateProtocol
from boardless.jit.readiness import working_seconds
from boardless.topo import InputError, integer_between
from boardless.util.inputs import refuse, seconds_of

#: More than can be waited for.
MAX_BUDGET = 10**12


@dataclass(frozen=True)
class Budget:
    """The most that an agent may spend on a move; whichever limit is reached first ends the search.

    Attributes
    ----------
    iterations : int, optional
        Simulations, generations or depths, whatever the agent repeats.
    calls : int, optional
        Moves made in the search, those of playouts included (TAG's forward-model calls).
    seconds : float, optional
        Time; results depend on the machine then. Compilation does not count.

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
        if self.seconds is not None:
            seconds_of(self.seconds)

    def __str__(self) -> str:
        parts = (("", self.iterations), ("calls=", self.calls), ("seconds=", self.seconds))
        return ",".join(f"{name}{value}" for name, value in parts if value is not None)


@dataclass(frozen=True)
class Spent:
    """Resources spent on a move; see `Budget`."""

    iterations: int = 0
    calls: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Decision:
    """A move, and the results of the search for it.

    Attributes
    ----------
    move : object
        The move.
    value : float, optional
        The expected reward, from 0 to 1, of the player who moves.
    values, visits : mapping
        The expected reward, and the number of visits, of every move looked at.
    line : tuple
        The principal variation, this move first.
    proven : bool
        Whether `value` is that of best play.
    spent : Spent
        Iterations, calls and seconds.
    memory : object
        Passed to the agent again at its next move.
    """

    move: Any
    value: float | None = None
    values: Mapping[Any, float] = field(default_factory=dict)
    visits: Mapping[Any, int] = field(default_factory=dict)
    line: tuple[Any, ...] = ()
    proven: bool = False
    spent: Spent = Spent()
    memory: Any = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value:.3g}"
        proven = " (proven)" if self.proven else ""
        looked = len(self.visits or self.values)
        moves = f", {looked} moves looked at" if looked else ""
        spent = f", {self.spent.iterations} iterations" if self.spent.iterations else ""
        return f"<Decision {self.move}{value}{proven}{moves}{spent}>"


class Agent(Protocol):
    """A player in a seat: a frozen dataclass, so that one may sit on any number of seats.

    Its class may have an attribute ``default_budget``, for specs that name none.
    """

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return a decision.

        Parameters
        ----------
        state : State
            The player's observation, a copy of his own; he is at ``state.seat``.
        budget : Budget
            The resources for this move.
        random : random.Random
            The agent's own; the game never hears of it.
        memory : object
            That of the last decision in this game, if there was one.
        """


def checked_budget(budget: Any) -> Budget:
    """Return a budget; raise InputError if it is none."""
    return budget if isinstance(budget, Budget) else refuse("budget", budget, "give a Budget")


def checked_state(state: Any) -> Any:
    """Return a state; raise InputError if it is none."""
    return state if hasattr(state, "push") else refuse("state", state, "give a State")


class Meter:
    """A count of the resources spent against a budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = checked_budget(budget)
        self._begin = working_seconds()
        self.iterations = self.calls = 0

    @property
    def spent(self) -> Spent:
        """Resources spent so far."""
        return Spent(self.iterations, self.calls, working_seconds() - self._begin)

    @property
    def left(self) -> bool:
        """Whether the budget allows another iteration."""
        budget = self._budget
        return (
            (budget.iterations is None or self.iterations < budget.iterations)
            and (budget.calls is None or self.calls < budget.calls)
            and (budget.seconds is None or working_seconds() - self._begin < budget.seconds)
        )

    def count(self, decision: Decision) -> Decision:
        """Return a decision with the resources spent on it."""
        return replace(decision, spent=self.spent)
