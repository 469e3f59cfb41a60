"""What a game of two was like to an onlooker who estimates, by search, who will win.

Sources: C. Browne, Automatic generation and evaluation of recombination games, 2008, and C. Browne,
F. Maire, Evolutionary game design, 2010: drama (how far the winner was behind, and how often), the
change of leads, and decisiveness, which is told here by when the winner leads for good.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Self

import numpy as np

from boardless.agents.observing import observation
from boardless.agents.protocol import State
from boardless.agents.specs import Entrant
from boardless.state.engine.runtime import mix


@dataclass(frozen=True)
class Estimates:
    """How a game went, by what each position was worth to player 1.

    Attributes
    ----------
    drama : float
        The mean, over all positions in which the winner was behind, of the square root of by how
        much; 0 where he never was.
    lead_changes : float
        The share of moves after which the other leads.
    decided : float
        The share of the game before the winner leads for good; 1 for a draw.
    """

    drama: float
    lead_changes: float
    decided: float

    @classmethod
    def of(cls, values: Sequence[float], rewards: Sequence[float]) -> Self:
        """Return what the estimates of the positions of a game say.

        Parameters
        ----------
        values : sequence of float
            What each position is worth to player 1, from 0 to 1.
        rewards : sequence of float
            What the two players got.

        Examples
        --------
        >>> Estimates.of([0.5, 0.34, 0.34, 0.9], (1.0, 0.0))
        Estimates(drama=0.4, lead_changes=0.25, decided=0.75)
        """
        leads = np.sign(np.array(values) - 0.5)
        led = leads[leads != 0]
        changes = float((led[1:] != led[:-1]).sum() / len(values)) if len(values) else 0.0
        gain = np.sign(rewards[0] - rewards[1])
        if gain == 0 or not len(values):
            return cls(0.0, changes, 1.0)
        # By how much the winner is ahead: from -1 to 1.
        ahead = gain * (2 * np.array(values) - 1)
        behind = np.sqrt(-ahead[ahead < -1e-9] / 2)
        not_yet = np.flatnonzero(ahead <= 0)
        decided = (int(not_yet[-1]) + 1) / len(values) if len(not_yet) else 0.0
        drama = round(float(behind.mean()), 12) if len(behind) else 0.0
        return cls(drama, changes, decided)

    @staticmethod
    def mean(games: "Sequence[Estimates]") -> dict[str, float] | None:
        """Return the means over some games, None without any."""
        if not games:
            return None
        table = [list(asdict(game).values()) for game in games]
        return dict(zip(asdict(games[0]), np.mean(table, axis=0).tolist(), strict=True))


def estimated(state: State, watcher: Entrant, seed: int, ply: int) -> float:
    """Return what a state is worth to player 1, by an agent's own value."""
    random = Random(mix(mix(seed, 2), ply))
    decision = watcher.decide(observation(state, state.seat, random), random)
    value = 0.5 if decision.value is None else decision.value
    return value if state.seat == 1 else 1 - value
