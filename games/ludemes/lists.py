"""Lists of integers made of other lists."""

from typing import Annotated

from boardless.games.language.facts import GLOBAL
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Integers


@ludeme("union", example="(union (sizes Group P1) (sizes Group P2))", facts=GLOBAL)
class IntegersUnion(Integers):
    """The integers of the first list, and those of the others that none before them has."""

    lists: Annotated[tuple[Integers, ...], Limits(1)]


@ludeme("intersection", example="(intersection (sizes Group P1) (sizes Group P2))", facts=GLOBAL)
class IntegersInAll(Integers):
    """The integers of the last list that all others have, too."""

    lists: Annotated[tuple[Integers, ...], Limits(1)]


@ludeme("difference", example="(difference (sizes Group P1) (max (sizes Group P1)))", facts=GLOBAL)
class IntegersWithout(Integers):
    """The integers of a list without those of another, or one: each is taken out once."""

    list: Integers
    without: Integers | Integer


@ludeme("if", example="(if (is Mover P1) (sizes Group P1))", facts=GLOBAL)
class IntegersIf(Integers):
    """One list of integers when the condition holds, else the other, or none."""

    condition: Condition
    then: Integers
    otherwise: Integers | None = None
