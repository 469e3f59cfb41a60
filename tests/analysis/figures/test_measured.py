"""Measured figures: counts of state spaces that are known, and games in extensive form as text."""

from functools import partial
from pathlib import Path

import pandas as pd
import pytest

from boardless.analysis import FIGURES
from boardless.analysis.figures import measured
from boardless.analysis.playout_tables import MEASURES
from boardless.games import load
from boardless.theory import check_equivalence, to_lgdl
from boardless.theory.building import alternating
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
    assert (table.drop(columns=["ms_per_move", "machine"]).diff().iloc[1] > 0).all()
    drawn = measured.draw_texts(table)
    assert [len(ax.lines[0].get_xdata()) for ax in drawn.axes] == [2, 2]


def test_ratios_are_those_of_the_rows_own_numbers() -> None:
    for number, measure in zip("123", MEASURES, strict=True):
        table = pd.read_csv(CSV.with_name(f"table-6.{number}.csv"))
        rows = table.set_index(["game", "tiling", "technique"])
        for suffix in ("", "_published"):
            value = rows[f"{measure}{suffix}"]
            base = value.xs("BASE", level="technique")
            pd.testing.assert_series_equal(
                rows[f"ratio{suffix}"] * base.reindex(rows.index.droplevel("technique")).to_numpy(),
                value.astype(float),
                check_names=False,
            )
    table = pd.read_csv(CSV.with_name("table-6.2.csv"))
    row = table[(table["tiling"] == "square") & (table["technique"] == "PERI-RE")].iloc[0]
    assert row["ratio_published"] == pytest.approx(217.18 / 9.98)


@pytest.mark.parametrize("number", ["6.1", "6.2", "6.3"])
def test_tables_of_playouts_fit_a_page_and_say_how_they_were_measured(number: str) -> None:
    table = pd.read_csv(CSV.with_name(f"table-{number}.csv"))
    figure = FIGURES[f"table-{number}"].draw(table)
    assert figure.get_figwidth() == pytest.approx(6.3)
    texts = {text.get_text(): text for text in figure.axes[0].texts}
    assert "here, in thousands (0.333 s a cell; AMD EPYC, 2 cores, Linux, Python 3.11.7)" in texts
    assert "in the thesis (40 s a cell, which tables 6.1 and 6.3 make 30 s)" in texts
    # Points of a column stand below one another: what stands before them ends at one place.
    ends = {text.get_position()[0] for text in texts.values() if text.get_ha() == "right"}
    assert len(ends) == table["technique"].nunique()


def test_what_is_written_down_is_a_game_with_hidden_moves() -> None:
    game = alternating(3)
    assert game.forgets is None
    assert check_equivalence(game, to_lgdl(game)).holds
