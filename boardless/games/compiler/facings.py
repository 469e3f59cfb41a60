"""Directions that change from move to move, and facings of pieces."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from boardless.games.compiler.dispatch import board_site, condition
from boardless.games.compiler.walk_paths import MOST as MOST_NUMBERS
from boardless.games.compiler.walk_paths import path_along
from boardless.games.ludemes.directions import (
    EitherWays,
    NamedWays,
    OtherWays,
    Relative,
    RelativeWays,
    WaysAlong,
    WaysIf,
)
from boardless.games.ludemes.kinds import SiteType
from boardless.games.ludemes.sites import LastFrom, LastTo
from boardless.state.engine.layout_geometry import LayoutGeometry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypeAlias

    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.directions import Absolute, Ways

#: The way of the last move, and the way back.
LAST_WAY: dict[Absolute | Relative, WaysAlong] = {
    Relative.SAME_DIRECTION: WaysAlong(SiteType.CELL, from_=LastFrom(), to=LastTo()),
    Relative.OPPOSITE_DIRECTION: WaysAlong(SiteType.CELL, from_=LastTo(), to=LastFrom()),
}
#: The most alternatives: each has its own rows in a table.
MOST = 2_000


@dataclass(frozen=True)
class Chosen:
    """An assumption about the directions that change."""

    #: Of a condition 0 if it holds, else 1; along a way the number in `labels`, their count if
    #: none.
    of: Mapping[Ways, int]
    labels: tuple[str, ...]

    def label(self, node: WaysAlong) -> tuple[str, ...]:
        """Return the direction along a way, or none."""
        number = self.of[node]
        return self.labels[number : number + 1]


def changing(node: Ways) -> Iterator[WaysIf | WaysAlong]:
    """Yield the parts of directions that change from move to move."""
    if isinstance(node, WaysAlong):
        yield node
    elif isinstance(node, WaysIf):
        yield node
        yield from changing(node.then)
        yield from changing(node.otherwise)
    elif isinstance(node, EitherWays | OtherWays):
        yield from changing(node.first)
        yield from changing(node.second)
    elif isinstance(node, NamedWays | RelativeWays):
        for name in node.names:
            if name in LAST_WAY:
                yield LAST_WAY[name]


def labels_of(scope: Scope) -> tuple[str, ...]:
    """Return the directions of the board, in the order in which they are looked through."""
    geometry = scope.geometry
    found = dict.fromkeys(
        label for kind in range(geometry.kinds) for label in geometry.labels(kind) if label
    )
    return tuple(sorted(found))


def alternatives(ways: Ways, scope: Scope) -> list[Chosen]:
    """Return the alternatives of directions that change, by number."""
    parts = tuple(dict.fromkeys(changing(ways)))
    labels = labels_of(scope) if any(isinstance(part, WaysAlong) for part in parts) else ()
    counts = [_count(part, labels) for part in parts]
    if (number := prod(map(len, counts))) > MOST:
        ways.reject(f"may be {number:,} sets of directions: expected at most {MOST:,}")
    return [Chosen(dict(zip(parts, of, strict=True)), labels) for of in product(*counts)]


def _count(part: WaysIf | WaysAlong, labels: tuple[str, ...]) -> range:
    return range(2 if isinstance(part, WaysIf) else len(labels) + 1)


def number_of_alternative(ways: Ways, turns: str, scope: Scope) -> str:
    """Add statements that find the alternative that holds; `turns` is a table of next slots."""
    parts = tuple(dict.fromkeys(changing(ways)))
    if not parts:
        return "0"
    out, number = scope.out, scope.out.name("which")
    labels = labels_of(scope)
    out.add(f"{number} = 0")
    for part in parts:
        if isinstance(part, WaysIf):
            value = f"int(not {condition(part.condition, scope)})"
        else:
            origin, to = board_site(part.from_, scope), board_site(part.to, scope)
            value = f"{heading(labels, turns, scope)}(s, {origin}, {to})"
        out.add(f"{number} = {number} * {len(_count(part, labels))} + {value}")
    return number


def heading(labels: tuple[str, ...], turns: str, scope: Scope) -> str:
    """Return the name of the function that finds the direction from a site to another."""
    geometry = scope.geometry
    numbers = [
        labels.index(label) if label else len(labels)
        for kind in range(geometry.kinds)
        for label in geometry.labels(kind)
    ]
    if isinstance(geometry, LayoutGeometry) and turns and geometry.kinds**2 <= MOST_NUMBERS:
        body = _TABLED.format(
            none=len(labels), table=scope.constant("HEADINGS", _headings(numbers, geometry, labels))
        )
        known: str = scope.builder.helper("s: Arrays, origin: int, site: int", "int", body)
        return known
    table = scope.constant("HEADINGS", numbers)
    kind = "int64(s.kind[{}])" if geometry.kinds > 1 else "0"
    onward = "slot"
    if turns:
        onward = f"int64({turns}[{kind.format('before')} * SLOTS + slot])"
    body = _HEADING.format(none=len(labels), table=table, kind=kind.format("origin"), onward=onward)
    name: str = scope.builder.helper("s: Arrays, origin: int, site: int", "int", body)
    return name


def _headings(numbers: list[int], geometry: LayoutGeometry, labels: tuple[str, ...]) -> list[int]:
    """Return the lowest number of the walks from each site to each other one that keep straight."""
    found = np.full((geometry.kinds, geometry.kinds), len(labels))
    for site in range(geometry.kinds):
        for slot in range(geometry.width):
            path = path_along(geometry, geometry.turns, site, slot, geometry.kinds)
            number = numbers[site * geometry.width + slot]
            found[site, path] = np.minimum(found[site, path], number)
    values: list[int] = found.ravel().tolist()
    return values


_TABLED = """\
    if origin <= HELD or site <= HELD:
        return {none}
    return int64({table}[(origin - HELD - 1) * KINDS + site - HELD - 1])
"""
_HEADING = """\
    found = {none}
    for first in range(SLOTS if origin > HELD and site > HELD else 0):
        number = int64({table}[{kind} * SLOTS + first])
        at, slot = origin, first
        while number < found and slot < SLOTS:
            before = at
            at = int64(s.step[before * SLOTS + slot])
            slot = {onward}
            if at == NONE or at == origin:
                break
            if at == site:
                found = number
    return found
"""
#: The facing of a piece without turns, and the number of its turns.
Look: TypeAlias = tuple[str, int]


def facings_of(scope: Scope) -> tuple[str, ...]:
    """Return the facings that are possible here."""
    used = tuple(sorted(set(scope.model.facings)))
    if scope.looks is None:
        return used
    return tuple(dict.fromkeys((*labels_of(scope), *used)))


def look_of(site: str, scope: Scope) -> str:
    """Return the number of the facing and turns of the piece on a site."""
    return with_turns(f"int64({faces(scope)}[s.what[{site}]])", site, scope)


def faces(scope: Scope) -> str:
    """Return the name of the table of facings by component."""
    facings = facings_of(scope)
    return scope.constant("LOOKS", [0, *(facings.index(each) for each in scope.model.facings)])


def with_turns(looks: str, site: str, scope: Scope) -> str:
    """Return the number of the facing `looks` with the turns of the piece on a site."""
    count = distinct_turns(scope)
    if count == 1:
        return looks
    rotation = f"int64(s.fields[ROTATIONS, {site}])"
    # A piece that has been turned looks in a direction of the board, and they come round again.
    turns = f"int({rotation} > 0) * (1 + ({rotation} - 1) % {count - 1})"
    return f"({count} * {looks} + {turns})"


def distinct_turns(scope: Scope) -> int:
    """Return the number of rotations that change a facing: 1 if no piece is turned."""
    return 1 + len(labels_of(scope)) if "rotations" in scope.model.site_numbers else 1
