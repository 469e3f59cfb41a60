"""Concepts: true-or-false properties for the comparison of games."""

from boardless.games.concepts.names import CONCEPTS, CONCEPTS_OF_LUDII, depth_of
from boardless.games.concepts.whole import concepts_of

__all__ = ["CONCEPTS", "CONCEPTS_OF_LUDII", "concepts_of", "depth_of"]
