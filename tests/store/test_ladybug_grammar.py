"""The graph answers as the same tables do, or it refuses a question."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from boardless.games import load
from boardless.play import record_playouts
from boardless.store import Store, ladybug
from boardless.topo import InputError
from tests.conftest import THOROUGH
from tests.store.question_grammar import Grammar
from tests.store.tables import tables

GAMES = 40
QUESTIONS = 2_000 if THOROUGH else 200

#: A path from a game's move by two cells to another of its moves; in one piece, and in three.
PATHS = {
    "one": "(m:Move)-[:TAKES]->(c:Cell)-[:ADJACENT]->(d:Cell)<-[:TAKES]-(n:Move)<-[:MADE]-(t:Trial)"
    "-[:MADE]->(m)",
    "three": "(t:Trial)-[:MADE]->(m:Move)-[:TAKES]->(c:Cell), (t)-[:MADE]->(n:Move)-[:TAKES]->"
    "(d:Cell), (c)-[:ADJACENT]->(d)",
    "branches": "(t:Trial)-[:MADE]->(m:Move)-[:TAKES]->(c:Cell), (t)-[:MADE]->(n:Move)-[:TAKES]->"
    "(d:Cell)",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("made") / "runs.lbug", seconds=None) as opened:
        opened.add(
            record_playouts(load("Andantino", tiling=tiling), 0, games, seed=1)
            for tiling, games in (("hexagonal", GAMES), ("square", GAMES // 2))
        )
        yield opened


@pytest.fixture(scope="module")
def kept(store: Store) -> dict[str, pd.DataFrame]:
    return tables(store)


def rows(found: pd.DataFrame) -> Counter[tuple[object, ...]]:
    """Rows in any order, with None for what is not there."""
    values = found.astype(object).where(found.notna(), None).to_numpy().tolist()
    return Counter(tuple(None if v is None else int(v) for v in row) for row in values)


def test_made_questions_are_answered_as_by_the_tables(
    store: Store, kept: dict[str, pd.DataFrame]
) -> None:
    grammar = Grammar(kept, seed=1)
    asked = refused = nothing = 0
    for question in grammar.questions():
        if (expected := grammar.answer(question.sql)) is None:
            continue
        # Most patterns that are drawn are nowhere in the graph; a few of them are enough.
        if not any(any(row) for row in expected):
            if nothing > QUESTIONS / 10:
                continue
            nothing += 1
        asked += 1
        try:
            found = store.query(question.cypher)
        except InputError as error:
            refused += 1
            said = str(error)
            assert "are kept onward only" in said, said
        else:
            assert rows(found) == Counter(expected), question.cypher
        if asked == QUESTIONS:
            break
    assert refused < QUESTIONS / 4


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("where", ["t.id = 7", "t.plies < 20", "m.ply = 5 AND n.ply > m.ply", ""])
def test_a_cycle_under_a_filter(
    store: Store, kept: dict[str, pd.DataFrame], path: str, where: str
) -> None:
    made = kept["MADE"].rename(columns={"from": "t", "to": "m"})
    taken = kept["TAKES"].rename(columns={"from": "m", "to": "c"})[["m", "c"]]
    one = made.merge(taken).merge(kept["Move"][["id", "ply"]], left_on="m", right_on="id")
    pairs = one.merge(one, on="t", suffixes=("", "_n"))
    if path != "branches":
        near = kept["ADJACENT"].rename(columns={"from": "c", "to": "c_n"})
        pairs = pairs.merge(near[["c", "c_n"]], on=["c", "c_n"])
    pairs = pairs.merge(kept["Trial"][["id", "plies"]], left_on="t", right_on="id")
    if "t.id" in where:
        pairs = pairs[pairs["t"] == 7]
    elif "plies" in where:
        pairs = pairs[pairs["plies"] < 20]
    elif where:
        pairs = pairs[(pairs["ply"] == 5) & (pairs["ply_n"] > 5)]
    pattern = f"MATCH {PATHS[path]}{' WHERE ' * bool(where)}{where}"
    assert store.query(f"{pattern} RETURN count(*) AS n")["n"].tolist() == [len(pairs)]
    degrees = store.query(f"{pattern} WITH m.id AS m, count(*) AS d RETURN d, count(*) AS n")
    expected = pairs.groupby("m").size().value_counts()
    assert dict(zip(degrees["d"], degrees["n"], strict=True)) == expected.to_dict()


def test_one_of_many_is_one(store: Store) -> None:
    cypher = "MATCH (t:Trial)-[:MADE]->(:Move) WHERE t.id = 1 RETURN count(DISTINCT t.id) AS n"
    assert store.query(cypher)["n"].tolist() == [1]


@pytest.mark.parametrize("version", ["0.15.3", "0.17.0", "0.20.4", "0.22.0", "1.0"])
def test_an_engine_that_may_be_wrong_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    monkeypatch.setattr(ladybug.ladybug, "__version__", version)
    with pytest.raises(
        InputError, match=f"^ladybug {version}: its answers may be wrong, install 'l"
    ):
        Store.open(tmp_path / "runs.lbug")
    assert not list(tmp_path.iterdir())
