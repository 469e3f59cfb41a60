"""The protocol of games for agents: any object with a few names.

Games in L-GDL are (`play.State`), and so is a game written in Python. This is one, whole:

>>> from dataclasses import dataclass, field
>>> from random import Random
>>> from boardless.agents import MCTS, Budget, Ended
>>> @dataclass
... class Pile:
...     "Players take 1, 2 or 3 from a pile; who takes the last one wins."
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

Whoever plays alone, or together with all others, is a player like any other, with rewards of his
own; who chooses at the same time as others chooses before or after them, and neither sees it.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, Self, runtime_checkable

#: The seat of whoever has no interests: dice, cards to be drawn.
CHANCE = 0


class OutcomeProtocol(Protocol):
    """The outcome of a game."""

    @property
    def rewards(self) -> Sequence[float]:
        """The reward of each player, from 0 to 1."""


@dataclass(frozen=True)
class Ended:
    """The end of a game; `rewards` are those of each player, from 0 to 1."""

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
        """A key that is equal for positions after which the same can happen."""

    def push(self, move: Any, /) -> None:
        """Make a legal move."""

    def outcome(self) -> OutcomeProtocol | None:
        """Return the end of the game, None while it goes on."""

    def copy(self) -> Self:
        """Return an independent state."""


@runtime_checkable
class HasChance(Protocol):
    """A state in which chance may decide."""

    def chances(self) -> Sequence[tuple[Any, float]]:
        """Return the outcomes of chance, with their probabilities, at CHANCE."""


@runtime_checkable
class HasHidden(Protocol):
    """A state with hidden information."""

    def observed(self, player: int, random: Random, /) -> StateProtocol:
        """Return a copy in which everything that a player cannot know is sampled anew.

        Moves that he can tell apart are equal in both; a player who sees everything gets a copy.
        """


def position_key(state: StateProtocol) -> Hashable:
    """Return a key for a transposition table; a `play.State` has its `position_id`."""
    found = getattr(state, "position_id", None)
    return (state.key if found is None else found), state.seat


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
        """Return the number of components, and of those that a player does not see."""
