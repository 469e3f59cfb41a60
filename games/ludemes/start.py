"""What stands where before the first move."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import EFFECT, STACKED, STATIC
from boardless.games.language.ludeme import Limits, Ludeme, bare, ludeme
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Region, SiteType
from boardless.games.ludemes.regions import Label

#: How many pieces are put on a site.
Count = Annotated[int, Limits(1, MAX_INTEGER)]
Counts = Annotated[tuple[Integer, ...], Limits(1)]
Names = Annotated[tuple[str, ...], Limits(1)]


class StartRule(Ludeme):
    """One step of setting up the game."""

    kind: ClassVar[str] = "a rule for the start"
    source: ClassVar[str] = "Ludii, game.rules.start"
    facts = EFFECT

    def site_numbers(self) -> frozenset[str]:
        """Return that it turns pieces, if it does."""
        turned = getattr(self, "rotation", None) is not None
        return frozenset(("rotations",)) if turned else frozenset()


@ludeme("start", example='(start {(place "Disc1" (centrePoint))})', facts=STATIC)
class Start(Ludeme):
    """The steps of setting up the game, in order."""

    kind: ClassVar[str] = "the rules for the start"
    source: ClassVar[str] = "Ludii, game.rules.start"
    rules: tuple[StartRule, ...]


class Spots(Ludeme):
    """Sites in the order in which something is put on them."""

    kind: ClassVar[str] = "a list {...} of sites"
    source: ClassVar[str] = "Ludii, game.rules.start"
    facts = STATIC


@bare
class ListedSpots(Spots):
    """Sites one by one, by their numbers or labels."""

    spots: tuple[Integer | Label, ...]


@ludeme("place", example='(place "Disc1" (handSite P1) count:9)', facts=STATIC)
class Place(StartRule):
    """Put a component on a site or on every site of a region or list; perhaps several on each.

    With a container the sites are counted from its first. A component named without a number goes
    to all "Hand": each player's into the first empty site of the player's hand. Without a place
    nothing is put anywhere.
    """

    component: str
    container: str | None = None
    type: SiteType | None = None
    where: Integer | Region | Spots | None = None
    _: KW_ONLY
    coord: str | None = None
    count: Count = 1
    counts: Counts | None = None
    state: Integer | None = None
    rotation: Integer | None = None
    value: Integer | None = None


@ludeme("place", "Stack", example='(place Stack "Disc1" (sites Bottom) count:3)')
class PlaceStack(StartRule):
    """Put components on each other: one, or several in a row, each as often as the count says.

    Each site of a region may have a count of its own. With items: the one name is a container's.
    """

    facts = EFFECT | STACKED
    component: str | None = None
    container: str | None = None
    type: SiteType | None = None
    where: Integer | Region | Spots | None = None
    _: KW_ONLY
    items: Names | None = None
    coord: str | None = None
    count: Integer | None = None
    counts: Counts | None = None
    state: Integer | None = None
    rotation: Integer | None = None
    value: Integer | None = None

    def __post_init__(self) -> None:
        if self.items is not None and self.container is None:
            object.__setattr__(self, "container", self.component)
            object.__setattr__(self, "component", None)
        if (self.component is None) == (self.items is None):
            self.reject("expected either a component or items:")
        if self.where is None and self.coord is None and self.container is None:
            self.reject("expected where")


class NumberOfPieces(Ludeme):
    """So many pieces of a component."""

    kind: ClassVar[str] = "a number of pieces"
    source: ClassVar[str] = "Ludii, game.util.math"
    facts = STATIC


@ludeme("count", example='(count "Pawn1" 8)')
class PiecesOf(NumberOfPieces):
    """So many pieces of the component that has this name."""

    component: str
    number: Integer


@ludeme("place", "Random", example='(place Random (sites Bottom) {"Rook1" "King1"})')
class PlaceRandom(StartRule):
    """Put pieces on empty sites of a region, or of the board, by chance; or in a stack on a site.

    Of each component there are as many as the count says; the order of a stack is left to chance.
    """

    region: Region | None
    pieces: Annotated[tuple[str | NumberOfPieces, ...], Limits(1)]
    where: Integer | None = None
    type: SiteType | None = None
    _: KW_ONLY
    count: Counts | None = None
    state: Integer | None = None
    value: Integer | None = None

    def stacks(self) -> bool:
        """Tell whether they are put on one site."""
        return self.where is not None


@ludeme("forEach", "Site", example='(forEach Site (sites Top) (place "Disc1" (site)))')
class StartEachSite(StartRule):
    """A step for each site of a region that meets a condition, seen as (site)."""

    region: Region
    rule: StartRule
    _: KW_ONLY
    if_: Condition | None = None


@ludeme("forEach", "Value", example="(forEach Value min:1 max:4 (set RememberValue (value)))")
class StartEachValue(StartRule):
    """A step for each whole number from one to another, seen as (value)."""

    rule: StartRule
    _: KW_ONLY
    min: Integer
    max: Integer


@ludeme("forEach", "Player", example="(forEach Player (set Score P1 (player)))")
class StartEachPlayer(StartRule):
    """A step for each player, seen as (player)."""

    rule: StartRule


@ludeme("forEach", example="(forEach {1 3} (set Score P1 (player)))")
class StartEachOf(StartRule):
    """A step for each of some players, seen as (player)."""

    players: Integers
    rule: StartRule
