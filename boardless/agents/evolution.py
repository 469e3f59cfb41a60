"""Agents that let sequences of moves evolve.

A sequence is one of random numbers, of which each stands for one of the moves that there are when
the player's turn comes; the others' moves are by chance. So every sequence can be played from any
state, and what a mutation does not touch stays what it was.

Sources: D. Perez, S. Samothrakis, S. Lucas, P. Rohlfshagen, Rolling horizon evolution versus tree
search for navigation in single-player real-time games, 2013; parameters and their values are those
of TAG (R. Gaina and others, 2020).
"""

from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from boardless.agents.decision import Budget, Decision, Meter
from boardless.agents.determinization import observation
from boardless.agents.heuristics import heuristic_of, judged
from boardless.agents.protocol import CHANCE, HasChance, StateProtocol
from boardless.agents.simple import heuristic_for, moves_of
from boardless.agents.tunable import tunable
from boardless.topo import InputError, integer_between

Genes = tuple[int, ...]
_MOST = 10_000
_BITS = 30


@dataclass(frozen=True)
class RMHC:
    """Random mutation hill climbing: one sequence, changed in one place, kept if it is no worse.

    Attributes
    ----------
    horizon : int
        How many of the player's moves are looked ahead.
    discount : float
        What a value counts a move later.
    heuristic : Heuristic, callable or str, optional
        What a position is worth; see `Greedy`.
    """

    #: An iteration is a generation, so calls are counted.
    default_budget: ClassVar[Budget] = Budget(calls=4_000)

    horizon: int = tunable(10, 1, 30)
    discount: float = tunable(0.9, 0.5, 1.0)
    heuristic: Any = None

    def __post_init__(self) -> None:
        _check(self.horizon, self.discount, self.heuristic)

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return what to do; see `agents.Agent`."""
        trial = _Trial(state, self.horizon, self.discount, self.heuristic, Meter(budget), random)
        best = trial.played(trial.drawn())
        while trial.meter.left:
            other = trial.played(trial.mutated(best.genes))
            trial.meter.iterations += 1
            if other.value >= best.value:
                best = other
        return trial.decision(best)


@dataclass(frozen=True)
class RHEA:
    """Rolling horizon evolution: a population of sequences, of which the better have children.

    Attributes
    ----------
    horizon, discount, heuristic
        See `RMHC`.
    population : int
        How many sequences there are.
    elite : int
        How many of the best stay as they are.
    children : int
        How many are made in a generation.
    mutations : int
        In how many places a child differs from what its parents gave it.
    tournament : int
        Of how many, drawn by lot, the best becomes a parent.
    """

    #: An iteration is a generation, so calls are counted.
    default_budget: ClassVar[Budget] = Budget(calls=4_000)

    horizon: int = tunable(10, 1, 30)
    discount: float = tunable(0.9, 0.5, 1.0)
    heuristic: Any = None
    population: int = tunable(10, 2, 50)
    elite: int = tunable(2, 1, 5)
    children: int = tunable(10, 1, 50)
    mutations: int = tunable(1, 1, 5)
    tournament: int = tunable(4, 1, 10)

    def __post_init__(self) -> None:
        _check(self.horizon, self.discount, self.heuristic)
        for name in ("population", "elite", "children", "mutations", "tournament"):
            integer_between(getattr(self, name), name, 1, _MOST)
        if self.elite > self.population:
            raise InputError(
                f"elite {self.elite}: choose at most the population, {self.population}"
            )

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return what to do; see `agents.Agent`."""
        trial = _Trial(state, self.horizon, self.discount, self.heuristic, Meter(budget), random)
        people = [trial.played(trial.drawn())]
        while len(people) < self.population and trial.meter.left:
            people.append(trial.played(trial.drawn()))
        while trial.meter.left:
            people.sort(key=lambda each: -each.value)
            born = []
            for _ in range(self.children):
                if not trial.meter.left:
                    break
                one, other = (self._parent(people, random) for _ in range(2))
                mixed = tuple(random.choice(pair) for pair in zip(one, other, strict=True))
                born.append(trial.played(trial.mutated(mixed, self.mutations)))
            rest = sorted((*people[self.elite :], *born), key=lambda each: -each.value)
            people = (people[: self.elite] + rest)[: self.population]
            trial.meter.iterations += 1
        return trial.decision(max(people, key=lambda each: each.value))

    def _parent(self, people: "list[_Played]", random: Random) -> Genes:
        drawn = [random.choice(people) for _ in range(self.tournament)]
        return max(drawn, key=lambda each: each.value).genes


@dataclass(frozen=True)
class _Played:
    """A sequence, what it was worth, and the first moves that it stood for."""

    genes: Genes
    value: float
    line: tuple[Any, ...]


@dataclass(frozen=True)
class _Trial:
    """What sequences are tried on."""

    state: StateProtocol
    horizon: int
    discount: float
    heuristic: Any
    meter: Meter
    random: Random

    def drawn(self) -> Genes:
        """Return a sequence drawn by lot."""
        return tuple(self.random.getrandbits(_BITS) for _ in range(self.horizon))

    def mutated(self, genes: Genes, times: int = 1) -> Genes:
        """Return a sequence that differs in some places."""
        changed = list(genes)
        for _ in range(times):
            changed[self.random.randrange(len(changed))] = self.random.getrandbits(_BITS)
        return tuple(changed)

    def played(self, genes: Genes) -> _Played:
        """Return what a sequence is worth: the sum of the discounted gains of its positions."""
        player = self.state.seat
        judge = heuristic_for(self.heuristic, self.state)
        state = observation(self.state, player, self.random)
        before = judged(judge, state, player)
        total, weight, line = before, 1.0, []
        for gene in genes:
            moves = moves_of(state)
            line.append(moves[gene % len(moves)])
            state.push(line[-1])
            self.meter.calls += 1
            while state.outcome() is None and state.seat != player:
                state.push(self._answer(state))
                self.meter.calls += 1
            value = judged(judge, state, player)
            total += weight * (value - before)
            weight *= self.discount
            before = value
            if state.outcome() is not None or not self.meter.left:
                break
        return _Played(genes, total, tuple(line))

    def _answer(self, state: StateProtocol) -> Any:
        if state.seat == CHANCE and isinstance(state, HasChance):
            moves, odds = zip(*state.chances(), strict=True)
            return self.random.choices(moves, odds)[0]
        return self.random.choice(moves_of(state))

    def decision(self, best: _Played) -> Decision:
        """Return the first move of a sequence."""
        value = min(max(best.value, 0.0), 1.0)
        return self.meter.count(Decision(best.line[0], value, line=best.line))


def _check(horizon: int, discount: float, heuristic: Any) -> None:
    integer_between(horizon, "horizon", 1, _MOST)
    if isinstance(discount, bool) or not isinstance(discount, int | float):
        raise InputError(f"discount {discount!r}: give a number")
    if not 0 <= discount <= 1:
        raise InputError(f"discount {discount!r}: choose 0 to 1")
    heuristic_of(heuristic)
