"""Metrics of games from trials."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardless.analysis.definitions import METRICS
from boardless.analysis.metrics import estimates_of, measure_trials
from boardless.analysis.trials import TAG, Series, Trials
from boardless.games import load
from boardless.play import State, run_playouts
from boardless.play.legal_moves import Branching
from boardless.play.observing import CURVE, MOST_AHEAD, observer
from boardless.play.recording import SteppedPlayer
from boardless.state.engine.observing import (
    SEEN_CELLS,
    SEEN_DIFFERENT,
    SEEN_MOVES,
    SEEN_OWNED,
    SEEN_POSITIONS,
    SEEN_TARGETS,
)
from boardless.topo import InputError
from tests.agents.described import RACE, STEPS
from tests.analysis.test_measures import expected_length

TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)
ANDANTINO = load("Andantino", jit=False)


@pytest.fixture(scope="module")
def trials() -> Trials:
    watching = observer(TIC_TAC_TOE)
    return Trials(TIC_TAC_TOE, [watching.observed(1, number, 1) for number in range(60)])


def test_what_is_known_of_tic_tac_toe_lies_in_the_intervals(trials: Trials) -> None:
    # Exact: 0.585 are won by who begins, 0.127 are drawn, by two passes each; 5,478 positions.
    found = estimates_of(trials)
    assert found["AdvantageP1"].low < 0.585 + 0.127 / 2 < found["AdvantageP1"].high
    assert found["Drawishness"].low < 0.127 < found["Drawishness"].high
    moves = found["DurationActions"]  # a pass has no action
    assert moves.low < float(expected_length()) < moves.high
    assert found["StateTreeComplexity"].value == pytest.approx(9 * math.log10(3))
    assert found["Timeouts"].value == found["MoveDistanceAverage"].value == 0


def test_observed_games_are_the_playouts(trials: Trials) -> None:
    tally = run_playouts(TIC_TAC_TOE, playouts=60, seed=1).tally
    assert sum(game.plies for game in trials.games) == tally.moves
    winners = np.bincount([game.winner for game in trials.games], minlength=3)
    assert tuple(winners.tolist()) == tally.wins


@pytest.mark.parametrize("game", [TIC_TAC_TOE, ANDANTINO, STEPS, RACE], ids=lambda it: it.name)
def test_rows_say_what_stepping_says(game: Any) -> None:
    watching = observer(game)
    observed = watching.observed(3, 0, 1)
    stepped = SteppedPlayer(game, watching.technique)
    branching = None
    for row, position in zip(observed.rows, stepped.steps(3, 0), strict=False):
        if position.question is not None or position.ply != position.plies:
            return  # outcomes of chance are steps of their own there
        assert row[SEEN_CELLS] == position.cells
        if position.winner >= 0:
            continue
        branching = branching or Branching(position)
        branches = branching.of(position)
        if branches.moves:
            found = row[[SEEN_DIFFERENT, SEEN_POSITIONS, SEEN_TARGETS]].tolist()
            wanted = [branches.moves, branches.positions, branches.cells]
            assert found == wanted or (game.info.chances and found[::2] == wanted[::2])


def test_series_by_hand() -> None:
    series = Series.of(np.array([1.0, 3, 2, np.nan, 5]), np.array([0, 0, 0, 1, 2]), 3)
    ways = series.ways()
    assert ways["Average"].tolist() == [2, 0, 5]
    assert ways["Median"].tolist() == [2, 0, 0]
    assert (ways["Maximum"][0], ways["Minimum"][0], ways["MaxDecrease"][0]) == (3, 1, -1)
    assert ways["Variance"][0] == pytest.approx(2 / 3)
    assert (ways["ChangeAverage"][0], ways["ChangeSign"][0]) == (0.5, 0)
    assert (ways["ChangeLineBestFit"][0], ways["ChangeNumTimes"][0]) == (0.5, 1)


def test_values_are_by_pieces_and_at_the_end_by_rewards(trials: Trials) -> None:
    game = trials.games[0]
    assert game.rows[0, SEEN_OWNED:].tolist() == [0, 0, 0]
    assert game.rows[1, SEEN_OWNED:].tolist() == [0, 1, 0]
    # Every first move gives one piece more than none.
    assert game.values[0, 0] == pytest.approx(CURVE[MOST_AHEAD + 1])
    assert game.values[0, 1] == pytest.approx(0)
    assert game.rows[:-1, SEEN_MOVES].tolist() == [9 - ply for ply in range(game.plies)] or (
        game.winner == 0
    )


def test_a_run_ends_when_its_intervals_are_narrow() -> None:
    wide = measure_trials(TIC_TAC_TOE, 100, until=10.0)
    assert wide.playouts == 20
    narrow = measure_trials(TIC_TAC_TOE, 45, until=0.0001)
    assert narrow.playouts == 45
    assert all(it.low <= it.value <= it.high for it in narrow.estimates.values())


def test_agents_are_measured_on_the_same_luck() -> None:
    found = measure_trials(RACE, 2, agent="random:1", seed=2)
    assert (found.playouts, found["Timeouts"]) == (2, 0)
    first = measure_trials(TIC_TAC_TOE, 3, agent="first")
    state = State(TIC_TAC_TOE)
    while state.outcome() is None:
        state.push(next(iter(state.legal_moves)))
    assert (first.agent, first["DurationMoves"]) == ("first", state.ply)


def test_limits_draw_a_game() -> None:
    found = measure_trials(TIC_TAC_TOE, 5, moves=3).values
    assert (found["Timeouts"], found["DurationMoves"], found["Drawishness"]) == (1, 3, 1)
    assert "DurationTurnsNotTimeouts" not in found


def test_what_is_not_allowed_is_refused() -> None:
    with pytest.raises(InputError, match="playouts 0"):
        measure_trials(TIC_TAC_TOE, 0)
    with pytest.raises(InputError, match="until 0"):
        measure_trials(TIC_TAC_TOE, until=0)


def test_compiled_games_are_measured_alike() -> None:
    compiled = measure_trials("Tic-Tac-Toe", 60, seed=1)
    assert compiled.values == pytest.approx(measure_trials(TIC_TAC_TOE, 60, seed=1).values)


def test_every_metric_says_what_it_is(trials: Trials) -> None:
    for name, metric in METRICS.items():
        assert (metric.name, bool(metric.unit)) == (name, True)
        assert metric.better in ("", "more", "less")
        assert metric.definition.endswith(".")
    named = [name for it in METRICS.values() if it.source != TAG for name in it.names]
    assert len(set(named)) == len(named)
    assert set(estimates_of(trials)) <= set(named)


def test_the_page_has_every_metric() -> None:
    page = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text("utf-8")
    shown = [it.name + "..." * (len(it.names) > 1) for it in METRICS.values() if it.source != TAG]
    assert [name for name in shown if f"`{name}`" not in page] == []
