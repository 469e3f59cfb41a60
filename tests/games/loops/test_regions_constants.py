"""Walls: what lies on edges while cells are played on."""

import pytest

from boardless.topo import FixedBoard
from boardless.topo.layouts.lattice import rectangle
from boardless.topo.layouts.regions import incident
from tests.games.compiler.boards import go, match_of, steps

BOARD = FixedBoard(rectangle(4, 4))  # of vertices
#: The edge between the middle cell and that to the east of it.
(WALL,) = set(incident(BOARD, "Edge", "Cell", 4)) & set(incident(BOARD, "Edge", "Cell", 5))
MEETING = (
    "(intersection (sites Incident Edge of:Cell at:(from)) (sites Incident Edge of:Cell at:(to)))"
)
STANDING = "(sites Occupied by:Shared on:Edge)"


def walks(condition: str, start: str) -> list[tuple[int, int]]:
    """Return the steps of a piece in the middle, from and to, where a condition holds."""
    man = f'(piece "Man" P1 (move Step Orthogonal (to if:{condition})))'
    return steps(
        match_of(
            pieces=man + '(piece "Wall" Shared)',
            before=f'(start {{ {start} (place "Man1" 4) }})',
            play="(play (forEach Piece))",
        )
    )


@pytest.mark.parametrize(
    "condition",
    [
        f"(all Sites {MEETING} if:(is Empty Edge (site)))",
        f"(not (all Sites {MEETING} if:(is Occupied Edge (site))))",
        f"(= 0 (count Sites in:(intersection {STANDING} {MEETING})))",
        f"(= 0 (count Sites in:(intersection {MEETING} {STANDING})))",
        f"(and (= 1 (count Sites in:{STANDING})) (is Empty Edge (regionSite {MEETING} index:0)))",
    ],
)
@pytest.mark.parametrize("start", ["(set Shared Edge (sites {{{}}}))", '(place "Wall" Edge {})'])
def test_walls_stand_between_cells(condition: str, start: str) -> None:
    assert walks(condition, start.format(WALL)) == [(4, 1), (4, 3), (4, 7)]


def test_a_wall_that_is_taken_away_opens_a_way() -> None:
    match = match_of(
        pieces='(piece "Man" P2 (move Step Orthogonal (to if:'
        f"(all Sites {MEETING} if:(is Empty Edge (site))))))"
        '(piece "Wall" Shared)',
        before=f'(start {{ (place "Wall" Edge {WALL}) (place "Man2" 4) }})',
        play=f"(play (if (is Mover P1) (move Select (from 0) (then (remove Edge {WALL})))"
        " (forEach Piece)))",
    )
    go(match, 0)
    assert steps(match) == [(4, 1), (4, 3), (4, 5), (4, 7)]
