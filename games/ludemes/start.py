"""What stands where before the first move."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.ludeme import Limits, Ludeme, ludeme
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.ludemes.kinds import Integer, Region


class StartRule(Ludeme):
    """One step of setting up the game."""

    kind: ClassVar[str] = "a rule for the start"
    source: ClassVar[str] = "Ludii, game.rules.start"


@ludeme("start", example='(start {(place "Disc1" (centrePoint))})')
class Start(Ludeme):
    """The steps of setting up the game, in order."""

    kind: ClassVar[str] = "the rules for the start"
    source: ClassVar[str] = "Ludii, game.rules.start"
    rules: tuple[StartRule, ...]


@ludeme("place", example='(place "Disc1" (handSite P1) count:9)')
class Place(StartRule):
    """Put a component on a site or on every site of a region; in a hand, a number of them."""

    component: str
    where: Integer | Region
    _: KW_ONLY
    count: Annotated[int, Limits(1, MAX_INTEGER)] = 1
