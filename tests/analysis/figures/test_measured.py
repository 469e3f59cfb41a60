"""Measured figures: counts of state spaces that are known, and games in extensive form as text."""

from functools import partial
from pathlib import Path

import pandas as pd
import pytest

from boardless.analysis import FIGURES
from boardless.analysis.figures import measured
from boardless.games import load
from boardless.theory import check_equivalence, to_lgdl
from tests.store.positions.counted import hive
from tests.store.positions.games import andantino

CSV = Path(__file__).parents[3] / "figures" / f"{FIGURES['positions-6.3'].stem}.csv"


def test_the_table_has_new_positions_by_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "load", partial(load, jit=False))
    spaces = (("Tic-Tac-Toe", None, 2), ("Andantino", "hexagonal", 3))
    monkeypatch.setattr(measured, "SPACES", spaces)
    table = measured.space_table()
    assert table["positions"].tolist() == [1, 9, 72, *andantino(3)]
    assert table["all"].tolist() == [1, 10, 82, 1, 3, 9, 31]
    assert table["tiling"].tolist() == ["square"] * 3 + ["hexagonal"] * 4


def test_the_figure_that_is_kept_is_right_where_plain_python_can_tell() -> None:
    table = pd.read_csv(CSV)
    part = table[(table["game"] == "Andantino") & (table["tiling"] == "hexagonal")]
    assert part["positions"].tolist()[:6] == andantino(5)
    whole = table[table["game"] == "Tic-Tac-Toe"]
    assert whole["all"].tolist()[-1] == 5478
    crawling = table[table["game"] == "Hive"]
    assert crawling["positions"].tolist()[:3] == hive("", 2, symmetry=False)
    axes = FIGURES["positions-6.3"].draw(table).axes[0]
    assert len(axes.get_lines()) == table.groupby(["game", "tiling"]).ngroups == 7


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
