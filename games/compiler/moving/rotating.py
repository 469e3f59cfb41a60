"""Moves that turn pieces where they stand, as source."""

from boardless.games.compiler.generic import condition, integer, site
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import rotations as t
from boardless.games.ludemes.integers import FromSite
from boardless.games.ludemes.kinds import Single


@moves.register(t.SetRotation)
@moves.register(t.MoveSetRotation)
def _(node: t.SetRotation | t.MoveSetRotation, scope: Scope, found: Found) -> None:
    out, at, now = scope.out, scope.out.name("x"), scope.out.name("turned")
    target = Single(FromSite()) if node.to is None else node.to.target
    if not isinstance(target, Single):
        node.reject(f"expected one site whose piece is turned, not {target.form()}")
    out.add(f"{at} = {site(target.site, scope)}")

    def turned(to: str) -> None:
        move = Candidate(
            scope, at, at, lambda inner: inner.out.add("turn(s, site, number1)"), numbers=(to,)
        )
        found(move.followed(node.then))

    with out.block(f"if {at} != NONE:"):
        for each in node.rotations or ():
            turned(integer(each, scope))
        count = _rotations(node, scope)
        for allowed, step in ((node.previous, count - 1), (node.next, 1)):
            with out.block(f"if {condition(allowed, scope)}:"):
                out.add(f"{now} = (whole(s.fields[ROTATIONS, {at}]) + {step}) % {count}")
                turned(now)


def _rotations(node: Ludeme, scope: Scope) -> int:
    """Return in how many ways a piece may be turned: the directions of cells or of vertices."""
    if scope.model.scene is None:
        node.reject("needs a board that is laid out")
    board = scope.model.scene.board
    return max(len(board.sites_of(kind).directions["all"]) for kind in ("Cell", "Vertex"))
