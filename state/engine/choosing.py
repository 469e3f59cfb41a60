"""The choice of a move in playouts: by chance, unless a policy replaces this part."""

from boardless.jit.game_runtime import below, kernel
from boardless.state.engine.arrays import Arrays


@kernel
def choose(s: Arrays, count: int, number: int) -> int:
    """Return one of `count` moves, all equally likely, by a random number of 64 bits."""
    return below(number, max(count, 1))
