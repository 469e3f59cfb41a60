"""Integers: numbers, sites, components and players."""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from math import inf, prod
from typing import Annotated

from boardless.games.language.facts import (
    ARITHMETIC,
    BESIDE,
    EFFECT,
    GLOBAL,
    NEAR,
    ON_BOARD,
    PLACE,
    PURE,
    SYMMETRIC,
    needs,
    reads,
    stands,
)
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.directions import Ways
from boardless.games.ludemes.kinds import (
    Compass,
    Condition,
    Constant,
    Integer,
    Integers,
    Region,
    Role,
    Single,
    SiteType,
)

Several = Annotated[tuple[Integer, ...], Limits(1)]
SeveralOrLists = Annotated[tuple[Integer | Integers, ...], Limits(1)]


def _constants(integers: Iterable[Integer | Integers]) -> list[int] | None:
    """Return the values of integers, None if one of them is not constant."""
    values: list[int] = []
    for integer in integers:
        if isinstance(integer, Integers) or (value := integer.constant) is None:
            return None
        values.append(value)
    return values


@ludeme("centrePoint", example="(centrePoint)", facts=SYMMETRIC | NEAR | PLACE | ON_BOARD)
class CentrePoint(Integer):
    """The site in the centre of the board, or the first of several."""

    type: SiteType | None = None


@ludeme("ahead", example="(ahead (last To) E steps:2)", facts=SYMMETRIC | PLACE | ON_BOARD)
class Ahead(Integer):
    """The site a number of steps (1) in a direction from a site; -1 where there is none.

    The direction is forward unless one is given. Before the first move a step that leads nowhere
    stays where it is.
    """

    site: Integer
    direction: Compass | Ways | None = None
    _: KW_ONLY
    steps: Integer | None = None

    def reach(self) -> float:
        """Return how many steps from ``(to)`` the site may lie."""
        steps = 1 if self.steps is None else self.steps.constant
        simple = self.steps is None or isinstance(self.steps, Constant)
        return self.site.reach_as_site + max(steps, 0) if simple and steps is not None else inf


@ludeme("last", "To", example="(last To)")
class LastTo(Integer):
    """The site that the last move, or at first the last start piece, went to; -1 if none.

    After its consequences it is where the last thing that the move did was done.
    """

    facts = SYMMETRIC | NEAR | PLACE | BESIDE | reads("last") | ON_BOARD
    _: KW_ONLY
    after_consequence: bool = False


@ludeme("last", "From", example="(last From)", facts=SYMMETRIC | NEAR | PLACE | reads("last_from"))
class LastFrom(Integer):
    """The site that the last move, or start piece, came from: its target if it was added.

    After its consequences it is where the last thing that the move did came from.
    """

    _: KW_ONLY
    after_consequence: bool = False


@ludeme("to", example="(to)", facts=PURE | PLACE | reads("to") | ON_BOARD)
class ToSite(Integer):
    """The site that the move in question goes to."""


@ludeme("from", example="(from)", facts=SYMMETRIC | NEAR | PLACE | BESIDE | reads("from"))
class FromSite(Integer):
    """The site that the move in question starts from."""


@ludeme("between", example="(between)", facts=PLACE | reads("between"))
class BetweenSite(Integer):
    """The site that the move in question passes; -1 if none."""


@ludeme("site", example="(site)", facts=SYMMETRIC | NEAR | PLACE | reads("iterated"))
class IteratedSite(Integer):
    """The site in question."""


@ludeme("handSite", example="(handSite Mover 1)", facts=SYMMETRIC | NEAR | PLACE | reads("hand"))
class HandSite(Integer):
    """A site of a role's hand: the first, or the one of this index."""

    role: Role
    index: Integer | None = None


@ludeme("handSite", example="(handSite 1 2)", facts=GLOBAL)
class HandSiteOfPlayer(Integer):
    """A site of the hand of the player of a number: the first, or the one of this index."""

    player: Integer
    index: Integer | None = None


@ludeme("count", "Sites", example="(count Sites in:(sites Empty))", facts=SYMMETRIC | NEAR)
class CountSites(Integer):
    """The number of sites in a region."""

    _: KW_ONLY
    in_: Region

    def reach(self) -> float:
        """Return it of the sites around a site; others are counted anywhere."""
        return inf if self.in_.centre is None else self.in_.reach()


@ludeme("count", "Sites", example='(count Sites "Board")', facts=EFFECT)
class CountSitesOf(Integer):
    """The number of sites of a container: the board, or a hand by its name, such as "Hand1"."""

    container: str


@ludeme("count", "Moves", example="(count Moves)", facts=SYMMETRIC | NEAR)
class CountMoves(Integer):
    """The number of moves made; pieces placed at the start do not count."""


@ludeme("count", "Players", example="(count Players)", facts=PURE)
class CountPlayers(Integer):
    """The number of players."""


@dataclass(frozen=True)
class Standing(Integer):
    """What stands on a site, or on a level of it."""

    facts = SYMMETRIC | NEAR | stands("type")
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None

    def reach(self) -> float:
        """Return it of the site; what a piece in hand is never changes while rules only copy it."""
        return 0 if isinstance(self.at, FromSite | HandSite) else self.at.reach_as_site


@ludeme("what", example="(what at:(last To))")
class What(Standing):
    """The component on a site, or on a level of it (the lowest, 0); 0 if there is none."""


@ludeme("who", example="(who at:(to))")
class Who(Standing):
    """The owner of what stands on a site, or on a level of it; 0 if there is none."""


@ludeme("id", example='(id "Disc" P1)', facts=PURE)
class ComponentId(Integer):
    """The number of a component, by its name and whose it is; -1 where a player has none.

    A name that is only part of names of components is one of none, unless it is said whose.
    """

    component: str
    role: Role | None = None


@ludeme("id", example="(id Next)", facts=GLOBAL)
class PlayerId(Integer):
    """The number of the player whom a role means."""

    role: Role


@ludeme("mover", example="(mover)", facts=PURE)
class MoverNumber(Integer):
    """The player who moves."""


@ludeme("next", example="(next)", facts=PURE)
class NextNumber(Integer):
    """The player who moves next."""


@ludeme("+", example="(+ 1 (to))", facts=PURE | ARITHMETIC)
class Sum(Integer):
    """The sum of integers, those of lists among them."""

    values: SeveralOrLists

    @property
    def constant(self) -> int | None:
        """Its value if all integers in it are constant."""
        values = _constants(self.values)
        return None if values is None else sum(values)


@ludeme("-", example="(- (count Moves) 1)", facts=PURE | ARITHMETIC)
class Minus(Integer):
    """The first integer less the second; one alone with its sign changed."""

    left: Integer
    right: Integer | None = None

    @property
    def constant(self) -> int | None:
        """Its value if all integers in it are constant."""
        values = _constants((self.left,) if self.right is None else (self.left, self.right))
        if values is None:
            return None
        return values[0] - values[1] if len(values) > 1 else -values[0]


@ludeme("*", also="mul", example="(* 2 (mover))", facts=PURE | ARITHMETIC)
class Product(Integer):
    """The product of integers, those of lists among them; 0 where there are none."""

    values: SeveralOrLists

    @property
    def constant(self) -> int | None:
        """Its value if all integers in it are constant."""
        values = _constants(self.values)
        return None if values is None else prod(values)


@ludeme("/", example="(/ (count Moves) 2)", facts=PURE | ARITHMETIC | needs("quotients"))
class Quotient(Integer):
    """The first integer divided by the second, rounded towards zero.

    It is 0 where the second turns out to be 0 in play; one that always is is refused.
    """

    left: Integer
    right: Integer

    def __post_init__(self) -> None:
        if self.right.constant == 0:
            self.reject("expected a divisor other than 0")


@ludeme("%", also="mod", example="(% (to) 3)", facts=PURE | ARITHMETIC | needs("quotients"))
class Remainder(Integer):
    """What is left over when the first integer is divided by the second.

    It is the first where the second turns out to be 0 in play; one that always is is refused.
    """

    left: Integer
    right: Integer

    def __post_init__(self) -> None:
        if self.right.constant == 0:
            self.reject("expected a divisor other than 0")


@ludeme("^", also="pow", example="(^ 2 3)", facts=NEAR | ARITHMETIC | needs("quotients"))
class Power(Integer):
    """The first integer to the power of the second."""

    base: Integer
    exponent: Integer


@ludeme("if", example="(if (is Mover P1) 1 2)", facts=GLOBAL)
class IntegerIf(Integer):
    """One integer when the condition holds, else the other; -1 where there is none."""

    condition: Condition
    then: Integer
    otherwise: Integer | None = None


@ludeme("abs", example="(abs (- (to) (from)))", facts=PURE | ARITHMETIC)
class Absolute(Integer):
    """An integer without its sign."""

    value: Integer


@ludeme("min", example="(min (to) (from))", facts=PURE | ARITHMETIC)
class Minimum(Integer):
    """The smallest of integers."""

    values: SeveralOrLists


@ludeme("max", example="(max {1 (mover)})", facts=PURE | ARITHMETIC)
class Maximum(Integer):
    """The largest of integers."""

    values: SeveralOrLists


@ludeme("results", example="(results from:(last To) to:(sites Around (last To)) (what at:(to)))")
class Results(Integers):
    """The integers for every pair of sites of two regions, seen as (from) and (to)."""

    facts = SYMMETRIC
    value: Integer
    _: KW_ONLY
    from_: Region
    to: Region

    def reach(self) -> float:
        """Return 1 if from ``(to)`` the sites around it are asked what stands there, or whose."""
        outer = isinstance(self.from_, Single) and isinstance(self.from_.site, ToSite)
        value, around = self.value, isinstance(self.to.centre, ToSite)
        what = isinstance(value, Standing) and isinstance(value.at, ToSite | FromSite)
        return 1 if outer and around and what else inf
