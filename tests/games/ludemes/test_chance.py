"""Chance in play."""

from fractions import Fraction
from random import Random

import pytest

from boardless.games import Game, compile
from boardless.play import State, replayed, run_playouts
from boardless.play.playing import by_chance, play_game
from boardless.state import OPTION
from boardless.topo import InputError


def game(play: str, end: str = "(if (is Line 3) (result Mover Win))") -> Game:
    """Return a game on nine cells with some rules."""
    return compile(
        f"""(game "Chance" (players 2)
            (equipment {{ (board (square 3)) (piece "Disc" Each) (hand Each) }})
            (rules (play {play}) (end {end})))""",
        jit=False,
    )


WEIGHTED = "(random {0.25 0.5 0.25} {(move Add (to 0)) (move Add (to (sites Empty))) (move Pass)})"
AFTER = "(move Add (to (sites Empty)) (then (add (to (sites Random)))))"


def after(state: State, *outcomes: int) -> State:
    """Return a state after chance has taken some outcomes."""
    for outcome in outcomes:
        state.push(state.parse(f"*{outcome}"))
    return state


def test_chance_chooses_between_rules_first() -> None:
    state = State(game(WEIGHTED))
    assert (state.seat, state.mover) == (0, 1)
    assert [odds for _, odds in state.chances()] == [
        Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)
    ]  # fmt: skip
    assert [str(move) for move in state.legal_moves] == ["*0", "*1", "*2"]
    counts = [len(after(State(state.game), outcome).legal_moves) for outcome in range(3)]
    assert (counts, after(state, 1).seat, state.chances()) == ([1, 9, 1], 1, ())


def test_what_has_no_weight_does_not_come_about() -> None:
    state = State(game("(random {0 (count Moves) 1} {(move Pass) (move Pass) (move Add (to 0))})"))
    assert [str(move) for move, _ in state.chances()] == ["*2"]


def test_regions_by_chance_are_drawn_one_by_one_without_putting_back() -> None:
    state = State(game("(move Add (to (sites Random (sites {1 4 8}) num:2)))"))
    assert len(state.chances()) == 3
    after(state, 1)
    assert len(state.chances()) == 2
    after(state, 1)
    assert [str(move) for move in state.legal_moves] == ["+1@0,0,4", "+1@0,0,8"]


def test_moves_by_chance() -> None:
    state = State(game("(random (move Add (to (sites Bottom))) num:2)"))
    after(state, 2, 0)
    assert [str(move) for move in state.legal_moves] == ["+1@0,0", "+1@0,0,2"]


def test_integers_by_chance() -> None:
    state = State(game("(move Add (to (value Random (range 3 5))))"))
    assert {odds for _, odds in state.chances()} == {Fraction(1, 3)}
    after(state, 2)
    assert [str(move) for move in state.legal_moves] == ["+1@0,0,5"]


def test_more_outcomes_than_can_be_listed_are_refused_and_nothing_has_changed() -> None:
    state = State(
        game("(move Add (to (sites Empty)) (then (set Var (value Random (range 0 99999)))))")
    )
    state.push(state.parse("+1@0,0"))
    assert len(state.chances()) == 100_000
    end = "(if (= (value Random (range 0 100000)) 1) (result Mover Win))"
    state = State(game("(move Add (to (sites Empty)))", end))
    key, move = state.key, state.parse("+1@0,0")
    with pytest.raises(InputError, match="100,001 outcomes of chance: a state lists at most 100,0"):
        state.push(move)
    assert (state.key, state.ply, len(state.legal_moves)) == (key, 0, 9)


def test_what_follows_from_a_move_waits_for_chance() -> None:
    state = State(game(AFTER))
    state.push(state.parse("+1@0,0"))
    assert (state.seat, state.mover, state.pieces, len(state.chances())) == (0, 1, {}, 8)
    after(state, 3)
    assert (state.seat, state.mover) == (2, 2)
    assert state.pieces == {(0, 0, 0): 1, (0, 0, 4): 1}
    assert str(state.pop()) == "*3"
    assert (state.seat, state.pieces) == (0, {})
    state.pop()
    assert (state.seat, len(state.legal_moves)) == (1, 9)


@pytest.mark.parametrize("play", [WEIGHTED, AFTER, f"(or {WEIGHTED} {AFTER})"])
def test_undo_is_exact_and_keys_tell_positions_apart(play: str) -> None:
    state, random, seen = State(game(play)), Random(5), []
    while state.outcome() is None and state.ply < 40:
        seen.append((state.key, state.seat, state.pieces, list(state.legal_moves)))
        state.push(by_chance(state, random))
    alike = {(key, seat, tuple(pieces.items())) for key, seat, pieces, _ in seen}
    assert len({key for key, *_ in seen}) == len(alike) > 1
    for ply in (1, len(seen) - 1):
        assert state.at(ply).key == seen[ply][0]
    assert replayed(state.trial(), state.game).key == state.key
    twin = state.copy()
    while state.ply:
        state.pop()
        assert seen.pop() == (state.key, state.seat, state.pieces, list(state.legal_moves))
    assert twin.ply
    assert twin.key != state.key


def test_only_outcomes_that_there_are_may_come_about() -> None:
    state = State(game(WEIGHTED))
    for move in ("*3", "+1@0,0", "pass"):
        with pytest.raises(InputError, match="not legal"):
            state.push(state.parse(move))
    assert state.ply == 0


def test_games_are_played_by_seed_with_the_same_chance() -> None:
    state = State(game(AFTER))
    trial = play_game(state, [by_chance, by_chance], seed=2)
    assert sum(OPTION in {a.kind for a in move.actions} for move in trial.moves) > 1
    assert trial == play_game(State(state.game), [by_chance, by_chance], seed=2)


def test_playouts_take_outcomes_as_often_as_their_odds_say() -> None:
    first = "(if (is Occupied 0) (result P1 Win)) (if (is Occupied 1) (result P2 Win))"
    played = game(
        "(random {0.75 1 0.25} {(move Add (to 0)) (move Add (to 1)) (move Add (to 2))})",
        f"{{{first} (if (is Occupied 2) (result Mover Draw))}}",
    )
    drawn, first_wins, second_wins = run_playouts(played, playouts=4000, seed=1).tally.wins
    assert abs(first_wins - 1500) < 150
    assert abs(second_wins - 2000) < 150
    assert abs(drawn - 500) < 100


def test_games_with_chance_are_not_counted() -> None:
    with pytest.raises(InputError, match="has moves by chance"):
        State(game(AFTER)).perft(1)


@pytest.mark.parametrize(
    ("play", "why"),
    [
        ("(random {0 0} {(move Pass) (move Pass)})", "not all 0"),
        ("(random {-1 2} {(move Pass) (move Pass)})", "not all 0"),
        ("(random (random (move Add (to (sites Empty))) num:1) num:1)", "chance inside of chance"),
    ],
)
def test_chance_that_has_no_meaning_is_refused(play: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        game(play)
