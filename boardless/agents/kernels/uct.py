"""Monte-Carlo tree search with UCT: select, expand, play out, back up.

Random numbers belong to a simulation, a ply and a node. A simulation that stopped for lack of room
is therefore the same when the caller repeats it.

Sources: L. Kocsis, C. Szepesvári, Bandit based Monte-Carlo planning, 2006 (UCT); P. Auer, N.
Cesa-Bianchi, P. Fischer, Finite-time analysis of the multiarmed bandit problem, 2002 (UCB1,
UCB1-Tuned); J. A. M. Nijssen, M. H. M. Winands, Enhancements for multi-player Monte-Carlo tree
search, 2011 (progressive history); P. Cowling, E. Powley, D. Whitehouse, Information set Monte
Carlo tree search, 2012 (children that are not always legal); M. Winands, Y. Björnsson, J.-T. Saito,
Monte-Carlo tree search solver, 2008; T. Cazenave, A. Saffidine, Score bounded Monte-Carlo tree
search, 2010 (the bounds used here).
"""

from math import log, sqrt

from boardless.agents.kernels.arrays import (
    AGAINST,
    BY_CHANCE,
    BY_PRIOR,
    CALLS,
    CUT,
    DEPTH,
    EPSILON,
    EVEN,
    EXPLORATION,
    GRAVE,
    HEARD,
    HISTORY,
    HISTORY_WEIGHT,
    MET,
    NODES,
    PLAYOUT,
    POLICY,
    REFERENCE,
    ROOM,
    ROOT,
    SAMPLED_MOVES,
    SOLVER,
    TABLE,
    UCB1,
    UCB1_TUNED,
    UNKNOWN,
    UNTRIED,
    USED,
    WANTS,
    PatternTables,
    Tree,
)
from boardless.agents.kernels.engine_backend import (
    bound_number,
    carry_out,
    chance_of,
    falls,
    move_code,
    option_at,
    options,
    pay,
    ready,
    to_root,
    waits,
    who_chooses,
)
from boardless.agents.kernels.features import CHANCE, HIDES, JUDGES, LEARNS, PATTERNS
from boardless.agents.kernels.judgement import judged
from boardless.agents.kernels.move_statistics import grave_score, learn, learnt
from boardless.agents.kernels.patterns import choose_by_weight, prior_weight
from boardless.jit.arrays import Floats, Ints
from boardless.jit.game_runtime import below, entry, int64, kernel, mix
from boardless.state.engine.arrays import NAMED, OPEN, Arrays
from boardless.state.engine.moves import choose, fits, has_room, is_lost


@entry
def search(
    s: Arrays, start: Arrays, tree: Tree, p: PatternTables, o: Ints, w: Floats,
    seed: int, first: int, last: int, calls: int,
) -> int:  # fmt: skip
    """Make simulations number `first` to `last` - 1; return the first that was not made.

    It stops early if `calls` moves have been made in total, if the best move is proven, or if
    arrays are too small. Then ``tree.n[WANTS]`` names the arrays: enlarge them and go on.
    """
    tree.n[WANTS] = 0
    for number in range(first, last):
        is_settled = o[SOLVER] != 0 and tree.low[ROOT] == tree.high[ROOT]
        if tree.n[CALLS] >= calls or is_settled:
            return number
        if LEARNS and o[POLICY] == GRAVE and 4 * tree.n[MET] > tree.keys.shape[0]:
            tree.n[WANTS] = TABLE
            return number
        made = tree.n[CALLS]
        depth = simulate(s, start, tree, p, o, w, mix(mix(seed, 0), number), mix(seed, 1))
        if depth < 0:
            tree.n[CALLS] = made
            return number
    return last


@kernel
def simulate(
    s: Arrays, start: Arrays, tree: Tree, p: PatternTables, o: Ints, w: Floats,
    stream: int, order: int,
) -> int:  # fmt: skip
    """Make a simulation and learn from it; return its depth in the tree, -1 without room."""
    to_root(s, start, tree, stream)
    # Constants would have types of their own, and all that is called be compiled twice.
    node = int64(ROOT)
    reference = node
    depth = int64(0)
    ply = depth
    before = depth
    branched = depth - 1  # the ply at which the simulation left the tree
    winner = OPEN
    tree.path[0] = ROOT
    while winner == OPEN:
        if branched < 0 and is_leaf(tree, node, depth, o):
            branched = ply
            if is_proven(tree, node, depth, o):
                break
        # A move is judged when it has been made, with all that chance decides in it.
        if JUDGES and branched >= 0 and ply - branched >= o[CUT] and not waits(s, tree):
            break
        if not has_room(s) or ply + 1 == tree.path.shape[0]:
            tree.n[WANTS] = ROOM
            return -1
        count = 0
        if branched >= 0 or HIDES or tree.width[node] == 0:
            count = options(s, branched < 0, mix(stream, ply + 1))
            if not fits(s, count):
                tree.n[WANTS] = ROOM
                return -1
        if branched < 0:
            if (HIDES or tree.width[node] == 0) and not add_children(
                s, tree, p, node, count, order
            ):
                tree.n[WANTS] = NODES
                return -1
            if LEARNS and tree.visits[node] >= o[REFERENCE]:
                reference = node
            node = child_to_visit(tree, node, reference, o, w, mix(stream, ply + 1))
            depth += 1
            tree.path[depth] = node
            rule = int64(tree.move[node, 0])
            origin = int64(tree.move[node, 1])
            site = int64(tree.move[node, 2])
            ready(s, tree, node)
        else:
            choice = next_choice(s, tree, p, o, w, count, before, mix(stream, ply + 1))
            rule, origin, site = option_at(s, choice, count)
        if LEARNS:
            before = move_code(s, rule, origin, site)
            tree.played[ply] = before
            tree.by[ply] = who_chooses(s)
        ply += 1
        winner = carry_out(s, tree, rule, origin, site)
        if is_lost(s):
            tree.n[WANTS] = ROOM
            return -1
    tree.n[CALLS] += ply
    conclude(s, tree, o, w, depth, winner, branched)
    if LEARNS:
        learn(tree, depth, ply, o)
    return depth


@kernel
def is_leaf(tree: Tree, node: int, depth: int, o: Ints) -> bool:
    """Return True if a simulation leaves the tree at a node."""
    if node == ROOT:
        return False
    unvisited = tree.width[node] == 0 and tree.visits[node] == 0
    return bool(unvisited or depth >= o[DEPTH] or is_proven(tree, node, depth, o))


@kernel
def is_proven(tree: Tree, node: int, depth: int, o: Ints) -> bool:
    """Return True if the value of a node below the root is proven."""
    return bool(o[SOLVER] != 0 and depth > 0 and tree.low[node] == tree.high[node])


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
def no_better(tree: Tree, child: int, floor: float) -> bool:
    """Return True if another child has a proven value, `floor`, that this one cannot exceed."""
    high = tree.high[child]
    return bool(high < floor or (high == floor and tree.low[child] < floor))


@kernel
def score_of(tree: Tree, child: int, visits: float, reference: int, o: Ints, w: Floats) -> float:
    """Return the score of a child; `visits` is the logarithm of its parent's visits."""
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
def child_by_prior(tree: Tree, node: int, o: Ints, w: Floats) -> int:
    """Return a child by its mean and its prior (PUCT); unvisited ones come by their priors.

    An unvisited child counts as the mean of the visited ones minus a reduction. Proven losses are
    left out as long as there are other children.
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
    """Move the untried child with the largest prior directly behind the tried ones."""
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
def add_children(
    s: Arrays, tree: Tree, p: PatternTables, node: int, count: int, order: int
) -> bool:
    """Add the missing children for `count` moves to a node; return False without room."""
    width = int64(tree.width[node])
    if int64(tree.n[USED]) + width + max(count, 1) > tree.visits.shape[0]:
        return False
    if HIDES or width == 0:
        tree.chooser[node] = who_chooses(s)
    if width == 0:
        tree.first[node] = tree.n[USED]
        if node == ROOT:
            tree.whose[node] = tree.chooser[node]
    if HIDES:
        for child in range(tree.first[node], tree.first[node] + width):
            tree.there[child] = 0
    total = 0.0
    for choice in range(max(count, 1)):
        rule, origin, site = option_at(s, choice, count)
        child = child_of(s, tree, node, rule, origin, site) if HIDES else 0
        if child == 0:
            child = add_child(tree, node)
            tree.move[child, 0] = rule
            tree.move[child, 1] = origin
            tree.move[child, 2] = site
            for number in range(NAMED, tree.move.shape[1]):
                tree.move[child, number] = bound_number(s, number)
            if LEARNS:
                tree.code[child] = move_code(s, rule, origin, site)
            by_chance = CHANCE and tree.chooser[node] == 0
            tree.whose[child] = tree.whose[node] if by_chance else tree.chooser[node]
        if CHANCE and tree.chooser[node] == 0:
            tree.prior[child] = chance_of(s, choice)
        elif PATTERNS:
            tree.prior[child] = prior_weight(s, p, rule, origin, site)
            total += tree.prior[child]
        if HIDES:
            tree.there[child] = 1
            tree.seen[child] += 1
    if width == 0 and not (CHANCE and tree.chooser[node] == 0):
        shuffle(tree, node, mix(order, node))
        if PATTERNS:
            for child in range(tree.first[node], tree.first[node] + tree.width[node]):
                tree.prior[child] /= total
            bring_forward(tree, node, 0)
    return True


@kernel
def child_of(s: Arrays, tree: Tree, node: int, rule: int, origin: int, site: int) -> int:
    """Return the child for a move, or 0."""
    first = int64(tree.first[node])
    for child in range(first, first + int64(tree.width[node])):
        move = tree.move[child]
        same = move[0] == rule and move[1] == origin and move[2] == site
        for number in range(NAMED, tree.move.shape[1]):
            same = same and move[number] == bound_number(s, number)
        if same:
            return child
    return 0


@kernel
def add_child(tree: Tree, node: int) -> int:
    """Add a row after the children of a node; they move to the end if other rows follow."""
    first = int64(tree.first[node])
    width = int64(tree.width[node])
    used = int64(tree.n[USED])
    if HIDES and first + width != used:
        for child in range(width):
            copy_row(tree, first + child, used + child)
        tree.first[node] = used
        used += width
    tree.width[node] = width + 1
    tree.high[used] = 1.0
    tree.mean[used] = UNKNOWN
    tree.n[USED] = used + 1
    return used


@kernel
def copy_row(tree: Tree, old: int, new: int) -> None:
    """Copy a row to another."""
    tree.chooser[new] = tree.chooser[old]
    tree.whose[new] = tree.whose[old]
    tree.first[new] = tree.first[old]
    tree.width[new] = tree.width[old]
    tree.tried[new] = tree.tried[old]
    tree.code[new] = tree.code[old]
    tree.visits[new] = tree.visits[old]
    tree.seen[new] = tree.seen[old]
    tree.mean[new] = tree.mean[old]
    tree.spread[new] = tree.spread[old]
    tree.total[new] = tree.total[old]
    tree.square[new] = tree.square[old]
    tree.low[new] = tree.low[old]
    tree.high[new] = tree.high[old]
    tree.prior[new] = tree.prior[old]
    tree.there[new] = tree.there[old]
    for column in range(tree.move.shape[1]):
        tree.move[new, column] = tree.move[old, column]


@kernel
def shuffle(tree: Tree, node: int, stream: int) -> None:
    """Shuffle the unvisited children of a node."""
    first = int64(tree.first[node])
    for place in range(int64(tree.width[node]) - 1, 0, -1):
        one = first + place
        other = first + below(mix(stream, place), place + 1)
        exchange_children(tree, one, other)


@kernel
def next_choice(
    s: Arrays, tree: Tree, p: PatternTables, o: Ints, w: Floats,
    count: int, before: int, number: int,
) -> int:  # fmt: skip
    """Return the playout's choice among `count` moves, after the move `before`."""
    if CHANCE and who_chooses(s) == 0:
        return falls(s, count, number)
    if PATTERNS and p.o[SAMPLED_MOVES] > 0 and count > 1:
        return choose_by_weight(s, p, count, number)
    if not LEARNS:
        return choose(s, count, number)
    by_lot = o[PLAYOUT] == BY_CHANCE or count < 2
    if by_lot or below(mix(number, 1), 2**20) < w[EPSILON] * 2**20:
        return choose(s, count, number)
    # Of equals the first after a place drawn by lot.
    begin_at = below(number, count)
    best = begin_at
    most = -1.0
    for step in range(count):
        choice = begin_at + step if begin_at + step < count else begin_at + step - count
        rule, origin, site = option_at(s, choice, count)
        value = learnt(tree, o, before, move_code(s, rule, origin, site))
        if value > most:
            most = value
            best = choice
    return best


@kernel
def conclude(
    s: Arrays, tree: Tree, o: Ints, w: Floats, depth: int, winner: int, branched: int
) -> None:
    """Write the reward, or its estimate, of each player and propagate it up the path."""
    node = int64(tree.path[depth])
    if winner != OPEN:
        pay(s, tree, winner)
    elif is_proven(tree, node, depth, o):
        for player in range(1, tree.reward.shape[0]):
            own = player == tree.whose[node]
            tree.reward[player] = tree.low[node] if own else 1.0 - tree.low[node]
    elif JUDGES:
        for player in range(1, tree.reward.shape[0]):
            tree.reward[player] = judged(s, player, w)
    share_rewards(tree, o)
    count_rewards(tree, depth, o)
    if tree.reward.shape[0] == 3 and tree.reward[1] + tree.reward[2] != 1.0:
        # The game is not zero-sum: nothing follows from proofs.
        o[SOLVER] = 0
    if o[SOLVER] != 0 and winner != OPEN and branched < 0:
        tree.low[node] = tree.reward[tree.whose[node]]
        tree.high[node] = tree.low[node]
        prove(tree, depth, o)


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
    """Return True if both nodes reward the same side."""
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
