"""Agents that look at most one move ahead."""

from dataclasses import dataclass
from random import Random as Stream
from typing import Any, ClassVar

from boardless.agents.heuristics import Heuristic, heuristic_of, judged
from boardless.agents.protocol import Budget, Decision, Meter, StateProtocol, checked_state
from boardless.agents.search_backends import is_waiting
from boardless.play.playing import move_of_chance
from boardless.topo import InputError


@dataclass(frozen=True)
class Random:
    """Chooses uniformly at random."""

    #: Hidden things make no difference to it.
    looks: ClassVar[bool] = False

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Stream, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        move = random.choice(moves_of(state))
        return Meter(budget).count(Decision(move, line=(move,)))


@dataclass(frozen=True)
class First:
    """Chooses the first legal move."""

    looks: ClassVar[bool] = False

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Stream, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        move = moves_of(state)[0]
        return Meter(budget).count(Decision(move, line=(move,)))


@dataclass(frozen=True)
class Greedy:
    """TAG's OSLA (one-step look-ahead): the move to the best position; ties at random.

    Outcomes of chance in a move are sampled once.

    Attributes
    ----------
    heuristic : Heuristic, callable or str, optional
        The value of a position; by default ``Heuristic()`` for games in L-GDL, and the reward at
        the end alone for others.
    """

    heuristic: Any = None

    def __post_init__(self) -> None:
        heuristic_of(self.heuristic)

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Stream, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        meter, player = Meter(budget), checked_state(state).seat
        values: dict[Any, float] = {}
        judge = heuristic_for(self.heuristic, state)
        for move in moves_of(state):
            if values and not meter.left:
                break
            after = state.copy()
            after.push(move)
            complete(after, random)
            meter.calls += 1
            values[move] = judged(judge, after, player)
        meter.iterations = 1
        most = max(values.values())
        move = random.choice([move for move, value in values.items() if value == most])
        return meter.count(Decision(move, most, values, dict.fromkeys(values, 1), (move,)))


def complete(state: StateProtocol, random: Stream) -> None:
    """Sample the outcomes of chance that the last chosen move waits for."""
    while is_waiting(state):
        state.push(move_of_chance(state.chances(), random))


def moves_of(state: StateProtocol) -> list[Any]:
    """Return the legal moves of a state; InputError without a legal move."""
    moves = list(checked_state(state).legal_moves)
    if not moves:
        raise InputError(f"{state!r}: there is no move to choose")
    return moves


def heuristic_for(heuristic: Any, state: StateProtocol) -> Any:
    """Return a heuristic, by default the default heuristic of a game."""
    chosen = heuristic_of(heuristic)
    if chosen is not None:
        return chosen
    return Heuristic() if hasattr(state, "position") else lambda state, player: 0.5
