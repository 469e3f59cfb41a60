"""What is set before the first move: numbers of sites and players, teams, and what is hidden."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import EFFECT, STATIC, needs, numbers
from boardless.games.language.ludeme import Limits, Ludeme, Word, bare, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Region, Role, SiteType
from boardless.games.ludemes.scoring import ThePlayer
from boardless.games.ludemes.sizes import Whole
from boardless.games.ludemes.start import Spots, StartRule


class HiddenData(Word):
    """What a player may not see of a site."""

    WHAT = "What"
    WHO = "Who"
    STATE = "State"
    COUNT = "Count"
    ROTATION = "Rotation"
    VALUE = "Value"


class Dealt(Word):
    """What is dealt."""

    DOMINOES = "Dominoes"


class SetOnSites(StartRule):
    """A number that each of some sites is given."""

    def __post_init__(self) -> None:
        if (getattr(self, "at", None) is None) == (getattr(self, "to", None) is None):
            self.reject("expected either at: or to:")


@ludeme("set", "Count", example="(set Count 4 to:(sites Track))", facts=numbers("counts"))
class SetCount(SetOnSites):
    """Put so many pieces of the last component on a site or on every site of a region."""

    number: Integer
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    to: Region | None = None


@ludeme("set", "Cost", example="(set Cost 5 Edge at:3)")
class SetCost(SetOnSites):
    """Give a site or every site of a region a cost."""

    number: Integer
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    to: Region | None = None


@ludeme("set", "Phase", example="(set Phase 1 Cell at:3)")
class SetPhase(SetOnSites):
    """Put a site or every site of a region into a phase of the board."""

    number: Integer
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    to: Region | None = None


@ludeme("set", "Score", example="(set Score Each 100)")
class SetScore(StartRule):
    """Give a player, or each, a score."""

    role: Role
    number: Integer


@ludeme("set", "Amount", example="(set Amount 20)")
class SetAmount(StartRule):
    """Give a player, or each, an amount."""

    role: Role | None
    number: Integer


@ludeme("set", "Team", example="(set Team 1 {P1 P3})")
class SetTeam(StartRule):
    """Put players into the team of a number."""

    team: Integer
    roles: Annotated[tuple[Role, ...], Limits(1)]


@ludeme("set", "RememberValue", example='(set RememberValue "Start" (sites Bottom))')
class SetRememberedValue(StartRule):
    """Remember a number, or the sites of a region, under a name; perhaps only what is new."""

    name: str | None
    value: Integer | Region
    _: KW_ONLY
    unique: bool = False


@ludeme("set", "Hidden", example="(set Hidden {What Who} (sites Hand P1) to:P2)")
class SetHidden(StartRule):
    """Hide sites, or some of what is known of them, from a role; or show them with False."""

    facts = EFFECT | needs("hiding")
    data: tuple[HiddenData, ...] = ()
    type: SiteType | None = None
    region: Region | None = None
    hidden: Condition | None = None
    _: KW_ONLY
    at: Integer | None = None
    level: Integer | None = None
    to: ThePlayer | Role

    def __post_init__(self) -> None:
        if (self.region is None) == (self.at is None):
            self.reject("expected either a region or at:")


class SiteAndValue(Ludeme):
    """A site and its value: ``{3 9}``."""

    kind: ClassVar[str] = "a site and its value {site value}"
    facts = STATIC


@bare
class Given(SiteAndValue):
    """The site, then the value."""

    numbers: Annotated[tuple[Whole, ...], Limits(2)]


@ludeme("set", example="(set {{0 9} {8 7}})")
class SetGivens(StartRule):
    """The values of some sites of a puzzle."""

    type: SiteType | None
    givens: Annotated[tuple[SiteAndValue, ...], Limits(1)]


@ludeme("set", example="(set P1 Vertex (sites {1 3}))")
class SetOwner(StartRule):
    """Put the first component of a role on a site or on every site of a region or list."""

    role: Role
    type: SiteType | None
    where: Integer | Region | Spots | None
    _: KW_ONLY
    coord: str | None = None


@ludeme("deal", example="(deal Dominoes 7)")
class Deal(StartRule):
    """Deal so many (1) dominoes to each player, by chance."""

    what: Dealt
    number: Annotated[int, Limits(1, 1000)] = 1
