"""Notations that the players of a game use, in addition to the text of moves."""

from boardless.play.notations.notation import AbsentPieceError, ActionsNotation, Notation
from boardless.play.notations.registry import NOTATIONS, notation_of

__all__ = ["NOTATIONS", "AbsentPieceError", "ActionsNotation", "Notation", "notation_of"]
