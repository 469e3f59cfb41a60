"""Search with a prior: values, visits, worlds, and the batches that are judged."""

from random import Random

import numpy as np
import pytest

from boardless.games import Game
from boardless.learn.positions import Observer
from boardless.learn.search import (
    SearchSettings,
    TreeNode,
    from_seat,
    gumbels,
    in_order,
    sampled_outcome,
)
from boardless.play import State
from boardless.topo import InputError
from tests.agents.described import GUESS, RACE, STEPS
from tests.learn.playing import TIC_TAC_TOE, odd, search


def after(*sites: int) -> State:
    """Return Tic-Tac-Toe after moves to some sites."""
    state = State(TIC_TAC_TOE)
    for site in sites:
        state.push_row(state.legal_rows[:, 2].tolist().index(site))
    return state


def test_a_win_is_found_and_a_loss_is_prevented() -> None:
    for sites in [(1, 4, 2, 6), (1, 5, 2)]:
        state = after(*sites)
        found = search(state, 200)[0]
        assert state.legal_rows[found.chosen][2] == 3
        assert found.policy.argmax() == found.chosen


def test_what_wins_at_once_needs_no_network() -> None:
    found, sizes = search(after(1, 4, 2, 6), 200, odd, ahead=9)
    assert sizes == []
    assert found.position.rows[found.chosen][2] == 3
    assert found.policy.max() == found.value == found.values[found.chosen] == 1
    # Six moves are open, and too many of them where five are the most that are looked at.
    assert search(after(1, 4, 2), 40, odd, ahead=5)[1][0] == 1
    threatened, sizes = search(after(1, 5, 2), 12, odd, considered=6, ahead=9)
    assert threatened.position.rows[threatened.chosen][2] == 3
    # All other moves lose at once, so that the network judges the root and what follows one move.
    assert sizes[:2] == [1, 1]
    assert (threatened.values[threatened.visits > 0] == -1).sum() == 5


def test_all_simulations_are_visits_and_the_state_stays() -> None:
    state = after(5)
    before = state.position.key, state.ply
    found, sizes = search(state, 40, odd)
    assert (state.position.key, state.ply) == before
    assert found.visits.sum() == 40
    assert np.isclose(found.policy.sum(), 1)
    assert np.isnan(found.values[found.visits == 0]).all()
    assert (np.abs(found.values[found.visits > 0]) <= 1).all()
    assert found.visits[found.chosen] == found.visits.max()
    # The root alone, then all moves at once, then ever fewer; ends of games need no network.
    assert sizes[:4] == [1, 8, 8, 4]
    assert max(sizes) == 8
    assert search(state, 40, odd)[0].visits.tolist() == found.visits.tolist()


def test_fewer_moves_may_be_considered() -> None:
    state = State(TIC_TAC_TOE)
    found, sizes = search(state, 20, odd, considered=4)
    assert max(sizes) == 4
    assert (found.visits > 0).sum() == 4
    logits = odd([found.position])[0][0]
    assert set(np.flatnonzero(found.visits)) == set(np.argsort(-logits)[:4])


def test_a_single_move_needs_no_network() -> None:
    found, sizes = search(after(1, 2, 3, 5, 4, 6, 8, 7), 10)
    assert (found.chosen, found.policy.tolist(), sizes) == (0, [1.0], [])


@pytest.mark.parametrize("game", [STEPS, RACE, GUESS], ids=lambda game: game.name)
def test_chance_and_hidden_things_are_searched(game: Game) -> None:
    state, random, searches = State(game), Random(3), 0
    while state.legal_count and state.ply < 30:
        if state.seat:
            count = len(Observer.of(game)(state).rows)
            found = search(state, 24, odd)[0]
            assert found.visits.sum() == (24 if count > 1 else 0)
            searches += count > 1
            state.push_row(found.chosen)
        else:
            state.push_row(sampled_outcome(state, random))
    assert searches


def test_values_are_turned_to_the_seat() -> None:
    for seat in (1, 2, 3):
        assert in_order(from_seat([0.1, 0.2, 0.3], seat), seat) == [0.1, 0.2, 0.3]
    assert from_seat([0.1, 0.2, 0.3], 2) == [0.2, 0.3, 0.1]


def test_values_of_moves_without_visits_are_mixed() -> None:
    node = TreeNode(2, np.log([0.5, 0.25, 0.25]), 0.2)
    assert node.completed().tolist() == [0.2] * 3
    node.add(0, [-1.0, 1.0])
    node.add(1, [1.0, -1.0])
    mean = (0.5 * 1 + 0.25 * -1) / 0.75
    assert np.allclose(node.completed(), [1, -1, (0.2 + 2 * mean) / 3])
    policy = node.improved(0.1)
    assert policy[0] > policy[2] > policy[1]


def test_gumbel_noise_samples_the_prior() -> None:
    random, prior = Random(1), np.array([0.6, 0.3, 0.1])
    best = [int(np.argmax(np.log(prior) + gumbels(3, random))) for _ in range(4000)]
    assert np.allclose(np.bincount(best) / 4000, prior, atol=0.03)


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(InputError, match="considered"):
        SearchSettings(considered=1)
    with pytest.raises(InputError, match="worlds"):
        SearchSettings(worlds=0)
