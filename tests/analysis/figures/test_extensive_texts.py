"""The figure of games in extensive form as text."""

import pytest

from boardless.analysis.figures import measured
from boardless.theory import check_equivalence, to_lgdl


def test_texts_grow_with_their_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "DEPTHS", (2, 3))
    table = measured.text_table()
    assert list(table.nodes) == [7, 15]
    assert (table.diff().drop(columns="ms_per_move").iloc[1] > 0).all()
    drawn = measured.draw_texts(table)
    assert [len(ax.lines[0].get_xdata()) for ax in drawn.axes] == [2, 2]


def test_what_is_written_down_is_a_game_with_hidden_moves() -> None:
    game = measured.alternating(3)
    assert game.forgets is None
    assert check_equivalence(game, to_lgdl(game)).holds
