"""Start rules: pieces and their places."""

import pytest

from boardless.games.initial.contents import (
    AmountAction,
    CostAction,
    CountAction,
    GivenAction,
    HideAction,
    PhaseAction,
    Put,
    RememberAction,
    ScoreAction,
    TeamAction,
)
from boardless.games.language.errors import LudemeError
from tests.games.initial.scenes import EQUIPMENT, started

#: Without dice, which would lie there first.
PLAIN = EQUIPMENT.replace("(dice d:4 num:2)", "")
PAWN1, PAWN2, ROCK = 1, 2, 3


def actions(start, equipment=PLAIN, **options):
    return list(started(start, equipment, **options).actions)


def cell(site):
    return ("Cell", site)


def test_dice_lie_in_their_places_first():
    assert actions('(place "Rock0" 3)', EQUIPMENT) == [
        Put(cell(29), 1), Put(cell(30), 2), Put(cell(3), 5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("start", "sites"),
    [
        ('(place "Pawn1" 3)', [3]),
        ('(place "Pawn1" (sites {7 3}))', [3, 7]),
        ('(place "Pawn1" {7 3 "C3"})', [7, 3, 12]),
        ('(place "Pawn1" coord:"B1")', [1]),
        ('(place "Pawn1" {"B1" "A1"})', [1, 0]),
        ('(place "Pawn1" (handSite P2 1))', [28]),
        ('(place "Pawn1" "Hand1")', [25]),
        ('(place "Pawn1" "Hand1" 1)', [26]),
        ('(place "Pawn1" "Board" {2 3})', [2, 3]),
        ('(place "Pawn1")', []),
        ('(place Stack "Pawn1" "Hand2")', [27, 28]),
        ('(place Stack "Pawn1" {4 2})', [4, 2]),
        ('(set P1 {4 2})', [4, 2]),
        ("(set P1 coord:\"A2\")", [5]),
        ('(forEach Site (sites Bottom) if:(is Odd (site)) (place "Pawn1" (+ (site) 5)))', [6, 8]),
        ('(forEach Value min:3 max:5 (place "Pawn1" (value)))', [3, 4, 5]),
        ('(forEach Player (place "Pawn1" (player)))', [1, 2]),
        ('(forEach {2 9} (place "Pawn1" (player)))', [2]),
    ],
)  # fmt: skip
def test_where_pieces_are_put(start, sites):
    assert [(put.component, put.spot) for put in actions(start)] == [
        (PAWN1, cell(site)) for site in sites
    ]


def test_what_pieces_are_given():
    (put,) = actions('(place "Rock0" 3 count:4 state:2 rotation:1 value:9)')
    assert put == Put(cell(3), ROCK, 4, 2, 1, 9)
    assert actions('(place "Rock0" 3 state:-1)') == [Put(cell(3), ROCK)]
    assert actions('(place "Rock0" (sites {1 2}) counts:{5 6})') == [
        Put(cell(1), ROCK, 5), Put(cell(2), ROCK, 5),
    ]  # fmt: skip


def test_each_player_s_component_goes_to_the_first_empty_site_of_the_hand():
    assert actions('(place "Pawn" "Hand" count:3) (place "Pawn" "Hand")') == [
        Put(cell(25), PAWN1, 3), Put(cell(27), PAWN2, 3),
        Put(cell(26), PAWN1), Put(cell(28), PAWN2),
    ]  # fmt: skip


def test_stacks():
    found = started(
        '(place Stack "Rock0" {3 4} counts:{1 2}) (place Stack items:{"Pawn1" "Pawn2"} 3 state:1)',
        PLAIN,
    )
    assert [put.component for put in found.pieces[cell(3)]] == [ROCK, PAWN1, PAWN2]
    assert [put.state for put in found.pieces[cell(3)]] == [None, 1, 1]
    assert len(found.pieces[cell(4)]) == 2
    assert all(put.stacked for put in found.of(Put))


def test_a_second_piece_on_a_site_counts_unless_the_game_has_stacks():
    start = '(place "Pawn1" 3 count:2) (place "Pawn2" 3 state:4)'
    assert started(start, PLAIN).pieces[cell(3)] == (Put(cell(3), PAWN1, 3, 4),)
    stacked = started(start, PLAIN, stacking=True).pieces[cell(3)]
    assert [put.component for put in stacked] == [PAWN1, PAWN2]


def test_counts_and_numbers_of_sites():
    assert actions("(set Count (+ 1 2) to:(sites {1 2})) (set Count 0 at:1)") == [
        CountAction(cell(1), ROCK, 3), CountAction(cell(2), ROCK, 3), CountAction(cell(1), ROCK, 0),
    ]  # fmt: skip
    found = started("(set Count 3 to:(sites {1 2})) (set Count 0 at:1)", PLAIN)
    assert found.pieces == {cell(2): (Put(cell(2), ROCK, 3),)}
    assert actions("(set Cost 4 Edge at:50) (set Phase 2 Vertex at:35) (set Cost 1 at:-1)") == [
        CostAction(("Edge", 50), 4), PhaseAction(("Vertex", 35), 2),
    ]  # fmt: skip


def test_numbers_of_players_and_teams():
    assert actions("(set Score P2 5) (set Score Each (count Rows)) (set Amount 7)") == [
        ScoreAction(2, 5), ScoreAction(1, 5), ScoreAction(2, 5), AmountAction(1, 7),
        AmountAction(2, 7),
    ]  # fmt: skip
    assert actions("(set Team 1 {P1 P2 P9})") == [TeamAction(1, 1), TeamAction(1, 2)]


def test_values_are_remembered_once_if_they_have_to_be_new():
    assert actions(
        '(set RememberValue "M" (sites {3 1})) (set RememberValue "M" 3 unique:True)'
        " (set RememberValue 3 unique:True) (set RememberValue 3)"
    ) == [
        RememberAction("M", 1),
        RememberAction("M", 3),
        RememberAction(None, 3),
        RememberAction(None, 3),
    ]


def test_what_is_hidden():
    assert actions("(set Hidden (sites Hand P1) to:P2)") == [
        HideAction(cell(25), 0, 2, None, True), HideAction(cell(26), 0, 2, None, True),
    ]  # fmt: skip
    assert actions("(set Hidden {What Count} at:3 level:1 False to:All)") == [
        HideAction(cell(3), 1, player, data, False)
        for data in ("What", "Count")
        for player in (1, 2)
    ]


def test_givens_of_a_puzzle():
    puzzle = "(board (square 3) (values Cell (range 1 9)))"
    assert actions("(set {{0 9} {8 7}})", puzzle, players="1") == [
        GivenAction(cell(0), 9), GivenAction(cell(8), 7),
    ]  # fmt: skip


def test_what_is_left_to_chance_is_asked_for():
    asked = []

    def last(choice):
        asked.append((choice.what, choice.options))
        return len(choice.options) - 1

    start = '(place "Rock0" 8) (place Random (sites {7 8 9}) {"Pawn1" "Pawn2"})'
    found = started(start, PLAIN, choose=last)
    assert [put.spot for put in found.of(Put)] == [cell(8), cell(9), cell(7)]
    assert asked == [("site", (7, 9)), ("site", (7,))]
    assert [(choice.what, choice.options) for choice in found.choices] == asked
    assert started('(place "Rock0" 8)', PLAIN).choices == ()


def test_chance_among_pieces_values_and_sites():
    found = started('(place Random {"Pawn1" (count "Rock0" 2)} (handSite 1))', PLAIN)
    assert [choice.options for choice in found.choices] == [(1, 3, 3), (3, 3), (3,)]
    assert [put.component for put in found.pieces[cell(25)]] == [PAWN1, ROCK, ROCK]
    assert actions('(place "Rock0" 3 state:(value Random (range 4 6)))', choose=lambda _: 2) == [
        Put(cell(3), ROCK, state=6)
    ]
    found = started('(place "Rock0" (sites Random (sites {3 4 5}) num:2))', PLAIN)
    assert [choice.options for choice in found.choices] == [(3, 4, 5), (4, 5)]
    assert [put.spot for put in found.of(Put)] == [cell(3), cell(4)]


def test_dominoes_are_dealt_two_players_by_turns():
    dealt = started("(deal Dominoes 2)", "(board (square 3)) (dominoes upTo:2) (hand Each size:2)")
    assert [(put.spot, put.component) for put in dealt.of(Put)] == [
        (cell(9), 1), (cell(11), 2), (cell(10), 3), (cell(12), 4),
    ]  # fmt: skip
    assert len(dealt.choices) == 4


@pytest.mark.parametrize("start", ["(set Score Neutral 3)", "(set P9 3)", "(set P1)"])
def test_without_a_player_or_a_place_nothing_is_done(start):
    assert actions(start) == []


@pytest.mark.parametrize(
    ("role", "players"),
    [
        ("P2", [2]), ("All", [1, 2]), ("Enemy", [2]), ("NonMover", [2]), ("Friend", [1]),
        ("Ally", []), ("Prev", []), ("Team2", [2]), ("Shared", []),
    ],
)  # fmt: skip
def test_roles_from_whom_something_is_hidden(role, players):
    assert [it.player for it in actions(f"(set Hidden at:3 to:{role})")] == players


def test_what_is_remembered_once_where_a_condition_holds():
    for test, count in (("(= 1 1)", 1), ("(= 1 2)", 2)):
        twice = f'(set RememberValue "Name" 3 unique:{test})' * 2
        assert len(actions(twice)) == count


@pytest.mark.parametrize(
    ("start", "named"),
    [
        ('(place "King1" 3)', "'King1': choose one of Pawn1, Pawn2, Rock0"),
        ('(place "Pawn1" "Bag" 3)', "'Bag': choose one of Board, Hand1, Hand2"),
        ('(place "Pawn1" 99)', "site 99 does not exist"),
        ('(place "Pawn1" coord:"Z9")', "'Z9'"),
        ('(place Stack "Pawn1" (sites Top) counts:{1 2})', "expected 5 counts"),
        ('(place Random {(count "Pawn1" 2)})', "expected where the stack is"),
        ("(forEach Value min:0 max:999999999 (set Amount 1))", "at most 200,000 values"),
        ('(forEach Value min:0 max:199999 (place "Pawn1" (sites Board)))', "200,000 actions"),
        ("(deal Dominoes 9)", "too few dominoes"),
    ],
)
def test_what_is_not_there_is_named(start, named):
    with pytest.raises(LudemeError, match=named):
        started(start, PLAIN)
