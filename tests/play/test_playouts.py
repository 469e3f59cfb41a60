"""However playouts are split, the same numbers give the same tally."""

import pytest

from boardless.games import compile, description_text, load
from boardless.games.game import technique_for
from boardless.play import State, run_playouts
from boardless.play.playout_worker import Job, play_chunk
from boardless.play.recording import SteppedPlayer
from boardless.topo import InputError

JOB = Job(description_text("Andantino"), (), "ZONE-APPEND", "5.4", 7)


def test_a_tally_counts_what_was_played() -> None:
    tally = run_playouts(load("Andantino"), playouts=1000, seed=7).tally
    assert sum(tally.wins) == sum(tally.lengths) == sum(tally.cells) == tally.playouts == 1000
    assert sum(n * count for n, count in enumerate(tally.lengths)) == tally.moves
    assert tally == play_chunk(JOB, 0, 1000)
    assert tally != run_playouts(load("Andantino"), playouts=1000, seed=8).tally


def test_playouts_for_a_time_are_the_first_of_those_without_end() -> None:
    run = run_playouts(load("Andantino"), seconds=0.2, seed=7)
    assert run.seconds >= 0.2
    assert run.tally == play_chunk(JOB, 0, run.tally.playouts)
    assert run.playouts_per_s == run.tally.playouts / run.seconds


def test_random_games_are_like_ludiis() -> None:
    # 1,200 games of Ludii: 31.5 plies, 17 % drawn, 49 % won by player 1.
    tally = run_playouts(load("Andantino"), playouts=50_000, seed=3).tally
    assert tally.moves / tally.playouts == pytest.approx(31.5, abs=0.4)
    assert tally.wins[0] / tally.playouts == pytest.approx(0.17, abs=0.02)
    assert tally.wins[1] / tally.playouts == pytest.approx(0.49, abs=0.02)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "playouts None, seconds None: choose one of the two"),
        ({"playouts": 1, "seconds": 1.0}, "choose one of the two"),
        ({"playouts": 0}, "playouts 0: choose a whole number from 1 to"),
        ({"seconds": -1.0}, "seconds -1.0: choose more than 0"),
        ({"seconds": float("nan")}, "seconds nan: choose more than 0"),
        ({"playouts": 2.5}, "playouts 2.5: choose a whole number from 1 to"),
        ({"playouts": "2"}, "playouts '2': choose a whole number from 1 to"),
        ({"seconds": "2"}, "seconds '2': choose more than 0"),
        ({"playouts": 1, "moves": 0}, "moves 0: choose a whole number from 1 to"),
        ({"playouts": 1, "moves": 9, "store": "no"}, "moves: .* a store takes finished"),
        ({"playouts": 1, "seed": -1}, "seed -1: choose a whole number from 0 to"),
        ({"playouts": 1, "seed": 0.5}, "seed 0.5: choose a whole number from 0 to"),
        ({"playouts": 1, "workers": 0}, "workers 0: choose a whole number from 1 to"),
        ({"playouts": 1, "technique": "zone"}, "unknown technique 'zone'"),
        ({"playouts": 1, "start": "huge"}, "start 'huge': choose 5.4 or minimal"),
    ],
)
def test_what_cannot_be_played_is_refused(asked: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        run_playouts(load("Bravalath", jit=False), **asked)


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Bravalath", "Blackjack", "Minesweeper"])
def test_playouts_end_after_a_number_of_moves(name: str) -> None:
    game = load(name, jit=False)
    whole = run_playouts(game, playouts=12, seed=3).tally
    tally = run_playouts(game, playouts=12, moves=6, seed=3).tally
    stepped = SteppedPlayer(game, technique_for(game, None, "5.4"), None, 6)
    assert tally == stepped.play(3, 0, 12)
    assert tally.lengths[:6] == whole.lengths[:6]
    assert len(tally.lengths) == 7
    assert run_playouts(game, playouts=12, moves=9_999, seed=3).tally == whole


def test_playouts_of_policies_and_techniques_end_after_a_number_of_moves() -> None:
    game = load("Bravalath", jit=False)

    def first(state: State) -> object:
        return state.legal_moves[0]

    assert run_playouts(game, playouts=2, moves=20, policy=first).tally.lengths[20] == 2
    tally = run_playouts(game, playouts=9, moves=4, seed=1, technique="PERI-RE").tally
    assert tally.wins == run_playouts(game, playouts=9, moves=4, seed=1).tally.wins


#: Games that nothing but the limit of turns ends; those that replace pieces have effects.
ENDLESS = {
    "replaced": "(play (move Add (to (sites Board))))",
    "swapped": "(meta (swap)) (play (move Add (to (sites Board))))",
    "moved": """(start (place "Disc1" 0))
        (play (move (from (sites Occupied by:Mover)) (to (sites Empty))))""",
}


@pytest.mark.parametrize("rules", ENDLESS.values(), ids=ENDLESS.keys())
def test_a_game_without_end_is_drawn_by_its_turns(rules: str) -> None:
    text = f"""(game "T" (players 2)
        (equipment {{(board (square 3)) (piece "Disc" Each)}})
        (rules {rules} (end (if (= 1 2) (result P1 Win)))))"""
    game = compile(text, jit=False)
    assert game.info.effects == ("Board" in rules)
    (end,) = (n for n, games in enumerate(run_playouts(game, playouts=1).tally.lengths) if games)
    assert end - 2_500 in (0, "swap" in rules)


def test_a_board_does_not_grow_for_ever() -> None:
    state = State(load("Bravalath", jit=False))
    for _ in range(2_499):
        state.push_row(0)
    assert state.outcome() is None
    last = state.legal_moves[0]
    state.push(last)
    assert str(state.outcome()) == "drawn"
    assert not state.legal_moves
    assert state.pop() == last
    assert state.outcome() is None
    state.push_row(0)
    assert (state.ply, str(state.outcome())) == (2_500, "drawn")
