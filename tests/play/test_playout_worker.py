"""Playout workers, of any number of threads and on games of any length."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.games import description_text
from boardless.play import Tally, playout_worker
from boardless.play.playout_worker import Job, play_chunk
from boardless.topo import InputError

JOB = Job(description_text("Andantino"), (), "ZONE-APPEND", "5.4", 7)
PLAIN = Job(description_text("Tic-Tac-Toe"), (), "BASE-KEPT", "5.4", 7, jit=False)
ENDLESS = """(game "Endless"
    (players 2)
    (equipment {(boardless Hexagonal) (tile "Hex" Each numSides:6)})
    (rules
        (start (place "Hex1" (centrePoint)))
        (play (move Add (to (sites Playable))))
        (end (if (>= (count Moves) 1000000) (result Mover Draw)))
    )
)"""


@given(st.lists(st.integers(0, 300), max_size=5))
def test_any_split_gives_the_same_tally(cuts: list[int]) -> None:
    ends = sorted({0, 300, *cuts})
    parts = [play_chunk(JOB, a, b) for a, b in pairwise(ends)]
    assert reduce(add, parts) == play_chunk(JOB, 0, 300)


def test_tallies_add_up() -> None:
    total = Tally(1, 3, (0, 1), (0, 0, 0, 1), (1,)) + Tally(1, 1, (1,), (0, 1), (0, 1))
    assert total == Tally(2, 4, (1, 1), (0, 1, 0, 1), (1, 1))


@pytest.mark.parametrize("job", [JOB, PLAIN], ids=["compiled", "plain"])
def test_threads_do_not_share_arrays(job: Job) -> None:
    size, count = (5_000, 40) if job.jit else (20, 20)
    starts = range(0, size * count, size)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda first: play_chunk(job, first, first + size), starts))
    assert reduce(add, parts) == play_chunk(job, 0, size * count)


def test_jobs_are_forgotten_and_played_again() -> None:
    before = play_chunk(PLAIN, 0, 5)
    for start in ("5.4", "minimal"):
        for technique in ("BASE", "BASE-KEPT"):
            other = Job(PLAIN.text, (), technique, start, 7, jit=False)
            assert play_chunk(other, 0, 5) == before
    assert play_chunk(PLAIN, 0, 5) == before
    assert playout_worker._own.player.cache_info().currsize <= playout_worker.JOBS_CACHED


def test_a_game_without_end_stops_where_the_room_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playout_worker, "MAX_CELLS", 2048)
    with pytest.raises(InputError, match=r"playout 2 of Endless: no end in sight, .* 2,048 cells"):
        play_chunk(Job(ENDLESS, (), "ZONE-APPEND", "5.4", 1, jit=False), 2, 3)


def test_a_worker_reads_as_much_of_a_text_as_was_read_before() -> None:
    long = replace(PLAIN, text=PLAIN.text + " " * 1_000_000)
    assert play_chunk(replace(long, large=True), 0, 1) == play_chunk(PLAIN, 0, 1)
    with pytest.raises(InputError, match="characters are read"):
        play_chunk(long, 0, 1)
