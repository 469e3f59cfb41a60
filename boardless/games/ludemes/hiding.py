"""Hidden information: data about sites that players may not see."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.constant_evaluation import constant_sites
from boardless.games.compiler.dispatch import condition, integer
from boardless.games.compiler.regions import each
from boardless.games.initial.contents import HideAction
from boardless.games.language.facts import EFFECT, PUTS, needs
from boardless.games.language.ludeme import Ludeme, ludeme, ludemes_in
from boardless.games.ludemes.hands import SeenBy
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Region, Role, SiteType
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.players import ThePlayer, each_player
from boardless.games.ludemes.start_settings import HiddenData
from boardless.ir.expressions import FALSE, NONE, Int, lifted
from boardless.state.engine.tables import VEILS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope
    from boardless.games.compiler.source import SourceWriter
    from boardless.games.initial.contents import StartContents
    from boardless.games.ludemes.game import GameTree
    from boardless.ir.expressions import Bool, Site


@ludeme(
    "set",
    "Hidden",
    example="(set Hidden What at:(last To) to:Next)",
    concepts="HiddenInformation !data:InvisiblePiece",
)
class Hide(Moves):
    """Hide sites, or data about them, from players; or show them with False.

    Hidden data of a piece go with it when it moves, and stay on the site when it is removed.
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

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts."""
        hidden = [f"Hidden{each}" for each in self.data] or ["Invisible"]
        return super().own_concepts() | {f"Set{each}" for each in hidden}

    def __post_init__(self) -> None:
        if (self.region is None) == (self.at is None):
            self.reject("expected either a region or at:")

    def each_move(self, scope: Scope, found: Found) -> None:
        _checked(self, scope)
        out = scope.out
        hidden = out.assign(
            "hidden", "1" if self.hidden is None else f"int({condition(self.hidden, scope)})"
        )
        region = self.region
        if region is None:
            assert self.at is not None
            region = Single(self.at)
        scope = scope.of(self)
        never_changes = constant_sites(region, scope) is not None

        levels: tuple[str, ...] = ()
        if self.level is not None and scope.model.stacking:
            levels = (out.name("level"),)
            out.add(f"{levels[0]} = {integer(self.level, scope)}")

        def hides(inner: Scope, data: HiddenData | None, at: str) -> None:
            place = f"{at}, number{2 + (at == 'number2')}" if levels else at
            with each_player(self.to, self, inner) as player:
                line = f"(s, {_field(data)}, {sort_of(data)}, {place}, {player}, number1 != 0)"
                inner.out.add(("hide_at" if levels else "hide") + line)

        for data in self.data or (None,):
            if never_changes:

                def all_of_them(inner: Scope, data: HiddenData | None = data) -> None:
                    with each(region, inner, hands=True) as at:
                        hides(inner, data, at)

                found(_candidate(self, scope, all_of_them, hidden, *levels))
                continue

            def one(inner: Scope, data: HiddenData | None = data) -> None:
                hides(inner, data, "number2")

            with each(region, scope, hands=True) as at:
                found(_candidate(self, scope, one, hidden, at, *levels))


@ludeme(
    "is",
    "Hidden",
    example="(is Hidden What at:(to) to:Mover)",
    facts=EFFECT | needs("hiding"),
    concepts="HiddenInformation !data:InvisiblePiece",
)
class IsHidden(Condition):
    """A site, or one of what is known of it, is hidden from a player."""

    data: HiddenData | None = None
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None
    to: ThePlayer | Role

    def meaning(self, b: Builder) -> Bool:
        if not b.playing(self).model.plays_on(self.type):
            # Nothing is hidden where nothing lies.
            return FALSE
        mask = _mask(self, b.playing(self))
        at = b.let(b.site(self.at))
        return (at != NONE) & _is_hidden(self.data, at, mask)


@ludeme(
    "sites",
    "Hidden",
    example="(sites Hidden to:Mover)",
    facts=EFFECT | needs("hiding"),
    concepts="HiddenInformation !data:InvisiblePiece",
)
class SitesHidden(Region):
    """The sites of the board of which all, or one thing, is hidden from a player or from some."""

    data: HiddenData | None = None
    type: SiteType | None = None
    _: KW_ONLY
    to: ThePlayer | Role

    def meaning(self, b: Builder) -> SiteSet:
        def inside(at: Site) -> Bool:
            if not b.playing(self).model.plays_on(self.type):
                return FALSE
            return _is_hidden(self.data, at, _mask(self, b.playing(self)))

        return b.tested(self, inside)


#: The data of a site that may be hidden, in the order of its numbers; 0 stands for all.
SORTS = tuple(HiddenData)


def hidden_fields(game: GameTree) -> tuple[str, ...]:
    """Return the numbers that sites of a game have because something may be hidden, no others."""
    nodes: list[Any] = [*ludemes_in(game)]
    sorts = []
    for node in nodes:
        if getattr(node, "seen", SeenBy.ALL) is not SeenBy.ALL:
            # A pile is hidden as a whole, and what lies in a hand is; games with either ask both.
            sorts.append(sort_of(HiddenData.WHAT))
        if "hiding" in node.facts.engine and hasattr(node, "data"):
            data = node.data if isinstance(node.data, tuple) else (node.data,)
            sorts += map(sort_of, data or (None,))
    return ("hidden", *VEILS[: max(sorts)]) if sorts else ()


def sort_of(data: HiddenData | None) -> int:
    """Return the number of what there is to hide; see SORTS."""
    return 0 if data is None else 1 + SORTS.index(data)


def _field(data: HiddenData | None) -> str:
    """Return the source of the number of a site that says from whom something is hidden."""
    return "HIDDEN" if data is None else f"VEILS + {SORTS.index(data)}"


def _checked(node: Hide | IsHidden | SitesHidden, scope: Scope) -> None:
    """Complain about places that positions do not have."""
    if isinstance(node, IsHidden) and node.level is not None and scope.model.stacking:
        node.reject("levels are read, but cannot be compiled yet")


def _candidate(node: Hide, scope: Scope, act: Callable[[Scope], None], *numbers: str) -> Candidate:
    reads = (node.to,) if isinstance(node.to, Ludeme) else ()
    return Candidate(scope, "NONE", "NONE", act, reads, numbers=numbers).followed(node.then)


def _is_hidden(data: HiddenData | None, at: Site, mask: str) -> Bool:
    """Return the test that data of a site is hidden from one of the players whose bits are set."""
    return lifted(f"int64(s.fields[{_field(data)}, {at}]) & {mask}", Int) != 0


def _mask(node: IsHidden | SitesHidden, scope: Scope) -> str:
    """Return the source of the bits of the players who are meant."""
    _checked(node, scope)
    mask = scope.out.assign("mask", "0")
    with each_player(node.to, node, scope) as player:
        scope.out.add(f"{mask} |= bit_of(s, {player})")
    return mask


def hidden_at_start(out: SourceWriter, scope: Scope) -> None:
    """Add statements that hide sites before the first move, unless chance has a say in it."""
    # What chance hides is hidden from outside: see `games.sampled_start`.
    model = scope.model
    bits = veiled(model, model.start)
    if model.starts_by_chance:
        return
    for data in sorted({data for data, _, _ in bits}, key=sort_of):
        rows = [(*place, value) for (of, *place), value in bits.items() if of == data and value]
        table, n = scope.constant("HIDES", [part for row in rows for part in row]), out.name("n")
        with out.block(f"for {n} in range({len(rows)}):"):
            row = ", ".join(f"int64({table}[3 * {n} + {part}])" for part in range(3))
            out.add(f"set_veil(s, {_field(data)}, {row})")


def veiled(model: Model, start: StartContents) -> dict[tuple[HiddenData | None, int, int], int]:
    """Return from whom a start hides what: a bit for each player, by data, site and level."""
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
