"""Heuristics: the value of a position to a player, without looking further."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from boardless.agents.kernels.arrays import FEATURES, WEIGHTS
from boardless.agents.protocol import StateProtocol, tunable
from boardless.agents.search_backends import CompiledBackend
from boardless.agents.tag_heuristics import TAG_HEURISTICS, GameHeuristic
from boardless.jit.arrays import Floats
from boardless.jit.native import jit
from boardless.play.playing import is_jitted, name_of
from boardless.play.state import State as GameState
from boardless.state.engine.arrays import COUNT, Arrays
from boardless.strategies.strategy import import_object
from boardless.topo import InputError
from boardless.util.inputs import shown
from boardless.util.own_code import own_code


@jit
def hive_queens(s: Arrays, player: int) -> float:
    """Return the freedom of a player's queen in Hive compared with the other's, from 0 to 1.

    The value is 1/2 plus 1/12 for each neighbour that the other's queen has more than the player's.
    """
    taken = 0
    for site in range(1, s.n[COUNT] + 1):
        # Queens stay on the ground, and other bugs may lie on them. In hand they have no
        # neighbours.
        queen = s.under[1, site] if s.under[0, site] > 1 else s.what[site]
        if queen == 1 or queen == 2:
            neighbours = 0
            for slot in range(6):
                neighbours += s.what[s.step[6 * site + slot]] != 0
            taken += -neighbours if queen == player else neighbours
    return 0.5 + taken / 12.0


@dataclass(frozen=True)
class Heuristic:
    """Weights of features that any game in L-GDL has.

    The value is the logistic function of the player's weighted sum less the mean of the others', so
    the values of two players sum to 1.

    Attributes
    ----------
    material : float
        Of each piece on the board and in hand.
    lines : float
        Of the sum of (n - 1)**2 over straight lines of n > 1 adjacent pieces.
    mobility : float
        Of each legal move, were it the player's turn.
    connection : float
        Of each piece in the largest group of adjacent pieces.
    score : float
        Of each point, in games that keep scores.

    Examples
    --------
    >>> from boardless import load
    >>> from boardless.play import State
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> for move in ("+1@0,0", "+2@1,0", "+1@0,1"):
    ...     state.push(state.parse(move))
    >>> Heuristic(lines=1.0)(state, 1) > Heuristic(lines=1.0)(state, 2)
    True
    """

    material: float = tunable(0.0, -2.0, 2.0)
    lines: float = tunable(0.2, -2.0, 2.0)
    mobility: float = tunable(0.0, -2.0, 2.0)
    connection: float = tunable(0.0, -2.0, 2.0)
    score: float = tunable(0.0, -2.0, 2.0)

    def __post_init__(self) -> None:
        for each in fields(self):
            weight = getattr(self, each.name)
            if isinstance(weight, bool) or not isinstance(weight, int | float):
                raise InputError(f"{each.name} {shown(weight)}: give a number")

    @property
    def weights(self) -> Floats:
        """The weights in the order of `FEATURES`."""
        return self.settings[WEIGHTS:]

    @property
    def settings(self) -> Floats:
        """The weights as the floats of a search; the others, before them, are 0."""
        return np.array([0.0] * WEIGHTS + [getattr(self, name) for name in FEATURES])

    def __call__(self, state: StateProtocol, player: int) -> float:
        """Return the value of a state to a player, between 0 and 1.

        InputError if the game is written in Python: it needs a function of its own.
        """
        return judged(self, state, player)


#: A heuristic: weights, a function of a state and a player, or one jitted by Numba that takes the
#: engine's arrays instead (`state.engine.arrays`) and runs in the loop, alone or with a table about
#: the game (`GameHeuristic`). After a swap it is asked
#: for the player whose pieces they were.
AnyHeuristic = Heuristic | Callable[[Any, int], float]


def judged(heuristic: AnyHeuristic, state: StateProtocol, player: int) -> float:
    """Return the heuristic value of a state that goes on, or the reward of one that ended."""
    ended = state.outcome()
    if ended is not None:
        return float(ended.rewards[player - 1])
    if not isinstance(heuristic, Heuristic) and not is_jitted(heuristic):
        with own_code(f"heuristic {name_of(heuristic)}", heuristic):
            return float(heuristic(state, player))
    if not isinstance(state, GameState):
        raise InputError("heuristic: a game in Python needs a function of the state and the player")
    position = state.position
    if isinstance(heuristic, Heuristic):
        backend = CompiledBackend(state, judges=True)
        return float(backend.kernels.value_of(backend.arrays, player, heuristic.settings))
    own = 3 - player if position.swapped else player
    if isinstance(heuristic, GameHeuristic):
        return heuristic.value(position.game, position.arrays, own)
    return float(heuristic(position.arrays, own))


def heuristic_of(value: Any) -> AnyHeuristic | None:
    """Return a heuristic by name, as "module:name", or as it is; InputError for others."""
    if isinstance(value, str) and value in HEURISTICS:
        return HEURISTICS[value]
    if isinstance(value, str) and ":" in value:
        value = import_object(value, "heuristic")
    if value is not None and not callable(value):
        raise InputError(
            f"heuristic {shown(value)}: choose one of {', '.join(HEURISTICS)}, or give a function, "
            'or "module:name" of one'
        )
    return value  # type: ignore[no-any-return]


#: Heuristics by name.
HEURISTICS: dict[str, AnyHeuristic] = {
    "features": Heuristic(),
    "lines": Heuristic(lines=0.2),
    "material": Heuristic(material=0.3, lines=0.0),
    "mobility": Heuristic(mobility=0.1, lines=0.0),
    "connection": Heuristic(connection=0.2, lines=0.0),
    "score": Heuristic(score=0.1, lines=0.0),
    "hive-queens": hive_queens,
    **TAG_HEURISTICS,
}
