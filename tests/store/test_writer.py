"""Additions to a store: each game once, and whatever interrupts them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from boardless.games import load
from boardless.play import run_playouts
from boardless.state import Move, Trial
from boardless.store import Store
from boardless.store.projection import Projection
from boardless.store.writer import Spans, TrialError
from boardless.strategies import PERI_APPEND
from boardless.topo import InputError
from tests.store.conftest import Opener
from tests.store.games import a_line, by_hand, playouts
from tests.store.tables import same, tables, write_log


def test_a_graph_built_bit_by_bit_is_the_one_that_is_rebuilt(reopen: Opener) -> None:
    for games in ([playouts()], [a_line(7), by_hand()], [playouts(first=4, last=6), a_line(3)]):
        reopen().add(games)
    before = tables(reopen())
    assert len(before["Trial"]) == 9
    assert same(tables(reopen(rebuild=True)), before)
    reopen().add([playouts("Plotto")])
    assert same(tables(reopen()), tables(reopen(rebuild=True)))


def test_what_is_in_the_log_and_not_in_the_graph_comes_in_once(reopen: Opener) -> None:
    store = reopen()
    store.add([playouts()])
    # As when the process had died after the log was written.
    write_log(store, playouts(first=4, last=6))
    assert len(reopen(read_only=True).query("MATCH (t:Trial) RETURN t.id")) == 4
    for _ in range(2):
        assert len(reopen().query("MATCH (t:Trial) RETURN t.id")) == 6
    assert same(tables(reopen()), tables(reopen(rebuild=True)))


def test_playouts_are_stored_once(reopen: Opener) -> None:
    store = reopen()
    assert store.add([playouts(first=2, last=4)]) == 2
    assert store.add([playouts(first=0, last=6)]) == 4
    store = reopen()
    assert store.add([playouts(first=0, last=6), playouts(first=5, last=7)]) == 1
    assert store.add([playouts(seed=2)]) == 4
    numbers = store.query(
        "MATCH (r:Run {seed: 1})<-[:OF]-(t:Trial) RETURN t.number AS n ORDER BY t.id"
    )
    assert numbers["n"].tolist() == [2, 3, 0, 1, 4, 5, 6]


def test_playouts_are_kept_in_a_store_or_at_a_path(tmp_path: Path) -> None:
    game, path = load("Plotto", jit=False), tmp_path / "runs.lbug"
    run_playouts(game, playouts=2, store=path)
    run_playouts(game, playouts=3, store=str(path))
    with Store.open(path) as store:
        run_playouts(game, playouts=4, store=store)
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 4
    with pytest.raises(InputError, match="seed -1"):
        run_playouts(game, playouts=1, seed=-1, store=tmp_path / "none.lbug")
    assert len(list(tmp_path.iterdir())) == 2


def test_trials_are_stored_once(reopen: Opener) -> None:
    store = reopen()
    trials = [by_hand(), a_line(3), by_hand(), a_line(4)]
    assert store.add(trials) == 3
    assert store.add(trials[::-1]) == 0
    store = reopen()
    assert store.add(trials) == 0
    # Whatever of it differs, it is another trial.
    others = [by_hand(2), by_hand(seed=5), by_hand(result=1)]
    assert store.add([by_hand(), *others, a_line(3), a_line(5)]) == 4
    assert store.add([by_hand()], technique=PERI_APPEND) == 1
    assert store.add([by_hand(), *others]) == 0
    assert list(store.trials()) == [
        by_hand(), a_line(3), a_line(4), *others, a_line(5), by_hand(),
    ]  # fmt: skip


def test_progress_counts_what_is_on_the_disk(store: Store) -> None:
    counted = []

    def progress(done: int) -> None:
        counted.append(done)
        assert store.log.trials == done

    store.add([playouts(), by_hand(), playouts("Plotto", 0, 2), a_line(2)], progress=progress)
    assert counted == [4, 5, 7, 8]


#: Where an addition may be interrupted; one of them on a server, too.
PLACES = ("progress", "Projection.add", "Projection.take", "Spans.note")


@pytest.mark.parametrize(
    ("reopen", "places"),
    [
        ("ladybug", PLACES),
        ("server", ("Projection.add",)),
        pytest.param("bolt", PLACES, marks=pytest.mark.slow),
        pytest.param("server", PLACES, marks=pytest.mark.slow),
    ],
    indirect=["reopen"],
)
def test_after_an_interruption_the_graph_follows_the_log(
    reopen: Opener, monkeypatch: pytest.MonkeyPatch, places: tuple[str, ...]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    store = reopen()
    store.add([playouts()])
    for number, place in enumerate(places, 1):
        with monkeypatch.context() as patched:
            if place != "progress":
                owner, name = place.split(".")
                owners = {"Projection": Projection, "Spans": Spans}
                patched.setattr(owners[owner], name, interrupted)
            with pytest.raises(KeyboardInterrupt):
                store.add(
                    [by_hand(seed=number)], progress=interrupted if place == "progress" else None
                )
        first = 4 + 2 * (number - 1)
        store.add([playouts("Andantino", first, first + 2), playouts("Andantino", 0, 4)])
        there = len(store.query("MATCH (t:Trial) RETURN t.id"))
        assert store.log.trials == there == 4 + 3 * number, place
    before = tables(store)
    assert same(tables(reopen(rebuild=True)), before)


def test_a_store_can_be_asked_after_an_interruption_and_during_an_addition(store: Store) -> None:
    counted = "MATCH (t:Trial) RETURN t.id"
    seen: list[int] = []

    def asks(done: int) -> None:
        seen.append(len(store.query(counted)))
        with pytest.raises(InputError, match="another addition is running"):
            store.add([])
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.add([playouts(), by_hand()], progress=asks)
    assert seen == [0, 0]
    assert len(store.query(counted)) == 5


def test_games_before_one_that_cannot_be_stored_are_stored(reopen: Opener) -> None:
    def games() -> Iterator[Trial]:
        yield a_line(3)
        yield a_line(30)

    def broken() -> Iterator[Trial]:
        yield a_line(4)
        raise InputError("no more")

    lone = Trial(a_line(3).setup, (Move.add(1, 1, (40, 0, 0)),))
    store = reopen()
    with pytest.raises(TrialError, match=r"^trial 2 of those added: cell \(40, 0, 0\) is not on"):
        store.add([playouts(), by_hand(), lone, a_line(6)])
    assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 5
    with pytest.raises(InputError, match=r"^no more$"):
        store.add(broken())
    assert list(store.trials())[4:] == [by_hand(), a_line(4)]
    assert store.add(games()) == 2
