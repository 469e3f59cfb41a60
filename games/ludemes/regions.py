"""Regions: sets of sites."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import (
    BESIDE,
    BORDER,
    CHANCE,
    EFFECT,
    GLOBAL,
    LOCAL,
    NEAR,
    PURE,
    STATIC,
    SYMMETRIC,
    UNORDERED,
    Facts,
    needs,
    numbers,
    reads,
    stands,
)
from boardless.games.language.ludeme import Limits, Ludeme, bare, ludeme
from boardless.games.ludemes.board_regions import PlaceOfBoard
from boardless.games.ludemes.conditions import IsEmpty, IsIn
from boardless.games.ludemes.directions import Absolute, Ways
from boardless.games.ludemes.integers import ComponentId, FromSite, ToSite, What
from boardless.games.ludemes.kinds import (
    Around,
    Compass,
    Condition,
    Directions,
    Integer,
    Integers,
    Listed,
    Moves,
    Range,
    Region,
    Role,
    SiteType,
)
from boardless.games.ludemes.moves import MovedPiece
from boardless.games.ludemes.pieces import Walks
from boardless.games.ludemes.scoring import ThePlayer

Several = Annotated[tuple[Region, ...], Limits(1)]
Labels = Annotated[tuple[str, ...], Limits(1)]


class Label(Ludeme):
    """The label of a site, such as "A1"."""

    kind: ClassVar[str] = "the label of a site"
    facts = STATIC


@bare
class SiteLabel(Label):
    """A column in letters, then a row from 1."""

    label: str


@ludeme("sites", example="(sites)", facts=GLOBAL)
class SitesOfThisGroup(Region):
    """The sites of the group in question."""


@ludeme("sites", example='(sites P1 "Home")', facts=GLOBAL)
class SitesOwned(Region):
    """The regions of the equipment whose name has this in it, those of a role or of nobody.

    A name that is the label of a site means that site.
    """

    role: Role | None = None
    name: str | None = None

    def __post_init__(self) -> None:
        if self.role is None and self.name is None:
            self.reject("expected a role or a name")


@ludeme("sites", example="(sites (player (next)))", facts=GLOBAL)
class SitesOwnedBy(Region):
    """The regions of the equipment of the player of a number, perhaps those of a name."""

    player: ThePlayer
    name: str | None = None


@ludeme("sites", example="(sites {0 4 (last To)})", facts=SYMMETRIC | NEAR)
class SitesListed(Region):
    """Sites one by one, by their numbers."""

    sites: tuple[Integer, ...]


@ludeme("sites", example='(sites {"A1" "C3"})', facts=GLOBAL)
class SitesLabelled(Region):
    """Sites one by one, by their labels; one that no site has says nothing."""

    labels: Labels


@ludeme("sites", example="(sites (array (sites Top)))", facts=GLOBAL)
class SitesOfArray(Region):
    """The sites whose numbers are these integers."""

    array: Integers


@ludeme("sites", "Cell", example="(sites Cell 4)", facts=GLOBAL)
class SitesOfCell(Region):
    """The vertices of a cell, or cells by their labels."""

    cell: Integer | Label


@ludeme("sites", "Edge", example="(sites Edge 4)", facts=GLOBAL)
class SitesOfEdge(Region):
    """The two ends of an edge."""

    edge: Integer


@ludeme("sites", "Vertex", example='(sites Vertex {"A1" "B1"})', facts=GLOBAL)
class SitesOfVertices(Region):
    """Vertices by their labels."""

    labels: Labels


@ludeme("sites", "Empty", example="(sites Empty)")
class SitesEmpty(PlaceOfBoard):
    """The sites of the board on which nothing stands."""

    facts = LOCAL | SYMMETRIC | stands("type") | BORDER


@ludeme("sites", "Empty", example="(sites Empty 1)", facts=GLOBAL)
class SitesEmptyIn(Region):
    """The sites of a container on which nothing stands; the board is 0, then come the hands."""

    type: SiteType | None
    container: Integer


@ludeme("sites", "Occupied", example="(sites Occupied by:Next)")
class SitesOccupied(Region):
    """The sites of the board on which something stands, or something of a role.

    It may be asked for a container and for components, by number or by names without owners.
    """

    facts = PURE | BESIDE | reads("lying") | stands("on")
    _: KW_ONLY
    by: Role | ThePlayer = Role.ALL
    container: Integer | str | None = None
    component: Integer | str | None = None
    components: Labels | None = None
    top: bool = True
    on: SiteType | None = None


@ludeme("sites", "Board", example="(sites Board)", facts=LOCAL | SYMMETRIC | BORDER)
class SitesBoard(PlaceOfBoard):
    """All sites of the board."""


@ludeme("sites", "Playable", example="(sites Playable)")
class SitesPlayable(Region):
    """The empty sites adjacent to a piece, or orthogonal to one."""

    facts = SYMMETRIC | NEAR | BORDER | Facts(reach=1)
    directions: Directions = Directions.ADJACENT

    def __post_init__(self) -> None:
        if self.directions not in (Directions.ADJACENT, Directions.ORTHOGONAL):
            self.reject("expected Adjacent or Orthogonal")


@ludeme("sites", "Hand", example="(sites Hand Mover)", facts=SYMMETRIC | NEAR | reads("hand"))
class SitesHand(Region):
    """The sites of a role's hand; none where it is not said whose."""

    role: Role | None = None

    def is_of_hands(self) -> bool:
        """Tell that they are."""
        return True


@ludeme("sites", "ToClear", example="(sites ToClear)", facts=GLOBAL)
class SitesToClear(Region):
    """The sites from which pieces are removed when the turn is over."""


@ludeme("sites", "Start", example="(sites Start (piece (what at:(from))))", facts=GLOBAL)
class SitesStart(Region):
    """The sites on which a component stood before the first move."""

    piece: MovedPiece


@ludeme("sites", "LastTo", example="(sites LastTo)", facts=SYMMETRIC | NEAR | reads("last"))
class SitesLastTo(Region):
    """The site that the last move went to."""


@ludeme("last", "Between", example="(last Between)", facts=reads("hopped"))
class LastBetween(Region):
    """The site that the last move hopped over."""


@ludeme("sites", "Outer", example="(sites Outer)", facts=SYMMETRIC | BORDER)
class SitesOuter(PlaceOfBoard):
    """The sites on the outer edge of the board."""


@ludeme("sites", "Side", example="(sites Side NE)", facts=SYMMETRIC | BORDER)
class SitesSide(Region):
    """The sites on one side of the board, or on the side that a role faces."""

    type: SiteType | None
    side: Compass | Role


def _asks_for_pieces(condition: Condition | None) -> bool:
    """Tell whether a condition on ``(to)`` is false where nothing stands."""
    if not isinstance(condition, IsIn):
        return False
    value, among = condition.value, condition.among
    here = isinstance(value, What) and isinstance(value.at, ToSite)
    named = isinstance(among, Listed) and all(isinstance(x, ComponentId) for x in among.values)
    return here and named


@ludeme("sites", "Around", example="(sites Around (last To) Empty)", facts=SYMMETRIC)
class SitesAround(Region):
    """The sites adjacent to a site or to those of a region; perhaps only some of them.

    Others may be asked for: those at the end of so many steps in some directions, those that
    meet a condition, and the sites themselves, which are left out otherwise.
    """

    type: SiteType | None
    where: Integer | Region
    which: Around | None = None
    directions: Absolute = Directions.ADJACENT
    _: KW_ONLY
    distance: Integer | None = None
    if_: Condition | None = None
    include_self: bool = False

    def reach(self) -> float:
        """Return one step more than to the site, or than a region reads."""
        where = self.where
        return 1 + (where.reach_as_site if isinstance(where, Integer) else where.reach())

    @property
    def centre(self) -> Integer | None:
        """The site, if they are around one and not around those of a region."""
        return self.where if isinstance(self.where, Integer) else None

    def has_effects(self) -> bool:
        """Tell whether not all sites around are meant, or others."""
        classed = isinstance(self.directions, Directions)
        return not classed or bool(self.distance or self.if_ or self.include_self)

    def is_near(self) -> bool:
        """Tell whether they touch a piece: cells around one do, and those with pieces."""
        pieces = self.which in (Around.NOT_EMPTY, Around.OWN, Around.ENEMY)
        beside = isinstance(self.where, SitesOccupied)
        return self.distance is None and (pieces or beside or _asks_for_pieces(self.if_))

    def leads_beside(self) -> bool:
        """Tell whether they are one step away."""
        return self.distance is None


@ludeme("sites", "Direction", example="(sites Direction from:(centrePoint) N included:True)")
class SitesInDirection(Region):
    """The sites on the way from a site, or from those of a region, in some directions.

    The way ends after a distance, or before a site that meets a condition, or with it.
    """

    facts = SYMMETRIC
    directions: Ways | None = None
    type: SiteType | None = None
    _: KW_ONLY
    from_: Integer | Region
    included: bool = False
    stop: Condition | None = None
    stop_included: bool = False
    distance: Integer | None = None

    def is_near(self) -> bool:
        """Tell whether they lead from a piece over pieces to the first empty cell beside one."""
        stops = self.stop == IsEmpty(None, ToSite())
        return stops and isinstance(self.from_, FromSite) and self.distance is None

    def is_symmetric(self) -> bool:
        """Tell whether no ways are named: some, such as forward, are those of a piece."""
        return self.directions is None


@ludeme("sites", "Distance", example="(sites Distance from:(last To) (range 1 2))", facts=EFFECT)
class SitesAtDistance(Region):
    """The sites so many steps from a site, by adjacent ones, or by steps that are given."""

    type: SiteType | None
    relation: Directions | None
    step: Moves | None
    distance: Range
    _: KW_ONLY
    from_: Integer


@ludeme("sites", "Between", example="(sites Between from:0 to:8)", facts=EFFECT)
class SitesBetween(Region):
    """The sites between two on a straight way from one to the other; perhaps only some of them."""

    directions: Ways | None = None
    type: SiteType | None = None
    _: KW_ONLY
    from_: Integer
    from_included: bool = False
    to: Integer
    to_included: bool = False
    cond: Condition | None = None


@ludeme("sites", "Track", example='(sites Track P1 "Home")', facts=needs("track_places"))
class SitesOfTrack(Region):
    """The sites of a track, by its owner or its name; perhaps only those from a site to another."""

    role: Role | None = None
    name: str | None = None
    _: KW_ONLY
    from_: Integer | None = None
    to: Integer | None = None


@ludeme("sites", "Random", example="(sites Random (sites Board) num:3)", facts=EFFECT | CHANCE)
class SitesRandom(Region):
    """So many sites of a region, or of the empty ones, by chance; one unless a number is given."""

    region: Region | None = None
    _: KW_ONLY
    num: Integer | None = None

    def is_of_hands(self) -> bool:
        """Tell it of the region."""
        return self.region is not None and self.region.is_of_hands()


@ludeme("sites", "State", example="(sites State 1)", facts=numbers("states"))
class SitesInState(Region):
    """The sites of the board whose pieces, or which themselves, have a local state."""

    type: SiteType | None
    state: Integer


@ludeme("sites", "Hint", example="(sites Hint)", facts=GLOBAL)
class SitesOfHint(Region):
    """The sites of the hint in question."""


@ludeme("union", example="(union (sites Empty) (sites Outer))", facts=PURE | UNORDERED)
class Union(Region):
    """The sites in any of the regions."""

    regions: Several


@ludeme("intersection", example="(intersection (sites Empty) (sites Outer))")
class Intersection(Region):
    """The sites in all of the regions."""

    facts = PURE | UNORDERED
    regions: Several


@ludeme("difference", example="(difference (sites Board) (sites Outer))", facts=PURE | BESIDE)
class Difference(Region):
    """The sites of a region that are not in another."""

    region: Region
    without: Region


@ludeme("expand", example="(expand origin:(centrePoint) steps:2)", facts=GLOBAL)
class ExpandSite(Region):
    """A site and those up to a number of steps (1) away."""

    directions: Absolute | None = None
    type: SiteType | None = None
    _: KW_ONLY
    origin: Integer
    steps: Integer | None = None


@ludeme("expand", example="(expand (sites Occupied) Orthogonal steps:2)", facts=SYMMETRIC | BORDER)
class Expand(Region):
    """A region grown by the sites up to a number of steps (1) away."""

    region: Region
    directions: Absolute | None = None
    type: SiteType | None = None
    _: KW_ONLY
    steps: Integer | None = None


@ludeme("if", example="(if (is Mover P1) (sites Top) (sites Bottom))", facts=GLOBAL)
class RegionIf(Region):
    """One region when the condition holds, else the other, or none."""

    condition: Condition
    then: Region
    otherwise: Region | None = None


@ludeme("forEach", example="(forEach (sites Top) if:(is Even (site)))", facts=SYMMETRIC | NEAR)
class SitesThat(Region):
    """The sites of a region that meet a condition, each seen as (site)."""

    region: Region
    _: KW_ONLY
    if_: Condition

    def is_of_hands(self) -> bool:
        """Tell it of the region."""
        return self.region.is_of_hands()


@ludeme("forEach", example="(forEach of:(sites Corners) (sites Around (site)))", facts=GLOBAL)
class RegionsOfSites(Region):
    """The regions that follow from each site of another, seen as (site), together."""

    region: Region
    _: KW_ONLY
    of: Region


@ludeme("sites", example="(sites {{F F R F} {F F L F}})", facts=EFFECT)
class SitesOfWalks(Region):
    """The ends of walks from (from) that set out in every orthogonal direction, or in the first."""

    walks: Walks
    _: KW_ONLY
    rotations: Condition | None = None


@ludeme("sites", example="(sites (to) {{F F R F} {F F L F}})", facts=EFFECT)
class SitesOfWalksFrom(Region):
    """The ends of walks from a site."""

    start: Integer
    walks: Walks
    _: KW_ONLY
    rotations: Condition | None = None
