"""Simulations down a tree and on to the end, one after the other.

Random numbers belong to a simulation, a ply and a node, so a simulation that was broken off for
lack of room is the same when it is made again.

Source: L. Kocsis, C. Szepesvári, Bandit based Monte-Carlo planning, 2006.
"""

from boardless.agents.kernels.backup import (
    count_rewards,
    is_settled,
    learn,
    pair_of,
    prove,
    share_rewards,
)
from boardless.agents.kernels.children import add_children
from boardless.agents.kernels.engine_backend import (
    carry_out,
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
from boardless.agents.kernels.pattern_tables import SAMPLED_MOVES, PatternTables
from boardless.agents.kernels.patterns import choose_by_weight
from boardless.agents.kernels.selection import child_to_visit, learnt_place
from boardless.agents.kernels.settings import (
    BY_CHANCE,
    CUT,
    DEPTH,
    EPSILON,
    GRAVE,
    NST,
    PLAYOUT,
    POLICY,
    REFERENCE,
    SOLVER,
)
from boardless.agents.kernels.tree import CALLS, HEARD, MET, NODES, ROOM, ROOT, TABLE, WANTS, Tree
from boardless.jit.arrays import Floats, Ints
from boardless.jit.game_runtime import below, entry, int64, kernel, mix
from boardless.state.engine.arrays import OPEN, Arrays
from boardless.state.engine.moves import choose, fits, has_room, is_lost


@entry
def search(
    s: Arrays, start: Arrays, tree: Tree, p: PatternTables, o: Ints, w: Floats,
    seed: int, first: int, last: int, calls: int,
) -> int:  # fmt: skip
    """Make simulations number `first` to `last` - 1; return the first that was not made.

    Stops short when so many moves as `calls` have been made in all, when the best move is proven,
    or when arrays are too small, which ``tree.n[WANTS]`` says then: make larger ones and go on.
    """
    tree.n[WANTS] = 0
    for number in range(first, last):
        if tree.n[CALLS] >= calls or is_settled(tree, o):
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
def conclude(
    s: Arrays, tree: Tree, o: Ints, w: Floats, depth: int, winner: int, branched: int
) -> None:
    """Write the reward, or its estimate, of each player and propagate it up the path."""
    node = int64(tree.path[depth])
    if winner != OPEN:
        pay(s, tree, winner)
    if winner == OPEN and is_proven(tree, node, depth, o):
        for player in range(1, tree.reward.shape[0]):
            own = player == tree.whose[node]
            tree.reward[player] = tree.low[node] if own else 1.0 - tree.low[node]
    if JUDGES and winner == OPEN and not is_proven(tree, node, depth, o):
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
def is_leaf(tree: Tree, node: int, depth: int, o: Ints) -> bool:
    """Tell whether a simulation leaves the tree at a node."""
    if node == ROOT:
        return False
    unvisited = tree.width[node] == 0 and tree.visits[node] == 0
    return bool(unvisited or depth >= o[DEPTH] or is_proven(tree, node, depth, o))


@kernel
def is_proven(tree: Tree, node: int, depth: int, o: Ints) -> bool:
    """Tell whether the value of a node below the root is proven."""
    return bool(o[SOLVER] != 0 and depth > 0 and tree.low[node] == tree.high[node])


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
