"""Playing games: matches in a technique, states for people, random playouts, checks of trials."""

from boardless.play.check import Check, check_trials
from boardless.play.chunk import Tally
from boardless.play.match import Choice, Match
from boardless.play.playouts import Run, run_playouts
from boardless.play.recording import Batch, record_playouts
from boardless.play.state import Outcome, State

__all__ = [
    "Batch",
    "Check",
    "Choice",
    "Match",
    "Outcome",
    "Run",
    "State",
    "Tally",
    "check_trials",
    "record_playouts",
    "run_playouts",
]
