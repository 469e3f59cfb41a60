"""Ways along pieces and over them, pieces that hold others together, and positions again."""

import pytest

from boardless.games import LudemeError, compile
from boardless.play import State

GAME = """(game "Crawling" (players 2)
    (equipment {{ (boardless {tiling}) (piece "A" Each) (piece "B" Each) (hand Each size:1) }})
    (rules (start {{ {start} }})
        (play {play})
        (end (if (>= (count Moves) {moves}) (result Mover Draw)))))"""
FREE = "(sites Occupied by:Mover) if:(not (is Cut (from)))"


def state_of(start: str, play: str, tiling: str = "Hexagonal", moves: str = "9") -> State:
    """Return a game with these start rules and moves."""
    text = GAME.format(tiling=tiling, start=start, play=play, moves=moves)
    return State(compile(text, jit=False))


def line(*names: str) -> str:
    """Return start rules for pieces in a row to the east."""
    places = ["(centrePoint)", *(f"(ahead (centrePoint) E steps:{n})" for n in range(1, 9))]
    return " ".join(f'(place "{name}" {place})' for name, place in zip(names, places, strict=False))


def moves_of(state: State) -> set[str]:
    """Return the legal moves as text."""
    return {str(move) for move in state.legal_moves}


def test_what_holds_others_together_is_cut() -> None:
    row = line("A1", "A1", "A1")
    state = state_of(row, f"(move (from {FREE}) (to (sites Reachable (from) {{Ground}})))")
    assert moves_of(state) == {
        "1@0,0>0,1", "1@0,0>1,-1", "1@2,0>1,1", "1@2,0>2,-1",
    }  # fmt: skip


def test_a_ring_holds_together_without_any_of_its_pieces() -> None:
    ring = " ".join(
        f'(place "A1" (ahead (centrePoint) {way}))'
        for way in ("E", "NNE", "NNW", "W", "SSW", "SSE")
    )
    state = state_of(ring, f"(move (from {FREE}) (to (sites Reachable (from) {{Ground}})))")
    # Nothing can slip inside: each piece has its two neighbours on both sides of that step.
    assert not any(text.endswith(">0,0") for text in moves_of(state))
    assert len(moves_of(state)) == 12


def test_steps_again_and_again_lead_all_round() -> None:
    row = line("A1", "A2")
    play = (
        "(move (from (sites Occupied by:Mover)) (to (sites Reachable (from) {Ground} repeat:True)))"
    )
    assert len(moves_of(state_of(row, play))) == 5
    twice = play.replace("{Ground} repeat:True", "{Ground Ground}")
    assert moves_of(state_of(row, twice)) == {"1@0,0>1,1", "1@0,0>2,-1"}


def test_ways_on_top_and_down() -> None:
    row = line("A1", "A2", "B2")
    play = "(move (from (sites Occupied by:Mover)) (to (sites Reachable (from) {Top Top Ground})))"
    # From behind the last piece of the row, and from beside it.
    found = moves_of(state_of(row, play))
    assert found == {f"1@0,0>{to}" for to in ("3,0", "2,1", "1,1", "3,-1", "2,-1")}
    over = play.replace("Top Top", "Top").replace(
        "})))", "} over:(sites Occupied by:Next component:2))))"
    )
    assert moves_of(state_of(row, over)) == {f"1@0,0>{to}" for to in ("0,1", "1,1", "1,-1", "2,-1")}


def test_a_step_between_two_that_are_higher_is_barred() -> None:
    place = line("A1", "A2") + (
        ' (place "B1" (ahead (centrePoint) NNE)) (place "B1" (ahead (centrePoint) NNE))'
        ' (place "B1" (ahead (centrePoint) SSE)) (place "B1" (ahead (centrePoint) SSE))'
    )
    play = (
        "(move (from (sites Occupied by:Mover) if:(= 1 (size Stack at:(from))))"
        " (to (sites Reachable (from) {Top})))"
    )
    assert not any(">1,0" in text for text in moves_of(state_of(place, play)))
    lower = place.replace('(place "B1" (ahead (centrePoint) SSE))', "", 1)
    assert any(">1,0" in text for text in moves_of(state_of(lower, play)))


def test_the_tiling_has_to_have_two_cells_beside_each_step() -> None:
    play = "(move (from (sites Occupied by:Mover)) (to (sites Reachable (from) {Ground})))"
    with pytest.raises(LudemeError, match="two common neighbours"):
        state_of("", play, tiling="Square")


def test_the_first_cell_stays_the_centre_of_a_board_that_grows() -> None:
    play = "(if (= 0 (count Moves)) (move Add (to (centrePoint)) (then (moveAgain))) (move Pass))"
    state = state_of("", play)
    assert moves_of(state) == {"+1@0,0"}


def test_positions_are_counted() -> None:
    play = "(move (from (sites Occupied by:Mover)) (to (sites Around (from) Empty)))"
    text = GAME.format(tiling="Hexagonal", start=line("A1", "A2"), play=play, moves=99)
    state = State(compile(text.replace("(>= (count Moves) 99)", "(is Repeated 2)"), jit=False))
    for move in ("1@0,0>0,1", "2@1,0>1,1", "1@0,1>0,0", "2@1,1>1,0"):
        assert state.outcome() is None
        state.push(state.parse(move))
    ended = state.outcome()
    assert ended is not None
    assert ended.winner == 0
