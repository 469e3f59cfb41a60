"""Concepts of boards that grow."""

from collections.abc import Iterator

from boardless.games.ludemes.equipment import Boardless
from boardless.games.ludemes.game import GameTree


def concepts_of_growth(tree: GameTree) -> Iterator[str]:
    """Yield the concepts of growth of a game."""
    if any(isinstance(item, Boardless) for item in tree.equipment.items):
        yield "Unbounded"
