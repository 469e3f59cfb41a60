"""Conditions: what is true or false in a state."""

from dataclasses import KW_ONLY, dataclass
from typing import Annotated

from boardless.games.language.facts import (
    ARITHMETIC,
    COMPARES,
    EFFECT,
    GLOBAL,
    GOES_ON,
    NEAR,
    PURE,
    SYMMETRIC,
    UNORDERED,
    needs,
    reads,
    stands,
)
from boardless.games.language.ludeme import Limits, absent, ludeme
from boardless.games.ludemes.integers import ToSite
from boardless.games.ludemes.kinds import (
    Compass,
    Condition,
    Directions,
    Flatly,
    Integer,
    Integers,
    Moves,
    Region,
    Role,
    SiteType,
)

Several = Annotated[tuple[Condition, ...], Limits(1)]
Operand = Integer | Role


@ludeme("is", "In", example="(is In (to) (sites Empty))", facts=PURE)
class IsIn(Condition):
    """A site, (to) unless given, is in a region, or an integer among others."""

    value: Integer = absent(ToSite())
    among: Region | Integers

    def reach(self) -> float:
        """Return how far a site of a region is away, and how far is read from there."""
        if isinstance(self.among, Region):
            return self.value.reach_as_site + self.among.reach()
        return super().reach()


@dataclass(frozen=True)
class OfOccupants(Condition):
    """Whether something stands on a site."""

    facts = PURE | reads("lying") | stands("type")
    type: SiteType | None
    site: Integer

    def reach(self) -> float:
        """Return how far the site is away."""
        return self.site.reach_as_site


@ludeme("is", "Empty", example="(is Empty (last To))")
class IsEmpty(OfOccupants):
    """Nothing stands on a site."""


@ludeme("is", "Flat", example="(is Flat (last To))", facts=EFFECT)
class IsFlat(Condition):
    """Something stands on all the sites on which a site rests, (to) unless given."""

    site: Integer = absent(ToSite())


@ludeme("is", "Occupied", example="(is Occupied (ahead (to) N))")
class IsOccupied(OfOccupants):
    """Something stands on a site."""


@ludeme("is", "Even", example="(is Even (site))", facts=NEAR | ARITHMETIC)
class IsEven(Condition):
    """An integer is even."""

    value: Integer


@ludeme("is", "Odd", example="(is Odd (row of:(site)))", facts=NEAR | ARITHMETIC)
class IsOdd(Condition):
    """An integer is odd."""

    value: Integer


@ludeme("is", "Mover", example="(is Mover P1)", facts=PURE)
class IsMover(Condition):
    """A role, or the player of this number, is the mover."""

    who: Role | Integer


@ludeme("is", "Line", example="(is Line 5 Orthogonal exact:True)", facts=SYMMETRIC | reads("last"))
class IsLine(Condition):
    """A straight run of at least this length, or of exactly it, through the last move's site.

    It counts sites whose component is the last moved one's, or among those listed; of the
    role's pieces when one is given. It may be asked of another site, or of any of a region, and
    with a condition on each site of the run, seen as (to). In a direction of the compass there
    has to be a next site. A line that is not contiguous may have gaps.

    Of pieces that lie one upon another any on a site counts, or the uppermost alone; by levels a
    line goes level, or up or down by one at each step, or down the last move's pile.
    """

    length: Integer
    directions: Directions | Compass | Flatly = Directions.ADJACENT
    role: Role | None = None
    _: KW_ONLY
    through: Integer | None = None
    through_any: Region | None = None
    what: Integer | None = None
    whats: tuple[Integer, ...] | None = None
    exact: bool = False
    contiguous: bool = True
    if_: Condition | None = None
    by_level: bool = False
    top: bool = False

    def __post_init__(self) -> None:
        length = self.length.constant
        if length is not None and length < 1:
            self.reject("expected a length of at least 1")

    def has_effects(self) -> bool:
        """Tell whether directions of the compass, or gaps, matter."""
        return isinstance(self.directions, Compass | Flatly) or not self.contiguous


@ludeme("is", "Loop", example="(is Loop surround:Next)")
class IsLoop(Condition):
    """The mover's pieces go round sites next to the last move, or round pieces of a role.

    With `path`, a path on a tile that the last move laid comes back to where it began; it has a
    colour, the mover's number unless given.
    """

    facts = SYMMETRIC | NEAR | needs("loops") | reads("last")
    colour: Integer | None = None
    _: KW_ONLY
    surround: Role | None = None
    path: bool = False


@ludeme("no", "Moves", example="(no Moves Next)", facts=SYMMETRIC | NEAR)
class NoMoves(Condition):
    """A role has no legal move."""

    role: Role


@ludeme("is", "Enemy", example="(is Enemy (who at:(to)))", facts=PURE)
class IsEnemy(Condition):
    """A role, or the player of this number, is a player other than the mover."""

    who: Role | Integer


@ludeme("is", "Friend", example="(is Friend (who at:(to)))", facts=PURE)
class IsFriend(Condition):
    """A role, or the player of this number, is the mover."""

    who: Role | Integer


@ludeme("is", "Prev", example="(is Prev Mover)", facts=GLOBAL)
class IsPrevious(Condition):
    """A role, or the player of this number, made the move before."""

    who: Role | Integer


@ludeme("is", "Next", example="(is Next P1)", facts=GLOBAL)
class IsNext(Condition):
    """A role, or the player of this number, moves next."""

    who: Role | Integer


@ludeme("can", "Move", example="(can Move (step (to if:(is Empty (to)))))", facts=GLOBAL)
class CanMove(Condition):
    """A rule makes a move here."""

    moves: Moves


@ludeme("is", "Threatened", example='(is Threatened (id "King" Mover) at:(to))', facts=GLOBAL)
class IsThreatened(Condition):
    """A piece of another player may move to a site where this component stands, or would stand."""

    what: Integer | None = None
    region: Region | None = None
    moves: Moves | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        if self.region is None and self.in_ is not None:
            object.__setattr__(self, "region", self.in_)
            object.__setattr__(self, "in_", None)


@ludeme("all", "Sites", example="(all Sites (sites Board) if:(is Empty (site)))", facts=GLOBAL)
class AllSites(Condition):
    """A condition holds for every site of a region, seen as (site)."""

    region: Region
    _: KW_ONLY
    if_: Condition


@ludeme("all", "Different", example="(all Different (sites Top) if:(is Occupied (site)))")
class AllDifferentPieces(Condition):
    """A condition holds for every site of a region, seen as (site), and no component comes twice.

    Where nothing stands counts as one component.
    """

    facts = GLOBAL
    region: Region
    _: KW_ONLY
    if_: Condition


@ludeme("no", "Pieces", example="(no Pieces Next)", facts=GLOBAL)
class NoPieces(Condition):
    """A role (All) has no piece, or none with this name or on these sites, hands among them."""

    type: SiteType | None
    role: Role | None
    name: str | None = None
    _: KW_ONLY
    of: Integer | None = None
    in_: Region | None = None


@ludeme("all", "Passed", example="(all Passed)", facts=SYMMETRIC | NEAR | GOES_ON)
class AllPassed(Condition):
    """All players have just passed in turn."""


@ludeme("and", example="(and (is Line 3) (not (is Line 4)))", facts=PURE | UNORDERED)
class And(Condition):
    """All conditions hold."""

    conditions: Several


@ludeme("or", example="(or (is Line 4) (no Moves Next))", facts=PURE | UNORDERED)
class Or(Condition):
    """At least one condition holds."""

    conditions: Several


@ludeme("if", example="(if (is Mover P1) (is Empty (to)) True)", facts=GLOBAL)
class ConditionIf(Condition):
    """One condition where another holds, else a third; without it, it does not hold."""

    condition: Condition
    then: Condition
    otherwise: Condition | None = None


@ludeme("not", example="(not (is Empty (to)))", facts=PURE)
class Not(Condition):
    """A condition does not hold."""

    condition: Condition


@ludeme("=", example="(= (who at:(to)) (mover))", facts=PURE | COMPARES)
class Equal(Condition):
    """Two integers, or an integer and the player of a role, are equal."""

    left: Operand
    right: Operand


@ludeme("=", example="(= (sites Occupied by:Mover) (sites Top))", facts=GLOBAL)
class SameSites(Condition):
    """Two regions have the same sites."""

    left: Region
    right: Region


@ludeme("!=", example="(!= (mover) (next))", facts=PURE | COMPARES)
class NotEqual(Condition):
    """Two integers, or an integer and the player of a role, are different."""

    left: Operand
    right: Operand


@ludeme("<", example="(< (count Moves) 3)", facts=PURE | COMPARES | ARITHMETIC)
class Less(Condition):
    """The first integer is smaller than the second."""

    left: Integer
    right: Integer


@ludeme("<=", example="(<= (count Sites in:(sites Empty)) 4)", facts=PURE | COMPARES | ARITHMETIC)
class AtMost(Condition):
    """The first integer is at most the second."""

    left: Integer
    right: Integer


@ludeme(">", example="(> (count Moves) 1)", facts=PURE | COMPARES | ARITHMETIC)
class Greater(Condition):
    """The first integer is larger than the second."""

    left: Integer
    right: Integer


@ludeme(">=", example="(>= (count Sites in:(sites Around (to) Own)) 2)")
class AtLeast(Condition):
    """The first integer is at least the second."""

    facts = PURE | COMPARES | ARITHMETIC
    left: Integer
    right: Integer
