"""Enclosed rows as bits: sites at the start of a row of pieces that ends at another piece.

All sites and all lengths of rows are computed in one direction together, by parallel prefix: rows
of one piece give rows of up to two, four and so on (P. M. Kogge and H. S. Stone, 1973).
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.games.building.scope import Mode
from boardless.games.compiler.site_sets import SiteSets
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Condition, Moves
from boardless.games.language.ludeme import inside
from boardless.games.loops.strands import BITS, straight_strands
from boardless.games.ludemes.captures import Custodial, friend, targets_of
from boardless.games.ludemes.combined_moves import Append
from boardless.games.ludemes.directions import named_directions
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.occupancy import SitesEmpty
from boardless.games.ludemes.piece_states import Flip, SetState, StateAt
from boardless.games.ludemes.pieces import Who
from boardless.games.ludemes.players import IsEnemy, IsFriend
from boardless.games.ludemes.sites import IteratedSite, ToSite
from boardless.ir.expressions import NONE, Function, Int, S, Site, folded, wide
from boardless.ir.statements import Assign

if TYPE_CHECKING:
    from boardless.games.building.scope import Scope
    from boardless.games.loops.strands import Strand
    from boardless.games.ludemes.iteration import ForEachSite


rotated = Function("rotated", Int)
#: A bit of a set of sites, counted from 0, and its site.
bit = Int.named("at")
SITE_OF_BIT = bit + 1


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
    rule: int = -1
    carries: tuple[Int, ...] = ()
    #: The row of ``s.scratch`` that keeps them from counting to choosing.
    row: int = -1

    def keep(self, bits: Int, b: Scope) -> None:
        """Store the result."""
        for word in (0, 1):
            b.set(S.scratch[self.row, word], (bits >> 32 * word) & 0xFFFFFFFF)

    def kept(self, b: Scope) -> Int:
        """Return the stored bits."""
        low, high = (wide(S.scratch[self.row, word]) for word in (0, 1))
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
    inner = scope.elsewhere(to=site, iterated=site).switched(Mode.INSIDE)
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
