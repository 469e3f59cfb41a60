"""Pandemic as a text: names of moves, what lies where, and what chance decides."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeVar

from boardless.state import SELECT, Move
from tools.models import pandemic
from tools.models.beside import Cards, Facts, Text, Watched
from tools.models.cards import Action, Chance, Table
from tools.models.pandemic import COLOURS, EPIDEMIC, EVENTS, MAP, Pandemic
from tools.models.pandemic_cures import towards_cures

T = TypeVar("T")
#: A container, and a site of it.
Place = tuple[str, int]
CITIES = list(MAP)


def places(cards: Cards, move: Move) -> list[Place]:
    """Return the places that a move selects."""
    return [
        (
            cards.container(action.container),
            action.site if isinstance(action.site, int) else action.site[2],
        )
        for action in move.actions
        if action.kind == SELECT
    ]


SUPPLY, DISEASES, OUTBREAKS, EPIDEMICS, PAWNS = 240, 244, 248, 249, 250


class DecksOfPandemic(Watched):
    """Chance that decides which of the highest or lowest infection cards comes."""

    def __init__(self, text: Text, inner: Chance, game: Pandemic | None, cards: Cards) -> None:
        super().__init__(text, inner, None)
        self._model, self._orders = game, dict[str, list[Any]]()
        self._deck = [] if game is None else list(game.deck)
        self._infections = [] if game is None else list(game.infections)
        pile = cards.pile_states("Infections")
        self._layers = dict.fromkeys(CITIES, 1) if game is None else pile

    def shuffled(self, what: str, cards: Sequence[T]) -> list[T]:
        """Return cards in another order."""
        order = self._inner.shuffled(what, cards)
        if self._model is None:
            self._orders[what] = list(order)
        else:
            self._note(self._model)
            top = 1 + max(self._layers.values(), default=0)
            self._layers |= dict.fromkeys(map(str, order), top)
            self._infections[:0] = map(str, order)
        return order

    def choice(self, what: str, options: Sequence[T]) -> T:
        """Return one of several options."""
        return self._inner.choice(what, options)

    def end(self, game: Table) -> list[Any]:
        """Return what chance decided until now."""
        assert isinstance(game, Pandemic)
        if self._model is None:
            for city in self._orders["infections"][:9]:
                self._infection(city, max)
            dealt = sum(map(len, game.hands))
            cards = self._orders["player cards"][:dealt]
            return [*self.taken, *game.roles, *map(_event, cards)]
        self._note(game)
        return self.taken

    def _note(self, game: Pandemic) -> None:
        """Note the cards that have been taken."""
        while len(self._deck) > len(game.deck):
            if self._is_asked(game):
                self.taken.append(int(self._deck[0] != EPIDEMIC))
            card = self._deck.pop(0)
            if card == EPIDEMIC:
                self._infection(self._infections.pop(), min)
            elif set(self._deck) - {EPIDEMIC}:
                self.taken.append(_event(card))
        while len(self._infections) > len(game.infections):
            self._infection(self._infections.pop(0), max)

    def _is_asked(self, game: Pandemic) -> bool:
        """Return whether the next card may be an epidemic, or another one."""
        number = len(MAP) + len(EVENTS) - {2: 8, 3: 9, 4: 8}[game.players]
        size, left = divmod(number, 4)
        sizes = [size + 1 + (n < left and not game.tag) for n in range(4)]
        at, come = number + 4 - len(self._deck), 4 - self._deck.count(EPIDEMIC)
        for n, size in enumerate(sizes):
            if at < size:
                return come == n and size - at - game.tag > 1
            at -= size
        return False

    def _infection(self, city: str, which: Any) -> None:
        """Note an infection card; `which`: it is one of the highest or the lowest."""
        layer = which(self._layers.values())
        same = [other for other in CITIES if self._layers.get(other) == layer]
        if len(same) > 1:
            self.taken.append(same.index(city))
        del self._layers[city]


def _event(card: str) -> str:
    return "One Quiet Night" if card == "One quiet night" else card


def _pandemic_action(cards: Cards, move: Move, number: int) -> Action:
    found, me = places(cards, move), cards.state.mover - 1
    if not found:
        return ("nothing",)
    (where, at), (_, to) = found[0], found[-1]
    if where == "Board":
        return _from_board(cards, me, at, to, number)
    if where == "Discards0":
        return ("store", _model_card(cards.cards[at]))
    if where == "Forecast0":
        return ("top", cards.cards[at])
    if where == "Planner0":
        card, n = cards.cards[at], 0
    else:
        hand = [card for card, _ in cards.hand(int(where[4:]) - 1)][1:]
        card, n = hand[at - 1], len(hand) - at
        if len(hand) > pandemic.LIMIT and len(found) == 1:
            return ("discard", n)
    if len(found) == 1:
        return (card,)
    if found[1][0] != "Board":
        return ("remove", cards.cards[to])
    if to < len(MAP):
        city = CITIES[to]
        if card != "Government Grant":
            return ("expert", me, city, n)
        stations = _stations(cards)
        return ("grant", city, stations[number] if len(stations) == pandemic.STATIONS else None)
    pawn, city = (to - PAWNS) // len(MAP), CITIES[(to - PAWNS) % len(MAP)]
    if cards.state.containers[0].what[to]:
        return ("share", int(where[4:]) - 1, pawn, _model_card(card))
    return ("Airlift", pawn, city) if card == "Airlift" else ("go", pawn, city, n)


def _from_board(cards: Cards, me: int, at: int, to: int, number: int) -> Action:
    if at >= PAWNS:
        return ("go", (to - PAWNS) // len(MAP), CITIES[(to - PAWNS) % len(MAP)], None)
    if at < len(MAP):
        return ("build", CITIES[to], None if at == to else CITIES[at])
    if at < SUPPLY:
        return ("treat", COLOURS[at // len(MAP) - 1])
    colour = COLOURS[at - DISEASES]
    role, *hand = [card for card, _ in cards.hand(me)]
    fit = [card for card in hand if card in MAP and MAP[card][0] == colour]
    if "Rules/TAG" in cards.state.game.options:
        return ("cure", colour, *sorted(fit))
    needed = 4 if role == "Scientist" else 5
    masks = {sum(1 << hand.index(c) for c in some): some for some in combinations(fit, needed)}
    return ("cure", colour, *sorted(masks[sorted(masks)[number]]))


def _stations(cards: Cards) -> list[str]:
    board = cards.state.containers[0]
    return [city for n, city in enumerate(CITIES) if board.what[n]]


def _model_card(card: str) -> str:
    return "One quiet night" if card == "One Quiet Night" else card


def _pandemic_meant(model: Pandemic, action: Action) -> Action:
    match action:
        case ("expert", pawn, city, n) if not model.tag:
            return action
        case (kind, pawn, city, n) if kind in pandemic.NAMES:
            return ("go", pawn, city, n)
        case ("Airlift", _, _, pawn, city):
            return ("Airlift", pawn, city)
        case ("Government Grant", _, _, city, old):
            return ("grant", city, old)
        case ("build", city, old, _):
            return ("build", city, old)
        case ("cure", colour, *cards):
            return ("cure", colour, *sorted(cards))
        case ("remove", n) | ("Resilient Population", _, _, n):
            return ("remove", model.infection_discards[n])
        case (kind, *_) if kind in EVENTS:
            return (_event(kind),)
    return action


def _pandemic(cards: Cards) -> Facts:
    board, players = cards.state.containers[0], cards.state.players
    hands = [cards.hand(seat) for seat in range(players)]
    outcome = cards.state.outcome()
    return {
        "roles": [hand[0].card for hand in hands],
        "hands": [[(_model_card(card), len(by)) for card, by in hand[:0:-1]] for hand in hands],
        "deck": sorted(map(_model_card, cards.pile("Deck"))),
        "discards": sorted(map(_model_card, cards.pile("Discards"))),
        "planner": [*map(_model_card, cards.pile("Planner"))],
        "infections": sorted(cards.pile("Infections")),
        "infection discards": sorted(cards.pile("Infection Discards")),
        "forecast": sorted(cards.pile("Forecast")),
        "stations": _stations(cards),
        "cubes": {
            city: [number_at(board, 48 * colour + n) for colour in range(1, 5)]
            for n, city in enumerate(CITIES)
        },
        "supply": [number_at(board, SUPPLY + colour) for colour in range(4)],
        "cures": [board.state[DISEASES + colour] for colour in range(4)],
        "counts": (board.state[EPIDEMICS], board.state[OUTBREAKS]),
        "places": [
            [CITIES[n] for n in range(48) if board.what[PAWNS + 48 * seat + n]]
            for seat in range(players)
        ],
        "payoffs": None if outcome is None else outcome.payoffs,
    }


def number_at(board: Any, site: int) -> int:
    """Return how many pieces lie on a site of the board."""
    return int(board.count[site]) if board.what[site] else 0


def _pandemic_told(model: Pandemic) -> Facts:
    won = int(model.status == "all win")
    return {
        "roles": model.roles,
        "hands": [[(card, model.players) for card in hand] for hand in model.hands],
        "deck": sorted(card for card in model.deck if card != EPIDEMIC),
        "discards": sorted(model.discards),
        "planner": model.planner,
        "infections": sorted(model.infections),
        "infection discards": sorted(model.infection_discards),
        "forecast": sorted(model.forecast),
        "stations": sorted(model.stations),
        "cubes": {city: [*cubes.values()] for city, cubes in model.cubes.items()},
        "supply": [*model.supply.values()],
        "cures": [*model.cures.values()],
        "counts": (model.rate, model.outbreaks),
        "places": [[place] for place in model.places],
        "payoffs": (won,) * model.players if model.is_over else None,
    }


def _pandemic_scores(cards: Cards) -> list[int]:
    """Return the number of cures, in TAG nothing."""
    board, tag = cards.state.containers[0], "Rules/TAG" in cards.state.game.options
    cures = sum(board.state[DISEASES + colour] > 0 for colour in range(4))
    return [0 if tag else cures] * cards.state.players


TEXTS = (
    Text(
        "Pandemic",
        pandemic.RECORDED[0],
        (2, 3, 4),
        lambda model: model.deck,
        _pandemic_action,
        _pandemic,
        _pandemic_told,
        scores=_pandemic_scores,
        first=lambda model: [*range(model.players)],
        meant=_pandemic_meant,
        watched=DecksOfPandemic,
        directed=towards_cures,
    ),
)
