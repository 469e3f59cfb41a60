"""Readers of games that other programs recorded, each in its own form.

`read_header` and `read_trials` read JSON lines with every legal move; `read_ludii_trial` reads a
text file of Ludii's.
"""

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
