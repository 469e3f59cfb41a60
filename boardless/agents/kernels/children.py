"""Expansion: a node that is visited for the second time gets children for all its moves.

Their order is random. Where chance decides, they are its outcomes. With hidden information other
moves may be legal the next time: then children are added.
"""

from boardless.agents.kernels.engine_backend import (
    bound_number,
    chance_of,
    move_code,
    option_at,
    who_chooses,
)
from boardless.agents.kernels.features import CHANCE, HIDES, LEARNS, PATTERNS
from boardless.agents.kernels.pattern_tables import PatternTables
from boardless.agents.kernels.patterns import prior_weight
from boardless.agents.kernels.selection import bring_forward, exchange_children
from boardless.agents.kernels.settings import UNKNOWN
from boardless.agents.kernels.tree import ROOT, USED, Tree
from boardless.jit.game_runtime import below, int64, kernel, mix
from boardless.state.engine.arrays import NAMED, Arrays


@kernel
def add_children(
    s: Arrays, tree: Tree, p: PatternTables, node: int, count: int, order: int
) -> bool:
    """Give a node children for the moves of `count` that have none, if there is room."""
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
    """Add a row behind the children of a node, which move to the end where others are behind."""
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
    """Shuffle the children of a node, none of which was visited."""
    first = int64(tree.first[node])
    for place in range(int64(tree.width[node]) - 1, 0, -1):
        one = first + place
        other = first + below(mix(stream, place), place + 1)
        exchange_children(tree, one, other)
