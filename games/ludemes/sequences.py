"""Rules that are followed one after another, each from what those before it have made."""

from typing import Annotated

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.kinds import Condition, Moves


@ludeme("seq", example="(seq {(set Counter) (set Score P1 (counter))})", facts=EFFECT)
class Sequence(Moves):
    """Follow rules one after another: each sees what those before it have done."""

    rules: Annotated[tuple[Moves, ...], Limits(1)]


@ludeme("while", example='(while (< (var "Count") 3) (set Var "Count" (+ (var "Count") 1)))')
class While(Moves):
    """Follow a rule as long as a condition holds: each time it sees what it did before.

    A game in which that has been done ten thousand times is lost.
    """

    facts = EFFECT
    condition: Condition
    moves: Moves
