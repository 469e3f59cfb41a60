"""Candidates: the moves that a rule generates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boardless.games.language.ludeme import read_in
from boardless.ir.expressions import NONE, Int, Site

if TYPE_CHECKING:
    from typing import Self

    from boardless.games.building.scope import Scope
    from boardless.games.language.kinds import Condition, Consequence, Moves
    from boardless.games.language.ludeme import Ludeme


@dataclass(frozen=True)
class Candidate:
    """A move inside the blocks that test whether it is allowed."""

    scope: Scope
    origin: Site
    to: Site
    #: Makes the move without the effects `beside`; `origin`, `to` and all `reads` are bound.
    act: Callable[[Scope], None]
    reads: tuple[Ludeme | None, ...] = ()
    then: tuple[Consequence, ...] = ()
    #: Bound names that `act` needs in addition to `reads`.
    carries: tuple[str, ...] = ()
    #: Integers that are computed here, and read by `act` as ``number1``, ...
    numbers: tuple[Int, ...] = ()
    #: Whether consequences follow twice, as in Ludii after a move that it lists twice.
    twice: bool = False
    #: An untested condition.
    requirement: Requirement | None = None
    #: Its rule, if all moves of that rule are of one sort.
    rule: Ludeme | None = None
    #: Its rule without consequences, if a row describes the whole move.
    by: Ludeme | None = None
    #: The player who may choose it in a game of simultaneous moves; None for the mover.
    player: Int | None = None
    #: Whether it removes the piece on its target.
    takes: bool = False
    #: The additional effect, before the move and with all its consequences.
    beside: Moves | None = None

    @property
    def leaves(self) -> Site | None:
        """The site that loses its piece by the move, or None."""
        stays = self.origin is self.to or self.origin is NONE
        return self.origin if self.takes or not stays else None

    def make(self, scope: Scope) -> None:
        """Make the move, with its additional effects."""
        if self.beside is not None:
            do_first(self.beside, scope)
        self.act(scope)

    def followed(self, then: Consequence | None) -> Self:
        """Return the move with one more consequence."""
        if then is None:
            return self
        return replace(self, then=(*self.then, *[then] * (1 + self.twice)))


#: The moves of a rule, one after another.
Candidates = Iterator[Candidate]


@dataclass(frozen=True)
class Requirement:
    """A condition on a move, tested only for moves that are sampled or listed."""

    condition: Condition
    #: The move, with the consequences that belong to the trial.
    tried: Candidate
    #: The player who asks, also about moves of another's pieces.
    mover: Int


def do_first(effect: Moves, b: Scope) -> None:
    """Carry out the additional effect of a move first, with all its consequences."""
    queued = b.builder.queue(effect, b)
    if "pending" in read_in(effect):
        # Pending values are forgotten after the question, which is late for a move's own.
        with b.where(Int.named("row") == 0):
            b.do("forget_all", b.pending[0])
    b.builder.run(queued, b)
