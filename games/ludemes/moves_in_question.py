"""Moves that are looked at before one of them is made: where they lead, and which do the most."""

from dataclasses import KW_ONLY, dataclass

from boardless.games.language.facts import EFFECT, GLOBAL
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Moves, Region, Truth
from boardless.games.ludemes.moves import Then


@ludeme("sites", "From", example="(sites From (forEach Piece))", facts=GLOBAL)
class SitesFrom(Region):
    """The sites from which the moves of a rule start."""

    moves: Moves


@ludeme("sites", "To", example="(sites To (forEach Piece))", facts=GLOBAL)
class SitesTo(Region):
    """The sites to which the moves of a rule go."""

    moves: Moves


@dataclass(frozen=True)
class MovesThatDoMost(Moves):
    """Of the moves of a rule those that do the most; perhaps by the values of what they take."""

    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    with_value: Condition | None = None

    def site_numbers(self) -> frozenset[str]:
        """Return that it reads values, if it asks what the pieces are worth that moves take."""
        weighs = self.with_value not in (None, Truth(False))
        return frozenset(("values",)) if weighs else frozenset()


@ludeme("max", "Moves", example="(max Moves (forEach Piece))", facts=EFFECT)
class MaxMoves(MovesThatDoMost):
    """Of the moves of a rule those after which the mover can go on for the most moves in a row.

    Or, with values, those by which the pieces that are taken on the way have the highest values.
    """


@ludeme("max", "Captures", example="(max Captures (forEach Piece))", facts=EFFECT)
class MaxCaptures(MovesThatDoMost):
    """Of the moves of a rule those that take the most pieces, or the highest values."""
