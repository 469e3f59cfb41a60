"""What players may not see, while a game is played."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT, PUTS, needs
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Region, Role, SiteType
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.scoring import ThePlayer
from boardless.games.ludemes.start_settings import HiddenData


@ludeme("set", "Hidden", example="(set Hidden What at:(last To) to:Next)")
class Hide(Moves):
    """Hide sites, or some of what is known of them, from players; or show them with False.

    What hides a piece goes with it when it moves, and stays on the site when it is removed.
    """

    facts = EFFECT | PUTS | needs("hiding")
    data: tuple[HiddenData, ...] = ()
    type: SiteType | None = None
    region: Region | None = None
    hidden: Condition | None = None
    then: Then | None = None
    _: KW_ONLY
    at: Integer | None = None
    level: Integer | None = None
    to: ThePlayer | Role

    def __post_init__(self) -> None:
        if (self.region is None) == (self.at is None):
            self.reject("expected either a region or at:")


@ludeme("is", "Hidden", example="(is Hidden What at:(to) to:Mover)", facts=EFFECT | needs("hiding"))
class IsHidden(Condition):
    """A site, or one of what is known of it, is hidden from a player."""

    data: HiddenData | None = None
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None
    to: ThePlayer | Role


@ludeme("sites", "Hidden", example="(sites Hidden to:Mover)", facts=EFFECT | needs("hiding"))
class SitesHidden(Region):
    """The sites of the board of which all, or one thing, is hidden from a player or from some."""

    data: HiddenData | None = None
    type: SiteType | None = None
    _: KW_ONLY
    to: ThePlayer | Role
