"""A graph on a server that several writers share, each with a log of its own."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from boardless.games import load
from boardless.store import Store, syncing
from boardless.store.bolt import Bolt, ServerError
from boardless.store.positions.storing import explore_into
from boardless.store.syncing import sync
from boardless.topo import InputError
from tests.store.games import by_hand, playouts


def a_log(folder: Path, seeds: tuple[int, ...], depth: int | None = None) -> Path:
    """A writer's log: playouts of some seeds, and positions of Tic-Tac-Toe."""
    path = folder / "runs.lbug"
    with Store.open(path) as store:
        store.add(playouts(seed=seed) for seed in seeds)
        if depth is not None:
            explore_into(store, load("Tic-Tac-Toe", jit=False), depth=depth)
    return path.with_name("runs.lbug.log")


def counts(address: str) -> dict[str, int]:
    with Store.open(address, read_only=True) as store:
        there = store.stats().set_index("kind")["number"]
        numbers = [there[kind] for kind in ("Trial", "Run", "Game", "Position", "LEADS", "Board")]
        doubled = store.query(
            "MATCH (t:Trial)-[:OF]->(r:Run) WITH r.id AS run, t.number AS number, count(*) AS n "
            "WHERE n > 1 RETURN run, number"
        )
        assert not len(doubled)
        names = ["Trial", "Run", "Game", "Position", "LEADS", "Board"]
        return dict(zip(names, map(int, numbers), strict=True))


def test_four_writers_make_one_graph(server: str, tmp_path: Path) -> None:
    logs = []
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        # Seeds in common with the next writer, and positions that all have.
        logs.append(a_log(folder, (number, number + 1), depth=number))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: sync(logs[n], server, f"writer {n}"), range(4)))
    assert counts(server) == {
        "Trial": 20, "Run": 5, "Game": 2, "Position": 334, "LEADS": 585, "Board": 1,
    }  # fmt: skip
    # What is there is not brought again.
    assert [sync(log, server, f"writer {n}") for n, log in enumerate(logs)] == [0, 0, 0, 0]
    with Store.open(server, read_only=True) as store:
        ends = store.query("MATCH (t:Trial)-[:MADE]->(m:Move) RETURN t.id AS t, count(m) AS n")
        plies = store.query("MATCH (t:Trial) RETURN t.id AS t, t.plies AS n")
    assert dict(ends.to_numpy().tolist()) == dict(plies.to_numpy().tolist())


def test_a_server_that_goes_away_loses_nothing(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = a_log(tmp_path, (1, 2, 3), depth=1)
    added, gone = Bolt.add, [True, False, True, False]
    monkeypatch.setattr(Bolt, "at_once", 1)

    def add(self: Bolt, *row: object, **more: object) -> None:
        # The server goes away before an addition, and after the next one, which it has kept.
        before = gone.pop() if gone else None
        if before is False:
            raise ServerError("gone before")
        added(self, *row, **more)  # type: ignore[arg-type]
        if before is True:
            raise ServerError("gone after")

    monkeypatch.setattr(Bolt, "add", add)
    assert sync(log, server, "one") <= 12
    assert counts(server)["Trial"] == 12
    assert not gone


def test_what_cannot_be_shared_is_refused(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syncing, "PAUSE", 0.0)
    (tmp_path / "other").mkdir()
    log, other = a_log(tmp_path, (1,)), a_log(tmp_path / "other", (2,))
    sync(log, server, "one")
    with pytest.raises(InputError, match="choose another name"):
        sync(other, server, "one")
    with pytest.raises(InputError, match="give a name"):
        sync(other, server, " ")
    with pytest.raises(InputError, match="not made from log"):
        Store.open(server, log=log)
    with pytest.raises(InputError, match="cannot be opened"):
        sync(log, "bolt://127.0.0.1:1", "one")
    monkeypatch.setenv("NEO4J_PASSWORD", "wrong")
    with pytest.raises(InputError, match="cannot be opened"):
        sync(log, server, "one")
    monkeypatch.undo()
    monkeypatch.setattr(syncing, "PAUSE", 0.0)
    bolt = Bolt(server)
    bolt.clear()
    bolt.close()
    with Store.open(server, log=tmp_path / "own.log") as store:
        store.add([by_hand()])
    with pytest.raises(InputError, match="not shared"):
        sync(log, server, "one")
