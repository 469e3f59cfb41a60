"""Directions: absolute ones, and those that depend on where a piece faces."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import CHANCE, GLOBAL
from boardless.games.language.ludeme import Limits, Ludeme, Word, bare, ludeme
from boardless.games.ludemes.kinds import (
    Compass,
    Condition,
    Directions,
    Integer,
    SiteType,
    Spatial,
    Turning,
)


class DirectionGroup(Word):
    """Several directions at once; on the graphs of boards no step is axial or angled."""

    AXIAL = "Axial"
    ANGLED = "Angled"
    SAME_LAYER = "SameLayer"
    UPWARD = "Upward"
    DOWNWARD = "Downward"
    ROTATIONAL = "Rotational"
    BASE = "Base"
    SUPPORT = "Support"


class Relative(Word):
    """Directions as a piece sees them that faces forward."""

    FORWARD = "Forward"
    BACKWARD = "Backward"
    RIGHTWARD = "Rightward"
    LEFTWARD = "Leftward"
    FORWARDS = "Forwards"
    BACKWARDS = "Backwards"
    RIGHTWARDS = "Rightwards"
    LEFTWARDS = "Leftwards"
    FL = "FL"
    FLL = "FLL"
    FLLL = "FLLL"
    BL = "BL"
    BLL = "BLL"
    BLLL = "BLLL"
    FR = "FR"
    FRR = "FRR"
    FRRR = "FRRR"
    BR = "BR"
    BRR = "BRR"
    BRRR = "BRRR"
    SAME_DIRECTION = "SameDirection"
    OPPOSITE_DIRECTION = "OppositeDirection"


#: Where a piece or a player looks.
Facing = Compass | Spatial | Turning
#: A direction, or several, of the board.
Absolute = Directions | Compass | Spatial | Turning | DirectionGroup


class Ways(Ludeme):
    """Directions of the board."""

    kind: ClassVar[str] = "directions"
    source: ClassVar[str] = "Ludii, game.functions.directions"


@bare
class NamedWays(Ways):
    """Directions by their names."""

    facts = GLOBAL

    names: Annotated[tuple[Absolute | Relative, ...], Limits(1)]


@ludeme("directions", example="(directions {FR FL} of:Orthogonal)", facts=GLOBAL)
class RelativeWays(Ways):
    """Directions by their names, among those of a class, and perhaps only those that a site has."""

    names: Annotated[tuple[Relative | Absolute, ...], Limits(1)] = (Relative.FORWARD,)
    _: KW_ONLY
    of: Directions = Directions.ADJACENT
    by_site: bool = False


@ludeme("directions", "Random", example="(directions Random Orthogonal num:2)", facts=CHANCE)
class RandomWays(Ways):
    """So many of the directions, by chance."""

    among: Absolute | Relative
    _: KW_ONLY
    num: Integer


@ludeme("directions", example="(directions Cell from:(last From) to:(last To))", facts=GLOBAL)
class WaysAlong(Ways):
    """The direction in which a straight way leads from a site to another; none if none does."""

    type: SiteType
    _: KW_ONLY
    from_: Integer
    to: Integer


@ludeme("union", example="(union N (directions {FR FL}))", facts=GLOBAL)
class EitherWays(Ways):
    """The directions of both."""

    first: Ways
    second: Ways


@ludeme("difference", example="(difference Adjacent N)", facts=GLOBAL)
class OtherWays(Ways):
    """The directions of the first that are not among the second."""

    first: Ways
    second: Ways


@ludeme("if", example="(if (is Mover P1) N S)", facts=GLOBAL)
class WaysIf(Ways):
    """Some directions when the condition holds, else others."""

    condition: Condition
    then: Ways
    otherwise: Ways
