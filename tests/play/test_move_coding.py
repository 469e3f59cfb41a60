"""Moves: lists of actions decoded from the engine's log, and the numbers that they note."""

import pickle
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from boardless.games import Game, load
from boardless.games.game import technique_for
from boardless.games.modules import Features
from boardless.play import State
from boardless.play.move_coding import _Decoder
from boardless.state import ADD, BOARD, REMOVE
from boardless.topo import InputError
from boardless.view import Session
from tests.play.whole_positions import arrays_of


def test_counted_pieces_that_leave_one_after_another_stay_what_they_are() -> None:
    game = load("Othello", jit=False)
    kernels = game.kernels_of(technique_for(game), Features(undo=True, logs=True))
    decoder = _Decoder(kernels, np.array([0, 2, 0, 0]), lambda site: (BOARD, site), None)
    for target in (2, 3):
        decoder.add([kernels.MOVED_SOME, 1, target, 1, 0, 0])
    decoder.add([kernels.REMOVED, 1, 0, 0, 0, 0])  # nothing is left there
    assert [(action.kind, action.value) for action in decoder.actions] == [
        (REMOVE, 2), (ADD, 2), (ADD, 2),
    ]  # fmt: skip


def count_listings(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that gets an entry whenever the legal moves of a position are found."""
    kernels, listings = State(game).position.kernels, list[object]()
    found = kernels.list_moves

    def list_moves(s: Any) -> Any:
        listings.append(s)
        return found(s)

    monkeypatch.setattr(kernels, "list_moves", list_moves)
    return listings


def test_listed_moves_are_pushed_without_listing_them_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("Othello", jit=False)
    listings = count_listings(game, monkeypatch)
    state = State(game)
    twin, moves = state.copy(), list(state.legal_moves)
    for move in moves:
        state.push(move)
        assert state.pop() == move
    twin.push(moves[0])  # a copy is at the same position
    state.push(moves[0])
    assert len(listings) == 1
    assert state.key == twin.key
    parsed = twin.parse(str(next(iter(state.legal_moves))))
    assert parsed in twin.legal_moves
    twin.push(parsed)
    assert len(listings) == 3  # the copies went their own ways


def test_click_lists_the_legal_moves_of_the_new_position_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("Othello", jit=False)
    session = Session(State(game))
    text = next(iter(session.data()["scene"]["moves"]))
    listings = count_listings(game, monkeypatch)
    session.play(text)
    session.data()
    assert len(listings) == 1


def test_numbers_of_a_move_are_those_of_its_position() -> None:
    state = State(load("Othello", jit=False))
    first = next(iter(state.legal_moves))
    state.push(first)
    with pytest.raises(InputError, match="is not legal"):
        state.push(first)
    state.pop()
    # A move with other actions is another one, and other processes have other positions.
    for other in (replace(first, actions=()), pickle.loads(pickle.dumps(first))):
        assert other.numbers_in(state.position._here) is None
        assert (other in state.legal_moves) is (other == first)


@pytest.mark.parametrize("name", ["Othello", "Carcassonne", "Hive"])
def test_pushing_a_listed_move_is_pushing_a_parsed_one(name: str) -> None:
    state, random = State(load(name, jit=False)), Random(1)
    parsed, apart = state.copy(), state.copy()
    for _ in range(12):
        move = random.choice([move for move, _ in state.chances()] or list(state.legal_moves))
        for twin in (parsed, apart):
            # The numbers of a move are enough: the legal moves need not be found before.
            twin.push(twin.parse(str(move)) if twin is parsed else move)
        state.push(move)
        apart.position.node = state.position.node
    assert arrays_of(state) == arrays_of(parsed) == arrays_of(apart)
    assert state.position.did == parsed.position.did == apart.position.did
