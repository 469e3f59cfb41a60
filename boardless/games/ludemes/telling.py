"""Public knowledge about hidden cards: announced properties, and cards known to be absent.

A *mark* is a bit: one for each announced number of a property, and one for each card that never
lies in some hand. For each place the program knows which marks its card does not have: the marks
of its hand, and the marks set in its local state.
"""

from __future__ import annotations

from boardless.games.kit import (
    EFFECT,
    PUTS,
    Candidates,
    Integer,
    Model,
    Moves,
    OfThisProgram,
    Region,
    S,
    Scope,
    as_int,
    carried,
    each,
    ludeme,
    ludemes_in,
    needs,
    numbers,
    wide,
)
from boardless.games.ludemes.decks import Card, cards_of
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then, does

#: The most marks of a game, the bits of a local state.
MAX_MARKS = 30


@ludeme("tell")
class Tell(OfThisProgram, Moves):
    """Tell all players which cards on some sites have this number of a property.

    The announced facts about a card are its local state, a bit for each number that it does not
    have. They move with the card between places of hands, and redraws keep to them.

    Example: (tell "Colour" 2 (sites Hand Next))
    """

    facts = EFFECT | PUTS | numbers("states") | needs("hiding", "decks")
    name: str
    value: Integer
    region: Region
    then: Then | None = None

    def legal(self, b: Scope) -> Candidates:
        first_card, _ = cards_of(self, b)
        first, values = _bits_of(self, b.model)
        table = [_own_bits(card, self.name, first, values) for card in _cards(b.model)]
        own_bits, everything = b.table("TOLD", table), (1 << len(values)) - 1 << first
        number = b.variable("number", b.integer(self.value))
        told = b.variable("told", 0)
        for place, value in enumerate(values, first):
            with b.where(number == value):
                b.set(told, 1 << place)
        for at in each(self.region, b, hands=True):
            with b.where((S.what[at] >= first_card) & (told != 0)):
                own = b.variable("own", wide(own_bits[wide(S.what[at]) - first_card]))
                bits = b.variable("bits", (own == told).choose(as_int(everything) ^ told, told))
                state = b.variable("state", wide(S.fields["STATES", at]) | bits)
                act = does("set_state", carried(1), carried(2))
                yield effect(act, b, at, state).followed(self.then)


def marks_of(model: Model) -> tuple[list[int], list[int], bool]:
    """Return the marks of each card, the marks at each place of a hand, and if any are told.

    The places are the engine's indices; index 0 is unused.
    """
    if model.scene is None:
        return [], [], False
    named = _never(model)
    tells = [node for node in ludemes_in(model.game) if isinstance(node, Tell)]
    cards = _cards(model)
    marks = [sum(1 << n for n, name in enumerate(named) if name == card.name) for card in cards]
    for name in dict.fromkeys(node.name for node in tells):
        first, values = _bits_of(next(node for node in tells if node.name == name), model)
        marks = [
            mark | _own_bits(card, name, first, values)
            for mark, card in zip(marks, cards, strict=True)
        ]
    barred = [0]
    for store in model.scene.inventory.containers[1:]:
        mark = 0 if store.without is None else 1 << named.index(store.without)
        barred += [mark] * store.size
    return marks, barred, bool(tells)


def _never(model: Model) -> list[str]:
    """Return the names of cards that never lie in some hand."""
    assert model.scene is not None
    names = (store.without for store in model.scene.inventory.containers)
    never = list(dict.fromkeys(name for name in names if name is not None))
    cards = {card.name for card in _cards(model)}
    for name in never:
        if name not in cards:
            model.game.reject(f"no card is called {name!r}, which is not to lie in a hand")
    return never


def _bits_of(node: Tell, model: Model) -> tuple[int, list[int]]:
    """Return the place of the first mark of a property, and its numbers, one for each mark."""
    first, cards = len(_never(model)), _cards(model)
    for name in dict.fromkeys(n.name for n in ludemes_in(model.game) if isinstance(n, Tell)):
        values = {each.value for card in cards for each in card.properties if each.name == name}
        if name == node.name:
            if not values:
                node.reject(f"no card has a property {name!r}")
            if first + len(values) > MAX_MARKS:
                node.reject(f"at most {MAX_MARKS} numbers of properties can be told")
            return first, sorted(values)
        first += len(values)
    raise AssertionError


def _own_bits(card: Card, name: str, first: int, values: list[int]) -> int:
    """Return the mark of a card's number of a property, or 0 without one."""
    own = next((each.value for each in card.properties if each.name == name), None)
    return 0 if own is None else 1 << first + values.index(own)


def _cards(model: Model) -> list[Card]:
    return [item for item in model.items if isinstance(item, Card)]
