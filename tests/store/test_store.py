"""What is stored is what was played."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from state import State, Trial
from store import Store
from strategies import PERI_MAP, TECHNIQUES, ZONE_APPEND
from tests.store.games import a_line, by_hand, playouts
from topo import InputError


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "runs.lbug") as opened:
        yield opened


def test_trials_come_back_as_they_went_in(store: Store) -> None:
    trials = [by_hand(3, 5, 2), by_hand(4), a_line(12), by_hand(0)]
    assert store.add(trials) == 4
    assert list(store.trials()) == trials
    assert [store.trial(n) for n in range(4)] == trials


def test_playouts_come_back_and_replay_in_every_technique(store: Store) -> None:
    batch = playouts()
    assert store.add([batch]) == len(batch)
    for n, trial in enumerate(store.trials()):
        assert [move.to.site for move in trial.moves if move.to] == [
            choice.cell for choice in batch.choices(n)
        ]
        assert trial.result == batch.winners[n]
        assert trial.replay(ZONE_APPEND).key == trial.replay(PERI_MAP).key


def test_the_board_at_every_ply_is_the_one_rebuilt_from_the_moves(store: Store) -> None:
    store.add([playouts(), by_hand(4)])
    for n, trial in enumerate(store.trials()):
        state = State(trial.setup, ZONE_APPEND)
        for ply in range(len(trial.moves) + 1):
            if ply:
                state.push(trial.moves[ply - 1])
            board = store.board(n, ply)
            assert [tuple(key) for key in board.keys.tolist()] == [
                state.cell(site) for site in range(len(state.board))
            ]
