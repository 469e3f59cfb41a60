"""Whether pieces of a game are turned: only then a site says how often its piece has been."""

from boardless.games.compiler.model import Model
from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes import moves as m
from boardless.games.ludemes import paths as p
from boardless.games.ludemes import rotations as t
from boardless.games.ludemes import segments as g
from boardless.games.ludemes.accessories import Dominoes
from boardless.games.ludemes.held_tiles import LayHeld
from boardless.games.ludemes.large_tiles import Cover
from boardless.games.ludemes.start import Place, PlaceStack

#: Ludemes that turn pieces.
_TURNING: tuple[type[Ludeme], ...] = (
    m.Rotations, p.Lay, Cover, Dominoes, LayHeld, g.LayDrawn, t.RotationAt, t.SetRotation,
    t.MoveSetRotation,
)  # fmt: skip


def turns_pieces(model: Model) -> bool:
    """Tell whether some piece lies turned, from the start on or after a move."""
    if not model.effects:
        return False
    return model.uses(*_TURNING) or any(
        isinstance(node, Place | PlaceStack) and node.rotation is not None
        for node in inside(model.game.rules)
    )
