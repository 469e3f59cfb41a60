"""Logic: conjunctions, comparisons, parity and membership."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from operator import eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.constant_evaluation import is_of_another_type
from boardless.games.compiler.dispatch import (
    board_site,
    condition,
    each_integer,
    integer,
    member,
    site,
)
from boardless.games.compiler.flood_fill import Filling
from boardless.games.compiler.scope import all_of
from boardless.games.initial.evaluation import (
    evaluate_condition,
    evaluate_integer,
    evaluate_integers,
    evaluate_region,
)
from boardless.games.language.facts import ARITHMETIC, COMPARES, GLOBAL, PURE, TOUCHING, UNORDERED
from boardless.games.language.ludeme import Limits, absent, ludeme
from boardless.games.ludemes.groups import CountLiberties, fill_group
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Region, Role
from boardless.games.ludemes.literals import Constant, Listed
from boardless.games.ludemes.memory import SitesPending, pending_array
from boardless.games.ludemes.players import evaluate_player_or_integer, player_or_integer
from boardless.games.ludemes.puzzle_values import settled
from boardless.games.ludemes.sites import ToSite

if TYPE_CHECKING:
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme

Several = Annotated[tuple[Condition, ...], Limits(1)]
Operand = Integer | Role


@ludeme("is", "In", example="(is In (to) (sites Empty))", facts=PURE)
class IsIn(Condition):
    """A site, (to) unless given, is in a region, or an integer among others."""

    value: Integer = absent(ToSite())
    among: Region | Integers

    def reach(self) -> float:
        """Return how far a site of a region is away, and how far is read from there."""
        if isinstance(self.among, Region):
            return self.value.reach_as_site + self.among.reach()
        return super().reach()


@ludeme("is", "Even", example="(is Even (site))", facts=TOUCHING | ARITHMETIC)
class IsEven(Condition):
    """An integer is even."""

    value: Integer


@ludeme("is", "Odd", example="(is Odd (row of:(site)))", facts=TOUCHING | ARITHMETIC)
class IsOdd(Condition):
    """An integer is odd."""

    value: Integer


@ludeme("and", example="(and (is Line 3) (not (is Line 4)))", facts=PURE | UNORDERED)
class And(Condition):
    """All conditions hold."""

    conditions: Several


@ludeme("or", example="(or (is Line 4) (no Moves Next))", facts=PURE | UNORDERED)
class Or(Condition):
    """At least one condition holds."""

    conditions: Several


@ludeme("if", example="(if (is Mover P1) (is Empty (to)) True)", facts=GLOBAL)
class ConditionIf(Condition):
    """The second condition where the first holds, else the third; false without a third."""

    condition: Condition
    then: Condition
    otherwise: Condition | None = None


@ludeme("not", example="(not (is Empty (to)))", facts=PURE)
class Not(Condition):
    """A condition does not hold."""

    condition: Condition


@ludeme("=", example="(= (who at:(to)) (mover))", facts=PURE | COMPARES)
class Equal(Condition):
    """Two integers, or an integer and the player of a role, are equal."""

    left: Operand
    right: Operand


@ludeme("=", example="(= (sites Occupied by:Mover) (sites Top))", facts=GLOBAL)
class SameSites(Condition):
    """Two regions have the same sites."""

    left: Region
    right: Region


@ludeme("!=", example="(!= (mover) (next))", facts=PURE | COMPARES)
class NotEqual(Condition):
    """Two integers, or an integer and the player of a role, are different."""

    left: Operand
    right: Operand


@dataclass(frozen=True)
class Comparison(Condition):
    """An order of two integers."""

    left: Integer
    right: Integer


@ludeme("<", example="(< (count Moves) 3)", facts=PURE | COMPARES | ARITHMETIC)
class Less(Comparison):
    """The first integer is smaller than the second."""


@ludeme("<=", example="(<= (count Sites in:(sites Empty)) 4)", facts=PURE | COMPARES | ARITHMETIC)
class AtMost(Comparison):
    """The first integer is at most the second."""


@ludeme(">", example="(> (count Moves) 1)", facts=PURE | COMPARES | ARITHMETIC)
class Greater(Comparison):
    """The first integer is larger than the second."""


@ludeme(">=", example="(>= (count Sites in:(sites Around (to) Own)) 2)")
class AtLeast(Comparison):
    """The first integer is at least the second."""

    facts = PURE | COMPARES | ARITHMETIC


@condition.register(And)
@condition.register(Or)
def _compile_and(node: And | Or, scope: Scope) -> str:
    parts = [partial(condition, part, scope) for part in node.conditions]
    return all_of(scope.out, parts, stop=isinstance(node, Or))


@condition.register(Not)
def _compile_not(node: Not, scope: Scope) -> str:
    return f"(not {condition(node.condition, scope)})"


#: The signs of the comparisons, in Python.
SIGNS: dict[type[Ludeme], str] = {
    Equal: "==",
    NotEqual: "!=",
    Less: "<",
    AtMost: "<=",
    Greater: ">",
    AtLeast: ">=",
}


@condition.register(Equal)
@condition.register(NotEqual)
@condition.register(Less)
@condition.register(AtMost)
@condition.register(Greater)
@condition.register(AtLeast)
def _compile_equal(node: Equal | NotEqual | Less | AtMost | Greater | AtLeast, scope: Scope) -> str:
    if not isinstance(node, Equal | NotEqual) and "puzzles" in scope.model.facts.engine:
        return compared(node, SIGNS[type(node)], scope)
    if (
        isinstance(node, Greater)
        and isinstance(node.left, CountLiberties)
        and node.right == Constant(0)
    ):
        return has_liberty(node.left, scope)
    left, right = (player_or_integer(part, node, scope) for part in (node.left, node.right))
    return f"({left} {SIGNS[type(node)]} {right})"


@condition.register(SameSites)
def _compile_same_sites(node: SameSites, scope: Scope) -> str:
    from boardless.games.compiler.regions import each

    out = scope.out
    same = out.assign("same", "True")
    for region, other in ((node.left, node.right), (node.right, node.left)):
        with each(region, scope) as at:
            out.when(f"not {member(other, at, scope)}", f"{same} = False")
    return same


@condition.register(ConditionIf)
def _compile_condition_if(node: ConditionIf, scope: Scope) -> str:
    out, holds = scope.out, scope.out.name("c")
    with out.block(f"if {condition(node.condition, scope)}:"):
        out.add(f"{holds} = {condition(node.then, scope)}")
    with out.block("else:"):
        otherwise = "False" if node.otherwise is None else condition(node.otherwise, scope)
        out.add(f"{holds} = {otherwise}")
    return holds


@condition.register(IsEven)
@condition.register(IsOdd)
def _compile_is_even(node: IsEven | IsOdd, scope: Scope) -> str:
    return f"({integer(node.value, scope)} % 2 == {int(isinstance(node, IsOdd))})"


@condition.register(IsIn)
def _compile_is_in(node: IsIn, scope: Scope) -> str:
    among = node.among
    if isinstance(among, SitesPending):
        return is_pending(node.value, scope)
    if isinstance(among, Region):
        name = scope.out.name("x")
        if is_of_another_type(among, scope):
            number, first = integer(node.value, scope), scope.model.hand_size + 1
            scope.out.add(f"{name} = max({number}, -{first}) + {first}")
        else:
            scope.out.add(f"{name} = {board_site(node.value, scope)}")
        parts = [lambda: f"({name} != NONE)", lambda: member(among, name, scope)]
        return all_of(scope.out, parts, stop=False)
    value = integer(node.value, scope)
    if isinstance(among, Listed):
        if not among.values:
            return "False"
        name = scope.out.assign("a", value)
        options = [f"{name} == {integer(option, scope)}" for option in among.values]
        return f"({' or '.join(options)})"
    name = scope.out.assign("a", value)
    found = scope.out.assign("c", "False")
    with each_integer(among, scope) as other, scope.out.block(f"if {other} == {name}:"):
        scope.out.add(f"{found} = True")
    return found


def has_liberty(node: CountLiberties, scope: Scope) -> str:
    """Return the source of whether a group has any liberty: the fill ends with the first."""
    out = scope.out
    base = out.assign("x", board_site(node.at, scope))
    filling = Filling(scope, node.directions)
    found = out.assign("free", "False")

    def free(to: str) -> None:
        with out.block(f"elif s.what[{to}] == 0:"):
            out.add(f"{found} = True")

    fill_group(node, filling, base, scope, alike=True, beside=free, stop=found)
    return found


def compared(node: Less | AtMost | Greater | AtLeast, sign: str, scope: Scope) -> str:
    """Return the condition that the values of two sites compare, as far as both are settled."""
    out, one, other = scope.out, scope.out.name("x"), scope.out.name("x")
    for name, value in ((one, node.left), (other, node.right)):
        if not isinstance(value, Integer):
            node.reject("in puzzles sites are compared by their values")
        out.add(f"{name} = {site(value, scope)}")
    both = f"{settled(one, scope, node)} and {settled(other, scope, node)}"
    return f"(not ({both}) or s.what[{one}] {sign} s.what[{other}])"


def is_pending(value: Integer, scope: Scope) -> str:
    """Return the condition that a value is pending, which need not be the number of a site."""
    number = scope.out.assign("value", integer(value, scope))
    return f"({number} >= 0 and has_value(s, {pending_array(scope)[0]}, {number}))"


_COMPARED = {
    Equal: eq, NotEqual: ne, Less: lt, AtMost: le, Greater: gt, AtLeast: ge,
}  # fmt: skip


@evaluate_condition.register(And)
@evaluate_condition.register(Or)
def _evaluate_and(node: And | Or, scene: InitialPosition) -> bool:
    test = all if isinstance(node, And) else any
    return test(evaluate_condition(part, scene) for part in node.conditions)


@evaluate_condition.register(Not)
def _evaluate_not(node: Not, scene: InitialPosition) -> bool:
    return not evaluate_condition(node.condition, scene)


@evaluate_condition.register(Equal)
@evaluate_condition.register(NotEqual)
@evaluate_condition.register(Less)
@evaluate_condition.register(AtMost)
@evaluate_condition.register(Greater)
@evaluate_condition.register(AtLeast)
def _evaluate_equal(node: Equal, scene: InitialPosition) -> bool:
    return bool(
        _COMPARED[type(node)](
            evaluate_player_or_integer(node.left, node, scene),
            evaluate_player_or_integer(node.right, node, scene),
        )
    )


@evaluate_condition.register(IsEven)
@evaluate_condition.register(IsOdd)
def _evaluate_is_even(node: IsEven | IsOdd, scene: InitialPosition) -> bool:
    return evaluate_integer(node.value, scene) % 2 == isinstance(node, IsOdd)


@evaluate_condition.register(IsIn)
def _evaluate_is_in(node: IsIn, scene: InitialPosition) -> bool:
    among = node.among
    inside = (evaluate_region if isinstance(among, Region) else evaluate_integers)(among, scene)
    return evaluate_integer(node.value, scene) in inside
