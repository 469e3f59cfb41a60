"""Directions that change from move to move, and where pieces look."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import board_site, condition
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
    """What directions are while something is assumed of those that change.

    Attributes
    ----------
    of : mapping of Ways to int
        For directions under a condition 0 if it holds, else 1; for those along a way the number
        of the direction in `labels`, the number behind the last if there is none.
    labels : tuple of str
        The directions of the board.
    """

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
    """Return what directions that change may be, in the order of their numbers."""
    parts = tuple(dict.fromkeys(changing(ways)))
    labels = labels_of(scope) if any(isinstance(part, WaysAlong) for part in parts) else ()
    counts = [_count(part, labels) for part in parts]
    if (number := prod(map(len, counts))) > MOST:
        ways.reject(f"may be {number:,} sets of directions: expected at most {MOST:,}")
    return [Chosen(dict(zip(parts, of, strict=True)), labels) for of in product(*counts)]


def _count(part: WaysIf | WaysAlong, labels: tuple[str, ...]) -> range:
    return range(2 if isinstance(part, WaysIf) else len(labels) + 1)


def number_of_alternative(ways: Ways, turns: str, scope: Scope) -> str:
    """Add statements that work out which of its alternatives holds; return its number.

    `turns` is the name of the table of slots in which straight walks go on.
    """
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
    table = scope.constant("HEADINGS", numbers)
    kind = "int64(s.kind[{}])" if geometry.kinds > 1 else "0"
    onward = "slot"
    if turns:
        onward = f"int64({turns}[{kind.format('before')} * SLOTS + slot])"
    body = _HEADING.format(none=len(labels), table=table, kind=kind.format("origin"), onward=onward)
    name: str = scope.made.helper("s: Arrays, origin: int, site: int", "int", body)
    return name


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
#: Where a piece looks when it has not been turned, and how often it has been.
Look: TypeAlias = tuple[str, int]


def facings_of(scope: Scope) -> tuple[str, ...]:
    """Return the directions in which something may look that has to be known."""
    used = tuple(sorted(set(scope.model.facings)))
    if scope.looks is None:
        return used
    return tuple(dict.fromkeys((*labels_of(scope), *used)))


def look_of(site: str, scope: Scope) -> str:
    """Return the number of where the piece on a site looks, and how often it has been turned."""
    return with_turns(f"int64({faces(scope)}[s.what[{site}]])", site, scope)


def faces(scope: Scope) -> str:
    """Return the name of the table of where each component looks."""
    facings = facings_of(scope)
    return scope.constant("LOOKS", [0, *(facings.index(each) for each in scope.model.facings)])


def with_turns(looks: str, site: str, scope: Scope) -> str:
    """Return the number of where the piece on a site looks; `looks` is where it would unturned."""
    told = turns_told_apart(scope)
    if told == 1:
        return looks
    rotation = f"int64(s.fields[ROTATIONS, {site}])"
    # A piece that has been turned looks in a direction of the board, and they come round again.
    turns = f"int({rotation} > 0) * (1 + ({rotation} - 1) % {told - 1})"
    return f"({told} * {looks} + {turns})"


def turns_told_apart(scope: Scope) -> int:
    """Return how many rotations of a piece may differ in where it looks: 1 if none is turned."""
    return 1 + len(labels_of(scope)) if "rotations" in scope.model.site_numbers else 1
