"""Alpha-beta search: what best play leads to, as deep as the budget allows.

Sources: D. Knuth, R. Moore, An analysis of alpha-beta pruning, 1975; D. Slate, L. Atkin, Chess 4.5,
1977 (iterative deepening, transpositions).
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any, ClassVar

from boardless.agents.decision import Budget, Decision, Meter
from boardless.agents.determinization import hides
from boardless.agents.heuristics import heuristic_of, judged
from boardless.agents.protocol import CHANCE, StateProtocol
from boardless.agents.simple import heuristic_for, moves_of
from boardless.topo import InputError, integer_between

#: What a value of the table of transpositions is: exact, no less, or no more.
EXACT, LEAST, MOST = range(3)
MAX_DEPTH = 1000


@dataclass(frozen=True)
class AlphaBeta:
    """Iterative deepening with a table of positions by their keys.

    An iteration is a depth. The player who moves is against all others; what one wins, the others
    lose. Without chance and with nothing hidden.

    Attributes
    ----------
    heuristic : Heuristic, callable or str, optional
        What a position is worth where the search ends; see `Greedy`.
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
        """Return what to do; see `agents.Agent`.

        Raises
        ------
        InputError
            If players do not see everything, or moves are made by chance.
        """
        if hides(state):
            raise InputError(f"{state!r}: alpha-beta needs a game in which all see everything")
        moves = moves_of(state)
        random.shuffle(moves)
        search = _Search(state.seat, heuristic_for(self.heuristic, state), Meter(budget))
        found = Decision(moves[0], line=(moves[0],))
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
            found = Decision(best, values[best], values, line=line, proven=proven)
            search.meter.iterations += 1
            if proven or not search.meter.left:
                break
        return search.meter.count(found)


class _SpentError(Exception):
    """Raised where the budget is spent."""


@dataclass(frozen=True)
class _Known:
    """What is known of a position.

    Attributes
    ----------
    depth : int
        How deep it was looked into.
    cut : bool
        Whether that was not deep enough to see the end of all games.
    kind : int
        What the value is: EXACT, LEAST or MOST.
    value : float
        The value to the player.
    move : object
        The best move.
    """

    depth: int
    cut: bool
    kind: int
    value: float
    move: Any

    def decides(self, depth: int, alpha: float, beta: float) -> bool:
        """Tell whether nothing more is to be learnt by looking so deep."""
        if self.cut and self.depth != depth:
            return False
        return (
            self.kind == EXACT
            or (self.kind == LEAST and self.value >= beta)
            or (self.kind == MOST and self.value <= alpha)
        )


@dataclass
class _Search:
    """A search under way.

    Attributes
    ----------
    player : int
        For whom is searched.
    heuristic : callable
        Judges positions.
    meter : Meter
        Counts what is spent.
    cut : bool
        Whether some position was judged since this was set to False.
    table : dict
        What is known of positions by their keys, and who chooses there.
    """

    player: int
    heuristic: Any
    meter: Meter
    cut: bool = False
    table: dict[Hashable, _Known] = field(default_factory=dict)

    def at_root(self, state: StateProtocol, moves: list[Any], depth: int) -> dict[Any, float]:
        """Return the values of moves; those that are worse than one before are bounds."""
        values: dict[Any, float] = {}
        alpha = -inf
        for move in moves:
            values[move] = self.after(state, move, depth, alpha, inf)
            alpha = max(alpha, values[move])
            if alpha == 1:
                break
        # Of equals the first is the best: what came later may be no more than a bound.
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
        if ended or depth == 0:
            self.cut = self.cut or not ended
            return judged(self.heuristic, state, self.player)
        if state.seat == CHANCE:
            raise InputError(f"{state!r}: alpha-beta needs a game that leaves nothing to chance")
        key = (state.key, state.seat)
        known = self.table.get(key)
        if known is not None and known.decides(depth, alpha, beta):
            self.cut = self.cut or known.cut
            return known.value
        above, self.cut = self.cut, False
        value, move = self.best_of(state, known.move if known else None, depth, alpha, beta)
        kind = MOST if value <= alpha else LEAST if value >= beta else EXACT
        self.table[key] = _Known(depth, self.cut, kind, value, move)
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
        """Return how the table goes on after a move."""
        state = state.copy()
        state.push(move)
        line: list[Any] = []
        while state.outcome() is None and len(line) < depth - 1:
            known = self.table.get((state.key, state.seat))
            if known is None:
                break
            line.append(known.move)
            state.push(known.move)
        return tuple(line)
