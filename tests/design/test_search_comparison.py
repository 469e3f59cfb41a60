"""Known games beside random descriptions."""

from itertools import islice

from boardless.design.archive import CRITERIA
from boardless.design.search import compare, founders_of, random_texts


def test_random_descriptions_come_from_the_seed_alone() -> None:
    trees = list(founders_of(["Tic-Tac-Toe", "Yavalath"]).values())
    texts = list(islice(random_texts(trees, 1), 8))
    assert texts == list(islice(random_texts(trees, 1), 8))
    assert len(set(texts)) > 6
    assert texts != list(islice(random_texts(trees, 2), 8))


def test_a_table_says_which_game_fails() -> None:
    table = compare(["Tic-Tac-Toe", "Minesweeper"], ["Tic-Tac-Toe"], count=1, seed=2)
    assert table["criterion"].tolist() == list(CRITERIA)
    assert "two players" in table.attrs["errors"]["Minesweeper"]
    assert table["fails"].str.contains("Minesweeper").all()
    assert table["Tic-Tac-Toe"][0] == 1.0
    assert set(table["random"]) == {1}
