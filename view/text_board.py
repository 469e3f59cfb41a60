"""A board as characters, for the terminal: any tiling, each cell where it lies."""

import numpy as np

from boardless.view.scene import EVERYBODY, AnyState, Scene, scene_of

#: Columns and rows of characters between centres that are as near as any.
COLUMNS, ROWS = 4, 2
#: What stands for an empty cell, one where a move goes, and what a seat may not see.
EMPTY, OPEN, COVERED = ".", "+", "?"


def text_board(state: AnyState, seat: int = EVERYBODY) -> str:
    """Return a board as text: components by their numbers, ``+`` where a move may go.

    Parameters
    ----------
    state : State or FreeState
        What to show.
    seat : int
        Who looks; 0 sees everything.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import State
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> state.push(state.parse("+1@0,0"))
    >>> print(text_board(state))
    +   +   +
    <BLANKLINE>
    +   1   +
    <BLANKLINE>
    +   +   +
    """
    scene = scene_of(state, seat)
    if not scene.cells:
        return ""
    places = np.array([value[1:] for value in scene.cells.values()], dtype=np.float64)
    apart = _apart(places)
    places = np.rint((places - places.min(axis=0)) / apart * (COLUMNS, ROWS)).astype(int)
    width, height = places.max(axis=0) + 3
    rows = [[" "] * int(width) for _ in range(int(height))]
    for (x, y), sign in zip(places.tolist(), _signs(scene), strict=True):
        rows[y][x : x + len(sign)] = sign
    return "\n".join("".join(row).rstrip() for row in rows).rstrip()


def _apart(places: "np.ndarray[tuple[int, int], np.dtype[np.float64]]") -> float:
    """Return the least distance between two centres that follow each other row by row."""
    order = places[np.lexsort((places[:, 0], places[:, 1]))]
    gaps = np.hypot(*np.diff(order, axis=0).T)
    return float(gaps.min()) if len(gaps) else 1.0


def _signs(scene: Scene) -> list[str]:
    """Return what stands for each cell."""
    open_ = {places[-1] for places, _, _ in scene.moves.values() if places}
    signs = []
    for name in scene.cells:
        pile = scene.piles.get(name)
        if pile is None:
            signs.append(OPEN if name in open_ else EMPTY)
        else:
            signs.append(str(pile[0]) if pile[0] else COVERED)
    return signs
