"""Effects that are read in the log: notes, flips, and where slides along tracks go."""

from tests.games.compiler.boards import match_of, steps, targets
from tests.games.compiler.kernels_run import KernelsRun

ADD = "(play (move Add (to (sites Empty)) (then {})))"
#: Round the border of 3 x 3 squares, with a bend at each corner.
BENT = '(board (square 3) {(track "Round" "0,E,E,N,N,W,W,S,S" loop:True)})'


def test_notes_go_to_a_player_or_to_all() -> None:
    game = KernelsRun(play=ADD.format('(and (note player:Mover "attacks" to:Next) (note "Hm"))'))
    game.go(4)
    told = [row[1:4] for row in game.logged() if row[0] == game.kernels.MESSAGE_SENT]
    attacks, hm = game.names.index("attacks"), game.names.index("Hm")
    assert told == [[attacks, 1, 2], [hm, 0, 1], [hm, 0, 2]]


def test_pieces_flip_between_two_states() -> None:
    flips = '(piece "A" Each (flips 0 3)) (piece "B" Each)'
    play = "(play (move Select (from (sites Board)) (then (flip (last To)))))"
    game = KernelsRun(pieces=flips, play=play, before='(start (place "A1" 0))')
    for state in (3, 0):
        game.go(0)
        assert int(game.arrays.fields[game.kernels.STATES, 1 + game.held]) == state
    game.go(5)  # Nothing stands there.
    assert [row[0] for row in game.logged()] == [game.kernels.SELECTED]


def test_what_is_put_down_has_a_state() -> None:
    game = KernelsRun(play='(play (move Add (piece "A1" state:2) (to (sites Empty))))')
    game.go(4)
    assert int(game.arrays.fields[game.kernels.STATES, 5 + game.held]) == 2


def test_slides_along_a_track_end_where_they_may() -> None:
    rule = '(move Slide "Round" (between (exact 2) if:(is Empty (between))))'
    before = '(start {(place "A1" 0) (place "A2" 8)})'
    match = match_of(board=BENT, before=before, play=f"(play (forEach Piece {rule}))")
    assert steps(match) == [(0, 2)]


def test_slides_along_all_tracks_are_for_what_lies_behind_a_bend() -> None:
    track = '(board (square 3) {(track "Round" "0,1,2,2,5,8" loop:False)})'
    free = "(between if:(or (= (between) (from)) (is Empty (between))))"
    rule = f'(move Slide "AllTracks" {free} (to if:(is Enemy (who at:(to)))))'
    before = '(start {{(place "A1" 0) (place "A2" {})}})'
    play = f"(play (forEach Piece {rule}))"
    assert (0, 8) in steps(match_of(board=track, before=before.format(8), play=play))
    assert (0, 1) not in steps(match_of(board=track, before=before.format(1), play=play))


def test_the_first_site_of_a_track_with_a_move() -> None:
    rule = "(if (is Empty (site)) (move Add (to (site))))"
    for form in (f'(firstMoveOnTrack "Round" {rule})', f"(firstMoveOnTrack {rule})"):
        match = match_of(board=BENT, before='(start (place "A1" 0))', play=f"(play {form})")
        assert targets(match) == [1]


def test_the_longest_way_along_a_track_takes_all_moves() -> None:
    match = match_of(board=BENT, play='(play (max Distance "Round" (move Add (to (sites Empty)))))')
    assert targets(match) == list(range(9))


def test_sites_of_hands_on_a_track_come_last() -> None:
    """Site 9 is that of a hand, whose number is behind those of the board."""
    track = '(board (square 3) {(track "In" "9,8,7" directed:True)})'
    sites = '(sites Track "In" from:(+ 9 (last To)) to:7)'
    game = KernelsRun(
        board=track,
        more="(hand P1)",
        before='(start {(place "A1" (sites {7 8})) (place "A1" 9)})',
        play=f"(play (move Add (to 0) (then (forEach Site {sites} (remove (site))))))",
    )
    game.go(0)
    removed = [row[1] for row in game.logged() if row[0] == game.kernels.REMOVED]
    assert removed == [8 + game.held, 9 + game.held, 1]


def test_a_pass_counts_for_what_follows_from_it() -> None:
    both = '(move Pass (then (if (all Passed) (set Var "passed" 1))))'
    game = KernelsRun(play=f"(play {both})")
    for passed in ([], [1]):
        game.go(-1)
        assert game.values(game.kernels.VARIABLE_SET) == passed


def test_nothing_follows_from_who_is_next() -> None:
    says = "(move Set NextPlayer (player 1) (then (set Var 1)))"
    game = KernelsRun(play=f"(play {says})")
    game.go(-1)
    assert [row[0] for row in game.logged()] == [game.kernels.NEXT_SET]
