"""Pieces that crawl round others and over them, and what holds them together."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import EFFECT, NEAR, SYMMETRIC, TRIES, needs
from boardless.games.language.ludeme import Limits, Word, ludeme
from boardless.games.ludemes.kinds import OURS, Condition, Integer, Region, SiteType


class Footing(Word):
    """What a step leads to: a free site, the top of what stands on a site, or either."""

    GROUND = "Ground"
    TOP = "Top"
    ANY = "Any"


@ludeme("sites", "Reachable", example="(sites Reachable (from) {Top Top Ground})")
class SitesReachable(Region):
    """The sites to which these steps lead what is uppermost on a site, once it has been lifted.

    A step on the ground goes along what stands there: of the two sites that touch both where it
    comes from and where it goes just one is occupied, for with none it would lose touch, and
    between two there is no room. A step up, down or on top is barred where both of those are
    higher than where it comes from and higher than where it goes. No site is come to twice.
    Sites before the last may have to be in a region; with `repeat` the last step is made once or
    more often.
    """

    facts = SYMMETRIC | NEAR | EFFECT | TRIES | needs("crawling")
    source: ClassVar[str] = OURS
    type: SiteType | None
    site: Integer
    steps: Annotated[tuple[Footing, ...], Limits(1, 8)]
    _: KW_ONLY
    over: Region | None = None
    repeat: bool = False

    def __post_init__(self) -> None:
        if self.repeat and (len(self.steps) > 1 or self.over is not None):
            self.reject("expected one step, over no region, where it is repeated")


@ludeme("is", "Cut", example="(is Cut (from))")
class IsCut(Condition):
    """Without the one piece on a site, what it touches would no longer hang together."""

    facts = SYMMETRIC | NEAR | EFFECT | TRIES | needs("crawling")
    source: ClassVar[str] = OURS
    type: SiteType | None
    site: Integer
