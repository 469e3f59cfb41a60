"""What a search asks of a game of the engine.

`agents.protocol_side` has the same functions for games written in Python, and takes its place.
"""

from boardless.agents.kernels.tree import Tree
from boardless.state.engine.arrays import MOVER, SWAPPED, Arrays
from boardless.state.engine.rules import MAY_SWAP
from boardless.state.engine.runtime import below, kernel, mix, whole
from boardless.state.engine.starting import restore


@kernel
def to_root(s: Arrays, start: Arrays, number: int) -> None:
    """Go back to the position from which is searched."""
    restore(s, start)


@kernel
def who_chooses(s: Arrays) -> int:
    """Return the player who chooses: after a swap the mover's pieces are those of the other."""
    mover = whole(s.n[MOVER])
    return 3 - mover if MAY_SWAP and s.n[SWAPPED] != 0 else mover


@kernel
def fits(s: Arrays, count: int) -> bool:
    """Tell whether there was room to find so many moves."""
    return bool(count <= s.found.shape[0])


@kernel
def chance_of(s: Arrays, choice: int) -> float:
    """Return the probability of a move that chance makes; there is none."""
    return 0.0


@kernel
def move_code(s: Arrays, rule: int, origin: int, site: int) -> int:
    """Return 31 bits for a move of the mover, whatever the position and the numbers of sites."""
    source = origin if origin <= s.t.held else whole(s.code[origin])
    number = mix(source, 2 * (rule + 2) + 1)
    target = 0 if site <= s.t.held else whole(s.code[site])
    return below(mix(number ^ mix(target, whole(s.n[MOVER])), 1), 2**31)


@kernel
def pay(s: Arrays, tree: Tree, winner: int) -> None:
    """Write down what each player gets at the end: 1 for the first place, 0 for the last."""
    players = s.t.players
    if players == 1:
        tree.reward[1] = 1.0 if winner == 1 else 0.0
    elif players == 2:
        tree.reward[1] = 0.5 if winner == 0 else 2.0 - winner
        tree.reward[2] = 1.0 - tree.reward[1]
    else:
        for player in range(1, players + 1):
            shared = 0
            for other in range(1, players + 1):
                shared += 1 if s.rank[other] == s.rank[player] else 0
            place = s.rank[player] + (shared - 1) / 2.0
            tree.reward[player] = (players - place) / (players - 1.0)
