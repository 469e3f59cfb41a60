"""The figures of section 7.2."""

import pandas as pd

from boardless.analysis import FIGURES
from boardless.topo import TILINGS


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
