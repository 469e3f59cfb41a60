"""Batches are the same after writing and reading, and what is none is refused."""

import zlib
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.games import compile, description_text, load
from boardless.games.game_technique import game_technique
from boardless.play import Batch, Position, record_playouts
from boardless.state import GivenBoard, Trial
from boardless.state.batch import COLUMNS, batches_of
from boardless.store.frames import packed, source_of, unpacked
from boardless.store.writer import incoming
from boardless.strategies import PERI_MAP, ZONE_APPEND
from boardless.topo import InputError, Key
from tests.store.conftest import PLAYED
from tests.store.games import a_line, by_hand, playouts


def equal(a: Batch, b: Batch) -> bool:
    return a.source == b.source and all(
        np.array_equal(getattr(a, name), getattr(b, name)) for name in COLUMNS
    )


def test_batches_are_the_same_after_writing_and_reading() -> None:
    for batch in (playouts(), *batches_of([by_hand(4)], ZONE_APPEND)):
        data = packed(batch)
        assert equal(unpacked(data), batch)
        assert source_of(data) == batch.source
        assert packed(unpacked(data)) == data


def test_no_game_is_played_while_tests_are_collected(request: pytest.FixtureRequest) -> None:
    # Every worker collects all tests, also those that it does not run.
    assert request.config.stash[PLAYED] == 0


@pytest.mark.parametrize("game", ["Andantino", "Plotto", "Tic-Tac-Toe"])
def test_playouts_come_back_as_they_were_played(game: str) -> None:
    batch = playouts(game, 0, 3)
    match = Position(load(game, jit=False), game_technique(batch.source.technique))
    for n, trial in enumerate(unpacked(packed(batch))):
        match.replay(batch.moves(n))
        assert match.winner == trial.result == batch.winners[n]
        assert trial.moves == tuple(batch.moves(n))
        standing = {key: what for key, what in match.standing().items() if what}
        ways = (ZONE_APPEND, PERI_MAP) if match.game.growing else (GivenBoard(cells_of(batch)),)
        for technique in ways:
            state = trial.replay(technique)
            what = enumerate(state.containers[0].what)
            assert {
                state.cell(site): component for site, component in what if component
            } == standing


def cells_of(batch: Batch) -> tuple[Key, ...]:
    return tuple((i, j, k) for i, j, k in batch.boards.tolist())


def test_parts_of_a_batch_are_batches_of_parts() -> None:
    whole = playouts(first=0, last=6)
    for first, last in ((0, 6), (0, 1), (2, 5), (5, 6), (3, 3)):
        part = whole.part(first, last).check()
        assert list(part) == list(whole)[first:last]
        if first < last:
            assert equal(part, playouts(first=first, last=last))


@given(st.data())
def test_damaged_bytes_are_refused(data: st.DataObject) -> None:
    # Checksums notice damage before; this is what stands behind them.
    whole = zlib.decompress(by_hand_bytes())
    cut = data.draw(st.integers(0, len(whole) - 1))
    changed = whole[:cut] + bytes([whole[cut] ^ data.draw(st.integers(1, 255))]) + whole[cut + 1 :]
    for damaged in (whole[:cut], whole + b"x", changed):
        with suppress(InputError):
            list(unpacked(zlib.compress(damaged)))
    with pytest.raises(InputError, match="cannot be read"):
        unpacked(whole[:cut])


def by_hand_bytes() -> bytes:
    return packed(next(batches_of([by_hand(4)], ZONE_APPEND)))


def test_other_forms_are_told() -> None:
    whole = zlib.decompress(by_hand_bytes()).replace(b'"form":2', b'"form":3')
    with pytest.raises(InputError, match="has form 3: 1 and 2 are known"):
        unpacked(zlib.compress(whole))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plies": np.array([3])}, "record of 1 games: its arrays do not fit together"),
        ({"winners": np.array([3])}, "winner 3 in a record: choose -1 to 2"),
        ({"starts": np.array([1])}, "first board 1 in a record: choose 0 to 0"),
        (
            {"setup": load("Plotto", jit=False).setup},
            "its setup differs from the setup of its description",
        ),
        ({"text": "(game"}, "line 1"),
    ],
)
def test_batches_that_do_not_fit_are_refused(change: dict[str, Any], message: str) -> None:
    batch = playouts(last=1)
    if change.keys() & vars(batch.source).keys():
        change = {"source": replace(batch.source, **change)}
    with pytest.raises(InputError, match=message):
        list(incoming([replace(batch, **change)], ZONE_APPEND))


def test_actions_out_of_range_are_refused() -> None:
    batch = playouts(last=1)
    for column, value, message in (
        (0, 11, "action"), (1, 3, "container"), (3, 2**30, "lattice key"), (5, 1, "prototile"),
        (7, 9, "component"), (7, -1, "component"),
    ):  # fmt: skip
        actions = batch.actions.copy()
        actions[3, column] = value
        with pytest.raises(InputError, match=f"{message} {value} in a record"):
            replace(batch, actions=actions).check()


def test_trials_of_one_kind_share_a_batch() -> None:
    trials = [a_line(3), a_line(4), by_hand(2, 5), by_hand(3, 5), by_hand(3, 6), a_line(1)]
    batches = list(batches_of(trials, ZONE_APPEND))
    assert [len(batch) for batch in batches] == [2, 2, 1, 1]
    assert [trial for batch in batches for trial in batch] == trials


def test_a_seed_that_no_graph_can_hold_is_refused() -> None:
    with pytest.raises(InputError, match="seed 9223372036854775808"):
        next(batches_of([Trial(by_hand().setup, (), seed=2**63)], ZONE_APPEND))


def test_what_stays_in_a_hand_and_what_leaves_it() -> None:
    # Plotto's hands never run out; once its moves take from them, they do.
    text = description_text("Plotto").replace("copy:True", "")
    for description, kept in ((description_text("Plotto"), True), (text, False)):
        game = compile(description, jit=False)
        batch = record_playouts(game, 0, 1)
        actions = batch.actions
        assert ((actions[:, 1] == 0).all()) == kept
        assert load("Plotto", jit=False).setup == game.setup
