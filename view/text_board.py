"""A board as characters, for the terminal: any tiling, each cell where it lies."""

import numpy as np

from boardless.view.scene import EVERYBODY, AnyState, Scene, scene_of
from boardless.view.seen_piles import Pile, numbers_of

#: Columns, where no sign is wider, and rows of characters between centres that are as near as any.
COLUMNS, ROWS = 4, 2
#: What stands for an empty cell, one where a move goes, and what a seat may not see.
EMPTY, OPEN, COVERED = ".", "+", "?"


def text_board(state: AnyState, seat: int = EVERYBODY) -> str:
    """Return a board as text: components by their marks or numbers, ``+`` where a move may go.

    Where there are several pieces, ``x`` and their number stand behind. Below the board stand piles
    of which something else lies under the uppermost piece, the scores, and what lies in the hands.

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
    signs = _signs(scene)
    widest = max(map(len, signs))
    scale = (max(COLUMNS, widest + 1), ROWS)
    places = np.rint((places - places.min(axis=0)) / apart * scale).astype(int)
    width, height = (int(most) for most in places.max(axis=0))
    rows = [[" "] * (width + widest) for _ in range(height + 1)]
    for (x, y), sign in zip(places.tolist(), signs, strict=True):
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
    count = numbers_of(pile)[1]
    many = f"x{count}" if count > 1 else ""
    return f"{_named(scene, pile[0])}{many}"


def _named(scene: Scene, what: int) -> str:
    """Return what stands for a component."""
    if not what:
        return COVERED
    kind = scene.kinds[what - 1]
    return f"{kind['mark']}{kind['owner'] or ''}" if kind["mark"] else str(what)


def _beside(scene: Scene) -> list[str]:
    """Return what lies in piles, the scores, and what lies in each hand, a line each."""
    lines = []
    for name in scene.cells:
        what, *_ = pile = scene.piles.get(name, (0,))
        if set(pile[5:]) - {what}:
            below = " ".join(_named(scene, it) for it in reversed(pile[5:]))
            lines.append(f"{scene.labels.get(name, name)}: {_named(scene, what)} on {below}")
    lines += [f"scores: {', '.join(scene.scores)}"] if scene.scores else []
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
