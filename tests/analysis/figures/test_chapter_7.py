"""Figures 7.1 and 7.2, and those of tilings."""

import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex

from boardless.analysis import FIGURES
from boardless.analysis.figures.chapter_7 import RULE_MOVES
from boardless.analysis.figures.figure import house_style
from boardless.topo import TILINGS
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


def layers(ax: Axes) -> dict[str, PathCollection]:
    """The collections of axes by the layers of the picture."""
    return {str(one.get_gid()): one for one in ax.collections}


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
        fill = [to_hex(colour) for colour in layers(ax)["cells"].get_facecolor()]
        assert (fill.count(NEW), len(set(fill) - {NEW, CELL})) == (count, 0)
    tiles = [layers(ax)["tiles"].get_facecolor() for ax in figure.axes]
    assert [to_hex(fills[0]) for fills in tiles] == [TILE] * 3
    # A tile is two cells and an outline.
    assert to_hex(tiles[1][3]) == CHIPS[0]
    assert [len(layers(ax)["letters"].get_paths()) for ax in figure.axes] == [1, 2, 2]


def test_titles_are_not_cut_off() -> None:
    with house_style():
        figure = FIGURES["7.1"].draw(FIGURES["7.1"].table())
        FigureCanvasAgg(figure).draw()
        titles = [ax.title.get_window_extent() for ax in figure.axes]
    assert titles[0].x0 > 0
    assert titles[0].x1 < titles[1].x0
    assert titles[1].x1 < titles[2].x0
    assert titles[2].x1 < figure.bbox.x1


def test_the_right_board_is_what_may_be_played_on_the_left() -> None:
    table = FIGURES["7.2"].table()
    zone, rule = (
        table[table["panel"] == panel].set_index(["i", "j", "k"])["holds"]
        for panel in ("zone", "rule")
    )
    assert (zone != "nothing").sum() == len(rule) < len(zone)
    assert zone[zone != "nothing"].sort_index().equals(rule.sort_index())
    assert rule.str.startswith("player").sum() == RULE_MOVES + 2
    keys = set(zone.index)
    tiles = set(rule[rule.str.startswith("player")].index)
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    for i, j, k in keys - tiles:
        beside = sum((i + di, j + dj, k) in tiles for di, dj in steps)
        assert beside >= 1
        assert (zone[i, j, k] == "playable") == (beside >= 2)


def test_the_figure_has_a_dot_for_every_playable_cell() -> None:
    table = FIGURES["7.2"].table()
    figure = FIGURES["7.2"].draw(table)
    for ax, panel in zip(figure.axes, ("zone", "rule"), strict=True):
        part = table[table["panel"] == panel]
        drawn = layers(ax)
        assert len(drawn["cells"].get_paths()) == len(part)
        assert len(drawn["dots"].get_paths()) == (part["holds"] == "playable").sum() == 7
        assert ax.get_title().startswith(f"{panel.capitalize()}: 12 tiles, {len(part)} cells")


def test_the_plate_shows_a_board_of_every_tiling() -> None:
    table = FIGURES["tilings-7.2"].table()
    panels = dict(list(table.groupby("panel", sort=False)))
    assert list(panels) == list(TILINGS)
    for name, panel in panels.items():
        assert panel["tiling"].unique().tolist() == [name]
        assert (panel["holds"] == "played").sum() == 7
        assert len(panel) > 7
        # Played cells are inside: zones add all that touches them.
        assert panel["holds"].isin(["played", "added", "empty"]).all()


def test_the_plate_is_drawn_from_its_table() -> None:
    table = FIGURES["tilings-7.2"].table()
    few = table[table["panel"].isin(["4.8.8", "cairo"])]
    figure = FIGURES["tilings-7.2"].draw(few)
    titles = [ax.get_title() for ax in figure.axes if ax.get_title()]
    sizes = [(few["panel"] == name).sum() for name in ("4.8.8", "cairo")]
    assert titles == [f"4.8.8: {sizes[0]} cells", f"cairo: {sizes[1]} cells"]


def test_the_table_of_laws() -> None:
    table = FIGURES["growth-7.2"].table()
    assert table["tiling"].tolist() == list(TILINGS)
    assert isinstance(table, pd.DataFrame)
    drawn = {text.get_text() for text in FIGURES["growth-7.2"].draw(table).axes[0].texts}
    assert {"4.8.8", "9m² + 3m + 1", "1406"} <= drawn
