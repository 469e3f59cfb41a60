"""Moves looked at before one of them is made: where they lead, which do the most."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar

from boardless.games.compiler.source import SourceWriter
from boardless.games.language.facts import EFFECT, GLOBAL
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Moves, Region
from boardless.games.ludemes.moves import Then
from boardless.ir.expressions import S

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.candidates import Candidate, Found
    from boardless.games.compiler.scope import Scope


@dataclass(frozen=True)
class EndsOfMoves(Region):
    """The sites at one end of the moves of a rule."""

    #: The end, as a candidate names it.
    end: ClassVar[str]
    moves: Moves

    def of(self, move: Candidate) -> str | None:
        """Return the source of the site of a move."""
        return str(getattr(move, self.end))

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: b.inside(marked(self, b.playing(self)), at))

    def own_loop(self, scope: Scope) -> AbstractContextManager[str]:
        from boardless.games.compiler.regions import marked as each_marked

        return each_marked(marked(self, scope).row, scope)


@ludeme("sites", "From", example="(sites From (forEach Piece))", facts=GLOBAL)
class SitesFrom(EndsOfMoves):
    """The sites from which the moves of a rule start."""

    end = "origin"


@ludeme("sites", "To", example="(sites To (forEach Piece))", facts=GLOBAL)
class SitesTo(EndsOfMoves):
    """The sites to which the moves of a rule go."""

    end = "to"


@ludeme("sites", "Between", example="(sites Between (forEach Piece))", facts=GLOBAL)
class SitesBetweenEnds(EndsOfMoves):
    """The sites over which the moves of a rule hop."""

    end = "between"

    def of(self, move: Candidate) -> str | None:
        return move.scope.between


@dataclass(frozen=True)
class MovesThatDoMost(Moves):
    """Of the moves of a rule those that do the most; perhaps by the values of what they take."""

    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    with_value: bool = False

    def site_numbers(self) -> frozenset[str]:
        """Return that it reads values, if it asks what the pieces are worth that moves take."""
        return self.facts.numbers | ({"values"} if self.with_value else frozenset())

    def each_move(self, scope: Scope, found: Found) -> None:
        from boardless.games.compiler.shared_rules import find

        if scope.measuring or scope.threatening:
            # Of all ways on, the longest is among the longest of each move; and if there are moves,
            # some are the longest.
            find(self.moves, scope, found)
            return
        out, made = scope.out, scope.builder
        made.takes_back = made.tries = True
        worth = _worth(self, scope)
        in_row = isinstance(self, MaxMoves)
        measure = _number_of_moves(scope, worth) if in_row else _captures(scope, worth)
        row = out.name("row")
        first = out.assign("first", "int64(s.n[QUEUED])")
        best = out.assign("best", "0")

        def measured(move: Candidate) -> None:
            made.enqueue(move)
            length = out.assign("length", f"{measure}(s, int64(s.n[QUEUED]) - 1)")
            out.add(f"{best} = max({best}, {length})")
            # What has been measured stands behind the move.
            out.add(f"enqueue(s, {length}, NONE, NONE)")

        def compared(move: Candidate) -> None:
            out.add(f"{row} += 2")
            with out.block(f"if s.queue[{row} - 1, 0] == {best}:"):
                found(move.followed(self.then))

        find(self.moves, scope, measured)
        out.add(f"{row} = {first}")
        find(self.moves, scope, compared)
        out.add(f"s.n[QUEUED] = {first}")


@ludeme(
    "max",
    "Moves",
    example="(max Moves (forEach Piece))",
    facts=EFFECT,
    concepts="MaxMovesInTurn CopyContext",
)
class MaxMoves(MovesThatDoMost):
    """Of the moves of a rule those that begin the longest row of moves, or that takes the most."""


@ludeme(
    "max", "Captures", example="(max Captures (forEach Piece))", facts=EFFECT, concepts="MaxCapture"
)
class MaxCaptures(MovesThatDoMost):
    """Of the moves of a rule those that take the most pieces, or the highest values."""


@dataclass(frozen=True)
class Marked(Region):
    """Sites that have been marked in a row of ``s.scratch``."""

    facts = GLOBAL
    row: int = 0

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: S.scratch[self.row, at] != 0)


def marked(node: EndsOfMoves, scope: Scope) -> Marked:
    """Add statements that mark where the moves of a rule start from or go to."""
    from boardless.games.compiler.regions import cleared_row
    from boardless.games.compiler.shared_rules import find

    row = cleared_row(scope)

    def found(move: Candidate) -> None:
        at = node.of(move)
        if at is not None:
            move.scope.out.add(f"s.scratch[{row}, {at}] = 1")

    find(node.moves, scope, found)
    return Marked(row=row)


def _worth(node: MovesThatDoMost, scope: Scope) -> str:
    """Return the source of what others' pieces are worth together; empty where it is not asked."""
    if not node.site_numbers():
        return ""
    pieces = "height(s, at) - gone" if scope.model.stacking else "gone == 0"
    name: str = scope.builder.helper("s: Arrays", "int", _WORTH.format(pieces=pieces))
    return f"{name}(s)"


_WORTH = """\
    worth = 0
    for at in range(HELD + 1, s.n[COUNT] + 1):
        gone = int64(s.fields[REMOVAL_ORDER, at]) if REMOVAL_ORDER >= 0 else 0
        if s.who[at] != 0 and s.who[at] != s.n[MOVER]:
            worth += int64(s.fields[VALUES, at]) * int({pieces})
    return worth
"""


def _captures(scope: Scope, worth: str) -> str:
    """Return the name of the function that counts the pieces that a move takes off the board."""
    body = _CAPTURES.format(standing=worth or "int64(s.n[STANDING])")
    name: str = scope.builder.helper("s: Arrays, row: int", "int", body)
    return name


_CAPTURES = """\
    before = {standing}
    begin_attempt(s)
    try_row(s, row)
    taken = before - {standing}
    undo(s)
    return taken
"""


def _number_of_moves(scope: Scope, worth: str) -> str:
    """Return the name of the function that counts moves in a row, or what they take is worth."""
    at, end = scope.builder.row(), scope.builder.row()
    before, best = worth or "0", f"before - {worth}" if worth else "depth"
    body = _MOVES_IN_A_ROW.format(
        at=at, end=end, deepest=_DEEPEST, look=_looks(scope), before=before, best=best
    )
    name: str = scope.builder.helper("s: Arrays, row: int", "int", body)
    return name


#: The most moves of one turn that are tried in a row.
_DEEPEST = 200
_MOVES_IN_A_ROW = """\
    before = {before}
    begin_attempt(s)
    try_row(s, row)
    best, depth, arrived = 0, 1, True
    while depth > 0:
        if arrived:
            best = max(best, {best})
            s.scratch[{at}, depth] = s.n[QUEUED]
            if s.n[NEXT] == s.n[MOVER] and not (depth < {deepest} and has_room(s)):
                # No more can be taken back in these arrays, and without an end in none.
                s.n[LOST] = 1
            elif s.n[NEXT] == s.n[MOVER]:
                mover = int64(s.n[MOVER])
                s.n[PREVIOUS] = mover
                s.n[NEXT] = following(s, mover)
                s.n[AGAIN] += 1
                {look}(s, mover)
            s.scratch[{end}, depth] = s.n[QUEUED]
            arrived = False
        at = int64(s.scratch[{at}, depth])
        if at < s.scratch[{end}, depth] and s.n[LOST] == 0:
            s.scratch[{at}, depth] = at + 1
            begin_attempt(s)
            try_row(s, at)
            depth += 1
            arrived = True
        else:
            undo(s)
            depth -= 1
    return best
"""


def _looks(scope: Scope) -> str:
    """Return the name of the function that writes all moves of a player down in the queue."""
    from boardless.games.compiler.shared_rules import find

    out, rules = SourceWriter(depth=1), scope.model.game.rules
    inner = scope.binding(
        out=out, mover="mover", measuring=True, shares=True, to=None, origin=None, between=None,
        iterated=None, last=None,
    )  # fmt: skip

    def found(move: Candidate) -> None:
        scope.builder.enqueue(move)

    if rules.play is not None:
        find(rules.play.moves, inner, found)
    for number, phase in enumerate(rules.phases):
        with out.block(f"if s.n[PHASE + mover] == {number}:"):
            find(phase.play.moves, inner, found)
    out.add("return 0")
    name: str = scope.builder.helper("s: Arrays, mover: int", "int", out.text())
    return name
