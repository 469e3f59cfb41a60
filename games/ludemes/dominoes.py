"""Dominoes of two by four squares: where the next may lie, whether it fits, and the others."""

from boardless.games.language.facts import CHANCE, EFFECT, GLOBAL, PUTS
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.integers import LastTo
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Region
from boardless.games.ludemes.moves import Then


@ludeme("sites", "LineOfPlay", example="(sites LineOfPlay)", facts=GLOBAL)
class SitesLineOfPlay(Region):
    """Free squares up to four straight on from the two ends of every domino on the board.

    And one to the left and to the right of the first two of these. A domino with the same number
    twice has four ends, as far as there are squares straight on. Without dominoes it is the centre.
    No square is farther than 20 rows or columns from the centre; up to there the board grows.
    """


@ludeme("is", "PipsMatch", example="(is PipsMatch)", facts=GLOBAL)
class IsPipsMatch(Condition):
    """Squares beside those of the domino on a site, that of the last move, have the same numbers.

    And but for the first domino it lies beside another: two of the squares beside it, in line, are
    of one domino, and no three are in line.
    """

    at: Integer = LastTo()


@ludeme("take", "Domino", example="(take Domino)", facts=EFFECT | PUTS | CHANCE)
class TakeDomino(Moves):
    """Draw a domino by chance that nobody has drawn yet, to the first free site of one's hand."""

    then: Then | None = None
