"""A graph that is not what its log makes of it is told, whatever differs."""

from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from boardless.store import Store
from boardless.store.bolt import Bolt
from boardless.store.ladybug import Ladybug
from boardless.topo import InputError
from tests.store.conftest import Opener
from tests.store.games import a_line, by_hand, playouts
from tests.store.tables import tables, write_log


def change(store: Store, statement: str) -> None:
    """Change a graph behind the back of its store."""
    engine = store._graph()
    if isinstance(engine, Ladybug):
        engine._run(statement)
    elif isinstance(engine, Bolt):
        with engine._driver.session() as session:
            session.run(statement).consume()


def test_a_graph_is_what_its_log_makes_of_it(reopen: Opener, tmp_path: Path) -> None:
    # Bit by bit and all at once make the same graph, and large seeds beside none stay exact.
    store = reopen()
    store.add([playouts(), by_hand(3, 2**62 + 1, 2)])
    store.add([a_line(3)])
    assert not len(store.check())
    there = tables(store)
    for file in store.export(tmp_path / "tables"):
        assert pd.read_parquet(file).equals(there[file.stem])
        if file.stem == "Run":
            assert set(pq.read_table(file)["seed"].to_pylist()) == {1, 2**62 + 1, None}
    # What the graph has not got yet is not missing.
    write_log(store, playouts(first=4, last=6))
    assert not len(reopen(read_only=True).check())


def test_changed_properties_are_told(reopen: Opener) -> None:
    store = reopen()
    store.add([playouts(last=2)])
    for statement in (
        "MATCH (r:Run) WHERE r.id = 0 SET r.technique = 'ZONE'",
        "MATCH (t:Trial) WHERE t.id = 1 SET t.winner = 0",
        "MATCH (m:Move) WHERE m.id = 3 SET m.component = 7",
        "MATCH (:Move)-[a:ADDS]->(:Cell) WHERE a.site = 20 SET a.site = 21",
    ):
        change(store, statement)
    found = reopen(read_only=True).check()
    assert found["kind"].tolist() == ["Run", "Trial", "Move", "ADDS"]
    assert found["log"].tolist() == found["graph"].tolist()
    assert not len(reopen(rebuild=True).check())


def test_a_flipped_bit_is_told(tmp_path: Path) -> None:
    path = tmp_path / "runs.lbug"
    with Store.open(path) as store:
        store.add([by_hand()])
    whole = path.read_bytes()
    assert whole.count(b"by hand") == 1
    path.write_bytes(whole.replace(b"by hand", b"by hanD"))
    with Store.open(path, read_only=True) as store:
        # Without a check it is an answer like any other.
        assert store.query("MATCH (g:Game) RETURN g.name AS n")["n"].tolist() == ["by hanD"]
        expected = pd.DataFrame({"kind": ["Game"], "log": [1], "graph": [1]})
        pd.testing.assert_frame_equal(store.check(), expected)


def test_links_that_went_or_came_are_told(reopen: Opener) -> None:
    store = reopen()
    store.add([by_hand()])
    change(store, "MATCH (a:Cell)-[r:ORTHOGONAL]->(b:Cell) WHERE a.id = 0 DELETE r")
    change(store, "CREATE (:Vertex {id: 123456, tiling: 'square', i: 0, j: 0, k: 0})")
    found = store.check()
    assert found["kind"].tolist() == ["Vertex", "ORTHOGONAL"]
    assert (found["graph"] - found["log"]).tolist()[0] == 1
    assert (found["graph"] < found["log"]).tolist() == [False, True]


def test_a_damaged_log_is_told(tmp_path: Path) -> None:
    path = tmp_path / "runs.lbug"
    with Store.open(path) as store:
        store.add([by_hand()])
    log = path.with_name("runs.lbug.log")
    log.write_bytes(log.read_bytes()[:-1] + b"x")
    with (
        Store.open(path, read_only=True) as store,
        pytest.raises(InputError, match="is damaged at byte 16"),
    ):
        store.check()
