"""Stand-ins for the functions of a game's rules: moves that do nothing, and no end.

`games.compiler` replaces all of them.
"""

from boardless.jit.game_runtime import entry, kernel, plain_entry
from boardless.state.engine.arrays import NONE, OPEN, Arrays


@plain_entry
def relist(s: Arrays, site: int) -> None:
    """Bring the lists up to date about a site."""


@kernel
def set_out(s: Arrays) -> None:
    """Set the numbers of the first position: phases of players, scores and the like."""


@kernel
def count_moves(s: Arrays, mover: int) -> int:
    """Return the number of legal moves of a player, without passes and swaps."""
    return 0


@kernel
def count_candidates(s: Arrays, mover: int) -> int:
    """Return the number of candidates of a player; `may_be` tells which are legal."""
    return 0


@kernel
def sample_candidates(s: Arrays, mover: int, number: int) -> int:
    """Return the number of legal moves left of a player after sampling sites."""
    return 0


@kernel
def may_be(s: Arrays, mover: int, choice: int) -> bool:
    """Return True if a candidate is a legal move."""
    return True


@kernel
def pick(s: Arrays, mover: int, choice: int) -> tuple[int, int, int]:
    """Return rule, from and to of a legal move."""
    return 0, NONE, NONE


@kernel
def is_listed(s: Arrays, mover: int, count: int, rule: int, origin: int, site: int) -> bool:
    """Return True if a move is among the last counted legal moves of a player."""
    return False


@kernel
def act_alone(s: Arrays, rule: int, origin: int, site: int) -> None:
    """Do a move of a rule without consequences."""


@kernel
def perform(s: Arrays, rule: int, origin: int, site: int) -> None:
    """Do a move of a rule to the pieces."""


@kernel
def outcome(s: Arrays, mover: int, last: int) -> int:
    """Return the winner of a move, PLAYERS more for a loser, 0 for a draw, else OPEN."""
    return OPEN


@entry
def next_game(s: Arrays, mover: int) -> int:
    """End a game in its match; return the match's winner, or -1 minus the next game."""
    return OPEN


MAY_SWAP = False
#: The place of the choices of a round (see `results`); -1 where players move one after another.
AT_ONCE = -1
#: True where candidates are sampled, and `may_be` is asked for each.
ASKS_LATE = False
#: True where sites are sampled first, by `sample_candidates`, before moves are looked for.
SAMPLES_SITES = False
