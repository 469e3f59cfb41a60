"""Functions that stand for those of a game: moves that do nothing, and no end.

The functions that `games.compiler` makes of the rules of a game take the place of all of them.
"""

from boardless.games.compiler.template.state import NONE, OPEN, State
from boardless.games.runtime import kernel, whole


@kernel
def relist(s: State, site: int) -> None:
    """Bring the lists up to date about a site."""


@kernel
def count_moves(s: State, mover: int) -> int:
    """Return the number of legal moves of a player, passing and swapping aside."""
    return whole(s.size[0])


@kernel
def pick(s: State, mover: int, choice: int) -> tuple[int, int, int]:
    """Return rule, from and to of a legal move."""
    return 0, NONE, whole(s.legal[0, choice])


@kernel
def perform(s: State, rule: int, origin: int, site: int) -> None:
    """Do what a move of a rule does to the pieces."""


@kernel
def outcome(s: State, mover: int, last: int) -> int:
    """Return the winner after a move, 0 for a draw, OPEN while the game goes on."""
    return OPEN


MAY_SWAP = False
