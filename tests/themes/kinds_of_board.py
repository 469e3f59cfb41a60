"""The same form of the language on boards of all kinds: one game after another, move by move.

``python -m tests.themes.kinds_of_board`` prints the table of docs/forms.md.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np

from boardless import games
from boardless.play import State
from boardless.topo import InputError
from tests.themes.forms import FORMS, MORE, OF_CELLS, OVER_GAPS, Form

PIECES = '(piece "A" Each) (piece "B" Each)'
SHARED = f'{PIECES} (piece "C" Neutral) (piece "S" Shared)'
#: The names of those pieces by the numbers of their components.
NAMES = ("", "A1", "A2", "B1", "B2", "C0", "S")
#: Where pieces stand at first on boards of fixed size, which number their cells row by row.
START = {"A1": (0, 6, 13), "B1": (8, 16), "A2": (4, 12, 20), "B2": (18, 23)}
SAME = "same"
#: Boards of fixed size, and larger ones of which they are a part.
SHAPES = {"(square 5)": "(rectangle 6 5)", "(hex 4)": "(hex 5)", "(tri 5)": "(tri 6)"}
#: The side of a square that has room for a game on a growing board.
ROOM = 21
#: Growing boards, and the ways from the first piece to the others.
GROWING = {
    "Square": "N E S W SW",
    "Hexagonal": "NNE E SSE W SSW",
    "Triangular": "N ENE NNE WNW NNW",
    "T3464": "N NE E NW NNE",
}
Cell = tuple[int, int, int]
Corner = tuple[float, float]
Corners = list[Corner]
#: Moves by the position that each leads to.
Moves = dict[tuple[object, ...], list[object]]


def described(board: str, rules: tuple[str, str], start: str = "", pieces: str = PIECES) -> str:
    play, end = rules
    return (
        f'(game "Form" (players 2) (equipment {{{board} {pieces}}})'
        f" (rules {start} (play {play}) (end {end})))"
    )


@cache
def laid_out(board: str) -> list[Corners]:
    """Return the corners of each cell of a board, in the order of its sites."""
    rules = ("(move Add (to (sites Empty)))", "(if (is Target {0} {0}) (result Mover Win))")
    state = State(games.compile(described(board, rules), jit=False))
    return list(map(corners, state.board.outlines()))


def corners(outline: np.ndarray) -> Corners:
    return [(x, y) for x, y in (np.round(outline, 6) + 0.0).tolist()]


def middle(cell: Corners) -> Corner:
    """Return the middle of a cell, by which cells come row by row."""
    x, y = np.mean(cell, axis=0).tolist()
    return round(y, 3), round(x, 3)


def _centre(side: frozenset[Corner]) -> Corner:
    return middle(sorted(side))


def graph(cells: Iterable[Corners]) -> str:
    """Return a board of cells as vertices and edges, both row by row."""
    cells = list(cells)
    rows = row_by_row(cells)
    number = {corner: n for n, corner in enumerate(rows)}
    sides = {frozenset(pair) for cell in cells for pair in pairwise((*cell, cell[0]))}
    edges = [sorted(map(number.get, side)) for side in sorted(sides, key=_centre)]
    vertices = " ".join(f"{{{x} {y}}}" for x, y in number)
    pairs = " ".join(f"{{{a} {b}}}" for a, b in edges)
    return f"(board (graph vertices:{{{vertices}}} edges:{{{pairs}}}))"


def row_by_row(cells: Iterable[Corners]) -> list[Corner]:
    """Return the vertices of cells, as boards number them."""
    return sorted({corner for cell in cells for corner in cell}, key=lambda at: (at[1], at[0]))


@cache
def edited(shape: str, larger: str) -> str:
    """Return a board that is left of a larger one, without the vertices of other cells."""
    part, whole = (laid_out(f"(board {each})") for each in (shape, larger))
    centres, places = (np.array(list(map(middle, cells))) for cells in (part, whole))
    for first in places:
        moved = centres - centres[0] + first
        kept = np.abs(places[:, None] - moved[None]).max(2).min(1) < 0.01
        if kept.sum() == len(part):
            inside = {
                corner for cell, keep in zip(whole, kept, strict=True) if keep for corner in cell
            }
            gone = [n for n, corner in enumerate(row_by_row(whole)) if corner not in inside]
            return f"(board (remove {larger} vertices:{{{' '.join(map(str, gone))}}}))"
    raise AssertionError(f"{shape} is no part of {larger}")


@cache
def fixed_boards(shape: str) -> dict[str, str]:
    """Return boards of the same cells in the same order; the first is compiled otherwise."""
    return {
        "regular": f"(board {shape})",
        "edited": edited(shape, SHAPES[shape]),
        "graph": graph(laid_out(f"(board {shape})")),
    }


@cache
def ranks(board: str) -> list[int]:
    """Return the place of each site of a board among its cells, row by row."""
    places = list(map(middle, laid_out(board)))
    rows = sorted(places)
    return [rows.index(place) for place in places]


class Played:
    """A game, whose positions are told by names of cells.

    `names` are the names of the sites of a board of fixed size. A cell of a growing board is its
    own name.
    """

    def __init__(self, text: str, names: Sequence[object] = (), *, grows: bool = False) -> None:
        self.state = State(games.compile(text, jit=False))
        self.names, self.grows = names, grows

    def name(self, cell: Cell) -> object:
        return cell if self.grows else self.names[self.state.site(cell)]

    def piles(self) -> tuple[tuple[object, tuple[int, ...]], ...]:
        return tuple(sorted((self.name(cell), pile) for cell, pile in self.state.piles.items()))

    def told(self, ends: bool = True) -> tuple[object, ...]:
        """Return what lies where, who moves next, how the game ended, and the scores."""
        piles = self.piles()
        end = self.state.outcome() if ends else None
        if end is not None:
            return (piles, None, end.winner, end.ranks, self.state.scores)
        return (piles, self.state.mover if ends else None, None, None, self.state.scores)

    def moves(self, ends: bool = True) -> Moves:
        """Return the moves by the position that each leads to, or by what lies where alone."""
        found: Moves = {}
        for move in list(self.state.legal_moves):
            self.state.push(move)
            found.setdefault(self.told(ends), []).append(move)
            self.state.pop()
        return found

    def farthest(self, ply: int) -> tuple[object, ...]:
        """Return the position after a new piece has gone away from the start, but not too far."""

        def far(told: tuple[object, ...]) -> tuple[object, ...]:
            cells = [at for at, _ in told[0]]
            lies_near = max(map(abs, (x for at in cells for x in at))) < ROOM // 3
            adds, goes_on = len(cells) > len(self.piles()), told[1] is not None
            way = [at[ply % 2] for at in cells]
            return adds and lies_near and goes_on, max(way), sum(way), repr(told)

        return max(self.moves(), key=far)


def equipped(form: Form, board: str, rules: tuple[str, str], start: str, pieces: str) -> str:
    """Return a game of a form."""
    start = form.text if form.kind == "S" else start
    return described(board, rules, f"(start {{{start}}})", pieces)


def placed(pieces: Iterable[tuple[str, object]]) -> str:
    """Return rules that place pieces on sites."""
    return " ".join(f'(place "{name}" {site})' for name, site in pieces)


def on_fixed_board(form: Form, board: str, rules: tuple[str, str]) -> Played:
    names = ranks(board)
    start = placed((name, names.index(at)) for name, places in START.items() for at in places)
    return Played(equipped(form, board, rules, start, PIECES), names)


def on_growing(form: Form, tiling: str, rules: tuple[str, str]) -> Played:
    text = equipped(form, f"(boardless {tiling})", rules, started(tiling), SHARED)
    return Played(text, grows=True)


def line_of(error: InputError) -> str:
    (line,) = str(error).splitlines()
    return line.split(": ", 1)[-1]


def on_fixed_boards(form: Form, shape: str, plies: int = 3) -> dict[str, str]:
    """Return whether a form means the same on each kind of fixed board, or what refuses it."""
    said = dict.fromkeys(fixed_boards(shape), SAME)
    for rules in form.rules(grows=False):
        played: dict[str, Played] = {}
        for kind, board in fixed_boards(shape).items():
            try:
                played[kind] = on_fixed_board(form, board, rules)
            except InputError as error:
                said[kind] = line_of(error)
        first = played.get("edited")
        for kind, other in played.items():
            if first is None:
                said[kind] = "here alone"
            elif other is not first and said[kind] == SAME:
                said[kind] = difference(first, other, plies)
    return said


def difference(one: Played, other: Played, plies: int, arms: int = 0) -> str:
    """Play the same game twice; return what differs, if anything.

    Moves to cells that the second board does not have yet are not looked at.
    """
    random = Random(1)
    one.state.reset()
    for ply in range(arms):
        told = other.farthest(ply)
        one.state.push(one.moves()[told][0])
        other.state.push(other.moves()[told][0])
    for ply in range(plies):
        if one.told() != other.told():
            return f"other positions after {ply} moves"
        here, there = one.moves(), other.moves()
        if other.grows:
            cells = set(map(other.state.cell, other.state.board.sites.tolist()))
            here = {told: made for told, made in here.items() if dict(told[0]).keys() <= cells}
        if Counter({k: len(v) for k, v in here.items()}) != {k: len(v) for k, v in there.items()}:
            return f"other moves after {ply} moves"
        if not here or one.state.outcome() is not None:
            break
        chosen = random.choice(sorted(here, key=repr))
        one.state.push(here[chosen][0])
        other.state.push(there[chosen][0])
    return SAME


def started(tiling: str) -> str:
    """Return the rules of the start of a growing game."""
    centre, ways = "(centrePoint)", GROWING[tiling].split()
    sites = [centre, *(f"(ahead {centre} {way})" for way in ways)]
    return placed(zip(("A1", "B1", "A2", "B2", "C0", "S"), sites, strict=True))


def with_room(form: Form, arms: int = 0, plies: int = 3) -> str:
    """Return whether a form means the same on a growing board and on one with room for the game.

    Moves to cells that the growing board does not have yet are left out. `arms` moves come first,
    away from the start in two directions: cells between them are missing.
    """
    half = ROOM // 2
    names = [(x - half, y - half, 0) for y in range(ROOM) for x in range(ROOM)]
    roomy = edited(f"(square {ROOM})", f"(rectangle {ROOM + 1} {ROOM})")
    for rules in form.rules(grows=True):
        try:
            grown = on_growing(form, "Square", rules)
        except InputError as error:
            return line_of(error)
        try:
            one = Played(equipped(form, roomy, rules, started("Square"), SHARED), names)
        except InputError:
            return "here alone"
        if (said := difference(one, grown, plies, arms)) != SAME:
            return said
    return SAME


def on_its_cells(form: Form, tiling: str, arms: int = 0, plies: int = 4, tries: int = 3) -> str:
    """Return whether a form means the same on a growing board and on a graph of its cells alone.

    `arms` moves come first, away from the start in two directions: cells between them are missing.
    """
    for rules in form.rules(grows=True):
        try:
            grown = on_growing(form, tiling, rules)
        except InputError as error:
            return line_of(error)
        random = Random(1)
        for ply in range(arms):
            grown.state.push(grown.moves()[grown.farthest(ply)][0])
        for ply in range(0, plies, 2):
            if (said := _moved(form, rules, grown, random, tries, arms + ply)) != SAME:
                return said
            for _ in range(2):
                moves = grown.moves(ends=False)
                # Passes count as the end of a game, and no start rule knows of them.
                if len(moves) > 1 and grown.state.outcome() is None:
                    grown.state.push(moves[random.choice(sorted(moves, key=repr))][0])
    return SAME


def _moved(
    form: Form, rules: tuple[str, str], grown: Played, random: Random, tries: int, ply: int
) -> str:
    """Return what differs after some moves from the present position, made here and on the graph.

    The graph has the cells that there are after the move. At first the first position is compared.
    """
    before, here = grown.state.piles, grown.moves(ends=False)
    if grown.state.outcome() is not None:
        return SAME
    if ply == 0:
        # The last piece of the start is the last one that was put down.
        before = {cell: before[cell] for cell in sorted(before, key=lambda at: before[at] == (6,))}
    chosen = random.sample(sorted(here, key=repr), min(tries, len(here)))
    for told in [*([None] if ply == 0 else []), *chosen]:
        if told is not None:
            grown.state.push(here[told][0])
        said = _compared(form, rules, grown, before, told)
        if told is not None:
            grown.state.pop()
        if said != SAME:
            return f"{said} after {ply} moves" + (" and one" if told else "")
    return SAME


def _compared(
    form: Form,
    rules: tuple[str, str],
    grown: Played,
    before: dict[Cell, tuple[int, ...]],
    told: tuple[object, ...] | None,
) -> str:
    """Return what differs on a graph of the present cells, where a move made `told` of `before`."""
    state = grown.state
    shown = zip(map(corners, state.board.outlines()), state.board.sites.tolist(), strict=True)
    at = {middle(outline): state.cell(site) for outline, site in shown}
    board = graph(map(corners, state.board.outlines()))
    outlines = laid_out.__wrapped__(board)
    if len(outlines) != len(at):
        # A hole is a cell of the graph.
        return SAME
    names = [at[middle(outline)] for outline in outlines]
    start = placed((NAMES[pile[0]], names.index(cell)) for cell, pile in before.items())
    fixed = Played(equipped(form, board, rules, start, SHARED), names)
    if told is not None:
        moves = fixed.moves(ends=False)
        if told not in moves:
            # Which moves are legal depends on the cells, and the move has made some.
            return SAME
        fixed.state.push(moves[told][0])
    if grown.told() != fixed.told():
        return "other positions"
    if state.outcome() is None:
        here, there = grown.moves(ends=False), fixed.moves(ends=False)
        if {k: len(v) for k, v in here.items()} != {k: len(v) for k, v in there.items()}:
            return "other moves"
    return SAME


def row(form: Form) -> str:
    """Return the row of a form in the table: fixed boards, and one that grows."""
    fixed = set(on_fixed_boards(form, "(square 5)").values())
    said = fixed.pop() if len(fixed) == 1 else "different"
    parts = (part.replace("|", "\\|") for part in (form.text, said, on_growing_board(form)))
    text, said, grown = parts
    return f"| `{text}` | {said} | {grown} |"


def on_growing_board(form: Form) -> str:
    if form.kind == "S":
        return on_its_first_cells(form)
    if form in OF_CELLS:
        said = on_its_cells(form, "Square")
        return "same on its cells" if said == SAME else said
    arms = 10 if form in OVER_GAPS else 0
    said = with_room(form, arms)
    return "same, over missing cells" if arms and said == SAME else said


def on_its_first_cells(form: Form) -> str:
    """Return whether a start rule is carried out on a growing board, which has its own cells."""
    try:
        on_growing(form, "Square", form.rules(grows=True)[0])
    except InputError as error:
        return line_of(error)
    return "its own first cells"


if __name__ == "__main__":
    print("\n".join(map(row, (*FORMS, *OF_CELLS, *OVER_GAPS, *MORE))))
