"""Hands: their sites, the empty sites of a container, and rows of cards in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.kit import (
    EFFECT,
    GLOBAL,
    NONE,
    OURS,
    PLACE,
    PUTS,
    SYMMETRIC,
    TILED,
    TOUCHING,
    Builder,
    Candidate,
    Candidates,
    FixedRegion,
    InitialPosition,
    Int,
    IntArray,
    Integer,
    Limits,
    Model,
    Moves,
    OfThisProgram,
    Region,
    Role,
    S,
    Scope,
    SeenBy,
    Site,
    SiteType,
    carried,
    entry,
    every,
    lifted,
    ludeme,
    needs,
    player_of,
    reads,
    seat,
    wide,
)
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.players import ThePlayer


@ludeme("hand", concepts="Hand", phrase="{role} has a hand[ of {size} places].")
class Hand(Item):
    """The sites of a player outside the board, for pieces out of play; all players see them.

    In games with a deck, others or the owner may see the number of cards there but not the cards.
    For some cards, all players may know that they never lie there.

    Example: (hand Each size:3)
    """

    role: Role
    _: KW_ONLY
    size: Annotated[int, Limits(1, 10_000)] = 1
    seen: SeenBy = SeenBy.ALL
    without: str | None = None


class InHand(Integer):
    """A site of a hand, given by its index (default: the first)."""

    index: Integer | None

    def meaning(self, b: Builder) -> Int:
        return b.number(self.as_site(b))

    def firsts(self, b: Builder) -> list[int]:
        """Return the first site of the hand of each player, or 0 without a hand."""
        if b.scope is not None:
            model = b.scope.model
            hands = map(model.hand_sites, range(model.players + 2))
            return [1 + min(sites, default=-1) for sites in hands]
        stores = b.start(self).inventory
        held = map(stores.hand, range(stores.players + 2))
        return [0 if store is None else 1 + store.first for store in held]

    def of(self, first: Int, b: Builder, sure: bool = False) -> Site:
        """Return the site in the hand that begins with a site; `sure` if the hand exists."""
        if self.index is not None:
            first = first if sure else b.let(first)
            at = first + b.integer(self.index)
            first = at if sure else (first != 0).choose(at, 0)
        return lifted(first, Site)


@ludeme("handSite", phrase="[place {index} of ]the hand of {role}")
class HandSite(InHand):
    """A site of a role's hand, given by its index (default: the first).

    Example: (handSite Mover 1)
    """

    facts = SYMMETRIC | TOUCHING | PLACE | reads("hand") | TILED
    role: Role
    index: Integer | None = None

    def as_site(self, b: Builder) -> Site:
        role, scope = self.role, b.scope
        if scope is None:
            return self.of(b.entry("HANDS", self.firsts(b), b.role(role, self)), b)
        if not scope.model.effects:
            return Site.of(1 + self.number_in(scope.model))
        if role is Role.PLAYER and "player_" not in scope.names:
            return NONE
        firsts, owner = self.firsts(b), scope.role(role, self)
        if role is Role.SHARED:
            owner = _shared(scope)
        if owner.constant == -1 or (owner.constant or 0) >= len(firsts):
            return NONE
        return self.of(entry(firsts, owner), b, owner.constant is None and all(firsts[1:-1]))

    def number_in(self, model: Model) -> int:
        """Return the number of the site among the sites of hands."""
        sites = model.hand_sites(player_of(self.role))
        number = 0
        if self.index is not None:
            if not isinstance(self.index, Constant):
                self.reject("expected the index as a number")
            number = self.index.value
        if not 0 <= number < len(sites):
            self.reject(f"the hand of {self.role} has {len(sites)} sites")
        return sites[number]


@ludeme("handSite", facts=GLOBAL)
class HandSiteOfPlayer(InHand):
    """A site of the hand of a player, given by number, at an index (default: the first).

    Example: (handSite 1 2)
    """

    player: Integer
    index: Integer | None = None

    def as_site(self, b: Builder) -> Site:
        firsts, player = self.firsts(b), b.let(b.integer(self.player), "player")
        first = b.entry("HANDS", firsts, player)
        return self.of(every(player >= 0, player < len(firsts)).choose(first, 0), b)


@ludeme(
    "sites",
    "Hand",
    facts=SYMMETRIC | TOUCHING | reads("hand") | TILED,
    phrase="the hand[ of {role}]",
)
class SitesHand(FixedRegion):
    """The sites of a role's hand; the region is empty without a role.

    A type, moves and a name may stand there, and as in Ludii make no difference.

    Example: (sites Hand Mover)
    """

    says_type = False
    type: SiteType | None = None
    role: Role | ThePlayer | None = None
    moves: Moves | None = None
    name: str | None = None

    def is_of_hands(self) -> bool:
        return True

    def is_few(self) -> bool:
        return True

    def at_start(self, start: InitialPosition) -> range:
        role = self.role
        if isinstance(role, ThePlayer):
            number = start.evaluate(role.number)
        else:
            number = -1 if role is None else start.number_of(role, self)
        hand = start.inventory.hand(number)
        return range(hand.first, hand.first + hand.size) if hand else range(0)

    def own_loop(self, b: Scope) -> Iterator[Site]:
        if self.role is None:
            return _each([], b)
        if self.role is Role.SHARED:
            return _hand_of(self, _shared(b), b)
        if self.role is Role.EACH:
            return _hands_of(range(1, 1 + b.model.players), self, b)
        player = b.who(self.role, self)
        if player.constant is not None:
            sites = [1 + site for site in b.model.hand_sites(player.constant)]
            if not sites and 1 <= player.constant <= b.model.players:
                self.reject(f"player {player} has no hand")
            return _each(sites, b)
        return _hand_of(self, seat(player) if isinstance(self.role, ThePlayer) else player, b)

    def span(self, b: Scope, few: int = 0) -> tuple[Int, Int] | None:
        if not isinstance(self.role, Role | ThePlayer) or self.role in (Role.SHARED, Role.EACH):
            return None
        model = b.model
        held = [model.hand_sites(each) for each in range(model.players + 2)]
        runs = all(sites == list(range(sites[0], sites[-1] + 1)) for sites in held if sites)
        if max(map(len, held)) <= few or not runs:
            return None
        player = b.who(self.role, self)
        if player.constant is not None:
            # The piece may be shared, and then no player owns it.
            sites = model.hand_sites(player.constant)
            return (Int.of(1 + sites[0]), Int.of(2 + sites[-1])) if len(sites) > few else None
        if isinstance(self.role, ThePlayer):
            player = seat(player)
        table, row = _bounds(held, player, b)
        first = b.variable("first", wide(table[row]))
        return first, b.variable("end", wide(table[row + 1]))


def _shared(b: Scope) -> Int:
    """Return the owner of shared pieces: one after the last on a fixed board, else nobody."""
    return Int.of(0 if b.model.scene is None else b.model.players + 1)


def _each(sites: Iterable[int], b: Scope) -> Iterator[Site]:
    """Iterate over sites known at compile time."""
    return (lifted(at, Site) for at in b.among(sites, "h"))


def _hands_of(players: Iterable[int], node: SitesHand, b: Scope) -> Iterator[Site]:
    """Iterate over the sites of the hands of some players, player by player."""
    sites = [1 + site for player in players for site in b.model.hand_sites(player)]
    if not sites:
        node.reject("there is no such hand")
    table = b.table("HANDS", sites)
    for n in b.numbers(len(sites)):
        yield b.variable("h", lifted(wide(table[n]), Site))


def _hand_of(node: SitesHand, player: Int, b: Scope) -> Iterator[Site]:
    """Iterate over the sites of the hand of a player with a computed number."""
    held = [b.model.hand_sites(each) for each in range(b.model.players + 2)]
    for each, sites in enumerate(held):
        if sites and sites != list(range(sites[0], sites[-1] + 1)):
            node.reject(f"expected that player {each} has one hand")
    return sites_in_turn(held, player, b)


def sites_in_turn(held: Sequence[Sequence[int]], player: Int, b: Scope) -> Iterator[Site]:
    """Iterate over the sites `held` by a player; `held` has one run of sites for each owner."""
    (at,) = b.named(h=Site)
    table, row = _bounds(held, player, b)
    for _ in b.numbers(wide(table[row + 1]), wide(table[row]), name=at):
        yield at


def _bounds(held: Sequence[Sequence[int]], player: Int, b: Scope) -> tuple[IntArray, Int]:
    """Return a table of first sites and ends, and the place of a player in it."""
    bounds = list[int]()
    for sites in held:
        bounds += [1 + sites[0], 2 + sites[-1]] if sites else [1, 1]
    return b.table("HANDS", bounds), b.variable("row", 2 * player)


@ludeme("closeUp", source=OURS, facts=EFFECT | PUTS | needs("decks"))
def close_up(b: Scope, row: Region, then: Then | None = None) -> Candidates:
    """Close a gap in a hand: the cards behind a free place move up by one place.

    Numbers and visibility of a card move with it.

    Example: (closeUp (sites Hand Mover))
    """

    def act(b: Scope) -> None:
        before = b.variable("before", NONE)
        for at in b.loop(row, hands=True):
            with b.where((before != NONE) & (S.what[before] == 0) & (S.what[at] != 0)):
                b.do("carry_card", at, before)
            b.set(before, at)

    yield Candidate(b, NONE, NONE, act, (row,)).followed(then)


@ludeme("makeRoom", facts=EFFECT | PUTS | needs("decks"))
class MakeRoom(OfThisProgram, Moves):
    """Free a place of a hand: the cards from there up to a gap move along by one place.

    Numbers and visibility of a card move with it. In a full hand nothing moves.

    Example: (makeRoom (sites Hand Shared) at:(handSite Shared 2))
    """

    row: Region
    then: Then | None = None
    _: KW_ONLY
    at: Integer

    def __post_init__(self) -> None:
        if not isinstance(self.row, SitesHand):
            self.reject("expected a hand, which has an order of places")

    def own_moves(self, b: Scope) -> Candidates:
        def act(b: Scope) -> None:
            free, first = b.variable("free", NONE), carried(1)
            for at in b.loop(self.row, hands=True):
                b.set_if((free == NONE) & (at >= first) & (S.what[at] == 0), free, at)
            b.do_if(free != NONE, "make_room", first, free)

        target = b.variable("x", b.site(self.at))
        yield Candidate(b, NONE, NONE, act, (self.row,), numbers=(target,))
