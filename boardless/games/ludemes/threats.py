"""Threats: whether a piece could be taken if it were another player's turn."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from textwrap import indent
from typing import TYPE_CHECKING

from boardless.games.compiler.builder import Span
from boardless.games.compiler.shared_rules import find
from boardless.games.compiler.source import SourceWriter
from boardless.games.language.facts import EFFECT, GLOBAL, TILED
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.board_regions import SitesBoard
from boardless.games.ludemes.combined_moves import MovesAnd, MovesIf, MovesOr
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Moves, Region, SiteType
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.logic import And, Not, Or
from boardless.games.ludemes.prior_moves import Do
from boardless.ir.expressions import FALSE, Bool, Int, S, Site, lifted, wide

if TYPE_CHECKING:
    from typing import Any

    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.candidates import Candidate
    from boardless.games.compiler.scope import Scope


@ludeme(
    "is",
    "Threatened",
    example='(is Threatened (id "King" Mover) at:(to))',
    facts=GLOBAL | EFFECT,
    concepts="Threat CopyContext",
)
class IsThreatened(Condition):
    """A piece of another player may move to a site where this component stands, or would stand."""

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

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        if scope.threatening:
            # A threat counts whatever it would expose the other player to.
            return FALSE
        found = scope.variable("threatened", FALSE)
        what = None if self.what is None else scope.variable("what", b.integer(self.what))
        threatened = _checked(self, _helper(self, scope), scope)
        named = self.region or (None if self.at is None else Single(self.at))

        def ask(at: Site) -> None:
            piece = scope.variable("what", wide(S.what[at])) if what is None else what
            # A number that is of no component is of nothing that could be taken.
            test = lifted(f"0 < {piece} <= {len(scope.model.components)}", Bool)
            if named is None and what is not None:
                test = S.what[at] == what
            scope.out.when(test & ~found, f"{found} = {Bool.call(threatened, piece, at)}")

        everywhere = Span(Int.named("HELD") + 1, S.n["COUNT"] + 1, "x", Site)
        scope.each(everywhere if named is None else named, ask, hands=True)
        return found


@ludeme(
    "all",
    "Sites",
    example="(all Sites (sites Board) if:(is Empty (site)))",
    facts=TILED,
)
class AllSites(Condition):
    """A condition holds for every site of a region, seen as (site)."""

    region: Region
    _: KW_ONLY
    if_: Condition

    def own_concepts(self) -> frozenset[str]:
        """Return the concept of a board without pieces, if it says so."""
        counted = "PieceCount" in self.if_.concepts()
        return frozenset(("NoPiece",) if counted and isinstance(self.region, SitesBoard) else ())

    def meaning(self, b: Builder) -> Bool:
        from boardless.games.compiler.region_masks import hold_everywhere

        scope = b.scope
        masked = None if scope is None else hold_everywhere(self.region, self.if_, scope)
        if masked is not None:
            return lifted(masked, Bool)
        return b.all(self.region, lambda at: b.binding(iterated=at).condition(self.if_), hands=True)


@ludeme("all", "Values", example="(all Values (array {1 2}) if:(> (value) 0))", facts=GLOBAL)
class AllValues(Condition):
    """A condition holds for every one of some integers, seen as (value)."""

    array: Integers
    _: KW_ONLY
    if_: Condition

    def meaning(self, b: Builder) -> Bool:
        return b.all(self.array, lambda value: b.binding(value=value).condition(self.if_))


#: The names of a scope that a threat may depend on; a function has only those that are numbers.
_BOUND = ("way", "value", "player_", "team", "level", "pips", "part", "feature", "looks")


def _checked(node: IsThreatened, by: str, scope: Scope) -> str:
    """Return the name of the function that tells whether a component on a site is threatened."""
    scope.builder.takes_back = True
    # Whose turn is next stays as it is where a component is named.
    owners_turn = "" if node.what is not None else _OWNERS_TURN
    threat = _THREAT.format(owners_turn=owners_turn, by=by)
    has_counts = bool(scope.model.hands) and not scope.model.stacking
    empty = _EMPTY + indent(threat, " " * 4) if has_counts else ""
    body = _CHECKED.format(threat=threat, empty=empty)
    name: str = scope.builder.helper("s: Arrays, what: int, at: int", "bool", body)
    return name


_OWNERS_TURN = "            s.n[NEXT] = OWNER[what]\n"
_THREAT = """\
    mover, following_one, before = int64(s.n[MOVER]), int64(s.n[NEXT]), int64(s.n[PREVIOUS])
    threatened = False
    for enemy in range(1, PLAYERS + 1):
        if enemy != OWNER[what] and not threatened:
            s.n[MOVER] = enemy
{owners_turn}            s.n[PREVIOUS] = OWNER[what]
            threatened = {by}(s, enemy, at)
    s.n[MOVER] = mover
    s.n[NEXT] = following_one
    s.n[PREVIOUS] = before
"""
_CHECKED = """\
    moved = s.what[at] != what
    if moved:
        begin_attempt(s)
        fill(s, at, what, 1)
{threat}    if moved:
        undo(s)
{empty}    return threatened
"""
#: With hands, pieces have counts, and a piece that Ludii puts on an empty site to see whether it is
#: threatened gets none (`IsThreatened.eval`): the site is also an empty one, such as for drops.
_EMPTY = """\
    if moved and not threatened and s.what[at] == 0:
"""


def _helper(node: IsThreatened, scope: Scope) -> str:
    """Return the name of the function that tells whether a player may move to a site."""
    out = SourceWriter(depth=1)
    rules = scope.model.game.rules
    known = {name: getattr(scope, name) for name in _BOUND}
    known = {name: at if at is not None and at.isdigit() else None for name, at in known.items()}
    inner = scope.binding(
        out=out, mover="mover", threatening=True, shares=True, to=None, origin=None, between=None,
        iterated=None, last=None, after=False, **known,
    )  # fmt: skip
    # Rows of ``s.scratch`` that conditions take would make functions differ that do the same.
    asked = ("threatened", node.moves, scope.measuring, scope.looking, *known.values())
    if inner.group is None and asked in scope.builder.memo:
        return str(scope.builder.memo[asked])

    out.add("queued = int64(s.n[QUEUED])")

    def found(candidate: Candidate) -> None:
        with candidate.scope.out.block(f"if {candidate.to} == target:"):
            candidate.scope.out.add("s.n[QUEUED] = queued")
            candidate.scope.out.add("return True")

    if node.moves is not None:
        find(_in_question(node.moves), inner, found)
    elif rules.play is not None:
        find(_in_question(rules.play.moves), inner, found)
    for number, phase in enumerate(rules.phases if node.moves is None else ()):
        with out.block(f"if s.n[PHASE + mover] == {number}:"):
            find(_in_question(phase.play.moves), inner, found)
    out.add("return False")
    name: str = scope.builder.helper("s: Arrays, mover: int, target: int", "bool", out.text())
    scope.builder.memo[asked] = name
    return name


def _in_question(node: Any) -> Moves:
    """Return the rule that says where moves might lead, without priors, as Ludii asks first."""
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
    """Tell whether a condition holds if nothing is threatened."""
    if isinstance(node, Not):
        return isinstance(node.condition, IsThreatened)
    if isinstance(node, And):
        return all(map(always_after, node.conditions))
    return isinstance(node, Or) and any(map(always_after, node.conditions))
