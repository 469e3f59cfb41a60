"""Conditions on all sites along ways from one site, or around it, as a bit mask a site.

Owner bitboards give the occupied sites at once. A walk with them does not depend on the order
of pieces.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardless.games.kit import (
    ENGINE,
    NONE,
    USUAL,
    Bool,
    Condition,
    Integer,
    Model,
    Region,
    S,
    Scope,
    Ways,
    direction_slots_of,
    keeps_bitboards,
    path_along,
    wide,
)
from boardless.games.ludemes.directions import NamedWays
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.logic import NotEqual
from boardless.games.ludemes.occupancy import IsEmpty
from boardless.games.ludemes.pieces import What
from boardless.games.ludemes.sites import IteratedSite, IteratedValue
from boardless.games.ludemes.walked_regions import SitesAround, SitesInDirection
from boardless.state.engine.geometry import LayoutGeometry

#: The most words of 32 bits of the masks of a rule.
MOST = 4096
_WORD = 32


def hold_everywhere(region: Region, test: Condition, scope: Scope) -> Bool | None:
    """Return the test that a condition holds at all sites of a region, after its statements.

    The result is None if masks cannot express it. The sites must belong to one site by fixed ways,
    and the condition must ask for empty sites, or for the absence of a component that is a bound
    value or a constant.
    """
    model, number = scope.model, None
    if not keeps_bitboards(model) or model.has_several_types or "puzzles" in model.facts.engine:
        return None
    if isinstance(test, NotEqual):
        number = _component(test, model)
        if number is None:
            return None
    elif (
        not isinstance(test, IsEmpty)
        or not isinstance(test.site, IteratedSite)
        or not model.plays_on(test.type)
    ):
        return None
    ways = _ways_of(region, scope)
    if ways is None:
        return None
    start, masks, words = ways
    b = scope
    table = b.table("MASKS", masks)
    base, left = b.variable("x", b.board_site(start)), b.variable("bits", 0)
    row, known = ENGINE.PLAYERS + 2, base != NONE
    if number is not None:
        what = b.variable("what", b.integer(number))
        row = ENGINE.OF_COMPONENTS + what
        known &= what.is_within(0, len(model.components))
    with b.where(known):
        first = b.variable("row", base * words)
        for n in b.numbers(words):
            there = wide(S.bitboards[row, n])
            b.set(left, left | (wide(table[first + n]) & (~there if number is None else there)))
    return left == 0


def _component(test: NotEqual, model: Model) -> Integer | None:
    """Return the component that a test compares with the piece on the site in question."""
    for one, other in ((test.left, test.right), (test.right, test.left)):
        if not isinstance(one, What) or one.level is not None or not model.plays_on(one.type):
            continue
        if isinstance(one.at, IteratedSite) and isinstance(other, IteratedValue | Constant):
            return other
    return None


def _ways_of(region: Region, scope: Scope) -> tuple[Integer, list[int], int] | None:
    """Return the site at the origin of a region, the masks of each site, and their words."""
    geometry, before = scope.geometry, scope.model.hand_size + 1
    assert isinstance(geometry, LayoutGeometry)
    ways: Ways
    more: tuple[object, ...]
    if isinstance(region, SitesInDirection):
        more = (region.included, region.stop, region.distance)
        start, ways, most = region.from_, region.directions or USUAL, geometry.kinds
    elif isinstance(region, SitesAround):
        more = (region.which, region.if_, region.distance, region.include_self)
        start, ways, most = region.where, NamedWays((region.directions,)), 1
    else:
        return None
    words = (scope.model.hand_size + geometry.kinds + _WORD - 1) // _WORD
    if any(more) or not isinstance(start, Integer) or ways.is_relative() or any(ways.changing()):
        return None
    if (before + geometry.kinds) * words > MOST or not scope.model.plays_on(region.type):
        return None
    bits = [0] * (before + geometry.kinds)
    for site, at in _reached(ways, most, scope):
        bits[before + site] |= 1 << (before - 1 + at)
    return start, [row >> _WORD * n & 2**_WORD - 1 for row in bits for n in range(words)], words


def _reached(ways: Ways, most: int, scope: Scope) -> Iterator[tuple[int, int]]:
    """Yield each site with each of the sites of its walks, up to `most` steps."""
    geometry = scope.geometry
    assert isinstance(geometry, LayoutGeometry)
    for way in direction_slots_of(ways, scope):
        turns = geometry.all_onward(way.sort)
        for site, slots in enumerate(way.rows):
            for slot in slots:
                for at in path_along(geometry, turns, site, slot, most):
                    yield site, at
