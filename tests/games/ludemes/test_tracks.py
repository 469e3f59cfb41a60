"""Pieces on tracks that meet a site twice."""

from tests.games.compiler.boards import go, match_of, targets

#: Along the south of 3 x 3 squares, and back.
LOOP = '(board (square 3) {(track "Way" "0,E2,W2,N2" directed:True)})'
AHEAD = "(move (from) (to (trackSite Move steps:1)))"
PLAY = f"(play (forEach Piece {AHEAD}))"


def test_a_piece_goes_on_from_the_place_that_it_has_come_to() -> None:
    before = '(start (place "A1" 0))'
    match = match_of(board=LOOP, before=before, play=f'(play (forEach Piece "A1" {AHEAD} P1))')
    for site in (1, 2, 1, 0, 3, 6):
        assert targets(match) == [site]
        go(match, site)


def test_moves_are_taken_back_and_what_is_taken_is_on_no_track() -> None:
    before = '(start {(place "A1" 0) (place "A2" 1)})'
    match = match_of(board=LOOP, before=before, play=PLAY)
    go(match, 1)
    match.pop()
    assert targets(match) == [1]
    go(match, 1)
    assert targets(match) == [-1]


def test_a_piece_that_is_put_on_a_site_is_at_its_first_place() -> None:
    play = f'(play (or (move Add (piece "A1") (to (sites {{1}}))) (forEach Piece "A1" {AHEAD} P1)))'
    match = match_of(board=LOOP, play=play)
    go(match, 1)
    assert targets(match) == [1, 2]
