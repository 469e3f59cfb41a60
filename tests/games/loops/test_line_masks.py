"""Lines as masks: the same games as where each line is walked along."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.games import Game, compile
from boardless.games.game import technique_for
from boardless.games.loops.line_masks import _windows
from boardless.games.ludemes import lines
from boardless.play import run_playouts

#: Who makes a line has another turn; who makes a longer one wins.
LINES = """
(game "Lines" (players 2)
    (equipment {{ (board {board}) (piece "Disc" Each) {more} }})
    (rules
        (play (move Add (to (sites Empty)) (then (if (is Line 2 {ways} exact:True) (moveAgain)))))
        (end (if (is Line {length} {ways}) (result Mover Win)))
    )
)
"""
#: The same without consequences, so that the board is one of a tiling.
CELLS = """
(game "Lines of cells" (players 2)
    (equipment {{ (board {board}) (piece "Disc" Each) }})
    (rules
        (play (move Add (to (sites Empty))))
        (end {{
            (if (is Line {length} {ways} exact:True) (result Mover Win))
            (if (is Line 3 {ways}) (result Mover Loss))
        }})
    )
)
"""
GAMES = {
    "square": {"board": "(square 4)"},
    "64 sites": {"board": "(square 8)", "length": 5, "ways": "Diagonal"},
    "hands": {"board": "(rectangle 3 5)", "more": "(hand Each)", "ways": "Orthogonal"},
    "hexagons": {"board": "(hex 3)", "length": 4},
    "vertices": {"board": "(concentric Square rings:3) use:Vertex", "ways": "Orthogonal"},
    "cells, square": {"board": "(square 5)", "length": 4},
    "cells, hexagons": {"board": "(hex 5)", "length": 4},
    "cells, diagonals": {"board": "(hex 4)", "length": 4, "ways": "Diagonal"},
    "64 cells": {"board": "(square 8)", "length": 4, "ways": "Orthogonal"},
}


JITTED = (("64 sites", True), ("64 cells", True))


def compiled(name: str, jit: bool, note: str = "") -> Game:
    parts = {"length": 3, "ways": "", "more": ""} | GAMES[name]
    text = CELLS if "cells" in name else LINES
    return compile(note + text.format(**parts), jit=jit)


def masked(game: Game) -> bool:
    """Tell whether a game looks for lines by masks."""
    return "int64(LINE" in game.program_of(technique_for(game)).source


@pytest.mark.parametrize(("name", "jit"), [*((name, False) for name in GAMES), *JITTED])
def test_games_are_those_of_walks(name: str, jit: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game, playouts = compiled(name, jit), 300 if jit else 4
    assert masked(game)
    found = run_playouts(game, playouts=playouts, seed=5).tally
    monkeypatch.setattr(lines, "has_line", lambda *_: None)
    monkeypatch.setattr(lines, "rows_of_cells", lambda *_: None)
    walked = compiled(name, jit, "// By walks.\n")
    assert not masked(walked)
    assert run_playouts(walked, playouts=playouts, seed=5).tally == found


@pytest.mark.parametrize(
    ("pieces", "ways"),
    [
        ('(piece "Disc" Each) (piece "King" Each)', ""),
        ('(piece "Disc" Each)', "if:(!= (to) 0)"),
        ('(piece "Disc" Each)', "contiguous:False"),
    ],
)
def test_other_lines_are_walked_along(pieces: str, ways: str) -> None:
    text = LINES.format(board="(square 3)", more="", ways="", length=f"3 {ways}")
    text = text.replace("(is Line 2  exact:True)", "(is Mover P1)")
    assert not masked(compile(text.replace('(piece "Disc" Each)', pieces), jit=False))


@given(st.permutations(range(9)), st.integers(0, 8), st.integers(1, 5), st.sets(st.integers(0, 8)))
def test_rows_tell_the_lines_of_a_path(
    path: list[int], place: int, length: int, taken: set[int]
) -> None:
    taken |= {path[place]}
    bits = sum(1 << at for at in taken)
    before, behind = path[:place][::-1], path[place + 1 :]
    run = 1
    for way in (before, behind):
        free = [n for n, at in enumerate(way) if at not in taken]
        run += min([*free, len(way)])
    rows = list(_windows(path, place, length))
    assert any(bits & line == line for line, _ in rows) == (run >= length)
    assert any(bits & whole == line for line, whole in rows) == (run == length)
