"""The drawn boards of the thesis: their tables, exactly, and that all of them is in the picture."""

from io import BytesIO, StringIO

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from boardless.analysis.figures import FIGURES, boards
from boardless.analysis.figures.figure import house_style
from boardless.topo import Board, board_record, contour_added, contour_index, tiling_named
from boardless.topo.drawing import palette

#: Figure: cells before and after, index of the move, what indices become. From the thesis's text;
#: those of 5.7, 5.10, 5.11, 5.13 and 5.14, which it does not give, from counting in a drawing.
EXPANSIONS = {
    "5.1": (16, 36, 0, {0: 7, 5: 14, 6: 15, 9: 20, 10: 21}),
    "5.2": (9, 25, 0, {0: 6, 7: 17}),
    "5.3": (19, 37, 0, {14: 25}),
    "5.4": (19, 37, 0, {14: 25}),
    "5.5": (9, 36, 0, {7: 25}),
    "5.6": (9, 36, 0, {7: 25}),
    "5.7": (16, 19, 7, {3: 3, 4: 5, 15: 18}),
    "5.8": (9, 14, 0, {0: 4, 8: 13}),
    "5.9": (9, 12, 3, {0: 1, 1: 2, 3: 5}),
    "5.10": (19, 21, 6, {2: 2, 3: 4, 7: 9}),
    "5.11": (19, 22, 0, {0: 3, 18: 21}),
    "5.12": (19, 21, 3, {16: 18}),
    "5.13": (16, 21, 9, {6: 6, 7: 8, 15: 20}),
    "5.14": (16, 25, 0, {0: 6, 15: 24}),
    "5.15": (16, 21, 1, {0: 5}),
}

NAMES = (*(figure.name for figure in boards.FIGURES), "4.2", "4.3", "4.4", *EXPANSIONS)
DRAWN = [FIGURES[name] for name in NAMES]

#: Figure: moves and cells of the worst case, moves and cells of the best (thesis, 6.1.2).
PLAYED = {
    "6.1": (4, 81, 25, 49),
    "6.2": (4, 24, 4, 16),
    "6.3": (4, 61, 19, 37),
    "6.4": (4, 16, 7, 19),
    "6.5": (4, 169, 49, 100),
    "6.6": (5, 41, 13, 37),
}

#: Figure: cells, vertices, edges.
NUMBERED = {"4.2": (9, 16, 24), "4.3": (7, 24, 30), "4.4": (16, 15, 30)}


def panels(name):
    table = FIGURES[name].table()
    return {panel: rows.reset_index(drop=True) for panel, rows in table.groupby("panel")}


def board_of(panel):
    """The board of a panel, with its indices as sites."""
    keys = panel[["i", "j", "k"]].to_numpy(dtype=np.int64)
    return Board(tiling_named(panel["tiling"].iloc[0]), keys)


def test_every_figure_of_a_board_is_registered():
    assert {figure.name for figure in DRAWN} == {"3.1", *NUMBERED, *EXPANSIONS, *PLAYED}
    assert all(FIGURES[figure.name] is figure for figure in DRAWN)


@pytest.mark.parametrize("name", [*EXPANSIONS, *PLAYED])
def test_cells_are_listed_by_index(name):
    for panel in panels(name).values():
        board = board_of(panel)
        np.testing.assert_array_equal(panel["index"], np.arange(len(panel)))
        np.testing.assert_array_equal(board.numbering().sites, panel["index"])
        np.testing.assert_allclose(panel[["x", "y"]], board.positions, atol=1e-6)
        assert sorted(panel["site"]) == list(range(len(panel)))


@pytest.mark.parametrize("name", EXPANSIONS)
def test_expansions_have_the_thesis_s_numbers(name):
    cells, grown, move, mapping = EXPANSIONS[name]
    before, after = panels(name)["before"], panels(name)["after"]
    assert (len(before), len(after)) == (cells, grown)
    assert before.loc[before["move"], "index"].tolist() == [move]
    assert not before["new"].any()
    assert after["new"].sum() == grown - cells
    became = after.dropna(subset="old_index").set_index("old_index")["index"]
    assert {old: became[old] for old in mapping} == mapping
    # An old index is that of the same cell of the plane.
    same = before.merge(after, on=["i", "j", "k"], suffixes=("", "_after"))
    assert len(same) == cells
    assert (same["old_index_after"] == same["index"]).all()
    assert (same["followed_after"] == same["followed"]).all()


@pytest.mark.parametrize("name", ["5.1", "5.2", "5.3", "5.4", "5.5", "5.6"])
def test_contours_follow_the_closed_forms(name):
    before, after = panels(name)["before"], panels(name)["after"]
    tiling = tiling_named(before["tiling"].iloc[0])
    rows = before["y"].rank(method="dense").astype(int) - 1
    dimension = int((rows == 0).sum())
    assert after["new"].sum() == contour_added(tiling, dimension)
    expected = contour_index(tiling, dimension, before["index"].to_numpy(), rows.to_numpy())
    np.testing.assert_array_equal(after.loc[~after["new"], "index"], expected)


@pytest.mark.parametrize("name", [n for n in EXPANSIONS if int(n[2:]) >= 7])
def test_zones_add_what_touches_the_move(name):
    after = panels(name)["after"]
    move = int(after.loc[after["move"], "index"].item())
    board = board_of(after)
    near = board.neighbours(move)
    assert len(near) == {"square": 8, "hexagonal": 6, "triangular": 12}[board.tiling.name]
    assert set(after.loc[after["new"], "index"]) <= set(near.tolist())


@pytest.mark.parametrize(
    "name", ["5.2", "5.4", "5.6", "5.8", "5.9", "5.11", "5.12", "5.14", "5.15"]
)
def test_mappings_are_written_above(name):
    figure = FIGURES[name]
    table = figure.table()
    title = figure.draw(table).axes[1].get_title()
    worked = {old: new for old, new in EXPANSIONS[name][3].items() if old != 8 and old < 15}
    assert "→" in title
    assert all(f"{old} → {new}" in title for old, new in worked.items())


@pytest.mark.parametrize("name", NUMBERED)
def test_numbered_elements_are_those_of_the_record(name):
    table = FIGURES[name].table()
    cells, vertices, edges = (table[table["kind"] == k] for k in ("cell", "vertex", "edge"))
    assert (len(cells), len(vertices), len(edges)) == NUMBERED[name]
    record = board_record(board_of(cells), name)
    for rows, kind in ((cells, "cells"), (vertices, "vertices")):
        assert rows["index"].tolist() == list(range(len(rows)))
        points = [site["pt"] for site in record[kind]["sites"]]
        np.testing.assert_allclose(rows[["x", "y"]], points, atol=1e-6)
    assert edges[["tail", "head"]].to_numpy(dtype=int).tolist() == record["edges"]
    points = vertices[["x", "y"]].to_numpy()
    ends = points[edges[["tail", "head"]].to_numpy(dtype=int)]
    np.testing.assert_allclose(edges[["x", "y"]], ends.mean(axis=1), atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(np.diff(ends, axis=1), axis=2), 1, atol=1e-5)


@pytest.mark.parametrize("name", PLAYED)
def test_played_boards_have_the_thesis_s_sizes(name):
    worst, worst_cells, best, best_cells = PLAYED[name]
    for sequence, count, cells in (("worst", worst, worst_cells), ("best", best, best_cells)):
        panel = panels(name)[sequence]
        assert len(panel) == cells
        chips = panel.dropna(subset="move")
        assert sorted(chips["move"]) == list(range(1, count + 1))
        assert (chips["created_by"] < chips["move"]).all()
        assert (panel["created_by"] == 0).sum() == 1


@pytest.mark.parametrize(
    ("name", "sequence", "added"),
    [
        ("6.1", "worst", [8, 16, 24, 32]),
        ("6.1", "best", [8, 16] + [0] * 7 + [24] + [0] * 15),
        ("6.2", "worst", [8, 5, 5, 5]),
        ("6.2", "best", [8, 3, 3, 1]),
        ("6.4", "worst", [6, 3, 3, 3]),
        ("6.6", "worst", [12, 7, 7, 7, 7]),
        ("6.6", "best", [12, 3, 3, 3, 2, 0, 3, 3, 2, 0, 3, 2, 0]),
    ],
)
def test_moves_add_the_cells_that_bear_their_number(name, sequence, added):
    created = panels(name)[sequence]["created_by"]
    assert [int((created == move).sum()) for move in range(1, len(added) + 1)] == added


@pytest.mark.parametrize("name", ["6.1", "6.6"])
def test_chips_have_the_colour_of_the_cells_they_added(name):
    figure = FIGURES[name]
    table = figure.table()
    for ax, panel in zip(figure.draw(table).axes, ("worst", "best"), strict=True):
        rows = table[table["panel"] == panel].reset_index(drop=True)
        cells, _, discs, _ = ax.collections
        assert [one.get_gid() for one in (cells, discs)] == ["cells", "chips"]
        fill = [to_hex(colour) for colour in cells.get_facecolor()]
        of_move = {
            move: {fill[n] for n in group}
            for move, group in rows.groupby("created_by").groups.items()
        }
        assert all(len(colours) == 1 for colours in of_move.values())
        assert len(set.union(*of_move.values())) == len(of_move)
        chips = rows.dropna(subset="move")
        assert len(discs.get_paths()) == len(chips)
        for move, colour in zip(chips["move"], discs.get_facecolor(), strict=True):
            assert {to_hex(colour)} == of_move.get(move, {palette.CHIP})


def test_the_fixed_board_is_far_larger_than_what_a_player_sees():
    seen, held = panels("3.1")["player"], panels("3.1")["program"]
    assert len(held) == 41 * 41
    holds = held.set_index(["i", "j"])["holds"]
    tiles = [at for at, what in holds.items() if what.startswith("player")]
    assert (holds == "player 1").sum() == (holds == "player 2").sum() == 4
    near = {(i + di, j + dj) for i, j in tiles for di in (-1, 0, 1) for dj in (-1, 0, 1)}
    assert {at for at, what in holds.items() if what == "legal"} == near - set(tiles)
    assert all(abs(i - 20) <= 2 and abs(j - 20) <= 2 for i, j in tiles)
    pd.testing.assert_frame_equal(
        seen.drop(columns="panel"),
        held[held["holds"] != "nothing"].drop(columns="panel").reset_index(drop=True),
    )


@pytest.mark.parametrize("figure", DRAWN, ids=lambda figure: figure.name)
def test_each_cell_is_drawn_and_nothing_is_cut_off(figure):
    table = figure.table()
    with house_style():
        drawing = figure.draw(table)
        drawing.draw_without_rendering()
        box = drawing.get_tightbbox()
    width, height = drawing.get_size_inches()
    assert min(box.x0, box.y0) > -1e-9
    assert box.x1 < width + 1e-9
    assert box.y1 < height + 1e-9
    cells = [
        sum(len(c.get_paths()) for c in ax.collections if c.get_gid() == "cells")
        for ax in drawing.axes
    ]
    if "panel" in table:
        expected = table.groupby("panel", sort=False).size().tolist()
        titles = [ax.title.get_window_extent() for ax in drawing.axes]
        assert titles[0].x1 < titles[1].x0
    else:
        expected = [int((table["kind"] == "cell").sum())]
    if figure.name == "3.1":  # a player does not see empty cells
        expected[0] = int((table[table["panel"] == "player"]["holds"] != "legal").sum())
    assert cells == expected


@pytest.mark.parametrize("name", ["5.1", "5.4", "5.10", "6.1", "6.5"])
def test_panels_have_one_scale(name):
    figure = FIGURES[name]
    with house_style():
        drawing = figure.draw(figure.table())
        drawing.draw_without_rendering()
    scales = {
        round(float(abs(ax.transData.get_matrix()[n, n])), 3) for ax in drawing.axes for n in (0, 1)
    }
    assert max(scales) - min(scales) < 0.02 * max(scales)


@pytest.mark.parametrize("name", ["3.1", "4.3", "5.6", "6.6"])
def test_a_figure_can_be_drawn_from_its_file(name):
    figure = FIGURES[name]
    table = figure.table()
    read = pd.read_csv(StringIO(table.to_csv(index=False)))
    pictures = []
    with house_style():
        for source in (table, read):
            file = BytesIO()
            figure.draw(source).savefig(file, format="svg", metadata={"Date": None})
            pictures.append(file.getvalue())
    assert pictures[0] == pictures[1]
