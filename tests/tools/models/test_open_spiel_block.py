"""Block beside OpenSpiel, told the truth and with a move left out."""

import pytest

from boardless.games import load

WHY = "boardless[openspiel] is not installed"


def test_random_games_agree() -> None:
    pytest.importorskip("pyspiel", reason=WHY)
    from tools.models import open_spiel_block

    game = load("Block", jit=False)
    assert sum(open_spiel_block.compared(game, number) for number in range(5)) > 50


def test_a_move_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel", reason=WHY)
    from tools.models import open_spiel_block

    choices = open_spiel_block.choices
    monkeypatch.setattr(open_spiel_block, "choices", lambda s: dict(list(choices(s).items())[1:]))
    with pytest.raises(AssertionError, match="ply 28"):
        open_spiel_block.compared(load("Block", jit=False), 0)
