"""Hearts by the printed rules: four seats, three cards passed on, tricks, and points to avoid."""

from collections.abc import Sequence
from typing import Any

from tools.models.cards import FRENCH, RANKS, Action, Chance, Seen, Table, rank, take
from tools.models.tag import Recorded

SEATS, PASSED, LIMIT, ALL = 4, 3, 100, 26
#: How many seats on cards go, hand by hand.
WAYS = (1, 3, 2, 0)
FIRST, QUEEN = "2 Clubs", "Queen Spades"


def suit(card: str) -> str:
    """Return the suit of a French card."""
    return card.split()[1]


def points(cards: Sequence[str]) -> int:
    """Return what cards cost who takes them."""
    return sum(13 * (card == QUEEN) + (suit(card) == "Hearts") for card in cards)


class Hearts(Table):
    """Hands, cards that are passed on, the trick by seats, and the cards taken."""

    PILES = ("hands", "passed", "taken", "deck")
    HANDS = ("hands", "passed")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        assert players == SEATS
        self.total = [0] * SEATS
        self._deal(chance)

    def _deal(self, chance: Chance) -> None:
        self.deck = chance.shuffled("deck", FRENCH)
        self.hands = [
            [Seen(card, frozenset({seat})) for card in take(self.deck, 13)] for seat in range(SEATS)
        ]
        self.passed: list[list[str]] = [[] for _ in range(SEATS)]
        self.taken: list[list[str]] = [[] for _ in range(SEATS)]
        self.trick: dict[int, str] = {}
        self.led = ""
        self.tricks = 0
        self.is_broken = False
        self.passes = WAYS[self.round % len(WAYS)] > 0
        self.owner = 0
        if not self.passes:
            self._begin()

    def _begin(self) -> None:
        self.owner = next(seat for seat in range(SEATS) if FIRST in self._hand(seat))

    def _hand(self, seat: int) -> list[str]:
        return [card for card, _ in self.hands[seat]]

    def legal(self) -> list[Action]:
        """Return the cards that may be passed on, or played."""
        hand = self._hand(self.owner)
        if self.passes:
            return [("pass", card) for card in hand]
        if self.led:
            cards = [card for card in hand if suit(card) == self.led]
            if not cards and self.tricks == 0:
                cards = [card for card in hand if not points([card])]
        elif self.tricks == 0:
            cards = [FIRST]
        else:
            cards = [card for card in hand if self.is_broken or suit(card) != "Hearts"]
        return [("play", card) for card in cards or hand]

    def apply(self, action: Action, chance: Chance) -> None:
        """Pass a card on, or play one."""
        kind, card = action
        hand = self.hands[self.owner]
        del hand[self._hand(self.owner).index(card)]
        if kind == "pass":
            self.passed[self.owner].append(card)
            if len(self.passed[self.owner]) == PASSED:
                self.owner += 1
            if self.owner == SEATS:
                self._pass_on()
            return
        self.trick[self.owner] = card
        self.led = self.led or suit(card)
        self.is_broken |= suit(card) == "Hearts"
        if len(self.trick) < SEATS:
            self.owner = (self.owner + 1) % SEATS
            return
        following = {s: card for s, card in self.trick.items() if suit(card) == self.led}
        self.owner = max(following, key=lambda s: RANKS.index(rank(following[s])))
        self.taken[self.owner] += self.trick.values()
        self.trick, self.led = {}, ""
        self.tricks += 1
        if self.tricks == len(RANKS):
            self._end_hand(chance)

    def _pass_on(self) -> None:
        """Lay what has been passed on into hands; who passed it on knows it."""
        for seat, cards in enumerate(self.passed):
            other = (seat + WAYS[self.round % len(WAYS)]) % SEATS
            self.hands[other] += [Seen(card, frozenset({seat, other})) for card in cards]
        self.passed = [[] for _ in range(SEATS)]
        self.passes = False
        self._begin()

    def _end_hand(self, chance: Chance) -> None:
        found = [points(cards) for cards in self.taken]
        for seat in range(SEATS):
            self.total[seat] += ALL - found[seat] if ALL in found else found[seat]
        if max(self.total) >= LIMIT:
            self.finish()
            return
        self.end_round()
        self._deal(chance)

    def finish(self) -> None:
        """End the game: the fewest points win, equal ones are a draw."""
        best = [seat for seat in range(SEATS) if self.total[seat] == min(self.total)]
        word = "win" if len(best) == 1 else "draw"
        self.results = [word if seat in best else "lose" for seat in range(SEATS)]
        self.status = "end"

    def scores(self) -> list[int]:
        """Return the points."""
        return list(self.total)


def _nothing(game: Any, *_: Any) -> Any:
    return {}


#: The model; TAG's recordings have no games of it.
HEARTS = Recorded("hearts", Hearts, _nothing, _nothing)
