"""Agents that play any game: search compiled with the game, tournaments, tuning.

``MCTS()(state.copy(), Budget(iterations=1000), Random(1)).move`` is a move.
"""

from boardless.agents.decision import Agent, Budget, Decision, Spent
from boardless.agents.heuristics import Heuristic
from boardless.agents.mcts import MCTS, FlatMC
from boardless.agents.protocol import CHANCE, Ended, Game, HasChance, HasHidden, State, observation
from boardless.agents.tunable import Range, tunable, tunables

__all__ = [
    "CHANCE",
    "MCTS",
    "Agent",
    "Budget",
    "Decision",
    "Ended",
    "FlatMC",
    "Game",
    "HasChance",
    "HasHidden",
    "Heuristic",
    "Range",
    "Spent",
    "State",
    "observation",
    "tunable",
    "tunables",
]
