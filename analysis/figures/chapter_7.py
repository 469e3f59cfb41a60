"""Figures of chapter 7: placements, growth by rules, a walking cluster, and every tiling."""

from collections.abc import Sequence
from functools import partial
from itertools import islice

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from boardless.analysis.figures.boards import (
    BORDER,
    FOOT,
    board_table,
    cells,
    cells_of,
    centres_of,
    draw_layers,
    draw_panels,
    held_cells,
    show_whole,
)
from boardless.analysis.figures.figure import ThesisFigure, axes_in_rows, draw_table, panels
from boardless.analysis.growth import tiling_growth_table
from boardless.analysis.sequences import move_sequence, walk_table, walked
from boardless.games import load
from boardless.play import State, record_playouts
from boardless.state import BOARD
from boardless.strategies import Placement, Placements, Strategy, Zone, strategy_of
from boardless.strategies.growth import added_by
from boardless.topo import (
    HEXAGONAL,
    TILINGS,
    TRIANGULAR,
    InputError,
    Key,
    Shape,
    Tiling,
    integer_between,
    tiling_of,
)
from boardless.topo.boards.outlines import border, room
from boardless.topo.drawing.palette import CELL, CHIPS, INK, LEGAL, NEW, PLAYERS, TILE
from boardless.topo.drawing.picture import (
    UNITS,
    PictureItem,
    disc_items,
    edge_path,
    number_items,
    path,
    text,
    tile_items,
    unmoved,
)

#: The cells of Lost Valley's rhombus: two triangles that share an edge.
RHOMBUS: tuple[Key, ...] = ((0, 0, 0), (0, 0, 1))

#: The triangle across an edge of tile A that tile B covers. The four edges of a rhombus are alike.
ACROSS = (1, 0, 0)


def ways_table() -> pd.DataFrame:
    """Return the board around tile A, and both with B at an edge, with possible placements."""
    tiles = Placements(Shape(TRIANGULAR, RHOMBUS))
    tiles.place(tiles.find(RHOMBUS))
    ways = tiles.over(ACROSS)
    tables = [_table(tiles, "A", ways, [])]
    for panel, way in zip(("first", "second"), ways, strict=True):
        new = tiles.place(way)
        tables.append(_table(tiles, panel, ways, [tiles.board.key(site) for site in new]))
        tiles.undo()
    return pd.concat(tables, ignore_index=True)


def _table(
    tiles: Placements, panel: str, ways: tuple[Placement, ...], new: list[Key]
) -> pd.DataFrame:
    table = board_table(tiles.board, panel)
    cells: list[Key] = list(table[["i", "j", "k"]].itertuples(index=False, name=None))
    lies = map(tiles.at, cells)
    table["tile"] = ["AB"[tiles.placed.index(tile)] if tile else None for tile in lies]
    for way, name in zip(ways, ("first_way", "second_way"), strict=True):
        table[name] = [cell in way.cells for cell in cells]
    table["new"] = [cell in new for cell in cells]
    table["offers"] = [len(tiles.over(cell)) for cell in cells]
    return table


def draw_ways(table: pd.DataFrame) -> Figure:
    """Draw the board around A, then after each placement of B, with counts of placements."""
    figure = draw_panels(table, _draw_board, foot=2 * FOOT)
    first = table[table["panel"] == table["panel"].iloc[0]]
    ways = (("first_way", "ink", 3), ("second_way", CHIPS[0], 8))
    draw_layers(
        figure.axes[0],
        ways={name: _dashed(first[first[name]], line, dashes) for name, line, dashes in ways},
    )
    told = (
        "Number: ways to lay B over the cell. Dashed, dotted: the two ways over one cell, which "
        "give\nthe boards in the middle and on the right. Orange: cells that B has added."
    )
    figure.text(0.01, 0.02, told, fontsize="small", linespacing=1.4)
    return figure


def _dashed(table: pd.DataFrame, line: str, dashes: int) -> PictureItem:
    """Return the outline of cells, with some dashes an edge."""
    ends = border(*cells_of(table))
    begins = np.arange(dashes)[:, None, None] / dashes
    steps = ends[:, 1] - ends[:, 0]
    parts = [ends[:, 0] + share * steps for share in (begins, begins + 0.6 / dashes)]
    drawn = edge_path(np.stack(parts, axis=2))
    return unmoved(path(drawn, "none", line, 2 * BORDER, "butt", hair=True))


def _draw_board(ax: Axes, table: pd.DataFrame) -> str:
    tiling, _ = cells_of(table)
    laid = {str(letter): tile for letter, tile in table.groupby("tile")}
    free = table[table["tile"].isna()]
    middles = [UNITS * centres_of(tile).mean(axis=0) for tile in laid.values()]
    draw_layers(
        ax,
        cells=cells(table, np.where(table["new"], NEW, CELL).tolist()),
        tiles=tile_items(
            tiling,
            [cells_of(tile)[1].tolist() for tile in laid.values()],
            [{"A": TILE, "B": CHIPS[0]}[letter] for letter in laid],
        ),
        letters={
            letter: unmoved(text(letter, x, -y, 32, "#ffffff"))
            for letter, (x, y) in zip(laid, middles, strict=True)
        },
        numbers=number_items(centres_of(free), free["offers"].to_numpy(), 0.7 * room(tiling)),
    )
    tiles = ", ".join(sorted(table["tile"].dropna().unique()))
    return f"{tiles}: {len(table)} cells, {table['offers'].sum() // len(RHOMBUS)} on offer"


#: The position, after N moves of the first random playout of this seed. By then each cell of
#: the first board is next to a tile, so that the zone board is the union of the zones of the tiles.
SEED, RULE_MOVES = 19, 10

_PANELS = {"zone": "ZONE-APPEND", "rule": "RULE-APPEND"}


def rule_table() -> pd.DataFrame:
    """Return the boards of one position of Andantino, grown by zones and by the rules."""
    game = load("Andantino", jit=False)
    moves = record_playouts(game, 0, 1, seed=SEED).moves(0)[:RULE_MOVES]
    tables = []
    for panel, technique in _PANELS.items():
        state = State(game, technique)
        for move in moves:
            state.push(move)
        board, pieces = state.board, state.pieces
        held = {move.cell: "playable" for move in state.legal_moves}
        held |= {cell: f"player {owner}" for cell, owner in pieces.items()}
        holds = [held.get(board.key(site), "nothing") for site in board]
        table = board_table(board, panel)
        tables.append(table.assign(holds=np.array(holds)[table["site"]]))
    return pd.concat(tables, ignore_index=True)


def draw_rule(ax: Axes, table: pd.DataFrame) -> str:
    """Draw a board: tiles in the colours of their players, dots on cells for a tile."""
    playable = table[table["holds"] == "playable"]
    radius = 0.3 * room(cells_of(table)[0])
    dots = disc_items(centres_of(playable), radius, LEGAL, LEGAL)
    draw_layers(ax, cells=held_cells(table), dots=dots)
    growth, tiles = table["panel"].iloc[0].capitalize(), table["holds"].str.match("player").sum()
    return f"{growth}: {tiles} tiles, {len(table)} cells, {len(playable)} playable"


#: Moves of the curves, moves between two points of them, and moves before the pictures.
WALK_MOVES, EVERY, SHOWN = 10_000, 100, 24

_KINDS = {"growing only": Zone(), "shrinking": Zone(shrink=True)}
_LOOKS = {"growing only": ("#0072B2", "-"), "shrinking": ("#E69F00", "--")}


def shrinking_table(*, moves: int | None = None) -> pd.DataFrame:
    """Return the boards of a walk on hexagons after a few moves, and their sizes after many.

    By default WALK_MOVES; sizes are taken after every EVERY of them.
    """
    moves = WALK_MOVES if moves is None else moves
    tables = []
    for kind, strategy in _KINDS.items():
        *_, state = walked(HEXAGONAL, strategy, SHOWN)
        table = board_table(state.board, kind)
        table["what"] = np.array(list(state.containers[BOARD].what))[table["site"]]
        tables.append(table)
    for kind, strategy in _KINDS.items():
        sizes = walk_table(HEXAGONAL, strategy, moves)[::EVERY].drop(columns="unused")
        tables.append(sizes.assign(panel="size", kind=kind))
    whole = ["site", "index", "i", "j", "k", "what", "move", "cells", "sites"]
    return pd.concat(tables, ignore_index=True).astype(dict.fromkeys(whole, "Int64"))


def draw_shrinking(table: pd.DataFrame) -> Figure:
    """Draw the boards of the walk above, in one place of the plane, and their sizes below."""
    figure, grid = panels(6.3, 5.0, 3, 1, height_ratios=(1, 1, 2.2))
    boards = table[table["panel"] != "size"]
    for ax, kind in zip(grid, _KINDS, strict=False):
        part = table[table["panel"] == kind]
        held = centres_of(part[part["what"] > 0])
        discs = disc_items(held, 0.7 * room(cells_of(part)[0]))
        show_whole(ax, boards)
        draw_layers(ax, cells=cells(part), discs=discs)
        ax.set_title(f"{kind}: {len(part)} cells after {SHOWN} moves", loc="left")
    ax = grid[-1]
    for kind in _KINDS:
        part = table[(table["panel"] == "size") & (table["kind"] == kind)]
        colour, style = _LOOKS[kind]
        moves, sizes = part["move"].astype(int), part["cells"].astype(int)
        ax.plot(moves, sizes, style, color=colour)
        ax.annotate(kind, (moves.iloc[-1], sizes.iloc[-1]), (0, 5), textcoords="offset points",
                    ha="right", fontsize="small")  # fmt: skip
    ax.set(
        yscale="log",
        ylim=(10, 1e5),
        xlim=(0, max(int(table["move"].max()), 1)),
        xlabel="tiles moved from the left end of the cluster to its right end",
        ylabel="cells on the board (log scale)",
    )
    return figure


#: Moves on each board of the plate, the most of them, and adjacent panels.
PLATE_MOVES, MAX_PLATE_MOVES, COLUMNS = 7, 1_000, 4

#: Contents of cells, and their colours.
HELD = {"played": PLAYERS[0], "added": NEW, "empty": CELL}


def plate_table(
    *,
    tilings: Sequence[Tiling | str] = tuple(TILINGS),
    strategies: Sequence[Strategy | str] = ("zone",),
    moves: int = PLATE_MOVES,
) -> pd.DataFrame:
    """Return a board of each tiling, grown by one strategy (default: zones) around best moves."""
    if len(strategies) != 1:
        raise InputError(f"strategies: {len(strategies)} of them, give one")
    strategy = strategy_of(strategies[0])
    moves = integer_between(moves, "moves", 1, MAX_PLATE_MOVES)
    tables = []
    for tiling in map(tiling_of, tilings):
        board = strategy.start(tiling)
        played = []
        for key in islice(move_sequence(tiling, strategy, "best"), moves):
            played.append(board.site(key))
            new = added_by(strategy, board, played[-1])
        table = board_table(board, tiling.name)
        sites = table["site"]
        table["holds"] = np.select(
            [sites.isin(played), sites.isin(new)], ["played", "added"], "empty"
        )
        tables.append(table)
    return pd.concat(tables, ignore_index=True)


def draw_plate(table: pd.DataFrame) -> Figure:
    """Draw each board in a panel of its own, as large as fits."""
    panels = list(table.groupby("panel", sort=False))
    height = 1.72 * -(-len(panels) // COLUMNS) + 0.3
    bottom, top = max(0.04, 0.3 / height), min(0.97, 1 - 0.2 / height)
    place = {"left": 0.01, "right": 0.99, "bottom": bottom, "top": top}
    place |= {"wspace": 0.06, "hspace": 0.2}
    figure = Figure(figsize=(6.3, height))
    figure.set_layout_engine("none")
    axes = axes_in_rows(figure, len(panels), COLUMNS, gridspec_kw=place)
    for ax, (name, panel) in zip(axes, panels, strict=True):
        show_whole(ax, panel)
        draw_layers(ax, cells=cells(panel, panel["holds"].map(HELD).tolist(), "ink"))
        ax.set_title(f"{name}: {len(panel)} cells", fontsize=8, pad=2)
    patches = [Patch(facecolor=colour, edgecolor=INK) for colour in HELD.values()]
    labels = ["played", "added by the last move", "empty"]
    figure.legend(patches, labels, loc="lower center", ncols=len(HELD))
    return figure


def draw_laws(table: pd.DataFrame) -> Figure:
    """Draw the table of growth laws."""
    names = {
        "tiling": "tiling",
        "contour": "cells after m contours",
        "contour_best": "contour, best",
        "zone_best": "zone, best",
        "zone_worst": "zone, worst",
    }
    title = "Growth of boards of every tiling; best and worst cases after 200 moves"
    return draw_table(title, table[list(names)].rename(columns=names))


FIGURES = (
    ThesisFigure("7.1", "A rhombus that can lie in two ways", ways_table, draw_ways),
    ThesisFigure(
        "7.2",
        "Growth by zones and by the rules, Andantino",
        rule_table,
        partial(draw_panels, draw=draw_rule),
    ),
    ThesisFigure("walk-7.7", "The board of a cluster that walks", shrinking_table, draw_shrinking),
    ThesisFigure("tilings-7.2", "A zone-grown board on every tiling", plate_table, draw_plate),
    ThesisFigure("growth-7.2", "How boards of every tiling grow", tiling_growth_table, draw_laws),
)
