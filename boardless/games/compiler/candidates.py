"""Candidates: what a rule that makes moves hands over for each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self

    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme
    from boardless.games.ludemes.kinds import Condition
    from boardless.games.ludemes.moves import Then


@dataclass(frozen=True)
class Candidate:
    """A move, at the place in the source where it has been found to be allowed.

    Attributes
    ----------
    scope : Scope
        What is bound there.
    origin, to : str
        The sources of the sites that it is said to come from and go to.
    act : callable
        Writes the statements that do what the move does to a scope; there `origin` and `to` are
        bound, and of what else is bound here all that `reads` has a use for.
    reads : tuple of Ludeme
        What `act` and `then` are written from.
    then : tuple of Then
        What follows from the move, in order.
    carries : tuple of str
        What `act` has a use for of what is bound, whatever it is written from.
    numbers : tuple of str
        The sources of integers that are worked out here, and not when the move is made; `act` has
        them as ``number1``, ``number2``, ...
    twice : bool
        Whether what follows from it follows twice, as in Ludii from a move that it lists twice.
    asked : Asked or None
        What is still to be asked before it counts as allowed.
    rule : Ludeme or None
        The rule that it comes from, if all moves that come from it are of one sort.
    """

    scope: Scope
    origin: str
    to: str
    act: Callable[[Scope], None]
    reads: tuple[Ludeme, ...] = ()
    then: tuple[Then, ...] = ()
    carries: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    twice: bool = False
    asked: Asked | None = None
    rule: Ludeme | None = None

    def followed(self, then: Then | None) -> Self:
        """Return the move with one more consequence."""
        if then is None:
            return self
        return replace(self, then=(*self.then, *[then] * (1 + self.twice)))


@dataclass(frozen=True)
class Asked:
    """What has to hold after a move, if it is not asked until the move has been drawn.

    Attributes
    ----------
    condition : Condition
        What has to hold.
    tried : Candidate
        The move, with what of its consequences is made for the trial.
    mover : str
        The source of the player who asks, also of moves of another's pieces.
    """

    condition: Condition
    tried: Candidate
    mover: str


#: What is done with a candidate: statements are added to the source of its scope.
Found = Callable[[Candidate], None]


@singledispatch
def moves(node: Ludeme, scope: Scope, found: Found) -> None:
    """Add statements that go through the moves of a rule, and hand each to `found`."""
    node.reject("is read, but cannot be compiled yet")
