"""Moves compared before one of them is made: their ends, and the moves that do the most."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    MOVER,
    NONE,
    TRUE,
    Bool,
    Builder,
    Candidate,
    Candidates,
    Function,
    Int,
    MarkedRegion,
    Mode,
    Moves,
    Region,
    S,
    Scope,
    Site,
    SiteSet,
    Statements,
    cleared_row,
    greater,
    ludeme,
    moves_of,
    wide,
)
from boardless.games.ludemes.moves import Then


@dataclass(frozen=True)
class EndsOfMoves(MarkedRegion):
    """The sites at one end of the moves of a rule."""

    #: The end, by its name in a candidate.
    end: ClassVar[str]
    moves: Moves

    def of(self, move: Candidate) -> Site | None:
        """Return the site of a move."""
        site: Site = getattr(move, self.end)
        return site

    def mark(self, b: Scope) -> int:
        row = cleared_row(b)
        for move in moves_of(self.moves, b):
            if (at := self.of(move)) is not None:
                b.set(S.scratch[row, at], 1)
        return row


@ludeme("sites", "From", facts=GLOBAL)
class SitesFrom(EndsOfMoves):
    """The start sites of the moves of a rule.

    Example: (sites From (forEach Piece))
    """

    end = "origin"


@ludeme("sites", "To", facts=GLOBAL)
class SitesTo(EndsOfMoves):
    """The target sites of the moves of a rule.

    Example: (sites To (forEach Piece))
    """

    end = "to"


@ludeme("sites", "Between", facts=GLOBAL)
class SitesBetweenEnds(EndsOfMoves):
    """The sites that the moves of a rule hop over.

    Example: (sites Between (forEach Piece))
    """

    end = "between"

    def of(self, move: Candidate) -> Site | None:
        return move.scope.between


@dataclass(frozen=True)
class MovesThatDoMost(Moves):
    """The moves of a rule that do the most, optionally measured by the values of captures."""

    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    with_value: bool = False

    def site_numbers(self) -> frozenset[str]:
        """Return that the rule reads values, if the worth of captured pieces matters."""
        return self.facts.numbers | ({"values"} if self.with_value else frozenset())

    def legal(self, b: Scope) -> Candidates:
        if b.modes & (Mode.MEASURING | Mode.THREATENING):
            # The longest row of moves is among the longest of each first move; if there are moves,
            # some are the longest.
            yield from moves_of(self.moves, b)
            return
        made, worth = b.builder, _worth(self, b)
        in_row = isinstance(self, MaxMoves)
        measure = _number_of_moves(b, worth) if in_row else _captures(b, worth)
        first, best = b.variable("first", wide(COUNTERS.QUEUED)), b.variable("best", 0)
        for move in moves_of(self.moves, b):
            made.enqueue(move)
            length = b.variable("length", Int.call(measure, wide(COUNTERS.QUEUED) - 1))
            b.set(best, greater(best, length))
            # The measure is stored after the move.
            b.do("enqueue", length, NONE, NONE)
        row = b.variable("row", first)
        for move in moves_of(self.moves, b):
            b.add(row, 2)
            with b.where(S.queue[row - 1, 0] == best):
                yield move.followed(self.then)
        b.set(COUNTERS.QUEUED, first)


@ludeme("max", "Moves", facts=EFFECT, concepts="MaxMovesInTurn CopyContext")
class MaxMoves(MovesThatDoMost):
    """The moves of a rule that begin the longest row of moves, or the row with most captures.

    Example: (max Moves (forEach Piece))
    """


@ludeme("max", "Captures", facts=EFFECT, concepts="MaxCapture")
class MaxCaptures(MovesThatDoMost):
    """The moves of a rule that take the most pieces, or the highest values.

    Example: (max Captures (forEach Piece))
    """


@dataclass(frozen=True)
class Marked(Region):
    """Sites marked in a row of ``s.scratch``."""

    facts = GLOBAL
    row: int = 0

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: S.scratch[self.row, at] != 0)


_ROW = Int.named("row")


def _worth(node: MovesThatDoMost, scope: Scope) -> Int | None:
    """Return the total worth of others' pieces, or None if it does not matter."""
    if not node.site_numbers():
        return None
    b = Statements()
    worth = b.variable("worth", 0)
    for at in b.numbers(COUNTERS.COUNT + 1, ENGINE.HELD + 1, stem="at"):
        order = ENGINE.REMOVAL_ORDER
        gone = b.variable("gone", (order >= 0).choose(wide(S.fields[order, at]), 0))
        left = Int.call("height", at) - gone if scope.model.stacking else gone == 0
        with b.where((S.who[at] != 0) & (S.who[at] != COUNTERS.MOVER)):
            b.add(worth, wide(S.fields["VALUES", at]) * Function("int", Int)(left))
    b.give(worth)
    return Int.call(scope.builder.helper((), "int", b.statements))


def _captures(scope: Scope, worth: Int | None) -> str:
    """Return the name of the function that counts the pieces a move takes off the board."""
    b, standing = Statements(), wide(COUNTERS.STANDING) if worth is None else worth
    before = b.variable("before", standing)
    b.do("begin_attempt")
    b.do("try_row", _ROW)
    taken = b.variable("taken", before - standing)
    b.do("undo")
    b.give(taken)
    return scope.builder.helper((_ROW,), "int", b.statements)


#: The most consecutive moves of one turn in a trial.
_DEEPEST = 200


def _number_of_moves(scope: Scope, worth: Int | None) -> str:
    """Return the name of the function that counts moves in a row, or the worth of captures."""
    next_, end, look = scope.builder.row(), scope.builder.row(), _looks(scope)
    b = Statements()
    before = b.variable("before", Int.of(0) if worth is None else worth)
    best, depth, arrived = b.named(best=Int, depth=Int, arrived=Bool)
    b.do("begin_attempt")
    b.do("try_row", _ROW)
    b.set_all((best, depth, arrived), 0, 1, TRUE)
    with b.as_long_as(depth > 0):
        with b.where(arrived):
            b.set(best, greater(best, depth if worth is None else before - worth))
            b.set(S.scratch[next_, depth], COUNTERS.QUEUED)
            goes_on = COUNTERS.NEXT == COUNTERS.MOVER
            with b.where(goes_on & ~((depth < _DEEPEST) & Bool.call("has_room"))):
                # There is no room to undo more moves, and an endless row would never fit.
                b.set(COUNTERS.LOST, 1)
            with b.otherwise(goes_on):
                mover = b.variable("mover", wide(COUNTERS.MOVER))
                b.set(COUNTERS.PREVIOUS, mover)
                b.set(COUNTERS.NEXT, Int.call("following", mover))
                b.add(COUNTERS.AGAIN, 1)
                b.do(look, mover)
            b.set(S.scratch[end, depth], COUNTERS.QUEUED)
            b.set(arrived, FALSE)
        at = b.variable("at", wide(S.scratch[next_, depth]))
        with b.where((at < S.scratch[end, depth]) & (COUNTERS.LOST == 0)):
            b.set(S.scratch[next_, depth], at + 1)
            b.do("begin_attempt")
            b.do("try_row", at)
            b.add(depth, 1)
            b.set(arrived, TRUE)
        with b.otherwise():
            b.do("undo")
            b.set(depth, depth - 1)
    b.give(best)
    return scope.builder.helper((_ROW,), "int", b.statements)


def _looks(scope: Scope) -> str:
    """Return the name of the function that writes all moves of a player to the queue."""
    rules = scope.model.game.rules
    b = scope.elsewhere(
        mover=MOVER, modes=scope.modes & ~Mode.INSIDE | Mode.MEASURING, to=None, origin=None,
        between=None, iterated=None, last=None,
    )  # fmt: skip
    for move in moves_of(rules.play.moves, b) if rules.play is not None else ():
        scope.builder.enqueue(move)
    for number, phase in enumerate(rules.phases):
        with b.where(S.n[ENGINE.PHASE + MOVER] == number):
            for move in moves_of(phase.play.moves, b):
                scope.builder.enqueue(move)
    b.give(0)
    return scope.builder.helper((MOVER,), "int", b.statements)
