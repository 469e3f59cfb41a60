"""Events that rules announce, and that others ask for."""

from boardless.games.language.facts import EFFECT, GLOBAL
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Role
from boardless.games.ludemes.moves import Then


@ludeme("trigger", example='(trigger "Surrounded" Next)', facts=EFFECT)
class Trigger(Moves):
    """Let an event have happened to a player, for the rest of the game."""

    event: str
    player: Integer | Role
    then: Then | None = None


@ludeme("is", "Triggered", example='(is Triggered "Surrounded" P2)', facts=GLOBAL)
class IsTriggered(Condition):
    """An event has happened to a player who is still playing.

    As in Ludii, any event counts, whatever it is called.
    """

    event: str
    player: Integer | Role
