"""Pieces on cells, edges and vertices of one board, which come and go."""

import pytest

from boardless.games import compile
from boardless.play import State, run_playouts
from boardless.state import Move
from boardless.topo import FixedBoard
from boardless.topo.layouts.regions import incident
from tests.games.compiler.kernels_run import KernelsRun

#: Fences are put on edges; whoever closes a field owns it, and the fences around it are gone.
FIELDS = """
(game "Fields" (players 2)
    (equipment { (board (square 2)) (piece "Fence" Neutral) (piece "Flag" Each) })
    (rules
        (play (move Add (piece "Fence0") (to Edge (sites Empty Edge))
            (then (forEach Site (sites Incident Cell of:Edge at:(last To))
                (if (all Sites (sites Incident Edge of:Cell at:(site)) if:(is Occupied Edge (site)))
                    (and
                        (add (piece (id "Flag" Mover)) (to Cell (site)))
                        (remove Edge (sites Incident Edge of:Cell at:(site)))))))))
        (end (if (<= 2 (count Pieces Cell All)) (result Mover Win)))))
"""


def test_a_site_is_named_by_its_type_and_its_number() -> None:
    state = State(compile(FIELDS, jit=False))
    cells, edges = 4, 12
    assert len(state.legal_moves) == edges
    board = state.board
    assert isinstance(board, FixedBoard)
    fences = incident(board, "Edge", "Cell", 0).tolist()
    for n, edge in enumerate(fences, 1):
        state.push(state.parse(f"+1@0,0,{cells + edge}") if n < 4 else _last(state, cells + edge))
    # The flag lies on cell 0; as many edges are free as at the start.
    assert state.pieces == {(0, 0, 0): 3}
    assert len(state.legal_moves) == edges
    for _ in fences:
        state.pop()
    assert state.pieces == {}


def _last(state: State, site: int) -> Move:
    """Return the legal move onto a site, whatever follows from it."""
    (found,) = (move for move in state.legal_moves if str(move).startswith(f"+1@0,0,{site}"))
    return found


def test_such_games_are_played_compiled() -> None:
    compiled = run_playouts(compile(FIELDS), playouts=5, seed=1)
    plain = run_playouts(compile(FIELDS, jit=False), playouts=5, seed=1)
    assert compiled.tally == plain.tally


@pytest.mark.parametrize(
    ("where", "sites"),
    [
        # Of 2 x 2 squares, which have 9 vertices and 12 edges; edge 6 has been taken.
        ("(sites Empty Edge)", [n for n in range(12) if n != 6]),
        ("(forEach (sites Board Edge) if:(is Occupied Edge (site)))", [6]),
        ("(forEach (sites Empty Edge) if:(is Empty (site)))", [0, 1, 2, 3]),
        ("(forEach (sites Empty Edge) if:(is Occupied Edge (+ 2 (site))))", [4]),
        ("(difference (sites Board Edge) (sites Occupied by:All on:Edge))",
         [n for n in range(12) if n != 6]),
        ("(sites {(last To) (count Pieces Edge All) (count Pieces Cell All)})", [0, 1, 6]),
        ("(if (and (is LastTo Edge) (not (is LastTo Cell))) (sites {2}) (sites {3}))", [2]),
        ("(if (is In (last To) (sites Occupied by:All on:Edge)) (sites {2}) (sites {3}))", [2]),
        ("(if (= 0 (who Edge at:6)) (sites {2}) (sites {3}))", [3]),
    ],
)  # fmt: skip
def test_numbers_of_edges(where: str, sites: list[int]) -> None:
    first = f"(move Add (piece 1) (to Edge (if (= 0 (count Moves)) (sites {{6}}) {where})))"
    play = f"(play (or {first} (move Add (piece 1) (to (sites Empty) if:(= 9 (count Moves))))))"
    run = KernelsRun(board="(square 2)", play=play)
    # Sites of the arrays run on from the four cells.
    run.go(4 + 6)
    assert [at - 4 for at in run.targets()] == sites
