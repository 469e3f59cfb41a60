"""The example of a state, and the positions that updates go through."""

import pandas as pd
import pytest
from matplotlib.colors import to_hex

from boardless.analysis import FIGURES
from boardless.analysis.figures.chapters_4_5 import GROWN, SMALL, played
from boardless.state import FreeState
from boardless.strategies import Append, Perimeter, Remap, Replay, Technique
from boardless.topo.drawing.palette import CELL, CHIPS, NEW, TILE
from tests.strategies.test_technique import EveryMove

NAMES = ["4.1", "table-4.1", "table-4.2", "table-4.3", "table-4.4", "5.16", "5.17", "5.18", "5.19"]


def listed(name: str) -> list[tuple[str, str]]:
    return list(FIGURES[name].table().itertuples(index=False, name=None))


def test_tables_of_chapter_4() -> None:
    """As published, with the two slips of the text corrected (15, not 13 again, in `who`)."""
    free = "0, 1, 4, 7, 8, 11, 12, 14"
    assert listed("table-4.1") == [
        ("empty", free),
        ("what", "2: 3, 3: 2, 5: 3, 6: 1, 9: 1, 10: 2, 13: 2, 15: 2"),
        ("who", "2: 2, 3: 1, 5: 2, 6: 0, 9: 0, 10: 1, 13: 1, 15: 1"),
        ("count", "2: 1, 3: 1, 5: 1, 6: 1, 9: 1, 10: 1, 13: 1, 15: 1"),
        ("state", ""),
        ("playable", free),
    ]
    for name, player, chip, count in (("table-4.2", 1, 2, 2), ("table-4.3", 2, 3, 4)):
        assert listed(name) == [
            ("empty", ""),
            ("what", f"0: {chip}"),
            ("who", f"0: {player}"),
            ("count", f"0: {count}"),
            ("state", ""),
            ("playable", ""),
        ]
    assert listed("table-4.4") == [
        ("Board", "[{6, 9}]"),
        ("Player 1", "[{3, 10, 13, 15, 16}]"),
        ("Player 2", "[{2, 5, 17}]"),
    ]


def panels(name: str) -> dict[str, pd.DataFrame]:
    return {str(panel): part for panel, part in FIGURES[name].table().groupby("panel", sort=False)}


def chips(table: pd.DataFrame) -> dict[int, int]:
    held = table[table["what"] > 0]
    return dict(zip(held["index"].tolist(), held["what"].tolist(), strict=True))


def test_the_example_has_global_indices() -> None:
    board, one, two = panels("4.1").values()
    assert chips(board) == {2: 3, 3: 2, 5: 3, 6: 1, 9: 1, 10: 2, 13: 2, 15: 2}
    assert (chips(one), one["count"].tolist()) == ({16: 2}, [2])
    assert (chips(two), two["count"].tolist()) == ({17: 3}, [4])


def test_undo_replays_all_moves_but_the_last() -> None:
    shown = panels("5.16")
    assert list(shown) == ["after 3 moves", "reset", "replay move 1", "replay move 2"]
    assert [len(table) for table in shown.values()] == [36, 16, 16, 16]
    moves = [sorted(table["move"].dropna().tolist()) for table in shown.values()]
    assert moves == [[1, 2, 3], [], [1], [1, 2]]


def test_steps_of_growing_moves() -> None:
    before, after = {5: 2, 6: 1, 9: 1, 10: 3}, {14: 2, 15: 1, 20: 1, 21: 3}
    assert [chips(table) for table in panels("5.17").values()] == [before, after]
    assert [chips(table) for table in panels("5.19").values()] == [before, after]
    steps = [before, {6: 1, 9: 1}, {15: 1, 20: 1}, after]
    assert [chips(table) for table in panels("5.18").values()] == steps
    new = {*range(7), 11, 12, 17, 18, 23, 24, *range(29, 36)}
    grown = panels("5.17")["after"]
    assert set(grown.loc[grown["old_index"].isna(), "index"]) == new


def test_the_mapping_is_written_over_the_board() -> None:
    figure = FIGURES["5.19"].draw(FIGURES["5.19"].table())
    assert figure.axes[1].get_title() == "mapped: 5 → 14, 6 → 15, 9 → 20, 10 → 21"


@pytest.mark.parametrize("update", [Remap(), Replay(), Append()], ids=lambda u: u.name)
def test_the_boards_shown_are_those_that_techniques_make(update) -> None:
    quiet = Technique("quiet", Perimeter(4), update)
    state = FreeState(played(SMALL, 0).setup, quiet)
    moves = [played(SMALL, 2).by_cell(move) for move in played(SMALL, 2).move_stack]
    state.push(moves[0])
    assert state.key == played(SMALL, 1).key
    state._position.technique = Technique("grows", EveryMove(4), update)
    state.push(moves[1])
    grown = played(GROWN, 2)
    assert state.key == grown.key
    assert {state.cell(site) for site in state.board} == set(GROWN.keys)
    if not isinstance(update, Append):
        assert state.containers[0].what == grown.containers[0].what


def test_colours() -> None:
    example = FIGURES["4.1"].draw(FIGURES["4.1"].table())
    for ax in example.axes:
        assert NEW not in map(to_hex, ax.collections[0].get_facecolor())
    table = FIGURES["5.17"].table()
    figure = FIGURES["5.17"].draw(table)
    cells = figure.axes[1].collections[0].get_facecolor()
    found = [to_hex(colour) for colour in cells]
    assert [found[n] for n in (0, 7, 15, 20)] == [NEW, CELL, TILE, TILE]
    discs = next(c for c in figure.axes[1].collections if c.get_gid() == "chips").get_facecolor()
    assert [to_hex(colour) for colour in discs] == list(CHIPS)


@pytest.mark.parametrize("name", NAMES)
def test_drawings_are_made_from_the_table_alone(name: str) -> None:
    table = FIGURES[name].table()
    before = table.copy()
    figure = FIGURES[name].draw(table)
    pd.testing.assert_frame_equal(table, before)
    words = [text.get_text() for ax in figure.axes for text in (*ax.texts, ax.title)]
    if name.startswith("table"):
        for row in table.itertuples(index=False):
            assert set(map(str, row)) <= set(words)
    else:
        assert len([word for word in words if word]) == table["panel"].nunique()


def test_work_by_technique() -> None:
    """Appending zones writes the same however long the game; all else writes more and more."""
    table = FIGURES["work-5.3"].table()
    work = {str(name): part.set_index("move") for name, part in table.groupby("technique")}
    assert set(work["ZONE-APPEND"]["push"]) == {2 * 3 + 1}
    assert set(work["ZONE-APPEND"]["pop"].dropna()) == {3 + 1}
    for name, part in work.items():
        pops = part["pop"].dropna()
        assert len(pops) == 12
        if name != "ZONE-APPEND":
            assert part["push"].is_monotonic_increasing
            assert pops.is_monotonic_increasing
            assert part["push"].iloc[-1] > 4 * part["push"].iloc[0]
    for growth in ("PERI", "ZONE"):
        replay, mapped, appended = (
            work[f"{growth}-{update}"] for update in ("RE", "MAP", "APPEND")
        )
        assert replay["cells"].equals(mapped["cells"])
        assert mapped["cells"].equals(appended["cells"])
        assert (replay["push"] > mapped["push"]).all()
        assert (mapped["push"] > appended["push"]).all()
        # Taking back by replay makes every growth again.
        assert replay["pop"].dropna().iloc[-1] > 10 * replay["push"].iloc[-1]
    figure = FIGURES["work-5.3"].draw(table)
    assert [len(ax.lines) for ax in figure.axes] == [6, 6]
