"""Sets of sites as 64 bits, on boards of at most 64 sites: conditions, and enclosed rows.

An enclosed row starts next to a site and ends at another piece. All sites and all lengths of rows
are computed in one direction together, by parallel prefix: rows of one piece give rows of up to
two, four and so on (P. M. Kogge and H. S. Stone, 1973).
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.games.building.scope import ScopeMode
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Condition, Moves
from boardless.games.language.ludeme import inside
from boardless.games.loops.bitboards import BITS, straight_strands, whole_row
from boardless.games.ludemes.captures import Custodial, friend, targets_of
from boardless.games.ludemes.combined_moves import Append
from boardless.games.ludemes.directions import named_directions
from boardless.games.ludemes.literals import Single, Truth
from boardless.games.ludemes.logic import And, Not, Or
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.occupancy import IsEmpty, IsOccupied, SitesEmpty
from boardless.games.ludemes.piece_states import Flip, SetState, StateAt
from boardless.games.ludemes.pieces import Who
from boardless.games.ludemes.players import IsEnemy, IsFriend
from boardless.games.ludemes.sites import BetweenSite, IteratedSite, ToSite
from boardless.ir.expressions import (
    COUNTERS,
    ENGINE,
    NONE,
    EngineFunction,
    Int,
    ScratchRow,
    Site,
    folded,
    wide,
)
from boardless.ir.statements import Assign
from boardless.jit.values import signed

if TYPE_CHECKING:
    from boardless.games.building.scope import Scope
    from boardless.games.language.kinds import Integer
    from boardless.games.loops.bitboards import Strand
    from boardless.games.ludemes.iteration import ForEachSite


#: The ludeme that means the site in question, by its name in a scope.
_NAMED = {"to": ToSite, "between": BetweenSite}
#: Names of sites that a condition on another one may not read.
_UNBOUND: dict[str, Site | None] = dict.fromkeys(("to", "between", "origin", "iterated"))


class SiteSets:
    """Sets of sites in one function, each computed once by statements before its first use."""

    def __init__(self, b: Scope) -> None:
        self._b = b
        self._sets: dict[Int | str, Int] = {}

    def board(self) -> Int:
        """Return all sites of the board, only for masks of other sets."""
        held, count = self._b.model.hand_size, self._b.geometry.kinds
        return Int.of(signed(((1 << count) - 1) << held))

    def _row(self, stem: str, row: Int) -> Int:
        """Return a row of the bitboards."""
        if row not in self._sets:
            self._sets[row] = self._b.variable(stem, whole_row(row))
        return self._sets[row]

    def empty(self) -> Int:
        """Return the empty sites."""
        return self._row("empty", ENGINE.PLAYERS + 2)

    def own(self) -> Int:
        """Return the sites of the mover's pieces."""
        return self._row("own", self._b.mover)

    def enemies(self) -> Int:
        """Return the sites of other players' pieces, including shared ones."""
        if "enemies" not in self._sets:
            model, own = self._b.model, self.own()
            owners = sorted({min(each.owner, model.players + 1) for each in model.components} - {0})
            if model.players == 2 and owners == [1, 2]:
                others = whole_row(3 - self._b.mover)
            else:
                others = _either([whole_row(owner) for owner in owners]) & ~own
            self._sets["enemies"] = self._b.variable("enemies", others)
        return self._sets["enemies"]

    def of_components(self, numbers: Iterable[int]) -> Int:
        """Return the sites of the mover's pieces of some components."""
        model = self._b.model
        owned = [n for n, each in enumerate(model.components, 1) if 0 < each.owner <= model.players]
        if set(owned) <= set(numbers):
            return self.own()
        rows = [self._row("pieces", ENGINE.OF_COMPONENTS + number) for number in sorted(numbers)]
        return self.own() & _either(rows)

    def where(self, test: Condition | None, name: str) -> Int | None:
        """Return the sites with a true condition, or None if they cannot be expressed.

        The site is bound to `name` in the condition, and other names are unbound.
        """
        match test:
            case None:
                return self.board()
            case Truth():
                return self.board() if test.value else Int.of(0)
            case And() | Or():
                parts = [self.where(part, name) for part in test.conditions]
                known = [part for part in parts if part is not None]
                both = operator.and_ if isinstance(test, And) else operator.or_
                return folded(both, known) if len(known) == len(parts) else None
            case Not():
                part = self.where(test.condition, name)
                return None if part is None else self.board() & ~part
            case IsEmpty() if self._is_site(test.site, name) and self._is_played(test.type):
                return self.empty()
            case IsOccupied() if self._is_site(test.site, name) and self._is_played(test.type):
                return self.board() & ~self.empty()
            case IsEnemy() | IsFriend() if self._is_owner(test.who, name):
                return self.enemies() if isinstance(test, IsEnemy) else self.own()
        return None

    def looked_at(self, tests: Sequence[tuple[str, Condition]]) -> tuple[Int, ...]:
        """Return the sites where each condition holds, by a loop if necessary."""
        b = self._b
        expressed = [self.where(test, name) for name, test in tests]
        sets = tuple(
            b.variable("sites", Int.of(0) if sites is None else sites) for sites in expressed
        )
        if all(known is not None for known in expressed):
            return sets
        (at,) = b.named(x=Site)
        for _ in b.numbers(wide(COUNTERS.COUNT) + 1, ENGINE.HELD + 1, name=at):
            for (name, test), known, bits in zip(tests, expressed, sets, strict=True):
                if known is None:
                    holds = b.binding(**_UNBOUND | {name: at}).condition(test)
                    b.set(bits, bits | (EngineFunction("int", Int)(holds) << (at - 1)))
        return sets

    def _is_site(self, node: Integer, name: str) -> bool:
        return isinstance(node, _NAMED[name])

    def _is_played(self, type_: object) -> bool:
        return type_ is None or str(type_) == self._b.model.layout_use

    def _is_owner(self, who: object, name: str) -> bool:
        """Return True if a number means the owner of the piece on the site, without teams."""
        return (
            isinstance(who, Who)
            and who.level is None
            and self._is_site(who.at, name)
            and self._is_played(who.type)
            and not self._b.model.has_teams
        )


def _either(sets: Sequence[Int]) -> Int:
    return folded(operator.or_, sets) if sets else Int.of(0)


rotated = EngineFunction("rotated", Int)
#: A bit of a set of sites, counted from 0, and its site.
bit = Int.named("at")
SITE_OF_BIT = bit + 1
_NO_ROW = ScratchRow(-1)


@dataclass(frozen=True)
class Runs:
    """Moves to empty sites at the beginning of a row, one for each site."""

    strands: tuple[Strand, ...]
    #: The longest walk.
    longest: int
    #: Conditions on each site of a row, and on that behind it.
    target: Condition
    end: Condition
    #: The origin of the move to bit ``at``.
    origin: Int
    sort: int = -1
    carries: tuple[Int, ...] = ()
    #: The row of ``s.scratch`` that keeps them from counting to choosing.
    row: ScratchRow = _NO_ROW

    def keep(self, bits: Int, b: Scope) -> None:
        """Store the result."""
        for word in (0, 1):
            b.set(self.row[word], (bits >> 32 * word) & 0xFFFFFFFF)

    def kept(self, b: Scope) -> Int:
        """Return the stored bits."""
        low, high = (wide(self.row[word]) for word in (0, 1))
        return b.variable("from", low | (high << 32))

    def found(self, sets: SiteSets, b: Scope) -> Int:
        """Emit statements that find the sites to move to; return these sites as bits."""
        row, ends = sets.looked_at((("between", self.target), ("to", self.end)))
        doublings = max(self.longest - 2, 0).bit_length()
        parts = []
        for strand in self.strands:
            leaves, shift = strand.starts(b), strand.shifts[0][0]
            inside = b.variable("inside", row & leaves)
            enclosed = b.variable("found", inside & rotated(ends, shift % BITS))
            for n in range(doublings):
                by = (shift << n) % BITS
                b.set(enclosed, enclosed | (inside & rotated(enclosed, by)))
                if n + 1 < doublings:
                    b.set(inside, inside & rotated(inside, by))
            parts.append(b.variable("from", leaves & rotated(enclosed, shift % BITS)))
        return b.variable("from", sets.empty() & folded(operator.or_, parts))


def runs_of(play: ForEachSite, scope: Scope) -> Runs | None:
    """Return the moves of a rule for each site as runs, without their sort, or None.

    The rule makes one move of all captures of a row between the site and a friend.
    """
    region, rule = play.region, play.moves
    if not isinstance(region, SitesEmpty) or not scope.model.plays_on(region.type):
        return None
    if play.no_move_yet is not None or not isinstance(rule, Append):
        return None
    rows = rule.moves
    if not isinstance(rows, Custodial) or rows.from_ is None:
        return None
    start, between = rows.from_, rows.between
    if not isinstance(start.region, Single) or start.if_ is not None or start.level is not None:
        return None
    if rows.to is not None and (rows.to.apply is not None or rows.to.region is not None):
        return None
    if not isinstance(start.region.site, IteratedSite | ToSite):
        return None
    if between is not None and between.range is not None:
        return None
    end = friend(rows.to)
    strands = straight_strands(named_directions(rows.directions), scope)
    if strands is None or not isinstance(end, IsFriend):
        return None
    target, effect = targets_of(between)
    if not _always_acts(target, effect, scope):
        return None
    try:
        SiteSets(scope.elsewhere()).looked_at((("between", target), ("to", end)))
    except LudemeError:
        # A condition reads another site.
        return None
    site = Site.named("site")
    inner = scope.elsewhere(to=site, iterated=site).switched(ScopeMode.INSIDE)
    moves = list(rows.legal(inner))
    statements = (each for node in inner.statements for each in node.inside)
    known = {
        each.targets[0]: each.value
        for each in statements
        if isinstance(each, Assign) and each.value.operation == "name"
    }
    ends = [known.get(at, at) for move in moves for at in (move.origin, move.to)]
    origins, targets = {*ends[::2]}, {*ends[1::2]}
    if targets != {site} or origins not in ({site}, {NONE}):
        return None
    return Runs(*strands, target, end, SITE_OF_BIT if origins == {site} else NONE)


def _always_acts(target: Condition, effect: Moves, scope: Scope) -> bool:
    """Return True if the effect at a site on the way always acts, because a piece is there.

    A local state belongs to a piece, unless rules set states of sites.
    """
    parts = list(inside(effect))
    flips = any(isinstance(part, Flip) for part in parts)
    if not isinstance(target, IsEnemy | IsFriend) or not isinstance(target.who, Who | StateAt):
        return False
    if any(isinstance(part, Condition | Then) for part in parts):
        return False
    if flips and not all(getattr(item, "flips", None) for item in scope.model.items):
        return False
    sets_states = any(isinstance(part, SetState) for part in inside(scope.model.game))
    return not sets_states and all(part.facts.acts for part in parts if isinstance(part, Moves))
