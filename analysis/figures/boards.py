"""Figure 3.1, the fixed board and a player's view, and the played boards of 6.1 to 6.6."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.sequences import move_sequence
from boardless.jit.arrays import Floats, Ints
from boardless.strategies import Fixed, Perimeter, Strategy, Zone
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, Board, Tiling, tiling_named
from boardless.topo.boards.outlines import outlines, room
from boardless.topo.drawing.mpl import draw
from boardless.topo.drawing.palette import CELL, CHIP, LEGAL, PLAYERS, SEQUENCE, START, ink_on
from boardless.topo.drawing.picture import (
    UNITS,
    Fills,
    Picture,
    PictureItem,
    box_around,
    cell_items,
    disc_items,
    number_items,
)

#: Inches: width of a figure, greatest height of its panels, greatest length of an edge, height of
#: the line of titles, gap between panels, and height of a line of text below them.
WIDTH, PANEL_HEIGHT, EDGE, TITLE, GAP, FOOT = 6.3, 3.6, 1.0, 0.3, 0.2, 0.2

#: The size of numbers on free cells, as a share of the circle that fits into a cell.
NUMBER = 0.6

#: Free space around a board, in edge lengths: room for a dot on a vertex.
MARGIN = 0.22

#: The widths in pixels of the borders of cells, thinner on larger boards, and of frames.
BORDER, FRAME = 1.6, 2.0


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
    return pd.DataFrame({"panel": panel, "tiling": board.tiling.name} | columns)


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


def draw_layers(ax: Axes, **layers: dict[str, PictureItem]) -> None:
    """Draw layers of a picture within the limits of axes; see `show_whole`."""
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    box = UNITS * np.array((left, -high, right - left, high - low))
    x, y, width, height = box.round().astype(int).tolist()
    draw(Picture((x, y, width, height), {}, layers), ax)


def show_whole(ax: Axes, table: pd.DataFrame) -> None:
    """Set the limits of axes so that they show a whole board, with some space around."""
    corners = np.concatenate(outlines(*cells_of(table)))
    margin = max(MARGIN, 0.02 * np.ptp(corners))
    low, high = corners.min(axis=0) - margin, corners.max(axis=0) + margin
    ax.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))


def cells(table: pd.DataFrame, fills: Fills = CELL, line: str = "line") -> dict[str, PictureItem]:
    """Return the cells of a board table as items, in one fill or in one for each."""
    width = min(BORDER, 24 / (len(table) + 1) ** 0.5)
    return cell_items(outlines(*cells_of(table)), fills, line, width)


def chips(
    table: pd.DataFrame, numbers: Sequence[int] | Ints, radius: float, fills: list[str]
) -> dict[str, dict[str, PictureItem]]:
    """Return layers of numbered chips on the cells of a board table."""
    centres = centres_of(table)
    inks = [*map(ink_on, fills)]
    return {
        "chips": disc_items(centres, radius, fills),
        "numbers_of_chips": number_items(centres, numbers, radius, inks),
    }


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
    dots = disc_items(legal, 0.15, LEGAL, LEGAL)
    # The frame is a large cell around what the player sees.
    x, y, width, height = box_around(outlines(*cells_of(seen)), 0)
    corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    frame = cell_items([corners / (UNITS, -UNITS)], "none", "ink", FRAME)
    show_whole(left, seen)
    show_whole(right, held)
    draw_layers(left, cells=held_cells(tiles), dots=dots)
    draw_layers(right, cells=held_cells(held), dots=dots, frame=frame)
    left.set_title(f"Player: {len(tiles)} tiles, {len(legal)} places to play")
    right.set_title(f"Program: {len(held):,} cells")
    return figure


def held_cells(table: pd.DataFrame) -> dict[str, PictureItem]:
    """Return the cells of a board table whose column `holds` names players, in their colours."""
    players = [table["holds"] == "player 1", table["holds"] == "player 2"]
    return cells(table, np.select(players, PLAYERS, CELL).tolist())


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


def draw_played(ax: Axes, table: pd.DataFrame) -> str:
    """Draw a case; chips have the colour of the cells that they added. Return its title."""
    tiling, _ = cells_of(table)
    growing = sorted(set(table["created_by"]) - {0})
    shades = LinearSegmentedColormap.from_list("sequence", SEQUENCE)(
        np.linspace(0, 1, len(growing))
    )
    colours = {0: START, **dict(zip(growing, map(to_hex, shades), strict=True))}
    radius = room(tiling)
    free, taken = table[table["move"].isna()], table[table["move"].notna()]
    inks = [*map(ink_on, free["created_by"].map(colours))]
    # A triangle has room for a number beyond the circle that fits into it.
    size = NUMBER * (1.75 if tiling is TRIANGULAR else 1) * radius
    fills = [colours.get(move, CHIP) for move in taken["move"]]
    draw_layers(
        ax,
        cells=cells(table, table["created_by"].map(colours).tolist(), "ink"),
        numbers=number_items(centres_of(free), free["created_by"].to_numpy(), size, inks),
        **chips(taken, taken["move"].to_numpy(dtype=np.int64), 0.8 * radius, fills),
    )
    case = table["panel"].iloc[0].capitalize()
    return f"{case} case: {len(taken)} moves, {len(table)} cells"


def _figure(name: str, tiling: Tiling, strategy: Strategy, worst: int, best: int) -> ThesisFigure:
    title = f"Worst and best case of {strategy.name} growth, {tiling.name}"
    table = partial(played_table, tiling, strategy, worst, best)
    return ThesisFigure(name, title, table, partial(draw_panels, draw=draw_played))


FIGURES = (
    ThesisFigure("3.1", "The fixed board and a player's view of it", fixed_table, draw_fixed),
    _figure("6.1", SQUARE, Perimeter(), 4, 25),
    _figure("6.2", SQUARE, Zone(), 4, 4),
    _figure("6.3", HEXAGONAL, Perimeter(), 4, 19),
    _figure("6.4", HEXAGONAL, Zone(), 4, 7),
    _figure("6.5", TRIANGULAR, Perimeter(), 4, 49),
    _figure("6.6", TRIANGULAR, Zone(), 5, 13),
)
