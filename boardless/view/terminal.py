"""Games in the terminal: the board as characters, and moves by their numbers or texts."""

import re
import sys
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from textwrap import fill

import numpy as np

from boardless.play.playing import Answer, Player, play_game
from boardless.play.state import State
from boardless.state import FreeState, Move
from boardless.topo import InputError
from boardless.view.naming import name_of, named_move, names_of
from boardless.view.scene import EVERYBODY, Scene, caption_of, legal_move, scene_of
from boardless.view.seen import SQUARE, Pile, hides, numbers_of
from boardless.view.session import Session
from boardless.view.thinking import Seat

#: Columns (if no sign is wider) and rows of characters between centres at the least distance.
COLUMNS, ROWS = 4, 2
#: The signs of an empty cell, of one where a move goes, and of a piece that a seat may not see.
EMPTY, OPEN, COVERED = ".", "+", "?"
#: The name of a cell of a growing board in which a column and a row share one cell.
COLUMN_AND_ROW = re.compile(r"(-?\d+),(-?\d+)")
#: Columns at which lines below the board are broken.
WIDTH = 100


def text_board(state: FreeState, seat: int = EVERYBODY, coordinates: bool = False) -> str:
    """Return a board as text: components by their marks or numbers, ``+`` where a move may go.

    A map of named places is written as a list of the places with pieces. Several equal pieces on a
    cell are followed by ``x`` and their number. Below the board stand piles of different pieces,
    the scores, and the hands.

    Parameters
    ----------
    state : State or FreeState
        The state to show.
    seat : int
        The player who looks; 0 sees everything.
    coordinates : bool
        Whether to write the letters and numbers of columns and rows around a board that has them.
        Letters of slanting columns, as on hexagons, stand where these would meet the line below.

    Returns
    -------
    str
        Some lines of characters.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import State
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> state.push(state.parse("+1@0,0"))
    >>> print(text_board(state))
    +   +   +
    <BLANKLINE>
    +   O   +
    <BLANKLINE>
    +   +   +
    """
    scene = scene_of(state, seat)
    if not scene.cells:
        return ""
    names = list(scene.labels.values())
    is_map = scene.ground.bare and len(set(names)) < len(names)
    board = _by_name(scene) if is_map else _drawn(scene, coordinates)
    below = (fill(line, WIDTH, subsequent_indent="    ") for line in _lines_below(scene))
    return "\n".join([*filter(None, [board]), *below])


def _by_name(scene: Scene) -> str:
    """Return a line for each name on a map where something lies, as a name has several places."""
    pieces: dict[str, list[str]] = {}
    for name, label in scene.labels.items():
        if pile := scene.piles.get(name):
            pieces.setdefault(label, []).append(_in_hand(scene, name, pile))
    lines = (f"{label}: {', '.join(names)}" for label, names in pieces.items())
    return "\n".join(fill(line, WIDTH, subsequent_indent="    ") for line in lines)


def _drawn(scene: Scene, coordinates: bool) -> str:
    """Return the cells where they are, as characters."""
    places = np.array([value[1:] for value in scene.cells.values()], dtype=np.float64)
    apart = _apart(places)
    if any(scene.ground.steps):  # long points with room between them, which characters need not
        places[:, 1] = np.unique(places[:, 1], return_inverse=True)[1] * 2 * apart
    signs = _signs(scene)
    widest = max(map(len, signs))
    scale = (max(COLUMNS, widest + 1), ROWS)
    places = (places - places.min(axis=0)) / apart * scale
    # Rows with equal distances keep equal distances, such as rows of hexagons.
    heights = np.unique(np.rint(places[:, 1] * 1000)) / 1000
    gaps = np.diff(heights)
    if len(gaps) and gaps.min() >= 1 and np.ptp(gaps) < 0.01:
        places[:, 1] *= np.rint(gaps[0]) / gaps[0]
    places = np.rint(places).astype(int)
    width, height = (int(most) for most in places.max(axis=0))
    rows = [[" "] * (width + widest) for _ in range(height + 1)]
    for (x, y), sign in zip(places.tolist(), signs, strict=True):
        rows[y][x : x + len(sign)] = sign
    if coordinates:
        rows = _with_coordinates(scene, places.tolist(), rows)
    return "\n".join("".join(row).rstrip() for row in rows).rstrip()


def _with_coordinates(
    scene: Scene, places: list[list[int]], rows: list[list[str]]
) -> list[list[str]]:
    """Return rows of characters with the numbers of rows in front and of columns below.

    A column that slants, as on hexagons, has its letter where it would meet the line below.
    """
    numbers: dict[int, str] = {}
    columns: dict[str, list[tuple[int, int]]] = {}
    for name, (x, y) in zip(scene.cells, places, strict=True):
        # Boards that grow have no labels, and the names of their cells begin with column and row.
        form = SQUARE if scene.labels else COLUMN_AND_ROW
        if square := form.fullmatch(scene.labels.get(name, "" if scene.labels else name)):
            columns.setdefault(square[1], []).append((y, x))
            if numbers.setdefault(y, square[2]) != square[2]:
                return rows
        elif not scene.labels:  # several cells have one column and row
            return rows
    slants = {
        (below[1] - above[1]) / (below[0] - above[0])
        for column in columns.values()
        for above, below in pairwise(sorted(column))
        if below[0] > above[0]
    }
    if not numbers or len(slants) > 1:  # rings, and other boards without straight columns
        return rows
    slant, end = max(slants, default=0), len(rows) + 1
    ends = {name: round(x + slant * (end - y)) for name, [(y, x), *_] in columns.items()}
    if len(set(ends.values())) < len(ends):
        return rows
    wide, left = max(map(len, numbers.values())), max(0, -min(ends.values()))
    line = [" "] * (max(ends.values()) + left + max(map(len, ends)))
    for name, x in ends.items():
        line[x + left : x + left + len(name)] = name
    beside = [f"{numbers.get(y, ''):>{wide}}  {'':{left}}" for y in range(len(rows))]
    return [
        *([*start, *row] for start, row in zip(beside, rows, strict=True)),
        [],
        [*" " * (wide + 2), *line],
    ]


def _apart(places: "np.ndarray[tuple[int, int], np.dtype[np.float64]]") -> float:
    """Return the least distance between two centres that follow each other row by row."""
    order = places[np.lexsort((places[:, 0], places[:, 1]))]
    gaps = np.hypot(*np.diff(order, axis=0).T)
    return float(gaps.min()) if len(gaps) else 1.0


def _signs(scene: Scene) -> list[str]:
    """Return the sign of each cell."""
    open_ = {places[-1] for places, *_ in scene.moves.values() if places}
    signs = []
    for name in scene.cells:
        pile = scene.piles.get(name)
        if pile is None:
            signs.append(OPEN if name in open_ else EMPTY)
        else:
            count = numbers_of(pile)[1]
            signs.append(_named(scene, pile[0]) + (f"x{count}" if count > 1 else ""))
    return signs


def _named(scene: Scene, what: int) -> str:
    """Return the sign of a component."""
    if not what:
        return COVERED
    kind = scene.kinds[what - 1]
    if any(one["form"] == "pen" for one in scene.kinds):  # noughts and crosses
        return {"pen": "X", "ring": "O"}.get(kind["form"], str(what))
    return f"{kind['mark']}{kind['owner'] or ''}" if kind["mark"] else str(what)


def _lines_below(scene: Scene) -> list[str]:
    """Return piles of different pieces, the scores, and the hands, a line each."""
    lines = []
    for name in scene.cells:
        what, *_ = pile = scene.piles.get(name, (0,))
        if set(pile[5:]) - {what}:
            below = " ".join(_named(scene, lower) for lower in reversed(pile[5:]))
            lines.append(f"{scene.labels.get(name, name)}: {_named(scene, what)} on {below}")
    lines += [f"scores: {', '.join(scene.scores)}"] if scene.scores else []
    for hand in scene.hands:
        piles = [(place, scene.piles[place]) for place in hand["places"] if place in scene.piles]
        shown = [(place, pile) for place, pile in piles if pile[0]]
        words = [f"{place} {_in_hand(scene, place, pile)}" for place, pile in shown]
        hidden = hand["size"] if hand["pile"] and not shown else len(piles) - len(shown)
        words += [f"{hidden} covered"] if hidden else []
        if words:
            title = f" ({hand['title'].lower()})" if hand["pile"] else ""
            lines.append(f"{hand['name']}{title}: {', '.join(words)}")
    return lines


def _in_hand(scene: Scene, place: str, pile: Pile) -> str:
    """Return the contents of a place of a hand: the face of a die, or a piece and how many."""
    what, count, state, _, _ = numbers_of(pile)
    kind = scene.kinds[what - 1]
    if kind["faces"]:
        return f"shows {kind['faces'][state]}" + (" (used)" if place in scene.used else "")
    return f"{kind['name']} x{count}" if count > 1 else str(kind["name"])


#: The most moves that are listed; others are played by their texts.
LISTED = 60
HELP = "a number, a move as it is listed, or: help, moves, undo, quit"
EXPLAINED = """\
moves   the legal moves, numbered
undo    take back your last move, and what was made after it
quit    end the game
A number makes the move of that number, and so does its name: b2, e2-e4 or e2e4, Spider 1 to 1,0.
So does its exact text: in +1@2,-1 a piece of kind 1 goes on the cell two steps along and one back
from the first cell, 0,0; 1@0,0>1,0 moves one from cell to cell, 1@h2.0>1,0 from player 2's hand.
On the board + is where a move may go, and a number is a piece of that kind. Letters are its name,
with the number of its player at the end: S12 is Spider 1 of player 2."""


class QuitError(Exception):
    """A player wants to quit."""


class _TakeBackError(Exception):
    """The wish of a player to take a move back."""


def play_in_terminal(state: State, seats: Sequence[Seat], seed: int | None = None) -> None:
    """Play a state to its end, in place, with people at the keyboard and agents."""
    session = Session(state, seats, seed, begin=False)
    players: list[Player] = [seat.player or _ask for seat in seats]
    people = {n for n, seat in enumerate(seats, 1) if seat.player is None}

    def heard(answer: Answer) -> None:
        hidden = hides(state.game)
        said = " has moved" if hidden else f": {name_of(state, answer.move, state.seat)}"
        print(f"player {answer.move.mover}{said}", flush=True)

    def seeded() -> str:
        return "" if session.told_seed is None else f", seed {session.seed}"

    told = seeded()
    print(f"{state.game.name}{told}. {HELP if people else ''}".rstrip())
    while state.outcome() is None:
        try:
            play_game(state, players, seed=session.seed, heard=heard)
        except _TakeBackError:
            take_back(state, people)
        except QuitError:
            return
    end = caption_of(state) + ("" if told else seeded())
    print(f"\n{text_board(state, coordinates=True)}\n{end}, {state.ply} moves")


def take_back(state: State, people: set[int]) -> None:
    """Take back at least one move, if any, until it is the turn of one of some players."""
    if not any(state.at(ply).seat in people for ply in range(state.ply)):
        print("there is no move of yours to take back")
        return
    state.pop()
    while state.seat not in people:
        state.pop()


def _ask(state: State, _random: Random) -> Move:
    """Ask at the keyboard until the answer is a legal move."""
    legal = list(state.legal_moves)
    print(f"\n{text_board(state, state.seat, coordinates=True)}\n")
    if len(legal) <= LISTED:
        _list(state, legal)
    while True:
        print(f"{caption_of(state)}> ", end="", flush=True)
        line = sys.stdin.readline()
        word = line.strip()
        if not line or word in ("quit", "q"):
            print()
            raise QuitError
        if word in ("undo", "u"):
            raise _TakeBackError
        if word in ("help", "h", "?"):
            print(EXPLAINED)
        elif word in ("moves", "m"):
            _list(state, legal)
        elif word:
            try:
                return _chosen(word, state, legal)
            except InputError as error:
                print(error)


def _list(state: State, legal: list[Move]) -> None:
    names = names_of(state, legal, state.seat)
    print("  ".join(f"{number} {name}" for number, name in enumerate(names, 1)))


def _chosen(word: str, state: State, legal: list[Move]) -> Move:
    """Return the legal move of a number, a name or a text."""
    if word.isdecimal():
        if not 1 <= int(word[:9]) <= len(legal):
            raise InputError(f"move {word:.40}: choose 1 to {len(legal)}, or {HELP}")
        return legal[int(word[:9]) - 1]
    return legal_move(state, str(named_move(state, word)), state.seat)
