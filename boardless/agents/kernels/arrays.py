"""The arrays of a search: its settings, its tree, and the tables of local patterns.

A node of the tree is a row, and its children are consecutive rows. A node stands for the position
after the move that leads to it. Its rewards belong to the player who chose that move, because this
player compares the node with its siblings. Row 0 is not a node.
"""

from typing import Any, NamedTuple

import numpy as np

from boardless.jit.arrays import Floats, Ints, by_address
from boardless.state.engine.arrays import NAMED

#: Integers: selection of children, choice of moves in playouts, length at which a playout is cut,
#: depth of the tree, whether proofs are kept, the player whom all others are against (0: max-n),
#: visits that GRAVE wants.
POLICY, PLAYOUT, CUT, DEPTH, SOLVER, AGAINST, REFERENCE = range(7)
#: Floats: exploration, GRAVE's bias, the weight of progressive history, the share of random moves
#: in playouts that learn; from WEIGHTS on, the weights of the heuristic.
EXPLORATION, BIAS, HISTORY_WEIGHT, EPSILON, WEIGHTS = range(5)

#: The score of a move without visits.
UNKNOWN = 1e6
#: With patterns, a move without visits is worth so much less than the mean of the others.
UNTRIED = 0.05
#: The share of the weight of exploration that priors have.
BY_PRIOR = 0.6

#: Selection of children; EVEN visits all alike.
UCB1, UCB1_TUNED, GRAVE, HISTORY, EVEN = range(5)
#: Choice of moves in playouts.
BY_CHANCE, MAST, NST = range(3)

#: Features of a position that any game has, in the order of their weights.
FEATURES = ("material", "lines", "mobility", "connection", "score")
MATERIAL, LINES, MOBILITY, CONNECTION, SCORE = range(5)


ROOT = 1
#: Places of `Tree.n`: rows in use, moves made, entries of `met`, and the arrays that are too small.
USED, CALLS, MET, WANTS = range(4)
#: Values of WANTS: the arrays of the game, the rows, the table of moves met.
ROOM, NODES, TABLE = 1, 2, 3
#: Rows to begin with, which cost nothing until they are used, and entries in the table of moves
#: met: a power of two, at most half full.
FIRST_ROWS, FIRST_MET = 2**17, 2**14
#: Entries of the tables of moves heard of, a power of two; moves that share one share its mean.
HEARD = 2**14


@by_address
class Tree(NamedTuple):
    """A tree, statistics of moves anywhere in it, and the simulation that is under way."""

    n: Ints  #: (4,) counters, see above
    chooser: Ints  #: (rows,) player who chooses at a node; 0 is chance
    whose: Ints  #: (rows,) player whose rewards a node has
    first: Ints  #: (rows,) the first child
    width: Ints  #: (rows,) number of children, 0 before the node is expanded
    tried: Ints  #: (rows,) children visited so far, where they are visited in turn
    move: Ints  #: (rows, NAMED + bound) rule, from, to, and further numbers bound to the move
    code: Ints  #: (rows,) the move of this mover in any position: 31 bits
    visits: Ints
    seen: Ints  #: (rows,) how often the move was legal
    total: Floats  #: (rows,) sum of the rewards, each from 0 to 1
    square: Floats  #: (rows,) sum of their squares, for UCB1-Tuned
    mean: Floats  #: (rows,) mean reward, UNKNOWN before the first
    spread: Floats  #: (rows,) 1 by the root of `visits`, or 0
    low: Floats  #: (rows,) proven lower bound of the reward
    high: Floats  #: (rows,) proven upper bound
    prior: Floats  #: (rows,) probability of an outcome of chance
    there: Ints  #: (rows,) whether the move is legal in this simulation, with hidden information
    path: Ints  #: (plies + 1,) the nodes of this simulation, the root first
    waiting: Ints  #: (1 + NAMED + bound,) whether a move waits for chance, and its numbers
    played: Ints  #: (plies + 1,) codes of the moves of this simulation
    by: Ints  #: (plies + 1,) their movers
    reward: Floats  #: (players + 1,) of this simulation
    heard: Floats  #: (2, HEARD, 2) count and sum of rewards of moves (MAST) and of 2-grams (NST)
    keys: Ints  #: (entries,) node and code of a move below it, for GRAVE; 0 where free
    met: Floats  #: (entries, 2) their counts and sums of rewards


#: The arrays that have a row for each node, with their types.
BY_NODE: dict[str, type[np.generic]] = {
    **dict.fromkeys(("chooser", "whose", "there"), np.int8),
    **dict.fromkeys(("first", "width", "tried", "move", "visits", "seen"), np.int32),
    "code": np.int64,
    **dict.fromkeys(("total", "square", "mean", "spread", "low", "high", "prior"), np.float64),
}


def new_tree(players: int, plies: int, learning: bool, bound: int) -> Tree:
    """Return a tree of a root alone; moves have `bound` numbers after rule, from and to."""
    heard = HEARD if learning else 1
    tree = Tree(
        n=np.zeros(4, np.int64),
        **{
            name: np.zeros((FIRST_ROWS, NAMED + bound) if name == "move" else FIRST_ROWS, dtype)
            for name, dtype in BY_NODE.items()
        },
        **_of_simulation(plies),
        waiting=np.zeros(1 + NAMED + bound, np.int64),
        reward=np.zeros(players + 1),
        heard=np.zeros((2, heard, 2)),
        keys=np.zeros(FIRST_MET if learning else 1, np.int64),
        met=np.zeros((FIRST_MET if learning else 1, 2)),
    )
    tree.n[USED] = ROOT + 1
    tree.high[ROOT] = 1.0
    return tree


def _of_simulation(plies: int) -> dict[str, Any]:
    """Return the arrays that have an entry for each move of a simulation."""
    types = {"path": np.int32, "played": np.int64, "by": np.int64}
    return {name: np.zeros(plies + 1, dtype) for name, dtype in types.items()}


def clear_tree(tree: Tree) -> None:
    """Reduce a tree without statistics of moves to its root, faster than a new one."""
    used = int(tree.n[USED])
    for name in BY_NODE:
        getattr(tree, name)[:used] = 0
    tree.n[:] = 0
    tree.n[USED] = ROOT + 1
    tree.high[ROOT] = 1.0


def with_more_rows(tree: Tree) -> Tree:
    """Return the tree with room for double the nodes."""
    grown, used = {}, int(tree.n[USED])
    for name in BY_NODE:
        old = getattr(tree, name)
        grown[name] = np.zeros((2 * len(old), *old.shape[1:]), old.dtype)
        # Arrays that this search never writes take no memory, as long as nobody copies their zeros.
        if old[:used].any():
            grown[name][:used] = old[:used]
    return tree._replace(**grown)


def with_larger_table(tree: Tree) -> Tree:
    """Return the tree with an empty GRAVE table of twice the size."""
    size = 2 * len(tree.keys)
    return tree._replace(keys=np.zeros(size, np.int64), met=np.zeros((size, 2)))


def with_plies(tree: Tree, plies: int) -> Tree:
    """Return the tree with room for simulations of `plies` moves."""
    return tree._replace(**_of_simulation(plies))


def subtree(tree: Tree, node: int, rows: int) -> Tree:
    """Return the tree below a node as a separate tree with at least `rows` rows."""
    old, at = [node], 0
    firsts = {}
    while at < len(old):
        first, width = int(tree.first[old[at]]), int(tree.width[old[at]])
        if width:
            firsts[at] = ROOT + len(old)
            old.extend(range(first, first + width))
        at += 1
    rows = max(rows, 2 * len(old))
    arrays = {}
    for name in BY_NODE:
        values = getattr(tree, name)
        arrays[name] = np.zeros((rows, *values.shape[1:]), values.dtype)
        arrays[name][ROOT : ROOT + len(old)] = values[old]
    for place, first in firsts.items():
        arrays["first"][ROOT + place] = first
    n = np.zeros_like(tree.n)
    n[USED] = ROOT + len(old)
    # At a root the rewards and proven bounds belong to the player who chooses there.
    at, until = int(arrays["first"][ROOT]), int(arrays["first"][ROOT] + arrays["width"][ROOT])
    if at < until:
        arrays["whose"][ROOT] = arrays["chooser"][ROOT]
        arrays["total"][ROOT] = arrays["total"][at:until].sum()
        arrays["square"][ROOT] = arrays["square"][at:until].sum()
        arrays["low"][ROOT] = arrays["low"][at:until].max()
        arrays["high"][ROOT] = arrays["high"][at:until].max()
    # Entries for GRAVE go by the numbers of nodes, which are others now.
    return tree._replace(
        n=n, **arrays, heard=tree.heard.copy(), reward=tree.reward.copy(),
        waiting=tree.waiting.copy(), keys=np.zeros_like(tree.keys), met=np.zeros_like(tree.met),
    )  # fmt: skip


#: The feature of a family that says nothing: its factor is 1.
NEUTRAL = 0
#: Families of features: pieces that move and are captured, where a move goes to and comes from on
#: a laid-out board, the ring around its target, the ring beyond, the ring around its origin, how it
#: lies to the last move. The lines through the target follow, one family for each axis.
PIECES, TARGET, ORIGIN, RING, WIDE_RING, LEFT, REPLY, LINES_BEGIN = range(8)
#: Axes through a cell, and how far a line reaches on either side.
MOST_AXES, REACH_OF_LINES = 4, 3
FAMILIES = LINES_BEGIN + MOST_AXES
#: Cells of a ring, and those around the last move that a reply looks at.
MOST_RING, REPLY_CELLS = 8, 5
#: Places of `PatternTables.o`: the number of moves up to which a playout looks at all of them, and
#: how many it samples of more moves, 0 if playouts are random.
SCANNED, SAMPLED_MOVES, PATTERN_SETTINGS = range(3)


@by_address
class PatternTables(NamedTuple):
    """The weights of patterns as factors, and the cells around each site of a laid-out board."""

    o: Ints  #: int64 (PATTERN_SETTINGS,): see above
    near: Ints  #: int32 (sites * cells,): the sites around each site, 0 off the board
    adds: Ints  #: int64 (rules,): the component that a rule adds, 0 for none
    factors: Floats  #: (features,): of the prior of a move
    quick: Floats  #: (features,): of a move of a playout, which looks at fewer families
    at: Ints  #: int64 (FAMILIES,): the features of the move that was looked at last
