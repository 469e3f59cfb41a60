"""Arithmetic on integers, and how large its results may get."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from math import prod
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.dispatch import condition, each_integer, integer
from boardless.games.initial.evaluation import (
    evaluate_condition,
    evaluate_integer,
    evaluate_integers,
)
from boardless.games.language.facts import (
    ARITHMETIC,
    GLOBAL,
    PURE,
    SYMMETRIC,
    TOUCHING,
    needs,
    stands,
)
from boardless.games.language.ludeme import Limits, Ludeme, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Integers, SiteType
from boardless.games.ludemes.literals import OFF, Constant
from boardless.games.ludemes.sites import FromSite
from boardless.games.ludemes.sizes import quotient_to_zero

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition

Several = Annotated[tuple[Integer, ...], Limits(1)]
SeveralOrLists = Annotated[tuple[Integer | Integers, ...], Limits(1)]


def _constants(integers: Iterable[Integer | Integers]) -> list[int] | None:
    """Return the values of integers, None if one of them is not constant."""
    values: list[int] = []
    for part in integers:
        if isinstance(part, Integers) or (value := part.constant) is None:
            return None
        values.append(value)
    return values


@dataclass(frozen=True)
class Standing(Integer):
    """A number of the piece on a site, or on a level of it."""

    facts = SYMMETRIC | TOUCHING | stands("type")
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None

    def reach(self) -> float:
        """Return it of the site; what a piece in hand is never changes while rules only copy it."""
        from boardless.games.ludemes.hands import HandSite

        return 0 if isinstance(self.at, FromSite | HandSite) else self.at.reach_as_site


@ludeme("+", example="(+ 1 (to))", facts=PURE | ARITHMETIC)
class Sum(Integer):
    """The sum of integers, those of lists among them."""

    values: SeveralOrLists

    @property
    def constant(self) -> int | None:
        """The value if all integers are constant, else None."""
        values = _constants(self.values)
        return None if values is None else sum(values)


@ludeme("-", example="(- (count Moves) 1)", facts=PURE | ARITHMETIC)
class Minus(Integer):
    """The first integer less the second; one alone with its sign changed."""

    left: Integer
    right: Integer | None = None

    @property
    def constant(self) -> int | None:
        """The value if all integers are constant, else None."""
        values = _constants((self.left,) if self.right is None else (self.left, self.right))
        if values is None:
            return None
        return values[0] - values[1] if len(values) > 1 else -values[0]


@ludeme("*", also="mul", example="(* 2 (mover))", facts=PURE | ARITHMETIC)
class Product(Integer):
    """The product of integers, those of lists among them; 0 where there are none."""

    values: SeveralOrLists

    @property
    def constant(self) -> int | None:
        """The value if all integers are constant, else None."""
        values = _constants(self.values)
        return None if values is None else prod(values)


@dataclass(frozen=True)
class Division(Integer):
    """A division by what is not always 0."""

    left: Integer
    right: Integer

    def __post_init__(self) -> None:
        if self.right.constant == 0:
            self.reject("expected a divisor other than 0")


@ludeme("/", example="(/ (count Moves) 2)", facts=PURE | ARITHMETIC | needs("quotients"))
class Quotient(Division):
    """The first integer divided by the second, rounded towards zero; 0 if the second is 0."""


@ludeme("%", also="mod", example="(% (to) 3)", facts=PURE | ARITHMETIC | needs("quotients"))
class Remainder(Division):
    """The remainder of the first integer by the second; the first if the second is 0."""


@ludeme("^", also="pow", example="(^ 2 3)", facts=TOUCHING | ARITHMETIC | needs("quotients"))
class Power(Integer):
    """The first integer to the power of the second."""

    base: Integer
    exponent: Integer


@ludeme("if", example="(if (is Mover P1) 1 2)", facts=GLOBAL)
class IntegerIf(Integer):
    """The first integer when the condition holds, else the other; -1 where there is none."""

    condition: Condition
    then: Integer
    otherwise: Integer | None = None


@ludeme("abs", example="(abs (- (to) (from)))", facts=PURE | ARITHMETIC)
class Absolute(Integer):
    """An integer without its sign."""

    value: Integer


@ludeme("min", example="(min (to) (from))", facts=PURE | ARITHMETIC)
class Minimum(Integer):
    """The smallest of integers."""

    values: SeveralOrLists


@ludeme("max", example="(max {1 (mover)})", facts=PURE | ARITHMETIC)
class Maximum(Integer):
    """The largest of integers."""

    values: SeveralOrLists


@integer.register(IntegerIf)
def _compile_integer_if(node: IntegerIf, scope: Scope) -> str:
    out = scope.out
    value = out.name("value")
    with out.block(f"if {condition(node.condition, scope)}:"):
        out.add(f"{value} = {integer(node.then, scope)}")
    with out.block("else:"):
        otherwise = "-1" if node.otherwise is None else integer(node.otherwise, scope)
        out.add(f"{value} = {otherwise}")
    return value


@integer.register(Power)
def _compile_power(node: Power, scope: Scope) -> str:
    return f"power({integer(node.base, scope)}, {integer(node.exponent, scope)})"


@integer.register(Sum)
@integer.register(Product)
def _compile_sum(node: Sum | Product, scope: Scope) -> str:
    sign = "+" if isinstance(node, Sum) else "*"
    if not any(isinstance(value, Integers) for value in node.values):
        return f"({f' {sign} '.join(integer(value, scope) for value in node.values)})"
    return total(node.values, sign, scope)


@integer.register(Minus)
def _compile_minus(node: Minus, scope: Scope) -> str:
    left = integer(node.left, scope)
    return f"(-{left})" if node.right is None else f"({left} - {integer(node.right, scope)})"


@integer.register(Quotient)
def _compile_quotient(node: Quotient, scope: Scope) -> str:
    return f"quotient({integer(node.left, scope)}, {integer(node.right, scope)})"


@integer.register(Remainder)
def _compile_remainder(node: Remainder, scope: Scope) -> str:
    left = scope.out.assign("a", integer(node.left, scope))
    right = scope.out.assign("b", integer(node.right, scope))
    return f"({left} - {right} * quotient({left}, {right}))"


@integer.register(Absolute)
def _compile_absolute(node: Absolute, scope: Scope) -> str:
    return f"abs({integer(node.value, scope)})"


@integer.register(Minimum)
@integer.register(Maximum)
def _compile_minimum(node: Minimum | Maximum, scope: Scope) -> str:
    function = "min" if isinstance(node, Minimum) else "max"
    if not any(isinstance(value, Integers) for value in node.values):
        sources = [integer(value, scope) for value in node.values]
        return sources[0] if len(sources) == 1 else f"{function}({', '.join(sources)})"
    return extreme(node.values, function, scope)


def total(values: Iterable[Integer | Integers], sign: str, scope: Scope) -> str:
    """Return the sum or product of integers and of lists of them; 0 of none."""
    return _folded(values, "total", "0", f"{{0}} {sign} {{1}}", scope)


def extreme(values: Iterable[Integer | Integers], function: str, scope: Scope) -> str:
    """Return the smallest or largest of integers and of lists of them; -1 of none."""
    return _folded(values, "best", "-1", f"{function}({{0}}, {{1}})", scope)


def _folded(
    values: Iterable[Integer | Integers], name: str, none: str, both: str, scope: Scope
) -> str:
    """Return what integers and lists make: `none`, or `both` of what is there and the next."""
    out = scope.out
    result = out.assign(name, none)
    any_ = out.assign("any", "False")

    def fold(value: str) -> None:
        out.add(f"{result} = {both.format(result, value)} if {any_} else {value}")
        out.add(f"{any_} = True")

    for value in values:
        if isinstance(value, Integers):
            with each_integer(value, scope) as one:
                fold(one)
        else:
            fold(integer(value, scope))
    return result


#: No board has as many sites, no game as many moves, players or components.
LARGEST = 2**30


def size(node: object) -> int:
    """Return the largest magnitude of an integer; reject one that may need more than 64 bits."""
    match node:
        case Constant():
            return abs(node.value)
        case Sum():
            bound = sum(map(size, node.values))
        case Minus():
            bound = size(node.left) + size(node.right)
        case Product():
            # A factor 0 does not make the product of those before it smaller.
            bound = prod(max(1, size(value)) for value in node.values)
        case Quotient() | Remainder():
            bound, divisor = size(node.left), size(node.right)
            if isinstance(node, Remainder) and isinstance(node.right, Constant) and divisor:
                bound = min(bound, divisor - 1)
        case Minimum() | Maximum():
            bound = max(map(size, node.values))
        case Absolute():
            bound = size(node.value)
        case tuple():
            return max(map(size, node), default=0)
        case Ludeme():
            size(tuple(vars(node).values()))
            return LARGEST
        case _:
            return 0
    if bound >= 2**63:
        node.reject("may need more than 64 bits: expected smaller numbers")
    return bound


def _all(values: tuple[Integer | Integers, ...], scene: InitialPosition) -> list[int]:
    found: list[int] = []
    for value in values:
        if isinstance(value, Integers):
            found += evaluate_integers(value, scene)
        else:
            found.append(evaluate_integer(value, scene))
    return found


@evaluate_integer.register(Sum)
def _evaluate_sum(node: Sum, scene: InitialPosition) -> int:
    return sum(_all(node.values, scene))


@evaluate_integer.register(Product)
def _evaluate_product(node: Product, scene: InitialPosition) -> int:
    values = _all(node.values, scene)
    return prod(values) if values else 0


@evaluate_integer.register(Minus)
def _evaluate_minus(node: Minus, scene: InitialPosition) -> int:
    left = evaluate_integer(node.left, scene)
    return -left if node.right is None else left - evaluate_integer(node.right, scene)


@evaluate_integer.register(Quotient)
def _evaluate_quotient(node: Quotient, scene: InitialPosition) -> int:
    left, right = evaluate_integer(node.left, scene), evaluate_integer(node.right, scene)
    return quotient_to_zero(left, right) if right else 0


@evaluate_integer.register(Remainder)
def _evaluate_remainder(node: Remainder, scene: InitialPosition) -> int:
    left, right = evaluate_integer(node.left, scene), evaluate_integer(node.right, scene)
    return left - right * quotient_to_zero(left, right) if right else left


@evaluate_integer.register(Power)
def _evaluate_power(node: Power, scene: InitialPosition) -> int:
    base, exponent = evaluate_integer(node.base, scene), evaluate_integer(node.exponent, scene)
    if not 0 <= exponent <= 31 and abs(base) > 1:
        node.reject("expected an exponent from 0 to 31")
    return int(base**exponent) if exponent >= 0 else 0


@evaluate_integer.register(IntegerIf)
def _evaluate_integer_if(node: IntegerIf, scene: InitialPosition) -> int:
    if evaluate_condition(node.condition, scene):
        return evaluate_integer(node.then, scene)
    return OFF if node.otherwise is None else evaluate_integer(node.otherwise, scene)


@evaluate_integer.register(Absolute)
def _evaluate_absolute(node: Absolute, scene: InitialPosition) -> int:
    return abs(evaluate_integer(node.value, scene))


@evaluate_integer.register(Minimum)
@evaluate_integer.register(Maximum)
def _evaluate_minimum(node: Minimum | Maximum, scene: InitialPosition) -> int:
    values = _all(node.values, scene)
    if not values:
        node.reject("expected at least one integer")
    return min(values) if isinstance(node, Minimum) else max(values)


def labelled(label: str, scene: InitialPosition, of_type: SiteType | None = None) -> int:
    """Return the site of the board that has a label; -1 where none has, or edges are asked for."""
    kind = scene.kind(of_type)
    if kind == "Edge":
        return OFF
    labels = scene.board.sites_of(kind).labels
    return labels.index(label) if label in labels else OFF


def nth_of(values: tuple[int, ...], index: Integer, scene: InitialPosition) -> int:
    """Return one of several integers by its place, counted from 0."""
    place = evaluate_integer(index, scene)
    return values[place] if 0 <= place < len(values) else OFF
