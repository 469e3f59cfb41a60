"""Regions as source: loops over them, and the condition that a site is in one."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from boardless.games.compiler.constant_evaluation import (
    constant_loop,
    constant_sites,
    seat_of,
    type_of_sites,
)
from boardless.games.compiler.dispatch import board_site, member, site
from boardless.ir.expressions import TRUE, S, Site
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

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.kinds import Condition, Region


@contextmanager
def each(
    region: Region, scope: Scope, hands: bool = False, stands: bool | None = None
) -> Iterator[str]:
    """Open a loop over the sites of a region, each once; yield the name of the site.

    Sites of hands need `hands`: single ones, those of tracks, and occupied ones of no named
    container. With `stands` those may be left out where a piece stands, or (False) none does.
    """
    if stands is not None and (span := _held_span(region, scope)) is not None:
        with each_standing(*span, stands, scope) as at:
            yield at
        return
    if scope.model.has_several_types:
        with _each_of_type(region, scope, hands) as at:
            yield at
        return
    with _each(region, scope, hands) as at:
        yield at


#: Hands of more places than this are passed through by their bits.
_FEW = 8


def _held_span(region: Region, scope: Scope) -> tuple[str, str] | None:
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


@contextmanager
def _each_of_type(region: Region, scope: Scope, hands: bool) -> Iterator[str]:
    """Open a loop over a region: the sites of the type in question that have the same numbers."""
    wanted, said = scope.kind, type_of_sites(region, scope.model)
    inner = scope if said is None else scope.binding(kind=said)
    with _each(region, inner, hands) as at:
        if said is not None:
            scope.kinds[at] = said
        if wanted is None or wanted == said:
            yield at
            return
        name = str(scope.retyped(Site.named(at), wanted))
        with scope.out.block(f"if {name} != NONE:"):
            yield name


@contextmanager
def _each(region: Region, scope: Scope, hands: bool) -> Iterator[str]:
    """Open a loop over the sites of a region as they are."""
    out = scope.out
    if (
        isinstance(region, RegionIf)
        and isinstance(region.then, Single)
        and isinstance(region.otherwise, Single)
    ):
        # One site or another, which may be of a hand.
        region = Single(IntegerIf(region.condition, region.then.site, region.otherwise.site))
    if isinstance(region, SitesLastTo) and not region.holds_several(scope.model):
        region = Single(LastTo())
    sites = constant_sites(region, scope)
    if sites is not None and len(sites) == 1 and [len(it) for it in sites.values()] == [1]:
        # One site needs no loop.
        ((only,),) = sites.values()
        yield out.assign("x", str(only))
    elif sites is not None:
        with constant_loop(sites, seat_of(region, scope), scope) as at:
            yield at
    elif (own := region.own_loop(scope)) is not None:
        with own as at:
            yield at
    elif isinstance(region, Single):
        name = out.name("x")
        out.add(f"{name} = {(site if hands else board_site)(region.site, scope)}")
        with out.block(f"if {name} != NONE:"):
            yield name
    else:
        # Sites of hands are cells: where another type is played on, they are not meant.
        anywhere = hands and isinstance(region, SitesOccupied) and scope.model.effects
        if scope.model.layout is not None and (scope.kind or scope.model.layout_use) != "Cell":
            anywhere = False
        anywhere = anywhere or _is_of_containers(region)
        if (bitboard := bitboard_of_region(region, scope)) is not None:
            with each_in_bitboard(bitboard, scope, anywhere) as name:
                wanted = TRUE
                if isinstance(region, SitesOccupied):
                    wanted = is_named(region, S.what[name], scope)
                with nullcontext() if wanted is TRUE else out.block(f"if {wanted}:"):
                    yield name
            return
        first, end = scope.board_span
        name, first = out.name("x"), "1" if anywhere else first
        last = " + HELD" if hands and isinstance(region, SitesOfTrack) else ""
        with out.block(f"for {name} in range({first}, {end}{last}):"):
            if anywhere and end != "s.n[COUNT] + 1":
                out.when(f"HELD < {name} < {scope.board_span[0]}", "continue")
            if last:
                # Those of hands come behind those of the board, as they are numbered.
                out.when(f"{name} > s.n[COUNT]", f"{name} -= int64(s.n[COUNT])")
            # Cells of a given board may have left.
            out.when(f"EXTERNAL_BOARD and s.code[{name}] == NOWHERE", "continue")
            # The condition may need statements of its own, inside the loop.
            inside = member(region, name, scope)
            with out.block(f"if {inside}:"):
                yield name


def _is_of_containers(region: Region) -> bool:
    """Tell whether a region is the occupied sites of several named containers, hands as well."""
    if not isinstance(region, Union):
        return False
    said = [part.container for part in region.regions if isinstance(part, SitesOccupied)]
    return len(said) == len(region.regions) and None not in said and set(said) != {"Board"}


#: Regions whose sites are found along directions, in no order.
_ALONG = (SitesAround, SitesInDirection)


@contextmanager
def in_order(region: Region, scope: Scope, stands: bool | None = None) -> Iterator[str]:
    """Open a loop over a region, hands included; consequences go by number, moves in any order."""
    if not (scope.after and isinstance(region, _ALONG)):
        with each(region, scope, True, stands) as at:
            yield at
        return
    row = cleared_row(scope)
    with each(region, scope) as found:
        scope.out.add(f"s.scratch[{row}, {found}] = 1")
    with marked(row, scope) as at:
        yield at


def cleared_row(scope: Scope) -> int:
    """Return the number of a row of ``s.scratch`` without marks, after statements that clear it."""
    row: int = scope.builder.row()
    at = scope.out.name("x")
    with scope.out.block(f"for {at} in range(s.n[COUNT] + 1):"):
        scope.out.add(f"s.scratch[{row}, {at}] = 0")
    return row


def marked(row: int, scope: Scope) -> AbstractContextManager[str]:
    """Open a loop over the sites that are marked in a row of ``s.scratch``; yield the site."""
    return scope.passing(lambda at: f"s.scratch[{row}, {at}] != 0", first=1)
