"""Questions come to an end, and the store can be asked again."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from boardless.store import Store, bolt, limit
from boardless.topo import InputError
from tests.store.games import by_hand

#: So many rows that counting them takes days; and some that a server is not long busy with.
ENDLESS = "UNWIND range(1, 1000000) AS x UNWIND range(1, 100000) AS y RETURN count(x + y)"
LONG = "UNWIND range(1, 5000) AS x UNWIND range(1, 5000) AS y RETURN count(x + y)"
TRIALS = "MATCH (t:Trial) RETURN t.id"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "runs.lbug", seconds=0.3) as opened:
        opened.add([by_hand()])
        yield opened


@pytest.fixture
def served(server: str, tmp_path: Path) -> Iterator[Store]:
    with Store.open(server, log=tmp_path / "log", seconds=0.3) as opened:
        opened.add([by_hand()])
        yield opened


@pytest.mark.parametrize(("name", "cypher"), [("store", ENDLESS), ("served", LONG)])
def test_a_question_has_a_time(request: pytest.FixtureRequest, name: str, cypher: str) -> None:
    store = request.getfixturevalue(name)
    with pytest.raises(InputError, match=r"^query 'UNWIND .*: no answer within 0\.3 s: ask for"):
        store.query(cypher)
    store.seconds = None
    assert len(store.query(TRIALS)) == 1
    assert store.add([by_hand(2)]) == 1
    assert len(store.query(TRIALS)) == 2


@pytest.mark.parametrize(("name", "cypher"), [("store", ENDLESS), ("served", LONG)])
def test_ctrl_c_ends_a_question(request: pytest.FixtureRequest, name: str, cypher: str) -> None:
    store = request.getfixturevalue(name)
    store.seconds = 60
    Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        store.query(cypher)
    assert len(store.query(TRIALS)) == 1


def test_an_answer_fits_into_memory(store: Store) -> None:
    store.seconds = None
    cells = len(store.query("MATCH (c:Cell) RETURN c.id"))
    product = ", ".join(f"({name}:Cell)" for name in "abcdef")
    with pytest.raises(InputError, match=f"{cells**6:,} rows, and 10,000,000 fit: count or group"):
        store.query(f"MATCH {product} RETURN a.id, f.id")
    for cypher, values in (
        ("UNWIND range(1, 100000000000) AS x RETURN count(x)", {}),
        ("UNWIND range($a, $b) AS x RETURN count(x)", {"a": -1, "b": 10**11 - 2}),
    ):
        with pytest.raises(InputError, match="a range of 100,000,000,000 numbers, and 10,000,000"):
            store.query(cypher, **values)
    assert (
        store.query("RETURN size(range(1, 3)) AS n, 'range(1, 100000000000)' AS text")["n"][0] == 3
    )


def test_an_answer_of_a_server_fits_too(served: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bolt, "ROWS", 3)
    assert len(served.query("UNWIND [1, 2, 3] AS x RETURN x")) == 3
    with pytest.raises(InputError, match="more than 3 rows"):
        served.query("UNWIND [1, 2, 3, 4] AS x RETURN x")
    assert len(served.query(TRIALS)) == 1


@pytest.mark.parametrize("seconds", [0, -1, "1", True, float("nan"), 10**8])
def test_limits_that_are_none(tmp_path: Path, seconds: Any) -> None:
    with pytest.raises(InputError, match=r"seconds .*: choose more than 0, at most 10000000"):
        Store.open(tmp_path / "runs.lbug", seconds=seconds)
    assert not list(tmp_path.iterdir())


def test_errors_of_what_is_done_come_through() -> None:
    def fail() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        limit.within(1, fail, list)
    assert limit.within(None, lambda: 3, list) == 3
