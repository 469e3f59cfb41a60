"""Threats: whether another player could take a piece if it were that player's turn.

Conditions on all sites along ways from a site, or around it, are a bit mask a site. Bitboards give
the occupied sites at once, so such a test does not depend on the order of pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    NONE,
    TILED,
    TRUE,
    USUAL,
    Bool,
    Builder,
    Condition,
    Int,
    IntArray,
    Integer,
    Integers,
    Model,
    Moves,
    Region,
    S,
    Scope,
    ScopeMode,
    Site,
    SiteType,
    SpanOfSites,
    Statements,
    Ways,
    direction_slots_of,
    every,
    keeps_bitboards,
    ludeme,
    moves_of,
    path_along,
    wide,
)
from boardless.games.ludemes.board_regions import SitesBoard
from boardless.games.ludemes.combined_moves import MovesAnd, MovesIf, MovesOr
from boardless.games.ludemes.directions import NamedWays
from boardless.games.ludemes.literals import Constant, Single
from boardless.games.ludemes.logic import And, Not, NotEqual, Or
from boardless.games.ludemes.occupancy import IsEmpty
from boardless.games.ludemes.pieces import What
from boardless.games.ludemes.players import PLAYERS
from boardless.games.ludemes.prior_moves import Do
from boardless.games.ludemes.sites import IteratedSite, IteratedValue
from boardless.games.ludemes.walked_regions import SitesAround, SitesInDirection
from boardless.state.engine.geometry import LayoutGeometry

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
        if b.modes & ScopeMode.THREATENING:
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
            b.set_if(test & ~is_threatened, is_threatened, Bool.call(threatened, piece, at))
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
    b.do_if(moved, "undo")
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
    owner = IntArray.named("OWNER")[_WHAT]
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
    modes = scope.modes & (ScopeMode.MEASURING | ScopeMode.LOOKING) | ScopeMode.THREATENING
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


#: The most words of 32 bits of the masks of a rule.
MOST = 4096
_WORD = 32


def hold_everywhere(region: Region, test: Condition, scope: Scope) -> Bool | None:
    """Return the test that a condition holds at all sites of a region, after its statements.

    The result is None if masks cannot express it. The sites must belong to one site by fixed ways,
    and the condition must ask for empty sites, or for the absence of a component that is a bound
    value or a constant.
    """
    model, number = scope.model, None
    if not keeps_bitboards(model) or model.has_several_types or "puzzles" in model.facts.engine:
        return None
    if isinstance(test, NotEqual):
        number = _component(test, model)
        if number is None:
            return None
    elif (
        not isinstance(test, IsEmpty)
        or not isinstance(test.site, IteratedSite)
        or not model.plays_on(test.type)
    ):
        return None
    ways = _ways_of(region, scope)
    if ways is None:
        return None
    start, masks, words = ways
    b = scope
    table = b.table("MASKS", masks)
    base, left = b.variable("x", b.board_site(start)), b.variable("bits", 0)
    row, known = ENGINE.PLAYERS + 2, base != NONE
    if number is not None:
        what = b.variable("what", b.integer(number))
        row = ENGINE.OF_COMPONENTS + what
        known &= what.is_within(0, len(model.components))
    with b.where(known):
        first = b.variable("row", base * words)
        for n in b.numbers(words):
            there = wide(S.bitboards[row, n])
            b.set(left, left | (wide(table[first + n]) & (~there if number is None else there)))
    return left == 0


def _component(test: NotEqual, model: Model) -> Integer | None:
    """Return the component that a test compares with the piece on the site in question."""
    for one, other in ((test.left, test.right), (test.right, test.left)):
        if not isinstance(one, What) or one.level is not None or not model.plays_on(one.type):
            continue
        if isinstance(one.at, IteratedSite) and isinstance(other, IteratedValue | Constant):
            return other
    return None


def _ways_of(region: Region, scope: Scope) -> tuple[Integer, list[int], int] | None:
    """Return the site at the origin of a region, the masks of each site, and their words."""
    geometry, before = scope.geometry, scope.model.hand_size + 1
    assert isinstance(geometry, LayoutGeometry)
    ways: Ways
    more: tuple[object, ...]
    if isinstance(region, SitesInDirection):
        more = (region.included, region.stop, region.distance)
        start, ways, most = region.from_, region.directions or USUAL, geometry.kinds
    elif isinstance(region, SitesAround):
        more = (region.which, region.if_, region.distance, region.include_self)
        start, ways, most = region.where, NamedWays((region.directions,)), 1
    else:
        return None
    words = (scope.model.hand_size + geometry.kinds + _WORD - 1) // _WORD
    if any(more) or not isinstance(start, Integer) or ways.is_relative() or any(ways.changing()):
        return None
    if (before + geometry.kinds) * words > MOST or not scope.model.plays_on(region.type):
        return None
    bits = [0] * (before + geometry.kinds)
    for site, at in _reached(ways, most, scope):
        bits[before + site] |= 1 << (before - 1 + at)
    return start, [row >> _WORD * n & 2**_WORD - 1 for row in bits for n in range(words)], words


def _reached(ways: Ways, most: int, scope: Scope) -> Iterator[tuple[int, int]]:
    """Yield each site with each of the sites of its walks, up to `most` steps."""
    geometry = scope.geometry
    assert isinstance(geometry, LayoutGeometry)
    for way in direction_slots_of(ways, scope):
        turns = geometry.all_onward(way.sort)
        for site, slots in enumerate(way.rows):
            for slot in slots:
                for at in path_along(geometry, turns, site, slot, most):
                    yield site, at
