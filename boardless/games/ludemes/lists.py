"""Lists of integers, loops over them and what is read off them."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.constant_evaluation import constant_integer
from boardless.games.compiler.dispatch import condition, each_integer, integer, may_be_in_hand
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import all_of
from boardless.games.initial.evaluation import evaluate_integer, evaluate_integers, evaluate_region
from boardless.games.language.facts import GLOBAL, SYMMETRIC
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.arithmetic import Standing, nth_of
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Region
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.sites import FromSite, ToSite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition


@ludeme("size", "Array", example="(size Array (array (sites Top)))", facts=GLOBAL)
class CountIntegers(Integer):
    """The number of integers in a list."""

    array: Integers


@ludeme("arrayValue", example="(arrayValue (array {3 5}) index:0)", facts=GLOBAL)
class IntegerAt(Integer):
    """The one of several integers that has this place among them; -1 where there is none."""

    array: Integers
    _: KW_ONLY
    index: Integer


@ludeme("array", example="(array (sites Bottom))", facts=GLOBAL)
class Array(Integers):
    """The sites of a region, or integers one by one."""

    values: Region | Integers


@ludeme("results", example="(results from:(last To) to:(sites Around (last To)) (what at:(to)))")
class Results(Integers):
    """The integers for every pair of sites of two regions, seen as (from) and (to)."""

    facts = SYMMETRIC
    value: Integer
    _: KW_ONLY
    from_: Region
    to: Region

    def reach(self) -> float:
        """Return 1 if the pieces on the sites around ``(to)``, or their owners, are read."""
        outer = isinstance(self.from_, Single) and isinstance(self.from_.site, ToSite)
        value, around = self.value, isinstance(self.to.centre, ToSite)
        what = isinstance(value, Standing) and isinstance(value.at, ToSite | FromSite)
        return 1 if outer and around and what else inf


@ludeme("union", example="(union (sizes Group P1) (sizes Group P2))", facts=GLOBAL)
class IntegersUnion(Integers):
    """The integers of the first list, and those of the others that none before them has."""

    lists: Annotated[tuple[Integers, ...], Limits(1)]


@ludeme("intersection", example="(intersection (sizes Group P1) (sizes Group P2))", facts=GLOBAL)
class IntegersInAll(Integers):
    """The integers of the last list that all others have, too."""

    lists: Annotated[tuple[Integers, ...], Limits(1)]


@ludeme("difference", example="(difference (sizes Group P1) (max (sizes Group P1)))", facts=GLOBAL)
class IntegersWithout(Integers):
    """The integers of a list without those of another, or one: each is taken out once."""

    list: Integers
    without: Integer | Integers


@ludeme("if", example="(if (is Mover P1) (sizes Group P1))", facts=GLOBAL)
class IntegersIf(Integers):
    """The first list of integers when the condition holds, else the other, or none."""

    condition: Condition
    then: Integers
    otherwise: Integers | None = None


@integer.register(CountIntegers)
def _compile_count_integers(node: CountIntegers, scope: Scope) -> str:
    count = scope.out.assign("count", "0")
    with each_integer(node.array, scope):
        scope.out.add(f"{count} += 1")
    return count


#: The number added to integers so that they have no sign.
_SHIFT = 2**31


@each_integer.register(Array)
@contextmanager
def _each_integer_of_array(node: Array, scope: Scope) -> Iterator[str]:
    if isinstance(node.values, Integers):
        with each_integer(node.values, scope) as value:
            yield value
        return
    value = scope.out.name("value")
    with each(node.values, scope, hands=True) as site:
        scope.out.add(f"{value} = number_of(s, {site})")
        yield value


@each_integer.register(Results)
@contextmanager
def _each_integer_of_results(node: Results, scope: Scope) -> Iterator[str]:
    value = scope.out.name("value")
    single = isinstance(node.from_, Single) and may_be_in_hand(node.from_.site, scope)
    hand = single or isinstance(node.from_, SitesHand)
    with each(node.from_, scope, hands=True) as origin:
        inner = scope.binding(origin=origin, hand=hand)
        with each(node.to, inner, hands=True) as to:
            scope.out.add(f"{value} = {integer(node.value, inner.binding(to=to))}")
            yield value


@each_integer.register(IntegersIf)
@contextmanager
def _each_integer_of_integers_if(node: IntegersIf, scope: Scope) -> Iterator[str]:
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


@each_integer.register(IntegersUnion)
@contextmanager
def _each_integer_of_integers_union(node: IntegersUnion, scope: Scope) -> Iterator[str]:
    values = _Listing(scope)
    for number, part in enumerate(node.lists):
        values.take(part, scope, once=number > 0)
    with values.each() as value:
        yield value


@each_integer.register(IntegersInAll)
@contextmanager
def _each_integer_of_integers_in_all(node: IntegersInAll, scope: Scope) -> Iterator[str]:
    *others, last = node.lists
    known = []
    for part in others:
        known.append(_Listing(scope))
        known[-1].take(part, scope)
    with each_integer(last, scope) as value:
        test = all_of(scope.out, [partial(one.has, value) for one in known], stop=False)
        with scope.out.block(f"if {test}:"):
            yield value


@each_integer.register(IntegersWithout)
@contextmanager
def _each_integer_of_integers_without(node: IntegersWithout, scope: Scope) -> Iterator[str]:
    without = _Listing(scope)
    if isinstance(node.without, Integer):
        without.enter(integer(node.without, scope), scope)
    else:
        without.take(node.without, scope)
    with (
        each_integer(node.list, scope) as value,
        scope.out.block(f"if not {without.strike(value)}:"),
    ):
        yield value


class _Listing:
    """A list of integers in a row of ``s.scratch``, as source."""

    def __init__(self, scope: Scope) -> None:
        self._scope, out = scope, scope.out
        self._row, self._count = scope.builder.row(), out.name("count")
        out.add(f"{self._count} = 0")

    def take(self, part: Integers, scope: Scope, once: bool = False) -> None:
        """Add statements that write integers down, or those of them that are not there yet."""
        out = scope.out
        with each_integer(part, scope) as value:
            new = f"not {self.has(value)}" if once else "True"
            with out.block(f"if {new}:"):
                self.enter(value, scope)

    def enter(self, value: str, scope: Scope) -> None:
        """Add statements that write an integer down."""
        out = scope.out
        out.when(f"{self._count} == s.scratch.shape[1]", "s.n[LOST] = 1")
        with out.block("else:"):
            # What is written down there has no sign.
            out.add(f"s.scratch[{self._row}, {self._count}] = {value} + {_SHIFT}")
            out.add(f"{self._count} += 1")

    def strike(self, value: str) -> str:
        """Take an integer out once; return the condition that it was there."""
        out = self._scope.out
        at = out.name("n")
        found = out.assign("c", "False")
        with out.block(f"for {at} in range({self._count}):"):
            here = f"s.scratch[{self._row}, {at}]"
            with out.block(f"if {here} == {value} + {_SHIFT}:"):
                out.add(f"{self._count} -= 1")
                out.add(f"{here} = s.scratch[{self._row}, {self._count}]")
                out.add(f"{found} = True")
                out.add("break")
        return found

    def has(self, value: str) -> str:
        """Return the condition that an integer is there, after statements that find out."""
        out = self._scope.out
        at = out.name("n")
        found = out.assign("c", "False")
        with out.block(f"for {at} in range({self._count}):"):
            out.add(f"{found} = {found} or s.scratch[{self._row}, {at}] == {value} + {_SHIFT}")
        return found

    @contextmanager
    def each(self) -> Iterator[str]:
        """Open a loop over the integers in the order in which they were written down."""
        out = self._scope.out
        value, at = out.name("value"), out.name("n")
        with out.block(f"for {at} in range({self._count}):"):
            out.add(f"{value} = int64(s.scratch[{self._row}, {at}]) - {_SHIFT}")
            yield value


@integer.register(IntegerAt)
def _compile_integer_at(node: IntegerAt, scope: Scope) -> str:
    known = constant_integer(node, scope)
    if known is not None:
        return known
    out = scope.out
    index = out.assign("index", integer(node.index, scope))
    found = out.assign("value", "-1")
    n = out.assign("n", "0")
    with each_integer(node.array, scope) as value:
        out.when(f"{n} == {index}", f"{found} = {value}")
        out.add(f"{n} += 1")
    return found


@evaluate_integer.register(CountIntegers)
def _evaluate_count_integers(node: CountIntegers, scene: InitialPosition) -> int:
    return len(evaluate_integers(node.array, scene))


@evaluate_integer.register(IntegerAt)
def _evaluate_integer_at(node: IntegerAt, scene: InitialPosition) -> int:
    return nth_of(evaluate_integers(node.array, scene), node.index, scene)


@evaluate_integers.register(Array)
def _evaluate_array(node: Array, scene: InitialPosition) -> tuple[int, ...]:
    if isinstance(node.values, Region):
        return evaluate_region(node.values, scene)
    return evaluate_integers(node.values, scene)
