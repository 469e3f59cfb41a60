"""Of the moves of a rule those that do the most, as source: all are tried and taken back."""

from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.sharing import find
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.source import Source
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves_in_question as q


@moves.register(q.MaxMoves)
@moves.register(q.MaxCaptures)
def _(node: q.MaxMoves | q.MaxCaptures, scope: Scope, found: Found) -> None:
    if scope.measuring or scope.threatening:
        # Of all ways on, the longest is among the longest of each move; and if there are moves,
        # some are the longest.
        find(node.moves, scope, found)
        return
    out, made = scope.out, scope.made
    made.takes_back = made.tries = True
    worth = _worth(node, scope)
    in_row = isinstance(node, q.MaxMoves)
    measure = _number_of_moves(scope, worth) if in_row else _captures(scope, worth)
    first, best, row = out.name("first"), out.name("best"), out.name("row")
    out.add(f"{first} = whole(s.n[QUEUED])")
    out.add(f"{best} = 0")

    def measured(move: Candidate) -> None:
        length = out.name("length")
        made.enqueue(move)
        out.add(f"{length} = {measure}(s, whole(s.n[QUEUED]) - 1)")
        out.add(f"{best} = max({best}, {length})")
        # What has been measured stands behind the move.
        out.add(f"enqueue(s, {length}, NONE, NONE)")

    def compared(move: Candidate) -> None:
        out.add(f"{row} += 2")
        with out.block(f"if s.queue[{row} - 1, 0] == {best}:"):
            found(move.followed(node.then))

    find(node.moves, scope, measured)
    out.add(f"{row} = {first}")
    find(node.moves, scope, compared)
    out.add(f"s.n[QUEUED] = {first}")


def _worth(node: q.MaxMoves | q.MaxCaptures, scope: Scope) -> str:
    """Return the source of what others' pieces are worth together; empty where it is not asked."""
    if not node.site_numbers():
        return ""
    if node.with_value != k.Truth(True):
        node.reject("expected withValue:True or withValue:False")
    pieces = "height(s, at) - gone" if scope.model.stacking else "gone == 0"
    name: str = scope.made.helper("s: Arrays", "int", _WORTH.format(pieces=pieces))
    return f"{name}(s)"


_WORTH = """\
    worth = 0
    for at in range(HELD + 1, s.n[COUNT] + 1):
        gone = whole(s.fields[DOOMED, at]) if DOOMED >= 0 else 0
        if s.who[at] != 0 and s.who[at] != s.n[MOVER]:
            worth += whole(s.fields[VALUES, at]) * int({pieces})
    return worth
"""


def _captures(scope: Scope, worth: str) -> str:
    """Return the name of the function that counts the pieces that a move takes off the board."""
    body = _CAPTURES.format(standing=worth or "whole(s.n[STANDING])")
    name: str = scope.made.helper("s: Arrays, row: int", "int", body)
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
    """Return the name of the function that counts the moves in a row that begin with one.

    Or what they take is worth, where that is asked.
    """
    at, end = scope.made.row(), scope.made.row()
    before, best = worth or "0", f"before - {worth}" if worth else "depth"
    body = _MOVES_IN_A_ROW.format(
        at=at, end=end, deepest=_DEEPEST, look=_looks(scope), before=before, best=best
    )
    name: str = scope.made.helper("s: Arrays, row: int", "int", body)
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
            s.aside[{at}, depth] = s.n[QUEUED]
            if s.n[NEXT] == s.n[MOVER] and not (depth < {deepest} and has_room(s)):
                # No more can be taken back in these arrays, and without an end in none.
                s.n[LOST] = 1
            elif s.n[NEXT] == s.n[MOVER]:
                mover = whole(s.n[MOVER])
                s.n[PREVIOUS] = mover
                s.n[NEXT] = following(s, mover)
                s.n[AGAIN] += 1
                {look}(s, mover)
            s.aside[{end}, depth] = s.n[QUEUED]
            arrived = False
        at = whole(s.aside[{at}, depth])
        if at < s.aside[{end}, depth] and s.n[LOST] == 0:
            s.aside[{at}, depth] = at + 1
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
    out, rules = Source(depth=1), scope.model.game.rules
    inner = scope.binding(
        out=out, mover="mover", measuring=True, shares=True, to=None, origin=None, between=None,
        iterated=None, last=None,
    )  # fmt: skip

    def found(move: Candidate) -> None:
        scope.made.enqueue(move)

    if rules.play is not None:
        find(rules.play.moves, inner, found)
    for number, phase in enumerate(rules.phases):
        with out.block(f"if s.n[PHASE + mover] == {number}:"):
            out.add("pass")
            find(phase.play.moves, inner, found)
    out.add("return 0")
    name: str = scope.made.helper("s: Arrays, mover: int", "int", out.text())
    return name
