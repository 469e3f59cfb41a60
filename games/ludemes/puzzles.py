"""Deduction puzzles: constraints on the values that sites may have."""

from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.language.facts import EFFECT, GLOBAL, TRIES, needs, reads
from boardless.games.language.ludeme import Limits, Word, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Region, SiteType

Constraints = Annotated[tuple[Condition, ...], Limits(1)]


@ludeme("satisfy", example="(satisfy {(all Different) (is Sum 15)})")
class Satisfy(Moves):
    """Give a site of a puzzle a value that breaks no constraint, rule a value out, or readmit it.

    Only sites that a constraint is about change, and none that was given at the start.
    """

    facts = EFFECT | TRIES | needs("puzzles")
    constraints: Constraints


class Element(Word):
    """What a constraint is asked of."""

    CELL = "Cell"
    VERTEX = "Vertex"
    EDGE = "Edge"
    HINT = "Hint"


@ludeme("forAll", example="(forAll Hint (is Count (sites Around (from)) of:1 (hint)))")
class ForAll(Condition):
    """A constraint holds for every site of a type, seen as (from), or for every hint.

    The first two sites of a hint are seen as (from) and (to), its number as (hint).
    """

    facts = GLOBAL
    of: Element
    constraint: Condition


@ludeme("all", "Different", example="(all Different (sites Board) except:0)")
class AllDifferent(Condition):
    """No value comes twice in a region, or in any of the regions of the equipment; 0 never comes.

    Values that are excepted may come as often as they like.
    """

    facts = reads("regions")
    type: SiteType | None = None
    region: Region | None = None
    _: KW_ONLY
    except_: Integer | None = None
    excepts: tuple[Integer, ...] = ()


@ludeme("is", "Sum", example='(is Sum "Cages" (hint))', facts=reads("regions"))
class IsSum(Condition):
    """The values of a region come to a sum, or may still.

    Without a region it holds for those of the equipment with this in their name; there (hint) is
    the number of the hint that has the place of the region.
    """

    type: SiteType | None = None
    region: Integer | Region | None = None
    name: str | None = None
    result: Integer | None = None

    def __post_init__(self) -> None:
        if self.result is None and isinstance(self.region, Integer):
            object.__setattr__(self, "result", self.region)
            object.__setattr__(self, "region", None)
        if self.result is None:
            self.reject("expected the sum")


@ludeme("is", "Count", example="(is Count (sites Around (from)) of:1 3)", facts=GLOBAL)
class IsCount(Condition):
    """So many sites of a region have a value (1), or may still."""

    type: SiteType | None
    region: Region
    result: Integer
    _: KW_ONLY
    of: Integer | None = None


@ludeme("is", "Unique", example="(is Unique)", facts=reads("regions"))
class IsUnique(Condition):
    """No two regions of a sort of the equipment have the same values."""

    type: SiteType | None = None


@ludeme("is", "Solved", example="(is Solved)", facts=GLOBAL)
class IsSolved(Condition):
    """The constraints hold, where a site that may have several values counts as having 0."""


@ludeme("hint", example="(hint Cell at:(from))", facts=GLOBAL)
class HintNumber(Integer):
    """The number of the hint in question, or of the one about a site; -1 where there is none."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
