"""Directions that change from move to move, as source: which of several is meant is worked out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from boardless.games.compiler.generic import board_site, condition
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import integers as i
from boardless.games.ludemes.directions import Relative
from boardless.games.ludemes.kinds import SiteType

#: The way of the last move, and the way back.
LAST_WAY: dict[d.Absolute | Relative, d.WaysAlong] = {
    Relative.SAME_DIRECTION: d.WaysAlong(SiteType.CELL, from_=i.LastFrom(), to=i.LastTo()),
    Relative.OPPOSITE_DIRECTION: d.WaysAlong(SiteType.CELL, from_=i.LastTo(), to=i.LastFrom()),
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

    of: Mapping[d.Ways, int]
    labels: tuple[str, ...]

    def label(self, node: d.WaysAlong) -> tuple[str, ...]:
        """Return the direction along a way, or none."""
        number = self.of[node]
        return self.labels[number : number + 1]


def changing(node: d.Ways) -> Iterator[d.WaysIf | d.WaysAlong]:
    """Yield the parts of directions that change from move to move."""
    if isinstance(node, d.WaysAlong):
        yield node
    elif isinstance(node, d.WaysIf):
        yield node
        yield from changing(node.then)
        yield from changing(node.otherwise)
    elif isinstance(node, d.EitherWays | d.OtherWays):
        yield from changing(node.first)
        yield from changing(node.second)
    elif isinstance(node, d.NamedWays | d.RelativeWays):
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


def alternatives(ways: d.Ways, scope: Scope) -> list[Chosen]:
    """Return what directions that change may be, in the order of their numbers."""
    parts = tuple(dict.fromkeys(changing(ways)))
    labels = labels_of(scope) if any(isinstance(part, d.WaysAlong) for part in parts) else ()
    counts = [_count(part, labels) for part in parts]
    if (number := prod(map(len, counts))) > MOST:
        ways.reject(f"may be {number:,} sets of directions: expected at most {MOST:,}")
    return [Chosen(dict(zip(parts, of, strict=True)), labels) for of in product(*counts)]


def _count(part: d.WaysIf | d.WaysAlong, labels: tuple[str, ...]) -> range:
    return range(2 if isinstance(part, d.WaysIf) else len(labels) + 1)


def number_of_alternative(ways: d.Ways, turns: str, scope: Scope) -> str:
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
        if isinstance(part, d.WaysIf):
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
    kind = "whole(s.kind[{}])" if geometry.kinds > 1 else "0"
    onward = "slot"
    if turns:
        onward = f"whole({turns}[{kind.format('before')} * SLOTS + slot])"
    body = _HEADING.format(none=len(labels), table=table, kind=kind.format("origin"), onward=onward)
    name: str = scope.made.helper("s: Arrays, origin: int, site: int", "int", body)
    return name


_HEADING = """\
    found = {none}
    for first in range(SLOTS if origin > HELD and site > HELD else 0):
        number = whole({table}[{kind} * SLOTS + first])
        at, slot = origin, first
        while number < found and slot < SLOTS:
            before = at
            at = whole(s.step[before * SLOTS + slot])
            slot = {onward}
            if at == NONE or at == origin:
                break
            if at == site:
                found = number
    return found
"""
