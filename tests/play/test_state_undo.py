"""States of games: moves are taken back exactly, past states are read, copies are independent."""

import pickle
from copy import copy, deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

from boardless.games import Game, compile, load
from boardless.games.game_technique import ALL_NAMES
from boardless.play import PastState, State
from boardless.state import ADD, BOARD, REMOVE, Action, Move, Trial
from boardless.strategies import PERI_MAP, ZONE_APPEND
from boardless.topo import InputError

#: Pieces that come from hands and run out, and pieces that step on the board.
HANDS = """(game "Hands" (players 2)
    (equipment {(boardless Hexagonal) (tile "A" Each) (hand Each)})
    (rules
        (start {(place "A1" (handSite P1)  count:4) (place "A2" (handSite P2) count:4)
            (place "A1" (centrePoint)) (place "A2" (ahead (centrePoint) E))})
        (play (or
            (move (from (sites Hand Mover)) (to (sites Playable)))
            (move (from (sites Occupied by:Mover)) (to (sites Around (from) Empty)))))
        (end (if (is Line 4) (result Mover Win)))))"""

TECHNIQUES = [name for name in ALL_NAMES if not name.startswith("BASE")]


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {
        "Andantino": load("Andantino", tiling="triangular", jit=False),
        "Plotto": load("Plotto", jit=False),
        "Hands": compile(HANDS, jit=False),
    }


def techniques(game: Game) -> list[str]:
    refused = "Hands" if game.name == "Hands" else ""
    return [name for name in TECHNIQUES if not refused or name != "RULE-APPEND"]


def seen(state: State) -> dict[str, Any]:
    """Return everything that can be seen of a state."""
    return {
        "moves": list(state.legal_moves),
        "pieces": state.pieces,
        "board": state.board.keys.tolist(),
        "key": state.key,
        "mover": state.mover,
        "outcome": state.outcome(),
        "stack": state.move_stack,
    }


def arrays_of(state: State) -> list[bytes]:
    """Return what the engine's arrays hold, but for flood fills, notes and rows not in use."""
    position = state._position
    arrays, kernels = position.arrays, position.kernels
    end = int(arrays.n[kernels.COUNT]) + 1
    counters = np.delete(arrays.n, kernels.FILL)
    rows = [arrays.code, arrays.kind, arrays.what, arrays.who, arrays.neighbours]
    lists = [arrays.legal[a, : arrays.size[a]] for a in range(len(arrays.size))]
    sites = [arrays.where[:, :end], arrays.fields[:, :end], arrays.step[: end * kernels.SLOTS]]
    kept = [counters, arrays.key, arrays.rank, *(row[:end] for row in rows), *lists, *sites]
    return [np.ascontiguousarray(part).tobytes() for part in kept]


def played(state: State, plies: int, seed: int) -> None:
    """Make random moves, the same in every technique."""
    random = Random(seed)
    for _ in range(plies):
        legal = sorted(state.legal_moves, key=str)
        if not legal:
            return
        state.push(random.choice(legal))


@pytest.mark.parametrize("name", ["Andantino", "Plotto", "Hands"])
def test_every_move_is_taken_back_exactly(games: dict[str, Game], name: str) -> None:
    for technique in techniques(games[name]):
        state = State(games[name], technique)
        random, before = Random(1), []
        while state.ply < 9 and (legal := sorted(state.legal_moves, key=str)):
            before.append((seen(state), arrays_of(state)))
            state.push(random.choice(legal))
        assert state.ply > 4
        while state.ply:
            state.pop()
            was, arrays = before.pop()
            assert seen(state) == was, technique
            if technique[-2:] != "RE":
                assert arrays_of(state) == arrays, technique


@pytest.mark.parametrize("name", ["Andantino", "Plotto", "Hands"])
def test_techniques_differ_in_nothing_that_is_seen_but_boards(
    games: dict[str, Game], name: str
) -> None:
    states = [State(games[name], technique) for technique in techniques(games[name])]
    for _ in range(7):
        first = seen(states[0])
        for state in states[1:]:
            assert {**seen(state), "board": first["board"]} == first, state.technique
        for state in states:
            played(state, 1, state.ply)


def test_the_key_is_that_of_what_stands_there(games: dict[str, Game]) -> None:
    state, other = State(games["Hands"]), State(games["Hands"], "PERI-MAP")
    keys = {state.key}
    for ply in range(6):
        for each in (state, other):
            played(each, 1, ply)
        assert state.key == other.key
        assert state.key not in keys
        keys.add(state.key)
    twin = pickle.loads(pickle.dumps(state))
    assert twin.key == state.key


def test_past_states_stay_what_they_are(games: dict[str, Game]) -> None:
    state = State(games["Andantino"])
    expected = [seen(state)]
    for ply in range(8):
        played(state, 1, ply)
        expected.append(seen(state))
    past = [state.at(ply) for ply in range(9)]
    for ply in (8, 0, 5, 4, 7, 1):
        assert seen(past[ply]) == expected[ply]
    boards = [past[ply].board for ply in (2, 8)]
    assert [board.keys.tolist() for board in boards] == [expected[2]["board"], expected[8]["board"]]
    other = next(move for move in past[4].legal_moves if move != state.move_stack[4])
    variation = past[4].after(other)
    assert isinstance(variation, PastState)
    assert variation.move_stack == [*state.move_stack[:4], other]
    assert variation.before is not None
    assert seen(variation.before) == expected[4]
    for change in (lambda: past[3].push(other), past[3].pop):
        with pytest.raises(InputError, match="a past state cannot be changed"):
            change()
    going_on = past[3].copy()
    played(going_on, 1, 3)
    assert going_on.ply == 4
    assert seen(past[3]) == expected[3]
    assert seen(state) == expected[8]
    with pytest.raises(InputError, match="ply 9: choose a whole number from 0 to 8"):
        state.at(9)


def test_copies_are_independent(games: dict[str, Game]) -> None:
    for technique in techniques(games["Hands"]):
        state = State(games["Hands"], technique)
        played(state, 5, 2)
        was = seen(state)
        for twin in (state.copy(), copy(state), deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert seen(twin) == was
            twin.pop()
            played(twin, 2, 4)
            assert seen(state) == was


def test_games_are_pickled_whether_they_have_been_played_or_not() -> None:
    game = load("Tic-Tac-Toe", jit=False)
    for _ in range(2):
        twin = pickle.loads(pickle.dumps(game))
        assert (twin.name, twin.source, twin.jit) == (game.name, game.source, game.jit)
        assert State(game).perft(2) == 72


def test_trials_of_games_are_played_again_anywhere(games: dict[str, Game]) -> None:
    for name in ("Andantino", "Hands"):
        state = State(games[name])
        played(state, 8, 5)
        trial = Trial.loads(state.trial(seed=5).dumps())
        assert (trial.game, trial.seed, list(trial.moves)) == (name, 5, state.move_stack)
        again = State(games[name], "PERI-MAP")
        for move in trial.moves:
            again.push(move)
        assert again.pieces == state.pieces
        for technique in (ZONE_APPEND, PERI_MAP):
            assert trial.replay(technique).key == state.key


def test_moves_are_short_texts(games: dict[str, Game]) -> None:
    for name, game in games.items():
        state = State(game)
        for ply in range(6):
            texts = {str(move): move for move in state.legal_moves}
            assert len(texts) == len(state.legal_moves)
            assert all(state.parse(text) == move for text, move in texts.items()), name
            played(state, 1, ply)
    tic_tac_toe = State(load("Tic-Tac-Toe", jit=False))
    tic_tac_toe.push(tic_tac_toe.parse("+1@0,-1"))
    assert str(tic_tac_toe.peek()) == "+1@0,-1"
    for text in ("", "1@0,0", "+1@0", "+1@h1", "x", "+1@0,0;;", None, 5, "+1@1e3,0"):
        with pytest.raises(InputError, match=r"^move .*: give"):
            tic_tac_toe.parse(text)


def test_perft_leaves_the_state_alone_and_counts_what_pushing_does(games: dict[str, Game]) -> None:
    for technique in techniques(games["Hands"]):
        state = State(games["Hands"], technique)
        played(state, 3, 1)
        was = seen(state)
        assert state.perft(2) == sum(state.divide(2).values()) > 50
        assert seen(state) == was


THREE = """(game "Three" (players 3)
    (equipment {(board (square 4)) (piece "A" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {(if (is Line 2 Orthogonal) (result Mover Win))
            (if (is In (last To) (sites {15})) (result Mover Loss))})))"""


def test_of_three_players_the_others_play_on_for_their_places() -> None:
    state = State(compile(THREE, jit=False))
    corner = state.cell(0)
    first = [(corner[0] + x, corner[1] + y, 0) for x, y in ((0, 0), (2, 0), (0, 2), (1, 0))]
    for cell in first:
        state.push(next(move for move in state.legal_moves if move.cell == cell))
    # Player 1 has won, and is out of the game: it goes on with player 2.
    assert state.outcome() is None
    assert state._position.ranks == (1, 0, 0)
    assert state.mover == 2
    before = seen(state)
    lost = (corner[0] + 3, corner[1] + 3, 0)
    state.push(next(move for move in state.legal_moves if move.cell == lost))
    ended = state.outcome()
    assert ended is not None
    assert (ended.winner, ended.ranks) == (1, (1, 3, 2))
    state.pop()
    assert seen(state) == before
    for cell in ((1, 2), (0, 1)):
        goal = (corner[0] + cell[0], corner[1] + cell[1], 0)
        state.push(next(move for move in state.legal_moves if move.cell == goal))
    # Player 3 has two in a row, too: places are taken in the order in which they are won.
    ended = state.outcome()
    assert ended is not None
    assert (ended.winner, ended.ranks) == (1, (1, 3, 2))


@pytest.mark.parametrize("name", ["Andantino", "Plotto", "Hands"])
def test_containers_and_owned_say_what_stands_where(games: dict[str, Game], name: str) -> None:
    for technique in techniques(games[name]):
        state = State(games[name], technique)
        played(state, 5, 6)
        board, *hands = state.containers
        what = {state.cell(site): n for site, n in board.what.nonzero().items()}
        assert what == state.pieces, technique
        assert len(board) == len(state.board) == len(board.empty)
        assert sum(board.empty) == len(board) - len(what)
        owners = {state.cell(site): who for site, who in board.who.nonzero().items()}
        assert owners == {cell: state.components[n - 1].owner for cell, n in what.items()}
        held = [(hand.owner, list(hand.what), list(hand.count)) for hand in hands]
        assert len(held) == len(state.setup.hands)
        if name == "Hands":
            taken = [m.from_.container for m in state.move_stack if m.from_ is not None]
            left = [4 - taken.count(hand) for hand in (1, 2)]
            assert held == [(1, [1], [left[0]]), (2, [2], [left[1]])]
        places = [set(state.owned.places(n)) for n in range(1, len(state.components) + 1)]
        on_board = {
            state.cell(place.site) for part in places for place in part if not place.container
        }
        assert on_board == what.keys()


def test_moves_that_say_something_false_are_not_made(games: dict[str, Game]) -> None:
    state = State(games["Hands"])
    was = seen(state)
    target = next(move for move in state.legal_moves if move.from_ == (1, 0)).cell
    assert target is not None
    false = [
        Move(1, (Action(REMOVE, 1, 0, 2), Action(ADD, BOARD, target, 2))),
        Move(1, (Action(REMOVE, BOARD, (0, 0, 0), 2), Action(ADD, BOARD, target, 2))),
        Move(1, (Action(REMOVE, 1, 0, 1), Action(ADD, BOARD, target, 1, level=7))),
        Move(1, (Action(REMOVE, 1, 0, 10**30), Action(ADD, BOARD, target, 10**30))),
    ]
    for move in false:
        assert move not in state.legal_moves
        with pytest.raises(InputError, match="is not legal"):
            state.push(move)
    for nothing in (Move(1, ("x",)), Move(1, 5), Move(1, None), "+1@0,0"):  # type: ignore[arg-type]
        for use in (state.push, state.at(0).after):
            with pytest.raises(InputError, match="give a Move"):
                use(nothing)  # type: ignore[arg-type]
    assert seen(state) == was


def test_what_a_past_state_holds_stays_what_it_was(games: dict[str, Game]) -> None:
    state = State(games["Andantino"])
    played(state, 4, 1)
    board = state.at(1).containers[0]
    before = list(board.what)
    assert state.at(4).pieces
    assert list(board.what) == before


AGAIN = """(game "Again" (players 3)
    (equipment {(board (square 3)) (piece "A" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (>= (count Moves) 2) (result P1 Win)))))"""


def test_a_place_that_was_taken_is_kept() -> None:
    state = State(compile(AGAIN, jit=False))
    while state.outcome() is None:
        state.push(next(iter(state.legal_moves)))
        assert state._position.ranks[0] == (state.ply > 1)
    ended = state.outcome()
    assert ended is not None
    assert (ended.winner, ended.ranks) == (1, (1, 2, 2))


def test_more_moves_are_found_than_there_was_room_for() -> None:
    text = """(game "Wide" (players 2) (equipment {(board (square 12)) (piece "A" Each)})
        (rules (start {(place "A1" (sites {%s}))})
            (play (move (from (sites Occupied by:Mover)) (to (sites Empty))))
            (end (if (>= (count Moves) 9) (result Mover Draw)))))"""
    state = State(compile(text % " ".join(map(str, range(48))), jit=False))
    last = list(State(state.game).legal_moves)[-1]
    state.push(last)
    assert state.peek() == last
