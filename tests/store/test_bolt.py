"""Queries of a server: statements, parameters, transactions, and the dialect of each."""

import sys
from pathlib import Path
from typing import Any

import neo4j
import pytest
from neo4j.exceptions import ServiceUnavailable

from boardless.store import Store
from boardless.store.bolt import SENT, Bolt
from boardless.store.engine import Mark
from boardless.store.schema import FORM, MARK, NODES
from boardless.store.syncing import SHARED
from boardless.topo import InputError
from tests.store.fake_bolt import Driver, Result
from tests.store.games import a_line, by_hand

URI = "bolt://nowhere:7687"


def a_store(driver: Driver, monkeypatch: pytest.MonkeyPatch, log: Path) -> Store:
    monkeypatch.setattr(neo4j.GraphDatabase, "driver", lambda *_, **__: driver)
    return Store.open(URI, log=log)


@pytest.mark.parametrize(
    ("agent", "first", "way", "steps"),
    [
        (
            "Neo4j/5.26.0",
            "CREATE CONSTRAINT boardless_game_id IF NOT EXISTS FOR (n:Game) REQUIRE n.id IS UNIQUE",
            "shortestPath((a)-[:ADJACENT*..30]->(b))",
            "length(p)",
        ),
        (
            "Neo4j/v5.11.0 compatible graph database server - Memgraph",
            "CREATE INDEX ON :Game(id)",
            "(a)-[:ADJACENT *BFS ..30]->(b)",
            "size(relationships(p))",
        ),
    ],
)
def test_dialects(
    agent: str, first: str, way: str, steps: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver(agent)
    monkeypatch.setattr(neo4j.GraphDatabase, "driver", lambda *_, **__: driver)
    engine = Bolt(URI)
    from boardless.store.follower import mark_of
    from boardless.store.log import Log

    engine.begin(mark_of(Log(Path("log"), None, True), 0))  # type: ignore[arg-type]
    asked = [statement for statement, _ in driver.asked]
    assert asked[0] == first
    assert sum("CONSTRAINT" in statement for statement in asked) == len(NODES) + 2
    # What is embedded writes neither of the two ways, so it does not understand.
    with pytest.raises(InputError, match="query"):
        engine.query(engine.shortest_path("ADJACENT"), {"a": 3, "b": 4})
    assert driver.asked[-2] == (
        f"MATCH (a:Cell {{id: $a}}), (b:Cell {{id: $b}}) MATCH p = {way} RETURN {steps}",
        {"a": 3, "b": 4},
    )


def test_an_addition_is_one_transaction_of_plain_statements(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver()
    store = a_store(driver, monkeypatch, tmp_path / "log")
    driver.asked.clear()
    store.add([a_line(12), by_hand()])
    statements = [statement for statement, _ in driver.asked]
    assert statements[0].startswith(f"MATCH (m:{MARK.name} {{id: 0}}) WHERE m.form = $old_form")
    assert statements.count("COMMIT") == 1
    assert statements[-1] == "COMMIT"
    assert "UNWIND $rows AS row CREATE (n:Cell {id: row.v_id, tiling: row.v_tiling, " in " ".join(
        statements
    )
    for statement, parameters in driver.asked[1:-1]:
        assert statement.startswith("UNWIND $rows AS row ")
        # Values are beside the statement.
        assert not any(value in statement for value in ("hexagonal", "square", "by hand"))
        assert 0 < len(parameters["rows"]) <= SENT
    store.close()


def test_someone_else_who_writes_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver()
    one = a_store(driver, monkeypatch, tmp_path / "one")
    two = a_store(driver, monkeypatch, tmp_path / "two")
    one.add([by_hand()])
    with pytest.raises(InputError, match="another writer has changed it"):
        two.add([a_line(3)])
    assert driver.asked[-1][0] == "ROLLBACK"
    assert len(one.query("MATCH (t:Trial) RETURN t.id")) == 1
    one.close()
    two.close()
    with pytest.raises(InputError, match="was not made from log"):
        a_store(driver, monkeypatch, tmp_path / "two")


@pytest.mark.parametrize("questions", [0, 1])
def test_a_graph_that_another_writer_begins_meanwhile_is_no_foreign_one(
    questions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver()
    monkeypatch.setattr(neo4j.GraphDatabase, "driver", lambda *_, **__: driver)
    one, two, mark = Bolt(URI), Bolt(URI), Mark(FORM, 0, SHARED, 0, 0, 0)
    answer = driver.answer

    def meanwhile(cypher: str, parameters: dict[str, Any]) -> Result:
        if len(driver.asked) == questions:
            driver.answer = answer  # type: ignore[method-assign]
            two.begin(mark)
        return answer(cypher, parameters)

    driver.answer = meanwhile  # type: ignore[method-assign]
    assert one.mark() in (None, mark)
    assert one.mark() == mark


def test_questions_are_read_only_and_rolled_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver()
    with a_store(driver, monkeypatch, tmp_path / "log") as store:
        store.add([by_hand()])
    with Store.open(URI, read_only=True) as store:
        found = store.query("MATCH (t:Trial) WHERE t.id = $id RETURN t.plies AS plies", id=0)
        assert found["plies"].tolist() == [3]
        asked, parameters = driver.asked[-2]
        assert (asked[:5], parameters) == ("MATCH", {"id": 0})
        assert driver.asked[-1][0] == "ROLLBACK"
        assert driver.modes[-1] == neo4j.READ_ACCESS
        for action in (lambda: store.trial(0), lambda: store.log):
            with pytest.raises(InputError, match="was opened without its log: give it"):
                action()
        with pytest.raises(InputError, match="opened read-only"):
            store.add([by_hand()])


def test_servers_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="give its log, or open it read-only"):
        Store.open(URI)
    driver = Driver()
    monkeypatch.setattr(neo4j.GraphDatabase, "driver", lambda *_, **__: driver)
    with pytest.raises(InputError, match="is empty: no store has been made there"):
        Store.open(URI, read_only=True)
    driver._connection.execute("CREATE (:Run {id: 3})")
    with pytest.raises(InputError, match="is the database of another program"):
        Store.open(URI, log=tmp_path / "log")

    def away() -> None:
        raise ServiceUnavailable("Couldn't connect to nowhere:7687")

    driver.verify_connectivity = away  # type: ignore[method-assign]
    with pytest.raises(InputError, match="cannot be opened: Couldn't connect"):
        Store.open(URI, log=tmp_path / "log")


def test_without_the_driver_it_is_said_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "boardless.store.bolt")
    monkeypatch.setitem(sys.modules, "neo4j", None)
    with pytest.raises(InputError, match=r"needs the package neo4j: boardless\[server\]"):
        Store.open(URI, log=tmp_path / "log")


def test_credentials_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def driver(uri: str, auth: object) -> Driver:
        given.append(auth)
        return Driver()

    monkeypatch.setattr(neo4j.GraphDatabase, "driver", driver)
    monkeypatch.delenv("NEO4J_USERNAME", raising=False)
    Bolt(URI)
    monkeypatch.setenv("NEO4J_USERNAME", "neo4j")
    monkeypatch.setenv("NEO4J_PASSWORD", "secret")
    Bolt(URI)
    assert given == [None, ("neo4j", "secret")]
