"""Alpha-beta search with iterative deepening and a transposition table.

Sources: D. Knuth, R. Moore, An analysis of alpha-beta pruning, 1975; D. Slate, L. Atkin, Chess 4.5,
1977 (iterative deepening, transpositions).
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any, ClassVar

from boardless.agents.determinization import hides
from boardless.agents.heuristics import heuristic_of, judged
from boardless.agents.protocol import CHANCE, Budget, Decision, Meter, StateProtocol, position_key
from boardless.agents.simple import heuristic_for, moves_of
from boardless.topo import InputError, integer_between

#: Bounds in the transposition table: exact, lower, upper.
EXACT, LEAST, MOST = range(3)
MAX_DEPTH = 1000


@dataclass(frozen=True)
class AlphaBeta:
    """Iterative deepening with a transposition table; an iteration is a depth.

    The mover plays against all others, who lose the mover's gain. For games without chance and with
    perfect information.

    Attributes
    ----------
    heuristic : Heuristic, callable or str, optional
        The value of positions at which the search ends; see `Greedy`.
    depth : int
        The most moves to look ahead.
    """

    #: An iteration is a depth, so calls are counted.
    default_budget: ClassVar[Budget] = Budget(calls=10_000)

    heuristic: Any = None
    depth: int = MAX_DEPTH

    def __post_init__(self) -> None:
        heuristic_of(self.heuristic)
        integer_between(self.depth, "depth", 1, MAX_DEPTH)

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return a decision; InputError in games with hidden information or chance."""
        if hides(state):
            raise InputError(f"{state!r}: alpha-beta needs a game with perfect information")
        moves = moves_of(state)
        random.shuffle(moves)
        search = _Search(state.seat, heuristic_for(self.heuristic, state), Meter(budget))
        decision = Decision(moves[0], line=(moves[0],))
        for depth in range(1, self.depth + 1):
            search.cut = False
            try:
                values = search.at_root(state, moves, depth)
            except _SpentError:
                break
            moves.sort(key=lambda move: -values.get(move, -inf))
            best = moves[0]
            line = (best, *search.line(state, best, depth))
            proven = not search.cut or values[best] == 1
            decision = Decision(best, values[best], values, line=line, proven=proven)
            search.meter.iterations += 1
            if proven or not search.meter.left:
                break
        return search.meter.count(decision)


class _SpentError(Exception):
    """Raised where the budget is spent."""


@dataclass(frozen=True)
class _Entry:
    """An entry of the transposition table."""

    depth: int
    cut: bool  #: whether the depth was too small to see the end of all games
    kind: int  #: EXACT, LEAST (a lower bound) or MOST (an upper bound)
    value: float  #: to the player who searches
    move: Any  #: the best move

    def decides(self, depth: int, alpha: float, beta: float) -> bool:
        """Return True if a search of this depth and window would learn nothing more."""
        if self.cut and self.depth != depth:
            return False
        return (
            self.kind == EXACT
            or (self.kind == LEAST and self.value >= beta)
            or (self.kind == MOST and self.value <= alpha)
        )


@dataclass
class _Search:
    """A search under way; its table has entries by position and player to choose."""

    player: int
    heuristic: Any
    meter: Meter
    cut: bool = False  #: whether some position was judged since this was set to False
    table: dict[Hashable, _Entry] = field(default_factory=dict)

    def at_root(self, state: StateProtocol, moves: list[Any], depth: int) -> dict[Any, float]:
        """Return the values of moves; the value of a move worse than an earlier one is a bound."""
        values: dict[Any, float] = {}
        alpha = -inf
        for move in moves:
            values[move] = self.after(state, move, depth, alpha, inf)
            alpha = max(alpha, values[move])
            if alpha == 1:
                break
        # Of equal values the first is the best, because later values may be mere bounds.
        return values

    def after(
        self, state: StateProtocol, move: Any, depth: int, alpha: float, beta: float
    ) -> float:
        """Return the value after a move."""
        if not self.meter.left and self.meter.iterations:
            raise _SpentError
        child = state.copy()
        child.push(move)
        self.meter.calls += 1
        return self.value(child, depth - 1, alpha, beta)

    def value(self, state: StateProtocol, depth: int, alpha: float, beta: float) -> float:
        """Return the value of a state to the player, or a bound beyond alpha or beta."""
        ended = state.outcome() is not None
        if not ended and state.seat == CHANCE and len(certain := moves_of(state)) == 1:
            # A match goes on to its next game.
            return self.after(state, certain[0], depth + 1, alpha, beta)
        if ended or depth == 0:
            self.cut = self.cut or not ended
            return judged(self.heuristic, state, self.player)
        if state.seat == CHANCE:
            raise InputError(f"{state!r}: alpha-beta needs a game without chance")
        key = position_key(state)
        entry = self.table.get(key)
        if entry is not None and entry.decides(depth, alpha, beta):
            self.cut = self.cut or entry.cut
            return entry.value
        above, self.cut = self.cut, False
        value, move = self.best_of(state, entry.move if entry else None, depth, alpha, beta)
        kind = MOST if value <= alpha else LEAST if value >= beta else EXACT
        self.table[key] = _Entry(depth, self.cut, kind, value, move)
        self.cut = self.cut or above
        return value

    def best_of(
        self, state: StateProtocol, first: Any, depth: int, alpha: float, beta: float
    ) -> tuple[float, Any]:
        """Return the value of a state, and the best move; `first` is tried first."""
        own = state.seat == self.player
        best, chosen = (-inf if own else inf), None
        moves = moves_of(state)
        if first in moves:
            moves.remove(first)
            moves.insert(0, first)
        for move in moves:
            value = self.after(state, move, depth, alpha, beta)
            if chosen is None or (value > best if own else value < best):
                best, chosen = value, move
            if own:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return best, chosen

    def line(self, state: StateProtocol, move: Any, depth: int) -> tuple[Any, ...]:
        """Return the principal variation after a move, from the table."""
        state = state.copy()
        state.push(move)
        line: list[Any] = []
        while state.outcome() is None and len(line) < depth - 1:
            entry = self.table.get(position_key(state))
            if entry is None:
                break
            line.append(entry.move)
            state.push(entry.move)
        return tuple(line)
