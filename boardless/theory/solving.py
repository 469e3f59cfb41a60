"""Solutions of games in extensive form: strategies, their values and exploitability.

In zero-sum games of two players the strategies converge to an equilibrium; elsewhere their
exploitability measures the distance.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boardless.jit.arrays import Floats
from boardless.jit.native import jit
from boardless.theory.extensive import ExtensiveGame
from boardless.theory.regret import (
    Flat,
    cfr_plus,
    external_sampling,
    flat,
    match,
    reaches,
    value_to,
)
from boardless.topo import InputError, integer_between
from boardless.util.inputs import shown

if TYPE_CHECKING:
    import pandas as pd


@jit
def respond(
    flat: Flat, player: int, strategy: Floats, own: Floats, others: Floats, values: Floats,
    gains: Floats,
) -> float:  # fmt: skip
    """Write a player's best response in place of the player's strategy; return its value.

    The last moves are chosen first. With perfect recall, a player's place at a move determines the
    player's earlier moves, so only the reach of the others weighs the nodes of an information set.
    All arrays after `strategy` are scratch.
    """
    reaches(flat, strategy, player, own, others)
    deepest = 0
    for group in range(len(flat.owners)):
        if flat.owners[group] == player:
            deepest = max(deepest, flat.levels[group])
    for level in range(deepest, -1, -1):
        value_to(flat, strategy, player, values)
        gains[:] = 0.0
        for node in range(len(flat.player)):
            if flat.player[node] == player and flat.levels[flat.group[node]] == level:
                for n in range(flat.moves[node]):
                    gains[flat.place[node] + n] += others[node] * values[flat.first[node] + n]
        for group in range(len(flat.owners)):
            if flat.owners[group] == player and flat.levels[group] == level:
                best = flat.starts[group]
                for move in range(flat.starts[group], flat.starts[group + 1]):
                    if gains[move] > gains[best]:
                        best = move
                    strategy[move] = 0.0
                strategy[best] = 1.0
    value_to(flat, strategy, player, values)
    value: float = values[0]
    return value


#: The ways to solve a game.
METHODS = ("cfr+", "external")
#: The most iterations, and the approximate number of visited nodes between two checks
#: of the keyboard.
MAX_ITERATIONS, _NODES_AT_ONCE = 10**9, 10**7

#: For each information set, by its first node, the probability of each of its moves.
Strategy = Mapping[int, Mapping[str, float]]


@dataclass(frozen=True)
class Solution:
    """A strategy of all players, and its values.

    Attributes
    ----------
    game, iterations : ExtensiveGame, int
        The game, and the number of iterations done.
    strategy : mapping
        For each information set, by its first node, the probability of each of its moves.
    value, best : tuple of float
        The value to each player if all play it, and of the player's best response to it.
    """

    game: ExtensiveGame
    iterations: int
    strategy: Strategy
    value: tuple[float, ...]
    best: tuple[float, ...]

    def __repr__(self) -> str:
        values = ", ".join(f"{value:.3g}" for value in self.value)
        summary = f"{self.iterations:,} iterations, values {values}"
        return (
            f"<Solution of {self.game.name}, {summary}, exploitability {self.exploitability:.3g}>"
        )

    def _repr_html_(self) -> str:
        """Return the strategy as a table, for a notebook."""
        return self.table.to_html(index=False)

    @property
    def exploitability(self) -> float:
        """The gain of a player who alone leaves the strategy, the mean over the players.

        It is 0 in an equilibrium: OpenSpiel's NashConv divided by the number of players.
        """
        gains = [best - value for best, value in zip(self.best, self.value, strict=True)]
        return sum(gains) / len(gains)

    @property
    def table(self) -> "pd.DataFrame":
        """The strategy: a row for every move, with player, first node, path, move, probability."""
        import pandas as pd

        rows = [
            (
                self.game.players[self.game.player(node) - 1],
                node,
                ", ".join(self.game.path(node)),
                move,
                probability,
            )
            for node, moves in self.strategy.items()
            for move, probability in moves.items()
        ]
        return pd.DataFrame(rows, columns=["player", "node", "path", "move", "probability"])


def solve(
    game: ExtensiveGame, iterations: int = 1000, method: str = "cfr+", seed: int = 1
) -> Solution:
    """Solve a game by counterfactual regret minimisation.

    Parameters
    ----------
    game : ExtensiveGame
        A tree with perfect recall of all players.
    iterations : int
        Number of traversals of the game.
    method : {"cfr+", "external"}
        CFR+ traverses the whole game, external sampling one outcome of chance and of the others.
    seed : int
        The seed of sampling; the same seed gives the same strategy.

    Raises
    ------
    InputError
        If the game is not a tree, or a player forgets knowledge or moves.

    Examples
    --------
    >>> from boardless.theory import matching_pennies, solve
    >>> solution = solve(matching_pennies(), 100)
    >>> solution.value, round(solution.exploitability, 4)
    ((0.0, 0.0), 0.0)
    """
    iterations = integer_between(iterations, "iterations", 1, MAX_ITERATIONS)
    seed = integer_between(seed, "seed", 0, 2**63 - 1)
    if method not in METHODS:
        raise InputError(f"method {shown(method)}: choose {' or '.join(METHODS)}")
    arrays, groups = flat(game)
    sums = np.zeros(int(arrays.starts[-1]))
    step = _steps(arrays, method, seed, sums)
    at_once = max(1, _NODES_AT_ONCE // len(game))
    for first in range(1, iterations + 1, at_once):
        step(first, min(first + at_once - 1, iterations))
    strategy = np.zeros_like(sums)
    match(arrays, sums, strategy)
    return _solution(game, arrays, groups, strategy, iterations)


def _steps(arrays: Flat, method: str, seed: int, sums: Floats) -> Callable[[int, int], None]:
    """Return a function that does the iterations from a first to a last."""
    regrets, strategy, gains = (np.zeros_like(sums) for _ in range(3))
    size = len(arrays.player)
    own, others, values = (np.zeros(size) for _ in range(3))
    nodes, child = np.zeros(size, np.int64), np.zeros(size, np.int64)
    if method == "cfr+":
        return lambda first, last: cfr_plus(
            arrays, first, last, regrets, sums, strategy, own, others, values, gains
        )
    return lambda first, last: external_sampling(
        arrays, seed, first, last, regrets, sums, strategy, nodes, child, values
    )


def evaluate(game: ExtensiveGame, strategy: Strategy, iterations: int = 0) -> Solution:
    """Return the values of a strategy, and of the best responses to it; see `Solution`.

    Raise an InputError if the game cannot be solved, see `solve`, or the strategy lacks a
    probability of a move.
    """
    arrays, groups = flat(game)
    numbers = np.zeros(int(arrays.starts[-1]))
    for group, node in enumerate(groups):
        moves = [move for move, _ in game.moves(node)]
        chances = strategy.get(node, {})
        if set(chances) != set(moves) or not abs(sum(chances.values()) - 1) < 1e-6:
            raise InputError(
                f"strategy at node {node}: give {shown(', '.join(moves))} probabilities that sum "
                "to 1"
            )
        if not min(chances.values()) >= 0:
            raise InputError(f"strategy at node {node}: {min(chances.values())} is below 0")
        begin = int(arrays.starts[group])
        numbers[begin : begin + len(moves)] = [chances[move] for move in moves]
    return _solution(game, arrays, groups, numbers, iterations)


def _solution(
    game: ExtensiveGame, arrays: Flat, groups: list[int], numbers: Floats, iterations: int
) -> Solution:
    size, players = len(arrays.player), range(1, len(game.players) + 1)
    own, others, values, gains = *(np.zeros(size) for _ in range(3)), np.zeros_like(numbers)
    value, best = [], []
    for player in players:
        value_to(arrays, numbers, player, values)
        value.append(float(values[0]))
        answer = numbers.copy()
        best.append(float(respond(arrays, player, answer, own, others, values, gains)))
    strategy = {
        node: dict(
            zip((move for move, _ in game.moves(node)), numbers[begin:end].tolist(), strict=True)
        )
        for node, begin, end in zip(groups, arrays.starts[:-1], arrays.starts[1:], strict=True)
    }
    return Solution(game, iterations, strategy, tuple(value), tuple(best))
