"""Monte-Carlo search, with a tree (MCTS) or without (flat): settings, loop and decision."""

from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

import numpy as np

from boardless.agents.determinization import hides
from boardless.agents.heuristics import Heuristic, heuristic_of
from boardless.agents.kernels import arrays
from boardless.agents.kernels.arrays import ROOT, SOLVER, Tree
from boardless.agents.patterns import patterns_of
from boardless.agents.protocol import (
    MAX_BUDGET,
    Budget,
    Decision,
    Spent,
    StateProtocol,
    checked_budget,
    checked_state,
    tunable,
)
from boardless.agents.search_backends import CompiledBackend, SearchBackend, backend_of, numbers_at
from boardless.jit.arrays import Floats, Ints
from boardless.jit.compilations import working_seconds
from boardless.play.chance import Numbers
from boardless.play.playing import policy_of
from boardless.play.state import State
from boardless.topo import InputError, integer_between, named
from boardless.util.inputs import number_between

#: Policies for the choice of children, by name.
POLICIES = {
    "ucb1": arrays.UCB1,
    "ucb1-tuned": arrays.UCB1_TUNED,
    "grave": arrays.GRAVE,
    "history": arrays.HISTORY,
}
#: Policies of playouts, by name.
PLAYOUTS = {"random": arrays.BY_CHANCE, "mast": arrays.MAST, "nst": arrays.NST}
#: The most determinizations for a move.
MAX_WORLDS = 10_000
#: A depth that no game reaches.
ENDLESS = 10**9
#: Time of simulations between two looks at the clock, in seconds.
LOOK_SECONDS = 0.02
#: The most nodes of a tree, some 8 GB.
MAX_ROWS = 2**26


@dataclass(frozen=True)
class MCTS:
    """Monte-Carlo tree search.

    The search is compiled with a game in L-GDL if it calls no function in Python. Otherwise the
    same source runs in Python. With hidden information every simulation begins with a
    determinization (information sets, one tree). Three or more players play max-n.

    Attributes
    ----------
    policy : {"ucb1", "ucb1-tuned", "grave", "history"}
        Selection of children; "history" is progressive history.
    exploration : float
        The weight of exploration; 0 is usual for GRAVE.
    playout : {"random", "mast", "nst"} or callable
        Moves of playouts: random, by statistics of moves or of pairs of moves, or by a policy
        (`play.playing.Policy`).
    cut : int, optional
        The length at which a playout is cut and the position evaluated; 0 for no playouts.
    heuristic : Heuristic, callable or str, optional
        The evaluation; by default the weights of ``Heuristic()``.
    depth : int, optional
        The depth of the tree.
    solver : bool
        Keep proofs. For one or two players, or all against one.
    reuse : bool
        Go on with the tree of the last move, in games in L-GDL.
    paranoid : bool
        Assume that all other players play against the mover.
    reference, bias : int and float
        GRAVE reads the statistics of a node with at least `reference` visits. With a larger `bias`
        it trusts a move's own visits sooner.
    weight, epsilon : float
        The weight of progressive history, and the share of random moves in playouts that learn.
    worlds : int, optional
        Determinizations sampled for a move in games in L-GDL with hidden information; simulations
        begin with them in turn. By default 50, and with cards a redraw for each simulation.
    patterns : str, path or Patterns, optional
        Weights of local patterns, or their file (`learn_patterns`). They are priors of children,
        which PUCT chooses with `exploration`, and weights of the moves of playouts.

    Raises
    ------
    InputError
        If a parameter is not allowed.
    """

    policy: str = tunable("ucb1", choices=("ucb1", "ucb1-tuned", "grave", "history"))
    exploration: float = tunable(1.0, 0.0, 2.0)
    playout: Any = tunable("random", choices=("random", "mast", "nst"))
    cut: int | None = None
    heuristic: Any = None
    depth: int | None = None
    solver: bool = tunable(True, choices=(False, True))
    reuse: bool = True
    paranoid: bool = False
    reference: int = tunable(50, 1, 1000, log=True)
    bias: float = tunable(1e-4, 1e-10, 1.0, log=True)
    weight: float = tunable(3.0, 0.0, 20.0)
    epsilon: float = tunable(0.2, 0.0, 1.0)
    worlds: int | None = None
    patterns: Any = None

    #: Whether the search chooses the move with the best mean, not the one most visited.
    _by_mean: ClassVar[bool] = False

    def __post_init__(self) -> None:
        named(self.policy, POLICIES, "policy")
        object.__setattr__(self, "policy", self.policy.casefold())
        if isinstance(self.playout, str) and ":" not in self.playout:
            named(self.playout, PLAYOUTS, "playout")
            object.__setattr__(self, "playout", self.playout.casefold())
        else:
            policy_of(self.playout)
        heuristic_of(self.heuristic)
        if patterns_of(self.patterns) is not None and (self.policy, self.playout) != (
            "ucb1", "random",
        ):  # fmt: skip
            raise InputError(
                "patterns: leave out the policy, because patterns choose children and moves "
                "of playouts"
            )
        for name, least, most in (
            ("cut", 0, ENDLESS), ("depth", 1, ENDLESS), ("worlds", 1, MAX_WORLDS),
        ):  # fmt: skip
            if getattr(self, name) is not None:
                integer_between(getattr(self, name), name, least, most)
        integer_between(self.reference, "reference", 0, ENDLESS)
        limits = (("exploration", 1e6), ("bias", 1e6), ("weight", 1e6), ("epsilon", 1.0))
        for name, limit in limits:
            number_between(getattr(self, name), name, limit)

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        o, w = self.settings(checked_state(state).seat)
        if state.outcome() is not None:
            raise InputError(f"{state!r}: the game is over, there is no move to choose")
        hidden = hides(state)
        by_moves = o[arrays.POLICY] in (arrays.GRAVE, arrays.HISTORY)
        learns = bool(by_moves or o[arrays.PLAYOUT] != arrays.BY_CHANCE)
        backend = backend_of(
            state, random, judges=self.cut is not None, learns=learns,
            heuristic=None if self.cut is None else heuristic_of(self.heuristic) or Heuristic(),
            policy=None if self.playout in PLAYOUTS else policy_of(self.playout),
            worlds=self.worlds, patterns=patterns_of(self.patterns),
        )  # fmt: skip
        if (state.players > 2 and not self.paranoid) or hidden:
            # Determinizations prove nothing, nor do games of more than two sides.
            o[SOLVER] = 0
        tree = _remembered(memory if self.reuse else None, state, backend)
        if tree is None:
            tree = arrays.new_tree(state.players, backend.plies, learns, backend.bound)
        tree, spent = search_tree(backend, tree, o, w, random.getrandbits(62), budget)
        if not tree.width[ROOT]:
            raise InputError(f"{state!r}: no iteration was made, give a larger budget")
        solver, legal = bool(o[SOLVER]), backend.moves()
        # With hidden information the tree has moves that are legal in other determinizations alone.
        moves = {
            node: legal[numbers]
            for node in children(tree)
            if (numbers := numbers_of(tree, node)) in legal
        }
        best = best_child(tree, list(moves), solver, self._by_mean)
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
            if isinstance(backend, CompiledBackend) and isinstance(state, State) and not hidden
            else None,
        )

    def settings(self, seat: int) -> tuple[Ints, Floats]:
        """Return the numbers of a search for a seat; see `agents.kernels.arrays`."""
        o = np.zeros(arrays.REFERENCE + 1, np.int64)
        o[arrays.POLICY] = POLICIES[self.policy]
        o[arrays.PLAYOUT] = PLAYOUTS.get(self.playout, arrays.BY_CHANCE)
        o[arrays.CUT] = ENDLESS if self.cut is None else self.cut
        o[arrays.DEPTH] = ENDLESS if self.depth is None else self.depth
        o[SOLVER] = self.solver
        o[arrays.AGAINST] = seat if self.paranoid else 0
        o[arrays.REFERENCE] = self.reference
        heuristic = heuristic_of(self.heuristic)
        w = (heuristic if isinstance(heuristic, Heuristic) else Heuristic()).settings
        w[: arrays.WEIGHTS] = self.exploration, self.bias, self.weight, self.epsilon
        return o, w


class _EvenMCTS(MCTS):
    """A search that visits all children alike."""

    _by_mean = True

    def settings(self, seat: int) -> tuple[Ints, Floats]:
        o, w = super().settings(seat)
        o[arrays.POLICY], o[SOLVER] = arrays.EVEN, 0
        return o, w


@dataclass(frozen=True)
class FlatMC:
    """Flat Monte Carlo: the same number of playouts after each move; the best mean is chosen.

    Attributes
    ----------
    playout, cut, heuristic
        See `MCTS`.
    """

    playout: Any = "random"
    cut: int | None = None
    heuristic: Any = None

    def __post_init__(self) -> None:
        self._search()

    def _search(self) -> MCTS:
        return _EvenMCTS(
            playout=self.playout, cut=self.cut, heuristic=self.heuristic, depth=1, reuse=False
        )

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        return self._search()(state, budget, random)


def search_tree(
    backend: SearchBackend, tree: Tree, o: Ints, w: Floats, seed: int, budget: Budget
) -> tuple[Tree, Spent]:
    """Grow a tree by simulations until the budget is spent; return it and the resources spent.

    `o` and `w` are the integers and the floats of `MCTS.settings`.
    """
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
        number = int(
            kernels.search(
                backend.arrays, backend.start_of(number), tree, backend.tables, o, w,
                seed, number, end, calls,
            )
        )  # fmt: skip
        wants = int(tree.n[arrays.WANTS])
        if number < end and not wants:
            break
        if wants == arrays.ROOM:
            backend.enlarge()
            tree = arrays.with_plies(tree, backend.plies)
        elif wants == arrays.NODES:
            if len(tree.visits) == MAX_ROWS:
                raise InputError(f"a search: more than {MAX_ROWS:,} nodes")
            tree = arrays.with_more_rows(tree)
        elif wants == arrays.TABLE:
            small, tree = tree, arrays.with_larger_table(tree)
            kernels.fill_table(tree, small)
        elif working_seconds() - looked < LOOK_SECONDS and number - before == step:
            step *= 2
    return tree, Spent(number, int(tree.n[arrays.CALLS]), working_seconds() - begin)


def children(tree: Tree, node: int = ROOT) -> range:
    """Return the rows of a node's children."""
    first = int(tree.first[node])
    return range(first, first + int(tree.width[node]))


def numbers_of(tree: Tree, node: int) -> Numbers:
    """Return the move that leads to a node, in numbers."""
    return tuple(tree.move[node].tolist())


@dataclass(frozen=True)
class Memory:
    """A tree, and the moves before its root."""

    tree: Tree
    moves: tuple[Any, ...]


def _remembered(memory: Any, state: StateProtocol, backend: SearchBackend) -> Tree | None:
    """Return the part of a remembered tree that begins with a state, or None."""
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
    for step in state.position.steps()[begin:]:
        numbers = numbers_at(position, step.move)
        same = [n for n in children(memory.tree, node) if numbers_of(memory.tree, n) == numbers]
        if numbers is None or not same:
            return None
        node = same[0]
        position.follow(step)
    return arrays.with_plies(arrays.subtree(memory.tree, node, arrays.FIRST_ROWS), backend.plies)


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
