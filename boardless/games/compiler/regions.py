"""Regions as source: loops over them, and the condition that a site is in one."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from boardless.games.compiler.constant_evaluation import (
    constant_loop,
    constant_sites,
    seat_of,
    type_of_sites,
)
from boardless.games.compiler.owner_bitboards import (
    bitboard_of_region,
    each_in_bitboard,
    each_standing,
    keeps_bitboards,
)
from boardless.games.ludemes.arithmetic import IntegerIf
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.logic import And
from boardless.games.ludemes.occupancy import (
    IsEmpty,
    IsOccupied,
    OfOccupants,
    SitesOccupied,
    is_named,
)
from boardless.games.ludemes.region_algebra import RegionIf, Union
from boardless.games.ludemes.sites import IteratedSite, LastTo, SitesLastTo
from boardless.games.ludemes.tracks import SitesOfTrack
from boardless.games.ludemes.walked_regions import SitesAround, SitesInDirection
from boardless.ir.expressions import NONE, TRUE, Bool, Int, S, Site, as_int, wide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.kinds import Condition, Region


def each(
    region: Region, b: Scope, hands: bool = False, stands: bool | None = None
) -> Iterator[Site]:
    """Go through the sites of a region, each once.

    Sites of hands need `hands`: single ones, those of tracks, and occupied ones of no named
    container. With `stands` those may be left out where a piece stands, or (False) none does.
    """
    if stands is not None and (span := _held_span(region, b)) is not None:
        yield from each_standing(*span, stands, b)
    elif b.model.has_several_types:
        yield from _each_of_type(region, b, hands)
    else:
        yield from _each(region, b, hands)


#: Hands of more places than this are passed through by their bits.
_FEW = 8


def _held_span(region: Region, scope: Scope) -> tuple[Int, Int] | None:
    """Return the first site of a player's large hand and the end, where its bits are kept."""
    if not isinstance(region, SitesHand) or not keeps_bitboards(scope.model):
        return None
    return region.span(scope, _FEW)


def stands_where(node: Condition) -> bool | None:
    """Tell whether a condition says first that a piece stands on (site), or that none does."""
    while isinstance(node, And) and isinstance(node.conditions, tuple) and node.conditions:
        node = node.conditions[0]
    if isinstance(node, OfOccupants) and isinstance(node.site, IteratedSite):
        return {IsOccupied: True, IsEmpty: False}.get(type(node))
    return None


def _each_of_type(region: Region, b: Scope, hands: bool) -> Iterator[Site]:
    """Go through a region: the sites of the type in question that have the same numbers."""
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
    """Go through the sites of a region as they are."""
    if (
        isinstance(region, RegionIf)
        and isinstance(region.then, Single)
        and isinstance(region.otherwise, Single)
    ):
        # One site or another, which may be of a hand.
        region = Single(IntegerIf(region.condition, region.then.site, region.otherwise.site))
    if isinstance(region, SitesLastTo) and not region.holds_several(b.model):
        region = Single(LastTo())
    sites = constant_sites(region, b)
    if sites is not None and len(sites) == 1 and [len(it) for it in sites.values()] == [1]:
        # One site needs no loop.
        ((only,),) = sites.values()
        yield b.variable("x", Site.of(only))
    elif sites is not None:
        yield from constant_loop(sites, seat_of(region, b), b)
    elif (own := region.own_loop(b)) is not None:
        yield from own
    elif isinstance(region, Single):
        at = Site.named(b.out.name("x"))
        b.set(at, b.site(region.site) if hands else b.board_site(region.site))
        with b.where(at != NONE):
            yield at
    else:
        # Sites of hands are cells: where another type is played on, they are not meant.
        anywhere = hands and isinstance(region, SitesOccupied) and b.model.effects
        if b.model.layout is not None and (b.kind or b.model.layout_use) != "Cell":
            anywhere = False
        anywhere = anywhere or _is_of_containers(region)
        if (bitboard := bitboard_of_region(region, b)) is not None:
            for at in each_in_bitboard(bitboard, b, anywhere):
                wanted = TRUE
                if isinstance(region, SitesOccupied):
                    wanted = is_named(region, S.what[at], b)
                with nullcontext() if wanted is TRUE else b.where(wanted):
                    yield at
            return
        held, count = as_int("HELD"), S.n["COUNT"]
        first, end = b.board_span
        at = Site.named(b.out.name("x"))
        last = hands and isinstance(region, SitesOfTrack)
        for _ in b.numbers(end + held if last else end, 1 if anywhere else first, name=at):
            if anywhere and end is not count + 1:
                b.leave((at > held) & (at < first), "continue")
            if last:
                # Those of hands come behind those of the board, as they are numbered.
                with b.where(at > count):
                    b.set(at, at - wide(count))
            # Cells of a given board may have left.
            gone = Bool.named("EXTERNAL_BOARD") & (S.code[at] == as_int("NOWHERE"))
            b.leave(gone, "continue")
            # The condition may need statements of its own, inside the loop.
            with b.where(b.inside(region, at)):
                yield at


def _is_of_containers(region: Region) -> bool:
    """Tell whether a region is the occupied sites of several named containers, hands as well."""
    if not isinstance(region, Union):
        return False
    said = [part.container for part in region.regions if isinstance(part, SitesOccupied)]
    return len(said) == len(region.regions) and None not in said and set(said) != {"Board"}


#: Regions whose sites are found along directions, in no order.
_ALONG = (SitesAround, SitesInDirection)


def in_order(region: Region, b: Scope, stands: bool | None = None) -> Iterator[Site]:
    """Go through a region, hands included; consequences go by number, moves in any order."""
    if not (b.after and isinstance(region, _ALONG)):
        yield from each(region, b, True, stands)
        return
    row = cleared_row(b)
    for found in each(region, b):
        b.set(S.scratch[row, found], 1)
    yield from marked(row, b)


def cleared_row(b: Scope) -> int:
    """Return the number of a row of ``s.scratch`` without marks, after statements that clear it."""
    row = b.builder.row()
    for at in b.numbers(S.n["COUNT"] + 1, stem="x"):
        b.set(S.scratch[row, at], 0)
    return row


def marked(row: int, b: Scope) -> Iterator[Site]:
    """Go through the sites that are marked in a row of ``s.scratch``."""
    return b.passing(lambda at: S.scratch[row, at] != 0, first=1)
