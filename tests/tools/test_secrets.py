"""Hidden things are turned over, and seats are handed the same; secrets that are told are found."""

import pytest

from boardless.games import compile, description_text, load
from tools.secrets import look, secretive


def test_games_that_hide_something_are_found_by_their_texts() -> None:
    found = secretive(["Love Letter", "Tic-Tac-Toe"])
    assert list(found) == ["Love Letter"]
    assert ("Rules/TAG",) in found["Love Letter"]


@pytest.mark.parametrize("name", ["Love Letter", "Uno"])
def test_no_secret_is_told(name: str) -> None:
    game = load(name, ["Players/2"], jit=False)
    found = look(game, name, 3, plies=24, pages=6)
    assert [str(each) for each in found.told] == []
    assert found.different > 5


def test_a_secret_that_is_told_is_found() -> None:
    text, forgets = description_text("Go Fish"), '(set Var "Rank" 0)\n            (if (not'
    assert forgets in text
    game = compile(text.replace(forgets, "(if (not"), ["Players/2"], jit=False)
    found = look(game, "Go Fish", 6, plies=36, pages=100)
    assert "numbers of the agent's state" in {part for told in found.told for part in told.parts}
    assert str(found.told[0]).startswith("Go Fish: game 6, ply ")
