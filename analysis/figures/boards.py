"""Figure 3.1, the fixed board and a player's view, and the played boards of 6.1 to 6.6."""

from collections.abc import Callable
from functools import partial
from itertools import islice

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.sequences import move_sequence
from boardless.jit.arrays import Floats, Ints
from boardless.strategies import Fixed, Perimeter, Strategy, Zone
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, Board, Tiling, tiling_named
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.board_drawing import (
    draw_cells,
    draw_chips,
    draw_discs,
    ink_on,
    room,
    write_numbers,
)
from boardless.topo.drawing.palette import CELL, CHIP, INK, LEGAL, PLAYERS, SEQUENCE, START

#: Inches: width of a figure, greatest height of its panels, greatest length of an edge, height of
#: the line of titles, gap between panels, and height of a line of text below them.
WIDTH, PANEL_HEIGHT, EDGE, TITLE, GAP, FOOT = 6.3, 3.6, 1.0, 0.3, 0.2, 0.2

#: The size of numbers on free cells, as a share of the circle that fits into a cell.
NUMBER = 0.6

#: Free space around a board, in edge lengths: room for a dot on a vertex.
MARGIN = 0.22


def board_table(board: Board, panel: str) -> pd.DataFrame:
    """Return the cells of a board by index, with keys and centres, for a panel of a figure."""
    sites = board.numbering().sites
    i, j, k = board.keys[sites].T
    x, y = board.positions[sites].round(6).T
    columns = {
        "site": sites,
        "index": np.arange(len(sites)),
        "i": i,
        "j": j,
        "k": k,
        "x": x,
        "y": y,
    }
    return pd.DataFrame({"panel": panel, "tiling": board.tiling.name, **columns})


def cells_of(table: pd.DataFrame) -> tuple[Tiling, Ints]:
    """Return the tiling of a board table, and the lattice keys, shape ``(n, 3)``."""
    return tiling_named(table["tiling"].iloc[0]), table[["i", "j", "k"]].to_numpy(dtype=np.int64)


def centres_of(table: pd.DataFrame) -> Floats:
    """Return the centres of the cells of a board table, shape ``(n, 2)``."""
    return table[["x", "y"]].to_numpy(dtype=np.float64)


def panel_axes(tables: list[pd.DataFrame], foot: float = 0.0) -> tuple[Figure, list[Axes]]:
    """Return a figure with a panel for each board table, side by side and in one scale.

    A strip of `foot` inches below the panels stays free.
    """
    corners = [np.concatenate(outlines(*cells_of(table))) for table in tables]
    low = np.array([points.min(axis=0) for points in corners])
    high = np.array([points.max(axis=0) for points in corners])
    widths, heights = (high - low + 2 * MARGIN).T
    height = float(heights.max())
    gaps = GAP * (len(tables) - 1)
    scale = min((WIDTH - gaps) / widths.sum(), PANEL_HEIGHT / height, EDGE)
    # All sizes are known in inches, so panels get exactly one scale without a layout engine.
    figure = Figure(figsize=(WIDTH, height * scale + TITLE + foot))
    figure.set_layout_engine("none")
    left = (WIDTH - widths.sum() * scale - gaps) / 2
    axes = []
    for width, centre in zip(widths * scale, (low + high) / 2, strict=True):
        inches = np.array([left, foot, width, height * scale])
        ax = figure.add_axes(tuple(inches / np.tile(figure.get_size_inches(), 2)))
        ax.set(
            xlim=(centre[0] - width / scale / 2, centre[0] + width / scale / 2),
            ylim=(centre[1] - height / 2, centre[1] + height / 2),
        )
        axes.append(ax)
        left += width + GAP
    return figure, axes


def draw_panels(
    table: pd.DataFrame, draw: Callable[[Axes, pd.DataFrame], str], foot: float = 0.0
) -> Figure:
    """Draw the panels of a table side by side, each under the title that `draw` returns."""
    panels = [panel for _, panel in table.groupby("panel", sort=False)]
    figure, axes = panel_axes(panels, foot)
    for ax, panel in zip(axes, panels, strict=True):
        ax.set_title(draw(ax, panel))
    return figure


#: Tiles of Figure 3.1, in steps from the centre; players 1 and 2 take turns.
OPENING = ((0, 0), (1, 0), (0, 1), (1, -1), (-1, 1), (2, -1), (1, 2), (-1, 0))


def fixed_table() -> pd.DataFrame:
    """Return the fixed square board with a few tiles, and the cells in a player's view."""
    board = Fixed().start(SQUARE)
    i, j, k = board.key(int(board.centre[0]))
    tiles = [board.site((i + di, j + dj, k)) for di, dj in OPENING]
    table = board_table(board, "program")
    near = np.unique(np.concatenate([board.neighbours(tile) for tile in tiles]))
    turns = [table["site"].isin(tiles[0::2]), table["site"].isin(tiles[1::2])]
    holds = ["player 1", "player 2", "legal"]
    table["holds"] = np.select([*turns, table["site"].isin(near)], holds, "nothing")
    seen = table[table["holds"] != "nothing"].assign(panel="player")
    return pd.concat((seen, table), ignore_index=True)


def draw_fixed(table: pd.DataFrame) -> Figure:
    """Draw a player's view on the left and the whole fixed board on the right."""
    seen, held = (table[table["panel"] == panel] for panel in ("player", "program"))
    figure = Figure(figsize=(6.3, 3.4))
    figure.set_layout_engine("none")
    place = {"left": 0, "right": 1, "bottom": 0, "top": 0.91, "wspace": 0.02}
    left, right = figure.subplots(1, 2, gridspec_kw=place)
    tiles = seen[seen["holds"] != "legal"]
    legal = centres_of(seen[seen["holds"] == "legal"])
    draw_holders(left, tiles)
    draw_discs(left, legal, 0.15, LEGAL, LEGAL)
    left.margins(0.2)
    draw_holders(right, held)
    draw_discs(right, legal, 0.15, LEGAL, LEGAL)
    corners = np.concatenate(outlines(*cells_of(seen)))
    low, size = corners.min(axis=0), np.ptp(corners, axis=0)
    right.add_patch(Rectangle((low[0], low[1]), size[0], size[1], fill=False, edgecolor=INK))
    left.set_title(f"Player: {len(tiles)} tiles, {len(legal)} places to play")
    right.set_title(f"Program: {len(held):,} cells")
    return figure


def draw_holders(ax: Axes, table: pd.DataFrame) -> None:
    """Draw the cells of a board table with the names of players in column `holds`."""
    players = [table["holds"] == "player 1", table["holds"] == "player 2"]
    draw_cells(ax, *cells_of(table), np.select(players, PLAYERS, CELL).tolist())


def played_table(tiling: Tiling, strategy: Strategy, worst: int, best: int) -> pd.DataFrame:
    """Return the boards of the worst and the best case after some moves each, from one cell.

    Cells have the moves that added them (0 for the start) and that played on them.
    """
    tables = []
    for sequence, count in (("worst", worst), ("best", best)):
        board = strategy.start(tiling)
        created_by = [0] * len(board)
        played = {}
        chosen = islice(move_sequence(tiling, strategy, sequence), count)
        for move, key in enumerate(chosen, start=1):
            site = board.site(key)
            played[site] = move
            created_by += [move] * len(strategy(board, site))
        table = board_table(board, sequence)
        table["created_by"] = np.array(created_by)[table["site"]]
        table["move"] = table["site"].map(played).astype("Int64")
        tables.append(table)
    return pd.concat(tables, ignore_index=True)


def draw_played(table: pd.DataFrame) -> Figure:
    """Draw both cases side by side; chips have the colour of the cells that they added."""
    return draw_panels(table, _draw_played)


def _draw_played(ax: Axes, table: pd.DataFrame) -> str:
    tiling, keys = cells_of(table)
    growing = sorted(set(table["created_by"]) - {0})
    shades = LinearSegmentedColormap.from_list("sequence", SEQUENCE)(
        np.linspace(0, 1, len(growing))
    )
    colours = {0: START, **dict(zip(growing, map(to_hex, shades), strict=True))}
    draw_cells(ax, tiling, keys, table["created_by"].map(colours).tolist(), INK)
    radius = room(tiling)
    free = table[table["move"].isna()]
    ink = ink_on(free["created_by"].map(colours).tolist(), len(free))
    # A triangle has room for a number beyond the circle that fits into it.
    size = NUMBER * (1.75 if tiling is TRIANGULAR else 1) * radius
    write_numbers(ax, centres_of(free), free["created_by"].to_numpy(), size, ink)
    chips = table[table["move"].notna()]
    fill = [colours.get(move, CHIP) for move in chips["move"]]
    numbers = chips["move"].to_numpy(dtype=np.int64)
    draw_chips(ax, centres_of(chips), numbers, 0.8 * radius, fill)
    case = table["panel"].iloc[0].capitalize()
    return f"{case} case: {len(chips)} moves, {len(table)} cells"


def _figure(name: str, tiling: Tiling, strategy: Strategy, worst: int, best: int) -> ThesisFigure:
    title = f"Worst and best case of {strategy.name} growth, {tiling.name}"
    table = partial(played_table, tiling, strategy, worst, best)
    return ThesisFigure(name, title, table, draw_played)


FIGURES = (
    ThesisFigure("3.1", "The fixed board and a player's view of it", fixed_table, draw_fixed),
    _figure("6.1", SQUARE, Perimeter(), 4, 25),
    _figure("6.2", SQUARE, Zone(), 4, 4),
    _figure("6.3", HEXAGONAL, Perimeter(), 4, 19),
    _figure("6.4", HEXAGONAL, Zone(), 4, 7),
    _figure("6.5", TRIANGULAR, Perimeter(), 4, 49),
    _figure("6.6", TRIANGULAR, Zone(), 5, 13),
)
