"""Moves that several rules ask for: they are written once, and mean the same to all of them."""

import itertools
import random

from boardless.play import State
from boardless.state.engine.arrays import OPEN
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
        return game_of(play=f"(play {taking})").source.count(" = next_on_path(")

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


#: The squares of 5 x 5 in the four directions from a square, near ones first.
RAYS = {
    (x, y): [
        [
            (x + n * dx, y + n * dy)
            for n in range(1, 5)
            if 0 <= x + n * dx < 5 and 0 <= y + n * dy < 5
        ]
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
    ]
    for x in range(5)
    for y in range(5)
}
Square = tuple[int, int]


def _open(board: dict[Square, int], at: Square) -> set[Square]:
    """Return the empty squares that are seen from one."""
    return {
        square
        for ray in RAYS[at]
        for square in itertools.takewhile(lambda square: square not in board, ray)
    }


def _nearness(board: dict[Square, int], at: Square, other: int) -> tuple[int, int]:
    """Return how many pieces of a player are beside a square, and how many are seen from it."""
    seen = [next((board[square] for square in ray if square in board), 0) for ray in RAYS[at]]
    return sum(board.get(ray[0]) == other for ray in RAYS[at] if ray), seen.count(other)


def _score(board: dict[Square, int], who: int) -> int:
    """Return the pieces of a player that can slide nearer, and the squares that he alone sees."""
    movable, other = 0, 3 - who
    for at in (square for square, owner in board.items() if owner == who):
        rest = {square: owner for square, owner in board.items() if square != at}
        before = _nearness(board, at, other)
        movable += any(_nearness({**rest, to: who}, to, other) > before for to in _open(board, at))
    mine, theirs = (
        set().union(*(_open(board, at) for at, owner in board.items() if owner == player))
        for player in (who, other)
    )
    return movable + len(mine - theirs)


def test_what_follows_from_additions_and_slides_has_rows_of_its_own() -> None:
    """It lists moves and regions: more rows of scratch after one sort than after another."""
    beside = "(count Pieces Next in:(sites Around {} Orthogonal))"
    seen = "(count Pieces Next in:(sites LineOfSight Piece at:{} Orthogonal))"
    closer = (
        f'(or (> {beside.format("(last To)")} (var "Near"))'
        f' (and (= {beside.format("(last To)")} (var "Near"))'
        f' (> {seen.format("(last To)")} (var "Seen"))))'
    )
    slides = (
        f'(forEach Piece (do (and (set Var "Seen" {seen.format("(from)")})'
        f' (set Var "Near" {beside.format("(from)")}))'
        f" next:(move Slide Orthogonal) ifAfterwards:{closer}) {{}})"
    )
    free = (
        "(sites (results from:(sites Occupied by:{})"
        " to:(sites LineOfSight Empty at:(from) Orthogonal) (to)))"
    )
    add = f"(move Add (to (difference (sites Empty) {free.format('Next')})))"
    scores = " ".join(
        f"(set Score {who} (+ (size Array (array (sites From {slides.format(who)})))"
        f" (count Sites in:(difference {free.format(who)} {free.format(other)}))))"
        for who, other in (("Mover", "Next"), ("Next", "Mover"))
    )
    then = f"(then (if (is Prev Next) (moveAgain) (and {scores})))"
    passes = "(if (is Prev Next) (move Pass))"
    match = match_of(
        board="(square 5)",
        pieces='(piece "A" Each)',
        before="(start (set Score Each 0))",
        play=f"(play (or {{{add} {slides.format('Mover')} {passes}}} {then}))",
        end="(end (if (no Moves Next) (result Mover Win)))",
    )
    chance, checked = random.Random(1), 0
    while match.winner == OPEN and match.count_rows():
        before = list(match.scores)
        match.push_row(chance.randrange(match.count_rows()))
        if list(match.scores) != before:
            board = {divmod(site, 5)[::-1]: owner for site, owner in pieces(match).items()}
            assert list(match.scores) == [_score(board, who) for who in (1, 2)]
            checked += 1
    assert checked > 5
