"""Decks: piles without an order, cards by chance, properties, and what players see of them."""

from collections import Counter
from random import Random

import pytest

from boardless.agents.determinization import hides
from boardless.games import Game, compile
from boardless.games.language.errors import LudemeError
from boardless.games.ludemes.hiding import hidden_fields
from boardless.play import State, run_playouts

#: Everybody gets two cards and plays them; who has no card left takes those of the deck.
HIGHEST = """
(game "Highest" (players 2)
    (equipment {
        (board (rectangle 1 2))
        (deck "Deck" {
            (card "Low" {(property "Points" 1)} count:3)
            (card "High" {(property "Points" 5)} count:2)
            (card "None")
        })
        (hand Each size:3 seen:Owner)
        (pile "Out" Each)
        (pile "Aside" seen:Nobody)
    })
    (rules
        (play (if (= 0 (count Moves))
            (move Pass (then (seq {
                (take Card "Deck" (sites Hand P1) num:2)
                (take Card "Deck" (sites Hand P2) num:2)
                (take Card "Deck" (sites Pile "Aside"))
            })))
            (forEach Site (sites Hand Mover) (if (is Occupied (site))
                (move (from (site)) (to (pileSite "Out" Mover (what at:(site))))
                    (then (addScore Mover (property "Points" (what at:(last To))))))
            ))
        ))
        (end (if (= 5 (count Moves)) (byScore)))
    )
)
"""


def highest(old: str = "", new: str = "", jit: bool = False) -> Game:
    assert old in HIGHEST
    return compile(HIGHEST.replace(old, new), jit=jit)


def dealt(number: int = 1, game: Game | None = None) -> State:
    """Return a state after chance has dealt."""
    random, state = Random(number), State(game or highest())
    state.push(next(iter(state.legal_moves)))
    while state.chances():
        moves, odds = zip(*state.chances(), strict=True)
        state.push(random.choices(moves, [float(each) for each in odds])[0])
    return state


def counts(state: State, container: int) -> Counter[int]:
    """Return how often each card lies in a container."""
    held = state.containers[container]
    number = held.chunk("count").nonzero()
    found = Counter[int]()
    for site, what in held.what.nonzero().items():
        found[what] += number.get(site, 1)
    return found


DECK, HANDS, OUT, ASIDE = 1, (2, 3), (4, 5), 6


def test_no_card_is_lost() -> None:
    state = dealt()
    assert counts(state, DECK).total() == 1
    assert [counts(state, hand).total() for hand in HANDS] == [2, 2]
    while state.outcome() is None:
        state.push(Random(state.ply).choice(list(state.legal_moves)))
        everywhere = sum((counts(state, n) for n in range(1, 7)), Counter[int]())
        assert everywhere == {1: 3, 2: 2, 3: 1}


def test_cards_are_taken_by_how_many_there_are_of_each() -> None:
    state = State(highest())
    state.push(next(iter(state.legal_moves)))
    assert [str(odds) for _, odds in state.chances()] == ["1/2", "1/3", "1/6"]
    state.push(state.chances()[1][0])
    assert [str(odds) for _, odds in state.chances()] == ["3/5", "1/5", "1/5"]


def test_a_property_that_a_card_has_not_is_minus_one() -> None:
    found = set()
    for number in range(20):
        state = dealt(number)
        while state.outcome() is None:
            state.push(next(iter(state.legal_moves)))
        points = {1: 1, 2: 5, 3: -1}
        expected = tuple(sum(points[c] * n for c, n in counts(state, out).items()) for out in OUT)
        assert state.scores == expected
        found |= {*expected}
    assert min(found) < 2


def test_a_hand_shows_others_how_many_cards_there_are() -> None:
    state = dealt()
    first = len(state.containers[0]) + len(state.containers[DECK])
    own, other = state.observation(1), state.observation(2)
    assert -1 not in own.what[first : first + 3]
    assert other.what[first : first + 3] == (-1, -1, -1)
    assert own.count[first : first + 3] == other.count[first : first + 3] == (1, 1, 0)


def test_nobody_sees_the_deck_and_everybody_what_lies_open() -> None:
    state = dealt()
    state.push(next(iter(state.legal_moves)))
    for player in (1, 2):
        seen = state.observation(player)
        assert set(seen.count[2:5]) == {-1}
        assert set(seen.count[-3:]) == {-1}
        assert -1 not in seen.what[-9:-3]


def test_a_place_that_was_shown_is_hidden_again_with_another_card() -> None:
    shown = "(set Hidden What (sites Hand P2) False to:P1)"
    game = highest(
        '(addScore Mover (property "Points" (what at:(last To))))',
        f'(seq {{ {shown} (take Card "Deck" (sites Hand Mover)) }})',
    )
    state = dealt(game=game)
    first = len(state.containers[0]) + sum(len(state.containers[n]) for n in (DECK, HANDS[0]))
    assert state.observation(1).what[first : first + 3] == (-1, -1, -1)
    state.push(next(iter(state.legal_moves)))
    seen = state.observation(1).what[first : first + 3]
    assert seen[0] == -1
    assert -1 not in seen[1:]


def test_a_pile_that_has_run_out_gets_the_cards_of_another_one() -> None:
    game = highest(
        '(take Card "Deck" (sites Pile "Aside"))',
        '(take Card "Deck" (sites Pile "Aside") num:6 again:"Aside")',
    )
    state = dealt(game=game)
    assert counts(state, DECK) + counts(state, ASIDE) == Counter({1: 3, 2: 2, 3: 1}) - counts(
        state, 2
    ) - counts(state, 3)
    assert counts(state, ASIDE).total() == 2


def test_nothing_is_taken_where_nothing_is_left() -> None:
    game = highest(_TAKE_TWO, f"{_TAKE_TWO} {_TAKE_TWO}")
    assert counts(dealt(game=game), HANDS[0]).total() == 3
    state = dealt(game=highest('(sites Pile "Aside")', '(sites Pile "Aside") num:5'))
    assert counts(state, DECK).total() == 0


def test_how_often_chance_is_asked_tells_nothing_of_a_hand() -> None:
    """A card is taken of a hand of two, which are alike or not: others must not be told."""
    game = highest(_TAKE_TWO, f"{_TAKE_TWO} (take Card (sites Hand P1) (sites Hand P2))")
    states = [dealt(number, game) for number in range(12)]
    assert len({len(counts(state, HANDS[0]) + counts(state, HANDS[1])) for state in states}) > 1
    assert len({state.ply for state in states}) == 1


def test_taking_is_taken_back() -> None:
    state = dealt()
    keys = []
    while state.ply:
        keys.append(state.key)
        state.pop()
    assert counts(state, DECK) == {1: 3, 2: 2, 3: 1}
    assert len(set(keys)) == len(keys)


def test_it_is_played_compiled() -> None:
    plain = run_playouts(highest(), playouts=30, seed=2)
    assert run_playouts(highest(jit=True), playouts=30, seed=2).tally == plain.tally


_TAKE_TWO = '(take Card "Deck" (sites Hand P1) num:2)'
_TAKE_ASIDE = '(take Card "Deck" (sites Pile "Aside"))'
_PLACE = '(pileSite "Out" Mover (what at:(site)))'
_POINTS = '(property "Points" (what at:(last To)))'
_ASIDE = '(pile "Aside" seen:Nobody)'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("count:3", "count:-3", "-3"),
        ("count:3", "count:1001", "0 to 1,000"),
        ('(card "None")', '(card "Low")', "another card of the name 'Low'"),
        ('"Points" 1)', '"Points" 1) (property "Points" 2)', "another property of the name"),
        (_ASIDE, '(pile "Deck")', "another pile of the name 'Deck'"),
        (_ASIDE, '(deck "Deck" {(card "Other")})', "another pile of the name 'Deck'"),
        (_TAKE_TWO, '(take Card "Dek" (sites Hand P1))', "Dek"),
        (_TAKE_TWO, '(take Card "Deck" (sites Hand P1) num:4)', "hands have 3 places"),
        (_TAKE_TWO, '(take Card "Deck" (sites Hand P1) num:-2)', "expected 0 cards or more"),
        ("Each size:3", "Each size:1", "hands have 1 places"),
        ("Each size:3", "Each size:0", "1 to 10,000"),
        (_TAKE_ASIDE, '(take Card "Deck" (sites Pile "Aside") num:7)', "there are 6 cards"),
        (_TAKE_ASIDE, '(take Card "Out" (sites Pile "Aside"))', "nobody has the pile 'Out'"),
        (_TAKE_ASIDE, '(take Card "Deck" (sites Pile "Asid"))', "Asid"),
        (_TAKE_ASIDE, '(take Card "Deck" (sites Pile "Aside") again:"Under")', "Under"),
        ('(pileSite "Out"', '(pileSite "Outs"', "Outs"),
        (_PLACE, '(pileSite "Out" (what at:(site)))', "nobody has the pile 'Out'"),
        (_PLACE, '(pileSite "Out" Mover (id "Lowest"))', "expected a card, 1 to 3"),
        (_PLACE, '(pileSite "Out" Mover 4)', "4: expected a card"),
        ('"Points" (what at', '"Pips" (what at', "Pips"),
        (_POINTS, '(property "Points" 77)', "77: expected a card"),
        (_POINTS, '(property "Points" -5)', "-5: expected a card"),
        ("seen:Owner", "seen:Mover", "Mover"),
        ("(board (rectangle 1 2))", "(boardless Square)", "board of fixed size"),
    ],
)
@pytest.mark.filterwarnings("ignore::boardless.games.language.errors.LudemeWarning")
def test_bad_decks_are_one_line(old: str, new: str, message: str) -> None:
    with pytest.raises(LudemeError, match=message) as error:
        highest(old, new)
    assert "\n" not in str(error.value)


def test_what_is_computed_and_no_card_has_no_property() -> None:
    game = highest(_POINTS, '(property "Points" (+ 50 (what at:(last To))))')
    state = dealt(game=game)
    state.push(next(iter(state.legal_moves)))
    assert state.scores is not None
    assert sum(state.scores) == -1


def test_piles_need_a_deck() -> None:
    text = '(game "G" (players 2) (equipment {(board (square 2)) (piece "P" Each) (pile "A")})'
    end = "(end (if (all Passed) (result Mover Win)))"
    with pytest.raises(LudemeError, match="deck"):
        compile(f"{text} (rules (play (move Pass)) {end}))", jit=False)


@pytest.mark.parametrize(
    ("board", "message"),
    [("(boardless Hexagonal)", "laid out"), ("(board (square 2))", "the game has none")],
)
def test_cards_of_a_game_without_a_deck_are_one_line(board: str, message: str) -> None:
    text = f'(game "G" (players 2) (equipment {{{board} (piece "P" Each)}})'
    play = '(play (take Card "Deck" (sites Empty)))'
    end = "(end (if (all Passed) (result Mover Win)))"
    with pytest.raises(LudemeError, match=message) as error:
        compile(f"{text} (rules {play} {end}))", jit=False)
    assert "\n" not in str(error.value)


def test_sites_have_numbers_for_what_may_be_hidden_and_no_others() -> None:
    game = highest()
    assert hidden_fields(game.module.model.game) == ("hidden", "hidden what")
    assert hides(State(game))


def test_cards_that_all_see_are_no_secrets() -> None:
    text = HIGHEST.replace("seen:Owner", "").replace("seen:Nobody", "")
    game = compile(text.replace('"None")\n        }', '"None")\n        } seen:All'), jit=False)
    state = dealt(game=game)
    assert not hidden_fields(game.module.model.game)
    assert not hides(state)
    assert state.observation(1).what == state.observation(2).what
