"""The worked questions of docs/store.md have the answers that stand below them."""

from collections.abc import Iterator

import pytest

from benchmarks.stores import (
    GAME,
    SEED,
    TILINGS,
    WORKED_PLAYOUTS,
    WorkedQuestion,
    worked_questions,
)
from boardless.games import load
from boardless.play import record_playouts
from boardless.store import Store


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("page") / "runs.lbug") as opened:
        games = (load(GAME, tiling=tiling, jit=False) for tiling in TILINGS)
        opened.add(record_playouts(game, 0, WORKED_PLAYOUTS, seed=SEED) for game in games)
        yield opened


def test_the_page_has_ten_worked_questions() -> None:
    assert [question.words.split(".")[0] for question in worked_questions()] == [
        str(number) for number in range(1, 11)
    ]


@pytest.mark.parametrize("question", worked_questions(), ids=lambda question: question.words)
def test_questions_have_their_answers(store: Store, question: WorkedQuestion) -> None:
    answer = store.query(question.cypher, **question.parameters).to_string(index=False)
    assert [line.rstrip() for line in answer.split("\n")] == question.answer.rstrip().split("\n")


def test_a_shortest_way_is_that_of_the_board(store: Store) -> None:
    cells = store.query("MATCH (c:Cell {tiling: 'square'}) RETURN c.i AS i, c.j AS j ORDER BY c.id")
    i, j = cells.iloc[70].tolist()
    assert store.distance("square", (0, 0, 0), (i, j, 0)) == abs(i) + abs(j)
    assert store.distance("square", (0, 0, 0), (i, j, 0), "adjacent") == max(abs(i), abs(j))
    assert store.distance("square", (0, 0, 0), (0, 0, 0)) == 0
