"""Moves that do what several others do."""

from tests.games.compiler.kernels_run import KernelsRun

#: Discs between a site and a disc in the mover's state turn to it, and a disc is put there.
TURN = """(custodial (from (site))
    (between if:(is Enemy (state at:(between))) (apply (allCombinations
        (add (piece "Disc0" state:(mover)) (to (site))) (flip (between)))))
    (to if:(is Friend (state at:(to)))))"""
START = """(start {(place "Disc0" 0 state:1) (place "Disc0" 1 state:2)
    (place "Disc0" 5 state:2) (place "Disc0" 8 state:1)})"""
PARTS = {
    "board": "(rectangle 1 9)", "pieces": '(piece "Disc" Neutral (flips 1 2))', "before": START,
}  # fmt: skip


def _states(match: KernelsRun) -> list[int]:
    """Return the states of the discs on the board."""
    k = match.kernels
    return [
        int(match.arrays.fields[k.STATES, site + 1 + match.held]) if site in match.pieces else 0
        for site in range(9)
    ]


def test_one_move_does_all_that_those_of_a_rule_do() -> None:
    play = f"(play (forEach Site (sites Empty) (append {TURN} (then (set Score P1 7)))))"
    match = KernelsRun(play=play, **PARTS)
    assert match.targets() == [2]
    match.go(2)
    assert _states(match) == [1, 1, 1, 0, 0, 2, 0, 0, 1]
    assert [row[0] for row in match.logged()] == [
        match.kernels.ADDED, match.kernels.STATE_SET, match.kernels.SCORE_SET,
    ]  # fmt: skip
    match.back()
    assert _states(match) == [1, 2, 0, 0, 0, 2, 0, 0, 1]


def test_each_move_of_one_rule_goes_with_each_of_another() -> None:
    play = """(play (allCombinations (move Add (piece "Disc0") (to (sites {2 3})))
        (forEach Site (sites {5 8}) (remove (site)))))"""
    match = KernelsRun(play=play, **PARTS)
    assert match.targets() == [2, 2, 3, 3]
    match.go(3)
    assert set(match.pieces) == {0, 1, 3, 8}


def test_the_first_of_two_rules_keeps_its_own_names() -> None:
    """A slide reads its direction when it is made; the second rule has none, or another one."""
    pieces = '(piece "Ball" Each) (piece "Disc" Neutral)'
    slide = "(move Slide (from 1) (directions {E}) (between trail:3))"
    for second in ("(move Pass)", "(forEach Value min:2 max:2 (set Score P1 (value)))"):
        match = KernelsRun(
            board="(rectangle 1 5)",
            pieces=pieces,
            before='(start {(place "Ball1" 1)})',
            play=f"(play (allCombinations {slide} {second}))",
        )
        assert match.targets() == [2, 3, 4]
        match.go(3)
        assert match.pieces[1] == match.pieces[2] != match.pieces[3]
