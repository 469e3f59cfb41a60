"""Conditions on neighbouring pieces, pieces in sight, and the board as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY
from functools import partial

from boardless.games.kit import (
    GLOBAL,
    NONE,
    SYMMETRIC,
    TOUCHING,
    TRUE,
    Bool,
    Builder,
    Condition,
    Directions,
    Filling,
    Integer,
    Region,
    S,
    Scope,
    Site,
    SiteSet,
    SiteType,
    Steps,
    Ways,
    Word,
    ludeme,
    walks,
)
from boardless.games.ludemes.board_regions import SitesBoard
from boardless.games.ludemes.directions import NamedWays
from boardless.games.ludemes.literals import as_region
from boardless.games.ludemes.sites import LastTo


@ludeme("all", "Different", facts=GLOBAL)
def all_different_pieces(node: Condition, b: Builder, region: Region, *, if_: Condition) -> Bool:
    """All sites of a region, as (site), meet a condition and hold pieces that all differ.

    Example: (all Different (sites Top) if:(is Occupied (site)))
    """

    def is_alone(at: Site) -> Bool:
        what = b.let(b.what(at, node), "what")
        return b.count(region, lambda to: b.what(to, node) == what, hands=True) == 1

    def passes(at: Site) -> Bool:
        condition = partial(b.binding(iterated=at).condition, if_)
        return b.all_of((condition, partial(is_alone, at)))

    return b.all(region, passes, hands=True)


class Sight(Word):
    """Parts of a straight walk: the empty sites, the last of them, or the first piece."""

    EMPTY = "Empty"
    FARTHEST = "Farthest"
    PIECE = "Piece"


@ludeme("sites", "LineOfSight", concepts="LineOfSight !directions:AdjacentDirection")
class SitesInSight(Region):
    """The first piece, the last or the empty sites on straight walks from a site ((last To)).

    Example: (sites LineOfSight Empty at:(last To) Orthogonal)
    """

    facts = GLOBAL
    sight: Sight = Sight.PIECE
    type: SiteType | None = None
    directions: Ways | None = None
    _: KW_ONLY
    at: Integer = LastTo()

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: _all_seen(self, b.playing(self)).has(at))

    def own_loop(self, b: Scope) -> Iterator[Site]:
        return _all_seen(self, b).in_order(b)


@ludeme("is", "Full", facts=GLOBAL)
def is_full(node: Condition, b: Builder) -> Bool:
    """No site of the board is empty.

    Example: (is Full)
    """
    return b.all(SitesBoard(), lambda at: b.what(at, node) != 0)


@ludeme("is", "Related", facts=SYMMETRIC | TOUCHING)
def is_related(
    b: Builder, relation: Directions, type: SiteType | None, site: Integer, to: Integer | Region
) -> Bool:
    """A site lies one step of a relation from another site, or from a site of a region.

    Example: (is Related Orthogonal (from) (to))
    """
    steps = Steps(b.let(b.board_site(site)), NamedWays((relation,)))
    return b.any(steps, partial(b.inside, as_region(to)))


@ludeme("is", "Within", facts=GLOBAL)
class IsWithin(Condition):
    """A piece of a component stands on a site, or on any site of a region.

    Example: (is Within (id "King" Mover) in:(sites Corners))
    """

    component: Integer
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.in_ is None):
            self.reject("expected either at: or in:")

    def meaning(self, b: Builder) -> Bool:
        where = self.at if self.in_ is None else self.in_
        assert where is not None
        what = b.let(b.integer(self.component), "what")
        return b.any(as_region(where), lambda at: b.what(at, self) == what, hands=True)


def _seen(node: SitesInSight, b: Scope) -> Iterator[Site]:
    """Iterate over the sites in sight of a site."""
    base = b.variable("x", b.board_site(node.at))
    with b.where(base != NONE):
        for walk in walks(node.directions, base, b):
            last = b.variable("last", NONE)
            with b.as_long_as(TRUE):
                walk.advance_over()
                with b.where((walk.at == NONE) | (S.what[walk.at] != 0)):
                    if node.sight is not Sight.EMPTY:
                        end = walk.at if node.sight is Sight.PIECE else last
                        with b.where(end != NONE):
                            yield end
                    b.leave()
                b.set(last, walk.at)
                if node.sight is Sight.EMPTY:
                    yield walk.at


def _all_seen(node: SitesInSight, b: Scope) -> Filling:
    """Mark all sites in sight."""
    filling = Filling(b, None)
    filling.begin(b)
    for seen in _seen(node, b):
        with b.where(~filling.has(seen)):
            filling.enter(seen, b)
    return filling
