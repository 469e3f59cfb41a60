"""Moves with effects as source: candidates that a rule finds, and functions that make them."""

from boardless.games.compiler.moving import (
    acting,
    capturing,
    combining,
    enclosing,
    intervening,
    leaping,
    pieces,
    piles,
    repeating,
    sliding,
    sowing,
    walking,
)
from boardless.games.compiler.moving.candidates import Candidate, moves
from boardless.games.compiler.moving.made import MadeRules
from boardless.games.compiler.moving.sharing import find

__all__ = [
    "Candidate",
    "MadeRules",
    "acting",
    "capturing",
    "combining",
    "enclosing",
    "find",
    "intervening",
    "leaping",
    "moves",
    "pieces",
    "piles",
    "repeating",
    "sliding",
    "sowing",
    "walking",
]
