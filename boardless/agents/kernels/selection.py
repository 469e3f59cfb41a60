"""Selection: the child of a node that a simulation goes to.

Sources: P. Auer, N. Cesa-Bianchi, P. Fischer, Finite-time analysis of the multiarmed bandit
problem, 2002 (UCB1, UCB1-Tuned); T. Cazenave, Generalized rapid action value estimation, 2015
(GRAVE); J. A. M. Nijssen, M. H. M. Winands, Enhancements for multi-player Monte-Carlo tree search,
2011 (progressive history); P. Cowling, E. Powley, D. Whitehouse, Information set Monte Carlo tree
search, 2012 (children that are not always legal).
"""

from math import log, sqrt

from boardless.agents.kernels.features import HIDES, LEARNS, PATTERNS
from boardless.agents.kernels.settings import (
    BIAS,
    BY_PRIOR,
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
    UNTRIED,
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
    if PATTERNS:
        return child_by_prior(tree, node, o, w)
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
def child_by_prior(tree: Tree, node: int, o: Ints, w: Floats) -> int:
    """Return a child by its mean and its prior (PUCT); unvisited ones come by their priors.

    An unvisited child is taken to be worth the mean of the visited ones, less something. Those that
    are proven to be lost are left out as long as there are others.
    """
    first = int64(tree.first[node])
    tried = int64(tree.tried[node])
    floor = 0.0
    if o[SOLVER] != 0:
        for child in range(first, first + tried):
            floor = max(floor, tree.low[child])
    exploration = BY_PRIOR * float(w[EXPLORATION]) * sqrt(max(tree.visits[node], 1))
    best = 0
    most = -1.0
    visits = 0
    total = 0.0
    for child in range(first, first + tried):
        visits += tree.visits[child]
        total += tree.total[child]
        if o[SOLVER] != 0 and (tree.high[child] == 0.0 or no_better(tree, child, floor)):
            continue
        score = tree.mean[child] + exploration * tree.prior[child] / (1.0 + tree.visits[child])
        if score > most:
            most = score
            best = child
    if tried < tree.width[node]:
        hoped = total / visits - UNTRIED if visits > 0 else 0.5
        if best == 0 or hoped + exploration * tree.prior[first + tried] > most:
            tree.tried[node] = tried + 1
            bring_forward(tree, node, tried + 1)
            return first + tried
    return best if best != 0 else first


@kernel
def bring_forward(tree: Tree, node: int, tried: int) -> None:
    """Put the child with the largest prior, of those behind the tried ones, first among them."""
    first = int64(tree.first[node])
    best = first + tried
    for child in range(first + tried + 1, first + int64(tree.width[node])):
        if tree.prior[child] > tree.prior[best]:
            best = child
    if best != first + tried:
        exchange_children(tree, best, first + tried)


@kernel
def exchange_children(tree: Tree, one: int, other: int) -> None:
    """Let two children that were not visited change places."""
    if PATTERNS:
        prior = float(tree.prior[one])
        tree.prior[one] = tree.prior[other]
        tree.prior[other] = prior
    if LEARNS:
        code = tree.code[one]
        tree.code[one] = tree.code[other]
        tree.code[other] = code
    for column in range(tree.move.shape[1]):
        number = tree.move[one, column]
        tree.move[one, column] = tree.move[other, column]
        tree.move[other, column] = number


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
