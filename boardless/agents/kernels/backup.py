"""Backpropagation of a simulation: rewards, proofs, and statistics of moves.

Sources: M. Winands, Y. Björnsson, J.-T. Saito, Monte-Carlo tree search solver, 2008; T. Cazenave,
A. Saffidine, Score bounded Monte-Carlo tree search, 2010 (the bounds used here); H. Finnsson, Y.
Björnsson, Simulation-based approach to general game playing, 2008 (MAST); M. Tak, M. Winands, Y.
Björnsson, N-grams and the last-good-reply policy applied in general game playing, 2012 (NST).
"""

from math import sqrt

from boardless.agents.kernels.features import CHANCE
from boardless.agents.kernels.selection import learnt_place
from boardless.agents.kernels.settings import AGAINST, GRAVE, POLICY, SOLVER, UCB1_TUNED
from boardless.agents.kernels.tree import HEARD, MET, ROOT, Tree
from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import below, int64, kernel, mix


@kernel
def share_rewards(tree: Tree, o: Ints) -> None:
    """Give the opponents of a single player the complement of his reward."""
    if o[AGAINST] != 0:
        for player in range(1, tree.reward.shape[0]):
            if player != o[AGAINST]:
                tree.reward[player] = 1.0 - tree.reward[o[AGAINST]]


@kernel
def count_rewards(tree: Tree, depth: int, o: Ints) -> None:
    """Add the rewards to the nodes of the path, down to a depth."""
    squares = o[POLICY] == UCB1_TUNED
    for step in range(depth + 1):
        node = int64(tree.path[step])
        reward = tree.reward[tree.whose[node]]
        visits = int64(tree.visits[node]) + 1
        total = float(tree.total[node]) + reward
        tree.visits[node] = visits
        tree.total[node] = total
        share = 1.0 / visits
        tree.mean[node] = total * share
        tree.spread[node] = sqrt(share)
        if squares:
            tree.square[node] += reward * reward


@kernel
def learn(tree: Tree, depth: int, plies: int, o: Ints) -> None:
    """Update the statistics of all moves of a simulation (MAST, NST, GRAVE)."""
    before = 0
    for ply in range(plies):
        reward = tree.reward[tree.by[ply]]
        code = int64(tree.played[ply])
        place = code % HEARD
        tree.heard[0, place, 0] += 1.0
        tree.heard[0, place, 1] += reward
        place = pair_of(before, code)
        tree.heard[1, place, 0] += 1.0
        tree.heard[1, place, 1] += reward
        before = code
    if o[POLICY] == GRAVE:
        for step in range(depth + 1):
            node = int64(tree.path[step])
            if tree.width[node] > 0:
                for ply in range(step, plies):
                    meet(tree, node, int64(tree.played[ply]), tree.reward[tree.by[ply]])


@kernel
def pair_of(before: int, code: int) -> int:
    """Return the place of a pair of moves in the table of 2-grams."""
    return below(mix(before, code), HEARD)


@kernel
def meet(tree: Tree, node: int, code: int, reward: float) -> None:
    """Count a move below a node for GRAVE."""
    place = learnt_place(tree, node, code)
    if tree.keys[place] == 0:
        tree.keys[place] = node << 31 | code
        tree.n[MET] += 1
    tree.met[place, 0] += 1.0
    tree.met[place, 1] += reward


@kernel
def prove(tree: Tree, depth: int, o: Ints) -> None:
    """Propagate proven bounds of the last node of the path to the nodes above it."""
    for step in range(depth - 1, -1, -1):
        node = int64(tree.path[step])
        low, high = bounds_below(tree, node)
        if not on_one_side(tree, node, int64(tree.first[node]), o):
            low, high = 1.0 - high, 1.0 - low
        if low == tree.low[node] and high == tree.high[node]:
            return
        tree.low[node] = low
        tree.high[node] = high


@kernel
def on_one_side(tree: Tree, one: int, other: int, o: Ints) -> bool:
    """Tell whether the rewards of two nodes are those of one side."""
    a = int64(tree.whose[one])
    b = int64(tree.whose[other])
    return a == b or (o[AGAINST] != 0 and a != o[AGAINST] and b != o[AGAINST])


@kernel
def bounds_below(tree: Tree, node: int) -> tuple[float, float]:
    """Return the proven bounds of the reward of the player who chooses at a node."""
    low = 0.0
    high = 0.0
    first = int64(tree.first[node])
    for child in range(first, first + int64(tree.width[node])):
        if CHANCE and tree.chooser[node] == 0:
            low += tree.prior[child] * tree.low[child]
            high += tree.prior[child] * tree.high[child]
        else:
            low = max(low, tree.low[child])
            high = max(high, tree.high[child])
    return low, high


@kernel
def is_settled(tree: Tree, o: Ints) -> bool:
    """Tell whether the value of the root, and so the best move, is proven."""
    return bool(o[SOLVER] != 0 and tree.low[ROOT] == tree.high[ROOT])
