"""Searches of a bitboard: the same games as where each move is listed, and the same legal moves."""

from random import Random

import pytest

from boardless.games import Game, compile
from boardless.games.compiler.rules import RuleFunctions, drawn_search
from boardless.games.game import technique_for
from boardless.play import State, run_playouts
from boardless.util.inputs import InputError

#: Who makes a pair has another turn, so that moves have consequences.
PAIRS = """
(game "Pairs" (players 2)
    (equipment { (board (square <Size>)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then (if (is Line 2 exact:True) (moveAgain)))))
        (end (if (is Line 4) (result Mover Win)))
    )
)
(option "Size" <Size> args:{<n>} { (item "5" <5> "25 places, one word.")*
    (item "9" <9> "81 places, several words.") })
"""
#: The first move selects a piece, and may go where it stands alone.
PHASES = """
(game "Phases" (players 2)
    (equipment { (board (square 7)) (piece "Disc" Each) })
    (rules
        (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        phases:{
            (phase "Lose" (play (move Remove (sites Occupied by:Mover) (then (addScore Mover 1))))
                (nextPhase Mover (= 2 (score Mover)) "Win"))
            (phase "Win" (play (move Add (to (sites Empty)) (then (addScore Mover 1)))))
        }
        (end (if (= 12 (score Mover)) (result Mover Win)))
    )
)
"""


def drawn(game: Game) -> bool:
    """Tell whether some moves of a game are not listed."""
    return "return bits_in(s, " in game.program_of(technique_for(game)).source


@pytest.mark.parametrize(
    ("text", "options"), [(PAIRS, []), (PAIRS, ["Size/9"]), (PHASES, [])], ids=["5", "9", "phases"]
)
@pytest.mark.parametrize("jit", [False, True])
def test_games_are_those_of_listed_moves(
    text: str, options: list[str], jit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = compile(text, options, jit=jit)
    assert drawn(game)
    playouts = 200 if jit else 5
    found = run_playouts(game, playouts=playouts, seed=3).tally
    monkeypatch.setattr(RuleFunctions, "drawn", lambda self, turn: None)
    listed = compile(f"// All moves are listed.\n{text}", options, jit=jit)
    assert not drawn(listed)
    assert run_playouts(listed, playouts=playouts, seed=3).tally == found


@pytest.mark.parametrize("text", [PAIRS, PHASES], ids=["pairs", "phases"])
def test_legal_moves_are_those_that_are_listed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state, random = State(compile(text, jit=False)), Random(2)
    monkeypatch.setattr(RuleFunctions, "drawn", lambda self, turn: None)
    listed = State(compile(f"// All moves are listed.\n{text}", jit=False))
    assert state.perft(2) == listed.perft(2)
    made = None
    for _ in range(9):
        moves = list(state.legal_moves)
        assert moves == list(listed.legal_moves)
        if made is not None and made not in moves:
            with pytest.raises(InputError):
                state.push(made)
        made = random.choice(moves)
        state.push(made)
        listed.push(made)


def test_a_search_that_asks_for_more_is_none() -> None:
    body = "    count = 0\n    return count\n"
    assert drawn_search(body) is None
    full = compile(PAIRS.replace("(sites Empty))", "(sites Empty) if:(!= (to) 3))"), jit=False)
    assert not drawn(full)
