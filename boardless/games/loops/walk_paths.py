"""Straight walks on laid-out boards as rows of one table, where a step is the next entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardless.ir.expressions import Array
from boardless.state.engine.geometry import LayoutGeometry
from boardless.state.engine.groups import NO_SLOT

if TYPE_CHECKING:
    from boardless.games.building.scope import Scope
    from boardless.jit.arrays import Ints

#: The most numbers of the table of a game.
MOST = 8192


@dataclass
class _Paths:
    """The paths of a game so far, each followed by a 0; place 0 is an empty path."""

    name: str
    sites: list[int]
    #: By sort, site and slot: the first place of the path.
    starts: dict[tuple[str, int, int], int] = field(default_factory=dict)
    #: By sort: the next slots of walks.
    turns: dict[str, Ints] = field(default_factory=dict)


@dataclass(frozen=True)
class PathStarts:
    """The first places of the paths of some walks."""

    table: Array
    #: For each row of slots; 0 without a walk.
    rows: tuple[tuple[int, ...], ...]


def path_starts(slots: Iterable[tuple[int, ...]], sort: str, scope: Scope) -> PathStarts | None:
    """Return the starts of the walks of a sort in slots, with rows of sites in repeated order.

    The result is None if the table would be too long, or a walk enters a cycle without its origin.
    """
    geometry, memo = scope.geometry, scope.builder.memo
    assert isinstance(geometry, LayoutGeometry)
    if "paths" not in memo:
        name = f"PATHS{len(scope.constants) + 1}"
        memo["paths"] = _Paths(name, [0])
    paths: _Paths = memo["paths"]
    if sort not in paths.turns:
        paths.turns[sort] = geometry.all_onward(sort)
    first, turns = scope.model.hand_size + 1, paths.turns[sort]
    sites, starts, rows = list[int](), dict[tuple[str, int, int], int](), []
    for number, row in enumerate(slots):
        site, places = number % geometry.kinds, []
        for slot in row:
            key = (sort, site, slot)
            place = 0 if slot == NO_SLOT else paths.starts.get(key) or starts.get(key)
            if place is None:
                place = starts[key] = len(paths.sites) + len(sites)
                path = path_along(geometry, turns, site, slot, geometry.kinds)
                if len(path) == geometry.kinds or place + len(path) >= MOST:
                    return None
                sites += [*(first + at for at in path), 0]
            places.append(place)
        rows.append(tuple(places))
    paths.sites += sites
    paths.starts |= starts
    scope.constants[paths.name] = paths.sites
    return PathStarts(Array.named(paths.name), tuple(rows))


def path_along(
    geometry: LayoutGeometry, turns: object, site: int, slot: int, sites: int
) -> list[int]:
    """Return at most `sites` sites of a walk, from the first on."""
    at, path = site, list[int]()
    while slot >= 0 and len(path) < sites:
        to = int(geometry.links[at, slot])
        if to in (-1, site):
            break
        slot = int(turns[at, slot])  # type: ignore[index]
        at = to
        path.append(at)
    return path
