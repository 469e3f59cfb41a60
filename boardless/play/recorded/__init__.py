"""Readers of recorded games: JSON lines, text files of Ludii, and notations of people's games."""

from boardless.play.recorded.json_lines import (
    Entry,
    RecordedHeader,
    RecordedPly,
    RecordedTrial,
    read_header,
    read_trials,
)
from boardless.play.recorded.ludii_text import LudiiAction, LudiiMove, LudiiTrial, read_ludii_trial
from boardless.play.recorded.people import games_in, games_of
from boardless.play.recorded.turn import PlayedGame, Turn

__all__ = [
    "Entry",
    "LudiiAction",
    "LudiiMove",
    "LudiiTrial",
    "PlayedGame",
    "RecordedHeader",
    "RecordedPly",
    "RecordedTrial",
    "Turn",
    "games_in",
    "games_of",
    "read_header",
    "read_ludii_trial",
    "read_trials",
]
