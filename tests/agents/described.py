"""Small games in L-GDL: steps and captures, dice, hidden cards, secret and shared aims."""

from boardless.games import compile

#: Pawns step ahead or take; who leaves the other without a move wins.
STEPS = compile(
    """(game "Steps" (players 2)
    (equipment {
        (board (square 4))
        (piece "Pawn" Each (or
            (step Forward (to if:(is Empty (to))))
            (step (directions {FR FL})
                (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
    })
    (rules (start { (place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top)) })
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))""",
    jit=False,
)

#: A die of three sides is thrown at every turn; its pips count, or 2 do for sure. 5 points win.
RACE = compile(
    """(game "Race" (players 2)
    (equipment { (board (rectangle 1 7)) (dice d:3 num:1) (piece "Man" Each) })
    (rules (start {(place "Man1" 0) (place "Man2" 6)})
        (play (do (roll) next:(forEach Die (or
            (move Select (from (where "Man" Mover))
                (then (set Score Mover (+ (score Mover) (pips)))))
            (move Select (from 3) (then (set Score Mover (+ (score Mover) 2))))))))
        (end (if (>= (score Mover) 5) (result Mover Win)))))""",
    jit=False,
)

#: A card comes by chance, one low for three high ones; player 1, who does not see it, says which.
GUESS = compile(
    """(game "Guess" (players 2)
    (equipment { (board (rectangle 1 3)) (piece "Low" Neutral) (piece "High" Neutral) })
    (rules
        (start (set Hidden (sites {0}) to:P1))
        (play (if (= (count Moves) 0)
            (random { 1 3 } {
                (move Add (piece "Low0") (to 0)
                    (then (and (set Hidden (sites {0}) to:P1) (set NextPlayer (player 1)))))
                (move Add (piece "High0") (to 0)
                    (then (and (set Hidden (sites {0}) to:P1) (set NextPlayer (player 1)))))
            })
            (or (move Select (from 1) (then (set Score P1 1)))
                (move Select (from 2) (then (set Score P1 2))))))
        (end {
            (if (and (> (score P1) 0) (= (what at:0) (score P1))) (result P1 Win))
            (if (> (score P1) 0) (result P2 Win))
        })))""",
    jit=False,
)

#: Both choose a side at once: the first in secret. The second wins if the sides are the same.
PENNIES = compile(
    """(game "Pennies" (players 2)
    (equipment { (board (rectangle 1 3)) (piece "Heads" Neutral) (piece "Tails" Neutral) })
    (rules
        (start (set Hidden (sites {0}) to:P2))
        (play (if (= (count Moves) 0)
            (or (move Add (piece "Heads0") (to 0) (then (set Hidden (sites {0}) to:P2)))
                (move Add (piece "Tails0") (to 0) (then (set Hidden (sites {0}) to:P2))))
            (or (move Select (from 1) (then (set Score P2 1)))
                (move Select (from 2) (then (set Score P2 2))))))
        (end {
            (if (and (> (score P2) 0) (= (what at:0) (score P2))) (result P2 Win))
            (if (> (score P2) 0) (result P1 Win))
        })))""",
    jit=False,
)

#: Each puts a marker on one of four cells: both get all if the two touch, else both a little.
TOGETHER = compile(
    """(game "Together" (players 2)
    (equipment { (board (rectangle 1 4)) (piece "Marker" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then (set Score Mover (+ 1 (last To))))))
        (end {
            (if (and (= (count Moves) 2) (= 1 (abs (- (score P1) (score P2)))))
                (payoffs { (payoff P1 4) (payoff P2 4) }))
            (if (and (= (count Moves) 2) (!= 1 (abs (- (score P1) (score P2)))))
                (payoffs { (payoff P1 1) (payoff P2 1) }))
        })))""",
    jit=False,
)
