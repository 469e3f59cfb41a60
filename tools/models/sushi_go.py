"""Sushi Go!: all choose a card at once, in secret, lay it down and pass their hands on."""

from collections.abc import Sequence
from typing import Any

from tools.models.cards import Action, Chance, Table, counted, put, take
from tools.models.tag import Fields, Recorded, by_seat, rows

#: Cards and their numbers; rolls of maki have one to three icons.
NUMBERS = {
    "Maki 1": 6,
    "Maki 2": 12,
    "Maki 3": 8,
    "Tempura 1": 14,
    "Sashimi 1": 14,
    "Dumpling 1": 14,
    "SquidNigiri 1": 5,
    "SalmonNigiri 1": 10,
    "EggNigiri 1": 5,
    "Wasabi 1": 6,
    "Chopsticks 1": 4,
    "Pudding 1": 10,
}
TYPES = tuple(dict.fromkeys(name.split()[0] for name in NUMBERS))
NIGIRI = {"SquidNigiri": 3, "SalmonNigiri": 2, "EggNigiri": 1}
ROUNDS = 3
CHOPSTICKS = "Chopsticks 1"


class SushiGo(Table):
    """Hands, cards on the table, and points so far; the card laid last is on top."""

    PILES = ("hands", "table", "deck", "discards")
    SECRETS = ("chosen",)

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        self.size = 12 - players
        self.deck = chance.shuffled("deck", counted(NUMBERS))
        self.discards: list[str] = []
        self.table: list[list[str]] = [[] for _ in range(players)]
        #: What counts on the table, what has been laid in all, and the points of each type.
        self.counts = [dict.fromkeys(TYPES, 0) for _ in range(players)]
        self.laid = [dict.fromkeys(TYPES, 0) for _ in range(players)]
        self.points = [dict.fromkeys(TYPES, 0) for _ in range(players)]
        self.total = [0] * players
        self.passed = 0
        self.chosen: list[list[int]] = [[] for _ in range(players)]
        self.second = False
        self._deal()

    def _deal(self) -> None:
        self.hands = [take(self.deck, self.size)[::-1] for _ in range(self.players)]

    def sees(self, seat: int, name: str, owner: int | None, card: Any) -> bool:
        """Return whether a seat sees a card: hands that went through its own are known to it."""
        if name == "hands" and owner is not None:
            return (seat - owner) % self.players <= self.passed
        return super().sees(seat, name, owner, card)

    def view(self, seat: int) -> dict[str, Any]:
        """Return the game as a seat sees it: its own choice, and who has chosen."""
        own = [places if s == seat else bool(places) for s, places in enumerate(self.chosen)]
        return {**super().view(seat), "chosen": own}

    def legal(self) -> list[Action]:
        """Return places in hand; with chopsticks also for two cards."""
        places = range(len(self.hands[self.owner]))
        if self.second:
            return [("card", n) for n in places if n not in self.chosen[self.owner]]
        actions: list[Action] = [("card", n) for n in places]
        if self.counts[self.owner]["Chopsticks"] and len(places) > 1:
            actions += [("chopsticks", n) for n in places]
        return actions

    def apply(self, action: Action, chance: Chance) -> None:
        """Choose a card; when all have chosen, they lay them down."""
        self.chosen[self.owner].append(action[1])
        self.second = action[0] == "chopsticks"
        if self.second:
            return
        if not all(self.chosen):
            self.end_turn()
            return
        for seat in range(self.players):
            self._reveal(seat)
        self.chosen = [[] for _ in range(self.players)]
        if self.hands[0]:
            self.hands = [*self.hands[1:], self.hands[0]]
            self.passed += 1
            self.turn += 1
        else:
            self._end_round()

    def _reveal(self, seat: int) -> None:
        """Lay down what a seat has chosen."""
        hand = self.hands[seat]
        first, *others = self.chosen[seat]
        cards = [hand[n] for n in self.chosen[seat]]
        self._lay(seat, hand.pop(first))
        for second in others:
            self.table[seat].remove(CHOPSTICKS)
            self.counts[seat]["Chopsticks"] -= 1
            hand.insert(0, CHOPSTICKS)
            # TAG: the place is one off if it is before the first one (chopsticks).
            place = second if self.tag or second > first else second + 1
            assert self.tag or hand[place] == cards[1]
            self._lay(seat, hand.pop(place))

    def _lay(self, seat: int, card: str) -> None:
        """Lay down a card, and count what it brings at once."""
        self.table[seat].insert(0, card)
        kind, icons = card.split()
        counts = self.counts[seat]
        counts[kind] += int(icons)
        self.laid[seat][kind] += int(icons)
        if kind == "Tempura" and counts[kind] % 2 == 0:
            self._score(seat, kind, 5)
        elif kind == "Sashimi" and counts[kind] % 3 == 0:
            self._score(seat, kind, 10)
        elif kind == "Dumpling":
            self._score(seat, kind, min(counts[kind], 5))
        elif kind in NIGIRI:
            self._score(seat, kind, NIGIRI[kind] * (3 if counts["Wasabi"] else 1))
            counts["Wasabi"] -= bool(counts["Wasabi"])

    def _score(self, seat: int, kind: str, points: int) -> None:
        low = 0 if self.tag else -6  # TAG: never below nothing (The score counter)
        self.points[seat][kind] = max(low, self.points[seat][kind] + points)
        self.total[seat] = max(low, self.total[seat] + points)

    def _share(self, kind: str, most: int, points: int) -> list[int]:
        """Give points to those who have so many of a kind; return their seats."""
        seats = [seat for seat in range(self.players) if self.counts[seat][kind] == most]
        for seat in seats:
            self._score(seat, kind, int(points / len(seats)))
        return seats

    def _end_round(self) -> None:
        """Count rolls, and puddings in the end; discard all but puddings."""
        rolls = sorted({counts["Maki"] for counts in self.counts} - {0}, reverse=True)
        if rolls and len(self._share("Maki", rolls[0], 6)) == 1 and len(rolls) > 1:
            self._share("Maki", rolls[1], 3)
        for seat in range(self.players):
            pudding = self.counts[seat]["Pudding"]
            put([card for card in self.table[seat] if card != "Pudding 1"], self.discards)
            self.table[seat] = ["Pudding 1"] * pudding
            self.counts[seat] = dict.fromkeys(TYPES, 0) | {"Pudding": pudding}
        self.end_round()
        if self.round < ROUNDS:
            self.passed = 0
            self._deal()
            return
        puddings = [counts["Pudding"] for counts in self.counts]
        if min(puddings) < max(puddings):
            self._share("Pudding", max(puddings), 6)
            if self.players > 2:
                self._share("Pudding", min(puddings), -6)
        self.finish()

    def scores(self) -> list[int]:
        """Return the points."""
        return list(self.total)

    def tie_breaks(self) -> list[int]:
        """Return the numbers of puddings."""
        return [counts["Pudding"] for counts in self.counts]


# -- the same games in TAG -------------------------------------------------------------------------


def _card(card: str) -> str:
    return card.replace(" ", "|")


def _fields(game: SushiGo) -> Fields:
    state: Fields = {
        "drawPile": [*map(_card, game.deck)],
        "discardPile": [*map(_card, game.discards)],
        "nCardsInHand": game.size,
        "deckRotations": game.passed,
        "_stack": _stack(game),
    }
    for seat in range(game.players):
        words = [_words(game, seat, n) for n in range(len(game.chosen[seat]))]
        state |= rows(f"cardChoices.{seat}", words) | {
            f"playerHands.{seat}": [*map(_card, game.hands[seat])],
            f"playedCards.{seat}": [*map(_card, game.table[seat])],
            f"playerScore.{seat}": game.total[seat],
            f"playedCardTypes.{seat}": game.counts[seat],
            f"playedCardTypesAllGame.{seat}": game.laid[seat],
            f"pointsPerCardType.{seat}": game.points[seat],
        }
    return state


def _stack(game: SushiGo) -> list[Fields]:
    if not game.second:
        return []
    (place,) = game.chosen[game.owner]
    there: Fields = {"playerId": game.owner, "cardIdx": place, "useChopsticks": True}
    return [{"class": "ChooseCard", "chopstickChooseDone": False} | there]


def _words(game: SushiGo, seat: int, number: int) -> str:
    """Return the string of a choice that a seat has made."""
    more = number == 0 and (len(game.chosen[seat]) > 1 or (game.second and seat == game.owner))
    return _string(game, seat, game.chosen[seat][number], more)


def _string(game: SushiGo, seat: int, place: int, more: bool) -> str:
    kind = game.hands[seat][place].split()[0]
    return f"Choose card {kind} [{place}] " + (" (+chopsticks)" if more else "")


def _named(game: SushiGo, action: Action) -> str:
    return _string(game, game.owner, action[1], action[0] == "chopsticks")


def _chance(game: None, what: str, cards: Sequence[str], after: Fields) -> list[str]:
    """Return the deck before the hands were dealt that TAG begins with."""
    dealt = [card for hand in by_seat(after, "playerHands") for card in hand[::-1]]
    return [card.replace("|", " ") for card in dealt + after["drawPile"]]


RECORDED = (Recorded("sushigo", SushiGo, _fields, _named, _chance),)
