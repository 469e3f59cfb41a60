"""Enclosed rows as bits: the same games as where each row is walked along."""

import pytest

from boardless.games import Game, compile
from boardless.games.compiler.rules import RuleFunctions
from boardless.games.game import technique_for
from boardless.play import run_playouts

ROWS = """
(game "Rows" (players 2)
    (equipment {{ (board {board}) (piece "Disc" Neutral (flips 1 2)) }})
    (rules
        (start {{ (place "Disc0" (sites {{{first}}}) state:1)
            (place "Disc0" (sites {{{second}}}) state:2) }})
        (play (forEach Site (sites Empty) (append
            (custodial (from (site)) {ways}
                (between {passes} if:(is Enemy (state at:(between)))
                    (apply (allCombinations
                        (add (piece "Disc0" state:(mover)) (to (site))) (flip (between)))))
                (to if:{end}))
            (then (set Score Mover (count Sites in:(sites State 1)))))))
        (end (if (all Passed) (byScore)))
    )
)
"""
FRIEND = "(is Friend (state at:(to)))"
GAMES = {
    "square": {"board": "(square 4)", "first": "5 10", "second": "6 9"},
    "64 sites": {"board": "(square 8)", "first": "27 36", "second": "28 35"},
    "rectangle": {
        "board": "(rectangle 3 7)", "first": "9", "second": "10 11", "ways": "Orthogonal",
    },
}  # fmt: skip


def compiled(name: str, jit: bool = False, note: str = "", **more: str) -> Game:
    parts = {"ways": "Adjacent", "passes": "", "end": FRIEND} | GAMES[name] | more
    return compile(note + ROWS.format(**parts), jit=jit)


def by_bits(game: Game) -> bool:
    return "count_bits_0(s, mover)" in game.program_of(technique_for(game)).source


@pytest.mark.parametrize(("name", "jit"), [*((name, False) for name in GAMES), ("64 sites", True)])
def test_games_are_those_of_walks(name: str, jit: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game, playouts = compiled(name, jit), 200 if jit else 2
    assert by_bits(game)
    found = run_playouts(game, playouts=playouts, seed=5).tally
    monkeypatch.setattr(RuleFunctions, "drawn", lambda self, turn: None)
    walked = compiled(name, jit, "// By walks.\n")
    assert not by_bits(walked)
    assert run_playouts(walked, playouts=playouts, seed=5).tally == found


@pytest.mark.parametrize(
    "more",
    [{"passes": "(max 2)"}, {"end": "(not (is Friend (state at:(to))))"}],
    ids=["short rows", "other ends"],
)
def test_other_rows_are_walked_along(more: dict[str, str]) -> None:
    assert not by_bits(compiled("square", **more))


def test_pieces_without_two_states_are_walked_along() -> None:
    text = ROWS.format(ways="", passes="", end=FRIEND, **GAMES["square"])
    assert not by_bits(compile(text.replace("(flips 1 2)) }", '(flips 1 2)) (piece "A" Each) }')))
