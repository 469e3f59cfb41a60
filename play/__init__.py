"""Playing games: matches in a technique, states for people, random playouts, checks of trials."""

from boardless.play.batches import record_playouts
from boardless.play.check import Check, check_trials
from boardless.play.game_position import GamePosition
from boardless.play.observation import Observation
from boardless.play.outcome import Outcome
from boardless.play.past import PastState
from boardless.play.playing import Answer, play_game
from boardless.play.playouts import Run, run_playouts
from boardless.play.replay import replayed
from boardless.play.state import State
from boardless.play.tally import Tally
from boardless.state import Batch

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
