"""Figures of chapters 4 and 5: numbered boards, the example state, growing boards."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from boardless.analysis.figures.boards import (
    board_table,
    cells,
    cells_of,
    centres_of,
    chips,
    draw_layers,
    draw_panels,
    panel_axes,
)
from boardless.analysis.figures.figure import ThesisFigure, draw_table
from boardless.jit.arrays import Floats, Ints
from boardless.state import (
    BOARD,
    CHUNKS,
    SET_MOVER,
    Action,
    Component,
    Equipment,
    FreeState,
    GivenBoard,
    Hand,
    Location,
    Move,
)
from boardless.strategies import PERI_RE, Perimeter, Strategy, Zone
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, Board, Tiling, board_record
from boardless.topo.boards.outlines import room
from boardless.topo.drawing.palette import CELL, CHIP, CHIPS, EDGE, FOLLOWED, NEW, TILE, VERTEX
from boardless.topo.drawing.picture import cell_items, disc_items, number_items

#: Radius of the dot of a vertex and of the number on an edge, in edge lengths.
DOT, TAG = 0.16, 0.13


def numbered_table(tiling: Tiling, dimension: int) -> pd.DataFrame:
    """Return the cells, vertices and edges of a regular board, edges with `tail` and `head`."""
    board = Board.regular(tiling, dimension)
    record = board_record(board, tiling.name)
    cells = board_table(board, "cell").rename(columns={"panel": "kind"}).drop(columns="site")
    points = np.array([vertex["pt"] for vertex in record["vertices"]["sites"]])
    ends = np.array(record["edges"])
    vertices = _elements("vertex", tiling, points)
    edges = _elements("edge", tiling, points[ends].mean(axis=1))
    edges["tail"], edges["head"] = ends.T
    table = pd.concat((cells, vertices, edges), ignore_index=True)
    whole = ["i", "j", "k", "tail", "head"]
    table[whole] = table[whole].astype("Int64")
    return table


def _elements(kind: str, tiling: Tiling, points: Floats) -> pd.DataFrame:
    x, y = points.round(6).T
    return pd.DataFrame(
        {"kind": kind, "tiling": tiling.name, "index": np.arange(len(points)), "x": x, "y": y}
    )


def draw_numbered(table: pd.DataFrame) -> Figure:
    """Draw cells in blue, vertices as yellow dots and edges as orange lines, all with indices."""
    faces, vertices, edges = (table[table["kind"] == kind] for kind in ("cell", "vertex", "edge"))
    figure, (ax,) = panel_axes([faces])
    points, middles = centres_of(vertices), centres_of(edges)
    ends = edges[["tail", "head"]].to_numpy(dtype=np.int64)
    draw_layers(
        ax,
        cells=cells(faces),
        edges=cell_items(points[ends], "none", EDGE, 4.8),
        vertices=disc_items(points, DOT, VERTEX),
        tags=disc_items(middles, TAG, CHIP, EDGE),
        numbers=number_items(centres_of(faces), _indices(faces), 0.55 * room(cells_of(faces)[0])),
        numbers_of_vertices=number_items(points, _indices(vertices), DOT),
        numbers_of_edges=number_items(middles, _indices(edges), TAG),
    )
    ax.set_title(f"{len(faces)} cells, {len(vertices)} vertices, {len(edges)} edges")
    return figure


def _indices(table: pd.DataFrame) -> Ints:
    return table["index"].to_numpy(dtype=np.int64)


def _numbered_figure(name: str, tiling: Tiling, dimension: int) -> ThesisFigure:
    title = f"Cells, vertices and edges of a {tiling.name} board"
    return ThesisFigure(name, title, partial(numbered_table, tiling, dimension), draw_numbered)


#: Components of the examples.
START_TILE, RED, GREY = 1, 2, 3
_COMPONENTS = (Component("start tile"), Component("red chip", 1), Component("grey chip", 2))

#: The start tiles of the examples, on sites 6 and 9 of a 4 x 4 board with anchor site 5.
_START = (((1, 0, 0), START_TILE), ((0, 1, 0), START_TILE))

#: Sites of the chips of the two players in Figure 4.1.
RED_SITES, GREY_SITES = (3, 10, 13, 15), (2, 5)


def grid(size: int, low: int) -> GivenBoard:
    """Return an upright square board of rows from `low` on both axes, with anchor cell (0, 0)."""
    cells = [(i, j, 0) for j in range(low, low + size) for i in range(low, low + size)]
    return GivenBoard(tuple(cells), anchor=cells.index((0, 0, 0)))


SMALL, GROWN = grid(4, -1), grid(6, -2)


# -- chapter 4 ------------------------------------------------------------------------------


def example() -> FreeState:
    """Return the state of Figure 4.1, played from the hands: player 1's chips, then 2's."""
    hands = (Hand(1, ((RED, 6),)), Hand(2, ((GREY, 6),)))
    state = FreeState(Equipment(SQUARE, _COMPONENTS, hands=hands, start=_START), SMALL)
    turns = [(1, RED, site) for site in RED_SITES] + [(2, GREY, site) for site in GREY_SITES]
    for ply, (player, chip, site) in enumerate(turns):
        move = Move.transfer(player, chip, Location(player, 0), Location(BOARD, site))
        after = turns[(ply + 1) % len(turns)][0]
        state.push(Move(player, (*move.actions, Action(SET_MOVER, 0, 0, after))))
    return state


def example_table() -> pd.DataFrame:
    """Return the board and the hands of Figure 4.1, with global indices."""
    state = example()
    tables = [position_table(state, "Board")]
    for hand in state.containers[1:]:
        table = board_table(Board(SQUARE, [(0, 0, 0)]), f"Player {hand.owner}")
        table["index"] = table["old_index"] = state.owned.index(hand.number, 0)
        tables.append(table.assign(**{name: list(hand.chunk(name)) for name in _SHOWN}))
    table = pd.concat(tables, ignore_index=True)
    return table.astype({"move": "Int64", "old_index": "Int64"})


_SHOWN = ("what", "who", "count", "playable")


def position_table(state: FreeState, panel: str) -> pd.DataFrame:
    """Return the cells of a state, with chunks, moves that put chips and indices on 4 x 4."""
    table = board_table(state.board, panel)
    for name in _SHOWN:
        values = np.array(list(state.containers[BOARD].chunk(name)))
        table[name] = values[table["site"]]
    played = {move.to.site: ply + 1 for ply, move in enumerate(state.move_stack) if move.to}
    table["move"] = table["site"].map(played).astype("Int64")
    old = {cell: index for index, cell in enumerate(SMALL.keys)}
    table["old_index"] = [old.get(state.cell(site)) for site in table["site"]]
    table["old_index"] = table["old_index"].astype("Int64")
    return table


def draw_example(table: pd.DataFrame) -> Figure:
    """Draw the board and the hands, with global indices; chips in a hand are counted."""

    def draw(ax: Axes, panel: pd.DataFrame) -> str:
        name = _draw_position(ax, panel, "index")
        return name if name == "Board" else f"{name}: {panel['count'].iloc[0]}"

    return draw_panels(table, draw)


def chunk_table(container: int) -> pd.DataFrame:
    """Return the chunks of a container of the example, as Tables 4.1 to 4.3 list them."""
    state = example()
    held = state.containers[container]
    rows = []
    for name in CHUNKS[:6]:
        chunk = held.chunk(name)
        if name in ("empty", "playable"):
            listed = [f"{site}" for site in chunk.nonzero()]
        elif name == "who":
            listed = [f"{site}: {chunk[site]}" for site in held.what.nonzero()]
        else:
            listed = [f"{site}: {value}" for site, value in chunk.nonzero().items()]
        rows.append((name, ", ".join(listed)))
    return pd.DataFrame(rows, columns=["chunk", "sites"])


def owned_table() -> pd.DataFrame:
    """Return the pieces of each owner of the example, by global index, as in Table 4.4."""
    state = example()
    rows = []
    for owner, name in enumerate(("Board", "Player 1", "Player 2")):
        sets = [", ".join(map(str, sorted(held))) for held in state.owned.indices(owner)]
        rows.append((name, "[" + ", ".join(f"{{{held}}}" for held in sets) + "]"))
    return pd.DataFrame(rows, columns=["owner", "global indices"])


# -- chapter 5 ------------------------------------------------------------------------------


_PLAYED = Move.add(1, RED, (0, 0, 0)), Move.add(2, GREY, (1, 1, 0))


def played(technique: GivenBoard, chips: int) -> FreeState:
    """Return the example of Figure 5.17 after 0, 1 or 2 chips."""
    state = FreeState(Equipment(SQUARE, _COMPONENTS, start=_START), technique)
    for move in _PLAYED[:chips]:
        state.push(move)
    return state


def steps_table(steps: tuple[tuple[str, GivenBoard, int], ...]) -> pd.DataFrame:
    """Return the positions during an update: titles, boards and numbers of chips."""
    tables = [position_table(played(board, chips), title) for title, board, chips in steps]
    return pd.concat(tables, ignore_index=True)


def undo_table() -> pd.DataFrame:
    """Return the positions of an undo in PERI-RE of a move that made the board grow."""
    state = FreeState(Equipment(SQUARE, _COMPONENTS, start=_START), PERI_RE)
    moves = (*_PLAYED, Move.add(1, RED, (2, 2, 0)))
    tables = []
    for ply, title in enumerate(("reset", "replay move 1", "replay move 2", "after 3 moves")):
        tables.append(position_table(state, title))
        if ply < len(moves):
            state.push(moves[ply])
    state.pop()
    assert position_table(state, tables[2]["panel"].iloc[0]).equals(tables[2])
    return pd.concat((tables[3], *tables[:3]), ignore_index=True)


def draw_steps(table: pd.DataFrame, numbers: str) -> Figure:
    """Draw positions side by side, with indices or with the numbers of moves on the chips."""
    return draw_panels(table, partial(_draw_position, numbers=numbers))


def draw_mapping(table: pd.DataFrame) -> Figure:
    """Draw the positions before and after a mapping, and name the new sites of pieces."""
    figure = draw_steps(table, numbers="index")
    name = table["panel"].iloc[-1]
    pieces = table[(table["panel"] == name) & (table["what"] > 0)]
    figure.axes[-1].set_title(f"{name}: {_mapping(pieces)}")
    return figure


def _mapping(table: pd.DataFrame) -> str:
    """Return the old and the new index of some cells in words."""
    pairs = table[["old_index", "index"]].to_numpy(dtype=np.int64).tolist()
    return ", ".join(f"{old} → {new}" for old, new in pairs)


def _draw_position(ax: Axes, table: pd.DataFrame, numbers: str) -> str:
    """Draw a position; return the name of its panel."""
    new = table["old_index"].isna()
    fill = np.select([table["what"] == START_TILE, new], [TILE, NEW], CELL)
    radius = 0.8 * room(cells_of(table)[0])
    held = table["who"] > 0
    shown, rest = table[held & table[numbers].notna()], table[~held]
    colours = [CHIPS[who - 1] for who in shown["who"]]
    layers = chips(shown, shown[numbers].to_numpy(dtype=np.int64), radius, colours)
    if numbers == "index":
        layers["numbers"] = number_items(centres_of(rest), _indices(rest), radius)
    draw_layers(ax, cells=cells(table, fill.tolist()), **layers)
    return str(table["panel"].iloc[0])


def _chunks(name: str, title: str, container: int) -> ThesisFigure:
    return ThesisFigure(name, title, partial(chunk_table, container), partial(draw_table, title))


def _steps(name: str, title: str, *steps: tuple[str, GivenBoard, int]) -> ThesisFigure:
    table = partial(steps_table, steps)
    return ThesisFigure(name, title, table, partial(draw_steps, numbers="index"))


_BEFORE = ("before: chip put on 10", SMALL, 2)


def expansion_table(
    tiling: Tiling, strategy: Strategy, move: int, followed: tuple[int, ...] = ()
) -> pd.DataFrame:
    """Return the cells of a regular board before and after a move on the cell of an index.

    `old_index` is missing for new cells, and `followed` marks cells with a drawn mapping.
    """
    board = strategy.start(tiling)
    old = board.numbering()
    before = board_table(board, "before")
    strategy(board, int(old.sites[move]))
    after = board_table(board, "after")
    before["old_index"] = before["index"].astype("Int64")
    after["old_index"] = pd.Series(pd.NA, index=after.index, dtype="Int64")
    after.loc[old.mapping(board.numbering()), "old_index"] = np.arange(len(old))
    table = pd.concat((before, after), ignore_index=True)
    table["new"] = table["old_index"].isna()
    table["move"] = table["old_index"].eq(move).fillna(False).astype(bool)
    table["followed"] = table["old_index"].isin(followed)
    return table


def draw_expanded(ax: Axes, table: pd.DataFrame) -> str:
    """Draw the board before or after an expansion; return its title."""
    fill = np.select([table["new"], table["followed"]], [NEW, FOLLOWED], CELL)
    radius = 0.85 * room(cells_of(table)[0])
    draw_layers(
        ax,
        cells=cells(table, fill.tolist()),
        discs=disc_items(centres_of(table[table["move"]]), radius),
        numbers=number_items(centres_of(table), _indices(table), radius),
    )
    if table["panel"].iloc[0] == "before":
        return f"{len(table)} cells, move on {table.loc[table['move'], 'index'].item()}"
    new = f"{len(table)} cells, {table['new'].sum()} new"
    mapping = _mapping(table[table["followed"]])
    return f"{new}: {mapping}" if mapping else new


def _figure(name: str, title: str, *expansion: Any) -> ThesisFigure:
    draw = partial(draw_panels, draw=draw_expanded)
    return ThesisFigure(name, title, partial(expansion_table, *expansion), draw)


FIGURES = (
    _numbered_figure("4.2", SQUARE, 3),
    _numbered_figure("4.3", HEXAGONAL, 2),
    _numbered_figure("4.4", TRIANGULAR, 4),
    # The published example grows for a chip on 10, which is not on the perimeter of its board.
    ThesisFigure("4.1", "An example of a state", example_table, draw_example),
    _chunks("table-4.1", "Chunks of the board", BOARD),
    _chunks("table-4.2", "Chunks of the hand of player 1", 1),
    _chunks("table-4.3", "Chunks of the hand of player 2", 2),
    ThesisFigure("table-4.4", "Owned", owned_table, partial(draw_table, "Owned")),
    ThesisFigure("5.16", "Undo by replay", undo_table, partial(draw_steps, numbers="move")),
    _steps("5.17", "A move that makes the board grow", _BEFORE, ("after", GROWN, 2)),
    _steps(
        "5.18",
        "Reset, map and replay (RE)",
        ("before", SMALL, 2),
        ("reset", SMALL, 0),
        ("grown, mapped", GROWN, 0),
        ("replayed", GROWN, 2),
    ),
    ThesisFigure(
        "5.19",
        "Map in place (MAP)",
        partial(steps_table, (("before", SMALL, 2), ("mapped", GROWN, 2))),
        draw_mapping,
    ),
    # Boards and moves that the thesis does not name: contours answer a move on a corner (any corner
    # has the same effect); zones are shown around a move on a side, their mappings for a corner,
    # then for a side.
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
