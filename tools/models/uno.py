"""Uno: follow the colour, the number or the symbol, and be the first without cards.

Nobody forgets to call, and a Wild Draw Four is played as it may be, so that nobody can challenge.
A card is its colour and its number or symbol: ``"Red 7"``, ``"Blue Skip"``; ``"Wild 0"`` is a Wild
and ``"Wild 4"`` a Wild Draw Four.
"""

from collections.abc import Sequence

from tools.models.cards import Action, Chance, Table, counted, take
from tools.models.tag import Fields, Recorded, by_seat

COLOURS = ("Red", "Blue", "Green", "Yellow")
SYMBOLS = ("Skip", "Reverse", "Draw")
CARDS = counted(
    {f"{colour} {kind}": 2 for colour in COLOURS for kind in [*map(str, range(1, 10)), *SYMBOLS]}
    | {f"{colour} 0": 1 for colour in COLOURS}
    | {"Wild 0": 4, "Wild 4": 4}
)
DEALT = 7
GOAL = 500
TURNS = 300  # of a round in TAG


def parts(card: str) -> tuple[str, str]:
    """Return the colour of a card, and its number or symbol."""
    colour, kind = card.split()
    return colour, kind


def value(card: str) -> int:
    """Return what a card counts."""
    colour, kind = parts(card)
    return 50 if colour == "Wild" else 20 if kind in SYMBOLS else int(kind)


class Uno(Table):
    """Hands, a deck and the discards, whose top is the card to follow."""

    PILES = ("hands", "deck", "discards")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        self.points = [0] * players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.direction = 1
        self.skip = False
        self._deal(chance)

    def _deal(self, chance: Chance) -> None:
        """Begin a round."""
        self.deck = chance.shuffled("deck", CARDS)
        self.hands = [take(self.deck, DEALT)[::-1] for _ in range(self.players)]
        bad = "Wild" if self.tag else "Wild 4"
        while self.deck[0].startswith(bad):
            self.deck = chance.shuffled("turned up again", self.deck)
        self.discards = take(self.deck)
        self.colour, kind = parts(self.discards[0])
        self.drawn = False
        if not self.tag:
            self.direction, self.skip = 1, False
            self.owner = self.first = self.round % self.players
        if kind == "Reverse":
            self.direction = -self.direction
            if not self.tag:  # the dealer begins
                self.owner = (self.owner - 1) % self.players
        if kind == "Draw":
            self._draw(self.owner, 2, chance)
        if kind in SYMBOLS and (self.tag or kind != "Reverse"):
            self._pass_on()

    def _next(self) -> int:
        """Return the next seat, or the one behind it where one is skipped."""
        return (self.owner + self.direction * (1 + self.skip)) % self.players

    def _pass_on(self) -> None:
        self.end_turn(self._next())
        self.skip = self.drawn = False

    def _draw(self, seat: int, number: int, chance: Chance) -> None:
        for _ in range(number):
            if not self.deck:
                self.deck = chance.shuffled("discards", self.discards[1:])
                del self.discards[1:]
            self.hands[seat][:0] = take(self.deck)

    def fits(self, card: str) -> bool:
        """Return whether a card may be played now."""
        colour, kind = parts(card)
        if colour == "Wild":
            hand = self.hands[self.owner]
            held = any(parts(other)[0] == self.colour for other in hand)
            return self.tag or kind == "0" or not held
        # TAG: symbols do not follow symbols, and numbers follow those of wilds.
        same = kind == parts(self.discards[0])[1] and not (self.tag and kind in SYMBOLS)
        followed = self.tag or not self.discards[0].startswith("Wild")
        return colour == self.colour or (same and followed)

    def legal(self) -> list[Action]:
        """Return cards with their place in hand and the colour that is asked for, and drawing."""
        if self.colour == "Wild" and not self.tag:
            return [("name", colour) for colour in COLOURS]
        hand = self.hands[self.owner]
        places = [0] if self.drawn else range(len(hand))
        actions: list[Action] = []
        for n in places:
            colour = parts(hand[n])[0]
            if self.fits(hand[n]) and (self.tag or hand[n] not in hand[:n]):
                named = COLOURS if colour == "Wild" else [colour]
                actions += [("play", hand[n], n, asked) for asked in named]
        if self.tag:
            return actions or [("draw",)]
        return [*actions, ("keep",) if self.drawn else ("draw",)]

    def apply(self, action: Action, chance: Chance) -> None:
        """Play or draw; the turn goes on, or the round ends."""
        hand = self.hands[self.owner]
        match action:
            case ("name", colour):
                self.colour = colour
                return
            case ("play", _, place, colour):
                self.discards.insert(0, hand.pop(place))
                self.colour = colour
                self._act(chance)
            case ("draw",):
                self._draw(self.owner, 1, chance)
                if self.fits(hand[0]) and not self.tag:
                    self.drawn = True
                    return
                if self.fits(hand[0]):  # TAG: played at once, without any effect
                    self.discards.insert(0, hand.pop(0))
                    self.colour = parts(self.discards[0])[0]
        over = not all(self.hands) or (self.tag and self.turn > TURNS)
        if over:
            self._end_round(chance)
        if not self.is_over and (self.tag or not over):
            self._pass_on()

    def _act(self, chance: Chance) -> None:
        """Do what the card that was just played does."""
        colour, kind = parts(self.discards[0])
        following = self._next()
        if kind == "Reverse" and self.players > 2:
            self.direction = -self.direction
        elif kind in SYMBOLS:
            self.skip = True
            self._draw(following, 2 if kind == "Draw" else 0, chance)
        elif colour == "Wild" and kind == "4" and not self.tag:  # TAG: nobody draws
            self.skip = True
            self._draw(following, 4, chance)

    def _end_round(self, chance: Chance) -> None:
        """Count what is left in the hands; end the game, or deal again."""
        counts = [sum(map(value, hand)) for hand in self.hands]
        if self.tag:  # everybody counts against himself
            self.points = [a + b for a, b in zip(self.points, counts, strict=True)]
        else:
            self.points[self.hands.index([])] += sum(counts)
        self.end_round()
        if max(self.points) >= GOAL:
            self.status = "end"
            self.finish()
            if self.tag:  # before TAG ends it again, several that are equal have won
                self.results = ["win" if r == "draw" else r for r in self.results]
            return
        self._deal(chance)

    def scores(self) -> list[int]:
        """Return the points; in TAG, negative ones with those in hand."""
        if not self.tag:
            return list(self.points)
        hands = [0 if self.is_over else sum(map(value, hand)) for hand in self.hands]
        return [-a - b for a, b in zip(self.points, hands, strict=True)]


# -- the same games in TAG -------------------------------------------------------------------------


def _card(card: str) -> str:
    colour, kind = parts(card)
    if colour == "Wild" or kind.isdigit():
        return f"{'Wild' if colour == 'Wild' else 'Number'}|{colour}|{kind}|-1"
    return f"{kind}|{colour}|-1|{2 if kind == 'Draw' else -1}"


OURS = {_card(card): card for card in CARDS}


def _fields(game: Uno) -> Fields:
    hands = {f"playerDecks.{seat}": [*map(_card, hand)] for seat, hand in enumerate(game.hands)}
    return hands | {
        "drawDeck": [*map(_card, game.deck)],
        "discardDeck": [*map(_card, game.discards)],
        "currentCard": _card(game.discards[0]),
        "currentColor": game.colour,
        "playerScore": game.points,
        "expulsionRound": [0] * game.players,
        "skipTurn": game.skip,
        "direction": game.direction,
    }


def _named(game: Uno, action: Action) -> str:
    if action == ("draw",):
        return "No playable cards. You must draw a card."
    _, card, _, asked = action
    colour, kind = parts(card)
    if colour == "Wild":
        return f"Wild; Change to color {asked}"
    if kind.isdigit():
        return f"Play card Number{{{colour} {kind}}}"
    return f"Play card {kind}{{{'2 ' if kind == 'Draw' else ''}{colour}}}"


def _chance(game: Uno | None, what: str, cards: Sequence[str], after: Fields) -> list[str]:
    """Return the deck before the cards were dealt or drawn that lie in TAG's next state."""
    hands = [[OURS[card] for card in hand] for hand in by_seat(after, "playerDecks")]
    deck = [OURS[card] for card in after["drawDeck"]]
    top, *under = [OURS[card] for card in after["discardDeck"]]
    if what == "deck":
        dealt = [card for hand in hands for card in hand[-DEALT:][::-1]]
        return [*dealt, top, *hands[0][:-DEALT][::-1], *deck]
    assert game is not None
    if after["_round"] > game.round:  # the next round lies there: the points tell what was drawn
        seat = game.owner
        held = sum(map(value, game.hands[seat]))
        gain = after["playerScore"][seat] - game.points[seat] - held
        fitting = [c for c in cards if (0 if game.fits(c) else value(c)) == gain]
        rest = list(cards)
        rest.remove(fitting[0])
        return [fitting[0], *rest]
    drawn = len(cards) - len(deck)
    longer = [a[:drawn] for a, b in zip(hands, game.hands, strict=True) if len(a) > len(b)]
    return [top, *deck] if under else [*longer[0][::-1], *deck]


RECORDED = (Recorded("uno", Uno, _fields, _named, _chance),)
