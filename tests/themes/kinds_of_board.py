"""The same form of the language on boards of all kinds: one game after another, move by move.

``python -m tests.themes.kinds_of_board`` prints the table of docs/forms.md.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from random import Random

from boardless import games
from boardless.play import State
from boardless.topo import InputError

#: The side of the boards of fixed size, and of the board that has room for a growing one.
SIDE, ROOM = 5, 11
PIECES = '(piece "A" Each) (piece "B" Each)'
SHARED = f'{PIECES} (piece "C" Neutral) (piece "S" Shared)'
START = """(start {
    (place "A1" (sites {0 6 13})) (place "B1" (sites {8 16}))
    (place "A2" (sites {4 12 20})) (place "B2" (sites {18 23}))
})"""
GROWN = """(start {
    (place "A1" (centrePoint)) (place "B1" (ahead (centrePoint) N))
    (place "A2" (ahead (centrePoint) E)) (place "B2" (ahead (centrePoint) S))
    (place "C0" (ahead (centrePoint) W)) (place "S" (ahead (centrePoint) SW))
})"""
NEAR = "(sites Around (sites Occupied by:All) Empty)"
SAME = "same"


def graph(side: int) -> str:
    """Return a square of cells as vertices and edges."""
    width = side + 1
    vertices = " ".join(f"{{{x} {y}}}" for y in range(width) for x in range(width))
    across = [(y * width + x, y * width + x + 1) for y in range(width) for x in range(side)]
    up = [(y * width + x, (y + 1) * width + x) for y in range(side) for x in range(width)]
    edges = " ".join(f"{{{a} {b}}}" for a, b in across + up)
    return f"(board (graph vertices:{{{vertices}}} edges:{{{edges}}}))"


def edited(side: int) -> str:
    """Return a square that is left of a larger board."""
    row = " ".join(map(str, range(side * side, side * side + side)))
    return f"(board (remove (rectangle {side + 1} {side}) cells:{{{row}}}))"


#: Boards of the same cells in the same order; the rules of the first are compiled otherwise.
FIXED = {
    "regular": f"(board (square {SIDE}))",
    "edited": edited(SIDE),
    "graph": graph(SIDE),
}
GROWING = {"edited": edited(ROOM), "growing": "(boardless Square)"}


def described(board: str, play: str, end: str, start: str, pieces: str) -> str:
    return (
        f'(game "Form" (players 2) (equipment {{{board} {pieces}}})'
        f" (rules {start} (play {play}) (end {end})))"
    )


@dataclass(frozen=True)
class Form:
    """A form of the language, and the kind of what it says."""

    #: C condition, I integer, R region, M move, S start rule.
    kind: str
    text: str

    @cached_property
    def conditions(self) -> list[str]:
        """Conditions that tell values of the form apart."""
        if self.kind == "I":
            return [f"(= 0 (% {self.text} 2))", f"(> {self.text} 2)"]
        if self.kind == "R":
            return [f"(= 0 (% (count Sites in:{self.text}) 2))", f"(is In (last To) {self.text})"]
        return [self.text]

    def rules(self, grows: bool) -> list[tuple[str, str]]:
        """Return pairs of moves and ends in which the form stands."""
        never = "(if (= 1 2) (result Mover Win))"
        to = NEAR if grows else "(sites Empty)"
        add = f'(move Add (piece "B" Mover) (to {to}))'
        if self.kind == "M":
            return [(f"(or {add} {self.text})", never)]
        if self.kind == "S":
            return [(add, never)]
        if any(name in self.text for name in ("(to)", "(from)", "(site)")):
            within = f'(move Add (piece "B" Mover) (to {to} if:{{}}))'
            return [(within.replace("{}", test), never) for test in self.conditions]
        return [(add, f"(if {test} (result Mover Win))") for test in self.conditions]


class Played:
    """A game of a form on a board, whose positions are told by the places of cells."""

    def __init__(self, board: str, form: Form, rules: tuple[str, str], grows: bool) -> None:
        start = GROWN if grows else START
        if form.kind == "S":
            start = f"(start {{{form.text}}})"
        text = described(board, *rules, start, SHARED if grows else PIECES)
        self.game = games.compile(text, jit=False)
        self.state = State(self.game)
        self.side = ROOM if grows else SIDE

    def place(self, cell: tuple[int, int, int]) -> int:
        if self.game.module.model.layout is not None:
            return cell[2]
        middle = self.side // 2
        return (cell[1] + middle) * self.side + cell[0] + middle

    def told(self) -> tuple[object, ...]:
        """Return what lies where, who moves next, how the game ended, and the scores."""
        piles = tuple(sorted((self.place(cell), pile) for cell, pile in self.state.piles.items()))
        end = self.state.outcome()
        if end is not None:
            return (piles, None, end.winner, end.ranks, self.state.scores)
        return (piles, self.state.mover, None, None, self.state.scores)

    def moves(self) -> dict[tuple[object, ...], list[object]]:
        """Return the moves by the position that each leads to."""
        found: dict[tuple[object, ...], list[object]] = {}
        for move in list(self.state.legal_moves):
            self.state.push(move)
            found.setdefault(self.told(), []).append(move)
            self.state.pop()
        return found


def compared(form: Form, boards: dict[str, str], plies: int = 3) -> dict[str, str]:
    """Return for each board whether a form means the same, or the line that refuses it."""
    grows = "growing" in boards
    said = dict.fromkeys(boards, SAME)
    for rules in form.rules(grows):
        played: dict[str, Played] = {}
        for name, board in boards.items():
            try:
                played[name] = Played(board, form, rules, grows)
            except InputError as error:
                (line,) = str(error).splitlines()
                said[name] = line.split(": ", 1)[-1]
        first = played.get("edited")
        for name, other in played.items():
            if first is None:
                said[name] = "here alone"
            elif other is not first and said[name] == SAME:
                said[name] = difference(first, other, plies)
    return said


def difference(one: Played, other: Played, plies: int) -> str:
    """Play the same game twice; return what differs, if anything."""
    random = Random(1)
    one.state.reset()
    for ply in range(plies):
        if one.told() != other.told():
            return f"other positions after {ply} moves"
        here, there = one.moves(), other.moves()
        if Counter({k: len(v) for k, v in here.items()}) != {k: len(v) for k, v in there.items()}:
            return f"other moves after {ply} moves"
        if not here or one.state.outcome() is not None:
            break
        chosen = random.choice(sorted(here, key=repr))
        one.state.push(here[chosen][0])
        other.state.push(there[chosen][0])
    return SAME


def forms(text: str) -> list[Form]:
    return [Form(*line.split(" ", 1)) for line in text.strip().splitlines()]


FORMS = forms("""
C (is Line 3)
C (is Line 3 Mover)
C (is Line 3 Next)
C (is Line 3 P1 exact:True)
C (is Line 2 Shared)
C (is Line 2 Neutral)
C (is Line 2 All)
C (is Line 2 what:(id "A" Mover))
C (is Line 3 whats:{(id "A" Mover) (id "B" Mover)})
C (is Line 2 whats:{0 1})
C (is Line 3 Diagonal)
C (is Line 3 Mover through:(ahead (last To) N))
C (is Line 3 if:(is Mover (who at:(to))))
C (is Line 3 Mover contiguous:False)
C (is Connected Mover)
C (is Connected 2 at:(last To) Orthogonal Mover)
C (is Enemy (who at:(ahead (to) N)))
C (is Friend (who at:(ahead (to) E steps:2)))
C (is Empty (ahead (to) N))
C (is Occupied (ahead (last To) N steps:2))
C (is In 1 (results from:(to) to:(sites Around (to)) (what at:(to))))
C (all Sites (sites Around (last To) NotEmpty) if:(is Enemy (who at:(site))))
C (all Groups Orthogonal if:(> (count Sites in:(sites)) 1))
C (is Loop Mover)
C (is Related Adjacent (last To) (sites Occupied by:Next))
C (is Prev Mover)
C (is Pending)
C (is Line 3 byLevel:True)
C (is Target {1 0 2} {0 1 2})
C (is Pattern {F R F R F} from:(last To))
C (no Pieces Next)
C (no Moves Next)
I (count Turns)
I (count Moves)
I (counter)
I (count MovesThisTurn)
I (count Pieces Shared)
I (count Pieces Neutral)
I (count Pieces Mover "A")
I (count Groups Orthogonal if:(= (who at:(to)) (mover)))
I (size Group at:(last To) Orthogonal)
I (count Liberties at:(last To) Orthogonal)
I (what at:(ahead (last To) E))
I (who at:(ahead (to) W))
I (row of:(last To))
I (state at:(last To))
I (value Pending)
R (sites Occupied by:Neutral)
R (sites Occupied by:Shared)
R (sites Occupied by:Enemy)
R (sites Occupied by:NonMover)
R (sites Occupied by:Prev)
R (sites Around (last To) Own)
R (sites Around (last To) NotOwn)
R (sites Around (last To) Enemy)
R (sites Around (last To) NotEnemy)
R (sites Around (sites Occupied by:Mover))
R (sites Around (sites Occupied by:Mover) Own)
R (sites Around (sites Occupied by:Mover) NotEmpty Orthogonal)
R (sites Around Vertex 3)
R (sites Side N)
R (sites Side NE)
R (sites Side P1)
R (sites Direction from:(last To) Orthogonal stop:(is Empty (to)))
R (sites Group at:(last To) Orthogonal)
R (sites LastTo)
R (sites Start (piece "A1"))
R (sites Top)
R (expand (sites Occupied by:Mover) Orthogonal steps:1)
R (difference (sites Occupied) (sites Around (last To)))
M (move Add (piece "A" P1) (to (last To)))
M (move Add (piece "A" Next) (to (sites Around (last To))))
M (move Add (piece "A" Mover) (to (sites Occupied by:Next)))
M (move Remove (sites Occupied by:Next))
M (move Step (from (sites Occupied by:Mover)) (to if:(is Enemy (who at:(to)))))
M (move Promote (last To) (piece "B") Mover)
M (if (is Line 2) (move Remove (last To)))
S (place "A1" coord:"B2")
S (place "A1" {10 11})
S (place "A1" {"B2" "C3"})
S (place "A1" 3 state:1)
S (place "A1" (sites Side NE))
S (place "A1" (sites Corners))
S (place "A1" (centrePoint))
S (place "A1" (ahead (centrePoint) N steps:2))
S (place "A1" 3) (place "B1" 3)
S (place "A1" (coord "B2"))
S (place "A1" (forEach (sites Board) if:(is Even (site))))
""")


def row(form: Form) -> str:
    """Return the row of a form in the table: fixed boards, and one that grows."""
    fixed = set(compared(form, FIXED).values())
    said = fixed.pop() if len(fixed) == 1 else "different"
    grown = on_its_first_cells(form) if form.kind == "S" else compared(form, GROWING)["growing"]
    text, said, grown = (part.replace("|", "\\|") for part in (form.text, said, grown))
    return f"| `{text}` | {said} | {grown} |"


def on_its_first_cells(form: Form) -> str:
    """Return whether a start rule is carried out on a growing board, which has its own cells."""
    try:
        Played(GROWING["growing"], form, form.rules(grows=True)[0], grows=True)
    except InputError as error:
        return str(error).splitlines()[0].split(": ", 1)[-1]
    return "its own first cells"


if __name__ == "__main__":
    print("\n".join(map(row, FORMS)))
