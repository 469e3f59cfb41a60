"""Pieces that flip from one of two states to the other."""

from boardless.games.language.facts import EFFECT, numbers
from boardless.games.language.ludeme import absent, ludeme
from boardless.games.ludemes.integers import ToSite
from boardless.games.ludemes.kinds import Integer, Moves, SiteType
from boardless.games.ludemes.moves import Then


@ludeme("flip", example="(flip (between))", facts=EFFECT | numbers("states"))
class Flip(Moves):
    """Set the local state of a site's piece ((to)) to the other one of its two states, if any."""

    type: SiteType | None
    at: Integer = absent(ToSite())
    then: Then | None = None
