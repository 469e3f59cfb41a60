"""A board as characters, for the terminal: any tiling, each cell where it lies."""

import numpy as np

from boardless.view.scene import EVERYBODY, AnyState, Scene, scene_of
from boardless.view.seen_piles import Pile, numbers_of

#: Columns and rows of characters between centres that are as near as any.
COLUMNS, ROWS = 4, 2
#: What stands for an empty cell, one where a move goes, and what a seat may not see.
EMPTY, OPEN, COVERED = ".", "+", "?"


def text_board(state: AnyState, seat: int = EVERYBODY) -> str:
    """Return a board as text: components by their marks or numbers, ``+`` where a move may go.

    Below it stand the scores and what lies in the hands, if there are any.

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
    board = "\n".join("".join(row).rstrip() for row in rows).rstrip()
    return "\n".join([board, *_beside(scene)])


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
            signs.append(_sign(scene, pile))
    return signs


def _sign(scene: Scene, pile: Pile) -> str:
    if not pile[0]:
        return COVERED
    kind = scene.kinds[pile[0] - 1]
    return f"{kind['mark']}{kind['owner'] or ''}" if kind["mark"] else str(pile[0])


def _beside(scene: Scene) -> list[str]:
    """Return the scores and what lies in each hand, a line each."""
    lines = [f"scores: {', '.join(scene.scores)}"] if scene.scores else []
    for hand in scene.hands:
        held = [(place, scene.piles[place]) for place in hand["places"] if place in scene.piles]
        if held:
            words = (f"{place} {_held(scene, place, pile)}" for place, pile in held)
            lines.append(f"{hand['name']}: {', '.join(words)}")
    return lines


def _held(scene: Scene, place: str, pile: Pile) -> str:
    """Return what lies in a place of a hand: the face of a die, or a piece and how many."""
    what, count, state, _, _ = numbers_of(pile)
    if not what:
        return COVERED
    kind = scene.kinds[what - 1]
    if kind["faces"]:
        return f"shows {kind['faces'][state]}" + (" (used)" if place in scene.used else "")
    return f"{kind['name']} x{count}" if count > 1 else str(kind["name"])
