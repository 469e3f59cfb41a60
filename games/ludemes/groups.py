"""Groups of sites that hang together, what lies beside them, and what they join."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT, GLOBAL, NEAR, SYMMETRIC, needs, reads
from boardless.games.language.ludeme import Word, ludeme
from boardless.games.ludemes.directions import NamedWays, Ways
from boardless.games.ludemes.equipment import RegionType
from boardless.games.ludemes.integers import LastTo
from boardless.games.ludemes.kinds import (
    Condition,
    Directions,
    Integer,
    Integers,
    Moves,
    Region,
    Role,
    SiteType,
)
from boardless.games.ludemes.moves import Step, Then
from boardless.games.ludemes.regions import Several


class Sight(Word):
    """What is meant of a straight walk: the empty sites, the last of them, or the first piece."""

    EMPTY = "Empty"
    FARTHEST = "Farthest"
    PIECE = "Piece"


@ludeme("count", "Groups", example="(count Groups Orthogonal if:(= (who at:(to)) (mover)))")
class CountGroups(Integer):
    """The number of groups of pieces, or of the sites that meet a condition, each seen as (to).

    Smaller groups than a size (0) do not count.
    """

    facts = GLOBAL
    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    if_: Condition | None = None
    min: Integer | None = None


@ludeme("count", "Liberties", example="(count Liberties at:(last To) Orthogonal)", facts=GLOBAL)
class CountLiberties(Integer):
    """The number of empty sites beside the group of a site, that of the last move unless given.

    The group has the component of the site; a condition on (to) may narrow it.
    """

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer = LastTo()
    if_: Condition | None = None


@ludeme("count", "Steps", example="(count Steps Orthogonal (from) (last To))", facts=GLOBAL)
class CountSteps(Integer):
    """The fewest steps from a site to another, or to one of a region; 0 where there is no way.

    Where a step is given, the way is by such steps; there are 1,000,000,000 where there is none.
    """

    type: SiteType | None
    relation: Directions | None
    step: Moves | None
    site: Integer
    to: Integer | Region

    def __post_init__(self) -> None:
        if self.step is not None and not isinstance(self.step, Step):
            self.reject("expected the steps as (step ...)")


@ludeme("size", "Group", example="(size Group at:(last To) Orthogonal)", facts=GLOBAL)
class GroupSize(Integer):
    """The number of sites of the group of a site: those of its component that hang together.

    A condition takes the place of the component, on each site seen as (to).
    """

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer
    if_: Condition | None = None


@ludeme("sizes", "Group", example="(sizes Group Orthogonal Mover)", facts=reads("order"))
class GroupSizes(Integers):
    """The numbers of sites of the groups of a role, of a player or of all.

    A condition takes the place of the owner, on each site seen as (to). Smaller groups than a
    size (0) are left out.
    """

    type: SiteType | None = None
    directions: Ways | None = None
    role: Role | None = None
    _: KW_ONLY
    of: Integer | None = None
    if_: Condition | None = None
    min: Integer | None = None


@ludeme("size", "Territory", example="(size Territory P1)", facts=GLOBAL)
class TerritorySize(Integer):
    """The number of empty sites in areas that only pieces of a role lie beside."""

    type: SiteType | None
    role: Role
    directions: Directions = Directions.ADJACENT


@ludeme("sites", "Group", example="(sites Group at:(last To) Orthogonal)", facts=GLOBAL)
class SitesOfGroup(Region):
    """The sites of the group of a site, or of several: those of its component that hang together.

    A condition takes the place of the component, on each site seen as (to).
    """

    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer | None = None
    from_: Region | None = None
    if_: Condition | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.from_ is None):
            self.reject("expected either at: or from:")


@ludeme("sites", "LineOfSight", example="(sites LineOfSight Empty at:(last To) Orthogonal)")
class SitesInSight(Region):
    """Of each straight walk from a site the first piece, or the empty sites before it, or the last.

    The site is that of the last move unless given.
    """

    facts = GLOBAL
    sight: Sight = Sight.PIECE
    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer = LastTo()


@ludeme("is", "Connected", example="(is Connected 2 at:(last To) Orthogonal Mover)")
class IsConnected(Condition):
    """The group of a piece joins regions: those of a role, those given or those of a sort.

    It is the piece of the last move unless a site is given, and of the role if there is one; its
    group are the pieces of its owner that hang together. It has to join all regions, or so many.
    """

    facts = SYMMETRIC | reads("last")
    number: Integer | None = None
    type: SiteType | None = None
    directions: Ways | None = None
    regions: Several | None = None
    role: Role | None = None
    sort: RegionType | None = None
    _: KW_ONLY
    at: Integer = LastTo()

    def __post_init__(self) -> None:
        if sum(part is not None for part in (self.regions, self.role, self.sort)) != 1:
            self.reject("expected either regions, a role or a sort of regions")

    def has_effects(self) -> bool:
        """Tell whether it is about sides or corners of the board."""
        return self.sort is not None


@ludeme("is", "Blocked", example="(is Blocked Player)", facts=GLOBAL)
class IsBlocked(Condition):
    """No way over empty sites and a role's leads from the first of its regions to the others.

    Without a role they are given, and the sites are the mover's. So many regions may be enough.
    """

    number: Integer | None = None
    type: SiteType | None = None
    directions: Ways | None = None
    regions: Several | None = None
    role: Role | None = None

    def __post_init__(self) -> None:
        if (self.regions is None) == (self.role is None):
            self.reject("expected either regions or a role")


@ludeme(
    "all", "Groups",
    example="(all Groups Orthogonal if:(> (count Sites in:(sites)) 2))",
)  # fmt: skip
class AllGroups(Condition):
    """A condition holds for every group of the mover's pieces, whose sites are (sites).

    Or for the groups of occupied sites and what lies beside them that meet a condition, each seen
    as (to).
    """

    facts = GLOBAL
    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    of: Condition | None = None
    if_: Condition


@ludeme("is", "Full", example="(is Full)", facts=GLOBAL)
class IsFull(Condition):
    """No site of the board is empty."""


@ludeme("is", "Visited", example="(is Visited (to))", facts=needs("visits"))
class IsVisited(Condition):
    """A move of this turn has come from a site or gone to it."""

    site: Integer


@ludeme("is", "Related", example="(is Related Orthogonal (from) (to))", facts=SYMMETRIC | NEAR)
class IsRelated(Condition):
    """A site lies a step of a kind from another, or from one of a region."""

    relation: Directions
    type: SiteType | None
    site: Integer
    to: Integer | Region


@ludeme("is", "Within", example='(is Within (id "King" Mover) in:(sites Corners))', facts=GLOBAL)
class IsWithin(Condition):
    """A piece of a component stands on a site, or on one of a region."""

    component: Integer
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.in_ is None):
            self.reject("expected either at: or in:")


@ludeme("forEach", "Group", example="(forEach Group Orthogonal (remove (sites)))")
class ForEachGroup(Moves):
    """The moves of a rule for every group of the mover's pieces, seen as (sites).

    A condition takes the place of the owner, on each site seen as (to).
    """

    facts = EFFECT | reads("order")
    type: SiteType | None
    directions: Ways | None
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    if_: Condition | None = None


def ways_of(directions: Directions) -> Ways:
    """Return a class of directions as one way of giving them."""
    return NamedWays((directions,))
