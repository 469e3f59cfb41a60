"""Hanabi: all build five piles together, and each sees the hands of the others alone."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tools.models.cards import Action, Chance, Table, distinct, take
from tools.models.tag import Fields, Recorded, by_seat

COLOURS = ("Red", "Yellow", "Green", "White", "Blue")
NUMBERS = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
HINTS, FAILS = 8, 3


class Card(NamedTuple):
    """A card, and whether its owner has been told its colour and its number."""

    colour: str
    number: int
    colour_told: bool = False
    number_told: bool = False


CARDS = [Card(colour, number) for colour in COLOURS for number in NUMBERS]


class Hanabi(Table):
    """Hands, the deck, the discards, and the highest cards of the piles in the order of colours."""

    PILES = ("hands", "deck", "discards")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        size = 4 if players > 3 and not self.tag else 5  # TAG: five for all (Hand 5)
        self.deck = chance.shuffled("deck", CARDS)
        self.hands = [take(self.deck, size)[::-1] for _ in range(players)]
        self.discards: list[Card] = []
        self.tops: dict[str, Card] = {}
        self.hints = HINTS
        self.fails = FAILS
        self.turns_left = players + 1  # from the turn in which the last card is drawn

    def sees(self, seat: int, name: str, owner: int | None, card: Any) -> bool:
        """Return whether a seat sees a card: one's own hand is what nobody sees of it."""
        return owner != seat if name == "hands" else name != "deck"

    def view(self, seat: int) -> dict[str, Any]:
        """Return the game as a seat sees it, with what it has been told of its hand."""
        told = [
            (c.colour if c.colour_told else None, c.number if c.number_told else None)
            for c in self.hands[seat]
        ]
        return {**super().view(seat), "told": told}

    def legal(self) -> list[Action]:
        """Return places to discard and to play, and what another can be told."""
        places = range(len(self.hands[self.owner]))
        actions: list[Action] = [("play", place) for place in places]
        if self.hints < HINTS:
            actions += [("discard", place) for place in places]
        if self.hints:
            for seat, hand in enumerate(self.hands):
                if seat != self.owner:
                    actions += [("number", seat, n) for n in distinct([c.number for c in hand])]
                    actions += [("colour", seat, c) for c in distinct([c.colour for c in hand])]
        return actions

    def apply(self, action: Action, chance: Chance) -> None:
        """Do it; the game may end, and the turn does."""
        hand = self.hands[self.owner]
        match action:
            case ("number", seat, number):
                self.hints -= 1
                self.hands[seat] = [
                    card._replace(number_told=card.number_told or card.number == number)
                    for card in self.hands[seat]
                ]
            case ("colour", seat, colour):
                self.hints -= 1
                self.hands[seat] = [
                    card._replace(colour_told=card.colour_told or card.colour == colour)
                    for card in self.hands[seat]
                ]
            case ("discard", place):
                self.discards.insert(0, hand.pop(place))
                self.hints += 1
                hand[:0] = take(self.deck)
            case ("play", place):
                self._play(hand.pop(place))
                hand[:0] = take(self.deck)
        self._end_turn()

    def _play(self, card: Card) -> None:
        top = self.tops.get(card.colour)
        if card.number == (top.number if top else 0) + 1:
            self.tops[card.colour] = card
            if card.number == 5 and self.hints < HINTS and not self.tag:  # TAG: no hint for a five
                self.hints += 1
        else:
            self.discards.insert(0, card)
            self.fails -= 1

    def _end_turn(self) -> None:
        """See whether the game is over."""
        if not self.fails:
            self._all("lose")
        elif sum(top.number for top in self.tops.values()) == 25:
            self._all("win")
        elif not self.deck:
            self.turns_left -= 1
            if not self.turns_left:
                self._all("win" if self.tag else "lose")  # TAG: won with any sum
        following = (self.owner + 1) % self.players
        self.end_turn(following)

    def _all(self, result: str) -> None:
        self.status = "end"
        self.results = [result] * self.players

    def finish(self) -> None:
        """Keep the results."""

    def scores(self) -> list[int]:
        """Return the sum of the piles, for all; nothing if it is lost, but in TAG."""
        lost = not self.fails and not self.tag
        return [0 if lost else sum(top.number for top in self.tops.values())] * self.players


# -- the same games in TAG -------------------------------------------------------------------------


def _card(card: Card) -> str:
    told = f"{str(card.colour_told).lower()}|{str(card.number_told).lower()}"
    return f"{card.colour}|{card.number}|true|true|{told}"


def _fields(game: Hanabi) -> Fields:
    state: Fields = {
        "drawDeck": [*map(_card, game.deck)],
        "discardDeck": [*map(_card, game.discards)],
        "failCounter": game.fails,
        "hintCounter": game.hints,
        "currentCard": [*map(_card, game.tops.values())],
        "endTurn": game.turns_left,
    }
    for seat, hand in enumerate(game.hands):
        seen = "".join("01"[other != seat] for other in range(game.players))
        state[f"playerDecks.{seat}"] = [*map(_card, hand)]
        state[f"playerDecks.{seat}.vis"] = [seen] * len(hand)
    return state


def _named(game: Hanabi, action: Action) -> str:
    match action:
        case ("play", place):
            return f"Play card idx {place}"
        case ("discard", place):
            return f"Discard card {place} and draw a card."
        case ("number", seat, number):
            return f"Gave a Hint (number: {number}) [hand={seat}]"
    return f"Gave a Hint (color: {action[2]}) [hand={action[1]}]"


def _chance(game: None, what: str, cards: Sequence[Card], after: Fields) -> list[Card]:
    """Return the deck before the hands were dealt that TAG begins with."""
    dealt = [card for hand in by_seat(after, "playerDecks") for card in hand[::-1]]
    ours = {_card(card): card for card in cards}
    return [ours[card] for card in dealt + after["drawDeck"]]


RECORDED = (Recorded("hanabi", Hanabi, _fields, _named, _chance),)
