"""The slots in which steps of directions lead, worked out while the source is written."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from boardless.games.compiler.moving.changing_ways import LAST_WAY, Chosen, alternatives, changing
from boardless.games.compiler.moving.looks import Look, facings_of, turns_told_apart
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import directions as d
from boardless.games.ludemes.kinds import Directions
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.topo.layouts.headings import RELATIVE, absolute_directions, meant, turned

#: Classes of directions by what their walks keep.
_CLASSES = {str(word): str(word).lower() for word in Directions} | {"OffDiagonal": "off"}


@dataclass(frozen=True)
class Slots:
    """The slots in which steps of some directions lead.

    Attributes
    ----------
    sort : str
        What walks keep: "direction", or the relation of their steps.
    rows : tuple of tuple of int
        For each prototile; where it depends on where a piece looks, for each of `looks` and each
        prototile; and all that for each alternative of directions that change.
    looks : tuple of tuple of (str, int)
        Where pieces look and how often they have been turned; empty where it does not matter.
    ways : Ways, optional
        Where they come from, if they change from move to move.
    """

    sort: str
    rows: tuple[tuple[int, ...], ...]
    looks: tuple[Look, ...] = ()
    ways: d.Ways | None = None


def slots_of(ways: d.Ways, scope: Scope) -> list[Slots]:
    """Return the slots of directions, those of one sort of walks together."""
    looks: tuple[Look, ...] = ()
    if is_relative(ways):
        looks = tuple(product(facings_of(scope), range(turns_told_apart(scope))))
    found: dict[str, list[list[int]]] = {}
    kinds = range(scope.geometry.kinds)
    cases = list(product(alternatives(ways, scope), looks or (("N", 0),), kinds))
    for number, (chosen, look, kind) in enumerate(cases):
        for sort, slot in _slots(ways, scope, kind, look, chosen):
            if sort not in found:
                found[sort] = [[] for _ in cases]
            if slot not in found[sort][number]:
                found[sort][number].append(slot)
    changes = ways if any(changing(ways)) else None
    return [Slots(sort, tuple(map(tuple, rows)), looks, changes) for sort, rows in found.items()]


def is_relative(node: d.Ways) -> bool:
    """Tell whether directions depend on where a piece looks."""
    if isinstance(node, d.NamedWays | d.RelativeWays):
        return any(str(name) in RELATIVE for name in node.names)
    if isinstance(node, d.EitherWays | d.OtherWays):
        return is_relative(node.first) or is_relative(node.second)
    if isinstance(node, d.WaysIf):
        return is_relative(node.then) or is_relative(node.otherwise)
    return False


def _slots(
    ways: d.Ways, scope: Scope, kind: int, look: Look, chosen: Chosen
) -> Iterator[tuple[str, int]]:
    """Yield sort and slot of each way from a site."""
    geometry = scope.geometry
    labels = _labels(geometry)[kind]
    laid_out = isinstance(geometry, LayoutGeometry)
    for name in _names(ways, scope, kind, look, chosen):
        if name in _CLASSES:
            sort = _CLASSES[name] if laid_out else "direction"
            for slot in _of_class(geometry, name)[kind]:
                yield sort, slot
        else:
            for slot, label in enumerate(labels):
                if label == name:
                    yield "direction", slot


def _names(ways: d.Ways, scope: Scope, kind: int, look: Look, chosen: Chosen) -> tuple[str, ...]:
    """Return the names of directions of the board that are meant."""
    if isinstance(ways, d.WaysIf):
        ways = ways.otherwise if chosen.of[ways] else ways.then
        return _names(ways, scope, kind, look, chosen)
    if isinstance(ways, d.WaysAlong):
        return chosen.label(ways)
    if isinstance(ways, d.EitherWays):
        parts = (ways.first, ways.second)
        both = [name for part in parts for name in _names(part, scope, kind, look, chosen)]
        return tuple(dict.fromkeys(both))
    if isinstance(ways, d.OtherWays):
        first, without = (
            _each(_names(part, scope, kind, look, chosen), scope, kind)
            for part in (ways.first, ways.second)
        )
        return tuple(name for name in first if name not in without)
    if not isinstance(ways, d.NamedWays | d.RelativeWays):
        ways.reject("is read, but cannot be compiled yet")
    found: list[str] = []
    for name in ways.names:
        if name in LAST_WAY:
            found += chosen.label(LAST_WAY[name])
        elif str(name) in RELATIVE:
            found += _seen(str(name), ways, scope, kind, look)
        else:
            found.append(str(name))
    return tuple(found)


@lru_cache(16)
def _of_class(geometry: Geometry | LayoutGeometry, name: str) -> list[list[int]]:
    """Return the slots of a class of directions for each prototile."""
    return [np.flatnonzero(row).tolist() for row in geometry.of_class(name)]


@lru_cache(2)
def _labels(geometry: Geometry | LayoutGeometry) -> list[tuple[str, ...]]:
    """Return the directions of the slots of each prototile."""
    return [geometry.labels(kind) for kind in range(geometry.kinds)]


def _each(names: tuple[str, ...], scope: Scope, kind: int) -> tuple[str, ...]:
    """Return directions with those that a prototile has in the places of classes of them."""
    labels, found = _labels(scope.geometry)[kind], list[str]()
    for name in names:
        if name in _CLASSES:
            found += [labels[slot] for slot in _of_class(scope.geometry, name)[kind]]
        else:
            found.append(name)
    return tuple(found)


def _seen(
    name: str, ways: d.NamedWays | d.RelativeWays, scope: Scope, kind: int, look: Look
) -> tuple[str, ...]:
    """Return the directions of the board that a piece means that looks somewhere."""
    geometry = scope.geometry
    by_site = isinstance(ways, d.RelativeWays) and ways.by_site
    if not isinstance(geometry, LayoutGeometry):
        of = str(ways.of) if isinstance(ways, d.RelativeWays) else "Adjacent"
        kinds = [kind] if by_site else range(geometry.kinds)
        there = frozenset(
            _labels(geometry)[k][slot] for k in kinds for slot in _of_class(geometry, of)[k]
        )
        return tuple(meant(name, turned(*look, there), there))
    type_, number = geometry.type_of(kind)
    among = _CLASSES[str(ways.of)] if isinstance(ways, d.RelativeWays) else "adjacent"
    at = number if by_site else None
    sites, (facing, rotation) = geometry.board.sites_of(type_), look
    return absolute_directions(sites, [name], facing, rotation=rotation, among=among, at=at)
