"""The protocols of games and of agents; budgets, decisions and tunable parameters.

A game is any object with a few names: a game in L-GDL (`play.State`), or one in Python such as
this:

>>> from dataclasses import dataclass, field
>>> from random import Random
>>> from boardless.agents import MCTS, Budget, Ended
>>> @dataclass
... class Pile:
...     "Players take 1, 2 or 3 from a pile; the last one wins."
...
...     left: int = 10
...     seat: int = 1
...     players: int = 2
...
...     @property
...     def legal_moves(self):
...         return range(1, min(self.left, 3) + 1)
...
...     @property
...     def key(self):
...         return (self.left, self.seat)
...
...     def push(self, move):
...         self.left -= move
...         self.seat = 3 - self.seat
...
...     def outcome(self):
...         if self.left:
...             return None
...         return Ended((0.0, 1.0) if self.seat == 1 else (1.0, 0.0))
...
...     def copy(self):
...         return Pile(self.left, self.seat)
>>> @dataclass(frozen=True)
... class TakeAway:
...     name: str = "Take away"
...     players: int = 2
...
...     def begin(self, random):
...         return Pile()
>>> decision = MCTS()(TakeAway().begin(Random(1)), Budget(iterations=500), Random(2))
>>> decision.move, decision.value
(2, 1.0)

A single player, or one of a team, is a player like any other, with rewards of his own. Players who
choose at the same time choose one after the other, and nobody sees the others' choices.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any, Protocol, Self, runtime_checkable

from boardless.jit.compilations import working_seconds
from boardless.topo import InputError, integer_between
from boardless.util.inputs import refuse, seconds_of

#: The seat without interests: dice, and cards to be drawn.
CHANCE = 0


class OutcomeProtocol(Protocol):
    """The outcome of a game."""

    @property
    def rewards(self) -> Sequence[float]:
        """The reward of each player, from 0 to 1."""


@dataclass(frozen=True)
class Ended:
    """The end of a game, with the reward of each player from 0 to 1."""

    rewards: tuple[float, ...]


class StateProtocol(Protocol):
    """A game being played."""

    @property
    def players(self) -> int:
        """Number of players."""

    @property
    def seat(self) -> int:
        """The player who chooses the next move, from 1, or CHANCE."""

    @property
    def legal_moves(self) -> Iterable[Any]:
        """The legal moves, in an order of their own; at least one unless the game is over.

        Moves are values that can be hashed. At CHANCE see `HasChance`.
        """

    @property
    def key(self) -> Hashable:
        """A key that is equal for positions with the same possible futures."""

    def push(self, move: Any, /) -> None:
        """Make a legal move."""

    def outcome(self) -> OutcomeProtocol | None:
        """Return the end of the game, None while it goes on."""

    def copy(self) -> Self:
        """Return an independent state."""


@runtime_checkable
class HasChance(Protocol):
    """A state with moves of chance."""

    def chances(self) -> Sequence[tuple[Any, float]]:
        """Return the outcomes of chance, with their probabilities, at CHANCE."""


@runtime_checkable
class HasHidden(Protocol):
    """A state with hidden information."""

    def observed(self, player: int, random: Random, /) -> StateProtocol:
        """Return a copy with everything that a player cannot know resampled.

        Moves that he can tell apart are equal in both; a player who sees everything gets a copy.
        """


def position_key(state: StateProtocol) -> Hashable:
    """Return a key for a transposition table; a `play.State` has its `position_id`."""
    key = getattr(state, "position_id", None)
    return (state.key if key is None else key), state.seat


class GameProtocol(Protocol):
    """A game."""

    @property
    def name(self) -> str:
        """The game's name."""

    @property
    def players(self) -> int:
        """Number of players."""

    def begin(self, random: Random, /) -> StateProtocol:
        """Return the start of a game; shuffles use `random`."""


@runtime_checkable
class HasSize(Protocol):
    """A state with a size."""

    def size(self, player: int, /) -> tuple[int, int]:
        """Return the number of components, and of components that a player does not see."""


#: More than can be waited for.
MAX_BUDGET = 10**12


@dataclass(frozen=True)
class Budget:
    """The limits of an agent for a move; the first limit that it reaches ends the search.

    Attributes
    ----------
    iterations : int, optional
        Simulations, generations, depths or other repeated steps.
    calls : int, optional
        Moves made in the search, playouts included (TAG's forward-model calls).
    seconds : float, optional
        The time limit; results then depend on the machine. Compilation does not count.

    Raises
    ------
    InputError
        If all are missing, or one is out of range.
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
        The expected reward of the mover, from 0 to 1.
    values, visits : mapping
        The expected reward, and the number of visits, of every move looked at.
    line : tuple
        The principal variation, this move first.
    proven : bool
        Whether `value` is the value of best play.
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

    Its class may have an attribute ``default_budget``, for specs without a budget.
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
            The agent's own random numbers; the game does not use them.
        memory : object
            The memory of the last decision in this game, if any.
        """


def checked_budget(budget: Any) -> Budget:
    """Return a budget; raise InputError for anything else."""
    return budget if isinstance(budget, Budget) else refuse("budget", budget, "give a Budget")


def checked_state(state: Any) -> Any:
    """Return a state; raise InputError for anything else."""
    return state if hasattr(state, "push") else refuse("state", state, "give a State")


class Meter:
    """The resources spent so far against a budget."""

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


#: The key of a field's range in the metadata of the dataclass field.
METADATA = "tunable"


@dataclass(frozen=True)
class Range:
    """The range of a parameter.

    Attributes
    ----------
    low, high : number, optional
        The bounds, both included; the range has whole numbers if both bounds are.
    choices : tuple
        The allowed values, in place of bounds.
    log : bool
        Whether small values are looked at as closely as large ones.
    """

    low: float | None = None
    high: float | None = None
    choices: tuple[Any, ...] = ()
    log: bool = False


def tunable(
    default: Any,
    low: float | None = None,
    high: float | None = None,
    *,
    choices: Sequence[Any] = (),
    log: bool = False,
) -> Any:
    """Return a tunable field of a dataclass, from `low` to `high` or among `choices`.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from boardless.agents import tunable, tunables
    >>> @dataclass(frozen=True)
    ... class Careful:
    ...     depth: int = tunable(3, 1, 6)
    >>> tunables(Careful)
    {'depth': Range(low=1, high=6, choices=(), log=False)}
    """
    return field(default=default, metadata={METADATA: Range(low, high, tuple(choices), log)})


def tunables(thing: Any) -> dict[str, Range]:
    """Return the ranges of the tunable fields of a dataclass, or of an instance, by name."""
    return {
        each.name: each.metadata[METADATA] for each in fields(thing) if METADATA in each.metadata
    }
