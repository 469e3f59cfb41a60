"""Candidates: what a rule that makes moves hands over for each of them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Self

from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m


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
    then: tuple[m.Then, ...] = ()
    carries: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    twice: bool = False
    asked: "Asked | None" = None
    rule: Ludeme | None = None

    def followed(self, then: m.Then | None) -> Self:
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

    condition: k.Condition
    tried: Candidate
    mover: str


#: What a move may carry beside its from and to: fields of a scope, and whether it is only of use
#: where a ludeme reads it.
CARRIED = {
    "between": True,
    "iterated": True,
    "way": False,
    "value": True,
    "player_": True,
    "level": True,
    "pips": True,
    "feature": False,
    "segment": False,
}

#: What is done with a candidate: statements are added to the source of its scope.
Found = Callable[[Candidate], None]


@singledispatch
def moves(node: Ludeme, scope: Scope, found: Found) -> None:
    """Add statements that go through the moves of a rule, and hand each to `found`."""
    node.reject("is read, but cannot be compiled yet")
