"""Hidden information: data about sites that some players may not see."""

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
    Region,
    Role,
    S,
    Scope,
    SeenBy,
    Site,
    SiteSet,
    SiteType,
    StartContents,
    carried,
    constant_sites,
    each,
    ludeme,
    ludemes_in,
    needs,
    wide,
)
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import Then
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

    def __post_init__(self) -> None:
        if (self.region is None) == (self.at is None):
            self.reject("expected either a region or at:")

    def legal(self, b: Scope) -> Candidates:
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
                yield Candidate(b, NONE, NONE, hide, reads, numbers=numbers).followed(self.then)


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
