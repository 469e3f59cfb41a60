"""Forms of the language that games of all kinds of board are made of."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

NEAR = "(sites Around (sites Occupied by:All) Empty)"


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

#: Forms that tell which cells a growing board has: it is a fixed board of these cells.
OF_CELLS = forms("""
R (sites Empty)
R (sites Board)
R (sites Outer)
R (sites Playable)
R (sites Playable Orthogonal)
R (sites State 0)
R (sites Around (sites Empty) Enemy)
R (sites Distance from:(last To) (range 1 3))
R (sites Distance Orthogonal from:(last To) (exact 3))
R (expand (sites Occupied by:Mover) steps:3)
R (expand (sites Occupied by:Mover) Orthogonal steps:2)
R (expand origin:(last To) steps:2)
R (difference (sites Board) (sites Outer))
R (sites LastFrom)
I (count Steps (last To) (centrePoint))
I (count Sites in:(sites Empty))
I (count Pieces All in:(sites Outer))
C (is In (last To) (sites Outer))
C (is Full)
C (all Sites (sites Board) if:(is Occupied (site)))
M (move Step (from (sites Occupied by:Mover)) (to if:(is Empty (to))))
M (move Add (piece "A" Mover) (to (sites Outer)))
M (move Remove (sites Outer))
M (move Hop (from (last To)) (between if:(is Occupied (between))) (to if:(is Empty (to))))
""")

#: Forms whose ways lead over cells that a growing board does not have yet, as over empty ones.
OVER_GAPS = forms("""
M (move Slide (from (sites Occupied by:Mover)))
M (move Slide (from (sites Occupied by:Mover)) Diagonal (to if:(is Enemy (who at:(to)))))
M (move Slide (from (sites Occupied by:Mover)) (between (max 6)))
M (move Slide (from (sites Occupied by:Mover)) (between if:(is Empty (between))))
M (move Shoot (piece "B1") (from (sites Occupied by:Mover)))
M (move Shoot (piece "B1") (from (sites Occupied by:Mover)) (to if:(is Empty (to))))
M (move Leap (from (sites Occupied by:Mover)) {{F F F F F R F F F F F}} (to if:(is Empty (to))))
M (move Remove (sites LineOfSight Piece at:(last To)))
M (move Remove (sites LineOfSight at:(last To) Diagonal))
M (move Add (piece "B" Mover) (to (sites LineOfSight Empty at:(last To))))
M (move Add (piece "A" Mover) (to (sites Direction from:(last To))))
M (move Add (piece "A" Mover) (to (sites Direction from:(last To) distance:5)))
M (move Remove (sites Direction from:(last To) Diagonal stop:(is Occupied (to)) stopIncluded:True))
M (move Remove (sites Direction from:(last To) stop:(is Empty (to)) stopIncluded:True))
M (move Remove (sites Between from:(last To) fromIncluded:True to:(centrePoint) toIncluded:True))
M (move Add (piece "A" Mover) (to (sites Around (last To) Diagonal distance:6)))
M (move Add (piece "A" Mover) (to (sites Around (last To) Diagonal distance:7)))
M (move Add (piece "A" Mover) (to (sites (last To) {{F F F F F R F F F F F}})))
C (is Enemy (who at:(ahead (last To) SW steps:5)))
C (not (is Empty (ahead (last To) NE steps:2)))
C (is Occupied (ahead (last To) S steps:4))
""")

#: Further forms, each with another way to say a thing, or with consequences.
MORE = forms(Path(__file__).with_name("more_forms.txt").read_text(encoding="utf-8"))
