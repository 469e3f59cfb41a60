"""Levels that take the place of sites, as source: their numbers count on from the hands."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import condition, integer, member, site
from boardless.games.compiler.regions import each_of, is_gone_through
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes.levels import Levels, Order


@each_of.register
@contextmanager
def _(node: Levels, scope: Scope) -> Iterator[str]:
    out, at, level, place = scope.out, *map(scope.out.name, ("x", "level", "x"))
    down = node.order is not Order.FROM_BOTTOM
    out.add(f"{at} = {site(node.at, scope)}")
    first = out.name("first")
    out.add(f"{first} = {'-1' if node.start_at is None else integer(node.start_at, scope)}")
    levels = f"range(max({first}, 0), height(s, {at}))"
    if down:
        top = f"height(s, {at}) - 1"
        levels = f"range({top} if {first} < 0 else min({first}, {top}), -1, -1)"
    with out.block(f"for {level} in {levels}:"):
        test = "True"
        if node.if_ is not None:
            test = condition(node.if_, scope.binding(level=level))
        with out.block(f"if {test}:"):
            out.add(f"{place} = HELD + 1 + {level}")
            yield place


member.register(Levels)(is_gone_through)
