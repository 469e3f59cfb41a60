"""Regions: loops over them, and membership tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from boardless.games.language.kinds import Region
from boardless.games.loops.constant_evaluation import (
    constant_loop,
    constant_sites,
    seat_of,
    type_of_sites,
)
from boardless.games.loops.owner_bitboards import each_in_bitboard, each_standing, keeps_bitboards
from boardless.ir.expressions import COUNTERS, ENGINE, NONE, Bool, S, Site, wide

if TYPE_CHECKING:
    from boardless.games.building.builder import Builder, SiteSet
    from boardless.games.building.scope import Scope


def each(
    region: Region, b: Scope, hands: bool = False, stands: bool | None = None
) -> Iterator[Site]:
    """Iterate over the sites of a region, each once.

    Sites of hands need `hands`: single sites, sites of tracks, and occupied sites without a named
    container. With `stands` True or False, the loop may leave out occupied or empty sites.
    """
    span = region.span(b, _FEW) if stands is not None and keeps_bitboards(b.model) else None
    if stands is not None and span is not None:
        yield from each_standing(*span, stands, b)
    elif b.model.has_several_types:
        yield from _each_of_type(region, b, hands)
    else:
        yield from _each(region, b, hands)


#: Hands with more places than this are traversed by their bits.
_FEW = 8


def _each_of_type(region: Region, b: Scope, hands: bool) -> Iterator[Site]:
    """Iterate over the sites of the type in question with the same numbers as a region."""
    wanted, said = b.kind, type_of_sites(region, b.model)
    inner = b if said is None else b.binding(kind=said)
    for at in _each(region, inner, hands):
        if said is not None:
            b.kinds[at] = said
        if wanted is None or wanted == said:
            yield at
            continue
        other = b.retyped(at, wanted)
        with b.where(other != NONE):
            yield other


def _each(region: Region, b: Scope, hands: bool) -> Iterator[Site]:
    """Iterate over the sites of a region unchanged."""
    region = region.simpler(b)
    sites = constant_sites(region, b)
    if sites is not None and [*map(len, sites.values())] == [1]:
        # One site needs no loop.
        ((only,),) = sites.values()
        yield b.variable("x", Site.of(only))
    elif sites is not None:
        yield from constant_loop(sites, seat_of(region, b), b)
    elif (own := region.own_loop(b)) is not None:
        yield from own
    elif region.only is not None:
        at = Site.named(b.out.name("x"))
        b.set(at, b.site(region.only) if hands else b.board_site(region.only))
        with b.where(at != NONE):
            yield at
    else:
        # Sites of hands are cells, and do not count if the play uses another type.
        anywhere = region.is_held(hands, b)
        if (bitboard := region.bitboard(b)) is not None:
            for at in each_in_bitboard(bitboard, b, anywhere):
                for _ in b.when(region.has(S.what[at], b)):
                    yield at
            return
        held, count = ENGINE.HELD, COUNTERS.COUNT
        first, end = b.board_span
        at = Site.named(b.out.name("x"))
        last = hands and region.held_last
        for _ in b.numbers(end + held if last else end, 1 if anywhere else first, name=at):
            if anywhere and end is not count + 1:
                b.leave((at > held) & (at < first), "continue")
            if last:
                # Sites of hands come after sites of the board, in the order of their numbers.
                with b.where(at > count):
                    b.set(at, at - wide(count))
            # Cells of a given board may be missing.
            gone = Bool.named("EXTERNAL_BOARD") & (S.code[at] == ENGINE.NOWHERE)
            b.leave(gone, "continue")
            # The condition may need statements of its own, inside the loop.
            with b.where(b.inside(region, at)):
                yield at


def in_order(region: Region, b: Scope, stands: bool | None = None) -> Iterator[Site]:
    """Iterate over a region with hands: by number for consequences, in any order for moves."""
    if not (b.is_making and region.along):
        yield from each(region, b, True, stands)
        return
    row = cleared_row(b)
    for member in each(region, b):
        b.set(S.scratch[row, member], 1)
    yield from marked(row, b)


def cleared_row(b: Scope) -> int:
    """Return the number of a row of ``s.scratch`` without marks, after statements to clear it."""
    row = b.builder.row()
    for at in b.numbers(COUNTERS.COUNT + 1, stem="x"):
        b.set(S.scratch[row, at], 0)
    return row


def marked(row: int, b: Scope) -> Iterator[Site]:
    """Iterate over the marked sites in a row of ``s.scratch``."""
    return b.passing(lambda at: S.scratch[row, at] != 0, first=1)


class MarkedRegion(Region):
    """A region of sites that statements mark in a row of ``s.scratch``."""

    def mark(self, b: Scope) -> int:
        """Return the row of ``s.scratch``, after the statements that mark the sites there."""
        raise NotImplementedError

    def meaning(self, b: Builder) -> SiteSet:
        """Return the sites; before the first move they are unknown."""
        return b.tested(self, lambda at: S.scratch[self.mark(b.playing(self)), at] != 0)

    def own_loop(self, b: Scope) -> Iterator[Site]:
        """Iterate over the sites, after one search for all of them."""
        yield from marked(self.mark(b), b)


class SearchedRegion(Region):
    """A region of sites that a search collects, such as a flood fill."""

    def search(self, b: Scope) -> Callable[[Site], Bool]:
        """Return the test of a site, after the statements of the search."""
        raise NotImplementedError

    def meaning(self, b: Builder) -> SiteSet:
        """Return the sites; before the first move they are unknown."""
        return b.tested(self, lambda at: self.search(b.playing(self))(at))

    def own_loop(self, b: Scope) -> Iterator[Site]:
        """Iterate over the sites, after one search for all of them."""
        yield from b.passing(self.search(b))
