"""Tiles that cover several cells, and several boards in one plane."""

import pytest

from boardless.games import LudemeError, compile
from boardless.play import State
from boardless.state import ADD

GAME = """(game "Laying" (players {players})
    (equipment {{
        (boardless {plane})
        (piece "One" Shared) (piece "Two" Shared) (piece "Home" Each)
        (tile "T" {walk} parts:{{{parts}}})
        (hand Each)
    }})
    (rules
        (start {{ (place "Home1" (centrePoint)) {start} (place "T" (handSite P1)) }})
        (play (move Cover (from (handSite Mover)) (to {region}{more})))
        (end (if (no Moves Next) (result Mover Win)))))"""


def laid(
    walk: str = "{F}",
    parts: str = '(part "One") (part "Two")',
    plane: str = "Square",
    region: str = "(sites Playable Orthogonal)",
    more: str = "",
    start: str = "",
    players: int = 2,
) -> State:
    text = GAME.format(
        walk=walk, parts=parts, plane=plane, region=region, more=more, start=start, players=players
    )
    return State(compile(text, jit=False))


@pytest.mark.parametrize(
    ("walk", "parts", "plane", "count"),
    [
        ("{F}", '(part "One") (part "Two")', "Square", 24),
        ("{F}", '(part "One") (part "One")', "Square", 12),
        ("{F}", '(part "One") (part "One" value:2)', "Square", 24),
        ("{F}", '(part "One") (part "One")', "Hexagonal", 24),
        ("{F F}", '(part "One") (part "One") (part "One")', "Square", 16),
        ("{F R F}", '(part "One") (part "One") (part "One")', "Square", 28),
        ("{F R F}", '(part "One") (part "One") (part "Two")', "Square", 28),
        ("{F}", '(part "One") (part "One")', "Triangular", 6),
        ("{F}", '(part "One") (part "Two")', "Triangular", 12),
        ("{F R F}", '(part "One") (part "One") (part "One")', "Triangular", 15),
    ],
)
def test_how_many_ways_there_are_beside_one_cell(
    walk: str, parts: str, plane: str, count: int
) -> None:
    state = laid(walk, parts, plane)
    cells = len(state.board)
    moves = {_cells(state, move) for move in state.legal_moves}
    assert len(moves) == len(state.legal_moves) == count
    assert len(state.board) == cells


def _cells(state: State, move: object) -> frozenset[object]:
    """Return what lies on the board after a move."""
    state.push(move)  # type: ignore[arg-type]
    values = state.containers[0].value
    found = frozenset(
        (key, what, int(values[state.site(key)])) for key, what in state.pieces.items()
    )
    state.pop()
    return found


def test_parts_lie_where_the_walk_leads_and_look_at_each_other() -> None:
    state = laid("{F R F}", '(part "One") (part "Two" value:3) (part "Two")')
    found = {
        tuple((a.site, a.value) for a in move.actions if a.kind == ADD)
        for move in state.legal_moves
    }
    assert ((((0, 1, 0), 1), ((0, 2, 0), 2), ((1, 2, 0), 2))) in found
    state.push(next(m for m in state.legal_moves if (0, 2, 0) in {a.site for a in m.actions}))
    assert len(state.pieces) == 4
    assert not state.containers[1].what[0]


def test_the_condition_is_asked_for_every_cell() -> None:
    state = laid(more=" if:(<= (span Rows (to)) 1)")
    rows = {a.site[1] for m in state.legal_moves for a in m.actions if a.kind == ADD}
    assert rows == {0}
    assert len(state.legal_moves) == 4
    ones = laid(region='(forEach (sites Playable Orthogonal) if:(= (part) (id "One")))')
    assert len(ones.legal_moves) == 12
    none = laid(more=' if:(= (part) (id "One"))')
    assert not any(move.actions for move in none.legal_moves)


def test_turning_may_be_bounded() -> None:
    state = laid(region="(sites Playable Orthogonal) (rotations {N E})")
    assert len(state.legal_moves) == 12


def test_several_boards() -> None:
    plane = "Square boards:3 apart:6"
    place = '(place "Home{}" (ahead (centrePoint) {} steps:6)) '
    start = place.format(2, "E") + place.format(3, "S")
    of_two = "(forEach (sites Playable Orthogonal) if:(= 2 (board of:(site))))"
    state = laid(plane=plane, start=start, region=of_two, players=3)
    assert len(state.board) == 27
    columns = {a.site[0] for m in state.legal_moves for a in m.actions if a.kind == ADD}
    assert columns == {4, 5, 6, 7, 8}
    # A tile on one board says nothing of another.
    state.push(next(iter(state.legal_moves)))
    assert len(state.board) < 40


@pytest.mark.parametrize(("direction", "count"), [("N", 0), ("E", 1), ("S", 0), ("W", 0)])
def test_beyond(direction: str, count: int) -> None:
    region = f"(forEach (sites Playable Orthogonal) if:(= 0 (beyond {direction} (centrePoint))))"
    state = laid(region=region, start='(place "Home2" (ahead (centrePoint) E))')
    assert any(move.actions for move in state.legal_moves) == (count == 0)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"parts": '(part "One")'}, "expected 2 parts, one for each cell of the walk, not 1"),
        ({"parts": '(part "Three") (part "One")'}, "no component is called 'Three'"),
        ({"walk": "{F R R F}", "parts": '(part "One") (part "One") (part "One")'}, "turn back"),
        (
            {"plane": "Triangular", "walk": "{F F}", "parts": '(part "One") ' * 3},
            "between steps over triangles",
        ),
        ({"plane": "T488"}, "squares, hexagons, triangles"),
        ({"plane": "Square boards:2"}, "expected apart: if there are several boards"),
        ({"plane": "Hexagonal boards:2 apart:9"}, "several boards need the tiling Square"),
        ({"plane": "Hexagonal", "more": " if:(= 1 (board of:(to)))"}, "grows by squares"),
    ],
)
def test_what_cannot_be(wrong: dict[str, str], why: str) -> None:
    with pytest.raises(LudemeError, match=why) as error:
        laid(**wrong)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)
