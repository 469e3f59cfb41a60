"""The ludemes: a file for each concept, with signatures, meaning and constant evaluation."""

from boardless.games.ludemes.discovery import CONCEPTS

__all__ = ["CONCEPTS"]
