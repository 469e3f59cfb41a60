"""Hidden information: data about sites that some players may not see, and announced facts.

A *mark* is a bit: one for each announced number of a property, and one for each card that never
lies in some hand. For each place the program knows which marks its card does not have: the marks
of its hand, and the marks set in its local state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY
from functools import partial
from typing import TYPE_CHECKING

from boardless.games.kit import (
    EFFECT,
    ENGINE,
    FALSE,
    NONE,
    PUTS,
    Bool,
    Builder,
    Candidate,
    Candidates,
    Condition,
    HideAction,
    Int,
    Integer,
    Ludeme,
    Model,
    Moves,
    OfThisProgram,
    Region,
    Role,
    S,
    Scope,
    SeenBy,
    Site,
    SiteSet,
    SiteType,
    StartContents,
    as_int,
    carried,
    constant_sites,
    each,
    ludeme,
    ludemes_in,
    needs,
    numbers,
    wide,
)
from boardless.games.ludemes.decks import Card, cards_of
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Then, does
from boardless.games.ludemes.players import ThePlayer, each_player
from boardless.games.ludemes.start_settings import HiddenData
from boardless.state.engine.tables import VEILS

if TYPE_CHECKING:
    from typing import Any

    from boardless.games.ludemes.game import GameTree


@ludeme("set", "Hidden", concepts="HiddenInformation !data:InvisiblePiece")
class Hide(Moves):
    """Hide sites, or data about them, from players; with False, show them.

    Hidden data of a piece move with the piece, and stay on the site after its removal.

    Example: (set Hidden What at:(last To) to:Next)
    """

    either = ("region", "at")
    facts = EFFECT | PUTS | needs("hiding")
    data: tuple[HiddenData, ...] = ()
    type: SiteType | None = None
    region: Region | None = None
    hidden: Condition | None = None
    then: Then | None = None
    _: KW_ONLY
    at: Integer | None = None
    level: Integer | None = None
    to: ThePlayer | Role

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts."""
        hidden = [f"Hidden{each}" for each in self.data] or ["Invisible"]
        return {f"Set{each}" for each in hidden}

    def own_moves(self, b: Scope) -> Candidates:
        hidden = b.variable("hidden", b.holds(self.hidden).choose(Int.of(1), 0))
        region = self.region
        if region is None:
            assert self.at is not None
            region = Single(self.at)
        b = b.of(self)
        # The numbers of a move: whether it hides, the site unless all are affected, and the level.
        never_changes = constant_sites(region, b) is not None
        leveled = self.level is not None and b.model.stacking
        levels: tuple[Int, ...] = ()
        if self.level is not None and leveled:
            levels = (b.variable("level", b.integer(self.level)),)
        reads = (self.to,) if isinstance(self.to, Ludeme) else ()

        def act(b: Scope, data: HiddenData | None) -> None:
            for at in each(region, b, hands=True) if never_changes else (carried(2),):
                place = (at, carried(2 + (not never_changes))) if leveled else (at,)
                for player in each_player(self.to, self, b):
                    hides = carried(1) != 0
                    line = (_field(data), sort_of(data), *place, player, hides)
                    b.do("hide_at" if leveled else "hide", *line)

        for data in self.data or (None,):
            for at in ((),) if never_changes else zip(each(region, b, hands=True)):
                numbers, hide = (hidden, *at, *levels), partial(act, data=data)
                yield Candidate(b, NONE, NONE, hide, reads, numbers=numbers)


@ludeme(
    "is",
    "Hidden",
    facts=EFFECT | needs("hiding"),
    concepts="HiddenInformation !data:InvisiblePiece",
)
def is_hidden(
    node: Condition,
    b: Scope,
    data: HiddenData | None = None,
    type: SiteType | None = None,
    *,
    at: Integer,
    level: Integer | None = None,
    to: ThePlayer | Role,
) -> Bool:
    """A site, or one kind of data about it, is hidden from a player.

    Example: (is Hidden What at:(to) to:Mover)
    """
    if not b.model.plays_on(type):
        # An empty site hides nothing.
        return FALSE
    if level is not None and b.model.stacking:
        node.reject("levels are valid, but cannot be compiled yet")
    mask = _mask(node, to, b)
    site = b.let(b.site(at))
    return (site != NONE) & _is_hidden(data, site, mask)


@ludeme(
    "sites",
    "Hidden",
    facts=EFFECT | needs("hiding"),
    concepts="HiddenInformation !data:InvisiblePiece",
)
def sites_hidden(
    node: Region,
    b: Builder,
    data: HiddenData | None = None,
    type: SiteType | None = None,
    *,
    to: ThePlayer | Role,
) -> SiteSet:
    """The sites of the board hidden, wholly or in one kind of data, from a player or players.

    Example: (sites Hidden to:Mover)
    """

    def inside(at: Site) -> Bool:
        if not b.playing(node).model.plays_on(type):
            return FALSE
        return _is_hidden(data, at, _mask(node, to, b.playing(node)))

    return b.tested(node, inside)


#: The data of a site that may be hidden, in the order of its numbers; 0 means all.
SORTS = tuple(HiddenData)


def hidden_fields(game: GameTree) -> tuple[str, ...]:
    """Return the numbers per site that a game needs because something may be hidden."""
    nodes: list[Any] = [*ludemes_in(game)]
    sorts = []
    for node in nodes:
        if getattr(node, "seen", SeenBy.ALL) is not SeenBy.ALL:
            # Piles are hidden as a whole, and so are pieces in hands; games with either ask both.
            sorts.append(sort_of(HiddenData.WHAT))
        if "hiding" in node.facts.engine and hasattr(node, "data"):
            data = node.data if isinstance(node.data, tuple) else (node.data,)
            sorts += map(sort_of, data or (None,))
    return ("hidden", *VEILS[: max(sorts)]) if sorts else ()


def sort_of(data: HiddenData | None) -> int:
    """Return the number of a kind of hidden data; see SORTS."""
    return 0 if data is None else 1 + SORTS.index(data)


def _field(data: HiddenData | None) -> Int:
    """Return the number of a site with the bit mask of the players to hide data from."""
    return ENGINE.HIDDEN if data is None else ENGINE.VEILS + SORTS.index(data)


def _is_hidden(data: HiddenData | None, at: Site, mask: Int) -> Bool:
    """Return the test that data of a site is hidden from any player in a bit mask."""
    return wide(S.fields[_field(data), at]) & mask != 0


def _mask(node: Ludeme, to: ThePlayer | Role, b: Scope) -> Int:
    """Return the bit mask of the players that a rule means."""
    mask = b.variable("mask", 0)
    for player in each_player(to, node, b):
        b.set(mask, mask | Int.call("bit_of", player))
    return mask


def hidden_at_start(b: Scope) -> None:
    """Hide sites before the first move, unless chance affects the start."""
    # Hiding by chance happens outside: see `games.sampled_start`.
    bits = veiled(b.model, b.model.start)
    if b.model.starts_by_chance:
        return
    for data in sorted({data for data, _, _ in bits}, key=sort_of):
        rows = [(*place, value) for (of, *place), value in bits.items() if of == data and value]
        table = b.table("HIDES", [part for row in rows for part in row])
        for n in b.numbers(len(rows)):
            b.do("set_veil", _field(data), *(wide(table[3 * n + part]) for part in range(3)))


def veiled(model: Model, start: StartContents) -> dict[tuple[HiddenData | None, int, int], int]:
    """Return the players without sight, as a bit mask, by data, site and level of the start."""
    bits: dict[tuple[HiddenData | None, int, int], int] = {}
    for action in start.actions:
        if not isinstance(action, HideAction):
            continue
        kind, number = action.spot
        board = None if model.scene is None else model.scene.board
        if board and not model.plays_on(kind) and number < len(board.sites_of(kind)):
            continue  # No piece stands there.
        (at,) = model.numbered([number], kind)
        data = None if action.data is None else HiddenData(action.data)
        level = action.level if model.stacking else 0
        bit, place = 1 << (action.player - 1), (data, at, level)
        bits[place] = bits.get(place, 0) | bit if action.hidden else bits.get(place, 0) & ~bit
    return bits


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

    def own_moves(self, b: Scope) -> Candidates:
        first_card, _ = cards_of(self, b)
        first, values = _bits_of(self, b.model)
        table = [_own_bits(card, self.name, first, values) for card in _cards(b.model)]
        own_bits, everything = b.table("TOLD", table), (1 << len(values)) - 1 << first
        number = b.variable("number", b.integer(self.value))
        told = b.variable("told", 0)
        for place, value in enumerate(values, first):
            b.set_if(number == value, told, 1 << place)
        for at in each(self.region, b, hands=True):
            with b.where((S.what[at] >= first_card) & (told != 0)):
                own = b.variable("own", wide(own_bits[wide(S.what[at]) - first_card]))
                bits = b.variable("bits", (own == told).choose(as_int(everything) ^ told, told))
                state = b.variable("state", wide(S.fields["STATES", at]) | bits)
                act = does("set_state", carried(1), carried(2))
                yield effect(act, b, at, state)


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
