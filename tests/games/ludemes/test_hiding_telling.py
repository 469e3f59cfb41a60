"""Knowledge of hidden cards: what was told goes with them, and redraws keep to it."""

from collections import Counter
from random import Random

import pytest

from boardless.agents.determinization import observation
from boardless.games import compile
from boardless.games.language.errors import LudemeError
from boardless.play import State

#: Nobody sees his own two cards; the first player is told which of his are of colour 1, then 2.
HINTS = """
(game "Hints" (players 2)
    (equipment {
        (board (rectangle 1 2))
        (deck "Deck" {
            (card "A" {(property "Colour" 1)} count:2)
            (card "B" {(property "Colour" 2)} count:2)
            (card "C" {(property "Colour" 3)} count:2)
            (card "D")
        })
        (hand Each size:3 seen:Others without:"D")
        (pile "Out")
    })
    (rules
        (meta (passEnd NoEnd))
        (play (if (= 0 (count Moves))
            (move Pass (then (seq {
                (fromTo (from (pileSite "Deck" (id "A"))) (to (handSite P1 0)))
                (fromTo (from (pileSite "Deck" (id "B"))) (to (handSite P1 1)))
                (fromTo (from (pileSite "Deck" (id "C"))) (to (handSite P2 0)))
            })))
            (move Pass (then (seq {
                (tell "Colour" (- (count Moves) 1) (sites Hand P1))
                (fromTo (from (handSite P1 1)) (to (handSite P1 2)))
            })))
        ))
        (end (if (= 5 (count Moves)) (result P1 Win)))
    )
)
"""


def told(moves: int) -> State:
    state = State(compile(HINTS, jit=False))
    for _ in range(moves):
        state.push(next(iter(state.legal_moves)))
    return state


def redrawn(state: State, player: int, samples: int = 300) -> Counter[str]:
    """Count the hands of both players in redraws, as a player may think that they are."""
    random, found = Random(1), Counter[str]()
    for _ in range(samples):
        other = observation(state, player, random)
        assert isinstance(other, State)
        names = ["", *(component.name for component in other.components)]
        hands = other.containers[2:4]
        found[
            " ".join("".join(names[n] for n in hand.what.nonzero().values()) for hand in hands)
        ] += 1
    return found


def test_a_player_sees_the_cards_of_others_and_not_his_own() -> None:
    state = told(1)
    assert state.observation(1).hidden != state.observation(2).hidden
    hands = redrawn(state, 1)
    assert {hand.split()[1] for hand in hands} == {"C"}
    # Of five cards that are left, in order, none is D, which all know.
    assert {hand.split()[0] for hand in hands} == {"AA", "AB", "AC", "BA", "BB", "BC", "CA", "CB"}


def test_redraws_keep_to_what_was_told_and_to_the_odds() -> None:
    state = told(2)  # the first is of colour 1, the second is not, and has moved on; bit 0 is D
    assert state.containers[2].state.nonzero() == {0: 0b1100, 2: 0b0010}
    hands = redrawn(state, 1, 600)
    assert hands.keys() == {"AB C", "AC C"}
    # Two of B are left and one of C, as the other C is seen.
    assert 350 < hands["AB C"] < 450
    assert redrawn(state, 2).keys() == {"AB A", "AB B", "AB C"}
    assert redrawn(told(3), 1).keys() == {"AB C"}


def test_redraws_are_as_likely_as_deals_where_different_things_were_told() -> None:
    text = HINTS.replace("(- (count Moves) 1)", "3").replace("P2 0", "P2 1")
    state = State(compile(text, jit=False))
    for _ in range(2):
        state.push(next(iter(state.legal_moves)))
    # Neither is 3: AA, BB in one order each, AB and BA in four of twelve.
    hands = redrawn(state, 1, 1_200)
    expected = {"AA C": 200, "BB C": 200, "AB C": 400, "BA C": 400}
    assert hands.keys() == expected.keys()
    chi = sum((hands[hand] - n) ** 2 / n for hand, n in expected.items())
    assert chi < 16.3  # three degrees, one in a thousand


def test_a_property_that_no_card_has_is_rejected() -> None:
    with pytest.raises(LudemeError, match="no card has a property 'Color'"):
        compile(HINTS.replace('tell "Colour"', 'tell "Color"'), jit=False)
