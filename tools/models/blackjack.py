"""Blackjack without bets: each seat plays against the last one, which deals.

Printed, a seat with 21 has nothing to decide, and 21 with two cards is more than with others.
"""

from collections.abc import Sequence
from typing import Any

from tools.models.cards import FRENCH, Action, Chance, Table, TagError, rank, take
from tools.models.tag import FRENCH_CARDS, Fields, Recorded, by_seat, french

GOAL, STANDING = 21, 17


class Blackjack(Table):
    """Hands, and the deck; the second card of the dealer lies face down until its turn."""

    PILES = ("hands", "deck")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        self.dealer = players - 1
        self.deck = chance.shuffled("deck", FRENCH)
        self.hands = [take(self.deck, 2)[::-1] for _ in range(players)]
        if not self.tag:
            self._skip()

    def sees(self, seat: int, name: str, owner: int | None, card: Any) -> bool:
        """Return whether a seat sees a card; in TAG all hands are open (the hidden card)."""
        if name == "deck":
            return False
        hidden = owner == self.dealer != self.owner and not self.is_over and not self.tag
        return not (hidden and card == self.hands[self.dealer][0])

    def points(self, seat: int) -> int:
        """Return what a hand counts."""
        ranks = [rank(card) for card in self.hands[seat]]
        aces = ranks.count("Ace")
        sum_ = sum(int(r) if r.isdigit() else 10 for r in ranks if r != "Ace") + aces
        if self.tag:  # TAG: all aces are eleven or none is (Points)
            return sum_ + 10 * aces if STANDING <= sum_ + 10 * aces <= GOAL else sum_
        return sum_ + 10 if aces and sum_ + 10 <= GOAL else sum_

    def legal(self) -> list[Action]:
        """Return what may be done; the dealer has no choice."""
        if self.owner == self.dealer:
            return [("stand",) if self.points(self.owner) >= STANDING else ("hit",)]
        return [("hit",), ("stand",)]

    def apply(self, action: Action, chance: Chance) -> None:
        """Take a card, or stand."""
        if action == ("hit",):
            self.hands[self.owner][:0] = take(self.deck)
        points = self.points(self.owner)
        if self.tag:
            self._turn(action, points)
        else:
            if action == ("stand",) or points >= GOAL:
                self.end_turn(self.owner + 1)
            self._skip()

    def _turn(self, action: Action, points: int) -> None:
        """End a turn as TAG does."""
        if action == ("hit",) and points < GOAL:
            return
        if action == ("hit",):
            self.results[self.owner] = "win" if points == GOAL else "lose"
        if self.turn >= self.players:  # TAG: others have a second turn (Turn over)
            self._compare()
        elif "ongoing" in self.results:
            self.end_turn()
        else:
            raise TagError("Infinite loop")

    def _skip(self) -> None:
        """Pass over seats with 21, and the dealer when nobody is left; end the game."""
        while self.owner < self.dealer and self.points(self.owner) == GOAL:
            self.end_turn(self.owner + 1)
        standing = any(self.points(seat) <= GOAL for seat in range(self.dealer))
        if self.owner > self.dealer or (self.owner == self.dealer and not standing):
            self.owner = self.dealer
            self._compare()

    def _value(self, seat: int) -> tuple[int, bool]:
        """Return what a hand is worth, nothing above 21, and whether it is a blackjack."""
        points = self.points(seat) if self.points(seat) <= GOAL else 0
        natural = points == GOAL and len(self.hands[seat]) == 2 and not self.tag
        return points, natural

    def _compare(self) -> None:
        """Compare every hand with the dealer's."""
        self.status = "end"
        dealer = self._value(self.dealer)
        for seat in range(self.dealer):
            value = self._value(seat)
            if not value[0]:
                self.results[seat] = "lose"
            else:
                order = (value > dealer) - (value < dealer)
                self.results[seat] = ("draw", "win", "lose")[order]
        self.results[self.dealer] = "end"

    def finish(self) -> None:
        """Keep the results; in TAG the best of all hands wins in the end (End)."""
        if self.tag:
            super().finish()

    def scores(self) -> list[int]:
        """Return what the hands count, 0 above 21."""
        return [self._value(seat)[0] for seat in range(self.players)]


# -- the same games in TAG -------------------------------------------------------------------------


def _fields(game: Blackjack) -> Fields:
    state: Fields = {"drawDeck": [*map(french, game.deck)], "dealerPlayer": game.dealer}
    for seat, hand in enumerate(game.hands):
        state[f"playerDecks.{seat}"] = [*map(french, hand)]
        state[f"playerDecks.{seat}.vis"] = ["1" * game.players] * len(hand)
    return state


def _named(game: Blackjack, action: Action) -> str:
    return str(action[0]).capitalize()


def _chance(game: None, what: str, cards: Sequence[str], after: Fields) -> list[str]:
    """Return the deck before the hands were dealt that TAG begins with."""
    dealt = [card for hand in by_seat(after, "playerDecks") for card in hand[::-1]]
    return [FRENCH_CARDS[card] for card in dealt + after["drawDeck"]]


RECORDED = (Recorded("blackjack", Blackjack, _fields, _named, _chance),)
