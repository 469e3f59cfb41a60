"""`boardless serve` without a game: what is chosen in the lobby is not said before."""

import pytest

from tests.cli.running import boardless


@pytest.mark.parametrize("said", ["--seed 3", "--seat 1=random", "--as 1", "--option Board/9x9"])
def test_what_is_of_one_game_is_chosen_in_the_lobby(said: str) -> None:
    answer = boardless("serve", *said.split())
    assert answer.returncode == 2
    assert answer.stderr.endswith(": give a game, or leave this out and choose it in the lobby\n")
