"""Lists of legal moves are kept only where they cannot go stale."""

from collections.abc import Callable

import pytest

from boardless.games import compile
from boardless.games.game_technique import NAMES, game_technique
from boardless.play import Position, State
from tests.games.compiler.boards import ADD, ALL, game_of, go, match_of, pieces, targets

GROWING = [name for name in NAMES if not name.startswith("BASE")]


def grown(technique: str, to: str) -> Position:
    """Return a match on squares that grow, with a piece in the centre."""
    before = '(start (place "A1" (centrePoint)))'
    play = f"(play (move Add (to {to})))"
    return Position(
        game_of(board="(boardless Square)", before=before, play=play), game_technique(technique)
    )


@pytest.mark.parametrize("technique", GROWING)
@pytest.mark.parametrize(
    ("to", "meant"),
    [
        ("(sites Empty) if:(= 0 (% (to) 2))", lambda site, east: site % 2 == 0),
        ("(sites Empty) if:(is In (to) {1 3 5 12})", lambda site, east: site in (1, 3, 5, 12)),
        ("(sites Empty) if:(< (ahead (to) E) 5)", lambda site, east: east < 5),
        ("(sites {2 4 11}) if:(is Empty (to))", lambda site, east: site in (2, 4, 11)),
        ("12 if:(is Empty (to))", lambda site, east: site == 12),
    ],
)
def test_numbers_of_sites_on_boards_that_grow(
    technique: str, to: str, meant: Callable[[int, int], bool]
) -> None:
    match = grown(technique, to)
    for ply in range(8):
        cells = {cell: site for site, cell in enumerate(match.standing())}
        taken = pieces(match)
        expected = [
            site
            for (i, j, k), site in cells.items()
            if site not in taken and meant(site, cells.get((i + 1, j, k), -1))
        ]
        assert targets(match) == (expected or [-1]), ply
        go(match, *expected[ply % 3 : ply % 3 + 1])


BESIDE = "(results from:(to) to:(sites Around (to)) (what at:(to)))"


@pytest.mark.parametrize(
    ("to", "kept"),
    [
        ("(sites Playable)", True),
        (
            f"(sites Empty) if:(is In 1 {BESIDE})",
            True,
        ),
        ("(sites Empty) if:(is Occupied (ahead (to) E))", True),
        ("(sites Empty) if:(= 0 (% (to) 2))", False),
        ("3 if:(is Empty (to))", False),
    ],
)
def test_the_report_says_when_moves_are_searched_for(to: str, kept: bool) -> None:
    report = grown("ZONE-MAP", to).game.report
    why = "searches for moves: (move Add ...) uses numbers of sites, which change"
    assert report.startswith("keeps 1 list(s)" if kept else why)
    play = f"(play (move Add (to {to})))"
    assert match_of(play=play).game.report.startswith("keeps 1 list(s)")


def test_sites_that_are_named_by_numbers() -> None:
    """What is kept from move to move must not depend on a site elsewhere."""
    far = BESIDE.replace("at:(to)", "at:(* 0 (to))")
    for condition in (
        "(is Empty 0)",
        "(= 0 (what at:(* 0 (to))))",
        "(is In 0 (sites Empty))",
        f"(not (is In 1 {far}))",
    ):
        match = match_of(play=f"(play (move Add (to (sites Empty) if:{condition})))")
        assert targets(match) == ALL
        go(match, 0)
        assert targets(match) == [-1], condition


@pytest.mark.parametrize(
    ("whose", "steps", "kept"),
    [("Enemy", 1, True), ("Friend", 1, True), ("Mover", 1, True), ("Mover", 2, False)],
)
def test_whose_piece_stands_ahead(whose: str, steps: int, kept: bool) -> None:
    """It is local, where the site is: nobody's side changes while a list is kept."""
    ahead = f"(not (is {whose} (who at:(ahead (to) E steps:{steps}))))"
    match = match_of(board="(square 4)", play=f"(play (move Add (to (sites Empty) if:{ahead})))")
    assert match.game.report.startswith("keeps 2 list(s)" if kept else "searches for moves")
    for ply in range(9):
        lie, mover = pieces(match), 1 + ply % 2
        unwanted = 3 - mover if whose == "Enemy" else mover
        expected = [
            site
            for site in range(16)
            if site not in lie and not (site % 4 + steps < 4 and lie.get(site + steps) == unwanted)
        ]
        assert targets(match) == expected, ply
        go(match, expected[len(expected) // 2])


HANDS = {
    "more": "(hand Each)",
    "before": '(start {(place "B1" (handSite P1)) (place "B2" (handSite P2) count:2)})',
}


def phases(first: str, then: str) -> str:
    """Return two phases, the second after a move of each player."""
    way = '(nextPhase (= 2 (count Moves)) "then")'
    return f'phases:{{(phase "first" (play {first}) {way}) (phase "then" (play {then}))}}'


def test_a_hand_emptied_in_one_phase_is_empty_in_the_next() -> None:
    take = "(move (from (sites Hand Mover)) (to (sites Empty))"
    match = match_of(**HANDS, play=phases(take + ")", take + " copy:True)"))
    go(match, 0, 1)
    assert targets(match) == [-1]
    match.push(next(iter(match.moves())))
    assert targets(match) == [2, 3, 4, 5, 6, 7, 8]
    go(match, 2)
    assert pieces(match) == {0: 3, 1: 4, 2: 4}


def test_what_a_hand_holds_is_read_anew_when_hands_run_out() -> None:
    look = "(move Add (to (sites Empty) if:(= 0 (what at:(handSite P1)))))"
    take = "(move (from (sites Hand Mover)) (to (sites Empty)))"
    match = match_of(**HANDS, play=phases(take, look))
    go(match, 0, 1)
    assert targets(match) == [2, 3, 4, 5, 6, 7, 8]


def test_sites_of_hands_are_empty_or_occupied() -> None:
    take = "(move (from (sites Hand Mover)) (to (sites Empty)"
    for is_empty in ("(is Empty (handSite P1))", "(not (is Occupied (handSite P1)))"):
        match = match_of(**HANDS, play=f"(play {take} if:{is_empty})))")
        assert targets(match) == [-1]
        match = match_of(**HANDS, play=f"(play {take} if:(not {is_empty}))))")
        assert targets(match) == ALL
        go(match, 0)
        assert targets(match) == [-1]
    # Sites of hands have the numbers after those of the board; the next one names no site.
    for number, sites in ((9, []), (11, []), (8, ALL)):
        is_empty = f"(is Empty (+ {number} 0))"
        match = match_of(**HANDS, play=ADD.replace("Empty)", f"Empty) if:{is_empty}"))
        assert targets(match) == (sites or [-1])


#: Discs step east upon their own; sites of the board hold one piece without a hand.
JOINED = """
(game "Joined" (players 2)
    (equipment {{ (board (rectangle 1 4)) (piece "Disc" Each) {hand} }})
    (rules (start {{ (place "Disc1" {{0 1}}) }})
        (play (or (forEach Piece (move Step E (to if:{allowed}))) (move Pass)))
        (end (if (= (count Moves) 9) (result Mover Draw)))))
"""
NOT_ENEMY = "(not (is Enemy (who at:(to))))"


@pytest.mark.parametrize(("hand", "legal"), [("", 2), ("(hand Each)", 3)])
def test_a_piece_that_comes_to_its_like_counts_where_there_are_hands(hand: str, legal: int) -> None:
    state = State(compile(JOINED.format(hand=hand, allowed=NOT_ENEMY)))
    for _ in range(4):  # Of two discs on a site one goes on, where they count.
        state.push(next(iter(state.legal_moves)))
    assert len(state.legal_moves) == legal


@pytest.mark.parametrize(
    ("allowed", "counts"),
    [
        (NOT_ENEMY, True),
        ("(is Empty (to))", False),
        ("(not (is Friend (who at:(to))))", False),
        ("(or (is Empty (to)) (is Enemy (who at:(to))))", False),
        ("(or (is Empty (to)) (is In (to) (sites Right)))", True),
    ],
)
def test_counts_are_kept_where_a_piece_may_come_to_its_like(allowed: str, counts: bool) -> None:
    game = compile(JOINED.format(hand="(hand Each)", allowed=allowed), jit=False)
    assert game.module.model.counts_pieces == counts


@pytest.mark.parametrize("move", ["Add", "(from (sites Hand Mover))"])
@pytest.mark.parametrize(
    ("to", "replaces"),
    [
        ("(sites Playable)", False),
        ("(intersection (sites Playable) (sites Board))", False),
        ("(difference (sites Playable) (sites {0}))", False),
        ("(sites Around (last To) Empty)", False),
        ("(union (sites Playable) (sites Occupied by:Next))", True),
    ],
)
def test_moves_to_cells_without_pieces_replace_none(move: str, to: str, replaces: bool) -> None:
    supply = "" if move == "Add" else " copy:True"
    held = "" if move == "Add" else '(place "A1" (handSite P1)) (place "B2" (handSite P2))'
    game = compile(
        f"""(game "G" (players 2)
            (equipment {{ (boardless Square) (hand Each) (piece "A" P1) (piece "B" P2) }})
            (rules (start {{ {held} (place "A1" (centrePoint)) }})
                (play (move {move} (to {to}){supply}))
                (end (if (is Full) (result Mover Draw)))))""",
        jit=False,
    )
    assert game.info.effects == replaces
