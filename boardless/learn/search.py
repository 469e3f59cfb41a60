"""Search with a network: Gumbel's trick and sequential halving at the root, a prior below.

After I. Danihelka, A. Guez, J. Schrittwieser and D. Silver, *Policy improvement by planning with
Gumbel* (2022). Each round visits every root move that is still considered once, so that one call
of the network judges the leaves of a whole round, and of many games at once.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import cast

import numpy as np

from boardless.agents.determinization import hides, observations
from boardless.agents.protocol import CHANCE
from boardless.jit.arrays import Floats, Ints
from boardless.jit.native import jit
from boardless.learn.positions import Observer, SeenPosition
from boardless.play.state import State
from boardless.state.engine.arrays import OPEN
from boardless.topo import integer_between
from boardless.util.inputs import number_between

#: Logits of the rows of a position, and values of its players from the mover on.
Judgement = tuple[Floats, list[float]]
#: A search that yields positions and is sent their judgements.
Searching = Generator[list[SeenPosition], list[Judgement], "Searched"]
#: Visits that are added to the most of a root move where values are weighed against the prior.
VISITS_BEFORE = 50
#: Rows of the table of a node: of each move the logit, its prior, how often it was visited, the sum
#: of the values that were found, and room for scores.
LOGIT, PRIOR, VISITS, TOTAL, SCORE = range(5)


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search.

    Attributes
    ----------
    considered : int
        The root moves that a search begins with; it halves them.
    scale : float
        The weight of a value against the prior.
    worlds : int
        Determinizations of hidden things; rounds begin with them in turn.
    ahead : int
        The search looks for a win among all moves of a position with at most `ahead` moves. A
        position with a win needs no judgement by the network. 0: never.

    Raises
    ------
    InputError
        If a setting is out of range.
    """

    considered: int = 16
    scale: float = 0.25
    worlds: int = 8
    ahead: int = 0

    def __post_init__(self) -> None:
        integer_between(self.considered, "considered", 2, 1024)
        number_between(self.scale, "scale", 1e3)
        integer_between(self.worlds, "worlds", 1, 1000)
        integer_between(self.ahead, "ahead", 0, 10**6)


@dataclass(frozen=True)
class Searched:
    """The result of a search.

    Attributes
    ----------
    position : Position
        The root as its mover sees it.
    chosen : int
        The place of the best move among the rows.
    policy : (rows,) float64
        The improved policy: the softmax of logits and values.
    visits : (rows,) int64
        The visits of each move.
    values : (rows,) float64
        The mean value to the mover of each move, NaN without a visit.
    value : float
        The value of the root to the mover, from -1 to 1.
    moves : int
        Moves made in the search.
    """

    position: SeenPosition
    chosen: int
    policy: Floats
    visits: Ints
    values: Floats
    value: float
    moves: int


@jit
def write_prior(table: Floats) -> None:
    """Write the prior of a node, the softmax of its logits."""
    count = table.shape[1]
    largest = table[LOGIT, 0]
    for move in range(1, count):
        largest = max(largest, table[LOGIT, move])
    total = 0.0
    for move in range(count):
        table[PRIOR, move] = exp(table[LOGIT, move] - largest)
        total += table[PRIOR, move]
    for move in range(count):
        table[PRIOR, move] /= total


@jit
def mixed_value(table: Floats, value: float) -> float:
    """Return the value of unvisited moves: a mix of the network's value and visited moves."""
    visits, seen, mean = 0.0, 0.0, 0.0
    for move in range(table.shape[1]):
        if table[VISITS, move] > 0.0:
            visits += table[VISITS, move]
            seen += table[PRIOR, move]
            mean += table[PRIOR, move] * table[TOTAL, move] / table[VISITS, move]
    return (value + visits * mean / max(seen, 1e-12)) / (1.0 + visits)


@jit
def most_wanted(table: Floats, value: float, scale: float, most: int, visits: int) -> int:
    """Return the move with visits furthest below the improved policy."""
    count = table.shape[1]
    mixed = mixed_value(table, value)
    weight = (VISITS_BEFORE + most) * scale
    largest = -1e300
    for move in range(count):
        mean = mixed
        if table[VISITS, move] > 0.0:
            mean = table[TOTAL, move] / table[VISITS, move]
        table[SCORE, move] = table[LOGIT, move] + weight * mean
        largest = max(largest, table[SCORE, move])
    total = 0.0
    for move in range(count):
        table[SCORE, move] = exp(table[SCORE, move] - largest)
        total += table[SCORE, move]
    best, least = 0, -1e300
    for move in range(count):
        short = table[SCORE, move] / total - table[VISITS, move] / (1.0 + visits)
        if short > least:
            best, least = move, short
    return best


class TreeNode:
    """A position of the tree.

    Parameters
    ----------
    seat : int
        The player who chooses.
    logits : (moves,) float64
        Of his moves, as the network judges them.
    value : float
        To him, as the network judges it.
    """

    __slots__ = ("children", "count", "most", "seat", "table", "value")

    def __init__(self, seat: int, logits: Floats, value: float) -> None:
        self.seat, self.value = seat, value
        self.table = np.zeros((1 + SCORE, len(logits)))
        self.table[LOGIT] = logits
        write_prior(self.table)
        self.children: dict[tuple[int, ...], TreeNode] = {}
        #: The visits of all moves, and the most of one.
        self.count = self.most = 0

    @property
    def visits(self) -> Ints:
        """The visits of each move."""
        visits: Ints = self.table[VISITS].astype(np.int64)
        return visits

    def add(self, move: int, values: list[float]) -> None:
        """Add a visit of a move that found these values for all players."""
        table = self.table
        visits = int(table[VISITS, move]) + 1
        table[VISITS, move] = visits
        table[TOTAL, move] += values[self.seat - 1]
        self.count += 1
        self.most = max(self.most, visits)

    def means(self) -> Floats:
        """Return the mean value of each move, NaN for unvisited moves."""
        visits = self.table[VISITS]
        return np.where(visits > 0, self.table[TOTAL] / np.maximum(visits, 1), np.nan)

    def completed(self) -> Floats:
        """Return the value of each move; unvisited moves get a mix of all others."""
        means = self.means()
        return np.where(np.isnan(means), mixed_value(self.table, self.value), means)

    def weighed(self, scale: float) -> Floats:
        """Return the completed values on the scale of logits."""
        return (VISITS_BEFORE + self.most) * scale * self.completed()

    def improved(self, scale: float) -> Floats:
        """Return the improved policy."""
        return softmax(self.table[LOGIT] + self.weighed(scale))

    def select(self, scale: float) -> int:
        """Return the move with visits furthest below the improved policy."""
        return most_wanted(self.table, self.value, scale, self.most, self.count)


@dataclass
class SimulationEnd:
    """The end of a simulation: its path, and its position, or its values if known."""

    path: list[tuple[TreeNode, int]]
    key: tuple[int, ...]
    seat: int = CHANCE
    position: SeenPosition | None = None
    values: list[float] | None = None


@dataclass
class World:
    """A state that the mover cannot tell from the present one, with the places of root moves."""

    number: int
    state: State
    places: list[int | None]


def softmax(logits: Floats) -> Floats:
    """Return probabilities."""
    powers = np.exp(logits - logits.max())
    shares: Floats = powers / powers.sum()
    return shares


def from_seat(values: list[float], seat: int) -> list[float]:
    """Rotate values so that `seat` comes first."""
    return values[seat - 1 :] + values[: seat - 1]


def in_order(values: list[float], seat: int) -> list[float]:
    """Rotate values that begin with `seat` into the order of players."""
    return values[1 - seat :] + values[: 1 - seat]


def searched(
    state: State,
    observer: Observer,
    random: Random,
    progress: Callable[[int, int], float],
    settings: SearchSettings,
    noise: bool = False,
) -> Searching:
    """Search from a state; yield positions and receive their judgements.

    Parameters
    ----------
    state : State
        The state; moves are made in it and taken back. A player has to choose.
    observer : Observer
        The observer of the game's positions.
    random : Random
        The source of random numbers.
    progress : callable
        The spent share of the budget, a function of simulations and of moves in them. The search
        ends at 1.
    settings : SearchSettings
        The settings.
    noise : bool, default False
        Whether logits of the root get Gumbel noise, so that moves are sampled.

    Returns
    -------
    Searched
        By ``return``.
    """
    position = observer(state)
    count = len(position.rows)
    if count == 1:
        nothing = np.zeros(1)
        return Searched(position, 0, nothing + 1, np.zeros(1, np.int64), nothing + np.nan, 0.0, 0)
    if not hides(state) and (win := win_at_once(state, settings.ahead)) is not None:
        place, values = win
        is_it = np.arange(count) == place
        value = values[state.seat - 1]
        return Searched(
            position, place, is_it * 1.0, is_it.astype(np.int64), np.where(is_it, value, np.nan),
            value, place + 1,
        )  # fmt: skip
    logits, relative = (yield [position])[0]
    search = _Search(observer, random, settings, TreeNode(state.seat, logits, relative[0]))
    search.judged = in_order(relative, state.seat)
    worlds = _worlds(state, position, random, settings.worlds)
    root = search.root
    start = root.table[LOGIT] + (gumbels(count, random) if noise else 0.0)
    considered = np.argsort(-start, kind="stable")[: settings.considered]
    first = len(considered)
    phases, phase, done, number = (first - 1).bit_length(), 0, 0, 0
    while True:
        leaves = [search.descend(worlds[number % len(worlds)], move) for move in considered]
        asked = [asked_leaf.position for asked_leaf in leaves if asked_leaf.position is not None]
        judged = iter((yield asked) if asked else [])
        for leaf in leaves:
            search.back_up(leaf, judged)
        done, number = done + len(leaves), number + 1
        if (share := progress(done, search.moves)) >= 1:
            break
        scores = start + root.weighed(settings.scale)
        considered = considered[np.argsort(-scores[considered], kind="stable")]
        phase = min(phase + 1, int(share * phases))
        considered = considered[: max(2, first >> phase)]
        if share:
            # A last round that the budget does not allow in full is of the best moves.
            considered = considered[: max(1, round(done / share) - done)]
    visits = root.visits
    most = np.flatnonzero(visits == root.most)
    scores = start + root.weighed(settings.scale)
    policy = root.improved(settings.scale)
    return Searched(
        position, int(most[np.argmax(scores[most])]), policy, visits, root.means(),
        float(policy @ root.completed()), search.moves,
    )  # fmt: skip


def gumbels(count: int, random: Random) -> Floats:
    """Return numbers of the Gumbel distribution."""
    return np.array([-log(-log(random.random() or 0.5)) for _ in range(count)])


def _worlds(state: State, position: SeenPosition, random: Random, count: int) -> list[World]:
    """Return the initial states of simulations, each with hidden things resampled."""
    if not hides(state):
        return [World(0, state, list(range(len(position.rows))))]
    others = observations(state, state.seat, random)
    worlds = []
    for number in range(count):
        other = cast("State", next(others))
        places = {row.tobytes(): place for place, row in enumerate(other.legal_rows)}
        worlds.append(World(number, other, [places.get(row.tobytes()) for row in position.rows]))
    return worlds


class _Search:
    """A tree, and the simulations in it."""

    def __init__(
        self, observer: Observer, random: Random, settings: SearchSettings, root: TreeNode
    ) -> None:
        self._observer, self._random = observer, random
        self._scale, self._ahead = settings.scale, settings.ahead
        self.root = root
        self.judged: list[float] = []
        #: The number of moves made, including moves of chance.
        self.moves = 0

    def descend(self, world: World, move: int) -> "SimulationEnd":
        """Go from the root by a move to a position without a node, and back."""
        state, node, path = world.state, self.root, [(self.root, move)]
        place = world.places[move]
        if place is None:
            return SimulationEnd(path, (), values=self.judged)
        made = 1
        key: tuple[int, ...] = (world.number, move)
        state.push_row(place)
        while True:
            child, leaf = None, SimulationEnd(path, key)
            if state.position.winner != OPEN:
                leaf.values = final_values(state)
            elif (seat := state.seat) == CHANCE:
                outcome = sampled_outcome(state, self._random)
                state.push_row(outcome)
                made, key = made + 1, (*key, outcome)
                continue
            else:
                child = node.children.get(key)
            if child is None:
                if leaf.values is None:
                    won = win_at_once(state, self._ahead)
                    if won is not None:
                        leaf.values = won[1]
                    else:
                        leaf.seat, leaf.position = seat, self._observer(state)
                for _ in range(made):
                    state.pop_row()
                self.moves += made
                return leaf
            node = child
            choice = node.select(self._scale)
            path.append((node, choice))
            state.push_row(choice)
            made, key = made + 1, (choice,)

    def back_up(self, leaf: SimulationEnd, judged: Iterator[Judgement]) -> None:
        """Back up the value of a leaf to the moves of its path; give a new leaf a node."""
        values = leaf.values
        if values is None:
            logits, relative = next(judged)
            values = in_order(relative, leaf.seat)
            leaf.path[-1][0].children[leaf.key] = TreeNode(leaf.seat, logits, relative[0])
        for node, choice in leaf.path:
            node.add(choice, values)


def win_at_once(state: State, most: int) -> tuple[int, list[float]] | None:
    """Return the place of a row that wins at once, and the values of all players then.

    Return None without such a row, or with more than `most` rows.
    """
    if not most or state.legal_count > most:
        return None
    place = state.position.winning_row()
    if place is None:
        return None
    state.push_row(place)
    values = final_values(state)
    state.pop_row()
    return place, values


def final_values(state: State) -> list[float]:
    """Return the rewards of all players at the end of a game, from -1 to 1."""
    ended = state.outcome()
    assert ended is not None
    return [2 * reward - 1 for reward in ended.rewards]


def sampled_outcome(state: State, random: Random) -> int:
    """Return the place of an outcome of chance, sampled by its probability."""
    odds = [float(share) for _, share in state.chances()]
    return random.choices(range(len(odds)), odds)[0]
