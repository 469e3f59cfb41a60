"""The best that a player can do against what the others play, compiled."""

from boardless.theory.flat import Flat
from boardless.theory.regret import reaches, value_to
from boardless.topo.kernels.arrays import Floats
from boardless.topo.kernels.jit import jit


@jit
def respond(
    flat: Flat, player: int, strategy: Floats, own: Floats, others: Floats, values: Floats,
    gains: Floats,
) -> float:  # fmt: skip
    """Put a player's best answer in the place of his part of a strategy; return what it is worth.

    His last moves are chosen first: with perfect recall, where he is at a move says which were his
    moves before, so nothing but what the others do weighs the nodes of an information set.

    Parameters
    ----------
    flat : Flat
        The game.
    player : int
        Who answers.
    strategy : float64 array of shape (starts[-1],)
        What all play; changed.
    own, others, values : float64 arrays of shape (n,)
        Written over.
    gains : float64 array of shape (starts[-1],)
        Written over.
    """
    reaches(flat, strategy, player, own, others)
    deepest = 0
    for group in range(len(flat.owners)):
        if flat.owners[group] == player:
            deepest = max(deepest, flat.levels[group])
    for level in range(deepest, -1, -1):
        value_to(flat, strategy, player, values)
        gains[:] = 0.0
        for node in range(len(flat.player)):
            if flat.player[node] == player and flat.levels[flat.group[node]] == level:
                for n in range(flat.moves[node]):
                    gains[flat.place[node] + n] += others[node] * values[flat.first[node] + n]
        for group in range(len(flat.owners)):
            if flat.owners[group] == player and flat.levels[group] == level:
                best = flat.starts[group]
                for move in range(flat.starts[group], flat.starts[group + 1]):
                    if gains[move] > gains[best]:
                        best = move
                    strategy[move] = 0.0
                strategy[best] = 1.0
    value_to(flat, strategy, player, values)
    value: float = values[0]
    return value
