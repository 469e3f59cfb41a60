"""Symmetries of graphs: a position that is turned is judged as the one that is played turned."""

from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="boardless[learn] is not installed")

from boardless.games import load  # noqa: E402
from boardless.learn.network import GraphNet  # noqa: E402
from boardless.learn.positions import Observer, turned_kinds  # noqa: E402
from boardless.learn.self_play import ReplayBuffer  # noqa: E402
from boardless.play import State  # noqa: E402
from boardless.play.views import View  # noqa: E402
from tests.learn.playing import TIC_TAC_TOE  # noqa: E402
from tests.learn.test_self_play import games  # noqa: E402


@pytest.mark.parametrize(
    ("name", "options", "count"),
    [
        ("Tic-Tac-Toe", (), 8), ("Connect Four", (), 2), ("Andantino", (), 12),
        ("Andantino", ("Tiling/Square",), 8), ("Trax", (), 1), ("Poker", (), 1),
    ],
)  # fmt: skip
def test_edges_have_the_symmetries_of_board_and_rules(
    name: str, options: tuple[str, ...], count: int
) -> None:
    turns = turned_kinds(View.of(load(name, options, jit=False)))
    assert len(np.unique(turns, axis=0)) == len(turns) == count
    assert turns[0].tolist() == list(range(turns.shape[1]))
    assert (np.sort(turns, axis=1) == turns[0]).all()


def test_a_turned_position_is_judged_as_one_that_is_played_turned() -> None:
    observer, view = Observer.of(TIC_TAC_TOE), View.of(TIC_TAC_TOE)
    torch.manual_seed(1)
    network = GraphNet(observer.vocabulary, 12, 2).eval()
    for turn, to in zip(turned_kinds(view), view.symmetries, strict=True):
        states = State(TIC_TAC_TOE), State(TIC_TAC_TOE)
        for place in (0, 5, 1):
            for state, at in zip(states, (place, to[place]), strict=True):
                state.push_row(state.legal_places[:, 1].tolist().index(at))
        here, there = map(observer, states)
        turned = replace(here, kinds=turn[here.kinds])
        (logits, values), (played, others) = network.judge([turned, there])
        assert np.allclose(values, others, atol=1e-5)
        places = [state.legal_places[:, 1].tolist() for state in states]
        order = [places[1].index(to[place]) for place in places[0]]
        assert np.allclose(logits, played[order], atol=1e-5)


def test_samples_of_a_replay_buffer_are_turned() -> None:
    turns = turned_kinds(View.of(TIC_TAC_TOE))
    plain, turning = ReplayBuffer(40), ReplayBuffer(40, turns)
    for buffer in (plain, turning):
        buffer.add(games(TIC_TAC_TOE, 2, 2)[0].examples)
    some, _, _ = plain.sampled(64, np.random.default_rng(1))
    others, _, _ = turning.sampled(64, np.random.default_rng(1))
    assert np.array_equal(some.nodes, others.nodes)
    met = set()
    for one, other in zip(some.split(), others.split(), strict=True):
        fitting = [n for n, it in enumerate(turns) if np.array_equal(it[one.kinds], other.kinds)]
        assert len(fitting) == 1
        met.update(fitting)
    assert met == set(range(8))
