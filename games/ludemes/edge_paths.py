"""Paths of edges on which pieces stand."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.integers import LastTo
from boardless.games.ludemes.kinds import Condition, Integer, Range, Role, SiteType


@ludeme("is", "Path", example="(is Path Edge Mover length:(exact 3) closed:True)", facts=EFFECT)
class IsPath(Condition):
    """The edges of a role that hang together with that of the last move are a path of a length.

    With `closed` it is in a ring: one that is all that hangs together without bridges and has the
    length, or a way from one of its ends to the other, not over itself, that has.
    """

    type: SiteType
    site: Integer | None
    role: Role
    _: KW_ONLY
    length: Range
    closed: bool = False

    def __post_init__(self) -> None:
        if self.type is not SiteType.EDGE:
            self.reject("expected a path of type Edge")

    @property
    def start(self) -> Integer:
        """The edge in question."""
        return LastTo() if self.site is None else self.site
