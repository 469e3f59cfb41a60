"""Playing games: matches in a technique, states for people, random playouts, checks of trials."""

from play.check import Check, check_trials
from play.chunk import Tally
from play.match import Choice, Match
from play.playouts import Run, run_playouts
from play.recording import Batch, record_playouts
from play.state import Outcome, State

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
