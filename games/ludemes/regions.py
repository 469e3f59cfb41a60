"""Regions: sets of sites."""

from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.kinds import Around, Compass, Directions, Integer, Region, Role

Several = Annotated[tuple[Region, ...], Limits(1)]


@ludeme("sites")
class SitesListed(Region):
    """Sites one by one."""

    sites: tuple[Integer, ...]


@ludeme("sites", "Empty")
class SitesEmpty(Region):
    """The sites of the board on which nothing stands."""


@ludeme("sites", "Occupied")
class SitesOccupied(Region):
    """The sites of the board on which something stands, or something of a role."""

    _: KW_ONLY
    by: Role = Role.ALL


@ludeme("sites", "Board")
class SitesBoard(Region):
    """All sites of the board."""


@ludeme("sites", "Playable")
class SitesPlayable(Region):
    """The empty sites adjacent to a piece."""


@ludeme("sites", "Hand")
class SitesHand(Region):
    """The sites of a role's hand."""

    role: Role


@ludeme("sites", "LastTo")
class SitesLastTo(Region):
    """The site that the last move went to."""


@ludeme("sites", "Outer")
class SitesOuter(Region):
    """The sites on the outer edge of the board."""


@ludeme("sites", "Side")
class SitesSide(Region):
    """The sites on one side of the board."""

    side: Compass


@ludeme("sites", "Around")
class SitesAround(Region):
    """The sites adjacent to a site or to those of a region; perhaps only some of them."""

    where: Integer | Region
    which: Around | None = None


@ludeme("union")
class Union(Region):
    """The sites in any of the regions."""

    regions: Several


@ludeme("intersection")
class Intersection(Region):
    """The sites in all of the regions."""

    regions: Several


@ludeme("difference")
class Difference(Region):
    """The sites of a region that are not in another."""

    region: Region
    without: Region


@ludeme("expand")
class Expand(Region):
    """A region grown by the sites up to a number of steps away."""

    region: Region
    directions: Directions | None = None
    _: KW_ONLY
    steps: Integer | None = None
