"""Moves that are chosen by where they are on a track."""

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Moves, Role
from boardless.games.ludemes.moves import Then


@ludeme(
    "firstMoveOnTrack",
    example='(firstMoveOnTrack "Way" Mover (if (is Empty (site)) (move Add (to (site)))))',
)
class FirstMoveOnTrack(Moves):
    """The moves of a rule for the first site of a track, seen as (site), that has any."""

    facts = EFFECT
    track: str | None
    owner: Role | None
    moves: Moves
    then: Then | None = None


@ludeme("max", "Distance", example='(max Distance "Way" Mover (forEach Piece))', facts=EFFECT)
class MaxDistance(Moves):
    """The moves of a rule: as in Ludii all of them, however far they lead along a track."""

    track: str | None
    owner: Role | None
    moves: Moves
    then: Then | None = None
