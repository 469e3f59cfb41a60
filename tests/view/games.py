"""Small games, each with one thing for pages to show."""

from functools import cache
from typing import Any

from boardless.games import Game, compile, load

LAYING = """
(game "Morris" (players 2)
    (equipment {
        (board (concentric Square rings:3) use:Vertex) (hand Each) (piece "Man" Each)
    })
    (rules
        (start (place "Man" "Hand" count:9))
        (play (or (move (from (handSite Mover)) (to (sites Empty)))
            (forEach Piece (move Step (to if:(is Empty (to)))))
        ))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""

SCORING = """
(game "Edges" (players 2)
    (equipment {(board (square 2) use:Edge) (piece "Line" Each)})
    (rules
        (play (move Add (to (sites Empty)) (then (addScore Mover 2))))
        (end (if (= 4 (count Moves)) (byScore)))
    )
)
"""

ROLLING = """
(game "Dice" (players 2)
    (equipment {
        (board (rectangle 1 12)) (piece "Disc" Each) (dice faces:{2 4 9} num:2) (hand Each)
    })
    (rules
        (start (place "Disc" "Hand" count:5))
        (play (do (roll) next:(move (from (handSite Mover)) (to (sites Empty)))))
        (end (if (= 9 (count Moves)) (result Mover Win)))
    )
)
"""

USING = """
(game "Race" (players 2)
    (equipment {
        (board (rectangle 1 12)) (piece "Disc" Each) (dice facesByDie:{{0 3} {3 5}} num:2)
    })
    (rules
        (play (if (= 0 (% (count Moves) 2)) (do (roll) next:<Using>) <Using>))
        (end (if (= 4 (count Moves)) (result Mover Win)))
    )
)
""".replace(
    "<Using>",
    "(forEach Die if:(!= (pips) 0) (move Add (to (pips))))",
)

STACKING = """
(game "Stack" (players 2)
    (equipment {
        (board (square 3)) (piece "King" P1)
        (piece "Man" Each (move Step Orthogonal (to if:True) stack:True))
    })
    (rules
        (start {(place Stack items:{"Man1" "Man2" "King1"} 4) (place "Man2" 8) <Hidden>})
        (play (or (forEach Piece) (move Pass)))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""


@cache
def uncompiled(text: str) -> Game:
    """Return a game, uncompiled; one of the library by its name."""
    return compile(text, jit=False) if "(" in text else load(text, jit=False)


def stacking(hidden: str = "") -> Game:
    """Return a game with a stack on the cell in the middle, of which something may be hidden."""
    return uncompiled(STACKING.replace("<Hidden>", hidden))


def patched(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a merge patch applied to `old`, which stays as it is."""
    new = dict(old)
    for name, value in changes.items():
        if value is None:
            new.pop(name, None)
        elif isinstance(value, dict):
            before = old.get(name)
            new[name] = patched(before if isinstance(before, dict) else {}, value)
        else:
            new[name] = value
    return new
