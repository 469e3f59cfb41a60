"""Threats: whether another player could take a piece if it were that player's turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, replace
from typing import TYPE_CHECKING

from boardless.games.kit import (
    ASKS_MOVES,
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    MOVER,
    TILED,
    TRUE,
    Array,
    Bool,
    Builder,
    Condition,
    Int,
    Integer,
    Integers,
    Mode,
    Moves,
    Region,
    S,
    Scope,
    Site,
    SiteType,
    SpanOfSites,
    Statements,
    every,
    ludeme,
    moves_of,
    wide,
)
from boardless.games.ludemes.board_regions import SitesBoard
from boardless.games.ludemes.combined_moves import MovesAnd, MovesIf, MovesOr
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.logic import And, Not, Or
from boardless.games.ludemes.players import PLAYERS
from boardless.games.ludemes.prior_moves import Do
from boardless.games.ludemes.region_masks import hold_everywhere

if TYPE_CHECKING:
    from typing import Any


@ludeme("is", "Threatened", facts=EFFECT | ASKS_MOVES, concepts="Threat CopyContext")
class IsThreatened(Condition):
    """A piece of another player may move to a site where this component stands or would.

    Example: (is Threatened (id "King" Mover) at:(to))
    """

    what: Integer | None = None
    type: SiteType | None = None
    region: Region | None = None
    moves: Moves | None = None
    _: KW_ONLY
    at: Integer | None = None
    in_: Region | None = None

    def __post_init__(self) -> None:
        if self.region is None and self.in_ is not None:
            object.__setattr__(self, "region", self.in_)
            object.__setattr__(self, "in_", None)

    def meaning_in_play(self, b: Scope) -> Bool:
        if b.modes & Mode.THREATENING:
            # A threat counts even if it exposes the other player.
            return FALSE
        is_threatened = b.variable("threatened", FALSE)
        what = None if self.what is None else b.variable("what", b.integer(self.what))
        threatened = _checked(self, _helper(self, b), b)
        named = self.region or (None if self.at is None else Single(self.at))
        everywhere = SpanOfSites(ENGINE.HELD + 1, COUNTERS.COUNT + 1)
        for at in b.loop(named or everywhere, hands=True):
            piece = b.variable("what", wide(S.what[at])) if what is None else what
            # The number of no component is not a piece that could be taken.
            test = (piece > 0) & (piece <= len(b.model.components))
            if named is None and what is not None:
                test = S.what[at] == what
            with b.where(test & ~is_threatened):
                b.set(is_threatened, Bool.call(threatened, piece, at))
        return is_threatened


@ludeme("all", "Sites", facts=TILED)
class AllSites(Condition):
    """A condition holds for every site of a region, seen as (site).

    Example: (all Sites (sites Board) if:(is Empty (site)))
    """

    region: Region
    _: KW_ONLY
    if_: Condition

    def more_concepts(self) -> Iterable[str]:
        """Return the concept of a board without pieces, if the condition states it."""
        counted = "PieceCount" in self.if_.concepts()
        return ("NoPiece",) if counted and isinstance(self.region, SitesBoard) else ()

    def meaning(self, b: Builder) -> Bool:
        scope = b.scope
        masked = None if scope is None else hold_everywhere(self.region, self.if_, scope)
        if masked is not None:
            return masked
        return b.all(self.region, lambda at: b.binding(iterated=at).condition(self.if_), hands=True)


@ludeme("all", "Values", facts=GLOBAL)
def all_values(b: Builder, array: Integers, *, if_: Condition) -> Bool:
    """A condition holds for every integer of a list, seen as (value).

    Example: (all Values (array {1 2}) if:(> (value) 0))
    """
    return b.all(array, lambda value: b.binding(value=value).condition(if_))


#: The names of a scope that a threat may depend on; a function gets only the numbers among them.
_BOUND = ("way", "value", "player_", "team", "level", "pips", "part", "feature", "looks")
_WHAT, _AT, _TARGET = Int.named("what"), Site.named("at"), Site.named("target")


def _checked(node: IsThreatened, by: str, scope: Scope) -> str:
    """Return the name of the function that tests a threat to a component on a site."""
    b, threatened = Statements(), Bool.named("threatened")
    moved = b.variable("moved", S.what[_AT] != _WHAT)
    with b.where(moved):
        b.do("begin_attempt")
        b.do("fill", _AT, _WHAT, 1)
    _ask_others(node, by, threatened, b)
    with b.where(moved):
        b.do("undo")
    if scope.model.hands and not scope.model.stacking:
        # With hands, pieces have counts. A piece that Ludii puts on an empty site to test a threat
        # has count 0 (`IsThreatened.eval`), so that the site is also empty, for example for drops.
        with b.where(every(moved, ~threatened, S.what[_AT] == 0)):
            _ask_others(node, by, threatened, b)
    b.give(threatened)
    return scope.builder.helper((_WHAT, _AT), "bool", b.statements)


def _ask_others(node: IsThreatened, by: str, threatened: Bool, b: Statements) -> None:
    """Test whether a player other than the owner of a piece threatens it."""
    turns = [S.n[name] for name in ("MOVER", "NEXT", "PREVIOUS")]
    before = b.named(mover=Int, following_one=Int, before=Int)
    b.set_all(before, *map(wide, turns))
    owner = Array.named("OWNER")[_WHAT]
    b.set(threatened, FALSE)
    for enemy in b.numbers(PLAYERS + 1, 1, stem="enemy"):
        with b.where((enemy != owner) & ~threatened):
            b.set(COUNTERS.MOVER, enemy)
            # The next mover stays the same if the rule names a component.
            if node.what is None:
                b.set(COUNTERS.NEXT, owner)
            b.set(COUNTERS.PREVIOUS, owner)
            b.set(threatened, Bool.call(by, enemy, _AT))
    for turn, player in zip(turns, before, strict=True):
        b.set(turn, player)


def _helper(node: IsThreatened, scope: Scope) -> str:
    """Return the name of the function that tests whether a player may move to a site."""
    rules = scope.model.game.rules
    known = {name: scope.names[name].constant if name in scope.names else None for name in _BOUND}
    # Rows of ``s.scratch`` in conditions would make equal functions differ.
    modes = scope.modes & (Mode.MEASURING | Mode.LOOKING) | Mode.THREATENING
    asked = ("threatened", node.moves, modes, *known.values())
    if not scope.in_group and asked in scope.builder.memo:
        return str(scope.builder.memo[asked])
    bound = {name: None if number is None else Int.of(number) for name, number in known.items()}
    b = scope.elsewhere(
        mover=MOVER, modes=modes, to=None, origin=None,
        between=None, iterated=None, last=None, **bound,
    )  # fmt: skip
    queued = b.variable("queued", wide(COUNTERS.QUEUED))

    def look(rule: Moves) -> None:
        for move in moves_of(_in_question(rule), b):
            with b.where(move.to == _TARGET):
                b.set(COUNTERS.QUEUED, queued)
                b.give(TRUE)

    if node.moves is not None:
        look(node.moves)
    elif rules.play is not None:
        look(rules.play.moves)
    for number, phase in enumerate(rules.phases if node.moves is None else ()):
        with b.where(S.n[ENGINE.PHASE + MOVER] == number):
            look(phase.play.moves)
    b.give(FALSE)
    name = scope.builder.helper((MOVER, _TARGET), "bool", b.statements)
    scope.builder.memo[asked] = name
    return name


def _in_question(node: Any) -> Moves:
    """Return the rule for possible moves, without priors, as Ludii asks first."""
    if isinstance(node, Do) and node.next is not None:
        return _in_question(node.next)
    if isinstance(node, MovesOr | MovesAnd):
        return replace(node, rules=tuple(map(_in_question, node.rules)))
    if isinstance(node, MovesIf):
        other = None if node.otherwise is None else _in_question(node.otherwise)
        return replace(node, moves=_in_question(node.moves), otherwise=other)
    if isinstance(node, Do) and node.if_afterwards and always_after(node.if_afterwards):
        return _in_question(node.prior)
    assert isinstance(node, Moves)
    return node


def always_after(node: Condition) -> bool:
    """Return True if a condition holds in the absence of threats."""
    if isinstance(node, Not):
        return isinstance(node.condition, IsThreatened)
    if isinstance(node, And):
        return all(map(always_after, node.conditions))
    return isinstance(node, Or) and any(map(always_after, node.conditions))
