"""Diamant: all choose at once, in secret, to go deeper into a cave or to leave with their gems."""

from collections.abc import Sequence
from typing import Any

from tools.models.cards import Action, Chance, Table, take
from tools.models.tag import Fields, Recorded, rows

HAZARDS = ("Scorpions", "Snakes", "PoisonGas", "Explosions", "Rockfalls")
TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
TAG_TREASURES = (1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17)
RELICS = (5, 7, 8, 10, 12)
#: A type and a value: ``("Treasure", 7)``, ``("Hazard", "Snakes")``.
Card = tuple[str, Any]


class Diamant(Table):
    """Five caves: a path of cards, its last one on top, and gems left on them."""

    PILES = ("deck", "path", "discards", "relics")
    SECRETS = ("chosen",)

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        treasures = TAG_TREASURES if self.tag else TREASURES
        self.deck: list[Card] = [("Treasure", value) for value in treasures]
        self.deck += [("Hazard", hazard) for hazard in HAZARDS for _ in range(3)]
        self.relics: list[Card] = [("Relic", value) for value in RELICS]
        self.discards: list[Card] = []
        self.path: list[Card] = []
        self.gems: list[int] = []
        self.hands = [0] * players
        self.chests = [0] * players
        self.inside = [True] * players
        self.chosen: dict[int, str] = {}
        self._enter(chance)

    def view(self, seat: int) -> dict[str, Any]:
        """Return the game as a seat sees it: its own choice, and who has chosen."""
        own = {s: choice if s == seat else None for s, choice in self.chosen.items()}
        return {**super().view(seat), "chosen": own}

    def legal(self) -> list[Action]:
        """Return the choices; there is none outside."""
        return [("continue",), ("exit",)] if self.inside[self.owner] else [("out",)]

    def apply(self, action: Action, chance: Chance) -> None:
        """Choose; when all have chosen, gems are shared and a card is turned."""
        self.chosen[self.owner] = action[0]
        self.end_turn()
        if len(self.chosen) == self.players:
            leaving = [seat for seat, choice in self.chosen.items() if choice == "exit"]
            self.chosen = {}
            self._leave(leaving)
            if any(self.inside):
                self._turn_up(chance)
            else:
                self._next_cave(chance)

    def _leave(self, leaving: list[int]) -> None:
        """Share what lies on the path among those who leave; a relic is for one alone."""
        if not leaving:
            return
        if len(leaving) == 1:
            found = [card for card in self.path if card[0] == "Relic"]
            self.chests[leaving[0]] += sum(value for _, value in found)
            self._drop_relics()
        for seat in leaving:
            self.chests[seat] += self.hands[seat] + sum(n // len(leaving) for n in self.gems)
            self.hands[seat] = 0
            self.inside[seat] = False
        self.gems = [n % len(leaving) for n in self.gems]

    def _drop_relics(self) -> None:
        """Discard the relics on the path."""
        relics = [card for card in self.path if card[0] == "Relic"]
        self.discards[:0] = relics
        self.path = [card for card in self.path if card[0] != "Relic"]

    def _turn_up(self, chance: Chance) -> None:
        """Turn up a card."""
        kind, value = card = take(self.deck)[0]
        left = 0
        if kind == "Treasure":
            share, left = divmod(value, sum(self.inside))
            self.hands = [a + share * b for a, b in zip(self.hands, self.inside, strict=True)]
        known = card in self.path
        self.path.insert(0, card)
        if kind != "Relic":
            self.gems.append(left)
        if kind == "Hazard" and known:
            self.hands = [0 if here else n for n, here in zip(self.hands, self.inside, strict=True)]
            self.discards.insert(0, self.path.pop(0))
            self._drop_relics()
            self._next_cave(chance)

    def _next_cave(self, chance: Chance) -> None:
        """Leave a cave to its monsters; after the fifth the game ends."""
        self.gems = []
        self.end_round()
        if self.round == len(RELICS):
            self.finish()
            return
        self._drop_relics()
        self.inside = [True] * self.players
        self._enter(chance)

    def _enter(self, chance: Chance) -> None:
        """Shuffle the next relic and the path into the deck, and turn up a card."""
        cards = [*self.deck, *self.path, *take(self.relics)]
        self.deck, self.path = chance.shuffled("deck", cards), []
        self._turn_up(chance)

    def scores(self) -> list[int]:
        """Return the gems in the chests."""
        return list(self.chests)


# -- the same games in TAG -------------------------------------------------------------------------


def _card(card: Card) -> str:
    kind, value = card
    return f"Hazard|{value}|0" if kind == "Hazard" else f"{kind}|None|{value}"


WORDS = {"continue": "Continue in cave", "exit": "Exit from cave", "out": "Out of cave"}


def _fields(game: Diamant) -> Fields:
    chosen = {f"actionsPlayed.actions.{s}": WORDS[choice] for s, choice in game.chosen.items()}
    return {
        "mainDeck": [*map(_card, game.deck)],
        "discardDeck": [*map(_card, game.discards)],
        "path": [*map(_card, game.path)],
        "relicDeck": [*map(_card, game.relics)],
        "playerInCave": game.inside,
        "gemsOnPath": game.gems,
        "nCave": game.round,
        **(chosen or {"actionsPlayed.actions": {}}),
        **rows("treasureChests", game.chests),
        **rows("hands", game.hands),
    }


def _named(game: Diamant, action: Action) -> str:
    return WORDS[action[0]]


def _chance(game: None, what: str, cards: Sequence[Card], after: Fields) -> list[Card]:
    """Return the deck before a card was turned up that lies in TAG's next state."""
    ours = {_card(card): card for card in cards}
    return [ours[card] for card in after["path"] + after["mainDeck"]]


RECORDED = (Recorded("diamant", Diamant, _fields, _named, _chance),)
