"""Weights of local patterns learnt from self-play, by expert iteration.

A search that patterns guide plays against itself; its visits at the root are what the softmax of
the patterns is to predict (cross-entropy), and the better softmax guides the next games.

Sources: T. Anthony, Z. Tian, D. Barber, Thinking fast and slow with deep learning and tree search,
2017; D. Soemers, E. Piette, C. Browne, Biasing MCTS with features for general games, 2019; D.
Kingma, J. Ba, Adam: a method for stochastic optimization, 2015.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from random import Random
from time import monotonic
from typing import Any

import numpy as np

from boardless.agents.decision import Budget
from boardless.agents.kernels.pattern_tables import (
    FAMILIES,
    ORIGIN,
    PIECES,
    REPLY,
    RING,
    TARGET,
)
from boardless.agents.kernels.settings import SOLVER
from boardless.agents.kernels.tree import Tree, clear_tree, new_tree
from boardless.agents.mcts import MCTS
from boardless.agents.patterns import PatternFeatures, Patterns
from boardless.agents.playing import DescribedGame, playable
from boardless.agents.search import best_child, children, numbers_of, searched
from boardless.agents.search_backends import CompiledBackend
from boardless.games.game import GameChoice, as_game
from boardless.jit.arrays import Floats, Ints
from boardless.jit.game_runtime import mix
from boardless.play.executors import working
from boardless.play.state import State
from boardless.topo import InputError, integer_between

#: Families of features that playouts look at.
QUICK_FAMILIES = (PIECES, TARGET, ORIGIN, RING, REPLY)
#: Games between two fits, and the most positions that are kept.
GAMES_OF_A_ROUND, MOST_POSITIONS = 64, 150_000
#: Moves of a game that are sampled by visits, and the share of later ones that are.
SAMPLED_PLIES, SAMPLED_SHARE = 8, 0.1
#: The longest game of self-play, in plies.
LONGEST = 400
#: Settings of Adam: positions of a step, length of a step, and weight of squared weights.
BATCH_OF_POSITIONS, STEP_SIZE, DECAY = 256, 0.02, 1e-5


@dataclass(frozen=True)
class Example:
    """A position: the features of its moves, (n, FAMILIES), and how often each was visited."""

    features: Ints
    visits: Floats


def self_played(
    game: DescribedGame, patterns: Patterns, seed: int, iterations: int
) -> list[Example]:
    """Return the positions of a game of self-play; the task of a worker."""
    found: list[Example] = []
    random = Random(seed)
    state = State(game.game, game.technique)
    tables, source = patterns.tables(game.game), patterns.source(game.game)
    o, w = MCTS(patterns=patterns)._settings(state.seat)
    tree: Tree | None = None
    if state.players > 2:
        o[SOLVER] = 0
    while state.outcome() is None and state.ply < LONGEST:
        if state.legal_count == 1:
            state.push_row(0)
            continue
        backend = CompiledBackend(state, patterns=source)
        kernels: Any = backend.kernels
        start = backend.start_of(0)
        moves = [tuple(row) for row in kernels.list_moves(start).tolist()]
        if tree is None:
            tree = new_tree(state.players, backend.plies, learning=False, bound=backend.bound)
        clear_tree(tree)
        budget = Budget(iterations=iterations)
        tree, _ = searched(backend, tree, o, w, random.getrandbits(62), budget, tables)
        rows = children(tree)
        chosen = best_child(tree, list(rows), bool(o[SOLVER]), by_mean=False)
        visits = tree.visits[rows.start : rows.stop].astype(np.float64)
        is_proven = tree.low[chosen] == tree.high[chosen]
        if is_proven:
            visits = (np.array(rows) == chosen).astype(np.float64)
        if not is_proven or tree.low[chosen] > 0:
            features = np.zeros((len(rows), FAMILIES), np.int64)
            numbers = tree.move[rows.start : rows.stop].astype(np.int64)
            kernels.list_features(start, tables, numbers, features)
            found.append(Example(features.astype(np.int32), visits / visits.sum()))
        if state.ply < SAMPLED_PLIES or random.random() < SAMPLED_SHARE:
            chosen = random.choices(rows, visits.tolist())[0]
        state.push_row(moves.index(numbers_of(tree, chosen)))
    return found


def fitted(
    examples: list[Example], weights: Floats, families: tuple[int, ...], seed: int, epochs: int
) -> tuple[Floats, float]:
    """Return weights whose softmax is nearer to the visits, and its cross-entropy before."""
    lengths = np.array([len(it.visits) for it in examples])
    firsts = np.concatenate(([0], np.cumsum(lengths)))
    features = np.concatenate([it.features[:, families] for it in examples])
    met, places = np.unique(features, return_inverse=True)
    places = places.reshape(features.shape).astype(np.int32)
    goals = np.concatenate([it.visits for it in examples])
    w = weights[met].copy()
    first_moment, second_moment = np.zeros_like(w), np.zeros_like(w)
    neutral = met == 0
    generator = np.random.default_rng(seed)
    step, losses = 0, 0.0
    for _ in range(epochs):
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
    found = weights.copy()
    found[met] = w
    return found, losses / len(examples)


def learn_patterns(
    game: GameChoice,
    *,
    minutes: float | None = None,
    games: int | None = None,
    seed: int = 0,
    workers: int = 1,
    iterations: int = 600,
    progress: Callable[[str], object] | None = None,
) -> Patterns:
    """Learn the weights of a game's patterns from self-play; see `Patterns`."""
    game = as_game(game)
    described = playable(game)
    assert isinstance(described, DescribedGame)
    features = PatternFeatures.of(game)
    nothing = np.zeros(features.count)
    patterns = Patterns(game.name, game.options, nothing, nothing)
    begin = monotonic()
    examples: list[Example] = []
    number = 0

    def is_over() -> bool:
        late = minutes is not None and monotonic() - begin > 60 * minutes
        return late or (games is not None and number >= games)

    with working(workers=workers) as place:
        place.warm_up(self_played, described, patterns, 0, 1)
        begin = monotonic()
        while not is_over():
            waiting: list[Future[list[Example]]] = []
            for _ in range(GAMES_OF_A_ROUND):
                if is_over():
                    break
                own = mix(mix(seed, 0), number)
                waiting.append(place.submit(self_played, described, patterns, own, iterations))
                number += 1
            pending = set(waiting)
            while pending:
                _, pending = place.completed(pending)
            for future in waiting:
                examples += future.result()
            examples = examples[-MOST_POSITIONS:]
            done = monotonic() - begin
            weights, loss = fitted(examples, patterns.weights, tuple(range(FAMILIES)), number, 2)
            quick, quick_loss = fitted(examples, patterns.quick, QUICK_FAMILIES, number, 2)
            patterns = replace(patterns, weights=weights, quick=quick, _tables=None)
            if progress is not None:
                progress(
                    f"{number} games, {len(examples)} positions, {done:.0f} s, cross-entropy "
                    f"{loss:.3f} and {quick_loss:.3f}, fit {monotonic() - begin - done:.0f} s"
                )
    return patterns
