"""Love Letter with sixteen cards: the highest card in hand, or the last seat in, wins a token."""

from tools.models.cards import Action, Chance, Seen, Table, counted, distinct, names, take, unseen
from tools.models.tag import Fields, Recorded, by_seat, sight

VALUES = {
    "Guard": 1,
    "Priest": 2,
    "Baron": 3,
    "Handmaid": 4,
    "Prince": 5,
    "King": 6,
    "Countess": 7,
    "Princess": 8,
}
CARDS = counted({card: {"Guard": 5}.get(card, 1 if v > 5 else 2) for card, v in VALUES.items()})
TOKENS = {2: 7, 3: 5, 4: 4}
AIMED = ("Guard", "Priest", "Baron", "King")


class LoveLetter(Table):
    """Hands of one card, two for the seat whose turn it is; the card drawn last is on top."""

    PILES = ("hands", "discards", "deck", "open", "removed")
    COVERED = ("deck", "removed")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        self.tokens = [0] * players
        self._deal(0, chance)

    def _deal(self, starter: int, chance: Chance) -> None:
        """Begin a round."""
        self.deck = unseen(chance.shuffled("deck", CARDS))
        self.active = [True] * self.players
        self.protected = [False] * self.players
        self.discards: list[list[str]] = [[] for _ in range(self.players)]
        self.hands: list[list[Seen]] = [[] for _ in range(self.players)]
        self.removed = take(self.deck)
        self.open = names(take(self.deck, 3)) if self.players == 2 else []
        for seat in range(self.players):
            self._draw(seat)
        self.owner = starter
        self._draw(starter)

    def _draw(self, seat: int) -> None:
        drawn = take(self.deck)
        if not drawn:
            # TAG: the card that was set aside is drawn and stays there, too (Prince).
            drawn, self.removed = self.removed, self.removed if self.tag else []
        self.hands[seat][:0] = unseen(names(drawn), seat)

    def _targets(self) -> list[int]:
        """Return the other seats that a card can be played on."""
        return [
            seat
            for seat in range(self.players)
            if seat != self.owner and self.active[seat] and not self.protected[seat]
        ]

    def legal(self) -> list[Action]:
        """Return cards with a seat, and with a guess; one's own seat if there is no other."""
        hand = names(self.hands[self.owner])
        if "Countess" in hand and ("King" in hand or "Prince" in hand):
            return [("Countess",)]
        targets = self._targets()
        actions: list[Action] = []
        for card in distinct(hand):
            if card == "Guard" and targets:
                actions += [("Guard", t, guess) for t in targets for guess in [*VALUES][1:]]
            elif card == "Guard":
                actions.append(("Guard", self.owner, "Guard"))
            elif card == "Prince":
                actions += [("Prince", t) for t in sorted([self.owner, *targets])]
            elif card in AIMED:
                actions += [(card, t) for t in targets or [self.owner]]
            else:
                actions.append((card,))
        return actions

    def apply(self, action: Action, chance: Chance) -> None:
        """Play a card; end the round, or have the next seat draw."""
        card, target, guess = (*action, None, None)[:3]
        hand = self.hands[self.owner]
        hand.pop(names(hand).index(card))
        self.discards[self.owner].insert(0, card)
        if card in AIMED and target != self.owner:
            self._aim(card, target, guess)
        elif card == "Handmaid":
            self.protected[self.owner] = True
        elif card == "Prince":
            (discarded,) = names(take(self.hands[target]))
            self.discards[target].insert(0, discarded)
            if discarded == "Princess":
                self._knock_out(target)
            else:
                self._draw(target)
        elif card == "Princess" and not self.tag:  # TAG: nothing happens (Princess)
            self._knock_out(self.owner)
        if sum(self.active) == 1 or not self.deck:
            self._end_round(chance)
        else:
            following = [(self.owner + n) % self.players for n in range(1, self.players)]
            self.end_turn(next(seat for seat in following if self.active[seat]))
            self.protected[self.owner] = False
            self._draw(self.owner)

    def _aim(self, card: str, target: int, guess: str | None) -> None:
        """Do what a card does to another seat."""
        here, there = self.hands[self.owner], self.hands[target]
        if card == "Guard" and names(there) == [guess]:
            self._knock_out(target)
        elif card == "Priest":
            there[:] = [Seen(held, by | {self.owner}) for held, by in there]
        elif card == "Baron":
            value, other = VALUES[here[0].card], VALUES[there[0].card]
            if value != other:
                self._knock_out(target if value > other else self.owner)
        elif card == "King":
            # TAG: only the new owners know the cards (King).
            both = () if self.tag else (self.owner, target)
            mine = unseen(names(here), target, *both)
            here[:], there[:] = unseen(names(there), self.owner, *both), mine

    def _knock_out(self, seat: int) -> None:
        self.active[seat] = False
        self.discards[seat][:0] = names(take(self.hands[seat]))

    def _end_round(self, chance: Chance) -> None:
        """Give the winners tokens; end the game, or begin the next round."""
        values = {
            seat: (
                max(VALUES[card] for card in names(self.hands[seat])),
                sum(VALUES[card] for card in self.discards[seat]),
            )
            for seat in range(self.players)
            if self.active[seat]
        }
        winners = [seat for seat, value in values.items() if value == max(values.values())]
        for seat in winners:
            self.tokens[seat] += 1
        self.end_round()
        enough = [n for n in self.tokens if n >= TOKENS[self.players]]
        # TAG: seats that are equal play on.
        if enough and not (self.tag and enough.count(max(enough)) > 1):
            self.finish()
        else:
            self._deal(next(s for s in [*range(1, self.players), 0] if s in winners), chance)

    def scores(self) -> list[int]:
        """Return the tokens."""
        return list(self.tokens)


# -- the same games in TAG -------------------------------------------------------------------------


def _fields(game: LoveLetter) -> Fields:
    state: Fields = {
        "reserveCards": game.open,
        "removedCard": game.removed[0].card,
        "currentlyActive": game.active,
        "effectProtection": game.protected,
        "affectionTokens": game.tokens,
    } | sight("drawPile", game.players, game.deck)
    for seat in range(game.players):
        state |= sight(f"playerHandCards.{seat}", game.players, game.hands[seat])
        state[f"playerDiscardCards.{seat}"] = game.discards[seat]
    return state


def _named(game: LoveLetter, action: Action) -> str:
    match action:
        case ("Guard", target, guess):
            return f"Guard: guess p{target} has {guess}"
        case ("Countess",):
            other = [card for card in names(game.hands[game.owner]) if card in ("King", "Prince")]
            return f"Countess (auto discard with {other[0]})" if other else "Countess (no effect)"
        case ("Handmaid",):
            return f"Handmaid ({game.owner} is protected until their next turn)"
        case ("Princess",):
            return f"Princess ({game.owner} loses the game)"
        case (card, target):
            words = {"Priest": ": see", "Baron": ": compare with", "King": ": swap with"}
            return f"{card}{words.get(card, ':')} p{target}"
    raise ValueError(action)


def _chance(game: LoveLetter, what: str, cards: object, after: Fields) -> list[str]:
    """Return the deck before the cards were dealt that lie in TAG's next state."""
    hands = by_seat(after, "playerHandCards")
    second = [hand[0] for hand in hands if len(hand) == 2]
    first = [hand[-1] for hand in hands]
    return [after["removedCard"], *after["reserveCards"], *first, *second, *after["drawPile"]]


RECORDED = (Recorded("loveletter", LoveLetter, _fields, _named, _chance),)
