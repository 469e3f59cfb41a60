"""The texts in which games write their moves, where they have one of their own."""

from boardless.play.notations.notation import NOTATIONS, Notation, notation_of

__all__ = ["NOTATIONS", "Notation", "notation_of"]
