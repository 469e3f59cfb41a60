"""Searches by bits: the same games as where each move is listed, and the same legal moves."""

from random import Random

import pytest

from boardless.games import Game, compile
from boardless.games.compiler.rules import RuleFunctions
from boardless.games.game import technique_for
from boardless.play import State, run_playouts
from boardless.util.inputs import InputError

HOP = "(move Hop {ways} (between if:(is Enemy (who at:(between))) (apply (remove (between))))"
HOP += " (to if:(is Empty (to))))"
STEP = "(move Step {ways} (to if:(is Empty (to))))"
#: Pieces that look up and down the board: men hop or, if none can, step ahead, and kings both ways.
#: Who has hopped goes on, by a list.
MEN = f"""
(game "Men" (players {{(player N) (player S)}})
    (equipment {{
        (board (square <Size>)) <Hands>
        (piece "Man" P1 N) (piece "Man" P2 S) (piece "King" Each)
        (regions P1 (sites Bottom)) (regions P2 (sites Top))
    }})
    (rules
        (start {{
            (place "Man1" (expand (sites Bottom))) (place "Man2" (expand (sites Top)))
            (place "King1" (sites {{2}})) (place "King2" (sites {{9}}))
        }})
        (play (if (is Prev Mover)
            {HOP.format(ways="(from (last To)) All")}
            (priority {{
                (or (forEach Piece "Man" {HOP.format(ways="(directions {FR FL})")}
                        (then (if (is In (last To) (sites Next)) (promote (last To) (piece "King")
                            Mover) (if (can Move {HOP.format(ways="(from (last To)) All")})
                            (moveAgain)))))
                    (forEach Piece "King" {HOP.format(ways="Diagonal")}))
                (or (forEach Piece "Man" {STEP.format(ways="(directions {FR FL})")}
                        (then (if (is In (last To) (sites Next)) (promote (last To) (piece "King")
                            Mover))))
                    (forEach Piece "King" {STEP.format(ways="Orthogonal")}))
            }})
        ))
        (end {{ (if (no Moves Next) (result Mover Win))
            (if (> (count Moves) 150) (result Mover Draw)) }})
    )
)
(option "Size" <Size> args:{{<n>}} {{ (item "8" <8> "64 sites.")* (item "5" <5> "One word.")
    (item "9" <9> "More sites than bits.") }})
(option "Hands" <Hands> args:{{<h>}} {{ (item "None" <> "Without hands.")*
    (item "Two" <(hand Each)> "With hands.") }})
"""
#: Pawns of two rules that take what they step upon, on boards whose rows have other lengths, too.
PAWNS = """
(game "Pawns" (players {(player N) (player S)})
    (equipment {
        (board <Board>)
        (piece "Pawn" Each (or {
            (move Step Forward (to if:(is Empty (to))))
            (move Step (directions {FR FL})
                (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) (apply (remove (to)))))
        }))
        (regions P1 (sites Top)) (regions P2 (sites Bottom))
    })
    (rules
        (start { (place "Pawn1" (expand (sites Bottom))) (place "Pawn2" (expand (sites Top))) })
        (play (forEach Piece))
        (end { (if (is In (last To) (sites Mover)) (result Mover Win))
            (if (no Moves Next) (result Mover Win)) })
    )
)
(option "Board" <Board> args:{<b>} { (item "Square" <(square 6)> "6 x 6.")*
    (item "Rectangle" <(rectangle 8 5)> "8 x 5.") (item "Hex" <(hex 4)> "37 hexagons.") })
"""
GAMES = [(MEN, []), (MEN, ["Size/5"]), (MEN, ["Size/5", "Hands/Two"]), (PAWNS, [])]
GAMES += [(PAWNS, ["Board/Rectangle"])]


def by_bits(game: Game) -> bool:
    """Tell whether some moves of a game are bits."""
    return "count_bits_0(s, mover)" in game.program_of(technique_for(game)).source


@pytest.mark.parametrize(
    ("text", "options", "jit"), [*((*game, False) for game in GAMES), (*GAMES[0], True)]
)
def test_games_are_those_of_listed_moves(
    text: str, options: list[str], jit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = compile(text, options, jit=jit)
    assert by_bits(game)
    playouts = 300 if jit else 3
    found = run_playouts(game, playouts=playouts, seed=3).tally
    monkeypatch.setattr(RuleFunctions, "drawn", lambda self, turn: None)
    listed = compile(f"// All moves are listed.\n{text}", options, jit=jit)
    assert not by_bits(listed)
    assert run_playouts(listed, playouts=playouts, seed=3).tally == found


@pytest.mark.parametrize(("text", "options"), [GAMES[2], GAMES[3]])
def test_legal_moves_are_those_that_are_listed(
    text: str, options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    state, random = State(compile(text, options, jit=False)), Random(2)
    monkeypatch.setattr(RuleFunctions, "drawn", lambda self, turn: None)
    listed = State(compile(f"// All moves are listed.\n{text}", options, jit=False))
    assert state.perft(2) == listed.perft(2)
    made = None
    for _ in range(25):
        moves = list(state.legal_moves)
        assert moves == list(listed.legal_moves)
        if made is not None and made not in moves:
            with pytest.raises(InputError):
                state.push(made)
        if state.outcome() is not None:
            break
        made = random.choice(moves)
        state.push(made)
        listed.push(made)


@pytest.mark.parametrize("options", [["Size/9"], []])
def test_large_boards_list_their_moves(options: list[str]) -> None:
    assert by_bits(compile(MEN, options, jit=False)) == (not options)
