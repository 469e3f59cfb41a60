"""Positions that come up again."""

from typing import ClassVar

from boardless.games.language.facts import EFFECT, NEAR, needs
from boardless.games.language.ludeme import Word, ludeme
from boardless.games.ludemes.game import MetaRule
from boardless.games.ludemes.kinds import OURS, Condition, Integer


@ludeme("is", "Repeated", example="(is Repeated 3)", facts=NEAR | EFFECT | needs("repetition"))
class IsRepeated(Condition):
    """After the move, what stands where and who moves next has come up so many times.

    Positions are the same where their transposition keys are. With (no Repeat) in the rules, they
    are so where that says it.
    """

    source: ClassVar[str] = OURS
    times: Integer


class Repetition(Word):
    """When positions are the same, and which of them may not come up again."""

    POSITIONAL = "Positional"
    SITUATIONAL = "Situational"
    POSITIONAL_IN_TURN = "PositionalInTurn"
    SITUATIONAL_IN_TURN = "SituationalInTurn"


@ludeme("is", "Repeat", example="(is Repeat PositionalInTurn)", facts=EFFECT | needs("repetition"))
class IsRepeat(Condition):
    """The move has led to a position in which a turn has begun before; see (no Repeat)."""

    type: Repetition = Repetition.POSITIONAL


@ludeme("no", "Repeat", example="(no Repeat Situational)", facts=EFFECT | needs("repetition"))
class NoRepeat(MetaRule):
    """No move but a pass may lead to a position in which a turn has begun before.

    Or, in a turn, to one that it has had before. Situations are the same if it is the same
    player's turn as well. Only what stands where, the variable without a name, dice and teams tell
    positions from one another; scores, amounts and pending values tell situations apart, too.
    """

    type: Repetition = Repetition.POSITIONAL
