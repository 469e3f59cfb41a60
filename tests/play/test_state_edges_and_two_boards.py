"""Tiny games that need sites on edges, or two boards, and nothing more."""

import pickle
from copy import copy

import networkx as nx
import pytest

from boardless.games import compile
from boardless.games.game import Game
from boardless.play import State, run_playouts

#: Sticks on the edges of a grid of three by three points; no two may touch.
STICKS = """(game "Sticks" (players 2)
    (equipment { (board (square 3) use:Edge) (piece "Stick" Each) })
    (rules
        (play (move Add (to (sites Empty) if:(= 0 (count Sites in:(sites Around (to) NotEmpty))))))
        (end (if (no Moves Next) (result Mover Win)))))"""
#: Four squares for player 1, and apart from them seven hexagons for player 2.
PAIR = """(game "Pair" (players 2)
    (equipment {
        (board (merge (square 2) (shift 4 0 (hex 2)))) (piece "Disc" Each)
        (regions "Own" P1 (sites {0 1 2 3})) (regions "Own" P2 (sites {4 5 6 7 8 9 10}))
    })
    (rules
        (play (move Add (to (intersection (sites Mover) (sites Empty)))))
        (end (if (no Moves Next) (result Mover Win)))))"""
#: How many sequences of 1, 2, 3 and 4 moves there are. Sticks that do not touch are a matching, and
#: that grid has 12, 44, 56 and 18 of 1, 2, 3 and 4 edges: 131 with the empty one, OEIS A028420.
COUNTS = {STICKS: [12, 2 * 44, 6 * 56, 24 * 18], PAIR: [4, 4 * 7, 4 * 7 * 3, 4 * 7 * 3 * 6]}


@pytest.fixture(params=COUNTS, ids=["edges", "two boards"])
def text(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def game(text: str) -> Game:
    return compile(text, jit=False)


def test_moves_are_counted(text: str, game: Game) -> None:
    assert [State(game).perft(depth) for depth in range(1, 5)] == COUNTS[text]


def test_moves_are_taken_back_copied_and_read(game: Game) -> None:
    state, keys = State(game), []
    while state.outcome() is None:
        keys.append(state.key)
        move = list(state.legal_moves)[-1]
        assert state.parse(str(move)) == move
        state.push(move)
    for twin in (copy(state), pickle.loads(pickle.dumps(state))):
        assert (twin.key, twin.outcome(), twin.pieces) == (state.key, state.outcome(), state.pieces)
    while keys:
        state.pop()
        assert state.key == keys.pop()
    assert state.perft(1) == len(list(state.legal_moves))


def test_random_games_end_when_nobody_can_go_on(game: Game) -> None:
    tally = run_playouts(game, playouts=50, seed=2).tally
    assert tally.wins[0] == 0
    assert sum(tally.wins) == 50


def test_two_boards_are_two_parts_of_one_graph() -> None:
    board = State(compile(PAIR, jit=False)).board
    parts = sorted(map(sorted, nx.connected_components(nx.Graph(board.dual))))
    assert parts == [[0, 1, 2, 3], [4, 5, 6, 7, 8, 9, 10]]
