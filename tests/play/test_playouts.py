"""However playouts are split, the same numbers give the same tally."""

import pytest

from boardless.games import description_text, load
from boardless.play import run_playouts
from boardless.play.playout_worker import Job, play_chunk
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
