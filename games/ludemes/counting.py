"""Integers that are read off the places of the game: counts, states, values, where pieces stand."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT, GLOBAL, NEAR, PLACE, PUTS, SYMMETRIC, numbers
from boardless.games.language.ludeme import Word, bare, ludeme
from boardless.games.ludemes.kinds import (
    Condition,
    Integer,
    Integers,
    Moves,
    Region,
    Role,
    SiteType,
)
from boardless.games.ludemes.moves import Then


class Number(Word):
    """Numbers by their names: -1 twice, -2, and 1,000,000,000."""

    OFF = "Off"
    UNDEFINED = "Undefined"
    END = "End"
    INFINITY = "Infinity"


_VALUES = {Number.OFF: -1, Number.UNDEFINED: -1, Number.END: -2, Number.INFINITY: 1_000_000_000}


@bare
class Named(Integer):
    """A number by its name."""

    facts = GLOBAL

    name: Number

    @property
    def constant(self) -> int:
        """Its value."""
        return _VALUES[self.name]


@ludeme("count", "Value", example="(count Value 3 in:(array {3 5 3}))", facts=GLOBAL)
class CountEqual(Integer):
    """How many of several integers are a given one."""

    value: Integer
    _: KW_ONLY
    in_: Integers


@ludeme("count", "Pieces", example='(count Pieces Mover "King" in:(sites Board))', facts=GLOBAL)
class CountPieces(Integer):
    """The number of pieces of a role (All), with a name, on some sites, hands among them."""

    type: SiteType | None
    role: Role | None
    name: str | None = None
    _: KW_ONLY
    of: Integer | None = None
    in_: Region | None = None
    if_: Condition | None = None


@ludeme("count", example="(count at:(last To))", facts=numbers("counts"))
class CountAt(Integer):
    """The number of pieces on a site, or on all sites of a region together."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.in_ is None):
            self.reject("expected either at: or in:")


@ludeme("state", example="(state at:(last To))", facts=numbers("states"))
class StateAt(Integer):
    """The local state of a site."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None


@ludeme("value", "Piece", example="(value Piece at:(last To))", facts=numbers("values"))
class PieceValue(Integer):
    """The value of the piece on a site."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None


@ludeme("set", "State", example="(set State at:(last To) 1)")
class SetState(Moves):
    """Set the local state of a site."""

    facts = EFFECT | PUTS | numbers("states")
    type: SiteType | None
    state: Integer
    then: Then | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None


@ludeme("set", "Count", example="(set Count at:(last To) 4)", facts=EFFECT | numbers("counts"))
class SetCount(Moves):
    """Set how many pieces of its component there are on a site; 0 takes them away."""

    type: SiteType | None
    count: Integer
    then: Then | None = None
    _: KW_ONLY
    at: Integer


@ludeme("where", example='(where "King" Mover)', facts=SYMMETRIC | NEAR | PLACE)
class Where(Integer):
    """The first site of the board where a component stands, perhaps in a state; -1 if nowhere.

    It is given by its name and whose it is, or by its number.
    """

    name: str | None
    who: Role | Integer
    type: SiteType | None = None
    _: KW_ONLY
    state: Integer | None = None

    def __post_init__(self) -> None:
        if self.name is None and isinstance(self.who, Role):
            self.reject("expected a component by its name and whose it is, or by its number")
