"""Weights of local patterns learnt from self-play, by expert iteration.

A search that patterns guide plays against itself. The softmax of the patterns learns to predict its
visits at the root (cross-entropy), and the better softmax guides the next games.

Sources: T. Anthony, Z. Tian, D. Barber, Thinking fast and slow with deep learning and tree search,
2017; D. Soemers, E. Piette, C. Browne, Biasing MCTS with features for general games, 2019; D.
Kingma, J. Ba, Adam: a method for stochastic optimization, 2015.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from boardless.agents.kernels.arrays import (
    FAMILIES,
    ORIGIN,
    PIECES,
    REPLY,
    RING,
    SOLVER,
    TARGET,
    Tree,
    clear_tree,
    new_tree,
)
from boardless.agents.mcts import MCTS, best_child, children, numbers_of, search_tree
from boardless.agents.patterns import PatternFeatures, Patterns
from boardless.agents.playing import DescribedGame, playable
from boardless.agents.protocol import MAX_BUDGET, Budget
from boardless.agents.search_backends import CompiledBackend
from boardless.games import Game
from boardless.games.game import GameChoice, as_game
from boardless.jit.arrays import Floats, Ints
from boardless.jit.game_runtime import mix
from boardless.play.executors import working
from boardless.play.state import State
from boardless.play.views import View
from boardless.topo import InputError, integer_between
from boardless.util.inputs import refuse, reporter

if TYPE_CHECKING:
    from concurrent.futures import Future

#: Families of features: all, and the ones that playouts use.
ALL_FAMILIES = tuple(range(FAMILIES))
QUICK_FAMILIES = (PIECES, TARGET, ORIGIN, RING, REPLY)
#: Games before the first fit (each of the others takes a third more), and the most positions that
#: are learnt from.
GAMES_OF_A_ROUND, MOST_POSITIONS = 64, 150_000
#: Moves of a game that are sampled by visits, and the share of later ones that are.
SAMPLED_PLIES, SAMPLED_SHARE = 8, 0.1
#: The weight of exploration in self-play.
WIDELY = 1.6
#: The longest game of self-play, in plies.
LONGEST = 400
#: Settings of Adam: passes over all positions after a round, positions of a step, length of a step,
#: and weight of squared weights.
PASSES, BATCH_OF_POSITIONS, STEP_SIZE, DECAY = 3, 64, 0.02, 1e-5
MOST_MINUTES = 100_000


@dataclass(frozen=True)
class MoveExample:
    """A position: the features of its moves, (n, FAMILIES), and how often each was visited."""

    features: Ints
    visits: Floats


def self_played(
    game: DescribedGame, patterns: Patterns, seed: int, iterations: int
) -> list[MoveExample]:
    """Return the positions of a game of self-play; the task of a worker."""
    examples: list[MoveExample] = []
    random = Random(seed)
    state = State(game.game, game.technique)
    o, w = MCTS(patterns=patterns, exploration=WIDELY).settings(state.seat)
    tree: Tree | None = None
    if state.players > 2:
        o[SOLVER] = 0
    while state.outcome() is None and state.ply < LONGEST:
        if state.legal_count == 1:
            state.push_row(0)
            continue
        backend = CompiledBackend(state, patterns=patterns)
        kernels: Any = backend.kernels
        start = backend.start_of(0)
        moves = [tuple(row) for row in kernels.list_moves(start).tolist()]
        if tree is None:
            tree = new_tree(state.players, backend.plies, learning=False, bound=backend.bound)
        clear_tree(tree)
        budget = Budget(iterations=iterations)
        tree, _ = search_tree(backend, tree, o, w, random.getrandbits(62), budget)
        rows = children(tree)
        chosen = best_child(tree, list(rows), bool(o[SOLVER]), by_mean=False)
        visits = tree.visits[rows.start : rows.stop].astype(np.float64)
        is_proven = tree.low[chosen] == tree.high[chosen]
        if is_proven:
            visits = (np.array(rows) == chosen).astype(np.float64)
        if not is_proven or tree.low[chosen] > 0:
            features = np.zeros((len(rows), FAMILIES), np.int64)
            numbers = tree.move[rows.start : rows.stop].astype(np.int64)
            kernels.list_features(start, backend.tables, numbers, features)
            examples.append(MoveExample(features.astype(np.int32), visits / visits.sum()))
        if state.ply < SAMPLED_PLIES or random.random() < SAMPLED_SHARE:
            chosen = random.choices(rows, visits.tolist())[0]
        state.push_row(moves.index(numbers_of(tree, chosen)))
    return examples


def fitted(
    examples: list[MoveExample], weights: Floats, families: tuple[int, ...], seed: int
) -> tuple[Floats, float]:
    """Return weights with a softmax nearer to the visits, and its cross-entropy before."""
    lengths = np.array([len(example.visits) for example in examples])
    firsts = np.concatenate(([0], np.cumsum(lengths)))
    features = np.concatenate([example.features[:, families] for example in examples])
    met, places = np.unique(features, return_inverse=True)
    places = places.reshape(features.shape).astype(np.int32)
    goals = np.concatenate([example.visits for example in examples])
    w = weights[met].copy()
    first_moment, second_moment = np.zeros_like(w), np.zeros_like(w)
    neutral = met == 0
    generator = np.random.default_rng(seed)
    step, losses = 0, 0.0
    for _ in range(PASSES):
        losses = 0.0
        order = generator.permutation(len(examples))
        for begin in range(0, len(order), BATCH_OF_POSITIONS):
            chosen = order[begin : begin + BATCH_OF_POSITIONS]
            sizes = lengths[chosen]
            starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
            rows = np.repeat(firsts[chosen] - starts, sizes) + np.arange(sizes.sum())
            at, goal = places[rows], goals[rows]
            scores = w[at].sum(axis=1)
            scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
            odds = np.exp(scores)
            odds /= np.repeat(np.add.reduceat(odds, starts), sizes)
            losses -= float((goal * np.log(odds + 1e-12)).sum())
            slope = np.bincount(
                at.ravel(), np.repeat(odds - goal, at.shape[1]), len(w)
            ) / len(chosen) + DECAY * w  # fmt: skip
            slope[neutral] = 0.0
            step += 1
            first_moment += 0.1 * (slope - first_moment)
            second_moment += 0.001 * (slope * slope - second_moment)
            ahead = first_moment / (1 - 0.9**step)
            w -= STEP_SIZE * ahead / (np.sqrt(second_moment / (1 - 0.999**step)) + 1e-8)
    learnt = weights.copy()
    learnt[met] = w
    return learnt, losses / len(examples)


@dataclass(frozen=True)
class Learnt:
    """The patterns after a round of self-play, with data on the round.

    Attributes
    ----------
    patterns : Patterns
        The weights.
    games, positions : int
        Games so far, and positions that were learnt from.
    seconds : float
        Time so far.
    loss, quick_loss : float
        Cross-entropy of visits, in the last pass over them, of priors and of playouts.
    """

    patterns: Patterns
    games: int
    positions: int
    seconds: float
    loss: float
    quick_loss: float

    def __str__(self) -> str:
        return (
            f"{self.games:,} games, {self.positions:,} positions, {self.seconds:,.0f} s, "
            f"cross-entropy {self.loss:.3f}, of playouts {self.quick_loss:.3f}"
        )


def learn_patterns(
    game: GameChoice,
    *,
    minutes: float | None = None,
    games: int | None = None,
    iterations: int = 500,
    seed: int = 0,
    workers: int = 1,
    progress: Callable[[Learnt], object] | None = None,
) -> Patterns:
    """Learn the weights of a game's local patterns by self-play.

    Parameters
    ----------
    game : Game, str or path
        A game in L-GDL without chance and hidden information.
    minutes : float, optional
        For how long, compiling left out; games that have begun are finished.
    games : int, optional
        The most games; with this alone the same seed gives the same weights.
    iterations : int, default 500
        Iterations of the search for a move.
    seed, workers : int
        The seed of the random numbers, and the number of processes that share the games.
    progress : callable, optional
        Called with a `Learnt` after every round of games.

    Raises
    ------
    InputError
        If there is neither a time nor a number of games, or the game is not of that kind.
    """
    game, report = as_game(game), reporter(progress)
    if minutes is None and games is None:
        raise InputError("learning: give minutes or a number of games")
    if minutes is not None and not 0 < minutes < MOST_MINUTES:
        refuse("minutes", minutes, f"choose a number between 0 and {MOST_MINUTES:,}")
    most = MAX_BUDGET if games is None else integer_between(games, "games", 1, MAX_BUDGET)
    integer_between(iterations, "iterations", 1, MAX_BUDGET)
    if not isinstance(game, Game) or game.info.chances or View.of(game).hides:
        raise InputError("patterns: they are learnt in games in L-GDL without chance and secrets")
    described = playable(game)
    assert isinstance(described, DescribedGame)
    nothing = np.zeros(PatternFeatures.of(game).count)
    patterns = Patterns(game.name, game.options, nothing, nothing)
    examples: list[MoveExample] = []
    number = 0
    with working(workers=workers) as place:
        place.warm_up(self_played, described, patterns, 0, 1)
        begin = monotonic()
        until = inf if minutes is None else begin + 60 * minutes
        while number < most and monotonic() < until:
            waiting: list[Future[list[MoveExample]]] = []
            pending: set[Future[list[MoveExample]]] = set()
            round_ends = min(most, number + max(GAMES_OF_A_ROUND, number // 3))
            while pending or (number < round_ends and monotonic() < until):
                while number < round_ends and len(pending) <= place.slots and monotonic() < until:
                    own = mix(mix(seed, 0), number)
                    task = place.submit(self_played, described, patterns, own, iterations)
                    waiting.append(task)
                    pending.add(task)
                    number += 1
                _, pending = place.completed(pending)
            for task in waiting:
                examples += task.result()
            examples = examples[-MOST_POSITIONS:]
            if not examples:
                continue
            weights, loss = fitted(examples, patterns.weights, ALL_FAMILIES, number)
            quick, quick_loss = fitted(examples, patterns.quick, QUICK_FAMILIES, number)
            patterns = Patterns(game.name, game.options, weights, quick)
            seconds = monotonic() - begin
            report(Learnt(patterns, number, len(examples), seconds, loss, quick_loss))
    return patterns
