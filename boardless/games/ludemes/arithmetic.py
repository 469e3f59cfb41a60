"""Arithmetic on integers, with bounds on the results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY
from math import prod
from operator import add, mul

from boardless.games.kit import (
    ARITHMETIC,
    GLOBAL,
    PURE,
    SYMMETRIC,
    TILED,
    TOUCHING,
    Builder,
    Condition,
    EngineFunction,
    InitialPosition,
    Int,
    Integer,
    Integers,
    Ludeme,
    OneOrMore,
    SiteType,
    frozen,
    greater,
    lesser,
    ludeme,
    magnitude,
    stands,
)
from boardless.games.ludemes.hands import HandSite
from boardless.games.ludemes.literals import OFF, Constant
from boardless.games.ludemes.sites import FromSite
from boardless.games.ludemes.sizes import Number, exact, quotient_to_zero

Several = OneOrMore[Integer]
SeveralOrLists = OneOrMore[Integer | Integers]


def _power(base: int, exponent: int) -> int:
    """Return the integral part of a power, clamped to signed 32 bits."""
    if exponent < 0:
        return int(base**-exponent) if abs(base) == 1 else 0
    return int(max(-(2**31), min(base ** min(exponent, 32 + exponent % 2), 2**31 - 1)))


#: Functions of `state/engine/bits.py`.
quotient = EngineFunction("quotient", Int, lambda a, b: quotient_to_zero(a, b) if b else 0)
power = EngineFunction("power", Int, _power)


def _constants(integers: Iterable[Integer | Integers]) -> list[int] | None:
    """Return the values of integers, or None if any is not constant."""
    values: list[int] = []
    for part in integers:
        if isinstance(part, Integers) or (value := part.constant) is None:
            return None
        values.append(value)
    return values


@frozen
class Standing(Integer):
    """A number of the piece on a site, or on one level of it."""

    facts = SYMMETRIC | TOUCHING | TILED | stands("type")
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None

    def reach(self) -> float:
        """Return the reach of the site, or 0 for a hand.

        Rules that only copy a piece in hand never change it.
        """
        return 0 if isinstance(self.at, FromSite | HandSite) else self.at.reach_as_site


@frozen
class Total(Integer):
    """An operation that combines integers, and the integers in lists, one after another."""

    values: SeveralOrLists

    def of(self, values: Iterable[int]) -> int:
        """Return the result for known integers."""
        raise NotImplementedError

    @property
    def constant(self) -> int | None:
        """The value if all integers are constant, else None."""
        values = _constants(self.values)
        return None if values is None else self.of(values)


@ludeme("+", facts=PURE | ARITHMETIC, concepts="Addition")
class Sum(Total):
    """The sum of integers and of the integers in lists.

    Example: (+ 1 (to))
    """

    def of(self, values: Iterable[int]) -> int:
        return sum(values)

    def meaning(self, b: Builder) -> Int:
        return b.fold(self.values, 0, add)


@ludeme("-", facts=PURE | ARITHMETIC, concepts="Subtraction")
class Minus(Integer):
    """The first integer less the second; one alone with its sign changed.

    Example: (- (count Moves) 1)
    """

    left: Integer
    right: Integer | None = None

    @property
    def constant(self) -> int | None:
        """The value if all integers are constant, else None."""
        values = _constants((self.left,) if self.right is None else (self.left, self.right))
        if values is None:
            return None
        return values[0] - values[1] if len(values) > 1 else -values[0]

    def meaning(self, b: Builder) -> Int:
        left = b.integer(self.left)
        return -left if self.right is None else left - b.integer(self.right)


@ludeme("*", also="mul", facts=PURE | ARITHMETIC, concepts="Multiplication")
class Product(Total):
    """The product of integers and of the integers in lists; 0 if there are no integers.

    Example: (* 2 (mover))
    """

    def of(self, values: Iterable[int]) -> int:
        return prod(values)

    def meaning(self, b: Builder) -> Int:
        return b.fold(self.values, 0, mul)


@frozen
class Division(Integer):
    """A division with a divisor that is not always 0."""

    left: Integer
    right: Integer

    def __post_init__(self) -> None:
        if self.right.constant == 0:
            self.reject("expected a divisor other than 0")


@ludeme("/", facts=PURE | ARITHMETIC, concepts="Division")
class Quotient(Division):
    """The first integer divided by the second, rounded towards zero; 0 if the second is 0.

    Example: (/ (count Moves) 2)
    """

    def meaning(self, b: Builder) -> Int:
        return quotient(b.integer(self.left), b.integer(self.right))


@ludeme("%", also="mod", facts=PURE | ARITHMETIC, concepts="Modulo")
class Remainder(Division):
    """The remainder of the first integer by the second; the first if the second is 0.

    Example: (% (to) 3)
    """

    def meaning(self, b: Builder) -> Int:
        left, right = b.let(b.integer(self.left), "a"), b.let(b.integer(self.right), "b")
        return left - right * quotient(left, right)


@ludeme("^", also="pow", facts=TOUCHING | ARITHMETIC, concepts="Exponentiation")
class Power(Integer):
    """The first integer to the power of the second.

    Example: (^ 2 3)
    """

    base: Integer
    exponent: Integer

    def meaning(self, b: Builder) -> Int:
        return power(b.integer(self.base), b.integer(self.exponent))


@ludeme("if", facts=GLOBAL, concepts="ConditionalStatement")
class IntegerIf(Integer):
    """The first integer if the condition holds, else the second; -1 if it is missing.

    Example: (if (is Mover P1) 1 2)
    """

    condition: Condition
    then: Integer
    otherwise: Integer | None = None

    def meaning(self, b: Builder) -> Int:
        no = Constant(OFF) if self.otherwise is None else self.otherwise
        return b.either(
            b.condition(self.condition), lambda: b.integer(self.then), lambda: b.integer(no)
        )


@ludeme("toInt", facts=PURE | ARITHMETIC)
def to_int(b: Builder, value: Condition | Number) -> Int:
    """1 if a condition holds, else 0; or a number without its decimals.

    Example: (toInt (is Mover P1))
    """
    if isinstance(value, Condition):
        return b.condition(value).choose(Int.of(1), 0)
    return Int.of(int(exact(value)))


@ludeme("toFloat", facts=PURE | ARITHMETIC)
def to_float(b: Builder, value: Condition | Integer) -> Int:
    """1 if a condition holds, else 0; or an integer in place of a number with decimals.

    Example: (toFloat (is Mover P1))
    """
    if isinstance(value, Integer):
        return b.integer(value)
    return b.condition(value).choose(Int.of(1), 0)


@ludeme("abs", facts=PURE | ARITHMETIC, concepts="Absolute")
class Absolute(Integer):
    """An integer without its sign.

    Example: (abs (- (to) (from)))
    """

    value: Integer

    def meaning(self, b: Builder) -> Int:
        return magnitude(b.integer(self.value))


@ludeme("min", facts=PURE | ARITHMETIC, concepts="Minimum")
class Minimum(Integer):
    """The smallest of integers.

    Example: (min (to) (from))
    """

    values: SeveralOrLists

    def meaning(self, b: Builder) -> Int:
        return b.fold(self.values, OFF, lesser)


@ludeme("max", facts=PURE | ARITHMETIC, concepts="Maximum")
class Maximum(Integer):
    """The largest of integers.

    Example: (max {1 (mover)})
    """

    values: SeveralOrLists

    def meaning(self, b: Builder) -> Int:
        return b.fold(self.values, OFF, greater)


#: More than the sites of any board, and the moves, players or components of any game.
LARGEST = 2**30


def size(node: object) -> int:
    """Return the largest magnitude of an integer; reject it if it may exceed 64 bits."""
    match node:
        case Constant():
            return abs(node.value)
        case Sum():
            bound = sum(map(size, node.values))
        case Minus():
            bound = size(node.left) + size(node.right)
        case Product():
            # A factor 0 does not reduce the product of the earlier factors.
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


def labelled(label: str, scene: InitialPosition, of_type: SiteType | None = None) -> int:
    """Return the site with a label, or -1 if no site has it or the sites are edges."""
    kind = scene.kind(of_type)
    if kind == "Edge":
        return OFF
    labels = scene.board.sites_of(kind).labels
    return labels.index(label) if label in labels else OFF
