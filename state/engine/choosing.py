"""Which of its moves a playout makes: by chance, unless a policy takes the place of this part."""

from boardless.jit.game_runtime import below, kernel
from boardless.state.engine.arrays import Arrays


@kernel
def choose(s: Arrays, count: int, number: int) -> int:
    """Return the number of the move to make of `count`; all are equally likely.

    `number` is a random number of 64 bits, for this move alone.
    """
    return below(number, max(count, 1))
