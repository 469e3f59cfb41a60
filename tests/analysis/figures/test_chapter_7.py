"""Figure 7.1."""

import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex

from boardless.analysis import FIGURES
from boardless.analysis.figures.figure import house_style
from boardless.topo.drawing.palette import CELL, CHIPS, NEW, TILE


@pytest.fixture(scope="module")
def panels() -> dict[str, pd.DataFrame]:
    table = FIGURES["7.1"].table()
    return {str(panel): part for panel, part in table.groupby("panel", sort=False)}


def keys(table: pd.DataFrame) -> set[tuple[int, ...]]:
    return set(table[["i", "j", "k"]].itertuples(index=False, name=None))


def test_two_evolutions_of_one_board(panels: dict[str, pd.DataFrame]) -> None:
    before, first, second = panels.values()
    assert list(panels) == ["A", "first", "second"]
    assert [len(panel) for panel in panels.values()] == [14, 20, 20]
    # A rhombus covers two cells, so every placement on offer is counted twice.
    assert [panel["offers"].sum() // 2 for panel in panels.values()] == [8, 12, 11]
    assert [panel["new"].sum() for panel in panels.values()] == [0, 6, 6]
    for after in (first, second):
        assert keys(before) == keys(after[~after["new"]])
        assert keys(before[before["tile"] == "A"]) == keys(after[after["tile"] == "A"])
    assert keys(first) != keys(second)


def test_both_ways_of_b_cover_the_same_triangle(panels: dict[str, pd.DataFrame]) -> None:
    before, first, second = panels.values()
    ways = [keys(before[before[name]]) for name in ("first_way", "second_way")]
    assert [len(way) for way in ways] == [2, 2]
    assert ways[0] & ways[1] == {(1, 0, 0)}
    assert [keys(panel[panel["tile"] == "B"]) for panel in (first, second)] == ways
    assert "B" not in set(before["tile"])


def test_taken_cells_are_not_on_offer(panels: dict[str, pd.DataFrame]) -> None:
    for panel in panels.values():
        assert (panel.loc[panel["tile"].notna(), "offers"] == 0).all()
        assert (panel.loc[panel["tile"].isna(), "offers"] > 0).all()


def test_the_drawing_shows_the_table_alone() -> None:
    table = FIGURES["7.1"].table()
    before = table.copy()
    figure = FIGURES["7.1"].draw(table)
    pd.testing.assert_frame_equal(table, before)
    titles = [ax.get_title() for ax in figure.axes]
    assert titles == [
        "A: 14 cells, 8 on offer",
        "A, B: 20 cells, 12 on offer",
        "A, B: 20 cells, 11 on offer",
    ]
    for ax, count in zip(figure.axes, (0, 6, 6), strict=True):
        fill = [to_hex(colour) for colour in ax.collections[0].get_facecolor()]
        assert (fill.count(NEW), len(set(fill) - {NEW, CELL})) == (count, 0)
    tile = [to_hex(ax.collections[1].get_facecolor()[0]) for ax in figure.axes]
    assert tile == [TILE] * 3
    assert to_hex(figure.axes[1].collections[3].get_facecolor()[0]) == CHIPS[0]
    assert [[text.get_text() for text in ax.texts] for ax in figure.axes] == [
        ["A"],
        *[["A", "B"]] * 2,
    ]


def test_titles_are_not_cut_off() -> None:
    with house_style():
        figure = FIGURES["7.1"].draw(FIGURES["7.1"].table())
        FigureCanvasAgg(figure).draw()
        titles = [ax.title.get_window_extent() for ax in figure.axes]
    assert titles[0].x0 > 0
    assert titles[0].x1 < titles[1].x0
    assert titles[1].x1 < titles[2].x0
    assert titles[2].x1 < figure.bbox.x1
