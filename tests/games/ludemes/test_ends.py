"""Ends of games with effects: results, ranks, scores, passes, and phases of players."""

import pytest

from boardless.games import compile
from tests.games.compiler.boards import text_of
from tests.games.compiler.kernels_run import KernelsRun

#: An effect that changes nothing.
NOTHING = '(then (set Var "x" 0))'
PLAY = f"(play (move Add (to (sites Empty)) {NOTHING}))"


def ended(end: str, *sites: int, players: int = 2, play: str = PLAY) -> KernelsRun:
    """Return a game after moves to sites."""
    run = KernelsRun(players=players, play=play, end=f"(end {end})")
    run.go(*sites)
    return run


@pytest.mark.parametrize(
    ("end", "winner", "ranks"),
    [
        ("(if (= 1 1) (result Mover Win))", 1, [1, 2]),
        ("(if (= 1 1) (result Next Loss))", 1, [1, 2]),
        ("(if (= 1 1) (result P1 Loss))", 2, [2, 1]),
        ("(if (= 1 1) (result Mover Draw))", 0, [1.5, 1.5]),
        *(
            (f"(if (= 1 1) (result P1 {how}))", 0, [1.5, 1.5])
            for how in ("Tie", "Crash", "Abandon")
        ),
        # Who is no single player is not among those who play.
        ("(if (= 1 1) (result Enemy Win))", -1, [0, 0]),
        ("(if (= 1 1) (result All Win))", 0, [1, 1]),
        ("(if (= 1 1) (result All Loss))", 0, [2, 2]),
        # Of rules that hold the first decides, unless a later one counts points.
        ("{(if (= 1 1) (result P2 Win)) (if (= 1 1) (result P1 Win))}", 2, [2, 1]),
        ("{(if (= 1 1) (result P2 Win)) (if (= 1 1) (byScore {(score P1 1)}))}", 1, [1, 2]),
        ("(if (= 1 1) {(if (= 1 2) (result P1 Win)) (if (= 1 1) (result P2 Win))})", 2, [2, 1]),
        ("(if (= 1 1) (if (= 1 2) (result P1 Win)) (result P2 Win))", 2, [2, 1]),
        ("(if (= 1 1) (if (= 1 1) (result P1 Win)) (result P2 Win))", 1, [1, 2]),
        ("(if (= 1 1) (if (= 1 2) (result P1 Win)))", -1, [0, 0]),
        ("(forEach Player if:(= 2 (player)) (result Player Loss))", 1, [1, 2]),
        ("(forEach NonMover if:(= 1 1) (result Player Win))", 2, [2, 1]),
        # Of the other roles all look at every player.
        ("(forEach P2 if:(= 1 (player)) (result Player Win))", 1, [1, 2]),
        ("(forEach if:(= 2 (player)) (result Player Win))", 2, [2, 1]),
        # Without a track there is nothing to ask.
        ("(forEach Track if:(= 1 1) (result P1 Win))", -1, [0, 0]),
        ('(forEach Player if:(= (what at:0) (id "A" Player)) (result Player Win))', 1, [1, 2]),
        ("(if (= 1 1) (byScore {(score P1 3) (score P2 3)}))", 0, [1.5, 1.5]),
        ("(if (= 1 1) (byScore {(score P1 3)} misere:True))", 2, [2, 1]),
        # Equal scores: the higher number is first, whichever score is.
        ("(if (= 1 1) (byScore tie:(player)))", 2, [2, 1]),
        ("(if (= 1 1) (byScore tie:(- 3 (player)) misere:True))", 1, [1, 2]),
        ("(if (= 1 1) (byScore {(score P1 3)} tie:(player)))", 1, [1, 2]),
    ],
)
def test_results_of_two(end: str, winner: int, ranks: list[float]) -> None:
    run = ended(end, 0)
    assert (run.winner, run.ranks) == (winner, ranks)


@pytest.mark.parametrize(
    ("end", "sites", "winner", "ranks"),
    [
        # Who has a place plays no more: the turn goes from 2 to 4 and to 1.
        ("(if (= 2 (count Moves)) (result P3 Loss))", (0, 1, 2, 3), -1, [0, 0, 4, 0]),
        ("(if (<= 2 (count Moves)) (result Mover Win))", (0, 1, 2, 3), 2, [4, 1, 2, 3]),
        # Those who lose together share the places that they take.
        ("(forEach Player if:(> (player) 2) (result Player Loss))", (0,), -1, [0, 0, 3.5, 3.5]),
        ("(forEach Player if:(> (player) 1) (result Player Loss))", (0,), 1, [1, 3, 3, 3]),
        ("(if (= 1 (count Moves)) (result P2 Win) ) ", (0,), -1, [0, 1, 0, 0]),
        ("{(if (= 1 (count Moves)) (result P1 Win)) (if (= 2 (count Moves)) (result Mover Draw))}",
         (0, 1), 1, [1, 3, 3, 3]),
        ("(if (= 1 1) (byScore {(score P2 2) (score P3 2) (score P4 1)}))", (0,), 0,
         [4, 1.5, 1.5, 3]),
        ("(if (= 1 1) (byScore {(score P2 2) (score P3 2) (score P4 2)} tie:(% (player) 2)))", (0,),
         3, [4, 2.5, 1, 2.5]),
    ],
)  # fmt: skip
def test_ranks_of_four(end: str, sites: tuple[int, ...], winner: int, ranks: list[float]) -> None:
    run = ended(end, *sites, players=4)
    assert (run.winner, run.ranks) == (winner, ranks)


def test_who_has_a_place_is_passed_over() -> None:
    run = ended("(if (= 2 (count Moves)) (result P3 Loss))", 0, 1, players=4)
    assert run.mover == 4
    run.go(2, 3)
    assert run.mover == 2


def test_games_of_one_player() -> None:
    assert ended("(if (= 1 1) (result P1 Win))", 0, players=1).winner == 1
    assert ended("(if (= 1 1) (result P1 Loss))", 0, players=1).winner == 0


@pytest.mark.parametrize(("rule", "winner"), [("", 0), ("(meta (passEnd NoEnd))", -1)])
def test_all_pass(rule: str, winner: int) -> None:
    play = f"{rule} (play (or (move Pass) (move Add (to (sites Empty)) {NOTHING})))"
    assert ended("(if (= 1 2) (result P1 Win))", 0, -1, -1, play=play).winner == winner
    run = ended("(if (all Passed) (result P2 Win))", 0, -1, play=play)
    assert run.winner == -1
    assert run.go(-1) == 2


def test_a_pass_is_seen() -> None:
    play = f"(play (or (move Pass) (move Add (to (sites Empty) if:(not (was Pass))) {NOTHING})))"
    run = ended("(if (= 1 2) (result P1 Win))", 0, play=play)
    assert run.targets() == [-1, *range(1, 9)]
    run.go(-1)
    assert run.targets() == [-1]


def test_no_moves() -> None:
    play = f"(play (move Add (to (sites {{0 1}}) if:(is Empty (to))) {NOTHING}))"
    assert ended("(if (no Moves Next) (result Mover Win))", 0, play=play).winner == -1
    assert ended("(if (no Moves Next) (result Mover Win))", 0, 1, play=play).winner == 2
    # Of the mover it is known from the turn that is over.
    run = ended("(if (no Moves Mover) (result Mover Loss))", 0, 1, play=play)
    assert run.winner == -1
    assert run.go(-1) == 2


def test_phases_of_players() -> None:
    phases = f"""phases:{{
        (phase "one" P1 (play (move Add (to (sites {{0 1}})) {NOTHING})))
        (phase "two" P2 (play (move Add (to (sites {{2 3}})) {NOTHING}))
            (nextPhase Mover (= (count Moves) 2) "three"))
        (phase "three" (play (move Add (to (sites {{4 5}})) {NOTHING})) (nextPhase "one"))
    }}"""
    run = KernelsRun(play=phases)
    assert run.targets() == [0, 1]
    run.go(0)
    assert run.targets() == [2, 3]
    run.go(2)
    assert run.targets() == [0, 1]
    run.go(1)
    # Player 2 goes on from the third phase whoever moves.
    assert run.targets() == [0, 1]


def test_a_game_that_goes_on_too_long_is_drawn() -> None:
    play = "(play (move Add (to 0) (then (moveAgain))))"
    run = ended("(if (= 1 2) (result P1 Win))", 0, play=play)
    run.arrays.n[run.kernels.TURNS] = 2 * 1250 - 2
    assert run.go(0) == -1
    run.arrays.n[run.kernels.TURNS] = 2 * 1250 - 1
    assert run.go(0) == 0
    assert run.ranks == [1.5, 1.5]
    assert run.arrays.n[run.kernels.LIMITED] == 1


def test_an_end_for_each_track() -> None:
    match = KernelsRun(
        board='(square 3) {(track "Way" {0 1 2})}'.join(("(board ", ")")),
        play=PLAY,
        end="(end (forEach Track if:(= 1 1) (result P2 Win)))",
    )
    match.go(0)
    assert match.winner == 2


def test_rules_of_play_beside_phases_are_allowed_in_each() -> None:
    phase = '(phase "{}" (play (move Add (to (sites {})))) {})'
    phases = phase.format("A", "Bottom", '(nextPhase "B")') + phase.format("B", "Top", "")
    match = KernelsRun(play=f"(play (move Add (to (centrePoint)))) phases:{{{phases}}}")
    assert match.targets() == [0, 1, 2, 4]
    match.go(0)
    assert match.targets() == [4, 6, 7, 8]


@pytest.mark.parametrize(("said", "goes_on"), [("Draw", False), ("NoEnd", True)])
def test_a_game_in_which_everyone_passes(said: str, goes_on: bool) -> None:
    meta = f"(meta (passEnd {said}))"
    match = KernelsRun(before=meta, play="(play (if (= 1 2) (pass)))")
    match.go(-1, -1)
    assert match.winner == (-1 if goes_on else 0)


def test_players_move_one_after_another() -> None:
    text = text_of(before="").replace("(equipment", "(mode Alternating) (equipment")
    assert compile(text, jit=False).players == 2
