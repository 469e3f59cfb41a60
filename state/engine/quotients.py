"""Division and powers as the language has them."""

from boardless.jit.game_runtime import kernel


@kernel
def quotient(a: int, b: int) -> int:
    """Return a / b rounded towards zero; 0 where b is 0."""
    if b == 0:
        return 0
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size


@kernel
def power(base: int, exponent: int) -> int:
    """Return the integral part of a power, cut off at 32 bits with a sign."""
    if exponent < 0:
        return (1 if exponent % 2 == 0 else base) if abs(base) == 1 else 0
    if abs(base) <= 1:
        exponent = min(exponent, 2 - exponent % 2)
    result = 1
    for _ in range(min(exponent, 32)):
        result *= base
        if abs(result) > 2**31 - 1:
            return 2**31 - 1 if base > 0 or exponent % 2 == 0 else -(2**31)
    return result
