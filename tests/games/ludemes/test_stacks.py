"""Moves of pieces that lie one upon another; each is tried on a small board."""

from typing import Any

import pytest

from boardless.games import LudemeError
from tests.games.compiler.kernels_run import KernelsRun

#: On 3 x 3 squares: A1, A2 and B1 on site 0, the last one uppermost; A1 on 1, A1 and A2 on 4.
START = """(start {
    (place Stack items:{"A1" "A2" "B1"} 0) (place "A1" 1) (place Stack items:{"A1" "A2"} 4)
})"""


def run(**parts: Any) -> KernelsRun:
    """Return a game from the start above."""
    return KernelsRun(before=START, **parts)


def pile(game: KernelsRun, site: int) -> list[int]:
    """Return the components on a site, the lowest first: A1 is 1, A2 is 2, B1 is 3, B2 is 4."""
    at = site + 1 + game.held
    under, fields = game.arrays.under, len(game.arrays.fields)
    height = int(under[0, at])
    below = [int(under[1 + level * (1 + fields), at]) for level in range(height - 1)]
    return [*below, int(game.arrays.what[at])] if height else []


MOVE = "(play (move (from (sites Occupied by:Mover) {}) (to (sites {{8}}) {}) {}))"


@pytest.mark.parametrize(
    ("from_", "to", "more", "left", "came"),
    [
        ("", "", "", [1, 2], [3]),
        ("level:0", "", "", [2, 3], [1]),
        ("level:1", "", "", [1, 3], [2]),
        ("", "", "stack:True", [], [1, 2, 3]),
        ("", "", "count:2", [1], [2, 3]),
    ],
)
def test_pieces_of_a_pile_move(
    from_: str, to: str, more: str, left: list[int], came: list[int]
) -> None:
    game = run(play=MOVE.format(from_, to, more))
    (row,) = (row for row in game.rows() if row[1] == 1 + game.held)
    before, key = game.arrays.under.copy(), int(game.arrays.key[0])
    game.make(row)
    assert (pile(game, 0), pile(game, 8)) == (left, came)
    game.back()
    assert (pile(game, 0), pile(game, 8)) == ([1, 2, 3], [])
    assert int(game.arrays.key[0]) == key
    assert (game.arrays.under[0] == before[0]).all()


def test_a_piece_goes_to_a_level() -> None:
    play = "(play (move (from 1 level:0) (to (sites {0}) level:1)))"
    game = run(play=play)
    game.go(0)
    assert pile(game, 0) == [1, 1, 2, 3]
    assert game.logged()[0][4:6] == [1, 2]
    game = run(play='(play (move Add (piece (id "B" P2)) (to (sites {4}) level:1)))')
    game.go(4)
    assert pile(game, 4) == [1, 4, 2]


@pytest.mark.parametrize("level", [-1, 7])
@pytest.mark.parametrize(("site", "before"), [(8, []), (4, [1, 2])])
def test_a_level_that_is_not_there_is_on_top(level: int, site: int, before: list[int]) -> None:
    added = (
        f'(piece (id "B" P2)) (to (sites {{{site}}}) level:(- {max(level, 0)} {int(level < 0)}))'
    )
    game = run(play=f"(play (move Add {added}))")
    game.go(site)
    assert pile(game, site) == [*before, 4]


@pytest.mark.parametrize(
    ("level", "left"), [("", [1, 2]), ("level:0", [2, 3]), ("level:1", [1, 3]), ("level:2", [1, 2])]
)
def test_a_level_is_removed(level: str, left: list[int]) -> None:
    game = run(play=f"(play (move Remove (sites {{0}}) {level}))")
    game.go(0)
    assert pile(game, 0) == left
    # The uppermost is not said.
    assert game.logged()[0][5] == {"level:0": 1, "level:1": 2}.get(level, 0)


def test_what_is_added_lies_on_top_and_what_is_promoted_changes_there() -> None:
    game = run(play='(play (move Add (piece "B" Mover) (to (sites {4}))))')
    game.go(4)
    assert pile(game, 4) == [1, 2, 3]
    game = run(play='(play (move Promote 4 (piece "B2")))')
    game.go(4)
    assert pile(game, 4) == [1, 4]


def test_all_of_a_pile_steps_slides_and_hops() -> None:
    for play in (
        "(move Step (from 4) E (to if:True) stack:True)",
        "(move Slide (from 4) E (between (exact 1)) stack:True)",
    ):
        game = run(play=f"(play {play})")
        game.go(5)
        assert (pile(game, 4), pile(game, 5)) == ([], [1, 2])
    hop = "(move Hop (from 0) E (between if:True) (to if:True) stack:True)"
    game = run(play=f"(play {hop})")
    game.go(2)
    assert (pile(game, 0), pile(game, 1), pile(game, 2)) == ([], [1], [1, 2, 3])


@pytest.mark.parametrize(("top", "count"), [("top:True", 2), ("top:False", 4), ("", 4)])
def test_each_piece_of_a_pile_or_the_uppermost_moves(top: str, count: int) -> None:
    play = f"(play (forEach Piece (move (from) (to (sites {{8}}))) {top}))"
    # (size Stack) lets pieces lie on each other where `top` does not.
    end = "(end (if (= 9 (size Stack at:8)) (result Mover Win)))"
    assert len(run(play=play, end=end).rows()) == count


def test_each_piece_is_seen_with_its_level() -> None:
    play = "(play (forEach Piece (move (from level:(level)) (to (sites {8})))))"
    game = run(play=play)
    taken = sorted((row[1] - 1 - game.held, row[3]) for row in game.rows())
    assert taken == [(0, 0), (0, 2), (1, 0), (4, 0)]


def test_levels_are_gone_through_from_the_top() -> None:
    levels = "(forEach Level 0 (if (= 1 (who at:0 level:(level))) (remove 0 level:(level))))"
    game = run(play=f"(play (move Select (from 1) (then {levels})))")
    game.go(1)
    assert pile(game, 0) == [2]
    levels = "(forEach Level 0 FromBottom (add (piece (what at:0 level:(level))) (to 8)))"
    game = run(play=f"(play (move Select (from 1) (then {levels})))")
    game.go(1)
    assert pile(game, 8) == [1, 2, 3]


def test_levels_have_states_and_values_of_their_own() -> None:
    states = "(and (set State at:0 level:1 5) (set Value at:0 level:0 7))"
    end = """(end (if (and {
        (= 5 (state at:0 level:1)) (= 0 (state at:0)) (= 7 (value Piece at:0 level:0))
    }) (result Mover Win)))"""
    game = run(play=f"(play (move Select (from 1) (then {states})))", end=end)
    assert game.go(1) == 1
    assert [row[5] for row in game.logged()[1:]] == [2, 1]


def test_a_step_keeps_the_state_of_its_piece_and_other_moves_do_not() -> None:
    for move, state in (("(move Step (from 4) E (to if:True))", 3), ("(move (from 4) (to 5))", 0)):
        first = "(move Select (from 4) (then (set State at:4 3)))"
        play = f"(play (if (= 0 (count Moves)) {first} {move}))"
        end = f"(end (if (and (= 2 (count Moves)) (= {state} (state at:5))) (result Mover Win)))"
        game = run(play=play, end=end)
        assert game.go(4, 5) == 2


def test_the_last_move_names_a_level() -> None:
    for move, level in (
        ("(move Select (from 0 level:1))", 1),
        ("(move Add (to 4))", 2),
        ("(move (from 1) (to 4))", 0),
        ("(move (from 1 level:0) (to 4 level:1))", 1),
        ("(move Remove 0 level:1)", 1),
    ):
        end = f"(end (if (= {level} (last LevelTo)) (result Mover Win)))"
        game = run(play=f"(play {move})", end=end)
        (row,) = game.rows()
        assert game.make(row) == 1


def test_a_number_of_a_site_of_a_hand_is_one() -> None:
    game = KernelsRun(
        more="(hand Each)",
        before='(start (place Stack items:{"A1" "A2"} (handSite P1)))',
        play="(play (move (from 9) (to (sites {0}))))",
    )
    game.go(0)
    assert pile(game, 0) == [2]
    assert int(game.arrays.what[1]) == 1


def test_who_is_of_the_same_team_is_a_friend_wherever_he_stands() -> None:
    teams = "(set Team 1 {P1 P3}) (set Team 2 {P2})"
    start = f'(start {{ {teams} (place Stack items:{{"A3" "A2"}} 0) (place "A3" 1) }})'
    for test, sites in (
        ("(is Enemy (who at:(to)))", [0]),
        ("(is Friend (who at:(to)))", [1]),
        ("(is Friend (who at:(to) level:0))", [0, 1]),
        ("(is In (to) (sites Occupied by:Enemy))", [0]),
    ):
        play = f"(play (move Add (to (sites {{0 1 2}}) if:{test})))"
        assert KernelsRun(before=start, play=play, players=3).targets() == sites


@pytest.mark.parametrize(("stack", "copied"), [("", 3), ("stack:True", 1)])
def test_a_copied_piece_comes_to_lie_on_a_pile(stack: str, copied: int) -> None:
    """What is copied is the uppermost piece, or with `stack` the lowest."""
    match = run(play=f"(play (move (from 0) (to (sites {{4}})) copy:True {stack}))")
    match.go(4)
    assert (pile(match, 0), pile(match, 4)) == ([1, 2, 3], [1, 2, copied])
    match.back()
    assert (pile(match, 0), pile(match, 4)) == ([1, 2, 3], [1, 2])


def test_the_lowest_pieces_of_a_pile_are_removed_after_the_turn() -> None:
    """The log has them first, the lowest first."""
    match = run(play="(play (move Remove (sites {0}) at:EndOfTurn count:2))")
    match.go(0)
    assert pile(match, 0) == [3]
    removed, later = match.kernels.REMOVED, match.kernels.REMOVED_LATER
    site, kept = 1 + match.held, [row[0] for row in match.logged()]
    assert kept == [removed, removed, later, later]
    assert [row[1:6:4] for row in match.logged()[:2]] == [[site, 1], [site, 2]]
    match.back()
    assert pile(match, 0) == [1, 2, 3]


def test_no_level_is_found_in_a_hand() -> None:
    """Where the level of a move is none, what it moves leaves its numbers behind."""
    level = '(where Level "A" Mover at:(handSite Mover))'
    game = run(
        more="(hand Each)",
        play=f"(play (if (= -1 {level}) (move (from 4 level:{level}) (to (sites {{8}})))))",
    )
    game.go(8)
    (moved,) = game.logged()
    assert moved[4:6] == [0, 0]
    assert pile(game, 8) == [2]


@pytest.mark.parametrize(
    ("taken", "come", "state"),
    [
        ("(remove 4 level:0)", "(move (from 1) (to 4))", 3),
        ("(remove 4)", "(move (from 1) (to 4))", 0),
        ("(remove 4 level:0)", "(move (from 1 level:0) (to 4))", 0),
        ("(remove 4 level:0)", "(move (from 1) (to 4 level:1))", 0),
    ],
)
def test_what_is_taken_from_a_named_level_leaves_its_state(
    taken: str, come: str, state: int
) -> None:
    """What lies above comes down, and its state stays for what comes there without one."""
    select = "(move Select (from 4) (then {}))"
    play = f"""(play (if (= 0 (count Moves)) {select.format("(set State at:4 3)")}
        (if (= 1 (count Moves)) {select.format(taken)} {come})))"""
    end = f"(end (if (and (= 3 (count Moves)) (= {state} (state at:4))) (result Mover Win)))"
    game = run(play=play, end=end)
    before, key = game.arrays.under.copy(), int(game.arrays.key[0])
    assert game.go(4, 4, 4) == 1
    for _ in range(3):
        game.back()
    assert (game.arrays.under == before).all()
    assert int(game.arrays.key[0]) == key


def targets_if(condition: str) -> list[int]:
    """Return the sites of the board on which a condition on (to) holds."""
    return run(play=f"(play (move Add (to (sites Board) if:{condition})))").targets()


@pytest.mark.parametrize(
    ("condition", "sites"),
    [
        ("(= 2 (size Stack at:(to)))", [4]),
        ("(< 1 (size Stack at:(to)))", [0, 4]),
        ("(= 6 (size Stack in:(sites Occupied)))", list(range(9))),
        ("(= 1 (topLevel at:(to)))", [4]),
        ("(= 0 (topLevel at:(to)))", [1, 2, 3, 5, 6, 7, 8]),
        ("(= 3 (what at:(to) level:(topLevel at:(to))))", [0]),
        ("(= 2 (what at:(to) level:1))", [0, 4]),
        ("(= 2 (who at:(to) level:1))", [0, 4]),
        ("(= 3 (what at:(to) level:-1))", [0]),
        ("(= 2 (count Stack at:(to) if:(= 1 (who at:(to) level:(level)))))", [0]),
        ("(= 1 (count Stack at:(to) stop:(= 2 (who at:(to) level:(level)))))", [0, 1, 4]),
        ("(= 0 (count Stack FromTop at:(to) stop:(= 2 (who at:(to) level:(level)))))",
         [2, 3, 4, 5, 6, 7, 8]),
        ("(= 2 (count Stack to:(sites Occupied) if:(= 2 (who at:(to) level:(level)))))",
         list(range(9))),
        ("(is In (to) (sites Occupied by:P2))", [4]),
        ("(is In (to) (sites Occupied by:P2 top:False))", [0, 4]),
        ('(is In (to) (sites Occupied by:P1 component:"A"))', [0, 1]),
        ("(= 4 (count Pieces P1))", list(range(9))),
        ("(= 2 (count Pieces P2 in:(sites {0 4})))", list(range(9))),
        ("(no Pieces P2 in:(sites {1}))", list(range(9))),
        ('(= 0 (where Level "A" P1 at:(to)))', [0, 1, 4]),
        ('(= 1 (where Level "A" P2 at:(to)))', [0, 4]),
        ('(= -1 (where Level "B" P1 at:(to)))', [1, 2, 3, 4, 5, 6, 7, 8]),
        ('(= (to) (where "A" P2))', [0]),
        ("(no Pieces P2 in:(sites {0}))", [-1]),
    ],
)  # fmt: skip
def test_what_is_read_off_levels(condition: str, sites: list[int]) -> None:
    assert targets_if(condition) == sites


def test_levels_have_no_meaning_without_piles() -> None:
    game = KernelsRun(
        before='(start (place "A1" 0))',
        play="(play (move Add (to (sites Empty) if:(= 1 (what at:0 level:3)))))",
    )
    assert game.arrays.under.shape[0] == 0
    assert len(game.rows()) == 8


def test_a_count_of_levels_needs_a_place() -> None:
    with pytest.raises(LudemeError, match="expected either at: or to:"):
        run(play="(play (move Add (to (sites Empty) if:(= 1 (count Stack)))))")


def test_the_lowest_and_the_uppermost_level_of_a_component() -> None:
    start = '(start {(place Stack items:{"A1" "A2" "A1"} 0)})'
    for top, level in (("", 2), ("fromTop:True", 2), ("fromTop:False", 0)):
        test = f'(= {level} (where Level "A" P1 at:0 {top}))'
        play = f"(play (move Add (to (sites {{8}}) if:{test})))"
        assert KernelsRun(before=start, play=play).targets() == [8]


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("(what at:0)", 1),
        ("(what at:0 level:-1)", 3),
        ("(what at:0 level:(topLevel at:0))", 3),
        ("(what at:0 level:(topLevel at:8))", 1),
        ("(what at:8)", 0),
    ],
)
def test_what_stands_on_a_site_is_what_lies_lowest(what: str, found: int) -> None:
    assert run(play=f"(play (move Add (to (+ 2 {what}))))").targets() == [2 + found]


@pytest.mark.parametrize(
    ("count", "site"), [("(count at:0)", 3), ("(count in:(sites {0 1 4 8}))", 6)]
)
def test_every_piece_of_a_pile_counts(count: str, site: int) -> None:
    assert run(play=f"(play (move Add (to {count})))").targets() == [site]


@pytest.mark.parametrize(
    ("levels", "pieces"),
    [
        ("", [3, 2, 1]),
        ("FromTop", [3, 2, 1]),
        ("FromBottom", [1, 2, 3]),
        ("FromBottom startAt:1", [2, 3]),
        ("startAt:1", [2, 1]),
        ("startAt:7", [3, 2, 1]),
        ("if:(= 2 (who at:0 level:(level)))", [2]),
    ],
)
def test_levels_take_the_place_of_sites(levels: str, pieces: list[int]) -> None:
    found = f"(results from:0 to:(forEach Level at:0 {levels}) (what at:0 level:(to)))"
    tests = [f"(= {what} (arrayValue {found} index:{n}))" for n, what in enumerate([*pieces, -1])]
    game = run(play=f"(play (move Add (to (sites Empty) if:(and {{{' '.join(tests)}}}))))")
    assert game.targets() == [2, 3, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("FromTop", []),
        # A pile of three leaves level 2, for both of the mover's pieces in it; one of two level 1.
        ("FromBottom", [(0, 2), (0, 2), (4, 1)]),
    ],
)
def test_levels_beside_a_move_stay_the_levels_of_the_next(
    order: str, found: list[tuple[int, int]]
) -> None:
    beside = f"(apply (forEach Level (from) {order} (set State at:(from) level:(level) 1)))"
    first = f"(fromTo (from (from) level:(level)) (to (sites {{8}}) {beside}))"
    second = "(fromTo (from (from) level:(level) if:(< 0 (level))) (to (sites {7})))"
    game = run(play=f"(play (forEach Piece (or {first} {second})))")
    came = [(row[1] - 1 - game.held, row[3]) for row in game.rows() if row[2] == 8 + game.held]
    assert sorted(came) == found


def test_conditions_beside_consequences_are_asked_before_any_is_made() -> None:
    beside = "(apply (if (is Empty (to)) (addScore Mover 1) (addScore Mover 5)))"
    then = f"(then (forEach Site (sites {{0 1}}) (fromTo (from (site)) (to 8 {beside}))))"
    game = run(
        play=f"(play (move Select (from 4) {then}))",
        end="(end (if (= 2 (score P1)) (result P1 Win)))",
    )
    assert game.go(4) == 1
