"""Rules that are followed one after another, and rules for lists of players."""

import pytest

from boardless.topo import InputError
from tests.games.compiler.boards import end_if, game_of
from tests.games.compiler.kernels_run import KernelsRun

ADD = "(play (move Add (to (sites Empty)) (then {})))"
NEXT = '(set Var "B" (+ (var "A") 1))'


@pytest.mark.parametrize(
    ("rule", "value"),
    [(f'(seq {{(set Var "A" 4) {NEXT}}})', 5), (f'(and (set Var "A" 4) {NEXT})', 0)],
)
def test_a_rule_sees_what_those_before_it_have_done(rule: str, value: int) -> None:
    match = KernelsRun(play=ADD.format(rule), end=end_if(f'(= (var "B") {value})'))
    assert match.go(0) == 1


COUNT = '(while (< (var "A") 5) (set Var "A" (+ (var "A") 1)))'


def test_a_rule_is_followed_as_long_as_a_condition_holds() -> None:
    match = KernelsRun(play=ADD.format(COUNT), end=end_if('(= (var "A") 5)'))
    assert match.go(0) == 1
    match.back()
    assert match.targets() == list(range(9))


def test_a_rule_that_is_followed_for_ever_stops_the_game() -> None:
    match = KernelsRun(play=ADD.format('(while (= 1 1) (set Var "A" 1))'))
    match.go(0)
    assert match.arrays.n[match.kernels.LOST] == 1


TEAMS = {"players": 4, "before": "(start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4})})"}


@pytest.mark.parametrize(
    ("players", "who"),
    [
        ("(players Team2)", {2, 4}),
        ("(players Friend)", {1, 3}),
        ("(players Enemy)", {2, 4}),
        ("(players Enemy of:2)", {1, 3}),
        ("(players NonMover if:(< (player) 4))", {2, 3}),
        ("(players All if:(is Odd (player)))", {1, 3}),
    ],
)
def test_lists_of_players(players: str, who: set[int]) -> None:
    scored = " ".join(f"(= (score P{n}) {int(n in who)})" for n in range(1, 5))
    rule = f"(forEach {players} (addScore (player (player)) 1))"
    match = KernelsRun(**TEAMS, play=ADD.format(rule), end=end_if(f"(and {{{scored}}})"))
    match.go(0)
    assert match.ranks[0] == 1


def test_rules_for_each_team() -> None:
    rule = "(forEach Team (forEach (team) (addScore Player 1)))"
    scored = "(and (= (score P1) 1) (= (score P4) 1))"
    match = KernelsRun(**TEAMS, play=ADD.format(rule), end=end_if(scored))
    match.go(0)
    assert match.ranks[0] == 1
    alone = KernelsRun(play=ADD.format(rule), end=end_if("(= (score P1) 1)"))
    alone.go(0)
    assert alone.winner == -1


@pytest.mark.parametrize(
    ("region", "sites"),
    [
        ("(forEach Team (forEach (team) (sites Occupied by:Player)))", [0, 1, 2]),
        ("(forEach {2 3} (sites Occupied by:Player))", [1, 2]),
        ("(forEach (players Enemy) (sites Occupied by:Player))", [1]),
    ],
)
def test_regions_for_each_team_and_player(region: str, sites: list[int]) -> None:
    place = '(place "A1" 0) (place "A2" 1) (place "A3" 2)'
    parts = TEAMS | {"before": f"{TEAMS['before'][:-2]} {place}}})"}
    match = KernelsRun(**parts, play=f"(play (move Select (from {region})))")
    assert match.targets() == sites


def test_a_start_for_each_team() -> None:
    start = "(forEach Team (forEach (team) (set Score Player 7)))"
    before = f"{TEAMS['before'][:-2]} {start}}})"
    match = KernelsRun(players=4, before=before, end=end_if("(= (score P3) 7)"))
    match.go(0)
    assert match.ranks[0] == 1


def test_what_follows_from_each_move_of_a_rule_in_a_loop() -> None:
    # A variable begins with -1.
    loop = COUNT[:-1] + " (then (addScore Mover 1)))"
    match = KernelsRun(play=ADD.format(loop), end=end_if("(= (score P1) 6)"))
    assert match.go(0) == 1


@pytest.mark.parametrize(("on", "targets"), [("on:Cell", [4]), ("on:Vertex", [-1])])
def test_pieces_on_sites_of_a_type(on: str, targets: list[int]) -> None:
    rule = f"(play (forEach Piece {on} (move Select (from))))"
    assert KernelsRun(before='(start (place "A1" 4))', play=rule).targets() == targets


def test_roles_of_which_there_is_no_list() -> None:
    with pytest.raises(InputError, match="Team16 or one of All, Ally, Enemy"):
        game_of(play=ADD.format("(forEach (players P1) (moveAgain))"))


def test_what_pieces_of_a_team_stand_on() -> None:
    place = '(place "A1" 0) (place "A2" 1) (place "A3" 2)'
    parts = TEAMS | {"before": f"{TEAMS['before'][:-2]} {place}}})"}
    match = KernelsRun(**parts, play="(play (move Select (from (sites Occupied by:Team1))))")
    assert match.targets() == [0, 2]
