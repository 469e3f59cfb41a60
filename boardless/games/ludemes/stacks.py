"""Stacks: pieces on top of each other, and their levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    ENGINE,
    FROM,
    GLOBAL,
    NONE,
    STACKED,
    SYMMETRIC,
    TO,
    TOUCHING,
    Builder,
    Candidates,
    Condition,
    EngineFunction,
    Int,
    Integer,
    Moves,
    Region,
    Scope,
    Site,
    SiteType,
    Word,
    carried,
    greater,
    lesser,
    lifted,
    ludeme,
    reads,
    wide,
)
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.sites import SiteOrRegion

#: The pieces on a site, from the lowest to the top, and the number of a level.
height = EngineFunction("height", Int, state=True)
level_of = EngineFunction("level_of", Int, state=True)


@ludeme("topLevel", facts=SYMMETRIC | TOUCHING | STACKED, phrase="the top of {at}")
class TopLevel(Integer):
    """The level of the uppermost piece on a site, or 0 for an empty site.

    Example: (topLevel at:(last To))
    """

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer

    def meaning(self, b: Builder) -> Int:
        if b.scope is not None:
            return greater(height(b.site(self.at)) - 1, 0)
        start = b.start(self)
        spot = start.spot(start.evaluate(self.at), self.type)
        return Int.of(max(len(start.lying(self).pieces.get(spot, ())) - 1, 0))


class Order(Word):
    """The order of levels."""

    FROM_BOTTOM = "FromBottom"
    FROM_TOP = "FromTop"


@ludeme("level", facts=STACKED | reads("level"))
def level(b: Scope) -> Int:
    """The level in question.

    Example: (level)
    """
    bound: Int = b.names.get("level", Int.of(0))
    return bound


@ludeme(
    "size", "Stack", facts=SYMMETRIC | TOUCHING | STACKED, phrase="the height of the stack on {at}"
)
class SizeOfStack(SiteOrRegion):
    """The height of the stack on a site, or the total height of all stacks of a region.

    Example: (size Stack at:(to))
    """

    def meaning(self, b: Builder) -> Int:
        if self.in_ is not None:
            return b.playing(self).total(self.in_, height, hands=True, stem="count")
        assert self.at is not None
        return height(b.site(self.at))


@ludeme("count", "Stack", concepts="StackState")
class CountLevels(Integer):
    """The number of levels of a site or region that meet a condition on (level) and (to).

    The count ends at the first level that meets `stop`.

    Example: (count Stack at:(to) if:(is Mover (who at:(to) level:(level))))
    """

    either = ("at", "to")
    facts = STACKED
    order: Order | None = None
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    to: Region | None = None
    if_: Condition | None = None
    stop: Condition | None = None

    def meaning_in_play(self, b: Scope) -> Int:
        count = b.variable("count", 0)
        region = Single(self.at) if self.at is not None else self.to
        assert region is not None
        for at in b.loop(region, hands=True):
            for level in each_level(at, b, self.order):
                inner = b.binding(to=at, level=level)
                if self.stop is not None:
                    b.leave(inner.condition(self.stop))
                with b.where(inner.holds(self.if_)):
                    b.add(count, 1)
        return count


@ludeme("forEach", "Level", concepts="ControlFlowStatement")
class ForEachLevel(Moves):
    """The moves of a rule for every level of a site, from the top by default.

    Example: (forEach Level (to) (remove (to) level:(level)))
    """

    facts = EFFECT
    type: SiteType | None
    site: Integer
    order: Order | None
    moves: Moves
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        at = b.variable("x", b.site(self.site))
        with b.where(at != NONE):
            for level in each_level(at, b, self.order or Order.FROM_TOP):
                if b.left_level is not None:
                    b.set(b.left_level, level)
                yield from self.moves.legal(b.binding(level=level))


@ludeme("forEach", "Level", facts=STACKED)
def levels_of_site(
    b: Scope,
    type: SiteType | None = None,
    order: Order | None = None,
    *,
    at: Integer,
    if_: Condition | None = None,
    start_at: Integer | None = None,
) -> Iterator[Site]:
    """The levels of a site, from the top or a given one on, each seen as (level), for (results).

    Example: (forEach Level at:(last To) if:(!= 1 (level)))
    """
    site, first = b.variable("x", b.site(at)), None
    if start_at is not None:
        first = b.variable("first", b.integer(start_at))
    for each in each_level(site, b, order or Order.FROM_TOP, first):
        with b.where(b.binding(level=each).holds(if_)):
            # Levels replace sites; their numbers follow the hands.
            yield b.variable("x", lifted(ENGINE.HELD + 1 + each, Site))


@ludeme("last", "LevelTo", facts=GLOBAL)
def last_level(b: Builder) -> Int:
    """The level that the last move named, where a piece came, went or was chosen; or 0.

    Example: (last LevelTo)
    """
    return wide(COUNTERS.LAST_LEVEL)


@ludeme("last", "LevelFrom", facts=GLOBAL)
def last_level_from(node: Integer, b: Scope) -> Int:
    """The level that the last move took a piece from, or 0.

    Example: (last LevelFrom)
    """
    if b.model.stacking:
        node.reject("levels that moves come from are valid, but cannot be compiled yet")
    return Int.of(0)


def on_level(kernel: str, at: Integer, level: Integer, b: Builder, *more: Int) -> Int:
    """Return a function call for a level of a site, -1 the top, after the other arguments."""
    place = b.let(b.site(at))
    return EngineFunction(kernel, Int, state=True)(*more, place, level_of(place, b.integer(level)))


def levels(at: Site, b: Scope, top: bool | None = False) -> Iterator[Int | None]:
    """Iterate over the levels of the pieces on a site, or None in a game without stacks."""
    if not b.model.stacking:
        yield None
    elif top:
        yield b.variable("level", height(at) - 1)
    else:
        yield from each_level(at, b)


def each_level(
    at: Site, b: Scope, order: Order | None = None, first: Int | None = None
) -> Iterator[Int]:
    """Iterate over the levels of a site, from level `first` on unless it is negative."""
    end = height(at)
    if order is not Order.FROM_TOP:
        return b.numbers(end, 0 if first is None else greater(first, 0), stem="level")
    top = end - 1
    if first is not None:
        top = (first < 0).choose(top, lesser(first, top))
    return b.numbers(-1, top, -1, stem="level")


_MOVED = does("move_to", FROM, TO)


@dataclass(frozen=True)
class Carry:
    """The effect that brings a piece or pile from the origin of a move to its target."""

    act: Callable[[Scope], None] = _MOVED
    #: The source and target levels of a piece: the first numbers stored in the move.
    level: Integer | None = None
    to_level: Integer | None = None

    @property
    def bound(self) -> int:
        """The number of integers that a move stores for its levels."""
        return (self.level is not None) + (self.to_level is not None)

    def numbers(self, origin: Site, b: Scope) -> tuple[Int, ...]:
        """Return the levels at the time of move generation."""
        said = (self.level, self.to_level)
        return tuple(b.integer(level) for level in said if level is not None)


def carry(
    level: Integer | None,
    pile: bool,
    b: Scope,
    to_level: Integer | None = None,
    counted: bool = False,
    keeps: bool = False,
) -> Carry:
    """Return the way a move takes a piece, from a level of a pile to another, or a `pile`.

    `keeps`: a piece keeps its numbers, even if its level is not named.
    """
    if not b.model.stacking:
        return Carry()
    if pile and (to_level is not None or not (level or counted)):
        target = -1 if to_level is None else carried(1)
        return Carry(does("move_pile", FROM, TO, target), to_level=to_level)
    if level is None and keeps:
        return Carry(does("move_top", FROM, TO))
    if level is None and to_level is None:
        return Carry()
    leveled = level is not None
    taken = carried(1) if leveled else -1
    target = -1 if to_level is None else carried(1 + leveled)
    return Carry(does("move_level", FROM, taken, TO, target), level, to_level)
