"""When a game ends, and how."""

from typing import Annotated, ClassVar

from boardless.games.language.ludeme import Limits, Ludeme, ludeme
from boardless.games.ludemes.kinds import Condition, Outcome, Role


class EndRule(Ludeme):
    """A case in which the game ends."""

    kind: ClassVar[str] = "a rule for the end"
    source: ClassVar[str] = "Ludii, game.rules.end"


@ludeme("result", example="(result Mover Win)")
class Result(Ludeme):
    """The outcome for a role; in a game of two the other player's is the opposite."""

    kind: ClassVar[str] = "a result"
    source: ClassVar[str] = "Ludii, game.rules.end"
    role: Role
    outcome: Outcome


@ludeme("if", example="(if (is Line 3) (result Mover Win))")
class EndIf(EndRule):
    """The game ends with the result when the condition holds after a move."""

    condition: Condition
    result: Result


@ludeme("end", example="(end (if (is Line 3) (result Mover Win)))")
class End(Ludeme):
    """The cases in which the game ends; after each move the first that holds decides."""

    kind: ClassVar[str] = "the rules for the end"
    source: ClassVar[str] = "Ludii, game.rules.end"
    rules: Annotated[tuple[EndRule, ...], Limits(1)]
