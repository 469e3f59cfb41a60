"""Selection: the child of a node that a simulation goes to.

Sources: P. Auer, N. Cesa-Bianchi, P. Fischer, Finite-time analysis of the multiarmed bandit
problem, 2002 (UCB1, UCB1-Tuned); T. Cazenave, Generalized rapid action value estimation, 2015
(GRAVE); J. A. M. Nijssen, M. H. M. Winands, Enhancements for multi-player Monte-Carlo tree search,
2011 (progressive history); P. Cowling, E. Powley, D. Whitehouse, Information set Monte Carlo tree
search, 2012 (children that are not always legal).
"""

from math import log, sqrt

from boardless.agents.kernels.features import HIDES, LEARNS
from boardless.agents.kernels.settings import (
    BIAS,
    EVEN,
    EXPLORATION,
    GRAVE,
    HISTORY,
    HISTORY_WEIGHT,
    POLICY,
    SOLVER,
    UCB1,
    UCB1_TUNED,
    UNKNOWN,
)
from boardless.agents.kernels.tree import HEARD, Tree
from boardless.jit.arrays import Floats, Ints
from boardless.jit.game_runtime import below, int64, kernel, mix


@kernel
def child_to_visit(tree: Tree, node: int, reference: int, o: Ints, w: Floats, number: int) -> int:
    """Return the child of a node that is visited next; unvisited ones come first, in turn.

    GRAVE reads the moves of the node `reference`; `o` and `w` are the settings, `number` is random.
    """
    first = int64(tree.first[node])
    width = int64(tree.width[node])
    if tree.chooser[node] == 0:
        return by_chance(tree, first, width, number)
    tried = int64(tree.tried[node])
    in_turn = not LEARNS or (o[POLICY] != GRAVE and o[POLICY] != HISTORY)
    if not HIDES and tried < width and in_turn:
        tree.tried[node] = tried + 1
        return first + tried
    floor = -1.0
    if o[SOLVER] != 0:
        for child in range(first, first + width):
            floor = max(floor, tree.low[child])
    visits = log(max(tree.visits[node], 1))
    exploration = float(w[EXPLORATION])
    # Terms of UCB1 are precomputed, because a search spends its time here.
    is_ucb1 = o[POLICY] == UCB1
    weight = exploration * sqrt(visits)
    best = first
    most = -1.0
    for child in range(first, first + width):
        if HIDES:
            if tree.there[child] == 0:
                continue
            visits = log(max(tree.seen[child], 1))
            weight = exploration * sqrt(visits)
        if o[SOLVER] != 0 and no_better(tree, child, floor):
            continue
        if is_ucb1:
            score = tree.mean[child] + weight * tree.spread[child]
        else:
            score = score_of(tree, child, visits, reference, o, w)
        if score > most:
            most = score
            best = child
    return best


@kernel
def no_better(tree: Tree, child: int, floor: float) -> bool:
    """Tell whether another child is proven to be worth as much, `floor`, as this one can be."""
    high = tree.high[child]
    return bool(high < floor or (high == floor and tree.low[child] < floor))


@kernel
def by_chance(tree: Tree, first: int, width: int, number: int) -> int:
    """Return a child sampled by its probability."""
    left = below(number, 2**31) / 2.0**31
    last = first
    for child in range(first, first + width):
        if HIDES and tree.there[child] == 0:
            continue
        last = child
        left -= tree.prior[child]
        if left < 0:
            return child
    return last


@kernel
def score_of(tree: Tree, child: int, visits: float, reference: int, o: Ints, w: Floats) -> float:
    """Return the score of a child; `visits` is the logarithm of those of its parent."""
    n = int64(tree.visits[child])
    if LEARNS and o[POLICY] == GRAVE:
        return grave_score(tree, child, visits, reference, w)
    if n == 0:
        return UNKNOWN
    if o[POLICY] == EVEN:
        return UNKNOWN / (1.0 + n)
    mean = float(tree.mean[child])
    if o[POLICY] == UCB1_TUNED:
        spread = float(tree.square[child]) / n - mean * mean + sqrt(2.0 * visits / n)
        return mean + float(w[EXPLORATION]) * sqrt(visits / n * min(0.25, max(spread, 0.0)))
    score = mean + float(w[EXPLORATION]) * sqrt(visits) * float(tree.spread[child])
    if LEARNS and o[POLICY] == HISTORY:
        place = int64(tree.code[child]) % HEARD
        if tree.heard[0, place, 0] > 0:
            heard = float(tree.heard[0, place, 1] / tree.heard[0, place, 0])
            score += heard * float(w[HISTORY_WEIGHT]) / (n * (1.0 - mean) + 1.0)
    return score


@kernel
def grave_score(tree: Tree, child: int, visits: float, reference: int, w: Floats) -> float:
    """Return the mean of a child's rewards, mixed with those of its move anywhere below."""
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


@kernel
def learnt_place(tree: Tree, node: int, code: int) -> int:
    """Return the place of a move below a node in the GRAVE table, or of its free entry."""
    size = tree.keys.shape[0]
    key = node << 31 | code
    place = below(mix(key, 1), size)
    while tree.keys[place] != 0 and tree.keys[place] != key:
        place = (place + 1) % size
    return place
