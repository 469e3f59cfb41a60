"""Figure 7.2: one position on a board grown by zones and on one grown by the rules."""

from boardless.analysis import FIGURES
from boardless.analysis.figures.chapter_7 import RULE_MOVES


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
        cells, dots = ax.collections
        assert len(cells.get_paths()) == len(part)
        assert len(dots.get_offsets()) == (part["holds"] == "playable").sum() == 7
        assert ax.get_title().startswith(f"{panel.capitalize()}: 12 tiles, {len(part)} cells")
