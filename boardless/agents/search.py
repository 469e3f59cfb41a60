"""The search loop, and the decision that its tree recommends."""

from dataclasses import dataclass
from random import Random
from typing import Any, cast

from boardless.agents.decision import MAX_BUDGET, Budget, Decision, Spent, checked_budget
from boardless.agents.determinization import hides
from boardless.agents.kernels import settings
from boardless.agents.kernels.pattern_tables import PatternTables
from boardless.agents.kernels.tree import (
    CALLS,
    FIRST_ROWS,
    NODES,
    ROOM,
    ROOT,
    TABLE,
    WANTS,
    Tree,
    new_tree,
    subtree,
    with_larger_table,
    with_more_rows,
    with_plies,
)
from boardless.agents.patterns import NO_TABLES, Patterns
from boardless.agents.protocol import StateProtocol
from boardless.agents.search_backends import (
    CompiledBackend,
    SearchBackend,
    backend_of,
    found,
)
from boardless.jit.arrays import Floats, Ints
from boardless.jit.readiness import working_seconds
from boardless.play.chance import Numbers
from boardless.play.state import State
from boardless.topo import InputError

#: Time of simulations between two looks at the clock, in seconds.
LOOK_SECONDS = 0.02
#: The most nodes of a tree, some 8 GB.
MAX_ROWS = 2**26


def searched(
    backend: SearchBackend,
    tree: Tree,
    o: Ints,
    w: Floats,
    seed: int,
    budget: Budget,
    tables: PatternTables = NO_TABLES,
) -> tuple[Tree, Spent]:
    """Return the tree after as many simulations as the budget allows, and the resources spent."""
    begin = working_seconds()
    number, step = 0, 1
    # The functions of a backend are for its own arrays.
    kernels: Any = backend.kernels
    last = checked_budget(budget).iterations or MAX_BUDGET
    calls = budget.calls or MAX_BUDGET
    while number < last and (budget.seconds is None or working_seconds() - begin < budget.seconds):
        end = last if budget.seconds is None else min(last, number + step)
        end = min(end, number + backend.at_once)
        looked, before = working_seconds(), number
        start = backend.start_of(number)
        number = int(
            kernels.search(backend.arrays, start, tree, tables, o, w, seed, number, end, calls)
        )
        wants = int(tree.n[WANTS])
        if number < end and not wants:
            break
        if wants == ROOM:
            backend.enlarge()
            tree = with_plies(tree, backend.plies)
        elif wants == NODES:
            if len(tree.visits) == MAX_ROWS:
                raise InputError(f"a search: more than {MAX_ROWS:,} nodes")
            tree = with_more_rows(tree)
        elif wants == TABLE:
            small, tree = tree, with_larger_table(tree)
            backend.kernels.fill_table(tree, small)
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


#: Deeper than any game.
ENDLESS = 10**9


@dataclass(frozen=True)
class Memory:
    """A tree, and the moves that had led to its root."""

    tree: Tree
    moves: tuple[Any, ...]


def decided(
    state: StateProtocol,
    budget: Budget,
    random: Random,
    o: Ints,
    w: Floats,
    functions: tuple[Any, Any],
    memory: Any,
    *,
    worlds: int | None = 1,
    by_mean: bool = False,
    patterns: Patterns | None = None,
) -> Decision:
    """Search with settings `o` and `w` and return the decision.

    `functions` are heuristic and policy, None for those of the settings; `worlds` is the number of
    determinizations; `by_mean` chooses the move with the best mean, not the one most visited.
    """
    if state.outcome() is not None:
        raise InputError(f"{state!r}: the game is over, there is no move to choose")
    learns = bool(
        o[settings.PLAYOUT] != settings.BY_CHANCE
        or o[settings.POLICY] in (settings.GRAVE, settings.HISTORY)
    )
    judges = bool(o[settings.CUT] != ENDLESS)
    heuristic, policy = functions
    backend = backend_of(
        state, random,
        judges=judges, learns=learns, heuristic=heuristic, policy=policy, worlds=worlds,
        patterns=patterns,
    )  # fmt: skip
    tables = NO_TABLES
    if patterns is not None:
        tables = patterns.tables(cast("State", state).game)
    players = state.players
    if (players > 2 and not o[settings.AGAINST]) or hides(state):
        # Determinizations prove nothing, nor do games of more than two sides.
        o[settings.SOLVER] = 0
    tree = _remembered(memory, state, backend)
    if tree is None:
        tree = new_tree(players, backend.plies, learns, backend.bound)
    tree, spent = searched(backend, tree, o, w, random.getrandbits(62), budget, tables)
    if not tree.width[ROOT]:
        raise InputError(f"{state!r}: no iteration was made, give a larger budget")
    solver = bool(o[settings.SOLVER])
    legal = backend.moves()
    numbers = {node: numbers_of(tree, node) for node in children(tree)}
    # With hidden information the tree has moves that are legal in other determinizations alone.
    moves = {node: legal[each] for node, each in numbers.items() if each in legal}
    best = best_child(tree, list(moves), solver, by_mean)
    visits = dict.fromkeys(moves.values(), 0)
    for node, move in moves.items():
        visits[move] += int(tree.visits[node])
    return Decision(
        move=moves[best],
        value=_value(tree, best, solver),
        values={move: _value(tree, n, solver) for n, move in moves.items() if tree.visits[n]},
        visits=visits,
        line=backend.line_of(_line(tree, best, solver)),
        proven=bool(solver and tree.low[ROOT] == tree.high[ROOT]),
        spent=spent,
        memory=Memory(tree, tuple(state.move_stack))
        if isinstance(state, State) and isinstance(backend, CompiledBackend) and not hides(state)
        else None,
    )


def _remembered(memory: Any, state: StateProtocol, backend: SearchBackend) -> Tree | None:
    """Return the part of a remembered tree that begins with a state, None if there is none."""
    compiled = isinstance(backend, CompiledBackend) and isinstance(memory, Memory)
    if not (compiled and isinstance(state, State)):
        return None
    moves, begin = state.move_stack, len(memory.moves)
    if tuple(moves[:begin]) != memory.moves:
        return None
    position = state.position.copy()
    while position.ply > begin:
        position.pop()
    node = ROOT
    for made in state.position.steps()[begin:]:
        numbers = found(position, made.move)
        same = [n for n in children(memory.tree, node) if numbers_of(memory.tree, n) == numbers]
        if numbers is None or not same:
            return None
        node = same[0]
        position.follow(made)
    return with_plies(subtree(memory.tree, node, FIRST_ROWS), backend.plies)


def _value(tree: Tree, node: int, solver: bool) -> float:
    """Return the value of a node: proven, else the mean."""
    if solver and tree.low[node] == tree.high[node]:
        return float(tree.low[node])
    return float(tree.total[node] / max(int(tree.visits[node]), 1))


def best_child(tree: Tree, nodes: list[int], solver: bool, by_mean: bool) -> int:
    """Return the best child: proven best, else most visited of those not proven worse."""
    if solver:
        floor = max(tree.low[child] for child in nodes)
        certain = [n for n in nodes if tree.low[n] == floor == tree.high[n]]
        if floor > 0 and certain and floor >= max(tree.high[n] for n in nodes):
            return min(certain, key=lambda n: (_length(tree, n), -int(tree.visits[n])))
        nodes = [n for n in nodes if tree.high[n] > floor or tree.low[n] == floor]
        hopeful = [n for n in nodes if tree.high[n] > 0]
        if not hopeful:
            # All is lost: as late as possible.
            return max(nodes, key=lambda n: (_length(tree, n), int(tree.visits[n])))
        nodes = hopeful

    def rank(child: int) -> tuple[float, float]:
        visits = int(tree.visits[child])
        mean = _value(tree, child, solver) if visits else -1.0
        return (mean, visits) if by_mean else (visits, mean)

    return max(nodes, key=rank)


def _length(tree: Tree, node: int) -> int:
    """Return the moves left below a proven node: the player ahead hurries, others delay."""
    if not tree.chooser[node] or not tree.width[node]:
        return 0
    below = children(tree, node)
    most = max(tree.low[child] for child in below)
    lengths = [_length(tree, n) for n in below if tree.low[n] == tree.high[n] == most]
    return 1 + (min if most > 0 else max)(lengths, default=0)


def _line(tree: Tree, best: int, solver: bool) -> list[Numbers]:
    """Return the principal variation, in numbers."""
    line, node = [numbers_of(tree, best)], best
    while tree.width[node] and tree.chooser[node] and tree.visits[node] > 1:
        node = best_child(tree, list(children(tree, node)), solver, by_mean=False)
        if not tree.visits[node]:
            break
        line.append(numbers_of(tree, node))
    return line
