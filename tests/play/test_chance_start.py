"""Starts that are left to chance: drawn before the first move, and kept in trials."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from random import Random

import pytest

from boardless.agents.determinization import determinizations
from boardless.games import Game, compile, load
from boardless.play import State, play_game, record_playouts, replayed, run_playouts
from boardless.play.chance import StartStream
from boardless.play.playing import by_chance
from boardless.state import Trial
from boardless.topo import InputError

#: Two pieces of player 1 and one of player 2, which has a value, on five places.
START = """(place Random {"A1"} count:2)
    (place "A2" (sites Random (sites Empty)) value:(value Random (range 1 2)))
    (set Hidden What (forEach (sites Board) if:(= 2 (who at:(site)))) to:P1)"""
TEXT = """(game "Drawn" (players 2)
    (equipment {{ (board (rectangle 1 {places})) (piece "A" Each) }})
    (rules (start {{ {start} }})
        (play (move Add (to (sites Empty))))
        (end {{ (if (and (is Line 3) (<= 0 (value Piece at:0))) (result Mover Win))
            (if (= 0 (count Sites in:(sites Empty))) (result All Draw)) }})))"""
#: What there is to choose from, one outcome after the other.
COUNTS = [5, 4, 2, 3]


def drawn(start: str = START, places: int = 5, jit: bool = False) -> Game:
    return compile(TEXT.format(start=start, places=places), jit=jit)


GAME = drawn()


def after_start(game: Game, outcomes: list[int]) -> State:
    state = State(game)
    for outcome in outcomes:
        state.push(state.parse(f"*{outcome}"))
    return state


def placed(state: State) -> tuple[int, ...]:
    return tuple(state.pieces.get((0, 0, n), 0) for n in range(5))


def test_chance_decides_before_the_first_move() -> None:
    state = State(GAME)
    for count in COUNTS:
        assert state.seat == 0
        assert state.pieces == {}, "nothing is to be seen before all is decided"
        assert [odds for _, odds in state.chances()] == [Fraction(1, count)] * count
        assert [move for move, _ in state.chances()] == list(state.legal_moves)
        with pytest.raises(InputError, match="has moves by chance"):
            state.perft(1)
        state.push(state.parse(f"*{count - 1}"))
    assert state.seat == 1
    assert placed(state) == (0, 0, 2, 1, 1)
    assert len(state.legal_moves) == 2


def test_what_pieces_have_and_what_is_hidden_follows_what_was_drawn() -> None:
    for outcomes, place, value in (([0, 0, 0, 1], 3, 1), ([4, 3, 1, 0], 0, 2)):
        state = after_start(GAME, outcomes)
        assert placed(state)[place] == 2
        values = state.position.arrays.fields[state.position.kernels.VALUES]
        assert values.nonzero()[0].tolist() == [1 + place]
        assert values[1 + place] == value
        seen = state.observation(1).what
        assert [n for n, what in enumerate(seen) if what == -1] == [place]
        assert -1 not in state.observation(2).what


def test_outcomes_are_taken_back_and_keys_tell_them_apart() -> None:
    state, other = after_start(GAME, [1, 2, 1, 0]), State(GAME)
    keys = [state.key]
    while state.ply:
        state.pop()
        keys.append(state.key)
        assert state.pieces == {}
    assert len(set(keys)) == 5
    assert state.key == other.key


def test_the_same_start_has_the_same_key_in_any_order() -> None:
    assert after_start(GAME, [0, 0, 0, 0]).key == after_start(GAME, [1, 0, 0, 0]).key
    assert after_start(GAME, [0, 0, 0, 0]).key != after_start(GAME, [0, 0, 0, 1]).key


def test_an_outcome_that_cannot_be_is_refused() -> None:
    state = State(GAME)
    with pytest.raises(InputError, match="not legal"):
        state.push(state.parse("*5"))
    assert state.ply == 0


def test_seeds_decide_and_all_starts_come_about() -> None:
    starts = Counter()
    for seed in range(120):
        state = State(GAME)
        trial = play_game(state, [by_chance] * 2, seed=seed)
        starts[placed(state.at(4))] += 1
        if seed < 3:
            assert play_game(State(GAME), [by_chance] * 2, seed=seed) == trial
    assert len(starts) == 30
    assert max(starts.values()) < 15


def test_trials_keep_the_start() -> None:
    state = State(GAME)
    trial = play_game(state, [by_chance] * 2, seed=4)
    assert [str(move)[0] for move in trial.moves[:4]] == ["*"] * 4
    read = Trial.loads(trial.dumps())
    assert read == trial
    again = read.replay()
    assert (again.key, again.outcome()) == (state.key, state.outcome())
    assert placed(trial.at(4)) == placed(state.at(4))


def test_playouts_draw_what_records_of_them_say() -> None:
    run = run_playouts(GAME, playouts=12, seed=7)
    batch = record_playouts(GAME, 0, 12, seed=7)
    starts = set()
    for number in range(12):
        state = replayed(batch[number], GAME)
        starts.add(placed(state.at(4)))
    assert len(starts) > 4
    wins = Counter(batch[number].result for number in range(12))
    assert run.tally.wins == tuple(wins[player] for player in range(3))
    assert sum(len(batch[n].moves) - 4 for n in range(12)) >= run.tally.moves


@pytest.mark.parametrize("technique", ["BASE", "BASE-KEPT"])
def test_playouts_are_the_same_wherever_they_run(technique: str) -> None:
    alone = run_playouts(GAME, playouts=30, seed=2)
    with ThreadPoolExecutor(2) as threads:
        shared = run_playouts(GAME, playouts=30, seed=2, executor=threads, technique=technique)
    assert shared.tally == alone.tally


def test_compiled_games_start_alike() -> None:
    tallies = [run_playouts(drawn(jit=jit), playouts=40, seed=5).tally for jit in (True, False)]
    assert tallies[0] == tallies[1]


def test_a_policy_plays_from_drawn_starts() -> None:
    starts: set[tuple[int, ...]] = set()

    def policy(state: State, random: Random) -> object:
        if state.ply == 4:
            starts.add(placed(state))
        return by_chance(state, random)

    run_playouts(GAME, playouts=12, seed=1, policy=policy)
    assert len(starts) > 4


def test_numbers_of_a_playout_s_start_are_those_of_its_own() -> None:
    first = [StartStream(3, 0).outcome(1000) for _ in range(2)]
    assert first[0] == first[1]
    assert len({StartStream(3, number).outcome(10**6) for number in range(20)}) == 20


def test_one_option_alone_is_no_outcome() -> None:
    state = State(drawn('(place Random {"A1"} count:2)', places=2))
    state.push(state.parse("*1"))
    assert state.ply == 1
    assert state.seat == 1
    assert len(state.pieces) == 2


def test_shuffled_piles() -> None:
    text = '(place Random {(count "A1" 2) (count "A2" 1)} 0)'
    outcomes = {
        tuple(after_start(drawn(text), [a, b]).piles[0, 0, 0]) for a in range(3) for b in range(2)
    }
    assert outcomes == {(1, 1, 2), (1, 2, 1), (2, 1, 1)}


def test_scores_that_chance_decides_are_refused() -> None:
    text = '(place "A1" 0) (set Score P1 (value Random (range 1 3)))'
    state = State(drawn(text))
    with pytest.raises(InputError, match="chance cannot set scores") as error:
        state.push(state.parse("*2"))
    assert "\n" not in str(error.value)
    assert state.ply == 0
    assert state.seat == 0


def test_the_sites_of_the_start_are_where_pieces_were_put() -> None:
    text = TEXT.format(start='(place Random {"A1"} count:2)', places=5).replace(
        "(to (sites Empty))", '(to (sites Start (piece "A1")))'
    )
    text = text.replace("(move Add", "(move Remove").replace("(to (sites Start", "(sites Start")
    text = text.replace('(piece "A1")))', '(piece "A1"))')
    state = after_start(compile(text, jit=False), [1, 3])
    assert {move.actions[0].site[2] for move in state.legal_moves} == {1, 4}


def test_what_is_hidden_of_a_start_is_redrawn() -> None:
    # Player 1 sees whose pieces lie where, not which.
    text = """(place Random {"A1" "B1" "A2" "B2"}) (set Hidden What (sites Board) to:P1)"""
    described = TEXT.format(start=text, places=5).replace(
        '(piece "A" Each)', '(piece "A" Each) (piece "B" Each)'
    )
    state, found = after_start(compile(described, jit=False), [1, 1, 0, 1]), set()
    owners = state.containers[0].who
    for _, redrawn in zip(range(8), determinizations(state, 1, Random(1)), strict=False):
        assert redrawn.containers[0].who == owners
        found.add(placed(redrawn))
    assert len(found) > 1
    # Player 2 sees all.
    seen = {placed(each) for _, each in zip(range(3), determinizations(state, 2, Random(1)))}  # noqa: B905
    assert seen == {placed(state)}


def test_dominoes_are_dealt() -> None:
    game = load("Block", ["Rules/Ludii"], jit=False)
    assert all(what == 0 for hand in game.setup.hands for what, _ in hand.holds)
    random, hands = Random(1), set()
    for _ in range(3):
        state = State(game)
        while state.seat == 0:
            state.push(random.choice(list(state.legal_moves)))
        dealt = [what for hand in state.containers[1:3] for what in hand.what if what]
        assert len(set(dealt)) == 14
        hands.add(tuple(dealt))
    assert len(hands) == 3
