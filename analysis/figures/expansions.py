"""Figures 5.1 to 5.15: a board before and after it grew, and what its indices become."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.figures.panels import board_table, cells_of, centres_of, panel_axes
from boardless.strategies import Perimeter, Strategy, Zone
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, Tiling
from boardless.topo.drawing.board_drawing import draw_cells, draw_discs, room, write_numbers
from boardless.topo.drawing.palette import CELL, CHIP, FOLLOWED, NEW


@dataclass(frozen=True)
class Expansion:
    """A move on a regular board that grows.

    Parameters
    ----------
    tiling : Tiling
        Of the board.
    strategy : Strategy
        How it grows, and from which board.
    move : int
        Index of the cell of the move.
    followed : tuple of int
        Indices of the cells whose mapping is shown.
    """

    tiling: Tiling
    strategy: Strategy
    move: int
    followed: tuple[int, ...] = ()

    def table(self) -> pd.DataFrame:
        """Return the cells before and after the move.

        Returns
        -------
        pandas.DataFrame
            A board table (see `analysis.figures.panels.board_table`) with panels ``before`` and
            ``after``, and the columns ``old_index`` (missing for new cells) and, true or false,
            ``new``, ``move`` and ``followed``.
        """
        board = self.strategy.start(self.tiling)
        old = board.numbering()
        before = board_table(board, "before")
        self.strategy(board, int(old.sites[self.move]))
        after = board_table(board, "after")
        before["old_index"] = before["index"].astype("Int64")
        after["old_index"] = pd.Series(pd.NA, index=after.index, dtype="Int64")
        after.loc[old.mapping(board.numbering()), "old_index"] = np.arange(len(old))
        table = pd.concat((before, after), ignore_index=True)
        table["new"] = table["old_index"].isna()
        table["move"] = table["old_index"].eq(self.move).fillna(False).astype(bool)
        table["followed"] = table["old_index"].isin(self.followed)
        return table


def draw_expansion(table: pd.DataFrame) -> Figure:
    """Draw the table of an expansion: before on the left, after on the right."""
    before, after = (table[table["panel"] == panel] for panel in ("before", "after"))
    figure, (left, right) = panel_axes([before, after])
    _draw_panel(left, before)
    _draw_panel(right, after)
    move = before.loc[before["move"], "index"].item()
    left.set_title(f"{len(before)} cells, move on {move}")
    followed = after.loc[after["followed"], ["old_index", "index"]].to_numpy(dtype=np.int64)
    mapping = ", ".join(f"{old} → {new}" for old, new in followed.tolist())
    new = f"{len(after)} cells, {after['new'].sum()} new"
    right.set_title(f"{new}: {mapping}" if mapping else new)
    return figure


def _draw_panel(ax: Axes, table: pd.DataFrame) -> None:
    tiling, keys = cells_of(table)
    fill = np.select([table["new"], table["followed"]], [NEW, FOLLOWED], CELL)
    draw_cells(ax, tiling, keys, fill.tolist())
    radius = room(tiling)
    draw_discs(ax, centres_of(table[table["move"]]), 0.85 * radius, CHIP)
    write_numbers(ax, centres_of(table), table["index"].to_numpy(), 0.85 * radius)


def _figure(
    name: str,
    title: str,
    tiling: Tiling,
    strategy: Strategy,
    move: int,
    followed: tuple[int, ...] = (),
) -> ThesisFigure:
    expansion = Expansion(tiling, strategy, move, followed)
    return ThesisFigure(name, title, expansion.table, draw_expansion)


#: Where the thesis does not say which board or move it shows: contours answer a move on a corner
#: (which move does not matter); zones are shown around a move on a side, their mappings for a
#: corner, then for a side.
EXPANSION_FIGURES = (
    _figure("5.1", "Contour of a square board", SQUARE, Perimeter(4), 0),
    _figure("5.2", "Indices after a contour, square", SQUARE, Perimeter(3), 0, (0, 7)),
    _figure("5.3", "Contour of a hexagonal board", HEXAGONAL, Perimeter(3), 0),
    _figure("5.4", "Indices after a contour, hexagonal", HEXAGONAL, Perimeter(3), 0, (14,)),
    _figure("5.5", "Contour of a triangular board", TRIANGULAR, Perimeter(3), 0),
    _figure("5.6", "Indices after a contour, triangular", TRIANGULAR, Perimeter(3), 0, (7,)),
    _figure("5.7", "Zone on a square board", SQUARE, Zone(4), 7),
    _figure("5.8", "Indices after a zone on a corner, square", SQUARE, Zone(3), 0, (0, 3, 6)),
    _figure("5.9", "Indices after a zone on a side, square", SQUARE, Zone(3), 3, (0, 1, 3)),
    _figure("5.10", "Zone on a hexagonal board", HEXAGONAL, Zone(3), 6),
    _figure("5.11", "Indices after a zone on a corner, hexagonal", HEXAGONAL, Zone(3), 0, (0, 7)),
    _figure("5.12", "Indices after a zone on a side, hexagonal", HEXAGONAL, Zone(3), 3, (16,)),
    _figure("5.13", "Zone on a triangular board", TRIANGULAR, Zone(4), 9),
    _figure("5.14", "Indices after a zone on a corner, triangular", TRIANGULAR, Zone(4), 0, (0, 4)),
    _figure("5.15", "Indices after a zone on a side, triangular", TRIANGULAR, Zone(4), 1, (0,)),
)
