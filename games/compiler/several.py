"""Lists of integers as source: loops over them, and what is asked of all."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import singledispatch

from boardless.games.compiler.generic import integer
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import kinds as k


@singledispatch
def each_integer(node: k.Integers, scope: Scope) -> AbstractContextManager[str]:
    """Open a loop over integers; yield each."""
    node.reject("is read, but cannot be compiled in this place yet")


@each_integer.register
@contextmanager
def _(node: b.Array, scope: Scope) -> Iterator[str]:
    if isinstance(node.values, k.Integers):
        with each_integer(node.values, scope) as value:
            yield value
    else:
        with each(node.values, scope) as at:
            yield f"number_of(s, {at})"


@integer.register
def _(node: b.CountIntegers, scope: Scope) -> str:
    count = scope.out.name("count")
    scope.out.add(f"{count} = 0")
    with each_integer(node.array, scope):
        scope.out.add(f"{count} += 1")
    return count


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
