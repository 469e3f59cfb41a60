"""Positions that come up again."""

from typing import ClassVar

from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import OURS, Condition, Integer


@ludeme("is", "Repeated", example="(is Repeated 3)")
class IsRepeated(Condition):
    """After the move, what stands where and who moves next has come up so many times.

    Positions are the same where their transposition keys are.
    """

    source: ClassVar[str] = OURS
    times: Integer
