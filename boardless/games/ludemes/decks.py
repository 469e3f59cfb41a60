"""Decks: cards with properties, their piles, and random draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY
from typing import Annotated, Any

from boardless.games.kit import (
    CHANCE,
    EFFECT,
    GLOBAL,
    NONE,
    OURS,
    PLACE,
    PURE,
    PUTS,
    STATIC,
    Builder,
    Candidate,
    Candidates,
    FixedRegion,
    InitialPosition,
    Int,
    Integer,
    Inventory,
    Limits,
    Ludeme,
    Moves,
    OfThisProgram,
    Region,
    Role,
    S,
    Scope,
    SeenBy,
    Site,
    absent,
    carried,
    each,
    every,
    lifted,
    ludeme,
    needs,
    numbers,
    reads,
    wide,
)
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.hands import SitesHand, sites_in_turn
from boardless.games.ludemes.literals import OFF
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.pieces import What
from boardless.games.ludemes.players import ThePlayer

#: The most different cards; chance takes one of them by its odds.
MAX_CARDS = 200
#: The most copies of a card.
MAX_COUNT = 1_000
_ITEM = STATIC | EFFECT | needs("hiding", "decks") | numbers("counts")


@ludeme("property", facts=STATIC)
class CardProperty(OfThisProgram, Ludeme):
    """A named number of a card.

    Example: (property "Colour" 2)
    """

    kind = "a property of a card"
    name: str
    value: Annotated[int, Limits(-MAX_INTEGER, MAX_INTEGER)]


@ludeme("card", facts=STATIC)
class Card(OfThisProgram, Ludeme):
    """A card by its name, with properties, in N copies (default 1).

    Example: (card "Seven" {(property "Number" 7)} count:2)
    """

    kind = "a card of a deck"
    name: str
    properties: tuple[CardProperty, ...] = ()
    _: KW_ONLY
    count: Annotated[int, Limits(0, MAX_COUNT)] = 1

    def __post_init__(self) -> None:
        check_names(self.properties, "property")


class AnyPile(Item):
    """A container with a place for each card of the game, which counts equal cards."""

    facts = _ITEM
    name: str
    role: Role
    seen: SeenBy


@ludeme("deck", concepts="Card")
class Deck(OfThisProgram, AnyPile):
    """Cards, and the pile that holds them all at first; nobody sees the cards left in it.

    Example: (deck "Deck" {(card "Guard" count:5) (card "King")})
    """

    name: str
    role: Role = absent(Role.SHARED)
    cards: Annotated[tuple[Card, ...], Limits(1, MAX_CARDS)]
    _: KW_ONLY
    seen: SeenBy = SeenBy.NOBODY


@ludeme("pile")
class Pile(OfThisProgram, AnyPile):
    """A pile of cards without an order, empty at first, seen by all or by a role.

    Example: (pile "Discards" Each)
    """

    name: str
    role: Role = Role.SHARED
    _: KW_ONLY
    seen: SeenBy = SeenBy.ALL


@ludeme("property", source=OURS, facts=PURE)
def property_of(node: Integer, b: Builder, name: str, card: Integer) -> Int:
    """The number that a card has under a name, or -1 without one.

    Example: (property "Colour" (what at:(last To)))
    """
    start = b.start(node) if b.scope is None else b.scope.start(node)
    items = [each.item for each in start.inventory.components]
    named = [
        {one.name: one.value for one in item.properties} if isinstance(item, Card) else {}
        for item in items
    ]
    if not any(name in values for values in named):
        node.reject(f"no card has a property {name!r}")
    table = [OFF, *(values.get(name, OFF) for values in named)]
    number = b.let(b.integer(card), "card")
    _check_card(node, number, len(table) - 1)
    if not isinstance(card, What) and number.constant is None:
        # A computed number may not be a component.
        number = b.let(every(number >= 0, number < len(table)).choose(number, 0), "card")
    return b.entry("PROPERTY", table, number)


@ludeme("sites", "Pile")
class SitesPile(OfThisProgram, FixedRegion):
    """The places of a pile, one for each card; a role selects one of the players' piles.

    Example: (sites Pile "Discards" Mover)
    """

    facts = GLOBAL | reads("hand")
    name: str
    role: Role | ThePlayer | None = None

    def is_of_hands(self) -> bool:
        return True

    def is_few(self) -> bool:
        return True

    def at_start(self, start: InitialPosition) -> range:
        owner, role = start.inventory.players + 1, self.role
        if isinstance(role, ThePlayer):
            owner = start.evaluate(role.number)
        elif role is not None:
            owner = start.number_of(role, self)
        pile = start.inventory.pile(self.name, owner)
        _known(self, self.name, start.inventory)
        return range(pile.first, pile.first + pile.size) if pile else range(0)

    def own_loop(self, b: Scope) -> Iterator[Site]:
        return sites_in_turn(_piles(self, self.name, b), _owner(self, b), b)


@ludeme("pileSite")
class PileSite(OfThisProgram, Integer):
    """The place of a card in a pile, or -1 if it is not a card.

    Example: (pileSite "Discards" Mover (what at:(from)))
    """

    facts = GLOBAL | PLACE | reads("hand")
    name: str
    role: Role | ThePlayer | None = absent(None)
    card: Integer

    def meaning(self, b: Builder) -> Int:
        return b.number(self.as_site(b))

    def as_site(self, b: Builder) -> Site:
        scope = b.playing(self)
        first = first_of(self, self.name, scope)
        card = b.let(b.integer(self.card), "card")
        low, size = cards_of(self, scope)
        _check_card(self, card, low + size - 1, low)
        place = b.let(first + card - low, "place")
        is_there = every(first != 0, card >= low, card < low + size)
        return lifted(is_there.choose(place, 0), Site)


@ludeme("take", "Card")
class TakeCard(OfThisProgram, Moves):
    """Take N cards (1) of a pile by chance, to free sites or to their places in a pile.

    A player who takes sees no more than others until the cards lie on sites visible to the player.
    If the pile runs out, all cards of another pile of the same players first move into it. Instead
    of a pile, sites such as a hand may be given, with all their cards equally likely.

    Example: (take Card "Deck" (sites Hand Mover) num:2 again:"Discards")
    """

    facts = EFFECT | PUTS | CHANCE | needs("decks")
    name: str | Region
    role: Role | ThePlayer | None = absent(None)
    to: Region
    then: Then | None = None
    _: KW_ONLY
    num: Integer | None = None
    again: str | None = None

    def own_moves(self, b: Scope) -> Candidates:
        _, size = cards_of(self, b)
        name = self.name if isinstance(self.name, str) else ""
        first = b.variable("pile", first_of(self, name, b) if name else Int.of(0))
        self._check_number(b)
        count = b.integer_or(self.num, 1)
        numbers = [first, b.variable("count", count)]
        if self.again is not None:
            numbers.append(b.variable("pile", first_of(self, self.again, b)))
        if isinstance(self.to, SitesPile):
            numbers.append(b.variable("pile", first_of(self.to, self.to.name, b)))

        def act(b: Scope) -> None:
            for _ in b.numbers(carried(2), stem="_"):
                if self.again is not None:
                    with b.where(Int.call("cards_in", carried(1), size) == 0):
                        b.do("merge_piles", carried(3), carried(1), size)
                if isinstance(self.to, SitesPile):
                    target = carried(len(numbers))
                    if name:
                        b.do("take_to_pile", carried(1), size, target)
                    else:
                        self._move_sampled(target, b)
                    continue
                at, outside = b.variable("at", NONE), b.out.loops
                for free in each(self.to, b, True, False):
                    with b.where((at == NONE) & (S.what[free] == 0)):
                        b.set(at, free)
                        if b.out.loops > outside:
                            b.leave()
                with b.where(at != NONE):
                    if name:
                        b.do("take_card", carried(1), size, at)
                    else:
                        self._move_sampled(at, b)

        reads = (self.to,) if isinstance(self.name, str) else (self.name, self.to)
        yield Candidate(b, NONE, NONE, act, reads, numbers=tuple(numbers))

    def _check_number(self, scope: Scope) -> None:
        """Raise if the number of cards can never be taken."""
        number = None if self.num is None else self.num.constant
        if number is None:
            return
        if number < 0:
            self.reject(f"num:{number}: expected 0 cards or more")
        inventory = _inventory(self, scope)
        cards = sum(sum(store.counts) for store in inventory.containers)
        if number > cards:
            self.reject(f"num:{number}: there are {cards} cards in all")
        hands = [store.size for store in inventory.containers[1:] if not store.pile]
        if isinstance(self.to, SitesHand) and number > max(hands, default=number):
            self.reject(f"num:{number}: hands have {max(hands)} places")

    def _move_sampled(self, to: Int, b: Scope) -> None:
        """Move a random card from some sites to a site, or to its place in a pile."""
        assert not isinstance(self.name, str)
        low, size = cards_of(self, b)
        b.do("forget_odds", size)
        for at in b.loop(self.name, hands=True):
            with b.where(S.what[at] >= low):
                b.add(S.odds[0, S.what[at] - low], Int.call("amount", at))
        card = b.variable("card", Int.call("sample_counted", size))
        origin = b.variable("origin", NONE)
        for at in b.loop(self.name, hands=True):
            b.set_if((origin == NONE) & (S.what[at] == card + low), origin, at)
        with b.where(origin != NONE):
            b.do("move_some", origin, to + card if isinstance(self.to, SitesPile) else to, 1)


def check_names(nodes: Sequence[Any], kind: str) -> None:
    """Raise if two cards, piles or properties of a card share a name."""
    names = set[str]()
    for node in nodes:
        if node.name in names:
            node.reject(f"there is another {kind} of the name {node.name!r}")
        names.add(node.name)


def _check_card(node: Ludeme, card: Int, last: int, first: int = 0) -> None:
    """Raise if a number known at compile time cannot be a card."""
    if card.constant is not None and not first <= card.constant <= last:
        node.reject(f"{card.constant}: expected a card, {first} to {last}")


def first_of(node: SitesPile | PileSite | TakeCard, name: str, b: Scope) -> Int:
    """Return the first site of the pile of a role, or 0 without one."""
    firsts = [1 + sites[0] if sites else 0 for sites in _piles(node, name, b)]
    owner = _owner(node, b)
    if owner.constant is not None:
        known = 0 <= owner.constant < len(firsts) and firsts[owner.constant]
        if not known:
            node.reject(f"nobody has the pile {name!r} there: give its owner, or (pile ... Shared)")
        return Int.of(firsts[owner.constant])
    table, owner = b.table("PILES", firsts), b.let(owner, "owner")
    inside = every(owner >= 0, owner < len(firsts))
    return b.let(inside.choose(wide(table[owner]), 0), "pile")


def _owner(node: SitesPile | PileSite | TakeCard, b: Scope) -> Int:
    if node.role is None or node.role is Role.SHARED:
        return Int.of(b.model.players + 1)
    return b.who(node.role, node)


def _piles(node: Ludeme, name: str, b: Scope) -> list[range]:
    """Return the sites of the piles of nobody, each player and all, numbered through hands."""
    inventory = _inventory(node, b)
    _known(node, name, inventory)
    board = inventory.containers[0].size
    piles = [inventory.pile(name, owner) for owner in range(inventory.players + 2)]
    return [
        range(0) if pile is None else range(pile.first - board, pile.first - board + pile.size)
        for pile in piles
    ]


def _known(node: Ludeme, name: str, inventory: Inventory) -> None:
    """Raise if no pile has the name."""
    names = list(dict.fromkeys(store.pile for store in inventory.containers if store.pile))
    if name not in names:
        known = f"choose one of {', '.join(names)}" if names else "the game has none"
        node.reject(f"no pile is called {name!r}: {known}")


def cards_of(node: Ludeme, scope: Scope) -> tuple[int, int]:
    """Return the component of the first card, and the number of cards."""
    return _inventory(node, scope).cards


def _inventory(node: Ludeme, scope: Scope) -> Inventory:
    """Return the inventory of a laid-out board; raise if the board grows."""
    if scope.model.scene is None:
        node.reject("cards need a board that is laid out")
    return scope.model.scene.inventory
