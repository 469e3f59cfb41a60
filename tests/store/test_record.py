"""Records say what they were made from, and refuse what is none."""

import zlib
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.games import compile, description_text, load
from boardless.games.game_technique import game_technique
from boardless.play import Batch, GamePosition, record_playouts
from boardless.state import GivenBoard, Trial
from boardless.store.record import ARRAYS, Record, source_of
from boardless.store.recording import of_batch, of_trials, trials_of
from boardless.strategies import PERI_MAP, ZONE_APPEND
from boardless.topo import InputError, Key
from tests.store.conftest import PLAYED
from tests.store.games import a_line, by_hand, playouts


def equal(a: Record, b: Record) -> bool:
    return a.source == b.source and all(
        np.array_equal(getattr(a, name), getattr(b, name)) for name in ARRAYS
    )


def test_records_are_the_same_after_writing_and_reading() -> None:
    for record in (of_batch(playouts()), *of_trials([by_hand(4)], ZONE_APPEND)):
        data = record.dumps()
        assert equal(Record.loads(data), record)
        assert source_of(data) == record.source
        assert record.dumps() == data


def test_no_game_is_played_while_tests_are_collected(request: pytest.FixtureRequest) -> None:
    # Every worker collects all tests, also those that it does not run.
    assert request.config.stash[PLAYED] == 0


@pytest.mark.parametrize("game", ["Andantino", "Plotto", "Tic-Tac-Toe"])
def test_playouts_come_back_as_they_were_played(game: str) -> None:
    batch = playouts(game, 0, 3)
    match = GamePosition(load(game, jit=False), game_technique(batch.technique))
    for n, trial in enumerate(trials_of(Record.loads(of_batch(batch).dumps()))):
        match.replay(batch.moves(n))
        assert match.winner == trial.result == batch.winners[n]
        assert trial.moves == tuple(batch.moves(n))
        standing = {key: what for key, what in match.standing().items() if what}
        ways = (ZONE_APPEND, PERI_MAP) if match.game.growing else (GivenBoard(cells_of(batch)),)
        for way in ways:
            state = trial.replay(way)
            what = enumerate(state.containers[0].what)
            assert {
                state.cell(site): component for site, component in what if component
            } == standing


def cells_of(batch: Batch) -> tuple[Key, ...]:
    return tuple((i, j, k) for i, j, k in batch.keys[: batch.cells[0]].tolist())


def test_parts_of_a_record_are_records_of_parts() -> None:
    whole = of_batch(playouts(first=0, last=6))
    for first, last in ((0, 6), (0, 1), (2, 5), (5, 6), (3, 3)):
        part = whole.part(first, last).check()
        assert trials_of(part) == trials_of(whole)[first:last]
        if first < last:
            assert equal(part, of_batch(playouts(first=first, last=last)))


@given(st.data())
def test_damaged_records_are_refused(data: st.DataObject) -> None:
    # Checksums notice damage before; this is what stands behind them.
    whole = zlib.decompress(by_hand_bytes())
    cut = data.draw(st.integers(0, len(whole) - 1))
    changed = whole[:cut] + bytes([whole[cut] ^ data.draw(st.integers(1, 255))]) + whole[cut + 1 :]
    for damaged in (whole[:cut], whole + b"x", changed):
        with suppress(InputError):
            trials_of(Record.loads(zlib.compress(damaged)))
    with pytest.raises(InputError, match="cannot be read"):
        Record.loads(whole[:cut])


def by_hand_bytes() -> bytes:
    return of_trials([by_hand(4)], ZONE_APPEND)[0].dumps()


def test_other_forms_are_told() -> None:
    whole = zlib.decompress(by_hand_bytes()).replace(b'"form":1', b'"form":2')
    with pytest.raises(InputError, match="has form 2: only 1 is known"):
        Record.loads(zlib.compress(whole))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plies": [3]}, "batch of 1 games: its arrays do not fit together"),
        ({"tiling": "square"}, "batch on the square tiling: Andantino is on another"),
        ({"winners": np.array([3], np.int8)}, "winner 3 in a record: -1 to 2 fit"),
        ({"text": "(game"}, "line 1"),
    ],
)
def test_batches_that_do_not_fit_are_refused(change: dict[str, object], message: str) -> None:
    change = {k: np.array(v) if isinstance(v, list) else v for k, v in change.items()}
    with pytest.raises(InputError, match=message):
        of_batch(replace(playouts(last=1), **change))  # type: ignore[arg-type]


def test_cells_out_of_range_are_refused() -> None:
    batch = playouts(last=1)
    for column, value, message in ((0, 2**30, "lattice key"), (2, 1, "prototile")):
        targets = batch.targets.copy()
        targets[3, column] = value
        with pytest.raises(InputError, match=f"{message} {value} in a record"):
            of_batch(replace(batch, targets=targets))


def test_trials_of_one_kind_share_a_record() -> None:
    trials = [a_line(3), a_line(4), by_hand(2, 5), by_hand(3, 5), by_hand(3, 6), a_line(1)]
    records = of_trials(trials, ZONE_APPEND)
    assert [len(record) for record in records] == [2, 2, 1, 1]
    assert [trial for record in records for trial in trials_of(record)] == trials


def test_a_seed_that_no_graph_can_hold_is_refused() -> None:
    with pytest.raises(InputError, match="seed 9223372036854775808"):
        of_trials([Trial(by_hand().setup, (), seed=2**63)], ZONE_APPEND)


def test_what_stays_in_a_hand_and_what_leaves_it() -> None:
    # Plotto's hands never run out; once its moves take from them, they do.
    text = description_text("Plotto").replace("copy:True", "")
    for description, kept in ((description_text("Plotto"), True), (text, False)):
        game = compile(description, jit=False)
        batch = record_playouts(game, 0, 1)
        actions = of_batch(batch).actions
        assert ((actions[:, 1] == 0).all()) == kept
        assert load("Plotto", jit=False).setup == game.setup
