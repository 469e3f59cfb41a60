"""Values without a place: variables, the counter, remembered and pending values, scores."""

import pytest

from tests.games.compiler.boards import end_if
from tests.games.compiler.kernels_run import KernelsRun


def after(effect: str, *sites: int, test: str, **parts: str) -> bool:
    """Tell whether a condition holds after moves to sites, each followed by an effect."""
    play = f"(play (move Add (to (sites Empty)) (then {effect})))"
    return KernelsRun(play=play, end=end_if(test), **parts).go(*sites) != -1


@pytest.mark.parametrize(
    ("effect", "sites", "test"),
    [
        ('(set Var "x" (+ (var "x") 3))', (0, 1), '(= (var "x") 5)'),
        ('(set Var "x")', (0,), '(= (var "x") -1)'),
        ('(set Var "y" 7)', (0,), '(and (= (var "y") 7) (= (var "x") -1))'),
        ("(set Var (last To))", (4,), "(= (var) 4)"),
        # All effects are worked out before the first of them is done.
        ('(and (set Var "x" 5) (set Var "y" (var "x")))', (0,), '(= (var "y") -1)'),
        ('(set Var "x" 1 (then (set Var "y" (var "x"))))', (0,), '(= (var "y") 1)'),
        ('(set Var "x" 0)', (0, 1, 2), "(= (counter) 1)"),
        ("(set Counter 8)", (0, 1), "(= (counter) 8)"),
        ("(set Counter)", (0, 1), "(= (counter) -1)"),
        ('(remember Value "x" (last To))', (3, 5), '(and (is In 3 (values Remembered "x")) '
         '(= 2 (size Array (values Remembered "x"))))'),
        ('(remember Value "x" 1)', (3, 5), '(= 2 (size Array (values Remembered "x")))'),
        ('(remember Value "x" 1 unique:True)', (3, 5),
         '(= 1 (size Array (values Remembered "x")))'),
        ('(and (remember Value "x" (last To)) (forget Value "x" 3))', (3, 5),
         '(and (not (is In 3 (values Remembered "x"))) (is In 5 (values Remembered "x")))'),
        ('(if (= (count Moves) 2) (forget Value "x" All) (remember Value "x" (last To)))', (3, 5),
         '(= 0 (size Array (values Remembered "x")))'),
        ("(if (= (count Moves) 2) (set Pending (last To)))", (3, 5), "(= (value Pending) 5)"),
        ("(set Pending 30)", (3,),
         "(and (is In 30 (sites Pending)) (not (is In 3 (sites Pending))))"),
        ("(set Pending)", (3,), "(and (is Pending) (= (value Pending) 1))"),
        ("(set Pending (sites {1 2}))", (3,),
         "(and (= (value Pending) 0) (= 2 (count Sites in:(sites Pending))))"),
        # What is pending is forgotten when the next move has been made.
        ("(if (= (count Moves) 1) (set Pending 3))", (3, 5), "(not (is Pending))"),
        ("(set Score P2 4)", (0,), "(and (= (score P2) 4) (= (score Mover) 0))"),
        ("(addScore {P1 P2} {2 5})", (0, 1), "(and (= (score P1) 4) (= (score P2) 10))"),
        ("(addScore All 1)", (0,), "(and (= (score P1) 1) (= (score P2) 1))"),
        ("(addScore (player (next)) 3)", (0,), "(and (= (score P1) 0) (= (score Next) 3))"),
        ("(set Value Mover 6)", (0,), "(and (= (value Player Mover) 6) (= (value Player P2) -1))"),
        ("(set Value at:(last To) 6)", (0,), "(= (value Piece at:0) 6)"),
        ("(set State at:(last To) 2)", (0,), "(and (= (state at:0) 2) (= (state at:1) 0))"),
        ("(set Count at:(last To) 5)", (0, 1), "(= (count Pieces All) 10)"),
        ("(set Count at:(last To) 0)", (0,), "(no Pieces)"),
        ("(moveAgain)", (0, 1), "(and (= (count MovesThisTurn) 1) (= (count Turns) 1))"),
        ('(set Var "x" 0)', (0, 1), "(and (= (count MovesThisTurn) 0) (= (count Turns) 2))"),
        ("(set NextPlayer (player (mover)))", (0, 1), "(is Mover P1)"),
        ('(set Var "x" (if (is Mover P1) 3 4))', (0, 1), '(= (var "x") 4)'),
        ('(set Var "x" (^ 2 (count Moves)))', (0, 1, 2), '(= (var "x") 8)'),
        ('(set Var "x" Infinity)', (0,), '(and (= (var "x") 1000000000) (= Off Undefined))'),
    ],
)  # fmt: skip
def test_effects_on_numbers(effect: str, sites: tuple[int, ...], test: str) -> None:
    assert after(effect, *sites, test=f"(and (= (count Moves) {len(sites)}) {test})")


def test_moves_are_taken_back_with_the_numbers_they_changed() -> None:
    effect = '(and {(remember Value "x" (to)) (addScore Mover -3) (set Var "x" -7)})'
    run = KernelsRun(play=f"(play (move Add (to (sites Empty)) (then {effect})))")
    key, numbers = int(run.arrays.key[0]), run.arrays.numbers.tolist()
    run.go(0, 1)
    assert int(run.arrays.key[0]) != key
    assert run.arrays.numbers.tolist() != numbers
    run.back()
    run.back()
    assert run.arrays.numbers.tolist() == numbers
    assert int(run.arrays.key[0]) == key


@pytest.mark.parametrize(
    ("counted", "number"),
    [
        ("(count Pieces)", 3),
        ("(count Pieces P1)", 2),
        ("(count Pieces Next)", 1),
        ('(count Pieces "B")', 1),
        ('(count Pieces P1 "A")', 1),
        ("(count Pieces Enemy)", 1),
        ("(count Pieces of:1)", 2),
        ("(count Pieces in:(sites {0 1}))", 2),
        ("(count Pieces if:(> (site) 0))", 2),
        ('(where "A" P2)', 2),
        ('(where "A" Mover)', 0),
        ('(where "B" P2)', -1),
        ('(where (id "B1"))', 1),
        ("(count at:1)", 1),
        ("(count in:(sites {0 1 5}))", 2),
        ("(count Active)", 2),
    ],
)
def test_pieces_are_counted_and_found(counted: str, number: int) -> None:
    before = '(start {(place "A1" 0) (place "B1" 1) (place "A2" 2)})'
    none = '(then (set Var "x" 0))'
    play = f"(play (move Add (to (sites Empty) if:(= {counted} {number})) {none}))"
    assert KernelsRun(before=before, play=play).targets() == [3, 4, 5, 6, 7, 8]


def test_numbers_before_the_first_move() -> None:
    before = '(start {(set Score P1 3) (set RememberValue "x" (sites {1 2}))})'
    allowed = '(and {(= (score P1) 3) (is In (to) (values Remembered "x"))})'
    play = f"(play (move Add (to (sites Empty) if:{allowed}) (then (set Score P2 0))))"
    assert KernelsRun(before=before, play=play).targets() == [1, 2]


def test_all_that_is_remembered_is_forgotten_in_order() -> None:
    """By one move, also where it is made first; names come as Java's hash tables have them."""
    kept = '(and {(remember Value 4) (remember Value "b" 5) (remember Value "A" 6) %s})'
    kept %= "(remember Value 7)"
    forget = "(do (forget Value All) next:(move Add (to (sites Empty))))"
    run = KernelsRun(play=f"(play (if (is Mover P1) (move Add (to 0) (then {kept})) {forget}))")
    run.go(0)
    run.go(1)
    told = [(run.names[a], b) for kind, a, b, *_ in run.logged() if kind == run.kernels.FORGOTTEN]
    # "A" is 65, the place after that of "b", which is 98 and so 2 of 16.
    assert told == [("", 4), ("", 7), ("A", 6), ("b", 5)]


def test_moves_are_counted_as_before_what_goes_before() -> None:
    """A trial of what goes before is no move, neither in it nor in what is found behind it."""
    noted = '(do (add (to 8) (then (set Var "x" (count Moves)))) next:(set Var "y" (count Moves)))'
    test = '(and (= (var "x") 1) (= (var "y") 1))'
    assert after(noted, 0, test=test)


def test_numbers_of_players_that_lie_behind_long_lists() -> None:
    names = "abcdefgh"
    remember = " ".join(f'(remember Value "{name}" 4)' for name in names)
    known = " ".join(f'(is In 4 (values Remembered "{name}"))' for name in names)
    run = KernelsRun(
        before="(start { (set Team 1 {P1}) (set Team 2 {P2}) })",
        play=f"(play (if (and {{ {known} }}) (move Remove (sites Occupied by:Enemy))"
        f" (move Add (to (sites Empty)) (then (and {{ {remember} }})))))",
    )
    run.go(0)
    assert run.targets() == [0]


def test_what_is_remembered_before_is_forgotten_as_it_was_found() -> None:
    values = "(forEach Value min:-1 max:1 (remember Value (* 2000000000 (value))))"
    then = f"(do {values} next:(forget Value All))"
    run = KernelsRun(play=f"(play (move Add (to (sites Empty)) (then {then})))")
    found = [2_000_000_000 * value for value in (-1, 0, 1)]
    for _ in range(2):
        run.go(1)
        # Ludii puts what is found first before all others, and the last one behind it.
        assert run.values(run.kernels.REMEMBERED) == [found[0], *reversed(found[1:])]
        assert run.values(run.kernels.FORGOTTEN) == found
        run.back()
