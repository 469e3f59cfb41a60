"""Numbers from which boards are made: whole ones for sizes, others for places and turns."""

from typing import Annotated, ClassVar

from boardless.games.language.facts import STATIC
from boardless.games.language.ludeme import Limits, Ludeme, ludeme
from boardless.games.language.reader import MAX_INTEGER

#: A whole number as it stands.
Whole = Annotated[int, Limits(-MAX_INTEGER, MAX_INTEGER)]
#: A number as it stands; coordinates are rounded to 32 bits.
Decimal = Annotated[float, Limits(-1_000_000, 1_000_000)]


class Size(Ludeme):
    """A whole number that is known before the game: the size of a board, say."""

    kind: ClassVar[str] = "a size"
    source: ClassVar[str] = "Ludii, game.functions.dim"
    facts = STATIC


class Real(Ludeme):
    """A number with or without decimals that is known before the game."""

    kind: ClassVar[str] = "a number that may have decimals"
    source: ClassVar[str] = "Ludii, game.functions.floats"
    facts = STATIC


#: Cells along a side; 2,048 as the largest regular board that is built.
Side = Annotated[int, Limits(1, 2048)] | Size
#: A whole number, as it stands or worked out.
AnySize = Whole | Size
#: A number, as it stands or worked out.
Number = Decimal | Real


@ludeme("+", example="(+ 3 4)")
class SizeSum(Size):
    """The sum of sizes."""

    terms: Annotated[tuple[AnySize, ...], Limits(2)]


@ludeme("-", example="(- 9 2)")
class SizeDifference(Size):
    """The first size less the second."""

    a: AnySize
    b: AnySize


@ludeme("*", example="(* 2 5)")
class SizeProduct(Size):
    """The product of sizes."""

    factors: Annotated[tuple[AnySize, ...], Limits(2)]


@ludeme("/", example="(/ 9 2)")
class SizeQuotient(Size):
    """The first size divided by the second, without what remains."""

    a: AnySize
    b: AnySize


@ludeme("^", example="(^ 2 3)")
class SizePower(Size):
    """The first size to the power of the second."""

    a: AnySize
    b: AnySize


@ludeme("abs", example="(abs (- 2 5))")
class SizeWithoutSign(Size):
    """A size without its sign."""

    a: AnySize


@ludeme("min", example="(min 3 5)")
class SmallerSize(Size):
    """The smaller of two sizes."""

    a: AnySize
    b: AnySize


@ludeme("max", example="(max 3 5)")
class LargerSize(Size):
    """The larger of two sizes."""

    a: AnySize
    b: AnySize


@ludeme("+", example="(+ 0.5 2)")
class RealSum(Real):
    """The sum of numbers."""

    terms: Annotated[tuple[Number, ...], Limits(2)]


@ludeme("-", example="(- 90 22.5)")
class RealDifference(Real):
    """The first number less the second."""

    a: Number
    b: Number


@ludeme("*", example="(* 0.5 3)")
class RealProduct(Real):
    """The product of numbers."""

    factors: Annotated[tuple[Number, ...], Limits(2)]


@ludeme("/", example="(/ 1 3)")
class RealQuotient(Real):
    """The first number divided by the second."""

    a: Number
    b: Number


@ludeme("^", example="(^ 1.5 2)")
class RealPower(Real):
    """The first number to the power of the second."""

    a: Number
    b: Number


@ludeme("abs", example="(abs (- 0.5 2))")
class RealWithoutSign(Real):
    """A number without its sign."""

    a: Number


@ludeme("min", example="(min 0.5 2)")
class SmallerReal(Real):
    """The smaller of two numbers."""

    a: Number
    b: Number


@ludeme("max", example="(max 0.5 2)")
class LargerReal(Real):
    """The larger of two numbers."""

    a: Number
    b: Number


@ludeme("sqrt", example="(sqrt 2)")
class SquareRoot(Real):
    """The square root of a number."""

    a: Number


@ludeme("exp", example="(exp 1)")
class Exponential(Real):
    """Euler's number to the power of a number."""

    a: Number


@ludeme("log", example="(log 10)")
class Logarithm(Real):
    """The natural logarithm of a number."""

    a: Number


@ludeme("log10", example="(log10 100)")
class DecimalLogarithm(Real):
    """The logarithm of a number to the base of ten."""

    a: Number


@ludeme("sin", example="(sin 30)")
class Sine(Real):
    """The sine of an angle in radians."""

    a: Number


@ludeme("cos", example="(cos 60)")
class Cosine(Real):
    """The cosine of an angle in radians."""

    a: Number


@ludeme("tan", example="(tan 45)")
class Tangent(Real):
    """The tangent of an angle in radians."""

    a: Number
