"""Monte-Carlo search, with a tree (MCTS) or without (flat)."""

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from boardless.agents.decision import Budget, Decision, checked_state
from boardless.agents.heuristics import Heuristic, heuristic_of
from boardless.agents.kernels import settings
from boardless.agents.patterns import patterns_of
from boardless.agents.protocol import StateProtocol
from boardless.agents.search import ENDLESS, decided
from boardless.agents.search_backends import is_searched_compiled
from boardless.agents.tunable import tunable
from boardless.jit.arrays import Floats, Ints
from boardless.play.policies import is_jitted, policy_of
from boardless.topo import InputError, integer_between, named
from boardless.util.inputs import number_between

#: Policies for the choice of children, by name.
POLICIES = {
    "ucb1": settings.UCB1,
    "ucb1-tuned": settings.UCB1_TUNED,
    "grave": settings.GRAVE,
    "history": settings.HISTORY,
}
#: Policies of playouts, by name.
PLAYOUTS = {"random": settings.BY_CHANCE, "mast": settings.MAST, "nst": settings.NST}
#: The most positions that are drawn for a move.
MAX_WORLDS = 10_000


@dataclass(frozen=True)
class MCTS:
    """Monte-Carlo tree search.

    Compiled with the game where that is in L-GDL and no Python function is called; over any other
    game the same source runs in Python. With hidden information every simulation begins with a
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
        Keep what is proven. For one or two players, or all against one.
    reuse : bool
        Go on with the tree of the last move, in games in L-GDL.
    paranoid : bool
        All others are against the player who moves.
    reference, bias : int and float
        Visits that a node must have for GRAVE to look at its moves, and how soon it trusts a move's
        own visits.
    weight, epsilon : float
        The weight of progressive history, and the share of random moves in playouts that learn.
    worlds : int, optional
        Determinizations sampled for a move in games in L-GDL with hidden information; simulations
        begin with them in turn. By default 50, and with cards a redraw for each simulation.
    patterns : str, path or Patterns, optional
        Weights of local patterns, or their file (`learn_patterns`): a prior of children, which are
        then chosen by PUCT with `exploration`, and weights of the moves of playouts.

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
    worlds: int | None = None
    patterns: Any = None

    def __post_init__(self) -> None:
        named(self.policy, POLICIES, "policy")
        if isinstance(self.playout, str) and ":" not in self.playout:
            named(self.playout, PLAYOUTS, "playout")
        elif self.playout is not None:
            policy_of(self.playout)
        heuristic_of(self.heuristic)
        if patterns_of(self.patterns) is not None and (self.policy, self.playout) != (
            "ucb1", "random",
        ):  # fmt: skip
            raise InputError(
                "patterns: they choose children and playouts, give no policy for these"
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
        o, w = self._settings(checked_state(state).seat)
        kept = memory if self.reuse else None
        functions = self._functions(state)
        return decided(
            state,
            budget,
            random,
            o,
            w,
            functions,
            kept,
            worlds=self.worlds,
            patterns=patterns_of(self.patterns),
        )

    def _functions(self, state: StateProtocol) -> tuple[Any, Any]:
        """Return heuristic and policy as functions; compiled searches take weights as numbers."""
        heuristic = None if self.cut is None else heuristic_of(self.heuristic) or Heuristic()
        policy = None if self.playout in PLAYOUTS else policy_of(self.playout)
        compiled = is_searched_compiled(state) and (policy is None or is_jitted(policy))
        return None if compiled and isinstance(heuristic, Heuristic) else heuristic, policy

    def _settings(self, seat: int) -> tuple[Ints, Floats]:
        """Return the numbers of the search; see `agents.kernels.settings`."""
        o = np.zeros(settings.REFERENCE + 1, np.int64)
        o[settings.POLICY] = POLICIES[self.policy.lower()]
        o[settings.PLAYOUT] = (
            PLAYOUTS.get(self.playout, settings.BY_CHANCE) if isinstance(self.playout, str) else 0
        )
        o[settings.CUT] = ENDLESS if self.cut is None else self.cut
        o[settings.DEPTH] = ENDLESS if self.depth is None else self.depth
        o[settings.SOLVER] = self.solver
        o[settings.AGAINST] = seat if self.paranoid else 0
        o[settings.REFERENCE] = self.reference
        w = np.zeros(settings.WEIGHTS + len(settings.FEATURES))
        w[: settings.WEIGHTS] = self.exploration, self.bias, self.weight, self.epsilon
        heuristic = heuristic_of(self.heuristic)
        judges = heuristic if isinstance(heuristic, Heuristic) else Heuristic()
        w[settings.WEIGHTS :] = judges.weights
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
        self._searching()

    def _searching(self) -> MCTS:
        return MCTS(playout=self.playout, cut=self.cut, heuristic=self.heuristic, depth=1)

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        flat = self._searching()
        o, w = flat._settings(checked_state(state).seat)
        o[settings.POLICY], o[settings.SOLVER] = settings.EVEN, 0
        return decided(
            state, budget, random, o, w, flat._functions(state), None,
            worlds=flat.worlds, by_mean=True,
        )  # fmt: skip
