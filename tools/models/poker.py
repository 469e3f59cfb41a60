"""Texas hold'em without a limit on bets; a hand goes on until all but one are out of money.

Money is counted in whole numbers: blinds of 5 and 10, bets of 5, and raises by the highest bet.
"""

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from itertools import combinations, pairwise
from random import Random
from typing import Any

from tools.models.cards import FRENCH, RANKS, Action, Chance, Table, rank, take
from tools.models.tag import FRENCH_CARDS, Fields, Recorded, by_seat, french, rows

MONEY, SMALL, BIG, BET = 50, 5, 10, 5
HANDS = 11  # in TAG
STREETS = ("Preflop", "Flop", "Turn", "River")
VALUES = {name: n for n, name in enumerate(RANKS, 2)}


def category(cards: Sequence[str], wheel: bool) -> int:
    """Return the category of up to five cards, 0 for a high card; 5-4-3-2-A runs with `wheel`."""
    values = sorted(VALUES[rank(card)] for card in cards)
    same = sorted(Counter(values).values(), reverse=True)
    full = len(cards) == 5
    flush = full and len({card.split()[1] for card in cards}) == 1
    run = values == list(range(values[0], values[0] + 5))
    straight = full and (run or (wheel and values == [2, 3, 4, 5, 14]))
    if straight and flush:
        return 9 if values[-1] == 14 and values[0] == 10 else 8
    for found, number in (([4], 7), ([3, 2], 6)):
        if same[: len(found)] == found:
            return number
    if flush or straight:
        return 5 if flush else 4
    for found, number in (([3], 3), ([2, 2], 2), ([2], 1)):
        if same[: len(found)] == found:
            return number
    return 0


def strength(cards: Sequence[str]) -> tuple[Any, ...]:
    """Return the value of the best five cards."""
    return max(map(_strength, combinations(cards, min(5, len(cards)))))


def _strength(cards: Sequence[str]) -> tuple[Any, ...]:
    number = Counter(VALUES[rank(card)] for card in cards)
    values = sorted(number, key=lambda value: (number[value], value), reverse=True)
    kind = category(cards, wheel=True)
    if kind in (4, 8) and values[:2] == [14, 5]:
        values = [5, 4, 3, 2, 1]
    return kind, values


def tag_strength(cards: Sequence[str]) -> tuple[Any, ...]:
    """Return TAG's value: by different values, whatever there are two of (Evaluation)."""
    found = []
    for some in combinations(cards, min(5, len(cards))):
        values = sorted({VALUES[rank(card)] for card in some}, reverse=True)
        found.append((category(some, wheel=False), values))
    kind, values = max(found, key=lambda value: (value[0], value[1][::-1]))
    return kind, values


class Poker(Table):
    """Hands, cards on the table, and the money and bets of all seats."""

    PILES = ("hands", "deck", "table")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        self.money = [MONEY] * players
        self.acted = [False] * players
        self._deal(chance)

    # -- hands -------------------------------------------------------------------------------------

    def _deal(self, chance: Chance) -> None:
        """Post the blinds and deal; a hand that nobody can bet in is decided at once."""
        players = range(self.players)
        self.bets = [0] * self.players
        self.called = [True] * self.players
        self.folded = [False] * self.players
        self.all_in = [False] * self.players
        if not self.tag:  # TAG: who has acted in the last hand has acted (flags)
            self.acted = [False] * self.players
        self.caps: set[int] = set()
        self.bet = False
        self.street = 0
        self.table: list[str] = []
        self.owner = self.first
        self.big = self.follower(self.first, -1)
        self.small = self.follower(self.big, -1)
        for seat, blind in ((self.small, SMALL), (self.big, BIG)):
            self.all_in[seat] = self.money[seat] < blind
            self._pay(seat, min(blind, self.money[seat]))
            if self.all_in[seat] and self.bets[seat] < max(self.bets):
                self.caps.add(self.bets[seat])
        self.called = [seat == self.big or not self._acts(seat) for seat in players]
        self.pots = self._pots()
        self.deck = chance.shuffled("deck", FRENCH)
        # TAG: who is out is dealt cards, too (Hand).
        dealt = [2 * (self.tag or self.results[seat] == "ongoing") for seat in players]
        self.hands = [take(self.deck, number)[::-1] for number in dealt]
        if sum(map(self._acts, players)) <= 1 and (self.tag or all(self.called)):
            self._run_out()
            self._end_hand(chance)

    def _pay(self, seat: int, amount: int) -> None:
        self.money[seat] -= amount
        self.bets[seat] += amount

    def _acts(self, seat: int) -> bool:
        """Return whether a seat can still decide in this hand."""
        return self.results[seat] == "ongoing" and not self.folded[seat] and not self.all_in[seat]

    def _pots(self) -> list[int]:
        """Return the open pot, and one for each seat that is all in with less."""
        return [amount for amount, _ in self._parts()]

    def _parts(self) -> list[tuple[int, list[int]]]:
        """Return the pots, and the seats that play for each."""
        alive = [seat for seat in range(self.players) if self._stands(seat)]
        highest = max(self.bets)
        capped = {self.bets[seat] for seat in alive if self.all_in[seat]}
        # TAG: a pot is capped when less is bet, not when somebody bets more later (Pots).
        capped = {cap for cap in (self.caps if self.tag else capped) if cap < highest}
        levels = [0, *sorted(capped), highest]
        parts = []
        for low, high in pairwise(levels):
            amount = sum(min(bet, high) - min(bet, low) for bet in self.bets)
            # TAG: who has bet anything in a pot can win it whole.
            least = low + 1 if self.tag else high
            parts.append((amount, [s for s in alive if self.bets[s] >= least] or alive))
        return [parts[-1], *parts[:-1]]

    def _end_hand(self, chance: Chance) -> None:
        """Pay out the pots; deal again, or end the game."""
        self.pay_out()
        for seat in range(self.players):
            if not self.money[seat]:
                self.results[seat] = "lose"
        if self.results.count("ongoing") == 1 or (self.tag and self.round >= HANDS - 1):
            self.pots = [0] * len(self.pots)
            self.finish()
            return
        self.end_round(self.follower(self.first))
        self._deal(chance)

    def pay_out(self) -> None:
        """Give the pots to those with the best cards."""
        for amount, able in self._parts():
            winners = self._best(able)
            for seat in winners:
                self.money[seat] += amount // len(winners)
            self.money[winners[0]] += amount % len(winners)

    def _best(self, seats: list[int]) -> list[int]:
        """Return who has the best cards."""
        if len(seats) == 1:
            return seats
        value = tag_strength if self.tag else strength
        found = {seat: value([*self.hands[seat], *self.table]) for seat in seats}
        return [seat for seat in seats if found[seat] == max(found.values())]

    # -- bets --------------------------------------------------------------------------------------

    def legal(self) -> list[Action]:
        """Return what may be done."""
        me = self.owner
        money, missing = self.money[me], max(self.bets) - self.bets[me]
        actions: list[Action] = [("fold",), ("all in",)]
        others = [seat for seat in range(self.players) if seat != me and self._acts(seat)]
        if self.called[me]:
            actions.append(("check",))
            if not self.bet and money >= BET:
                actions.append(("bet", BET))
        elif money >= missing:
            actions.append(("call",))
            if others:
                raises = [(times, missing + max(self.bets) * times) for times in (1, 2, 3, 4)]
                actions += [("raise", times) for times, amount in raises if money >= amount]
        return actions

    def apply(self, action: Action, chance: Chance) -> None:
        """Bet or not; the street, the hand or the game may end."""
        me = self.owner
        highest = max(self.bets)
        self.acted[me] = True
        self.called[me] = True
        more = False
        match action:
            case ("fold",):
                self.folded[me] = True
            case ("call",):
                self._pay(me, highest - self.bets[me])
            case ("bet" | "raise" as kind, n):
                self._pay(me, n if kind == "bet" else highest - self.bets[me] + highest * n)
                more = True
            case ("all in",):
                self._pay(me, self.money[me])
                self.all_in[me] = True
                if self.bets[me] < highest:
                    self.caps.add(self.bets[me])
                # TAG: others have to call although it is not more (all-ins).
                more = self.tag or self.bets[me] > highest
        if more:
            self.bet = True
            self.called = [seat == me or not self._acts(seat) for seat in range(self.players)]
        self.pots = self._pots()
        able = [seat for seat in range(self.players) if self._acts(seat)]
        alone = len(able) <= 1
        if not self.tag:  # TAG: a hand ends before an all-in is called (at once)
            standing = [seat for seat in range(self.players) if self._stands(seat)]
            alone = len(standing) == 1 or (alone and all(self.called))
            if alone and len(standing) > 1:
                self._run_out()
        if alone:
            self._end_hand(chance)
        elif all(self.called) and all(self.acted[seat] for seat in able):
            self._end_street(chance)
        else:
            self.end_turn(self._next_able(me))

    def _stands(self, seat: int) -> bool:
        return self.results[seat] == "ongoing" and not self.folded[seat]

    def _next_able(self, seat: int) -> int:
        following = [(seat + n) % self.players for n in range(1, self.players + 1)]
        return next(seat for seat in following if self._acts(seat))

    def _next_street(self) -> None:
        self.street += 1
        self.table[:0] = take(self.deck, 3 if self.street == 1 else 1)[::-1]

    def _run_out(self) -> None:
        """Turn up all cards when nobody can bet; in TAG none (at once)."""
        while not self.tag and self.street < len(STREETS) - 1:
            self._next_street()

    def _end_street(self, chance: Chance) -> None:
        """Turn up cards, or compare hands after the last street."""
        if self.street == len(STREETS) - 1:
            self._end_hand(chance)
            return
        self._next_street()
        self.acted = [False] * self.players
        self.bet = False
        self.end_turn(self._next_able((self.small - 1) % self.players))

    def scores(self) -> list[int]:
        """Return the money."""
        return list(self.money)


# -- the same games in TAG -------------------------------------------------------------------------


def _fields(game: Poker) -> Fields:
    state: Fields = {
        "drawDeck": [*map(french, game.deck)],
        "communityCards": [*map(french, game.table)],
        "playerNeedsToCall": [not called for called in game.called],
        "playerFold": game.folded,
        "playerAllIn": game.all_in,
        "playerActStreet": game.acted,
        "bet": game.bet,
        "bigId": game.big,
        "_phase": STREETS[game.street],
        **rows("playerMoney", game.money),
        **rows("playerBet", game.bets),
        **rows("moneyPots", game.pots),
    }
    return state | {f"playerDecks.{n}": [*map(french, hand)] for n, hand in enumerate(game.hands)}


def _named(game: Poker, action: Action) -> str:
    words = " ".join(map(str, action)).capitalize()
    return f"Raise x{action[1]}.0" if action[0] == "raise" else words


def _chance(game: Poker | None, what: str, cards: Sequence[str], after: Fields) -> list[str]:
    """Return the deck before the hands were dealt that lie in TAG's next state.

    A hand that is decided at once leaves no cards: a deal is tried that leads to the money there.
    """
    dealt = [card for hand in by_seat(after, "playerDecks") for card in hand[::-1]]
    order = [FRENCH_CARDS[card] for card in dealt + after["drawDeck"]]
    if game is None or after["_round"] == game.round:
        return order + [card for card in cards if card not in order]
    money = [sum(both) for both in zip(*(by_seat(after, k) for k in MONEY_KEYS), strict=True)]
    random = Random(0)
    for _ in range(1000):
        order = random.sample(cards, len(cards))
        trial = deepcopy(game)
        trial.hands = [order[2 * n : 2 * n + 2] for n in range(game.players)]
        trial.pay_out()
        if trial.money == money:
            break
    return order


MONEY_KEYS = ("playerMoney", "playerBet")
RECORDED = (Recorded("poker", Poker, _fields, _named, _chance),)
