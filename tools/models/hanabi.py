"""Hanabi: all build five piles together, and each sees the hands of the others alone."""

from collections.abc import Sequence
from typing import Any

from tools.models.cards import Action, Chance, Table, distinct, take
from tools.models.tag import Fields, Recorded, by_seat

COLOURS = ("Red", "Yellow", "Green", "White", "Blue")
NUMBERS = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
HINTS, FAILS = 8, 3


CARDS = [f"{colour} {number}" for colour in COLOURS for number in NUMBERS]
#: A colour and a number, None where it has not been told.
Told = tuple[str | None, int | None]


def parts(card: str) -> tuple[str, int]:
    """Return the colour and the number of a card."""
    colour, number = card.split()
    return colour, int(number)


class Hanabi(Table):
    """Hands, the deck, the discards, and all cards of the five piles together.

    What has been told of cards stands beside hands, discards and piles; all know it.
    """

    PILES = ("hands", "deck", "discards", "built")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        size = 4 if players > 3 and not self.tag else 5  # TAG: five for all (Hand 5)
        self.deck = chance.shuffled("deck", CARDS)
        self.hands = [take(self.deck, size)[::-1] for _ in range(players)]
        self.discards: list[str] = []
        self.built: list[str] = []
        self.told: list[list[Told]] = [[(None, None)] * size for _ in range(players)]
        #: What others were told of, and a card is not.
        self.denied: list[list[frozenset[Any]]] = [[frozenset()] * size for _ in range(players)]
        self.told_discards: list[Told] = []
        self.told_built: list[Told] = []
        self.hints = HINTS
        self.fails = FAILS
        self.turns_left = players + 1  # from the turn in which the last card is drawn

    def sees(self, seat: int, name: str, owner: int | None, card: Any) -> bool:
        """Return whether a seat sees a card: one's own hand is what nobody sees of it."""
        return owner != seat if name == "hands" else name != "deck"

    def legal(self) -> list[Action]:
        """Return places to discard and to play, and what another can be told."""
        places = range(len(self.hands[self.owner]))
        actions: list[Action] = [("play", place) for place in places]
        if self.hints < HINTS:
            actions += [("discard", place) for place in places]
        if self.hints:
            for seat, hand in enumerate(self.hands):
                if seat != self.owner:
                    actions += [("number", seat, n) for n in distinct([parts(c)[1] for c in hand])]
                    actions += [("colour", seat, c) for c in distinct([parts(c)[0] for c in hand])]
        return actions

    def apply(self, action: Action, chance: Chance) -> None:
        """Do it; the game may end, and the turn does."""
        hand = self.hands[self.owner]
        match action:
            case (("colour" | "number"), seat, hint):
                self.hints -= 1
                for place, (card, told) in enumerate(
                    zip(self.hands[seat], self.told[seat], strict=True)
                ):
                    colour, number = parts(card)
                    self.told[seat][place] = (
                        colour if hint == colour else told[0],
                        number if hint == number else told[1],
                    )
                    if hint not in (colour, number):
                        self.denied[seat][place] |= {hint}
            case ("discard", place):
                del self.denied[self.owner][place]
                self._discard(hand.pop(place), self.told[self.owner].pop(place))
                self.hints += 1
                self._draw()
            case ("play", place):
                del self.denied[self.owner][place]
                self._play(hand.pop(place), self.told[self.owner].pop(place))
                self._draw()
        self._end_turn()

    def _draw(self) -> None:
        drawn = take(self.deck)
        self.hands[self.owner][:0] = drawn
        self.told[self.owner][:0] = [(None, None)] * len(drawn)
        self.denied[self.owner][:0] = [frozenset()] * len(drawn)

    def _discard(self, card: str, told: Told) -> None:
        self.discards.insert(0, card)
        self.told_discards.insert(0, told)

    def _play(self, card: str, told: Told) -> None:
        colour, number = parts(card)
        if sum(parts(other)[0] == colour for other in self.built) == number - 1:
            self.built.insert(0, card)
            self.told_built.insert(0, told)
            if number == 5 and self.hints < HINTS and not self.tag:  # TAG: no hint for a five
                self.hints += 1
        else:
            self._discard(card, told)
            self.fails -= 1

    def _end_turn(self) -> None:
        """See whether the game is over."""
        if not self.fails:
            self._all("lose")
        elif len(self.built) == 25:
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
        return [0 if lost else len(self.built)] * self.players


# -- the same games in TAG -------------------------------------------------------------------------


def _card(card: str, told: Told) -> str:
    colour, number = card.split()
    flags = "|".join("false" if known is None else "true" for known in told)
    return f"{colour}|{number}|true|true|{flags}"


def _fields(game: Hanabi) -> Fields:
    tops = {
        card.split()[0]: _card(card, told)
        for card, told in zip(game.built[::-1], game.told_built[::-1], strict=True)
    }
    state: Fields = {
        "drawDeck": [_card(card, (None, None)) for card in game.deck],
        "discardDeck": [*map(_card, game.discards, game.told_discards)],
        "failCounter": game.fails,
        "hintCounter": game.hints,
        "currentCard": [*tops.values()],
        "endTurn": game.turns_left,
    }
    for seat, hand in enumerate(game.hands):
        seen = "".join("01"[other != seat] for other in range(game.players))
        state[f"playerDecks.{seat}"] = [*map(_card, hand, game.told[seat])]
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


def _chance(game: None, what: str, cards: Sequence[str], after: Fields) -> list[str]:
    """Return the deck before the hands were dealt that TAG begins with."""
    dealt = [card for hand in by_seat(after, "playerDecks") for card in hand[::-1]]
    ours = {_card(card, (None, None)): card for card in cards}
    return [ours[card] for card in dealt + after["drawDeck"]]


RECORDED = (Recorded("hanabi", Hanabi, _fields, _named, _chance),)
