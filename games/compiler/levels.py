"""Levels of sites, and what is read off them, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import condition, integer, member, site
from boardless.games.compiler.regions import each, each_of, is_gone_through
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import levels as v
from boardless.games.ludemes.levels import Order


def read_level(at: k.Integer, level: k.Integer | None, scope: Scope, kernel: str) -> str:
    """Return what a kernel says of a level of a site; -1 stands for the uppermost.

    The kernel has arrays, site and level as its last arguments: what stands before them is given
    with its name.
    """
    out = scope.out
    place = out.name("x")
    out.add(f"{place} = {site(at, scope)}")
    asked = "-1" if level is None else integer(level, scope)
    return f"{kernel}{place}, level_of(s, {place}, {asked}))"


@contextmanager
def each_level(at: str, scope: Scope, order: Order | None = None, first: str = "") -> Iterator[str]:
    """Open a loop over the levels of a site; yield the name of the level.

    It begins with the level that `first` names, if it does and that is not negative.
    """
    level, height = scope.out.name("level"), f"height(s, {at})"
    levels = f"range(max({first}, 0), {height})" if first else f"range({height})"
    if order is Order.FROM_TOP:
        top = f"{height} - 1"
        top = f"{top} if {first} < 0 else min({first}, {top})" if first else top
        levels = f"range({top}, -1, -1)"
    with scope.out.block(f"for {level} in {levels}:"):
        yield level


@each_of.register
@contextmanager
def _(node: v.Levels, scope: Scope) -> Iterator[str]:
    """Open a loop over levels that take the place of sites: they count on from the hands."""
    out, at, place, first = scope.out, scope.out.name("x"), scope.out.name("x"), ""
    out.add(f"{at} = {site(node.at, scope)}")
    if node.start_at is not None:
        first = out.name("first")
        out.add(f"{first} = {integer(node.start_at, scope)}")
    with each_level(at, scope, node.order or Order.FROM_TOP, first) as level:
        inner = scope.binding(level=level)
        allowed = "True" if node.if_ is None else condition(node.if_, inner)
        with out.block(f"if {allowed}:"):
            out.add(f"{place} = HELD + 1 + {level}")
            yield place


member.register(v.Levels)(is_gone_through)


@integer.register
def _(node: v.Level, scope: Scope) -> str:
    return scope.level or "0"


@integer.register
def _(node: b.TopLevel, scope: Scope) -> str:
    return f"max(height(s, {site(node.at, scope)}) - 1, 0)"


@integer.register
def _(node: v.SizeOfStack, scope: Scope) -> str:
    if node.at is not None:
        return f"height(s, {site(node.at, scope)})"
    assert node.in_ is not None
    count = scope.out.name("count")
    scope.out.add(f"{count} = 0")
    with each(node.in_, scope, hands=True) as at:
        scope.out.add(f"{count} += height(s, {at})")
    return count


@integer.register
def _(node: v.LastLevel, scope: Scope) -> str:
    return "whole(s.n[LAST_LEVEL])"


@integer.register
def _(node: v.CountLevels, scope: Scope) -> str:
    out = scope.out
    count = out.name("count")
    out.add(f"{count} = 0")
    region = k.Single(node.at) if node.at is not None else node.to
    assert region is not None
    with each(region, scope, hands=True) as at, each_level(at, scope, node.order) as level:
        inner = scope.binding(to=at, level=level)
        if node.stop is not None:
            with out.block(f"if {condition(node.stop, inner)}:"):
                out.add("break")
        allowed = "True" if node.if_ is None else condition(node.if_, inner)
        with out.block(f"if {allowed}:"):
            out.add(f"{count} += 1")
    return count
