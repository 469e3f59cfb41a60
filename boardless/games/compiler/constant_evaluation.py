"""Constant evaluation (constant folding) of ludemes while a game is compiled."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import integer
from boardless.games.language.errors import LudemeError
from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes.kinds import Role
from boardless.games.ludemes.region_algebra import (
    Difference,
    Intersection,
    RegionsOfSites,
    SitesThat,
    Union,
)
from boardless.topo.layouts.incidence import KINDS
from boardless.topo.layouts.relative_directions import LEFT, RIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.kinds import Integer, Region
    from boardless.games.ludemes.pieces import Stride
    from boardless.topo.layouts.sites import Sites

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
    """Return the sites of a region before the first move, as the arrays count them."""
    model = scope.model
    assert model.scene is not None
    sites = model.scene.sites_of(node)
    if not is_of_another_type(node, scope):
        return model.numbered(sites)
    if max(sites, default=0) >= len(model.cells):
        raise LudemeError(None, node, "there are more sites of its type than of those played on")
    return tuple(model.hand_size + 1 + site for site in sites)


def is_of_another_type(node: Ludeme, scope: Scope) -> bool:
    """Tell whether a region is of a type that is not played on: numbered from the hands on."""
    model = scope.model
    return model.layout is not None and not model.plays_on(_type_of(node))


def _type_of(node: object) -> str | None:
    """Return the type of the sites of a region, as far as it says so."""
    if isinstance(node, SitesThat | RegionsOfSites):
        return _type_of(node.region)
    if isinstance(node, Union | Intersection):
        return next(filter(None, map(_type_of, node.regions)), None)
    if isinstance(node, Difference):
        return _type_of(node.region)
    named = getattr(node, "type", None)
    return None if named is None else str(named)


def _moving(node: Ludeme) -> list[Role]:
    """Return the roles in a ludeme that change from move to move."""
    roles = [part for part in inside(node) if isinstance(part, Role)]
    return [role for role in _MOVING if role in roles]


def seat_of(node: Ludeme, scope: Scope) -> str:
    """Return the source of the number by which `constant_sites` has the sites of a region."""
    found = ""
    for role in _moving(node) if scope.model.players > 1 else ():
        player = scope.player(role, node)
        found = f"({found} * {scope.model.players + 1} + {player})" if found else player
    return found or "0"


def _seen_by(node: Any, players: Mapping[Role, int]) -> Any:
    """Return a ludeme with players in the places of the roles that change from move to move."""
    if isinstance(node, Role) and node in players:
        return Role(f"P{players[node]}")
    if isinstance(node, tuple):
        return tuple(_seen_by(part, players) for part in node)
    if not isinstance(node, Ludeme):
        return node
    parts = {f.name: getattr(node, f.name) for f in fields(node) if f.name != "place"}
    return replace(node, **{name: _seen_by(part, players) for name, part in parts.items()})


def constant_member(node: Region, at: str, scope: Scope) -> str | None:
    """Return the condition that a site is in a region that never changes, or None."""
    from boardless.games.ludemes.incidence import SitesIncident

    sites = constant_sites(node, scope)
    if sites is None:
        return None
    model = scope.model
    width = 1 + model.hand_size + len(model.cells)
    if model.scene is not None and model.uses(SitesIncident):
        # Sites of other types may be asked for, too.
        counts = (len(model.scene.board.sites_of(kind)) for kind in KINDS)
        width = 1 + model.hand_size + max(counts)
    flags: list[int] = []
    for player in range(max(sites) + 1):
        row = [0] * width
        for site in sites.get(player, ()):
            row[site] = 1
        flags += row
    table = scope.constant("INSIDE", flags)
    first = f"{seat_of(node, scope)} * {width} + " if len(sites) > 1 else ""
    return f"({table}[{first}{at}] != 0)"


@contextmanager
def constant_loop(sites: dict[int, tuple[int, ...]], seat: str, scope: Scope) -> Iterator[str]:
    """Open a loop over a region of `constant_sites`; `seat` is the source of its number."""
    out = scope.out
    most = max(max(map(len, sites.values())), 1)
    rows = [
        (*sites.get(n, ()), *[0] * (most - len(sites.get(n, ())))) for n in range(max(sites) + 1)
    ]
    table = scope.constant("SITES", [site for row in rows for site in row])
    n, at = out.name("n"), out.name("x")
    first = f"{seat} * {most}" if len(sites) > 1 else "0"
    with out.block(f"for {n} in range({first}, {first} + {most}):"):
        out.add(f"{at} = int64({table}[{n}])")
        out.when(f"{at} == NONE", "break")
        yield at


def are_fixed(kind: object, model: Model) -> bool:
    """Tell whether pieces lie on sites of a type that is not played on, and stay as they are."""
    from boardless.games.compiler.features import is_left_alone

    if model.plays_on(kind) or model.starts_by_chance:
        return False
    lie = any(of == str(kind) and model.is_beside(of, at) for of, at in model.start.pieces)
    return lie and is_left_alone(str(kind), model.game)


def fixed_sites(kind: object, model: Model) -> tuple[int, int]:
    """Return the first of the sites of a type that is not played on, and the end of them."""
    assert model.scene is not None
    first = 1 + model.hand_size
    return first, first + len(model.scene.board.sites_of(str(kind)))


def fixed_site(kind: object, number: Integer, scope: Scope) -> str:
    """Return the source of the site of a type that is not played on; NONE where there is none."""
    at = scope.out.name("x")
    first, end = fixed_sites(kind, scope.model)
    scope.out.add(f"{at} = {integer(number, scope)}")
    return f"({at} + {first} if 0 <= {at} < {end - first} else NONE)"


def fixed_piece_at(kind: object, at: str, scope: Scope) -> tuple[str, str]:
    """Return the sources of component and owner of the piece on a site of a type."""
    model = scope.model
    if not are_fixed(kind, model):
        return f"s.what[{at}]", f"s.who[{at}]"
    first, end = fixed_sites(kind, model)
    what = [0] * end
    for (of_kind, number), puts in model.start.pieces.items():
        if of_kind == str(kind) and model.is_beside(of_kind, number):
            what[first + number] = puts[-1].component
    owners = [0, *(component.owner for component in model.components)]
    table, who = scope.constant("LYING", what), scope.constant("WHOSE", [owners[w] for w in what])
    return f"int64({table}[{at}])", f"int64({who}[{at}])"


#: As in Ludii, where a walk down to the north-west leads down to the south-west.
_WALKED_INSTEAD = {"DNW": "DSW"}


def walked(sites: Sites, site: int, walk: tuple[Stride, ...], heading: str) -> list[int]:
    """Return the sites to which the steps of a walk lead, as far as there are any."""
    from boardless.games.ludemes.pieces import Stride

    headings = sites.directions["orthogonal"]
    path, at = [], site
    for stride in walk:
        if stride is Stride.F:
            at = _step(sites, at, heading)
            if at < 0:
                break
            path.append(at)
        else:
            turn = RIGHT if stride is Stride.R else LEFT
            heading = turn[heading]
            while heading not in headings:
                heading = turn[heading]
    return path


def _step(sites: Sites, site: int, heading: str) -> int:
    """Return the last site to which a step in a direction leads, or -1."""
    return sites.next_sites(site).get(_WALKED_INSTEAD.get(heading, heading), [-1])[-1]
