"""Paths and rings of edges, and games whose rules name one type of sites."""

import pytest

from boardless.topo import InputError
from tests.games.compiler.boards import end_if, game_of
from tests.games.compiler.kernels_run import KernelsRun

#: The four edges of a square, 0 1 2 3 in turn, a diagonal, 4, and an edge that leaves, 5.
GRAPH = (
    "(graph vertices:{{0 0} {1 0} {1 1} {0 1} {2 2}} edges:{{0 1} {1 2} {2 3} {3 0} {0 2} {2 4}})"
)
PLAY = "(play (move Add (piece 1) (to Edge (sites Empty Edge))))"
ONE = {"board": f"(board {GRAPH} use:Vertex)", "pieces": '(piece "A" P1)', "players": 1}


@pytest.mark.parametrize(
    ("length", "moves", "ends"),
    [
        ("(exact 1)", (0,), True),
        ("(exact 2)", (0, 2), False),
        ("(exact 2)", (0, 1), True),
        ("(exact 3)", (0, 2, 1), True),
        ("(exact 3)", (1, 2, 5), False),
        ("(max 4)", (0, 2, 1), True),
        ("(exact 4)", (0, 1, 2, 3), False),
        ("(exact 3) closed:True", (0, 1, 4), True),
        ("(exact 4) closed:True", (0, 1, 2, 3), True),
        ("(exact 3) closed:True", (0, 1, 2, 3), False),
        ("(exact 3) closed:True", (0, 1, 2, 3, 4), True),
        ("(exact 3) closed:True", (0, 1, 4, 5), False),
        ("(max 5) closed:True", (0, 1, 2, 3), True),
    ],
)
def test_paths_of_edges(length: str, moves: tuple[int, ...], ends: bool) -> None:
    end = end_if(f"(is Path Edge Mover length:{length})")
    match = KernelsRun(**ONE, play=PLAY, end=end)
    for move in moves[:-1]:
        if match.go(move) > 0:
            return
    assert (match.go(moves[-1]) > 0) == ends


def test_a_game_is_played_on_the_one_type_of_sites_that_its_rules_name() -> None:
    match = KernelsRun(**ONE, play=PLAY)
    assert match.targets() == list(range(6))
    assert game_of(**ONE).module.model.layout_use == "Vertex"


def test_paths_are_of_edges() -> None:
    with pytest.raises(InputError, match="expected a path of type Edge"):
        game_of(**ONE, play=PLAY, end=end_if("(is Path Vertex Mover length:(exact 2))"))
