"""Statistics of moves wherever they are made: MAST, NST and GRAVE.

Sources: H. Finnsson, Y. Björnsson, Simulation-based approach to general game playing, 2008 (MAST);
M. Tak, M. Winands, Y. Björnsson, N-grams and the last-good-reply policy applied in general game
playing, 2012 (NST); T. Cazenave, Generalized rapid action value estimation, 2015 (GRAVE).
"""

from math import sqrt

from boardless.agents.kernels.arrays import (
    BIAS,
    EXPLORATION,
    GRAVE,
    HEARD,
    MET,
    NST,
    PLAYOUT,
    POLICY,
    UNKNOWN,
    Tree,
)
from boardless.agents.kernels.features import LEARNS
from boardless.jit.arrays import Floats, Ints
from boardless.jit.game_runtime import below, entry, int64, kernel, mix


@kernel
def learn(tree: Tree, depth: int, plies: int, o: Ints) -> None:
    """Update the move statistics of a simulation (MAST, NST, GRAVE)."""
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
def learnt(tree: Tree, o: Ints, before: int, code: int) -> float:
    """Return the mean reward of a move, or of it and its 2-gram; 1 without statistics."""
    place = code % HEARD
    value = 1.0
    if tree.heard[0, place, 0] > 0:
        value = tree.heard[0, place, 1] / tree.heard[0, place, 0]
    if o[PLAYOUT] == NST:
        place = pair_of(before, code)
        if tree.heard[1, place, 0] > 0:
            value = (value + tree.heard[1, place, 1] / tree.heard[1, place, 0]) / 2.0
    return value


@kernel
def meet(tree: Tree, node: int, code: int, reward: float) -> None:
    """Record a move below a node for GRAVE."""
    place = learnt_place(tree, node, code)
    if tree.keys[place] == 0:
        tree.keys[place] = node << 31 | code
        tree.n[MET] += 1
    tree.met[place, 0] += 1.0
    tree.met[place, 1] += reward


@kernel
def learnt_place(tree: Tree, node: int, code: int) -> int:
    """Return the place of a move below a node in the GRAVE table, or of its free entry."""
    size = tree.keys.shape[0]
    key = node << 31 | code
    place = below(mix(key, 1), size)
    while tree.keys[place] != 0 and tree.keys[place] != key:
        place = (place + 1) % size
    return place


@kernel
def grave_score(tree: Tree, child: int, visits: float, reference: int, w: Floats) -> float:
    """Return the mean of a child's rewards and the rewards of its move anywhere below."""
    n = int64(tree.visits[child])
    place = learnt_place(tree, reference, int64(tree.code[child]))
    anywhere = float(tree.met[place, 0])
    if n == 0:
        return float(tree.met[place, 1]) / anywhere if anywhere > 0 else UNKNOWN
    mean = float(tree.total[child]) / n
    score = mean
    if anywhere > 0:
        share = anywhere / (anywhere + n + float(w[BIAS]) * anywhere * n)
        score = (1.0 - share) * mean + share * float(tree.met[place, 1]) / anywhere
    return score + float(w[EXPLORATION]) * sqrt(visits / n)


@entry
def fill_table(tree: Tree, old: Tree) -> None:
    """Rehash the GRAVE entries of another tree into the table of this one, which is empty."""
    if LEARNS:
        for place in range(old.keys.shape[0]):
            key = int64(old.keys[place])
            if key != 0:
                other = learnt_place(tree, key >> 31, key & 0x7FFFFFFF)
                tree.keys[other] = key
                tree.met[other, 0] = old.met[place, 0]
                tree.met[other, 1] = old.met[place, 1]
