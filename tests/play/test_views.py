"""Views: names and shapes, the mover's own side, hidden things, symmetries."""

import pickle

import numpy as np
import pytest

from boardless.games import compile, load
from boardless.play import State
from boardless.play.views import View
from boardless.state.engine.seeing import NODE_BOARD, NODE_OWNER, NODE_PIECE, NODE_TARGET
from boardless.topo import InputError
from tests.agents.described import GUESS, STEPS

TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)
ANDANTINO = load("Andantino", jit=False)
HAND = compile(
    """(game "Hand" (players 2)
    (equipment { (board (square 2)) (hand Each) (piece "Man" Each) })
    (rules
        (start { (place "Man1" (handSite P1) count:3) (place "Man2" (handSite P2) count:2) })
        (play (move (from (sites Hand Mover)) (to (sites Empty))))
        (end (if (no Moves Next) (result Mover Win)))))""",
    jit=False,
)


def test_planes_of_both_seats_are_alike() -> None:
    """After a move the other player sees as theirs what was mine."""
    state = State(TIC_TAC_TOE)
    state.push_row(4)
    state.push_row(0)
    names = list(View.of(TIC_TAC_TOE).plane_names)
    mine, theirs = names.index("mine 1"), names.index("theirs 1")
    seen = state.planes
    state.push_row(0)
    after = state.planes
    assert np.array_equal(after[mine], seen[theirs])
    assert (after[theirs] >= seen[mine]).all()
    assert after[theirs].sum() == seen[mine].sum() + 1
    assert after[names.index("last")].sum() == 1
    assert after[names.index("board")].all()
    assert after[names.index("target")].sum() == state.legal_count


def test_places_of_rows_are_those_of_planes() -> None:
    state = State(ANDANTINO)
    state.push_row(1)
    target = state.planes[View.of(ANDANTINO).plane_names.index("target")]
    assert sorted(np.flatnonzero(target)) == sorted(state.legal_places[:, 1])


def test_a_graph_has_the_sites_of_rows_and_the_steps_of_the_board() -> None:
    state = State(ANDANTINO)
    state.push_row(1)
    graph, rows = state.graph, state.legal_rows
    assert set(rows[:, 2] - 1) == set(np.flatnonzero(graph.nodes[:, NODE_TARGET]))
    assert (graph.nodes[:, NODE_BOARD] == 1).all()
    assert np.bincount(graph.nodes[:, NODE_OWNER], minlength=3)[1:].tolist() == [1, 2]
    board = state.board
    steps = {(site, int(to)) for site in board for to in board.neighbours(site)}
    # The anchor may have another number in the arrays than on the board: compare by degree.
    degrees = np.bincount(graph.edges[0], minlength=len(graph.nodes))
    assert len(steps) == graph.edges.shape[1] == len(graph.steps)
    assert sorted(degrees.tolist()) == sorted(
        sum(one == site for one, _ in steps) for site in board
    )
    back = {tuple(edge) for edge in graph.edges.T.tolist()}
    assert all((b, a) in back for a, b in back)


def test_hands_are_seen_from_the_mover() -> None:
    state = State(HAND)
    names = View.of(HAND).number_names
    counts = [names.index(f"hand {n} count") for n in (1, 2)]
    assert state.seen_numbers[counts].tolist() == [3, 2]
    state.push_row(0)
    assert state.seen_numbers[counts].tolist() == [2, 2]
    assert state.seen_numbers[names.index("seat")] == 2
    assert state.graph.nodes[:2, NODE_PIECE].tolist() == [2, 1]


def test_hidden_things_are_absent() -> None:
    state = State(GUESS)
    for _ in range(2):
        state.push_row(0)
    assert state.mover == 1
    view = View.of(GUESS)
    hidden = list(view.plane_names).index("hidden")
    assert state.pieces
    assert not state.planes[: len(view.piece_names)].any()
    assert state.planes[hidden].sum() == 1
    assert not state.graph.nodes[:, NODE_PIECE].any()


def test_a_fixed_action_is_a_pair_of_sites() -> None:
    state, view = State(STEPS), View.of(STEPS)
    assert view.actions == (17 + 17 * 17) * view.ways + 2
    actions, rows = state.legal_actions, state.legal_rows
    assert actions.tolist() == [(17 + 17 * a + b) * view.ways for a, b in rows[:, 1:3].tolist()]
    assert np.flatnonzero(state.mask).tolist() == sorted(actions)
    with pytest.raises(InputError, match="Andantino: it has no fixed actions"):
        State(ANDANTINO).mask  # noqa: B018
    assert View.of(TIC_TAC_TOE).actions == 12


def test_a_symmetry_turns_planes_and_moves_alike() -> None:
    view, line = View.of(TIC_TAC_TOE), (1, 3, 2)
    assert len(view.symmetries) == 8
    for symmetry in range(8):
        state, turned = State(TIC_TAC_TOE), State(TIC_TAC_TOE)
        for place in line:
            wanted = view.turned_places(state.legal_places[place, 1:], symmetry)[0]
            turned.push_row(int(np.flatnonzero(turned.legal_places[:, 1] == wanted)[0]))
            state.push_row(place)
        assert np.array_equal(turned.planes, view.turned(state.planes, symmetry))


def test_symmetries_of_a_window_keep_the_anchor_and_are_distinct() -> None:
    view = View.of(ANDANTINO, 4)
    found, middle = view.symmetries, 4 * 9 + 4
    assert len(found) == len(set(map(tuple, found.tolist()))) == 12
    assert (found[:, middle] == middle).all()
    for row in found:
        inside = row[row >= 0]
        assert len(set(inside.tolist())) == len(inside)


def test_a_view_is_pickled_without_its_module() -> None:
    view = View.of(STEPS)
    assert not view.hides
    assert pickle.loads(pickle.dumps(view)).row_names == view.row_names


def test_a_window_leaves_far_cells_out() -> None:
    small = View.of(ANDANTINO, 1)
    assert small.plane_shape == (5, 3, 3)
    with pytest.raises(InputError, match="reach"):
        View.of(ANDANTINO, 0)
