"""Virus!: four healthy organs of different kinds win; viruses infect them, medicines heal them.

A card is its type, its kind and a number: ``"Virus Heart 2"``. An organ is a pile, its last card on
top, and its state follows from the pile.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tools.models.cards import Action, Chance, Table, take
from tools.models.tag import Fields, Recorded, by_seat

ORGANS = ("Heart", "Brain", "Stomach", "Bone")
PLACES = (*ORGANS, "Wild")
TREATMENTS = {"OrganThief": 3, "Transplant": 3, "Spreading": 2, "LatexGlove": 1, "MedicalError": 1}
NUMBERS = (
    {f"Organ {organ}": 5 for organ in ORGANS}
    | {f"{card} {organ}": 4 for card in ("Virus", "Medicine") for organ in ORGANS}
    | {"Organ Wild": 1, "Virus Wild": 1, "Medicine Wild": 4}
    | {f"Treatment {name}": number for name, number in TREATMENTS.items()}
)
CARDS = [f"{card} {n}" for card, number in NUMBERS.items() for n in range(number)]
HEALTHY = ("Neutral", "Vaccinated", "VaccinatedWild", "Immunised")
INFECTED = ("Infected", "InfectedWild")
ROUNDS = 100  # of a game in TAG


def named(card: str) -> str:
    """Return the type and the kind of a card."""
    return card.rpartition(" ")[0]


def state_of(pile: Sequence[str]) -> str:
    """Return the state of an organ by the cards on it."""
    if len(pile) < 2:
        return "Neutral" if pile else "None"
    if len(pile) > 2:
        return "Immunised"
    card, kind, _ = pile[0].split()
    done = "Infected" if card == "Virus" else "Vaccinated"
    return done + ("Wild" if kind == "Wild" else "")


class Virus(Table):
    """Hands, bodies of five places, a deck and the discards."""

    PILES = ("hands", "deck", "discards", "organs")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        self.deck = chance.shuffled("deck", CARDS)
        self.discards: list[str] = []
        self.bodies: list[dict[str, list[str]]] = [
            {place: [] for place in PLACES} for _ in range(players)
        ]
        self.states = [dict.fromkeys(PLACES, "None") for _ in range(players)]
        self.hands = [take(self.deck, 3)[::-1] for _ in range(players)]
        #: Whether viruses are being spread, one after another as long as one can.
        self.spreading = False

    @property
    def organs(self) -> list[list[str]]:
        """The cards of each body."""
        return [[card for pile in body.values() for card in pile] for body in self.bodies]

    def _others(self) -> list[int]:
        return [seat for seat in range(self.players) if seat != self.owner]

    def _organs(self, seat: int, *states: str) -> list[str]:
        """Return the places of organs that are there; in these states, if any are named."""
        there = self.states[seat]
        return [p for p in PLACES if (there[p] in states if states else there[p] != "None")]

    def _movable(self, seat: int) -> list[str]:
        return [place for place in self._organs(seat) if self.states[seat][place] != "Immunised"]

    def _targets(self, kind: str, seat: int) -> list[str]:
        """Return the organs that a virus or medicine of a kind can be laid on."""
        # TAG: cards of any kind fit where a wild one lies (Virus!, Medicine).
        wild = ("VaccinatedWild", "InfectedWild") if self.tag else ()
        return [
            place
            for place in self._movable(seat)
            if "Wild" in (kind, place) or kind == place or self.states[seat][place] in wild
        ]

    # -- what may be done --------------------------------------------------------------------------

    def legal(self) -> list[Action]:
        """Return what a card at a place in hand can do, and the places that can be replaced."""
        hand = self.hands[self.owner]
        if self.spreading:
            return [("spread", *what) for what in self._spreads()]
        if not hand:
            return [("draw",)]
        # TAG: cards are told apart, unless they are two copies of the same (card duplication).
        kinds = hand if self.tag else [named(card) for card in hand]
        firsts = [n for n, kind in enumerate(kinds) if kind not in kinds[:n]]
        actions: list[Action] = [("play", n, *what) for n in firsts for what in self._uses(hand[n])]
        sizes = range(1, len(hand) + 1)
        return actions + [("replace", *c) for k in sizes for c in combinations(range(len(hand)), k)]

    def _uses(self, card: str) -> Iterator[Action]:
        """Yield what a card can do."""
        me = self.owner
        card, kind, _ = card.split()
        if card == "Organ":
            if self.states[me][kind] == "None":
                yield me, kind
        elif card == "Medicine":
            yield from ((me, place) for place in self._targets(kind, me))
        elif card == "Virus":
            yield from ((s, place) for s in self._others() for place in self._targets(kind, s))
        elif kind == "OrganThief":
            for seat in self._others():
                yield from ((seat, p) for p in self._movable(seat) if self.states[me][p] == "None")
        elif kind == "LatexGlove" and not self.tag:
            yield ()
        elif kind in ("LatexGlove", "MedicalError"):
            yield from ((seat,) for seat in self._others())
        elif kind == "Spreading":
            yield from self._spreads()
        elif kind == "Transplant":
            yield from self._swaps()

    def _spreads(self) -> Iterator[Action]:
        """Yield moves of a virus."""
        for own in self._organs(self.owner, *INFECTED):
            kind = self.bodies[self.owner][own][0].split()[1]
            for seat in self._others():
                for place in self._organs(seat, "Neutral"):
                    fits = place in (kind, "Wild") or kind == "Wild"
                    if self.tag:  # TAG: by the organ that the virus leaves
                        any_kind = self.states[self.owner][own] == "InfectedWild"
                        fits = place in (own, "Wild") or any_kind
                    if fits:
                        yield own, seat, place

    def _swaps(self) -> Iterator[Action]:
        """Yield two organs of two seats, one's own in TAG, that can be exchanged."""
        for one, other in combinations(range(self.players), 2):
            if self.tag and self.owner not in (one, other):
                continue
            a, b = (self.owner, one + other - self.owner) if self.tag else (one, other)
            for mine in self._movable(a):
                for theirs in self._movable(b):
                    lack = self.states[a][theirs] == "None" == self.states[b][mine]
                    # TAG: organs of one kind cannot be exchanged.
                    if lack or (mine == theirs and not self.tag):
                        yield (a, mine, b, theirs)

    # -- what is done ------------------------------------------------------------------------------

    def apply(self, action: Action, chance: Chance) -> None:
        """Do it, draw to three cards, and see whether somebody has won."""
        hand = self.hands[self.owner]
        match action:
            case ("draw",):
                self._draw(3, chance)
            case ("replace", *gone):
                for card in [hand[n] for n in gone]:
                    self.discards.insert(0, card)
                hand[:] = [card for n, card in enumerate(hand) if n not in gone]
                self._draw(len(gone), chance)
            case ("play", n, *what):
                card = hand.pop(n)
                if self.tag:  # TAG: the card is discarded and laid, too (card duplication)
                    self.discards.insert(0, card)
                    self._draw(1, chance)
                    self._use(card, tuple(what))
                else:
                    self._use(card, tuple(what))
                    if card.startswith("Treatment"):
                        self.discards.insert(0, card)
                    self._spread_on(card.startswith("Treatment Spreading"), chance)
            case ("spread", *what):
                self._spread(*what)
                self._spread_on(True, chance)
        if max(self.scores()) >= 4:
            self.status = "end"
            self.finish()
            return
        if self.spreading:
            return
        self.end_turn()
        if self.owner == 0 and self.tag and self.round == ROUNDS - 1:
            # TAG: a game ends undecided (Virus!, round 100)
            self.round += 1
            self.status, self.results = "timeout", ["timeout"] * self.players
        elif self.owner == 0:
            self.end_round()

    def _spread_on(self, spreads: bool, chance: Chance) -> None:
        """Take the next card, if no virus can be spread any more."""
        self.spreading = spreads and any(True for _ in self._spreads())
        if not self.spreading:
            self._draw(1, chance)

    def _spread(self, own: str, seat: int, place: str) -> None:
        """Move a virus."""
        self.bodies[seat][place].insert(0, self.bodies[self.owner][own].pop(0))
        self.states[self.owner][own] = "Neutral"
        self.states[seat][place] = state_of(self.bodies[seat][place])

    def _draw(self, number: int, chance: Chance) -> None:
        for _ in range(number):
            if not self.deck:
                self.deck, self.discards = chance.shuffled("discards", self.discards), []
            self.hands[self.owner][:0] = take(self.deck)

    def _use(self, card: str, what: Action) -> None:
        """Do what a card does."""
        me = self.owner
        kind = card.split()[1]
        match kind, what:
            case "OrganThief", (seat, place):
                self._land(self._lift(seat, place), me, place)
            case "LatexGlove", _:
                for seat in what or self._others():
                    self.discards[:0] = take(self.hands[seat], 3)[::-1]
            case "MedicalError", (seat,):
                self._exchange_bodies(seat)
            case "Spreading", (own, seat, place):
                self._spread(own, seat, place)
            case "Transplant", (a, mine, b, theirs):
                one, other = self._lift(a, mine), self._lift(b, theirs)
                self._land(one, b, mine)
                self._land(other, a, theirs)
            case _, (seat, place):
                self._lay(card, seat, place)

    def _lift(self, seat: int, place: str) -> list[str]:
        """Remove an organ with the cards on it; nothing if there is none."""
        if self.states[seat][place] == "None":
            return []
        pile, self.bodies[seat][place] = self.bodies[seat][place], []
        self.states[seat][place] = "None"
        return pile

    def _land(self, pile: list[str], seat: int, place: str) -> None:
        """Lay an organ with the cards on it."""
        if not pile:
            return
        self.bodies[seat][place] = pile + self.bodies[seat][place]
        # TAG: more than two cards are no organ any more (Virus!, When organs are moved).
        self.states[seat][place] = "None" if self.tag and len(pile) > 2 else state_of(pile)

    def _lay(self, card: str, seat: int, place: str) -> None:
        """Lay an organ, a virus or a medicine."""
        pile = self.bodies[seat][place]
        pile.insert(0, card)
        state = self.states[seat][place]
        healing = card.startswith("Medicine")
        wild = "Wild" if card.split()[1] == "Wild" else ""
        leaving = 0
        match card.split()[0], state.removesuffix("Wild"):
            case "Organ", _:
                state = "Neutral"
            case _, "Neutral":
                state = ("Vaccinated" if healing else "Infected") + wild
            case "Medicine", "Vaccinated":
                state = "Immunised"
            case ("Medicine", "Infected") | ("Virus", "Vaccinated"):
                state, leaving = "Neutral", 2
            case "Virus", "Infected":
                state, leaving = "None", 3
        for gone in take(pile, leaving):
            self.discards.insert(0, gone)
        self.states[seat][place] = state

    def _exchange_bodies(self, seat: int) -> None:
        for place in PLACES:
            mine, theirs = self._lift(self.owner, place), self._lift(seat, place)
            self._land(theirs, self.owner, place)
            if not self.tag or len(mine) <= 2:  # TAG: else it vanishes (as above)
                self._land(mine, seat, place)

    def scores(self) -> list[int]:
        """Return the numbers of healthy organs."""
        return [len(self._organs(seat, *HEALTHY)) for seat in range(self.players)]


# -- the same games in TAG -------------------------------------------------------------------------


def _card(card: str) -> str:
    kind, name = named(card).split()
    return f"{kind}|{name}" + ("|Treatment" if kind == "Treatment" else "")


def _fields(game: Virus) -> Fields:
    state: Fields = {
        "drawDeck": [*map(_card, game.deck)],
        "discardDeck": [*map(_card, game.discards)],
    }
    for seat in range(game.players):
        state[f"playerDecks.{seat}"] = [*map(_card, game.hands[seat])]
        for place in PLACES:
            key = f"playerBodies.{seat}.organs.{place}"
            state[f"{key}.cards"] = [*map(_card, game.bodies[seat][place])]
            state[f"{key}.state"] = game.states[seat][place]
    return state


def _named(game: Virus, action: Action) -> str:
    hand = game.hands[game.owner]
    if action == ("draw",):
        return "Draw a new player hand"
    if action[0] == "replace":
        gone = list(action[1:])
        names = [hand[n].split()[0] for n in gone]
        decks = f"deckFrom=Player{game.owner}Deck, deckTo=DiscardDeck"
        if len(gone) == 1:
            place = f"[idx={gone[0]}] [card={_card(hand[gone[0]])}]"
            return f"DrawCard{{{decks}, card={names[0]}, toIndex=0}} {place}"
        number, listed = f"nComponents={len(gone)}", ", ".join(names)
        return f"DrawComponents{{{decks}, {number}, components={{{listed}}}, idxs={gone}}}"
    card = hand[action[1]]
    kind, name = named(card).split()
    match kind, name, action[2:]:
        case "Organ", _, (seat, _):
            done, on = "Add", f"on body of player {seat}"
        case (("Virus" | "Medicine"), _, (seat, place)):
            done, on = "Apply", f"on {place} of player {seat}"
        case _, "OrganThief", (seat, place):
            done, on = "Play", f"on {place} of player {seat}"
        case _, "LatexGlove", (seat,):
            done, on = "Play", f"on player {seat}"
        case _, "MedicalError", (seat,):
            done = "Play"
            on = f"replacing body of player {game.owner} with  body of player {seat}"
        case _, "Spreading", (own, seat, place):
            done, on = "Play", f"Move virus {own} to organ {place} of player {seat}"
        case _, _, (a, mine, b, theirs):
            done = "Play"
            on = f"replacing {mine} of player {a} with {theirs} of player {b}"
    return f"{done} VirusCard{{{kind}: {name}}} {on} [idx={action[1]}] [card={_card(card)}]"


def _chance(game: Virus | None, what: str, cards: Sequence[str], after: Fields) -> list[str]:
    """Return the deck before the cards were drawn that lie in TAG's next state."""
    hands = by_seat(after, "playerDecks")
    if game is None:
        order = [card for hand in hands for card in hand[::-1]] + after["drawDeck"]
    else:
        drawn = len(cards) - len(after["drawDeck"])
        order = hands[game.owner][:drawn][::-1] + after["drawDeck"]
    left: dict[str, list[str]] = {}
    for card in cards:
        left.setdefault(_card(card), []).append(card)
    # Which of equal cards it is, is not recorded; see below.
    spread = {name: sorted(same, key=lambda c: same.count(c)) for name, same in left.items()}
    return [spread[name].pop() for name in order]


def _amended(game: Virus, listed: Sequence[str]) -> None:
    """Exchange two cards that a recording does not tell apart, so that actions are as listed.

    Two cards of a name in one hand are copies of the same card where the second has no action.
    """
    hand = game.hands[game.owner]
    used = [
        any(f"[idx={n}]" in name and not name.startswith("Draw") for name in listed)
        for n in range(len(hand))
    ]
    bodies = [pile for body in game.bodies for pile in body.values()]
    piles = [game.deck, game.discards, *(h for h in game.hands if h is not hand), *bodies]
    for i, j in 3 * list(combinations(range(len(hand)), 2)):
        same = [(hand, i), (hand, j)]
        if named(hand[i]) != named(hand[j]) or not used[i] or (hand[i] == hand[j]) != used[j]:
            continue
        same += [(p, n) for p in piles for n, c in enumerate(p) if named(c) == named(hand[i])]
        copies = [pile[n] for pile, n in same]
        if used[j]:  # another card
            _exchange(same, 1, next(n for n, card in enumerate(copies) if card not in hand))
        else:  # two copies
            twice = next(card for card in copies if copies.count(card) > 1)
            _exchange(same, 0, copies.index(twice))
            again = [pile[n] for pile, n in same]
            _exchange(same, 1, again.index(twice, 1))


def _exchange(places: Sequence[tuple[list[str], int]], a: int, b: int) -> None:
    (one, i), (other, j) = places[a], places[b]
    one[i], other[j] = other[j], one[i]


RECORDED = (Recorded("virus", Virus, _fields, _named, _chance, amended=_amended),)
