"""Agents that play any game: search compiled with the game, tournaments, tuning.

``MCTS()(state.copy(), Budget(iterations=1000), Random(1)).move`` is a move.
"""

from typing import TYPE_CHECKING

from boardless.agents.protocol import (  # `tunable` is its module, too
    Range,
    tunable,
    tunables,
)
from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.agents.alpha_beta import AlphaBeta
    from boardless.agents.determinization import observation
    from boardless.agents.evolution import RHEA, RMHC
    from boardless.agents.heuristics import Heuristic
    from boardless.agents.mcts import MCTS, FlatMC
    from boardless.agents.pattern_learning import learn_patterns
    from boardless.agents.patterns import Patterns
    from boardless.agents.playing import Played, play_entrants
    from boardless.agents.protocol import (
        CHANCE,
        Agent,
        Budget,
        Decision,
        Ended,
        GameProtocol,
        HasChance,
        HasHidden,
        HasSize,
        Spent,
        StateProtocol,
    )
    from boardless.agents.ratings import SPRT, Ratings, alpha_rank, wilson
    from boardless.agents.simple import First, Greedy, Random
    from boardless.agents.specs import AGENTS, Entrant, entrant
    from boardless.agents.standings import Standings
    from boardless.agents.tournament import run_tournament
    from boardless.agents.tuning import Tuned, TunedGame, fairness, tune, tune_game

__all__ = [
    "AGENTS",
    "CHANCE",
    "MCTS",
    "RHEA",
    "RMHC",
    "SPRT",
    "Agent",
    "AlphaBeta",
    "Budget",
    "Decision",
    "Ended",
    "Entrant",
    "First",
    "FlatMC",
    "GameProtocol",
    "Greedy",
    "HasChance",
    "HasHidden",
    "HasSize",
    "Heuristic",
    "Patterns",
    "Played",
    "Random",
    "Range",
    "Ratings",
    "Spent",
    "Standings",
    "StateProtocol",
    "Tuned",
    "TunedGame",
    "alpha_rank",
    "entrant",
    "fairness",
    "learn_patterns",
    "observation",
    "play_entrants",
    "run_tournament",
    "tunable",
    "tunables",
    "tune",
    "tune_game",
    "wilson",
]

__getattr__, __dir__ = on_demand(__name__, {"Game": "GameProtocol", "State": "StateProtocol"})
