"""Selection of moves: by their results, by the number of their effects, by events."""

import pytest

from tests.games.compiler.boards import FREE, START, free_where
from tests.games.compiler.kernels_run import KernelsRun

STEP = "(forEach Piece (move Step Orthogonal (to if:(is Empty (to)))))"


@pytest.mark.parametrize(
    ("region", "sites"),
    [
        (f"(sites To {STEP})", {1, 4, 8, 13}),
        (f"(sites From {STEP})", {0, 5, 9}),
        (f"(difference (sites To {STEP}) (sites {{1 8}}))", {4, 13}),
        (f"(union (sites From {STEP}) (sites {{3}}))", {0, 3, 5, 9}),
        (f"(intersection (sites To {STEP}) (sites {{1 2}}))", {1}),
    ],
)
def test_sites_of_moves(region: str, sites: set[int]) -> None:
    parts = {"board": "(square 4)", "before": START}
    select = KernelsRun(play=f"(play (move Select (from {region})))", **parts)
    assert set(select.targets()) == sites
    assert set(free_where(f"(is In (to) {region})")) == sites & set(FREE)


#: Hops of P1 from 0: to 2 and on to 12, or up to 10 alone, where nothing is left to hop over.
OVER = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"
HOP = f"(move Hop %s Orthogonal {OVER} (to if:(is Empty (to))) %s)"
ON = HOP % ("(from (last To))", "")
GO_ON = f"(then (if (can Move {ON}) (moveAgain)))"
CHAIN = f"""(if (is Prev Mover) {HOP % ("(from (last To))", GO_ON)}
    (%s (forEach Piece {HOP % ("", GO_ON)})))"""
ENEMIES = '(start {(place "A1" 0) (place "A2" (sites {1 5 7}))})'


@pytest.mark.parametrize(("rule", "sites"), [("or", [2, 10]), ("max Moves", [2])])
def test_only_the_longest_ways_on_are_moves(rule: str, sites: list[int]) -> None:
    match = KernelsRun(board="(square 5)", before=ENEMIES, play=f"(play {CHAIN % rule})")
    assert match.targets() == sites
    before = match.arrays.key[0]
    match.go(2)
    assert (match.mover, match.targets()) == (1, [12])
    match.go(12)
    assert match.mover == 2
    match.back()
    match.back()
    assert match.arrays.key[0] == before


@pytest.mark.parametrize(("rule", "sites"), [("or", [1, 5]), ("max Captures", [5])])
def test_only_moves_that_take_the_most_are_moves(rule: str, sites: list[int]) -> None:
    take = "(to if:(not (is Friend (who at:(to)))) (apply (remove (to))))"
    match = KernelsRun(
        board="(square 5)",
        before='(start {(place "A1" 0) (place "A2" 5)})',
        play=f"(play ({rule} (forEach Piece (move Step Orthogonal {take}))))",
    )
    assert match.targets() == sites


#: P1 takes 1 or 5 from 0, which are worth 3 and 2; from where 1 was, 2 is next.
WORTH = """(start {(place "A1" 0) (place "A2" 1 value:%d) (place "A2" 5 value:2)
    (place "A2" 2 value:1)})"""
TAKE = """(move Step %s Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))) %s)"""
AGAIN = TAKE % ("(from (last To))", "")
TAKE_ON = f"""(if (is Prev Mover) {AGAIN} (%s Moves (forEach Piece
    {TAKE % ("", f"(then (if (can Move {AGAIN}) (moveAgain)))")}) withValue:True))"""


@pytest.mark.parametrize(
    ("rule", "worth", "sites"),
    [("max", 3, [1]), ("max", 0, [5]), ("max", 1, [1, 5])],
)
def test_only_moves_that_take_what_is_worth_most(rule: str, worth: int, sites: list[int]) -> None:
    play = f"(play {TAKE_ON % rule})"
    match = KernelsRun(board="(square 5)", before=WORTH % worth, play=play)
    assert match.targets() == sites
    take = TAKE % ("", "")
    captures = f"(play (max Captures (forEach Piece {take}) withValue:True))"
    match = KernelsRun(board="(square 5)", before=WORTH % worth, play=captures)
    assert match.targets() == ([1] if worth > 2 else [5])


def test_what_the_last_move_hopped_over() -> None:
    """From 2 the hop back over 1 is none; another move in between lets it be one again."""
    over = "(and (is Occupied (between)) (not (is In (between) (last Between))))"
    hop = f"(move Hop Orthogonal (between if:{over}) (to if:(is Empty (to))))"
    match = KernelsRun(
        board="(square 5)",
        players=1,
        pieces='(piece "A" P1) (piece "B" Neutral)',
        before='(start {(place "A" 0) (place "B0" 1)})',
        play=f"(play (or (forEach Piece {hop}) (move Pass)))",
    )
    match.go(2)
    assert match.targets() == [-1]
    match.go(-1)
    assert match.targets() == [-1, 0]


def test_events() -> None:
    match = KernelsRun(
        play='(play (move Add (to (sites Empty)) (then (if (= 4 (last To)) (trigger "Mid" P2)))))',
        end='(end (if (is Triggered "Mid" P2) (result P1 Win)))',
    )
    assert match.go(0, 1) == -1
    assert match.go(4) == 1
    assert match.arrays.log[1, 0] == match.kernels.TRIGGERED
    assert match.names[match.arrays.log[1, 1]] == "Mid"
    match.back()
    match.winner = -1
    assert match.go(3) == -1
