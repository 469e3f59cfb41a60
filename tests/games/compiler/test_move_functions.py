"""Moves that several rules ask for: they are written once, and mean the same to all of them."""

from boardless.play import State
from tests.games.compiler.boards import game_of, go, match_of, pieces, steps
from tests.games.compiler.kernels_run import KernelsRun
from tests.games.ludemes import test_dice as dice

#: Pieces that step to empty squares and to those of enemies beside them; kings may not be taken.
STEP = "(step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"
ROOK = "(slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
CHESS = f'(piece "K" Each {STEP}) (piece "R" Each {ROOK})'
SAFE = '(play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "K" Mover)))))'
BEFORE = '(start {(place "K1" 0) (place "R1" 1) (place "R2" 3) (place "K2" 15)})'


def test_moves_of_pieces_are_written_once() -> None:
    """The list, threats and ends ask for them."""
    end = "(end (if (no Moves Next) (result Mover Win)))"
    parts = {"board": "(square 4)", "pieces": CHESS, "before": BEFORE}
    safe = game_of(play=SAFE, end=end, **parts).source
    plain = game_of(play="(play (forEach Piece))", **parts).source
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


#: Shots from a site to the west.
SHOT = '(shoot (piece "Disc1") (from {}) W (to if:{}){})'


def test_what_is_bound_around_a_shared_rule_is_told() -> None:
    """The pips of a die are where a shot begins, and what follows from it reads them."""
    shot = SHOT.format("(pips)", "(is Empty (to))", " (then (add (to (+ 5 (pips)))))")
    twice = dice.game(f"(do (roll) next:(forEach Die (or {{{shot} {shot}}})))", rolls=False)
    state = State(twice)
    for face in (1, 3):
        state.push(state.parse(f"*{face}"))
    ends = set()
    for move in state.legal_moves:
        state.push(move)
        ends.add(tuple(sorted(state.containers[0].what.nonzero())))
        state.pop()
    assert ends == {(0, 7), (1, 7), (0, 9), (1, 9), (2, 9), (3, 9)}


def test_rules_that_draw_are_not_shared() -> None:
    """Of each move chance decides first whether it is found, and then whether it may be made."""
    shot = SHOT.format("3", "(= 0 (value Random (range 0 1)))", "")
    drawn = f"(do {shot} ifAfterwards:(= 0 (value Random (range 0 2))))"
    state = State(dice.game(f"(or {{{drawn} {drawn}}})", rolls=False))
    asked = []
    while state.seat == 0 and len(asked) < 4:
        asked.append(len(state.chances()))
        state.push(state.parse("*0"))
    assert asked == [2, 3, 2, 3]


def test_levels_are_told_to_shared_rules() -> None:
    """Each piece of a pile leaves it by itself."""
    before = '(start (place Stack items:{"A1" "A2" "B1"} 0))'
    taken = "(move (from 0 level:(level)) (to 8))"
    rows = KernelsRun(
        before=before, play=f"(play (forEach Level 0 (or {{{taken} {taken}}})))"
    ).rows()
    assert sorted(row[3] for row in rows) == [0, 0, 1, 1, 2, 2]


def test_where_a_rule_might_lead_what_goes_before_it_is_left_out() -> None:
    """To ask it is no turn: nothing is rolled, and whose turn is next stays as it is."""
    rule = "(forEach Piece (move Step Orthogonal (to if:(is Next (who at:(to))))))"
    safe = f'(not (is Threatened (id "A" Mover) {rule}))'
    first = '(do (set Var "Ready" 1) next:(if (= 1 (var "Ready")) {}))'
    board = {"board": "(square 3)", "before": '(start {(place "A1" 4) (place "A2" 8)})'}
    step = "(forEach Piece (move Step Orthogonal (to if:(is Empty (to)))))"
    named = KernelsRun(**board, play=f"(play (do {step} ifAfterwards:{safe}))")
    # Player 2 is next, so none of his moves goes to a piece of player 1.
    assert named.targets() == [1, 3, 5, 7]
    taking = "(forEach Piece (move Step Orthogonal (to if:(not (is Friend (who at:(to)))))))"
    game = first.format(taking)
    unsafe = '(not (is Threatened (id "A" Mover)))'
    play = f"(play (if (is Mover P1) (do {step} ifAfterwards:{unsafe}) {game}))"
    # Player 2 could step there only after what goes before, which is not done: he is no threat.
    assert KernelsRun(**board, play=play).targets() == [1, 3, 5, 7]


def test_nothing_threatens_a_piece_that_there_is_not() -> None:
    """A number may be worked out that is of no component."""
    board = {"board": "(square 3)", "before": '(start {(place "A1" 4) (place "A2" 8)})'}
    step = "(forEach Piece (move Step Orthogonal (to if:(is Empty (to)))))"
    safe = "(not (is Threatened (+ 5 (mover)) at:4))"
    assert KernelsRun(**board, play=f"(play (if {safe} {step}))").targets() == [1, 3, 5, 7]


def test_what_follows_from_many_moves_is_written_once() -> None:
    """It names sites and players of its own, and has rows of its own for what is around a site."""
    many = (
        "(forEach Site (sites Empty) (move Add (to (site))))",
        "(forEach Player (move Add (to (+ 3 (player)))))",
        "(forEach Value min:6 max:8 (if (is Empty (value)) (move Add (to (value)))))",
    )
    around = (
        "(forEach Site (sites Around (last To)) (if (is Enemy (who at:(site))) (remove (site))))"
    )
    counts = "(forEach Player (forEach Value min:1 max:2 (addScore (player (player)) (value))))"
    then = f"(then (seq {{{around} {counts}}}))"
    found = [
        game_of(play=f"(play (or {{{' '.join(rules)}}} {then}))").source.count("def act_")
        for rules in (many[:1], many)
    ]
    assert found[0] == found[1]
