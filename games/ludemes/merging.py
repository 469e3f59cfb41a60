"""Rules that make one move of several."""

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Moves
from boardless.games.ludemes.moves import Then


@ludeme("append", example="(append (custodial (from (site))))", facts=EFFECT)
class Append(Moves):
    """One move that does all that the moves of a rule do, if there is one."""

    moves: Moves
    then: Then | None = None


@ludeme("allCombinations", example="(allCombinations (add (to (site))) (flip (between)))")
class AllCombinations(Moves):
    """Each move of one rule together with each of another, which is done after it."""

    facts = EFFECT
    first: Moves
    second: Moves
    then: Then | None = None
