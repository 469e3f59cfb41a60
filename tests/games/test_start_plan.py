"""Starts that the engine draws: those that are worked out in Python, from the same numbers."""

from dataclasses import replace

import pytest

from boardless.games import Game, compile
from boardless.games.game import technique_for
from boardless.games.start_plan import start_plan
from boardless.play.playout_worker import PlayoutWorker

GAME = """
(game "Chance" (players <Start:players>)
    (equipment {
        (board (square 4)) <Start:hand>
        (piece "Disc" Each) (piece "Ball" Each (move Step (to if:(is Empty (to)))))
    })
    (rules
        (start { <Start:rules> })
        (play (forEach Piece))
        (end {
            (if (is In (last To) (sites Left)) (result Mover Win))
            (if (>= (count Moves) 30) (result Mover Draw))
        })
    )
)
(option "Start" <Start> args:{<players> <hand> <rules>} {
    (item "Plain" <2> <> <(place Random {"Ball1" "Ball2" "Disc1"})> "One of each.")
    (item "Counted" <2> <> <
        (place "Disc2" (sites Bottom))
        (place Random {"Ball1" "Ball2"} count:3)
        (place Random (sites Top) {"Ball1"} count:9)
    > "Until the row is full.")
    (item "By chance" <2> <> <
        (place Random {"Ball1"} count:(value Random (range 1 5)))
        (place Random (sites Empty) {"Ball2"} count:(value Random (range 0 1)))
    > "As many as chance says.")
    (item "Hand" <2> <(hand Each)> <
        (place "Disc1" "Hand1" count:2) (place Random {"Ball1" "Ball2"} count:2)
    > "With a hand.")
    (item "Alone" <1> <> <(place Random {"Ball"} count:2) (set Score P1 3)> "Set afterwards.")
    (item "States" <2> <> <(place Random {"Ball1"} state:1)> "Pieces with numbers.")
    (item "Hands by chance" <2> <(hand Each)> <
        (place Random {"Ball1"} count:(value Random (range 1 5)))
    > "Rows that are left over might be of a hand.")
})
"""
PLANNED = ("Plain", "Counted", "By chance", "Hand")
OTHERS = ("Alone", "States", "Hands by chance")


def game(start: str, jit: bool = False) -> Game:
    return compile(GAME, [f"Start/{start}"], jit=jit)


@pytest.mark.parametrize("start", PLANNED)
@pytest.mark.parametrize("jit", [False, True])
def test_playouts_are_those_of_starts_in_python(start: str, jit: bool) -> None:
    played = game(start, jit)
    planned, usual = (PlayoutWorker(played, technique_for(played)) for _ in range(2))
    assert planned._plan is not None
    usual._plan = None
    assert planned.play(5, 2, 40) == usual.play(5, 2, 40)
    # A plan in another order would be noticed.
    planned._plan = replace(planned._plan, steps=planned._plan.steps[::-1].copy())
    assert planned.play(5, 2, 40) != usual.play(5, 2, 40)


@pytest.mark.parametrize("start", OTHERS)
def test_other_starts_have_no_plan(start: str) -> None:
    assert start_plan(game(start).module.model) is None
    played = game(start)
    assert PlayoutWorker(played, technique_for(played)).play(1, 0, 3).playouts == 3


def test_pieces_on_piles_and_boards_that_grow_have_no_plan() -> None:
    piles = GAME.replace('{"Ball1" "Ball2" "Disc1"}', '{"Ball1" "Ball2" "Disc1"} 3')
    assert start_plan(compile(piles, ["Start/Plain"], jit=False).module.model) is None
