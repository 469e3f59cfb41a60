"""Playing games: matches in a technique, states for people, random playouts, checks of trials."""

from typing import TYPE_CHECKING

from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.play.batch_env import BatchEnv
    from boardless.play.check import Check, check_trials
    from boardless.play.observation import Graph, Observation
    from boardless.play.playing import Answer, play_game
    from boardless.play.playout_worker import Run, Tally
    from boardless.play.playouts import run_playouts
    from boardless.play.position import Position
    from boardless.play.recording import record_playouts
    from boardless.play.replay import replayed
    from boardless.play.state import Outcome, PastState, State
    from boardless.play.views import View
    from boardless.state import Batch

__all__ = [
    "Answer",
    "Batch",
    "BatchEnv",
    "Check",
    "Graph",
    "Observation",
    "Outcome",
    "PastState",
    "Position",
    "Run",
    "State",
    "Tally",
    "View",
    "check_trials",
    "play_game",
    "record_playouts",
    "replayed",
    "run_playouts",
]

__getattr__, __dir__ = on_demand(__name__, {"GamePosition": "Position"})
