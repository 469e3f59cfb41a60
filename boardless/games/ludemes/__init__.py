"""The ludemes of the language, one file for each concept."""

from boardless.games.ludemes.discovery import CONCEPTS

__all__ = ["CONCEPTS"]
