"""Questions in Cypher: what is answered, what is refused, and that nothing changes."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardless.store import Store
from boardless.topo import InputError
from tests.store.games import by_hand
from tests.store.tables import same, tables


def test_questions_change_nothing(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "written"
    (tmp_path / "read.csv").write_text("1,2\n")
    store.add([by_hand(3, 5, 2)])
    before = tables(store)
    for cypher in (
        "CREATE (:Run {id: 99})",
        "MATCH (t:Trial) SET t.winner = 2",
        "MATCH (t:Trial) DETACH DELETE t",
        "/* MATCH */ // MATCH\n CREATE (:Run {id: 99})",
        "COMMIT",
        "COPY Run FROM 'run.csv'",
        "RETURN 1; CREATE (:Run {id: 99})",
        "COMMIT; CREATE (:Run {id: 99})",
        "MATCH (t:Trial) RETURN t.nothing_of_the_kind.at_all(",
        "",
        "nonsense",
        f"PROFILE COPY (MATCH (t:Trial) RETURN t.id) TO '{file}.csv'",
        f"EXPLAIN COPY (MATCH (t:Trial) RETURN t.id) TO '{file}.csv'",
        f"PROFILE EXPORT DATABASE '{file}'",
        f"MATCH (t:Trial) /* ' */ COPY (MATCH (t:Trial) RETURN t.id) TO '{file}.csv' // '",
        "CALL threads=1",
        "CALL /* f() */ threads = 1",
        "CALL `threads`=1",
        "MATCH (t:Trial) CALL threads=1",
        f"CALL home_directory='{tmp_path}'",
        f"LOAD FROM '{tmp_path / 'read.csv'}' RETURN *",
        f"MATCH (t:Trial) LOAD FROM '{tmp_path / 'read.csv'}' RETURN *",
        f"UNWIND [1] AS x load\nFROM '{tmp_path / 'read.csv'}' RETURN *",
        f"CALL READ_CSV_SERIAL('{tmp_path / 'read.csv'}') RETURN *",
        f"WITH 1 AS x ATTACH '{tmp_path / 'other.lbug'}' AS other",
        "WITH 1 AS x INSTALL json",
    ):
        with pytest.raises(InputError, match="query") as error:
            store.query(cypher)
        assert "\n" not in str(error.value)
    assert same(tables(store), before)
    assert not list(tmp_path.glob("written*"))
    assert store.add([by_hand()]) == 1


def test_words_of_statements_may_stand_in_texts(store: Store) -> None:
    quoted = (
        r"""RETURN 'it\'s COPY' AS a, "LOAD 'FROM'" AS b, 1 AS `CALL` /* EXPORT */ // INSTALL"""
    )
    assert store.query(quoted).to_numpy().tolist() == [["it's COPY", "LOAD 'FROM'", 1]]
    assert len(store.query("MATCH (uploaded:Trial) RETURN uploaded.id AS copy_1")) == 0


def test_what_is_wrong_with_a_question_is_said(store: Store) -> None:
    for cypher, message in (
        # Each engine has its own words for what it does not understand.
        ("MATCH (t:Trial) RETURN missing(t)", "missing|MISSING"),
        # Refused although there is nothing that it would change.
        ("MATCH (t:Trial) SET t.winner = 2", "read-only|cannot change the store"),
        ("SET t.winner = 2", "begin with one of CALL, MATCH"),
    ):
        with pytest.raises(InputError, match=f"^query {re.escape(repr(cypher))}: .*({message})"):
            store.query(cypher)


def test_an_answer_without_rows_has_its_columns(store: Store) -> None:
    for cypher, columns in (
        ("MATCH (t:Trial) WHERE t.id = 99 RETURN t.id AS a, t.plies", ["a", "t.plies"]),
        ("MATCH (t:Trial) RETURN DISTINCT t.id AS `a b`, count(*) AS n LIMIT 3", ["a b", "n"]),
    ):
        found = store.query(cypher)
        assert (list(found.columns), len(found)) == (columns, 0)


def test_parameters_are_values_and_nothing_else(store: Store) -> None:
    store.add([by_hand(3, 5, 2)])
    for value in ("'; CREATE (:Run {id: 99})", "$other", "a' OR 'a' = 'a", "by hand"):
        found = store.query("MATCH (g:Game) WHERE g.name = $name RETURN g.name", name=value)
        assert len(found) == (value == "by hand")
    winner = store.query("MATCH (t:Trial) WHERE t.winner = $w RETURN t.id", w=np.int64(2))
    assert len(winner) == 1
    assert store.query("RETURN $a AS a, $b AS b", a=[1, 2], b="x")["a"][0] == [1, 2]
    with pytest.raises(InputError, match="query"):
        store.query("MATCH (t:Trial) WHERE t.id = $nothing RETURN t")
    asked = store.query("RETURN $cypher + $self AS sum", cypher=1, self=2)
    assert asked["sum"].tolist() == [3]


@pytest.mark.parametrize("value", [2**200, object(), {1: object()}])
def test_values_that_no_engine_takes_are_told(store: Store, value: Any) -> None:
    with pytest.raises(InputError, match=r"query 'RETURN \$x'") as error:
        store.query("RETURN $x", x=value)
    assert "\n" not in str(error.value)
    assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 0


@pytest.mark.parametrize("value", [[1, "a"], {1, "a"}])
def test_values_that_the_embedded_engine_does_not_take_are_told(tmp_path: Path, value: Any) -> None:
    with Store.open(tmp_path / "runs.lbug") as store:
        with pytest.raises(InputError, match=r"query 'RETURN \$x'") as error:
            store.query("RETURN $x", x=value)
        assert "\n" not in str(error.value)
        assert len(store.query("MATCH (t:Trial) RETURN t.id")) == 0
