"""Pictures of a game: the board, the pieces of each player, and the last move.

Players differ in lightness as well as in hue. Where colours alone do not tell components apart, the
number of the component stands on the piece. The piece that was moved last has a ring.
"""

from typing import TYPE_CHECKING

import numpy as np

from boardless.topo.drawing.palette import CELL, CHIP, INK, PLAYERS, SEQUENCE, TILE
from boardless.topo.drawing.svg import DISC, RING, Disc, svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from boardless.play.state import State
    from boardless.state import Component
    from boardless.topo import Board, FixedBoard

#: Fill and ink of what belongs to nobody, and to players 1, 2, ...; from there on they repeat.
_NOBODY = (TILE, "white")
_PLAYERS = (
    (PLAYERS[0], "white"),
    (PLAYERS[1], INK),
    (CHIP, INK),
    (SEQUENCE[2], INK),
)


def colours(owner: int) -> tuple[str, str]:
    """Return the fill of a player's pieces, 0 for nobody's, and the ink of what is on them."""
    return _PLAYERS[(owner - 1) % len(_PLAYERS)] if owner else _NOBODY


def discs(state: "State", board: "Board | FixedBoard") -> list[Disc]:
    """Return what stands on the board of a state, whose sites are those of `board`."""
    game = state.game
    last = state.move_stack[-1].cell if state.ply else None
    found = []
    for key, what in state.pieces.items():
        fill, ink = colours(game.components[what - 1].owner)
        text = str(what) if is_numbered(game.components) else ""
        found.append(Disc(board.site(key), fill, ink, text, key == last))
    return found


def is_numbered(components: "Sequence[Component]") -> bool:
    """Tell whether colours alone do not tell the components apart."""
    fills = [colours(component.owner) for component in components]
    return len(set(fills)) < len(fills)


def picture(state: "State") -> str:
    """Return a state as an SVG picture."""
    board = state.board
    return svg(board, discs(state, board), caption=str(state))


def draw(state: "State", ax: "Axes | None" = None) -> "Axes":
    """Draw a state with Matplotlib; see `State.draw`."""
    from boardless.topo.drawing.board_drawing import (
        draw_board,
        draw_discs,
        ink_on,
        write_numbers,
    )

    board = state.board
    axes = draw_board(board, ax, fill=CELL)
    stand = discs(state, board)
    radius = board.room()
    places = board.positions[[disc.site for disc in stand]].reshape(-1, 2)
    fills = [disc.fill for disc in stand]
    if stand:
        draw_discs(axes, places, DISC * radius, fills)
        draw_discs(axes, places[[d.ringed for d in stand]], RING * radius, "none", width=1.4)
        if is_numbered(state.components):
            numbers = np.array([int(disc.text) for disc in stand])
            write_numbers(axes, places, numbers, DISC * radius, ink_on(fills, len(stand)))
    _legend(axes, state)
    return axes


def _legend(axes: "Axes", state: "State") -> None:
    """Say below the board whose the pieces are, and above it how the game stands."""
    from matplotlib.lines import Line2D

    owners = sorted({component.owner for component in state.game.components})
    handles = [
        Line2D(
            [], [], linestyle="", marker="o", markersize=9, markeredgecolor=INK,
            markerfacecolor=colours(owner)[0], label=f"player {owner}" if owner else "neutral",
        )
        for owner in owners
    ]  # fmt: skip
    axes.legend(
        handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncol=len(owners),
        frameon=False, handletextpad=0.2,
    )  # fmt: skip
    axes.set_title(str(state).strip("<>").removeprefix("State "), fontsize="medium")
