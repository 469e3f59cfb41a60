"""Cards that a seat does not see: nothing of them is handed to it, and redraws follow the odds."""

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from boardless.agents import MCTS, RHEA, Budget
from boardless.agents.determinization import hides, observation
from boardless.games import Game, load
from boardless.play import State
from boardless.state.engine.arrays import Arrays
from boardless.topo import InputError
from boardless.view.scene import scene_of
from boardless.view.session import Session
from tests.agents.redraws import begun, chances_of_redraws

GAMES = 4  # with each number of players
#: Games that take long for a move as plain Python: one of each is looked at.
LARGE = ("Colt Express", "Virus!")


@cache
def game_of(name: str, players: int) -> Game:
    options = [] if name == "Hearts" else [f"Players/{players}"]
    return load(name, options=options, jit=False)


def played(number: int, players: int, moves: int, name: str = "Love Letter") -> State:
    """Return a state after random moves of players, at one of whose turns it is."""
    random, state = Random(number), State(game_of(name, players))
    while state.outcome() is None and (moves > 0 or state.seat == 0):
        moves -= state.seat != 0
        state.push(random.choice(list(state.legal_moves)))
    return state


def handed(state: State, seat: int) -> str:
    """Return everything that a seat is handed, as text: view, arrays, page, and own moves."""
    position = state.position
    own = seat == state.seat
    rows = position.numbers().tolist() if own else []
    names = [str(move) for move in state.legal_moves] if own else []
    views = [np.asarray(state.seen_numbers).tolist()] if own else []
    session = Session(state.copy(), seed=1)
    page = session.data(seat)
    scene = json.dumps(scene_of(state, seat).data(), sort_keys=True)
    return repr((state.observation(seat), rows, names, views, scene, json.dumps(page)))


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("Love Letter", 2),
        ("Love Letter", 3),
        ("Love Letter", 4),
        ("Go Fish", 3),
        ("Uno", 3),
        ("Blackjack", 3),
        ("Poker", 3),
        ("Sushi Go!", 3),
        ("Hearts", 4),
        ("Hanabi", 3),
        ("Colt Express", 3),
        ("Exploding Kittens", 3),
        ("Virus!", 3),
    ],
)
def test_turning_over_hidden_cards_changes_nothing_that_a_seat_is_handed(
    name: str, players: int
) -> None:
    changed, games = 0, 1 if name in LARGE else GAMES
    for number in range(games):
        moves = 4 + 9 * number
        while (state := played(number, players, moves, name)).outcome() is not None:
            moves //= 2
        for seat in range(1, players + 1):
            for again in range(3):
                other = observation(state, seat, Random(again))
                assert isinstance(other, State)
                assert handed(other, seat) == handed(state, seat)
                what = other.position.arrays.what, state.position.arrays.what
                changed += not np.array_equal(*what)
    assert changed > 3 * games


def test_another_seat_is_handed_other_things() -> None:
    state = played(2, 3, 5)
    assert len({handed(state, seat)[:2000] for seat in (1, 2, 3)}) == 3


@pytest.mark.parametrize(("name", "moves", "samples"), [("Love Letter", 2, 1_500), ("Uno", 9, 400)])
def test_cards_that_are_redrawn_follow_the_odds_of_what_is_left(
    name: str, moves: int, samples: int
) -> None:
    state = begun(name, 4, moves, seed=2, jit=False)
    assert min(chances_of_redraws(state, 1, samples, seed=5)) > 0.001


def test_no_card_is_lost_by_redraws() -> None:
    state = begun("Love Letter", 3, 7, seed=4, jit=False)
    kernels, arrays = state.position.kernels, state.position.arrays

    def everywhere(arrays: Arrays) -> Counter[int]:
        found, counts = Counter[int](), arrays.fields[int(kernels.COUNTS)]
        for site in range(1, int(kernels.HELD) + 1):
            found[int(arrays.what[site])] += int(counts[site])
        return +found

    all_cards = everywhere(arrays)
    assert all_cards.total() == 16
    for again in range(40):
        other = observation(state, 1 + again % 3, Random(again))
        assert isinstance(other, State)
        assert everywhere(other.position.arrays) == all_cards


def test_redraws_share_moves_before_and_have_legal_moves_of_their_own() -> None:
    state = begun("Love Letter", 3, 3, seed=4, jit=False)
    redraws = [observation(state, 1 + state.seat % 3, Random(again)) for again in range(12)]
    refused = 0
    for one, other in pairwise(redraws):
        assert isinstance(one, State)
        assert isinstance(other, State)
        assert one.position.node.before is other.position.node.before
        for move in set(one.legal_moves) - set(other.legal_moves):
            refused += 1
            with pytest.raises(InputError, match="is not legal"):
                other.push(move)
    assert refused > 3


def test_a_search_takes_a_move_for_one_whatever_is_redrawn() -> None:
    state = begun("Love Letter", 3, 3, seed=4, jit=False)
    decision = MCTS(cut=0, heuristic="tag-love-letter")(state, Budget(iterations=60), Random(1))
    assert set(decision.visits) == set(state.legal_moves)
    # Where a move had several names, most of these were legal in other redraws alone.
    assert sum(decision.visits.values()) == 60


def test_sequences_compiled_are_those_of_plain_python() -> None:
    found = [
        RHEA(horizon=3, heuristic="tag-love-letter")(
            begun("Love Letter", 2, 3, seed=4, jit=jit), Budget(calls=400), Random(1)
        )
        for jit in (False, True)
    ]
    assert [(str(it.move), it.value, it.spent.calls) for it in found[:1]] == [
        (str(it.move), it.value, it.spent.calls) for it in found[1:]
    ]
    assert found[0].spent.calls >= 400


def test_known_cards_stay_where_they_are() -> None:
    state = played(3, 4, 12)
    for seat in (1, 2, 3, 4):
        view = state.observation(seat)
        for again in range(5):
            other = observation(state, seat, Random(again))
            assert isinstance(other, State)
            assert other.observation(seat) == view
            first = list(state.legal_moves)
            other.push(next(iter(other.legal_moves)))
            other.pop()
            assert list(state.legal_moves) == first


def test_an_observation_does_not_tell_what_chance_decided() -> None:
    state = played(3, 4, 12)
    other = observation(state, 1, Random(1))
    assert isinstance(other, State)
    assert other.ply == state.ply
    told = [move for move in other.move_stack if str(move).startswith("*")]
    assert {str(move) for move in told} == {"*0"}
    assert len(told) > 5
    with pytest.raises(InputError, match="an observation begins here"):
        other.pop()
    other.push(next(iter(other.legal_moves)))
    other.pop()


def test_choices_of_others_in_the_round_that_is_on_are_redrawn_with_the_cards() -> None:
    state, random, found = played(1, 3, 8, "Diamant"), Random(1), Counter[int]()
    while state.position.held_choices < 2:
        state.push(next(iter(state.legal_moves)))
    for _ in range(20):
        other = observation(state, 2, random)
        assert isinstance(other, State)
        assert observation(other, 2, random).move_stack[:-2] == other.move_stack[:-2]
        assert handed(other, 2) == handed(state, 2)
        assert handed(other, 3) == handed(state, 3)
        assert other.move_stack[-1] == state.move_stack[-1]
        found[str(other.move_stack[-2])] += 1
    assert len(found) == 2


def test_the_place_of_a_kitten_that_is_put_back_is_known_to_one_alone() -> None:
    state, random = played(2, 3, 0, "Exploding Kittens"), Random(2)
    kitten = 1 + [it.name for it in state.components].index("Exploding Kitten")
    while not state.containers[0].what[state.players]:  # until one lies on the table
        state.push(random.choice(list(state.legal_moves)))
    seat, place = state.seat, 2
    state.push(list(state.legal_moves)[place])
    while state.seat == 0:
        state.push(next(iter(state.legal_moves)))
    there, told = Counter[bool](), Counter[bool]()
    for player in range(1, 4):
        for again in range(10):
            other = observation(state, player, Random(again))
            assert isinstance(other, State)
            hands, row = other.containers[2:5], other.containers[5]
            assert all(kitten not in hand.what.nonzero().values() for hand in hands)
            there[player == seat] += row.what[place] == kitten
            told[player == seat] += any(str(move).endswith("*2") for move in other.move_stack)
    assert (there[True], told[True], told[False]) == (10, 10, 0)
    assert there[False] < 10


def test_a_redraw_stays_when_moves_are_made_again() -> None:
    state = played(3, 4, 12)
    other = observation(state, 1, Random(2))
    assert isinstance(other, State)
    other.push(next(iter(other.legal_moves)))
    what = other.position.arrays.what.copy()
    other.position._make_again(other.position.node)
    assert np.array_equal(other.position.arrays.what[: len(what)], what)
    other.pop()
    assert other.observation(1) == state.observation(1)


TWO_DECKS = """(game "Two Decks" (players 2)
    (equipment {
        (board (square 2))
        (deck "Own" Each {(card "Fist" count:2) (card "Palm")})
        (deck "Gold" {(card "Coin" count:3) (card "Nugget" count:3)})
        (hand Each size:2 seen:Owner)
        (hand Shared size:2 seen:Nobody)
    })
    (rules
        (play (move Pass (then (if (= 1 (count Moves)) (seq {
            (forEach Player
                (take Card "Own" (player (player)) (sites Hand (player (player))) num:2)
            )
            (take Card "Gold" (sites Hand Shared) num:2)
        })))))
        (end (if (= 9 (count Moves)) (result Mover Win)))
    )
)"""


def test_cards_of_several_decks_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "Two Decks.lud"
    path.write_text(TWO_DECKS, encoding="utf-8")
    state, random, found = State(load(path, jit=False)), Random(1), Counter[tuple[str, ...]]()
    while state.ply == 0 or state.seat == 0:
        state.push(random.choice(list(state.legal_moves)))
    mine, _, _, own, *_ = _held(state)
    for again in range(60):
        other = observation(state, 1, Random(again))
        assert isinstance(other, State)
        deck, others, gold, hand, theirs, shared = _held(other)
        assert (deck, hand) == (mine, own)
        assert theirs + others == Counter(Fist=2, Palm=1)
        assert gold + shared == Counter(Coin=3, Nugget=3)
        found[(*sorted(theirs.elements()), *sorted(shared.elements()))] += 1
    assert len(found) == 6


def _held(state: State) -> list[Counter[str]]:
    """Return how many there are of each component in the hands and piles."""
    names = ["", *(component.name for component in state.components)]
    found = []
    for store in state.containers[1:]:
        there = zip(store.what, store.count, strict=True)
        found.append(Counter(names[what] for what, count in there if what for _ in range(count)))
    return found


def test_nothing_is_sampled_anew_where_all_cards_are_open() -> None:
    # Histories that agree with all that was seen were looked for here, at times in vain.
    assert not hides(State(game_of("Pandemic", 3)))
    assert hides(State(game_of("Uno", 3)))


def test_moves_of_open_cards_carry_no_numbers_of_other_moves() -> None:
    state = played(1, 3, 2, "Pandemic")
    rows, twin = state.position.numbers(), state.copy()
    twin.position.arrays.found[:] = 77  # sequences of agents find moves in arrays of their own
    assert np.array_equal(twin.position.numbers(), rows)


def test_questions_of_an_observation_change_nothing() -> None:
    # In what the third player may believe, other cards leave nothing of the move to chance.
    state, random = State(load("Love Letter", jit=False)), Random(2)
    while state.ply < 50:
        state.push(random.choice(list(state.legal_moves)))
    assert state.position.is_waiting
    seen = observation(state, 3, Random(2))
    before = seen.mover, seen.position.plies, seen.key
    ((_, odds),) = seen.chances()
    assert odds == 1
    assert (seen.mover, seen.position.plies, seen.key) == before
