"""Walks as rows of a table: the same games as where each step is looked up."""

import pytest

from boardless.games import Game, compile
from boardless.games.compiler import module
from boardless.games.game import technique_for
from boardless.games.loops import directions, facings
from boardless.play import State, record_playouts, run_playouts
from boardless.state.move import BOARD

#: Queens that shoot, captures along the way of a move, custodial rows and lines of many kinds.
WALKS = """
(game "Walks" (players 2)
    (equipment {{ (board {board}) (hand Each)
        (piece "Queen" Each (move Slide
            (then (or {{
                (directional (from (last To))
                    (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
                (custodial (from (last To)) Orthogonal)
                (if (is Line 3 whats:{{(id "Queen1") (id "Queen2")}}) (moveAgain))
            }}))
        ))
    }})
    (rules (start {{ {start} }}) (play (forEach Piece))
        (end {{
            (if (no Moves Mover) (result Mover Loss))
            (if (>= (count Moves) 60) (result Mover Draw))
        }})
    )
)
"""
GAMES = {
    "square": WALKS.format(
        board="(square 6)",
        start='(place "Queen1" {0 1 2 3 4 5}) (place "Queen2" {30 31 32 33 34 35})',
    ),
    "rings": WALKS.format(
        board="(concentric {1 4 8 8})", start='(place "Queen1" {1 2 3}) (place "Queen2" {12 14 16})'
    ),
}


def results(game: Game, playouts: int) -> object:
    return run_playouts(game, playouts=playouts, seed=3).tally


def source(game: Game) -> str:
    return game.program_of(technique_for(game)).source


@pytest.mark.parametrize(("name", "jit"), [*((name, False) for name in GAMES), ("square", True)])
def test_games_are_those_of_single_steps(
    name: str, jit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, playouts = compile(GAMES[name], jit=jit), 50 if jit else 3
    assert "PATHS" in source(game)
    found = results(game, playouts)
    monkeypatch.setattr(directions, "path_starts", lambda *_: None)
    monkeypatch.setattr(facings, "MOST_NUMBERS", 0)
    walked = compile("// By single steps.\n" + GAMES[name], jit=jit)
    assert "PATHS" not in source(walked)
    assert results(walked, playouts) == found


def test_tables_of_paths_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facings, "MOST_NUMBERS", 30)
    assert "PATHS" not in source(compile(GAMES["square"], jit=False))


ADDED = """
(game "Added" (players 2)
    (equipment {{ (board (square 4)) (piece "Disc" Each) }})
    (rules (play (move Add (to {to})))
        (end (if (is Line 3) (result Mover Win))))
)
"""


@pytest.mark.parametrize(
    ("to", "around"),
    [
        ("(sites Empty)", False),
        ("(sites Empty) if:(<= (count Sites in:(sites Around (to) NotEmpty)) 3)", True),
        ("(sites Empty) if:(is Empty (ahead (to) N))", True),
    ],
)
def test_neighbours_are_counted_where_rules_look_around(
    to: str, around: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = compile(ADDED.format(to=to), jit=False)
    assert bool(game.kernels.AROUND) == around  # type: ignore[attr-defined]
    seen = record_playouts(game, 0, 3, seed=2)
    monkeypatch.setattr(module, "_looks_around", lambda *_: True)
    other = compile("// Counted.\n" + ADDED.format(to=to), jit=False)
    again = record_playouts(other, 0, 3, seed=2)
    assert [seen.moves(n) for n in range(3)] == [again.moves(n) for n in range(3)]
    states = [State(each) for each in (game, other)]
    for move in seen.moves(0):
        for state in states:
            state.push(move)
        here, there = (state.containers[BOARD].playable for state in states)
        assert here == there
