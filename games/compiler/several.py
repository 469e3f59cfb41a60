"""Lists of integers as source: loops over them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import integer, member
from boardless.games.compiler.groups import each_group_size
from boardless.games.compiler.regions import each, each_of
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import groups as g
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import memory as y
from boardless.games.ludemes import regions as r


@contextmanager
def each_integer(node: k.Integers, scope: Scope) -> Iterator[str]:
    """Open a loop over several integers, in order; yield the name of each."""
    out = scope.out
    value = out.name("value")
    if isinstance(node, b.Array) and isinstance(node.values, k.Integers):
        node = node.values
    if isinstance(node, b.Array):
        assert isinstance(node.values, k.Region)
        with each(node.values, scope, hands=True) as site:
            out.add(f"{value} = number_of(s, {site})")
            yield value
    elif isinstance(node, y.ValuesRemembered):
        first, _ = scope.made.numbers.values(node.name, len(scope.model.cells))
        n = out.name("n")
        with out.block(f"for {n} in range(whole(s.numbers[{first}])):"):
            out.add(f"{value} = whole(s.numbers[{first + 1} + {n}])")
            yield value
    elif isinstance(node, g.GroupSizes):
        with each_group_size(node, scope) as size:
            yield size
    elif isinstance(node, k.Listed) and node.values:
        sources = ", ".join(integer(each_, scope) for each_ in node.values)
        with out.block(f"for {value} in ({sources},):"):
            yield value
    elif isinstance(node, k.Listed):
        with out.block(f"for {value} in range(0):"):
            yield value
    else:
        node.reject("is read, but cannot be compiled in this place yet")


@each_of.register
@contextmanager
def _(region: r.SitesOfArray, scope: Scope) -> Iterator[str]:
    at = scope.out.name("x")
    with each_integer(region.array, scope) as value:
        scope.out.add(f"{at} = site_of(s, {value})")
        with scope.out.block(f"if {at} != NONE:"):
            yield at


@member.register
def _(region: r.SitesOfArray, at: str, scope: Scope) -> str:
    found = scope.out.name("c")
    scope.out.add(f"{found} = False")
    with (
        each_integer(region.array, scope) as value,
        scope.out.block(f"if site_of(s, {value}) == {at}:"),
    ):
        scope.out.add(f"{found} = True")
    return found


def extreme(values: Iterable[k.Integer | k.Integers], function: str, scope: Scope) -> str:
    """Return the smallest or largest of integers and of lists of them; -1 of none."""
    out = scope.out
    best, any_ = out.name("best"), out.name("any")
    out.add(f"{best} = -1")
    out.add(f"{any_} = False")

    def compared(value: str) -> None:
        out.add(f"{best} = {function}({best}, {value}) if {any_} else {value}")
        out.add(f"{any_} = True")

    for value in values:
        if isinstance(value, k.Integers):
            with each_integer(value, scope) as one:
                compared(one)
        else:
            compared(integer(value, scope))
    return best
