"""Constant evaluation (constant folding) of ludemes at compile time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Region, Role, SiteType
from boardless.games.language.ludeme import NOTES, Ludeme, inside
from boardless.ir.expressions import NONE, Bool, Int, Site, wide

if TYPE_CHECKING:
    from typing import Any

    from boardless.games.building.model import Model
    from boardless.games.building.scope import Scope

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
    """Return the type of a ludeme's sites, by default the type of the play, or None."""
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
