"""Where a game and its record part."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Difference:
    """Where a game and its record part.

    Attributes
    ----------
    ply : int
        How many moves had been made.
    kind : str
        What differs: "start", "mover", "count" (of legal moves), "legal", "actions", "end" (one
        goes on), "winner", "ranks", or "read" where the file does not say enough.
    ours, theirs : object
        What it is here and there, ready for JSON; None where the game goes on. Of legal moves only
        those that the other does not have.
    text : str
        All that in words.
    """

    ply: int
    kind: str
    ours: Any
    theirs: Any
    text: str

    def __str__(self) -> str:
        return self.text
