"""Local patterns: their features, weights that are learnt, files, and their search."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from boardless.agents import MCTS, Budget
from boardless.agents.kernels.arrays import (
    FAMILIES,
    LEFT,
    LINES_BEGIN,
    ORIGIN,
    PIECES,
    REPLY,
    RING,
    TARGET,
    WIDE_RING,
)
from boardless.agents.kernels.joining import game_search
from boardless.agents.pattern_learning import ALL_FAMILIES, MoveExample, fitted, learn_patterns
from boardless.agents.patterns import PatternFeatures, Patterns
from boardless.agents.search_backends import CompiledBackend
from boardless.games import Game, compile, load
from boardless.games.game import default_technique
from boardless.play import State
from boardless.topo import InputError

#: Two in a row win, so a move beside a piece of one's own is the best there is.
PAIRS = """(game "Pairs" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""
STEPS = """(game "Steps" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each (move Step (to if:(is Empty (to))))) })
    (rules (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        (play (forEach Piece)) (end (if (is Line 4) (result Mover Win)))))"""


def patterns_for(game: Game, **settings: Any) -> Patterns:
    nothing = np.zeros(PatternFeatures.of(game).count)
    return Patterns(game.name, game.options, nothing, nothing, **settings)


def features_of(state: State, patterns: Patterns) -> dict[tuple[int, ...], list[int]]:
    """Return the features of each legal move, by rule, from and to."""
    backend = CompiledBackend(state, patterns=patterns)
    kernels: Any = backend.kernels
    moves = np.asarray(kernels.list_moves(backend.arrays), np.int64)
    found = np.zeros((len(moves), FAMILIES), np.int64)
    kernels.list_features(backend.arrays, patterns.tables(state.game), moves, found)
    return {tuple(row[:3]): each for row, each in zip(moves.tolist(), found.tolist(), strict=True)}


def owners_around(state: State, site: int, steps: list[tuple[int, int]]) -> int:
    """Return the owners on cells of a square board of side 4, two bits each, in a slow way."""
    code = 0
    column, row = (site - 1) % 4, (site - 1) // 4
    for place, (right, up) in enumerate(steps):
        x, y = column + right, row + up
        seen = 3
        if 0 <= x < 4 and 0 <= y < 4:
            owner = int(state.position.arrays.who[1 + 4 * y + x])
            seen = 0 if owner == 0 else 1 if owner == state.seat else 2
        code |= seen << 2 * place
    return code


ROUND = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
KNIGHTS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


@pytest.mark.parametrize("text", [PAIRS, STEPS])
def test_features_are_what_lies_around_a_move(text: str) -> None:
    state = State(compile(text, jit=False))
    patterns, features = patterns_for(state.game), PatternFeatures.of(state.game)
    bases, random = features.bases, Random(3)
    for _ in range(3):
        state.push_row(random.randrange(state.legal_count))
        last = int(state.position.arrays.n[state.game.kernels.LAST])
        for (_, origin, site), found in features_of(state, patterns).items():
            row = state.seat << 16
            ring = owners_around(state, site, ROUND)
            assert found[RING] == bases["RING_BASE"] + row + ring
            assert found[WIDE_RING] == bases["WIDE_BASE"] + row + owners_around(
                state, site, KNIGHTS
            )
            assert found[TARGET] == bases["TARGET_BASE"] + 17 * state.seat + site
            north = [(0, n) for n in (1, 2, 3, -1, -2, -3)]
            line = owners_around(state, site, north)
            first = bases["LINE_BASE"] + (state.seat * 4 << 12)
            assert found[LINES_BEGIN] == first + line
            if origin not in (0, site):
                left = owners_around(state, origin, ROUND)
                assert found[LEFT] == bases["LEFT_BASE"] + row + left
                assert found[ORIGIN] == bases["FROM_BASE"] + 17 * state.seat + origin
            assert bases["PIECES_BASE"] <= found[PIECES] < bases["TARGET_BASE"]
            x, y = ((last - 1) % 4 - (site - 1) % 4, (last - 1) // 4 - (site - 1) // 4)
            is_near = (x, y) in (*ROUND, *KNIGHTS, (0, 0))
            assert (found[REPLY] > 0) == is_near


def test_a_board_that_grows_has_the_same_patterns_wherever_it_grows() -> None:
    game = load("Bravalath", jit=False)
    patterns, features = patterns_for(game), PatternFeatures.of(game)
    assert (features.cells, features.axes) == (6, 3)
    state = State(game)
    found = features_of(state, patterns)
    rings = [each[RING] - features.bases["RING_BASE"] - (1 << 12) for each in found.values()]
    # Beside one of the two tiles, in each of six directions, or beside both.
    both = [code for code in rings if bin(code).count("1") == 2]
    assert len(rings) == 8
    assert len(set(rings)) == 8
    assert len(both) == 2


def test_weights_of_zero_sample_as_none_do() -> None:
    state = State(compile(PAIRS, jit=False))
    state.push_row(5)
    for settings in ({"scanned": 99, "sampled": 1}, {"scanned": 0, "sampled": 3}):
        patterns = patterns_for(state.game, **settings)
        source = patterns.constants(state.game)
        backend = CompiledBackend(state, patterns=patterns)
        kernels: Any = game_search(state.game, default_technique(state.game), patterns=source)
        tables = patterns.tables(state.game)
        count = int(kernels.choices(backend.arrays))
        chosen = [
            kernels.choose_by_weight(backend.arrays, tables, count, number * 2**40 + 77)
            for number in range(3000)
        ]
        shares = np.bincount(chosen, minlength=count)
        expected = 3000 / count
        assert ((shares - expected) ** 2 / expected).sum() < 45  # 14 degrees of freedom
        assert count == 15


def test_moves_are_sampled_in_proportion_to_their_weights() -> None:
    state = State(compile(PAIRS, jit=False))
    features = PatternFeatures.of(state.game)
    quick = np.zeros(features.count)
    quick[features.bases["TARGET_BASE"] + 17 + 7] = np.log(15.0)
    nothing = np.zeros(features.count)
    patterns = Patterns(state.game.name, (), nothing, quick, 99, 1)
    backend = CompiledBackend(state, patterns=patterns)
    kernels: Any = backend.kernels
    count = int(kernels.choices(backend.arrays))
    tables = patterns.tables(state.game)
    hits = sum(
        kernels.choose_by_weight(backend.arrays, tables, count, number * 2**40 + 5) == 6
        for number in range(1000)
    )
    assert 440 < hits < 560


@pytest.mark.parametrize("name", ["Andantino", "Hex", "Trax"])
def test_compiled_and_uncompiled_searches_are_the_same(name: str) -> None:
    found = []
    for jit in (False, True):
        game = load(name, ["Board Size/7x7"] if name == "Hex" else [], jit=jit)
        count = PatternFeatures.of(game).count
        weights = np.random.default_rng(1).normal(0, 0.5, count)
        patterns = Patterns(game.name, game.options, weights, weights, 12, 3)
        state = State(game)
        for _ in range(4):
            state.push_row(state.legal_count // 2)
        found.append(MCTS(patterns=patterns)(state, Budget(iterations=25), Random(1)))
    plain, compiled = found
    assert plain.visits == compiled.visits
    assert plain.line == compiled.line


def test_a_planted_pattern_is_fitted() -> None:
    generator = np.random.default_rng(1)
    examples = []
    for _ in range(400):
        features = np.zeros((6, FAMILIES), np.int32)
        features[:, RING] = generator.permutation(20)[:6] + 1
        scores = np.where(features[:, RING] == 7, 2.0, 0.0)
        odds = np.exp(scores)
        examples.append(MoveExample(features, odds / odds.sum()))
    weights = np.zeros(21)
    for seed in range(20):
        weights, _ = fitted(examples, weights, ALL_FAMILIES, seed)
    others = np.delete(weights, [0, 7])
    assert weights[0] == 0
    assert weights[7] - others.mean() == pytest.approx(2.0, abs=0.2)
    assert np.abs(others - others.mean()).max() < 0.2


def test_a_pattern_that_wins_is_learnt_and_plays() -> None:
    game = compile(PAIRS)
    patterns = learn_patterns(game, games=128, iterations=60, seed=1)
    again = learn_patterns(game, games=128, iterations=60, seed=1)
    assert patterns.weights.any()
    assert (patterns.weights == again.weights).all()
    state = State(game)
    for move in (5, 14):
        state.push_row(move)
    tables = patterns.tables(game)
    beside: list[float] = []
    far: list[float] = []
    own = int(np.flatnonzero(np.asarray(state.position.arrays.who) == state.seat)[0])
    for (_, _, site), found in features_of(state, patterns).items():
        weight = float(np.prod(tables.factors[found]))
        x, y = (site - 1) % 4 - (own - 1) % 4, (site - 1) // 4 - (own - 1) // 4
        (beside if max(abs(x), abs(y)) == 1 else far).append(weight)
    assert np.mean(beside) > 2 * np.mean(far)


def test_files_are_read_back_and_refused(tmp_path: Path) -> None:
    game = compile(PAIRS, jit=False)
    count = PatternFeatures.of(game).count
    weights = np.random.default_rng(1).normal(0, 0.5, count).astype(np.float32).astype(np.float64)
    path = tmp_path / "patterns.npz"
    Patterns(game.name, game.options, weights, 2 * weights, 9, 4).save(path)
    read = Patterns.load(path)
    assert (read.name, read.options, read.scanned, read.sampled) == ("Pairs", (), 9, 4)
    assert (read.weights == weights).all()
    assert MCTS(patterns=str(path))(State(game), Budget(iterations=5), Random(1)).move
    with pytest.raises(InputError, match="patterns of Pairs: this is Tic-Tac-Toe"):
        MCTS(patterns=path)(State(load("Tic-Tac-Toe", jit=False)), Budget(iterations=5), Random(1))
    with pytest.raises(InputError, match="leave out the policy"):
        MCTS(patterns=str(path), policy="grave")
    with pytest.raises(InputError, match="No such file"):
        MCTS(patterns=str(tmp_path / "none"))
    for poison in (b"junk", b"", path.read_bytes()[:200]):
        bad = tmp_path / f"bad{len(poison)}"
        bad.write_bytes(poison)
        with pytest.raises(InputError, match="not a file of patterns"):
            MCTS(patterns=str(bad))
    pickled = tmp_path / "pickled.npz"
    np.savez(pickled, settings=np.array([{}], dtype=object))
    with pytest.raises(InputError, match="not a file of patterns"):
        MCTS(patterns=str(pickled))


def test_games_that_hide_things_and_games_in_python_are_refused() -> None:
    patterns = patterns_for(compile(PAIRS, jit=False))
    with pytest.raises(InputError, match="without chance and secrets"):
        learn_patterns(load("Minesweeper", jit=False), games=1)
    with pytest.raises(InputError, match="give minutes or a number of games"):
        learn_patterns(compile(PAIRS, jit=False))
    assert patterns.name == "Pairs"
