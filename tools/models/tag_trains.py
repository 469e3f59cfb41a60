"""Colt Express as a text: names of moves, what lies where, and what chance decides."""

from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

from boardless.state import Move
from tools.models import colt_express
from tools.models.beside import Cards, Facts, Text, Watched, by_card, scores_of
from tools.models.cards import Action, Chance, Seen, Table, unseen
from tools.models.colt_express import LOADS, PURSES, REWARD, ColtExpress, kind_of, owner_of
from tools.models.tag_maps import number_at, places

T = TypeVar("T")
#: Places of a hand behind which planned cards lie, kinds of loot in their order, a cell's levels.
KEPT, LOOT, LEVELS = 22, ("Strongbox", "Jewel", "Purse"), ("inside", "roof")
NAMES = {
    "MoveSideways": "Move Sideways",
    "MoveVertical": "Move Vertical",
    "CollectMoney": "Collect Money",
    "MoveMarshal": "Move Marshal",
    "AngryMarshall": "Angry Marshal",
    "Braking": "Braking Train",
    "PassengerRebellion": "Passenger Rebellion",
    "SwivelArm": "Swivelling Arm",
    "TakeItAll": "Take It All",
    "MarshallsRevenge": "Marshal's Revenge",
    "Hostage": "Hostage-Taking",
    "PickPocket": "Pickpocketing",
}
LOAD_CARDS = (
    "One Purse",
    "Two Purses",
    "Three Purses",
    "Purse and Jewel",
    "Four Purses and Jewel",
    "Three Jewels",
)


def _kind(card: str) -> str:
    """Return the name in the text of an action card, or of a round."""
    return NAMES.get(kind_of(card), kind_of(card))


class Train:
    """The cells of a train for so many players."""

    def __init__(self, cards: Cards) -> None:
        self.cards, self.players = cards, cards.state.players
        self.cars, self.items = self.players + 1, self.players + 3
        self.board = cards.state.containers[0]

    def cell(self, item: int, place: int) -> int:
        """Return the cell of loot or a bandit on a place of the train, or of a player's loot."""
        level, car = divmod(place, self.cars)
        if level < 2:
            return self.cars * (1 + level * self.items + item) + car
        return self.cars * (3 + 2 * self.items + item) + place - 2 * self.cars

    def of_cell(self, cell: int) -> tuple[int, int]:
        """Return the item and the place of a cell of the train, or of loot; -1 of the marshal's."""
        row, car = divmod(cell, self.cars)
        if row == 0:
            return -1, car
        level, item = divmod(row - 1, self.items)
        return (item, car + self.cars * level) if level < 2 else (item - 2, 2 * self.cars + car)

    def number(self, cell: int) -> int:
        """Return how many pieces lie on a cell."""
        return number_at(self.board, cell)

    def bandit(self, seat: int) -> int:
        """Return the place of a bandit."""
        found = [at for at in range(2 * self.cars) if self.board.what[self.cell(3 + seat, at)]]
        assert len(found) == 1
        return found[0]

    def slots(self) -> list[tuple[int, str]]:
        """Return the place of each purse, from 1 on, and what it is; 0 and nothing if none."""
        held = self.cards.hand_of(self.players + 1)
        names = self.cards.names
        pairs = zip(held.what, held.state, strict=True)
        return [(int(state), names[what - 1]) if what else (0, "") for what, state in pairs]


class DealsOfColtExpress(Watched):
    """Chance that deals cards of several decks, and chooses between purses."""

    def __init__(self, text: Text, inner: Chance, game: ColtExpress | None, cards: Cards) -> None:
        super().__init__(text, inner, None)
        self._model, self._orders = game, dict[str, Any]()
        self._decks = [] if game is None else [list(deck) for deck in game.decks]
        self._slots = Train(cards).slots()

    def shuffled(self, what: str, cards: Sequence[T]) -> list[T]:
        """Return cards in another order."""
        order = self._inner.shuffled(what, cards)
        self._orders[what] = list(order)
        return order

    def choice(self, what: str, options: Sequence[T]) -> T:
        """Return one of several options."""
        chosen = self._inner.choice(what, options)
        self._orders[what] = chosen
        kind, *about = what.split()
        if self._model is not None and isinstance(chosen, int):
            game = self._model
            seat = int(about[0]) if about else game.owner
            car, level = game.places[seat if kind == "pocket" else game.owner]
            place = 1 + car + (game.players + 1) * LEVELS.index(level)
            own = 1 + 2 * (game.players + 1)
            if kind == "drop":
                robs = game.characters[game.owner] == "Cheyenne"
                target = own + game.owner if robs else place
                self._purse(game.loot[seat][chosen], own + seat, target)
            else:
                copied = kind == "pocket" and game.tag
                self._purse(game.train[car][level][chosen], place, place if copied else own + seat)
        return chosen

    def _purse(self, token: str, place: int, target: int) -> None:
        """Note which purse of a place is chosen, and where it comes."""
        if kind_of(token) != "Purse":
            return
        there = [n for n, (at, _) in enumerate(self._slots) if at == place]
        number = next(n for n in there if self._slots[n][1] == token)
        if len(there) > 1:
            self.taken.append(there.index(number))
        self._slots[number] = (target, token)

    def end(self, game: Table) -> list[Any]:
        """Return what chance decided until now."""
        assert isinstance(game, ColtExpress)
        if self._model is None:
            self._begin(game)
        elif "deck 0" not in self._orders:
            for before, deck in zip(self._decks, game.decks, strict=True):
                if len(deck) < len(before):
                    self._deal(before, len(before) - len(deck))
            return self.taken
        if not game.is_over:
            self.taken.append(_kind(game.rounds[game.round]))
            for seat, character in enumerate(game.characters):
                self._deal(self._orders[f"deck {seat}"], 6 + (character == "Doc"))
        return self.taken

    def _deal(self, deck: Sequence[str], number: int) -> None:
        left = [*map(_kind, deck)]
        for _ in range(number):
            if len(set(left)) > 1:
                self.taken.append(left[0])
            del left[0]

    def _begin(self, game: ColtExpress) -> None:
        self.taken += game.characters
        stock = list(self._orders.get("purses", ()))
        for car in range(game.players):
            load = self._orders[f"car {car}"] if game.tag else self._orders["cars"][car]
            number = LOADS.index(load)
            self.taken.append(number if game.tag else LOAD_CARDS[number])
            for n in range(load[0]):
                if game.tag:
                    self.taken.append([*PURSES].index(self._orders[f"purse {car} {n}"]))
                elif len(set(stock)) > 1:
                    self.taken.append(stock.pop(0))


def _colt_action(cards: Cards, move: Move, number: int) -> Action:
    found, me, train = places(cards, move), cards.state.mover - 1, Train(cards)
    if not found:
        return ("pass",)
    (where, at), (_, to) = found[0], found[-1]
    if where != "Board":
        return ("plan", cards.hand_cards(me)[at])
    item, place = train.of_cell(at)
    if item < 0:
        return ("marshal", to)
    if len(found) == 1:
        return ("rob", LOOT[item])
    other, target = train.of_cell(to)
    level, car = divmod(target, train.cars)
    if item - 3 == me and other - 3 == me:
        climbs = place // train.cars != level
        return ("climb", LEVELS[level]) if climbs else ("move", car)
    if item - 3 == me:
        return ("shoot", other - 3)
    return ("punch", other - 3, car, "nothing" if item > 2 else LOOT[item])


def _colt_meant(model: ColtExpress, action: Action) -> Action:
    match action:
        case ("draw", _) | ("nothing",) | ("rob", "none") | ("shoot",) | ("punch",):
            return ("pass",)
        case ("shoot", seat, _):
            return ("shoot", seat)
        case ("plan", kind):
            return ("plan", _kind(kind))
    return action


def _colt(cards: Cards) -> Facts:
    train = Train(cards)
    seats = range(train.players)
    board, purses = train.board, cards.hand(train.players)
    held = [*cards.hand_of(train.players + 1).state]
    slots = [state for state, (_, token) in zip(held, train.slots(), strict=True) if token]
    loot = [
        sorted(
            (token, sorted(by))
            for (token, by), at in zip(purses, slots, strict=True)
            if at == n + 1
        )
        for n in range(2 * train.cars + train.players)
    ]
    hands = [cards.hand(seat) for seat in seats]
    kept = [sum(card != "" for card in cards.hand_cards(seat)[:KEPT]) for seat in seats]
    at = [divmod(train.bandit(seat), train.cars) for seat in seats]
    return {
        "places": [(car, LEVELS[level]) for level, car in at],
        "marshal": [car for car in range(train.cars) if board.what[car]],
        "loot": loot,
        "purses": [train.number(train.cell(2, n)) for n in range(len(loot))],
        "jewels": [train.number(train.cell(1, n)) for n in range(len(loot))],
        "strongboxes": [train.number(train.cell(0, n)) for n in range(len(loot))],
        "hands": [by_card(hand[:n]) for hand, n in zip(hands, kept, strict=True)],
        "planned": [hand[n:] for hand, n in zip(hands, kept, strict=True)],
        "decks": [sorted(cards.pile("Draw", seat + 1)) for seat in seats],
        "cards": [
            sorted([*(card for card, _ in hand), *cards.pile("Draw", seat + 1)])
            for seat, hand in enumerate(hands)
        ],
        "bullets": [train.number(train.cell(-1, 2 * train.cars + seat)) for seat in seats],
        "characters": [cards.at(0, train.cell(-2, 2 * train.cars + seat)) for seat in seats],
        "round": board.what[train.cell(-2, 2 * train.cars + train.players)]
        and cards.at(0, train.cell(-2, 2 * train.cars + train.players)),
    }


def _colt_told(model: ColtExpress) -> Facts:
    seats = range(model.players)
    there = [(model.train[c][level], -1) for level in LEVELS for c in range(model.players + 1)]
    there += [(model.loot[seat], seat) for seat in seats]
    cards = [[_kind(card) for card in model.hands[s] + model.decks[s]] for s in seats]
    told: dict[Hashable, Any] = {
        "places": model.places,
        "marshal": [model.marshal],
        "loot": [
            sorted(
                (token, [seat] if seat >= 0 else [])
                for token in tokens
                if kind_of(token) == "Purse"
            )
            for tokens, seat in there
        ],
        "purses": [sum(kind_of(token) == "Purse" for token in tokens) for tokens, _ in there],
        "jewels": [sum(kind_of(token) == "Jewel" for token in tokens) for tokens, _ in there],
        "strongboxes": [sum(kind_of(t) == "Strongbox" for t in tokens) for tokens, _ in there],
        "bullets": model.bullets,
        "characters": model.characters,
        "cards": [*map(sorted, cards)],
    }
    if not model.is_over:
        del told["cards"]
        planned = [(_kind(card), owner_of(card), by) for card, by in model.planned[::-1]]
        told |= {
            "round": _kind(model.rounds[model.round]),
            "hands": [by_card(unseen([*map(_kind, model.hands[s])], s)) for s in seats],
            "planned": [[Seen(card, by) for card, seat, by in planned if seat == s] for s in seats],
            "decks": [sorted(map(_kind, model.decks[s])) for s in seats],
        }
    return told


def _colt_scores(cards: Cards) -> list[int]:
    """Return what the loot is worth, in TAG with a part of the reward; the text says it last."""
    if cards.state.outcome() is not None:
        return scores_of(cards)
    train, round_ = Train(cards), len(cards.pile("Past"))
    seats = [2 * train.cars + seat for seat in range(train.players)]
    bullets = [train.number(train.cell(-1, at)) for at in seats]
    reward = REWARD * round_ // 5 if "Rules/TAG" in cards.state.game.options else 0
    return [
        1000 * train.number(train.cell(0, at))
        + 500 * train.number(train.cell(1, at))
        + sum(owner_of(token) for place, token in train.slots() if place == at + 1)
        + (reward if left == min(bullets) else 0)
        for at, left in zip(seats, bullets, strict=True)
    ]


TEXTS = (
    Text(
        "Colt Express",
        colt_express.RECORDED[0],
        (2, 3, 4),
        lambda model: model.decks,
        _colt_action,
        _colt,
        _colt_told,
        scores=_colt_scores,
        meant=_colt_meant,
        watched=DealsOfColtExpress,
    ),
)
