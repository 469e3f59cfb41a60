"""A game that needs levels and nothing more, on a board that stays and on boards that grow."""

import copy
import pickle
import random
from typing import Any

import pytest

from boardless.games import compile as compile_text
from boardless.games.game import Game
from boardless.play import State
from boardless.view import scene_of

HEAP = """(game "Heap" (players 2)
    (equipment {{ {board} (piece "Disc" Each) }})
    (rules (start (place "Disc1" {first}))
        (play (or
            (move Add (to (union {free} (sites Occupied by:Next))) stack:True)
            (forEach Piece (step (to if:(is Occupied (to)))) top:True)
        ))
        (end (if (= 5 (size Stack at:(last To))) (result Mover Win)))))"""
SQUARES = {"board": "(board (square 3))", "first": "4", "free": "(sites Empty)"}
GROWING = ["ZONE-APPEND", "ZONE-MAP", "PERI-APPEND", "PERI-MAP", "ZONE-SHRINK"]


@pytest.fixture(scope="module")
def heap() -> Game:
    """Return the game on hexagons that grow."""
    parts = {"board": "(boardless Hexagonal)", "first": "(centrePoint)", "free": "(sites Playable)"}
    return compile_text(HEAP.format(**parts), jit=False)


@pytest.fixture(scope="module")
def laid_out() -> Game:
    """Return the game on squares that stay."""
    return compile_text(HEAP.format(**SQUARES), jit=False)


def told(state: State) -> tuple[Any, ...]:
    """Return what is the same in every technique."""
    owned = [len(state.owned.levels(n + 1)) for n in range(2)]
    return state.key, state.piles, state.mover, owned, sorted(map(str, state.legal_moves))


def play(state: State, moves: int) -> list[Any]:
    """Play random moves, the same ones in every technique; return what was told after each."""
    number, seen = random.Random(4), [told(state)]
    while state.ply < moves and state.outcome() is None:
        state.push(state.parse(number.choice(seen[-1][-1])))
        seen.append(told(state))
    return seen


def check_taken_back(state: State, seen: list[Any]) -> None:
    while state.ply:
        state.pop()
        assert told(state) == seen[state.ply]


@pytest.mark.parametrize("name", GROWING)
def test_piles_on_a_growing_board_are_the_same_in_every_technique(heap: Game, name: str) -> None:
    state = State(heap, name)
    seen = play(state, 24)
    assert max(len(pile) for pile in state.piles.values()) > 2
    assert seen == play(State(heap, "BASE"), 24)
    check_taken_back(state, seen)


def test_piles_on_a_board_that_stays(laid_out: Game) -> None:
    state = State(laid_out)
    seen = play(state, 30)
    assert max(len(pile) for pile in state.piles.values()) > 2
    twin = pickle.loads(pickle.dumps(copy.deepcopy(state)))
    assert told(twin) == told(state)
    assert told(state.at(7)) == seen[7]
    assert [told(state.at(ply)) for ply in range(3)] == seen[:3]
    check_taken_back(twin, seen)
    check_taken_back(state, seen)


def test_keys_tell_every_position_apart(laid_out: Game) -> None:
    known: dict[int, Any] = {}
    for seed in range(3):
        state, number = State(laid_out), random.Random(seed)
        for _ in range(25):
            if state.outcome() is not None:
                break
            state.push(number.choice(list(state.legal_moves)))
            assert known.setdefault(state.key, (state.piles, state.mover)) == (
                state.piles,
                state.mover,
            )


def test_moves_name_levels_and_containers_have_them(laid_out: Game) -> None:
    state = State(laid_out)
    state.push(state.parse("+1@0,0,1"))
    state.push(state.parse("+2@0,0,1^1"))
    state.push(state.parse("1@0,0,4>0,0,1^2"))
    assert state.piles == {(0, 0, 1): (1, 2, 1)}
    board = state.containers[0]
    assert board.height.nonzero() == {1: 3}
    assert [board.chunk("who", level)[1] for level in range(4)] == [1, 2, 1, 0]
    assert (board.what[1], board.chunk("count", 2)[1]) == (1, 1)


def test_a_pile_is_drawn_piece_above_piece(laid_out: Game) -> None:
    state = State(laid_out)
    state.push(state.parse("+1@0,0,1"))
    single = set(scene_of(state).picture.layers["pieces"])
    state.push(state.parse("+2@0,0,1^1"))
    assert set(scene_of(state).picture.layers["pieces"]) - single == {"0,0,1/1"}
    assert ">2</text>" in state._repr_svg_()


def test_a_compiled_game_has_the_same_piles(laid_out: Game) -> None:
    compiled = compile_text(HEAP.format(**SQUARES))
    assert State(compiled).perft(3) == State(laid_out).perft(3)
