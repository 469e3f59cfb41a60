"""Regions: sets of sites."""

from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.kinds import Around, Compass, Directions, Integer, Region, Role

Several = Annotated[tuple[Region, ...], Limits(1)]


@ludeme("sites", example="(sites {0 4 (last To)})")
class SitesListed(Region):
    """Sites one by one."""

    sites: tuple[Integer, ...]


@ludeme("sites", "Empty", example="(sites Empty)")
class SitesEmpty(Region):
    """The sites of the board on which nothing stands."""


@ludeme("sites", "Occupied", example="(sites Occupied by:Next)")
class SitesOccupied(Region):
    """The sites of the board on which something stands, or something of a role."""

    _: KW_ONLY
    by: Role = Role.ALL


@ludeme("sites", "Board", example="(sites Board)")
class SitesBoard(Region):
    """All sites of the board."""


@ludeme("sites", "Playable", example="(sites Playable)")
class SitesPlayable(Region):
    """The empty sites adjacent to a piece."""


@ludeme("sites", "Hand", example="(sites Hand Mover)")
class SitesHand(Region):
    """The sites of a role's hand."""

    role: Role


@ludeme("sites", "LastTo", example="(sites LastTo)")
class SitesLastTo(Region):
    """The site that the last move went to."""


@ludeme("sites", "Outer", example="(sites Outer)")
class SitesOuter(Region):
    """The sites on the outer edge of the board."""


@ludeme("sites", "Side", example="(sites Side NE)")
class SitesSide(Region):
    """The sites on one side of the board."""

    side: Compass


@ludeme("sites", "Around", example="(sites Around (last To) Empty)")
class SitesAround(Region):
    """The sites adjacent to a site or to those of a region; perhaps only some of them."""

    where: Integer | Region
    which: Around | None = None


@ludeme("union", example="(union (sites Empty) (sites Outer))")
class Union(Region):
    """The sites in any of the regions."""

    regions: Several


@ludeme("intersection", example="(intersection (sites Empty) (sites Outer))")
class Intersection(Region):
    """The sites in all of the regions."""

    regions: Several


@ludeme("difference", example="(difference (sites Board) (sites Outer))")
class Difference(Region):
    """The sites of a region that are not in another."""

    region: Region
    without: Region


@ludeme("expand", example="(expand (sites Occupied) Orthogonal steps:2)")
class Expand(Region):
    """A region grown by the sites up to a number of steps away."""

    region: Region
    directions: Directions | None = None
    _: KW_ONLY
    steps: Integer | None = None
