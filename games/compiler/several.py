"""Lists of integers as source: loops over them."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial, singledispatch

from boardless.games.compiler.generic import condition, integer, may_be_in_hand, member
from boardless.games.compiler.groups import each_group_size
from boardless.games.compiler.known import known_integer
from boardless.games.compiler.regions import cleared_row, each, each_of, marked
from boardless.games.compiler.scope import Scope, all_of
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import groups as g
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import lists as n
from boardless.games.ludemes import memory as y
from boardless.games.ludemes import regions as r

#: What is added to integers so that they have no sign.
_SHIFT = 2**31


@singledispatch
def each_integer(node: k.Integers, scope: Scope) -> AbstractContextManager[str]:
    """Return a loop over several integers, in order; it yields the name of each."""
    node.reject("is read, but cannot be compiled in this place yet")


@each_integer.register
@contextmanager
def _(node: b.Array, scope: Scope) -> Iterator[str]:
    if isinstance(node.values, k.Integers):
        with each_integer(node.values, scope) as value:
            yield value
        return
    value = scope.out.name("value")
    with each(node.values, scope, hands=True) as site:
        scope.out.add(f"{value} = number_of(s, {site})")
        yield value


@each_integer.register
@contextmanager
def _(node: y.ValuesRemembered, scope: Scope) -> Iterator[str]:
    out = scope.out
    first, _ = scope.made.numbers.values(node.name, len(scope.model.cells))
    n, value = out.name("n"), out.name("value")
    with out.block(f"for {n} in range(whole(s.numbers[{first}])):"):
        out.add(f"{value} = whole(s.numbers[{first + 1} + {n}])")
        yield value


@each_integer.register
def _(node: g.GroupSizes, scope: Scope) -> AbstractContextManager[str]:
    return each_group_size(node, scope)


@each_integer.register
@contextmanager
def _(node: k.Listed, scope: Scope) -> Iterator[str]:
    value = scope.out.name("value")
    sources = ", ".join(integer(each_, scope) for each_ in node.values)
    with scope.out.block(f"for {value} in {f'({sources},)' if sources else 'range(0)'}:"):
        yield value


@each_integer.register
@contextmanager
def _(node: i.Results, scope: Scope) -> Iterator[str]:
    value = scope.out.name("value")
    single = isinstance(node.from_, k.Single) and may_be_in_hand(node.from_.site, scope)
    hand = single or isinstance(node.from_, r.SitesHand)
    with each(node.from_, scope, hands=True) as origin:
        inner = scope.binding(origin=origin, hand=hand)
        with each(node.to, inner, hands=True) as to:
            scope.out.add(f"{value} = {integer(node.value, inner.binding(to=to))}")
            yield value


@each_integer.register
@contextmanager
def _(node: n.IntegersIf, scope: Scope) -> Iterator[str]:
    test = condition(node.condition, scope)
    if node.otherwise is None:
        with scope.out.block(f"if {test}:"), each_integer(node.then, scope) as value:
            yield value
        return
    values = _Listing(scope)
    with scope.out.block(f"if {test}:"):
        values.take(node.then, scope)
    with scope.out.block("else:"):
        values.take(node.otherwise, scope)
    with values.each() as value:
        yield value


@each_integer.register
@contextmanager
def _(node: n.IntegersUnion, scope: Scope) -> Iterator[str]:
    values = _Listing(scope)
    for number, part in enumerate(node.lists):
        values.take(part, scope, once=number > 0)
    with values.each() as value:
        yield value


@each_integer.register
@contextmanager
def _(node: n.IntegersInAll, scope: Scope) -> Iterator[str]:
    *others, last = node.lists
    known = []
    for part in others:
        known.append(_Listing(scope))
        known[-1].take(part, scope)
    with each_integer(last, scope) as value:
        test = all_of(scope.out, [partial(one.has, value) for one in known], stop=False)
        with scope.out.block(f"if {test}:"):
            yield value


@each_integer.register
@contextmanager
def _(node: n.IntegersWithout, scope: Scope) -> Iterator[str]:
    taken = _Listing(scope)
    if isinstance(node.without, k.Integer):
        taken.enter(integer(node.without, scope), scope)
    else:
        taken.take(node.without, scope)
    with each_integer(node.list, scope) as value, scope.out.block(f"if not {taken.strike(value)}:"):
        yield value


class _Listing:
    """Integers that are written down in a row of ``s.aside``, while the source of that is written.

    Parameters
    ----------
    scope : Scope
        Where they are read later.
    """

    def __init__(self, scope: Scope) -> None:
        self._scope, out = scope, scope.out
        self._row, self._count = scope.made.row(), out.name("count")
        out.add(f"{self._count} = 0")

    def take(self, part: k.Integers, scope: Scope, once: bool = False) -> None:
        """Add statements that write integers down, or those of them that are not there yet."""
        out = scope.out
        with each_integer(part, scope) as value:
            new = f"not {self.has(value)}" if once else "True"
            with out.block(f"if {new}:"):
                self.enter(value, scope)

    def enter(self, value: str, scope: Scope) -> None:
        """Add statements that write an integer down."""
        out = scope.out
        with out.block(f"if {self._count} == s.aside.shape[1]:"):
            out.add("s.n[LOST] = 1")
        with out.block("else:"):
            # What is written down there has no sign.
            out.add(f"s.aside[{self._row}, {self._count}] = {value} + {_SHIFT}")
            out.add(f"{self._count} += 1")

    def strike(self, value: str) -> str:
        """Return the condition that an integer was there, after statements that take it out once.

        The last takes its place.
        """
        out = self._scope.out
        found, at = out.name("c"), out.name("n")
        out.add(f"{found} = False")
        with out.block(f"for {at} in range({self._count}):"):
            here = f"s.aside[{self._row}, {at}]"
            with out.block(f"if {here} == {value} + {_SHIFT}:"):
                out.add(f"{self._count} -= 1")
                out.add(f"{here} = s.aside[{self._row}, {self._count}]")
                out.add(f"{found} = True")
                out.add("break")
        return found

    def has(self, value: str) -> str:
        """Return the condition that an integer is there, after statements that find out."""
        out = self._scope.out
        found, at = out.name("c"), out.name("n")
        out.add(f"{found} = False")
        with out.block(f"for {at} in range({self._count}):"):
            out.add(f"{found} = {found} or s.aside[{self._row}, {at}] == {value} + {_SHIFT}")
        return found

    @contextmanager
    def each(self) -> Iterator[str]:
        """Open a loop over the integers in the order in which they were written down."""
        out = self._scope.out
        value, at = out.name("value"), out.name("n")
        with out.block(f"for {at} in range({self._count}):"):
            out.add(f"{value} = whole(s.aside[{self._row}, {at}]) - {_SHIFT}")
            yield value


@each_of.register
@contextmanager
def _(region: r.SitesOfArray, scope: Scope) -> Iterator[str]:
    row = cleared_row(scope)
    with each_integer(region.array, scope) as value:
        scope.out.add(f"s.aside[{row}, site_of(s, {value})] = 1")
    with marked(row, scope) as site:
        yield site


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


def total(values: Iterable[k.Integer | k.Integers], sign: str, scope: Scope) -> str:
    """Return the sum or product of integers and of lists of them; 0 of none."""
    return _folded(values, "total", "0", f"{{0}} {sign} {{1}}", scope)


def extreme(values: Iterable[k.Integer | k.Integers], function: str, scope: Scope) -> str:
    """Return the smallest or largest of integers and of lists of them; -1 of none."""
    return _folded(values, "best", "-1", f"{function}({{0}}, {{1}})", scope)


def _folded(
    values: Iterable[k.Integer | k.Integers], name: str, none: str, both: str, scope: Scope
) -> str:
    """Return what integers and lists make: `none`, or `both` of what is there and the next."""
    out = scope.out
    result, any_ = out.name(name), out.name("any")
    out.add(f"{result} = {none}")
    out.add(f"{any_} = False")

    def taken(value: str) -> None:
        out.add(f"{result} = {both.format(result, value)} if {any_} else {value}")
        out.add(f"{any_} = True")

    for value in values:
        if isinstance(value, k.Integers):
            with each_integer(value, scope) as one:
                taken(one)
        else:
            taken(integer(value, scope))
    return result


@integer.register
def _(node: b.IntegerAt, scope: Scope) -> str:
    known = known_integer(node, scope)
    if known is not None:
        return known
    out = scope.out
    found, index, n = out.name("value"), out.name("index"), out.name("n")
    out.add(f"{index} = {integer(node.index, scope)}")
    out.add(f"{found} = -1")
    out.add(f"{n} = 0")
    with each_integer(node.array, scope) as value:
        with out.block(f"if {n} == {index}:"):
            out.add(f"{found} = {value}")
        out.add(f"{n} += 1")
    return found
