"""How pieces are turned, and moves that turn them."""

from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.language.facts import EFFECT, numbers
from boardless.games.language.ludeme import Limits, Word, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, SiteType, Truth
from boardless.games.ludemes.moves import Then, To

Turns = Annotated[tuple[Integer, ...], Limits(1)]


@ludeme("rotation", example="(rotation at:(last To))", facts=numbers("rotations"))
class RotationAt(Integer):
    """How the piece on a site is turned: 0 unless something says otherwise."""

    type: SiteType | None = None
    _: KW_ONLY
    at: Integer
    level: Integer | None = None


@ludeme("set", "Rotation", example="(set Rotation (to (last To)) {0 2} previous:False next:False)")
class SetRotation(Moves):
    """Turn the piece on a site, that of (from) unless given, to one of the rotations listed.

    Or to the one before or behind that which it has now, where these are allowed; there are as many
    as the board has directions.
    """

    facts = EFFECT | numbers("rotations")
    to: To | None = None
    rotations: Turns | None = None
    then: Then | None = None
    _: KW_ONLY
    previous: Condition = Truth(True)
    next: Condition = Truth(True)


class ByTurn(Word):
    """What of a piece a player may set in place of moving it."""

    ROTATION = "Rotation"


@ludeme("move", "Set", example="(move Set Rotation (to (last To)))")
class MoveSetRotation(Moves):
    """Turn a piece, as (set Rotation) does."""

    facts = EFFECT | numbers("rotations")
    what: ByTurn
    to: To | None = None
    rotations: Turns | None = None
    then: Then | None = None
    _: KW_ONLY
    previous: Condition = Truth(True)
    next: Condition = Truth(True)
