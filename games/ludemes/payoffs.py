"""What players get at the end, in numbers."""

from typing import Annotated, ClassVar

from boardless.games.language.facts import EFFECT, STATIC
from boardless.games.language.ludeme import Limits, Ludeme, ludeme
from boardless.games.ludemes.end import Verdict
from boardless.games.ludemes.kinds import Integer, Role
from boardless.games.ludemes.sizes import Number


@ludeme("payoff", example="(payoff P1 5.5)", facts=STATIC)
class Payoff(Ludeme):
    """What a player gets at the end."""

    kind: ClassVar[str] = "a payoff"
    source: ClassVar[str] = "Ludii, game.util.end"
    role: Role
    amount: Number | Integer


@ludeme("payoffs", example="(payoffs {(payoff P1 5.5) (payoff P2 -1)})", facts=EFFECT)
class Payoffs(Verdict):
    """What the players get; who is left out gets 0. More is a better place, equal ones share it.

    A single player wins with more than 0.
    """

    payoffs: Annotated[tuple[Payoff, ...], Limits(1)]
