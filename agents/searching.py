"""Searches under way: a tree, a game to simulate, a budget."""

from boardless.agents.decision import MAX_BUDGET, Budget, Spent
from boardless.agents.kernels.tree import (
    CALLS,
    NODES,
    ROOM,
    ROOT,
    TABLE,
    WANTS,
    Tree,
    with_larger_table,
    with_more_rows,
    with_plies,
)
from boardless.agents.sides import AnySide, GameSide
from boardless.play.chance import Numbers
from boardless.topo import InputError
from boardless.topo.kernels.arrays import Floats, Ints
from boardless.topo.kernels.readiness import working_seconds

#: How long the simulations take between two looks at the clock, in seconds.
LOOK_SECONDS = 0.02
#: The most nodes of a tree, some 8 GB.
MAX_ROWS = 2**26


def searched(
    side: GameSide | AnySide, tree: Tree, o: Ints, w: Floats, seed: int, budget: Budget
) -> tuple[Tree, Spent]:
    """Return the tree after as many simulations as the budget allows, and what was spent.

    Raises
    ------
    InputError
        If a simulation does not end, or the tree gets too large.
    """
    begin = working_seconds()
    number, step = 0, 1
    last = budget.iterations or MAX_BUDGET
    calls = budget.calls or MAX_BUDGET
    while number < last and (budget.seconds is None or working_seconds() - begin < budget.seconds):
        end = last if budget.seconds is None else min(last, number + step)
        end = min(end, number + side.at_once)
        looked, before = working_seconds(), number
        start = side.start_of(number)
        number = int(side.kernels.search(side.arrays, start, tree, o, w, seed, number, end, calls))
        wants = int(tree.n[WANTS])
        if number < end and not wants:
            break
        if wants == ROOM:
            side.enlarge()
            tree = with_plies(tree, side.plies)
        elif wants == NODES:
            if len(tree.visits) == MAX_ROWS:
                raise InputError(f"a search: more than {MAX_ROWS:,} nodes")
            tree = with_more_rows(tree)
        elif wants == TABLE:
            small, tree = tree, with_larger_table(tree)
            side.kernels.fill_table(tree, small)
        elif working_seconds() - looked < LOOK_SECONDS and number - before == step:
            step *= 2
    return tree, Spent(number, int(tree.n[CALLS]), working_seconds() - begin)


def children(tree: Tree, node: int = ROOT) -> range:
    """Return the rows of a node's children."""
    first = int(tree.first[node])
    return range(first, first + int(tree.width[node]))


def numbers_of(tree: Tree, node: int) -> Numbers:
    """Return the move that leads to a node, in numbers."""
    return tuple(tree.move[node].tolist())
