"""Moves that several rules ask for: they are written once, and mean the same to all of them."""

from tests.games.compiler.boards import game_of, go, match_of, pieces, steps

#: Pieces that step to empty squares and to those of enemies beside them; kings may not be taken.
STEP = "(step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"
ROOK = "(slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
CHESS = f'(piece "K" Each {STEP}) (piece "R" Each {ROOK})'
SAFE = '(play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "K" Mover)))))'
BEFORE = '(start {(place "K1" 0) (place "R1" 1) (place "R2" 3) (place "K2" 15)})'


def test_moves_of_pieces_are_written_once() -> None:
    """The list, threats and ends ask for them."""
    end = "(end (if (no Moves Next) (result Mover Win)))"
    parts = {"board": "(square 4)", "pieces": CHESS, "before": BEFORE, "end": end}
    safe, plain = (game_of(play=play, **parts).source for play in (SAFE, "(play (forEach Piece))"))
    assert safe.count("onward(s, ") == plain.count("onward(s, ")


def test_who_is_threatened_stays_safe() -> None:
    match = match_of(board="(square 4)", pieces=CHESS, before=BEFORE, play=SAFE)
    # The rook on 1 is between king and rook: it stays in its row, and the king leaves it.
    assert sorted(steps(match)) == [(0, 4), (1, 2), (1, 3)]
    go(match, 3, origin=1)
    assert pieces(match) == {0: 1, 3: 3, 15: 2}


def test_what_a_move_does_is_no_part_of_where_it_goes() -> None:
    """A hop that takes and one that is only asked for are one function."""
    between = "(between if:(is Enemy (who at:(between))){apply})"
    hop = f"(hop (from (last To)) {{ways}} {between} (to if:(is Empty (to))){{then}})"

    def walks(ways: str) -> int:
        asked = hop.format(ways=ways, apply="", then="")
        then = f" (then (if (can Move {asked}) (moveAgain)))"
        taking = hop.format(ways="Orthogonal", apply=" (apply (remove (between)))", then=then)
        return game_of(play=f"(play {taking})").source.count("onward(s, ")

    assert 2 * walks("Orthogonal") == walks("Diagonal") > 0


def test_moves_may_depend_on_those_of_who_is_next() -> None:
    """Who comes next does not look ahead himself while it is looked at whether he can move."""
    add = "(move Add (to (sites Empty)) (then (if (no Moves Next) (moveAgain))))"
    match = match_of(play=f"(play (if (is Mover P1) {add}))")
    for site in (4, 0, 8):
        assert match.mover == 1
        go(match, site)
    text = "(play (move Add (to (sites Empty) if:(no Moves Next)) (then (remove 0))))"
    assert len(match_of(play=text).moves()) == 9
