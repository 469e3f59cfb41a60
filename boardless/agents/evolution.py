"""Evolutionary agents: random mutation hill climbing and rolling horizon evolution.

A gene is a random number. At the player's turn it stands for one of the legal moves. The others'
moves are random. So every sequence can be played from any state, and genes that a mutation does not
touch keep their meaning.

Sources: D. Perez, S. Samothrakis, S. Lucas, P. Rohlfshagen, Rolling horizon evolution versus tree
search for navigation in single-player real-time games, 2013. Parameters and their values follow TAG
(R. Gaina and others, 2020).
"""

from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

import numpy as np

from boardless.agents.heuristics import Heuristic, heuristic_of
from boardless.agents.kernels.arrays import CALLS, ROOT, new_tree, with_plies
from boardless.agents.kernels.joining import SEQUENCES
from boardless.agents.protocol import MAX_BUDGET, Budget, Decision, Meter, StateProtocol, tunable
from boardless.agents.search_backends import backend_of
from boardless.agents.simple import heuristic_for, moves_of
from boardless.play.chance import Numbers
from boardless.state.engine.arrays import NAMED
from boardless.topo import InputError, integer_between
from boardless.util.inputs import number_between

Genes = tuple[int, ...]
_MOST = 10_000
_BITS = 30


@dataclass(frozen=True)
class _Evolving:
    """The parameters of both agents."""

    #: An iteration is a generation, so calls are counted.
    default_budget: ClassVar[Budget] = Budget(calls=4_000)

    horizon: int = tunable(10, 1, 30)
    discount: float = tunable(0.9, 0.5, 1.0)
    heuristic: Any = None

    def __post_init__(self) -> None:
        integer_between(self.horizon, "horizon", 1, _MOST)
        number_between(self.discount, "discount", 1)
        heuristic_of(self.heuristic)


@dataclass(frozen=True)
class RMHC(_Evolving):
    """Random mutation hill climbing: mutate one gene of a sequence, keep it if not worse.

    Attributes
    ----------
    horizon : int
        Number of the player's own moves to look ahead.
    discount : float
        The weight of a gain against the gain of the own move before.
    heuristic : Heuristic, callable or str, optional
        The value of a position; see `Greedy`.
    """

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        rollout = _Rollout(self, state, budget, random)
        best = rollout.evaluate(rollout.random_genes())
        while rollout.meter.left:
            other = rollout.evaluate(rollout.mutate(best.genes))
            rollout.meter.iterations += 1
            if other.value >= best.value:
                best = other
        return rollout.decision(best)


@dataclass(frozen=True)
class RHEA(_Evolving):
    """Rolling horizon evolution: the better sequences of a population have children.

    Attributes
    ----------
    horizon, discount, heuristic
        See `RMHC`.
    population, elite, children : int
        Number of sequences, of the best sequences that stay as they are, and of new ones in each
        generation.
    mutations : int
        Genes of a child that are resampled.
    tournament : int
        Sequences sampled for a tournament. The best becomes a parent.
    """

    population: int = tunable(10, 2, 50)
    elite: int = tunable(2, 1, 5)
    children: int = tunable(10, 1, 50)
    mutations: int = tunable(1, 1, 5)
    tournament: int = tunable(4, 1, 10)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("population", "elite", "children", "mutations", "tournament"):
            integer_between(getattr(self, name), name, 1, _MOST)
        if self.elite > self.population:
            raise InputError(
                f"elite {self.elite}: choose at most the population, {self.population}"
            )

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        rollout = _Rollout(self, state, budget, random)
        population = [rollout.evaluate(rollout.random_genes())]
        while len(population) < self.population and rollout.meter.left:
            population.append(rollout.evaluate(rollout.random_genes()))
        while rollout.meter.left:
            population.sort(key=lambda each: -each.value)
            offspring = []
            for _ in range(self.children):
                if not rollout.meter.left:
                    break
                one, other = (self._parent(population, random) for _ in range(2))
                crossover = tuple(random.choice(pair) for pair in zip(one, other, strict=True))
                offspring.append(rollout.evaluate(rollout.mutate(crossover, self.mutations)))
            rest = sorted((*population[self.elite :], *offspring), key=lambda each: -each.value)
            population = (population[: self.elite] + rest)[: self.population]
            rollout.meter.iterations += 1
        return rollout.decision(max(population, key=lambda each: each.value))

    def _parent(self, population: "list[_Individual]", random: Random) -> Genes:
        entrants = [random.choice(population) for _ in range(self.tournament)]
        return max(entrants, key=lambda each: each.value).genes


@dataclass(frozen=True)
class _Individual:
    """A gene sequence, its value, and the own moves that it stood for, in numbers."""

    genes: Genes
    value: float
    line: tuple[Numbers, ...]


class _Rollout:
    """The evaluation of gene sequences of an agent from a state; see `kernels.sequences`."""

    def __init__(
        self, agent: RMHC | RHEA, state: StateProtocol, budget: Budget, random: Random
    ) -> None:
        moves_of(state)
        self.agent, self.meter, self.random = agent, Meter(budget), random
        self._calls = budget.calls or MAX_BUDGET
        judge = heuristic_for(agent.heuristic, state)
        self._backend = backend_of(
            state, random, judges=True, learns=False, worlds=None, parts=SEQUENCES, heuristic=judge
        )
        self._tree = new_tree(state.players, self._backend.plies, False, self._backend.bound)
        self._weights = (judge if isinstance(judge, Heuristic) else Heuristic()).settings
        self._line = np.zeros((agent.horizon, NAMED + self._backend.bound), np.int64)
        self._number = 0

    def random_genes(self) -> Genes:
        return tuple(self.random.getrandbits(_BITS) for _ in range(self.agent.horizon))

    def mutate(self, genes: Genes, times: int = 1) -> Genes:
        """Return a sequence with some genes resampled."""
        changed = list(genes)
        for _ in range(times):
            changed[self.random.randrange(len(changed))] = self.random.getrandbits(_BITS)
        return tuple(changed)

    def evaluate(self, genes: Genes) -> _Individual:
        """Return a sequence with its value: the sum of the discounted gains of its positions."""
        seed, own = self.random.getrandbits(62), -1
        kernels: Any = self._backend.kernels
        while own < 0:
            self._tree.n[CALLS] = self.meter.calls
            start = self._backend.start_of(self._number)
            own = int(
                kernels.play_sequence(
                    self._backend.arrays, start, self._tree, np.array(genes, np.int64), self._line,
                    self._weights, seed, self._calls, self.agent.discount,
                )
            )  # fmt: skip
            if own < 0:
                self._backend.enlarge()
                self._tree = with_plies(self._tree, self._backend.plies)
        self._number += 1
        self.meter.calls = int(self._tree.n[CALLS])
        line = tuple(map(tuple, self._line[:own].tolist()))
        return _Individual(genes, float(self._tree.total[ROOT]), line)

    def decision(self, best: _Individual) -> Decision:
        """Return the first move of a sequence, and those behind it that could be made at once."""
        value, legal = min(max(best.value, 0.0), 1.0), self._backend.moves()
        first, *rest = best.line
        line = (legal[first], *(legal[numbers] for numbers in rest if numbers in legal))
        return self.meter.count(Decision(line[0], value, line=line))
