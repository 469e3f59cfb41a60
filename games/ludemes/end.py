"""When a game ends, and how."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import EFFECT, NEAR, STATIC, SYMMETRIC
from boardless.games.language.ludeme import Limits, Ludeme, Word, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Outcome, Role


class EndRule(Ludeme):
    """A case in which the game ends."""

    kind: ClassVar[str] = "a rule for the end"
    source: ClassVar[str] = "Ludii, game.rules.end"


class Verdict(Ludeme):
    """What an end makes of the players."""

    kind: ClassVar[str] = "a result"
    source: ClassVar[str] = "Ludii, game.rules.end"


@ludeme("result", example="(result Mover Win)", facts=SYMMETRIC | NEAR)
class Result(Verdict):
    """The outcome for a role; in a game of two the other player's is the opposite.

    Of three or more players, one who wins takes the best place that is left and one who loses the
    worst, and the others play on until one is left.
    """

    role: Role
    outcome: Outcome


@ludeme("score", example="(score P1 (count Pieces P1))", facts=STATIC)
class FinalScore(Ludeme):
    """What the score of a role is set to at the end."""

    kind: ClassVar[str] = "a final score"
    source: ClassVar[str] = "Ludii, game.util.end"
    role: Role
    score: Integer


@ludeme("byScore", example="(byScore {(score P1 5) (score P2 (count Moves))})", facts=EFFECT)
class ByScore(Verdict):
    """More points are a better place, or fewer where misere holds; equal ones share it.

    Some scores may be set just before.
    """

    scores: tuple[FinalScore, ...] = ()
    _: KW_ONLY
    misere: Condition | None = None


@ludeme("if", example="(if (is Line 3) (result Mover Win))", facts=SYMMETRIC | NEAR)
class EndIf(EndRule):
    """The game ends with the result when the condition holds after a move.

    Where there are further cases, the first of them that holds says how; the result is for none.
    """

    condition: Condition
    cases: tuple[EndRule, ...] = ()
    result: Verdict | None = None

    def __post_init__(self) -> None:
        if self.result is None and not self.cases:
            self.reject("expected a result")
        for case in self.cases:
            if not isinstance(case, EndIf):
                case.reject("expected (if ...) inside of (if ...)")

    def has_effects(self) -> bool:
        """Tell whether there are further cases."""
        return bool(self.cases)


class EndRole(Word):
    """Which players are looked at, one after another."""

    PLAYER = "Player"
    NON_MOVER = "NonMover"


@ludeme("forEach", example="(forEach Player if:(no Pieces Player) (result Player Loss))")
class ForEachEnd(EndRule):
    """The result for every player who is still playing of whom the condition holds, as Player."""

    facts = EFFECT
    players: EndRole
    result: Verdict
    _: KW_ONLY
    if_: Condition


@ludeme("end", example="(end (if (is Line 3) (result Mover Win)))", facts=SYMMETRIC | NEAR)
class End(Ludeme):
    """The cases in which the game ends, looked at after each move in this order."""

    kind: ClassVar[str] = "the rules for the end"
    source: ClassVar[str] = "Ludii, game.rules.end"
    rules: Annotated[tuple[EndRule, ...], Limits(1)]
