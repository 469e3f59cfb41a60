"""Monte-Carlo search, with a tree or without."""

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from boardless.agents.decision import Budget, Decision
from boardless.agents.heuristics import Heuristic, heuristic_of
from boardless.agents.kernels import settings as k
from boardless.agents.kernels.tree import (
    FIRST_ROWS,
    ROOT,
    Tree,
    new_tree,
    subtree,
    with_plies,
)
from boardless.agents.observing import hides
from boardless.agents.protocol import State
from boardless.agents.searching import (
    AnySide,
    GameSide,
    Numbers,
    children,
    is_searched_compiled,
    numbered,
    numbers_of,
    searched,
    side_of,
)
from boardless.agents.tunable import tunable
from boardless.play.policies import is_jitted, policy_of
from boardless.topo import InputError, named, whole_number
from boardless.topo.kernels.arrays import Floats, Ints

if TYPE_CHECKING:
    from boardless.play.state import State as GameState

#: How children are chosen, by name.
POLICIES = {"ucb1": k.UCB1, "ucb1-tuned": k.UCB1_TUNED, "grave": k.GRAVE, "history": k.HISTORY}
#: How playouts choose their moves, by name.
PLAYOUTS = {"random": k.BY_CHANCE, "mast": k.MAST, "nst": k.NST}
#: Deeper than any game.
ENDLESS = 10**9
#: The most positions that are drawn for a move.
MAX_WORLDS = 10_000


@dataclass(frozen=True)
class MCTS:
    """Monte-Carlo tree search.

    Compiled with the game where that is in L-GDL and nothing in Python is asked; over any other
    game the same source runs in Python. Where players do not see everything, every simulation
    begins with a position that may be there (information sets, one tree). Of three or more players
    each is for himself (max-n).

    Attributes
    ----------
    policy : {"ucb1", "ucb1-tuned", "grave", "history"}
        How children are chosen; "history" is progressive history.
    exploration : float
        How much is tried that seems worse; 0 is usual for GRAVE.
    playout : {"random", "mast", "nst"} or callable
        How playouts choose their moves: by chance, by what moves, or pairs of moves, have led to,
        or by a policy (`play.policies`).
    cut : int, optional
        After how many moves a playout is cut and the position judged; 0 for no playouts.
    heuristic : Heuristic, callable or str, optional
        What judges; by default the weights of ``Heuristic()``.
    depth : int, optional
        The depth of the tree.
    solver : bool
        Keep what is proven. For one or two players, or all against one.
    reuse : bool
        Go on with the tree of the last move, in games in L-GDL.
    paranoid : bool
        All others are against the player who moves.
    reference : int
        How many visits a node must have for GRAVE to look at its moves.
    bias : float
        How soon GRAVE trusts a move's own visits.
    weight : float
        The weight of progressive history.
    epsilon : float
        How often playouts that learn choose by chance.
    worlds : int
        How many positions that may be there are drawn where players of a game in L-GDL do not see
        everything; simulations begin with them in turn.

    Raises
    ------
    InputError
        If something is not allowed.
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
    worlds: int = 50

    def __post_init__(self) -> None:
        named(self.policy, POLICIES, "policy")
        if isinstance(self.playout, str) and ":" not in self.playout:
            named(self.playout, PLAYOUTS, "playout")
        elif self.playout is not None:
            policy_of(self.playout)
        heuristic_of(self.heuristic)
        for name, least in (("cut", 0), ("depth", 1)):
            if getattr(self, name) is not None:
                whole_number(getattr(self, name), name, least, ENDLESS)
        whole_number(self.reference, "reference", 0, ENDLESS)
        whole_number(self.worlds, "worlds", 1, MAX_WORLDS)
        for name, most in (("exploration", 1e6), ("bias", 1e6), ("weight", 1e6), ("epsilon", 1.0)):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise InputError(f"{name} {number!r}: give a number")
            if not 0 <= number <= most:
                raise InputError(f"{name} {number!r}: choose 0 to {most:g}")

    def __call__(
        self, state: State, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return what to do; see `agents.Agent`."""
        o, w = self._settings(state.seat)
        kept = memory if self.reuse else None
        return decided(state, budget, random, o, w, self._asked(state), kept, worlds=self.worlds)

    def _asked(self, state: State) -> tuple[Any, Any]:
        """Return the functions that the search asks; weights are numbers where it is compiled."""
        heuristic = None if self.cut is None else heuristic_of(self.heuristic) or Heuristic()
        policy = None if self.playout in PLAYOUTS else policy_of(self.playout)
        compiled = is_searched_compiled(state) and (policy is None or is_jitted(policy))
        return None if compiled and isinstance(heuristic, Heuristic) else heuristic, policy

    def _settings(self, seat: int) -> tuple[Ints, Floats]:
        """Return the numbers of the search; see `agents.kernels.settings`."""
        o = np.zeros(k.REFERENCE + 1, np.int64)
        o[k.POLICY] = POLICIES[self.policy.lower()]
        o[k.PLAYOUT] = (
            PLAYOUTS.get(self.playout, k.BY_CHANCE) if isinstance(self.playout, str) else 0
        )
        o[k.CUT] = ENDLESS if self.cut is None else self.cut
        o[k.DEPTH] = ENDLESS if self.depth is None else self.depth
        o[k.SOLVER] = self.solver
        o[k.AGAINST] = seat if self.paranoid else 0
        o[k.REFERENCE] = self.reference
        w = np.zeros(k.WEIGHTS + len(k.FEATURES))
        w[: k.WEIGHTS] = self.exploration, self.bias, self.weight, self.epsilon
        heuristic = heuristic_of(self.heuristic)
        judges = heuristic if isinstance(heuristic, Heuristic) else Heuristic()
        w[k.WEIGHTS :] = judges.weights
        return o, w


@dataclass(frozen=True)
class FlatMC:
    """Playouts alone, as many after each move: the move with the best mean is made.

    Attributes
    ----------
    playout, cut, heuristic
        See `MCTS`.
    """

    playout: Any = "random"
    cut: int | None = None
    heuristic: Any = None

    def __post_init__(self) -> None:
        self._searching()

    def _searching(self) -> MCTS:
        return MCTS(playout=self.playout, cut=self.cut, heuristic=self.heuristic, depth=1)

    def __call__(
        self, state: State, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return what to do; see `agents.Agent`."""
        flat = self._searching()
        o, w = flat._settings(state.seat)
        o[k.POLICY], o[k.SOLVER] = k.EVEN, 0
        return decided(
            state, budget, random, o, w, flat._asked(state), None,
            worlds=flat.worlds, by_mean=True,
        )  # fmt: skip


@dataclass(frozen=True)
class Memory:
    """A tree, and the moves that had been made at its root."""

    tree: Tree
    made: tuple[Any, ...]


def decided(
    state: State,
    budget: Budget,
    random: Random,
    o: Ints,
    w: Floats,
    asked: tuple[Any, Any],
    memory: Any,
    *,
    worlds: int = 1,
    by_mean: bool = False,
) -> Decision:
    """Search with some settings and return what came out.

    Parameters
    ----------
    state, budget, random, memory
        See `agents.Agent`.
    o, w : int64 and float64 arrays
        See `agents.kernels.settings`.
    asked : pair of callables
        The heuristic and the policy, None for those of the settings.
    worlds : int
        How many positions that may be there are drawn.
    by_mean : bool
        Whether the move with the best mean is made, not the one most visited.
    """
    if state.outcome() is not None:
        raise InputError(f"{state!r}: the game is over, there is no move to choose")
    learns = bool(o[k.PLAYOUT] != k.BY_CHANCE or o[k.POLICY] in (k.GRAVE, k.HISTORY))
    judges = bool(o[k.CUT] != ENDLESS)
    heuristic, policy = asked
    side = side_of(
        state, random,
        judges=judges, learns=learns, heuristic=heuristic, policy=policy, worlds=worlds,
    )  # fmt: skip
    players = state.players
    if (players > 2 and not o[k.AGAINST]) or hides(state):
        # Nothing is proven by what may be, nor where it is not one against another.
        o[k.SOLVER] = 0
    tree = _remembered(memory, state, side)
    if tree is None:
        tree = new_tree(players, side.plies, learns, side.bound)
    tree, spent = searched(side, tree, o, w, random.getrandbits(62), budget)
    if not tree.width[ROOT]:
        raise InputError(f"{state!r}: no iteration was made, give a larger budget")
    best = _best(tree, bool(o[k.SOLVER]), by_mean)
    nodes = [node for node in children(tree) if tree.visits[node]]
    known = side.moves()
    moves = {node: known[numbers_of(tree, node)] for node in children(tree)}
    solved = bool(o[k.SOLVER]) and tree.low[best] == tree.high[best]
    return Decision(
        move=moves[best],
        value=_value(tree, best, solved),
        values={moves[n]: _value(tree, n, bool(o[k.SOLVER])) for n in nodes},
        visits={moves[node]: int(tree.visits[node]) for node in children(tree)},
        line=side.line_of(_line(tree, best, bool(o[k.SOLVER]))),
        proven=bool(o[k.SOLVER]) and tree.low[ROOT] == tree.high[ROOT],
        spent=spent,
        memory=Memory(tree, tuple(cast("GameState", state).move_stack))
        if isinstance(side, GameSide) and not hides(state)
        else None,
    )


def _remembered(memory: Any, state: State, side: GameSide | AnySide) -> Tree | None:
    """Return the part of a remembered tree that begins with a state, None if there is none."""
    if not isinstance(side, GameSide) or not isinstance(memory, Memory):
        return None
    state = cast("GameState", state)
    made, known = state.move_stack, len(memory.made)
    if tuple(made[:known]) != memory.made:
        return None
    position = state.position.copy()
    while position.ply > known:
        position.take_back()
    node = ROOT
    for move in made[known:]:
        moves = numbered(position)
        below = children(memory.tree, node)
        same = [n for n in below if moves.get(numbers_of(memory.tree, n)) == move]
        if not same:
            return None
        node = same[0]
        position.make(move)
    return with_plies(subtree(memory.tree, node, FIRST_ROWS), side.plies)


def _value(tree: Tree, node: int, solver: bool) -> float:
    """Return what is expected at a node: what is proven, else the mean."""
    if solver and tree.low[node] == tree.high[node]:
        return float(tree.low[node])
    return float(tree.total[node] / max(int(tree.visits[node]), 1))


def _best(tree: Tree, solver: bool, by_mean: bool, node: int = ROOT) -> int:
    """Return the child to go to: proven best, else most visited of those not proven worse."""
    nodes = list(children(tree, node))
    if solver:
        floor = max(tree.low[child] for child in nodes)
        certain = [n for n in nodes if tree.low[n] == floor == tree.high[n]]
        if floor > 0 and certain and floor >= max(tree.high[n] for n in nodes):
            return max(certain, key=lambda child: int(tree.visits[child]))
        nodes = [n for n in nodes if tree.high[n] > floor or tree.low[n] == floor]
        hopeful = [n for n in nodes if tree.high[n] > 0]
        nodes = hopeful or nodes

    def rank(child: int) -> tuple[float, float]:
        visits = int(tree.visits[child])
        mean = _value(tree, child, solver) if visits else -1.0
        return (mean, visits) if by_mean else (visits, mean)

    return max(nodes, key=rank)


def _line(tree: Tree, best: int, solver: bool) -> list[Numbers]:
    """Return the line of moves that is expected, in numbers."""
    line, node = [numbers_of(tree, best)], best
    while tree.width[node] and tree.chooser[node] and tree.visits[node] > 1:
        node = _best(tree, solver, by_mean=False, node=node)
        if not tree.visits[node]:
            break
        line.append(numbers_of(tree, node))
    return line
