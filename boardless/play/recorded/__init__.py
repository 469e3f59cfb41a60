"""Readers of games that other programs recorded: JSON lines, and text files of Ludii."""

from boardless.play.recorded.json_lines import (
    Entry,
    RecordedHeader,
    RecordedPly,
    RecordedTrial,
    read_header,
    read_trials,
)
from boardless.play.recorded.ludii_text import LudiiAction, LudiiMove, LudiiTrial, read_ludii_trial

__all__ = [
    "Entry",
    "LudiiAction",
    "LudiiMove",
    "LudiiTrial",
    "RecordedHeader",
    "RecordedPly",
    "RecordedTrial",
    "read_header",
    "read_ludii_trial",
    "read_trials",
]
