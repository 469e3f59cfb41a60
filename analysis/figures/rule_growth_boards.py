"""Figure 7.2: a board that grows by zones and one that grows by the rules, beside each other."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.figures.panels import board_table, cells_of, centres_of, panel_axes
from boardless.games import load
from boardless.play import State, record_playouts
from boardless.topo.drawing.board_drawing import draw_cells, draw_discs, room
from boardless.topo.drawing.palette import CELL, PLAYABLE, PLAYERS

#: The position: after so many moves of the first random playout of this seed. By then each cell of
#: the first board is beside a tile, so that the zone board is what zones make of the tiles.
SEED, MOVES = 19, 10

_PANELS = {"zone": "ZONE-APPEND", "rule": "RULE-APPEND"}


def rule_table() -> pd.DataFrame:
    """Return the boards of one position of Andantino, grown by zones and by the rules.

    Returns
    -------
    pandas.DataFrame
        A board table with panels ``zone`` and ``rule``, and the column ``holds``: player 1,
        player 2, playable (either player may put a tile there) or nothing.
    """
    game = load("Andantino", jit=False)
    moves = record_playouts(game, 0, 1, seed=SEED).moves(0)[:MOVES]
    tables = []
    for panel, technique in _PANELS.items():
        state = State(game, technique)
        for move in moves:
            state.push(move)
        board, pieces = state.board, state.pieces
        playable = {move.cell for move in state.legal_moves}
        holds = [
            f"player {pieces[cell]}"
            if cell in pieces
            else "playable"
            if cell in playable
            else "nothing"
            for cell in map(board.key, board)
        ]
        table = board_table(board, panel)
        tables.append(table.assign(holds=np.array(holds)[table["site"]]))
    return pd.concat(tables, ignore_index=True)


def draw_rule(table: pd.DataFrame) -> Figure:
    """Draw both boards: tiles in the colours of their players, dots where one may be put."""
    panels = [table[table["panel"] == panel] for panel in _PANELS]
    figure, axes = panel_axes(panels)
    for ax, panel in zip(axes, panels, strict=True):
        tiling, keys = cells_of(panel)
        players = [panel["holds"] == "player 1", panel["holds"] == "player 2"]
        draw_cells(ax, tiling, keys, np.select(players, PLAYERS, CELL).tolist())
        playable = panel[panel["holds"] == "playable"]
        draw_discs(ax, centres_of(playable), 0.3 * room(tiling), PLAYABLE, PLAYABLE)
        growth, tiles = panel["panel"].iloc[0].capitalize(), players[0].sum() + players[1].sum()
        ax.set_title(f"{growth}: {tiles} tiles, {len(panel)} cells, {len(playable)} playable")
    return figure


RULE_FIGURES = (
    ThesisFigure("7.2", "Growth by zones and by the rules, Andantino", rule_table, draw_rule),
)
