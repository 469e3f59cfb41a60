"""Regions: constant ones as tables, loops over all of them, and the scope with these loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from boardless.games.building.builder import Domain, LoopRange, SiteSet, SpanOfSites, Steps
from boardless.games.building.model import GHOSTS
from boardless.games.building.scope import Scope, TestedSites
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Integer, Integers, Region, Role, SiteType
from boardless.games.language.ludeme import NOTES, Ludeme, inside
from boardless.games.loops.bitboards import each_in_bitboard, each_standing, keeps_bitboards
from boardless.games.loops.directions import steps
from boardless.ir.expressions import (
    COUNTERS,
    ENGINE,
    NONE,
    Bool,
    Int,
    S,
    ScratchRow,
    Site,
    greater,
    lifted,
    wide,
)

if TYPE_CHECKING:
    from typing import Any

    from boardless.games.building.builder import Builder
    from boardless.games.building.model import Model
    from boardless.games.initial.scene import InitialPosition


_MOVING = (Role.MOVER, Role.NEXT)


def constant_sites(node: Ludeme, scope: Scope) -> dict[int, tuple[int, ...]] | None:
    """Return the sites of a region that never changes by the number of `seat_of`, or None."""
    model = scope.model
    if model.scene is None:
        return None
    players = range(1, model.players + 1)
    seats: dict[int, dict[Role, int]] = {0: {}}
    for role in _moving(node) if model.players > 1 else ():
        seats = {
            seat * (model.players + 1) + player: {**roles, role: player}
            for seat, roles in seats.items()
            for player in players
        }
    if model.players == 1:
        seats = {0: dict.fromkeys(_MOVING, 1)}
    try:
        return {seat: _numbered(_seen_by(node, roles), scope) for seat, roles in seats.items()}
    except LudemeError:
        return None


def _numbered(node: Region, scope: Scope) -> tuple[int, ...]:
    """Return the sites of a region before the first move, by their indices in the arrays."""
    model = scope.model
    assert model.scene is not None
    sites = model.scene.sites_of(node)
    if model.has_several_types:
        return model.numbered(sites, type_of_sites(node, scope.model) or scope.kind)
    if not is_of_another_type(node, scope):
        return model.numbered(sites)
    if max(sites, default=0) >= len(model.cells):
        raise LudemeError(None, node, "there are more sites of its type than of those played on")
    return tuple(model.hand_size + 1 + site for site in sites)


def is_of_another_type(node: Ludeme, scope: Scope) -> bool:
    """Return True if a region has a type other than the type of the play."""
    model = scope.model
    return model.layout is not None and not model.plays_on(_type_of(node))


def _type_of(node: Ludeme) -> str | None:
    """Return the type of the sites of a region, as far as it gives one."""
    if isinstance(node, Region) and (parts := node.from_regions()):
        return next(filter(None, map(_type_of, parts)), None)
    named = getattr(node, "type", None)
    return None if named is None else str(named)


def type_of_sites(node: Ludeme, model: Model) -> str | None:
    """Return the type of a ludeme's sites, or None; an absent type is the type of the play."""
    if isinstance(node, Region) and (parts := node.typed_by(model)):
        return next(filter(None, (type_of_sites(part, model) for part in parts)), None)
    names = [name for name in ("type", "on") if hasattr(node, name)]
    if not names or not node.says_type:
        return None
    named = getattr(node, names[0])
    if named is None:
        return model.layout_use
    return str(named) if isinstance(named, SiteType) else None


def is_typed(region: Region, model: Model) -> bool:
    """Return True if a region gives the type of its sites, other than through its parts."""
    return not region.from_regions() and type_of_sites(region, model) is not None


def _moving(node: Ludeme) -> list[Role]:
    """Return the roles in a ludeme that change from move to move."""
    roles = [part for part in inside(node) if isinstance(part, Role)]
    return [role for role in _MOVING if role in roles]


def seat_of(node: Ludeme, b: Scope) -> Int:
    """Return the key of a region's sites in `constant_sites`."""
    seat = Int.of(0)
    for role in _moving(node) if b.model.players > 1 else ():
        seat = seat * (b.model.players + 1) + b.player(role, node)
    return seat


def _seen_by(node: Any, players: Mapping[Role, int]) -> Any:
    """Return a ludeme with players in place of the roles that change from move to move."""
    if isinstance(node, Role) and node in players:
        return Role(f"P{players[node]}")
    if isinstance(node, tuple):
        return tuple(_seen_by(part, players) for part in node)
    if not isinstance(node, Ludeme):
        return node
    parts = {f.name: getattr(node, f.name) for f in fields(node) if f.name not in NOTES}
    return replace(node, **{name: _seen_by(part, players) for name, part in parts.items()})


def constant_member(node: Region, at: Site, scope: Scope) -> Bool | None:
    """Return the test that a site is in a region that never changes, or None."""
    sites = constant_sites(node, scope)
    if sites is None:
        return None
    model = scope.model
    width = 1 + model.hand_size + len(model.cells)
    flags: list[int] = []
    for player in range(max(sites) + 1):
        row = [0] * width
        for site in sites.get(player, ()):
            row[site] = 1
        flags += row
    table = scope.table("INSIDE", flags)
    first = seat_of(node, scope) * width if len(sites) > 1 else Int.of(0)
    return table[first + at] != 0


def constant_loop(sites: dict[int, tuple[int, ...]], seat: Int, b: Scope) -> Iterator[Site]:
    """Iterate over a region of `constant_sites`; `seat` is its key."""
    most = max(max(map(len, sites.values())), 1)
    rows = [
        (*sites.get(n, ()), *[0] * (most - len(sites.get(n, ())))) for n in range(max(sites) + 1)
    ]
    table = b.table("SITES", [site for row in rows for site in row])
    n, at = b.named(n=Int, x=Site)
    first = seat * most if len(sites) > 1 else Int.of(0)
    for _ in b.numbers(first + most, first, name=n):
        b.set(at, wide(table[n]))
        b.leave(at == NONE)
        yield at


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
                b.set_if(at > count, at, at - wide(count))
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
        b.set(row[member], 1)
    yield from marked(row, b)


def cleared_row(b: Scope) -> ScratchRow:
    """Return a row of ``s.scratch`` without marks, after statements to clear it."""
    row = b.builder.row()
    for at in b.numbers(COUNTERS.COUNT + 1, stem="x"):
        b.set(row[at], 0)
    return row


def marked(row: ScratchRow, b: Scope) -> Iterator[Site]:
    """Iterate over the marked sites in a row of ``s.scratch``."""
    return b.passing(lambda at: row[at] != 0, first=1)


class MarkedRegion(Region):
    """A region of sites that statements mark in a row of ``s.scratch``."""

    def mark(self, b: Scope) -> ScratchRow:
        """Return the row of ``s.scratch``, after the statements that mark the sites there."""
        raise NotImplementedError

    def meaning(self, b: Builder) -> SiteSet:
        """Return the sites; before the first move they are unknown."""
        return b.tested(self, lambda at: self.mark(b.playing(self))[at] != 0)

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


@dataclass(frozen=True)
class LoopScope(Scope):
    """A scope of a function under construction, with its loops."""

    def of(self, node: Ludeme) -> Scope:
        """Return the scope of a ludeme, with numbers of sites of its type."""
        if not self.model.has_several_types:
            return self
        kind = type_of_sites(node, self.model)
        return self if kind == self.kind else replace(self, kind=kind)

    def region(self, node: Region) -> SiteSet:
        if not self.model.has_several_types:
            return node.meaning(self)
        inner = self.of(node) if is_typed(node, self.model) else self
        sites = node.meaning(inner)
        return TestedSites(self, lambda at: sites.contains(self.retyped(at, inner.kind)))

    def fixed(
        self,
        node: Region,
        numbers: Callable[[InitialPosition], Iterable[int]],
        otherwise: Callable[[Site], Bool] | None = None,
    ) -> TestedSites:
        def test(at: Site) -> Bool:
            member = constant_member(node, at, self)
            if member is not None:
                return member
            return (otherwise or self.gone_through(node).test)(at)

        return TestedSites(self, test)

    def member_of(self, region: Region, node: Integer) -> Bool:
        if self.model.has_several_types:
            inner = replace(self, kind=type_of_sites(region, self.model))
            at = self.let(inner.site(node))
            return self.all_of((lambda: at != NONE, lambda: inner.inside(region, at)))
        if is_of_another_type(region, self):
            first = self.model.hand_size + 1
            number = greater(self.integer(node), -first) + first
            at = lifted(number, Site)
        elif any(isinstance(part, Region) and part.is_of_hands() for part in inside(region)):
            at = self.site(node)
        else:
            at = self.board_site(node)
        at = self.let(at)
        return self.all_of((lambda: at != NONE, lambda: self.inside(region, at)))

    def _loop(self, domain: Domain, hands: bool) -> Iterator[Int]:
        if isinstance(domain, Integers):
            return domain.each_value(self)
        if isinstance(domain, Steps):
            return steps(domain.ways, domain.at, self)
        if isinstance(domain, LoopRange):
            kind = Site if isinstance(domain, SpanOfSites) else Int
            name = kind.named(self.out.name(domain.stem))
            return self.numbers(domain.end, domain.first, name=name)
        return each(domain, self, hands)


def each_ghost(components: Iterable[int], b: Scope) -> Iterator[tuple[Int, Site, Int]]:
    """Iterate over the ghosts of components on the board: component, site, level."""
    model, listed, levels = b.model, list(components), max(b.model.levels, 1)
    sites = 1 + model.hand_size + len(model.cells)
    b.builder.numbers.place(GHOSTS, (1 + len(model.components)) * sites * levels)
    table, (at,) = b.table("GHOSTS", listed), b.named(x=Site)
    for n in b.numbers(len(listed)):
        for _ in b.numbers(COUNTERS.COUNT + 1, ENGINE.HELD + 1, name=at):
            for level in b.numbers(levels, stem="level"):
                number = b.variable("number", wide(table[n]))
                for _ in b.numbers(Int.call("ghosts_at", number, at, level)):
                    yield number, at, level
