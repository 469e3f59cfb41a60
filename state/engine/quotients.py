"""Division as the language has it."""

from boardless.state.engine.runtime import kernel


@kernel
def quotient(a: int, b: int) -> int:
    """Return a / b rounded towards zero; 0 where b is 0."""
    if b == 0:
        return 0
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size
