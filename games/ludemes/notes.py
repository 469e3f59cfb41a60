"""What players are told."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Integer, Moves, Role
from boardless.games.ludemes.scoring import ThePlayer


@ludeme("note", example='(note player:Mover "attacks" to:Next)', facts=EFFECT)
class Note(Moves):
    """Tell a player, or all of them, something, perhaps with the name of another before it."""

    message: str
    _: KW_ONLY
    player: Integer | Role | None = None
    to: ThePlayer | Role | None = None
