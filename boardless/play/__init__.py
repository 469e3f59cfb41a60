"""Playing games: matches in a technique, states for people, random playouts, checks of trials."""

from typing import TYPE_CHECKING

from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.play.check import Check as Check
    from boardless.play.check import check_trials as check_trials
    from boardless.play.game_position import GamePosition as GamePosition
    from boardless.play.observation import Observation as Observation
    from boardless.play.playing import Answer as Answer
    from boardless.play.playing import play_game as play_game
    from boardless.play.playouts import run_playouts as run_playouts
    from boardless.play.recording import record_playouts as record_playouts
    from boardless.play.replay import replayed as replayed
    from boardless.play.state import Outcome as Outcome
    from boardless.play.state import PastState as PastState
    from boardless.play.state import State as State
    from boardless.play.tally import Run as Run
    from boardless.play.tally import Tally as Tally
    from boardless.state import Batch as Batch

__all__ = [
    "Answer",
    "Batch",
    "Check",
    "GamePosition",
    "Observation",
    "Outcome",
    "PastState",
    "Run",
    "State",
    "Tally",
    "check_trials",
    "play_game",
    "record_playouts",
    "replayed",
    "run_playouts",
]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "Answer": "boardless.play.playing",
        "Batch": "boardless.state",
        "Check": "boardless.play.check",
        "GamePosition": "boardless.play.game_position",
        "Observation": "boardless.play.observation",
        "Outcome": "boardless.play.state",
        "PastState": "boardless.play.state",
        "Run": "boardless.play.tally",
        "State": "boardless.play.state",
        "Tally": "boardless.play.tally",
        "check_trials": "boardless.play.check",
        "play_game": "boardless.play.playing",
        "record_playouts": "boardless.play.recording",
        "replayed": "boardless.play.replay",
        "run_playouts": "boardless.play.playouts",
    },
)
