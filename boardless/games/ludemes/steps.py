"""Steps and shots."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate, moves
from boardless.games.compiler.directions import steps, walks
from boardless.games.compiler.dispatch import condition
from boardless.games.language.facts import BESIDE, EFFECT, LOOPS
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.directions import Ways
from boardless.games.ludemes.kinds import Moves
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import (
    Between,
    From,
    MovedPiece,
    Then,
    To,
    passes,
    starts,
    transfer,
)
from boardless.games.ludemes.placement import component
from boardless.games.ludemes.sites import LastTo
from boardless.games.ludemes.stacks import carry

if TYPE_CHECKING:
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope


@ludeme("move", "Step", also="step", example="(move Step Orthogonal (to if:(is Empty (to))))")
class Step(Moves):
    """Move a piece one step, or with `stack` all that lies there."""

    facts = EFFECT | BESIDE | LOOPS
    from_: From | None
    directions: Ways | None
    to: To
    then: Then | None = None
    _: KW_ONLY
    stack: bool = False


@ludeme("move", "Shoot", also="shoot", example='(move Shoot (piece "Dot0"))', facts=EFFECT | LOOPS)
class Shoot(Moves):
    """Put a piece on a site of a straight walk from a site, that of the last move unless given."""

    piece: MovedPiece
    from_: From | None = None
    directions: Ways | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None


@moves.register(Step)
def _find_step(node: Step, scope: Scope, found: Found) -> None:
    carried = carry(node, scope)
    act, reads = transfer(node.to.apply, carried)

    # What (from) means does not change before the directions of a piece of one site are known.
    one = node.from_ is not None and isinstance(node.from_.region, Single)
    outside = scope

    def write(scope: Scope, origin: str) -> None:
        for to in steps(node.directions, origin, outside if one else scope):
            inner = scope.binding(to=to)
            with scope.out.block(f"if {passes(node.to, inner)}:"):
                numbers = carried.numbers(origin, inner)
                move = Candidate(inner, origin, to, act, reads, numbers=numbers)
                found(move.followed(node.then))

    starts(node.from_, scope, write)


@moves.register(Shoot)
def _find_shoot(node: Shoot, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        scope.out.add(f"add_to(s, site, {component(node.piece, scope, node)}, 1)")

    # As in Ludii a shot leaves what (from) means as it is.
    outside = scope.origin or "NONE"

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        for walk in walks(node.directions, origin, scope):
            before = out.name("before")
            out.add(f"{before} = {scope.between or 'NONE'}")
            with out.block("while True:"):
                walk.advance()
                with out.block(f"if {walk.at} == NONE:"):
                    out.add("break")
                inner = scope.binding(to=walk.at, between=before, origin=outside)
                allowed = f"s.what[{walk.at}] == 0"
                if node.to is not None and node.to.if_ is not None:
                    allowed = condition(node.to.if_, inner)
                with out.block(f"if not {allowed}:"):
                    out.add("break")
                out.add(f"{before} = {walk.at}")
                move = Candidate(inner, walk.at, walk.at, act, (node.piece,))
                found(move.followed(node.then))

    starts(node.from_ or From(region=Single(LastTo())), scope, write)
