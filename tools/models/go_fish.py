"""Go Fish: ask another seat for a rank that one holds; four of a rank are a book."""

from collections.abc import Sequence

from tools.models.cards import (
    FRENCH,
    RANKS,
    Action,
    Chance,
    Seen,
    Table,
    distinct,
    names,
    rank,
    take,
    unseen,
)
from tools.models.tag import FRENCH_CARDS, Fields, Recorded, by_seat, french, sight

ROUNDS = 500  # of a game in TAG


class GoFish(Table):
    """Hands, the deck, and books of four cards."""

    PILES = ("hands", "deck", "books")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        dealt = 7 if players < 4 and not self.tag else 5  # TAG: five for all (Go Fish, 5 each)
        self.deck = chance.shuffled("deck", FRENCH)
        self.hands = [unseen(take(self.deck, dealt)[::-1], seat) for seat in range(players)]
        self.books: list[list[str]] = [[] for _ in range(players)]
        for seat in range(players):
            self._lay_down(seat)

    def legal(self) -> list[Action]:
        """Return seats that have cards, with a rank to ask for."""
        ranks = distinct([rank(card) for card in names(self.hands[self.owner])])
        others = [s for s in range(self.players) if s != self.owner and self.hands[s]]
        return [("ask", seat, asked) for seat in others for asked in ranks]

    def apply(self, action: Action, chance: Chance) -> None:
        """Ask; take the cards, or draw one."""
        _, seat, asked = action
        hand, other = self.hands[self.owner], self.hands[seat]
        given = [card for card in names(other) if rank(card) == asked]
        again = bool(given) and not self.tag  # TAG: the turn is over (continueFishingOnSuccess)
        if given:
            other[:] = [card for card in other if card.card not in given]
            everybody = frozenset(range(self.players))
            held = next(n for n, (card, _) in enumerate(hand) if rank(card) == asked)
            hand[held] = Seen(hand[held].card, everybody)  # all know that there is one
            hand[:0] = [Seen(card, everybody) for card in given]
        elif self.deck:
            (drawn,) = take(self.deck)
            hand[:0] = unseen([drawn], self.owner)
            again = rank(drawn) == asked
        self._lay_down(self.owner)
        if self._ends():
            self.finish()
        elif not again or not hand or not (self.tag or self.legal()):
            self._pass_on()

    def _lay_down(self, seat: int) -> None:
        """Lay down four of a rank."""
        cards = names(self.hands[seat])
        for asked in distinct([rank(card) for card in cards]):
            book = [card for card in cards if rank(card) == asked]
            if len(book) == 4:
                self.books[seat][:0] = book
                self.hands[seat][:] = [card for card in self.hands[seat] if card.card not in book]

    def _ends(self) -> bool:
        """Return whether all books are there; in TAG also whether one hand is left."""
        full = sum(map(len, self.books)) == 4 * len(RANKS)
        # TAG: although there may be cards to draw (End).
        return full or (self.tag and sum(map(bool, self.hands)) <= 1)

    def _pass_on(self) -> None:
        """Give the turn to the next seat with cards; one without draws."""
        for _ in range(2 * self.players):
            self.end_turn()
            if self.owner == 0:
                self.end_round()
                if self.tag and self.round == ROUNDS:
                    self.finish()
            if self.hands[self.owner] and (self.tag or self.legal()):
                return
            if not self.hands[self.owner]:
                self.hands[self.owner][:0] = unseen(take(self.deck), self.owner)
                if not self.tag and self.hands[self.owner] and self.legal():
                    return  # TAG: the seat is passed over (empty hand)
        self.finish()

    def scores(self) -> list[int]:
        """Return the numbers of books."""
        return [len(cards) // 4 for cards in self.books]


# -- the same games in TAG -------------------------------------------------------------------------


def _fields(game: GoFish) -> Fields:
    state: Fields = {"drawDeck": [*map(french, game.deck)]}
    for seat, hand in enumerate(game.hands):
        cards = [Seen(french(card), by) for card, by in hand]
        state |= sight(f"playerHands.{seat}", game.players, cards)
        state[f"playerBooks.{seat}"] = [*map(french, game.books[seat])]
    return state


def _named(game: GoFish, action: Action) -> str:
    return f"Ask P{action[1]} for {action[2]}s"


def _chance(game: None, what: str, cards: Sequence[str], after: Fields) -> list[str]:
    """Return the deck before the hands were dealt that TAG begins with."""
    hands, books = by_seat(after, "playerHands"), by_seat(after, "playerBooks")
    # The order of a first hand that had a book is lost; its own cards are what it began with.
    dealt = [card for hand, book in zip(hands, books, strict=True) for card in [*hand[::-1], *book]]
    return [FRENCH_CARDS[card] for card in dealt + after["drawDeck"]]


RECORDED = (Recorded("gofish", GoFish, _fields, _named, _chance),)
