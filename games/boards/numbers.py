"""What sizes and numbers of a board come to."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from boardless.games.language.parameters import parameters
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.ludemes import sizes
from boardless.games.ludemes.sizes import Real, Size

#: The most cells along a side.
MAX_SIDE = 2048
#: The largest exponent of a size: all whole numbers but -1, 0 and 1 are then too large.
_MAX_EXPONENT = 31


def _quotient(a: int, b: int) -> int:
    """Return a quotient rounded towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _power(a: int, b: int) -> int:
    if b < 0:
        return _quotient(1, int(a ** min(-b, 2)))
    if abs(a) > 1 and b > _MAX_EXPONENT:
        raise OverflowError
    return int(a**b)


_WHOLE: Mapping[type[Size], Callable[..., int]] = {
    sizes.SizeSum: lambda *terms: sum(terms),
    sizes.SizeDifference: lambda a, b: a - b,
    sizes.SizeProduct: lambda *factors: math.prod(factors),
    sizes.SizeQuotient: _quotient,
    sizes.SizePower: _power,
    sizes.SizeWithoutSign: abs,
    sizes.SmallerSize: min,
    sizes.LargerSize: max,
}

_REAL: Mapping[type[Real], Callable[..., float]] = {
    sizes.RealSum: lambda *terms: sum(terms),
    sizes.RealDifference: lambda a, b: a - b,
    sizes.RealProduct: lambda *factors: math.prod(factors),
    sizes.RealQuotient: lambda a, b: a / b,
    sizes.RealPower: math.pow,
    sizes.RealWithoutSign: abs,
    sizes.SmallerReal: min,
    sizes.LargerReal: max,
    sizes.SquareRoot: math.sqrt,
    sizes.Exponential: math.exp,
    sizes.Logarithm: math.log,
    sizes.DecimalLogarithm: math.log10,
    sizes.Sine: math.sin,
    sizes.Cosine: math.cos,
    sizes.Tangent: math.tan,
}


def whole(size: int | Size) -> int:
    """Return the number that a size comes to.

    Raises
    ------
    LudemeError
        If it is too large, or something is divided by zero.
    """
    if isinstance(size, int):
        return size
    arguments = [whole(argument) for argument in _arguments(size)]
    try:
        value = _WHOLE[type(size)](*arguments)
    except ZeroDivisionError:
        size.reject("expected no division by zero")
    except OverflowError:
        value = MAX_INTEGER + 1
    if abs(value) > MAX_INTEGER:
        size.reject(f"expected a size of at most {MAX_INTEGER:,}")
    return value


def side(size: int | Size, low: int = 1) -> int:
    """Return the number of cells along a side.

    Raises
    ------
    LudemeError
        If it is less than `low` or more than a board has.
    """
    value = whole(size)
    if isinstance(size, Size) and not low <= value <= MAX_SIDE:
        size.reject(f"it is {value:,}, expected {low:,} to {MAX_SIDE:,} along a side")
    return value


def real(number: float | Real) -> float:
    """Return the number that an expression comes to, rounded to 32 bits at each step.

    Raises
    ------
    LudemeError
        If it has no value: a division by zero, the root of a negative number, or too large.
    """
    if isinstance(number, int | float):
        return float(np.float32(number))
    arguments = [real(argument) for argument in _arguments(number)]
    try:
        value = _REAL[type(number)](*arguments)
    except (ArithmeticError, ValueError):
        number.reject("expected a number that can be worked out")
    if not abs(value) <= MAX_INTEGER:
        number.reject(f"expected a number of at most {MAX_INTEGER:,}")
    return float(np.float32(value))


def _arguments(expression: Any) -> Sequence[Any]:
    """Return what an expression is made of: its one list, or its one or two numbers."""
    values = [getattr(expression, parameter.field) for parameter in parameters(type(expression))]
    return values[0] if isinstance(values[0], tuple) else values
