"""Candidates: the moves that a rule goes through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from boardless.games.language.ludeme import read_in
from boardless.ir.expressions import NONE, Int, Site

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from boardless.games.building.scope import Scope
    from boardless.games.language.kinds import Condition, Consequence, Moves
    from boardless.games.language.ludeme import Ludeme


@dataclass(frozen=True)
class Candidate:
    """A move, in the blocks in which it has been found to be allowed."""

    scope: Scope
    origin: Site
    to: Site
    #: Makes the move without what is `beside`; `origin`, `to` and what `reads` needs are bound.
    act: Callable[[Scope], None]
    reads: tuple[Ludeme, ...] = ()
    then: tuple[Consequence, ...] = ()
    #: Bound names that `act` needs whatever `reads` says.
    carries: tuple[str, ...] = ()
    #: Integers that are evaluated here, and read by `act` as ``number1``, ...
    numbers: tuple[Int, ...] = ()
    #: Consequences follow twice, as in Ludii from a move that it lists twice.
    twice: bool = False
    #: A condition that is still open.
    requirement: Requirement | None = None
    #: The rule that it comes from, if all moves of that rule are of one sort.
    rule: Ludeme | None = None
    #: The rule of moves without consequences that it is one of, if a row says all that it does.
    by: Ludeme | None = None
    #: The player who may choose it if all move at the same time; None for the mover.
    player: Int | None = None
    #: What stands on its target is taken away.
    takes: bool = False
    #: What goes along with it, before it and with all that follows from that.
    beside: Moves | None = None

    @property
    def leaves(self) -> Site | None:
        """The site whose piece it moves or takes away; None of other moves."""
        stays = self.origin is self.to or self.origin is NONE
        return self.origin if self.takes or not stays else None

    def make(self, scope: Scope) -> None:
        """Make the move, with what goes along."""
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
    """A condition that a move has to meet, asked only of moves that are sampled or listed."""

    condition: Condition
    #: The move, with the consequences that belong to the trial.
    tried: Candidate
    #: The player who asks, also of moves of another's pieces.
    mover: Int


def do_first(effect: Moves, b: Scope) -> None:
    """Do what a move does beside, and first, with all that follows from it."""
    queued = b.builder.queue(effect, b)
    if "pending" in read_in(effect):
        # What was pending is forgotten when it has been asked for; that is late for a move's own.
        with b.where(Int.named("row") == 0):
            b.do("forget_all", b.pending[0])
    b.builder.run(queued, b)
