"""Levels: pieces that lie one upon another, counted from 0 at the bottom."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT, GLOBAL, NEAR, STACKED, SYMMETRIC, reads
from boardless.games.language.ludeme import Word, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Region, Role, SiteType
from boardless.games.ludemes.moves import Then


class Order(Word):
    """In which order levels come."""

    FROM_BOTTOM = "FromBottom"
    FROM_TOP = "FromTop"


@ludeme("level", example="(level)", facts=STACKED | reads("level"))
class Level(Integer):
    """The level in question."""


@ludeme("size", "Stack", example="(size Stack at:(to))", facts=SYMMETRIC | NEAR | STACKED)
class SizeOfStack(Integer):
    """How many pieces lie one upon another on a site, or on the sites of a region together."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.in_ is None):
            self.reject("expected either at: or in:")


@ludeme("count", "Stack", example="(count Stack at:(to) if:(is Mover (who at:(to) level:(level))))")
class CountLevels(Integer):
    """How many levels of a site, or of the sites of a region, meet a condition.

    Each is seen as (level), its site as (to). They are looked at from the bottom unless said
    otherwise, on every site up to the first that meets the condition to stop.
    """

    facts = STACKED
    order: Order | None = None
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    to: Region | None = None
    if_: Condition | None = None
    stop: Condition | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.to is None):
            self.reject("expected either at: or to:")


@ludeme("forEach", "Level", example="(forEach Level (to) (remove (to) level:(level)))")
class ForEachLevel(Moves):
    """The moves of a rule for every level of a site, from the top unless said otherwise."""

    facts = EFFECT
    type: SiteType | None
    site: Integer
    order: Order | None
    moves: Moves
    then: Then | None = None


@ludeme("forEach", "Level", example="(forEach Level at:(last To) if:(!= 1 (level)))", facts=STACKED)
class Levels(Region):
    """The levels of a site that meet a condition, from the top unless said otherwise.

    It takes the place of sites as `to:` of (results): each level is seen as (to), and in the
    condition as (level). They begin with the one to start at.
    """

    type: SiteType | None = None
    order: Order | None = None
    _: KW_ONLY
    at: Integer
    if_: Condition | None = None
    start_at: Integer | None = None


@ludeme("last", "LevelTo", example="(last LevelTo)", facts=GLOBAL)
class LastLevel(Integer):
    """The level that the last move named: where a piece was put, taken or chosen; 0 if none."""


@ludeme("where", "Level", example='(where Level "King" Mover at:(to))', facts=STACKED)
class WhereLevel(Integer):
    """The level of a site on which a component lies, perhaps in a state; -1 if on none.

    Of several it is the uppermost, or the lowest if they are not looked for from the top. The
    component is given as for (where).
    """

    name: str | None
    who: Role | Integer
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    state: Integer | None = None
    from_top: bool = True

    def __post_init__(self) -> None:
        if self.name is None and isinstance(self.who, Role):
            self.reject("expected a component by its name and whose it is, or by its number")
