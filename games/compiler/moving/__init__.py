"""Moves with effects as source: candidates that a rule finds, and functions that make them."""

from boardless.games.compiler.moving import (
    acting,
    along_tracks,
    capturing,
    combining,
    covering,
    drawing_tiles,
    enclosing,
    flipping,
    holding,
    intervening,
    laying,
    leaping,
    longest,
    pieces,
    piles,
    repeating,
    sliding,
    sowing,
    swapping,
    walking,
)
from boardless.games.compiler.moving.candidates import Candidate, moves
from boardless.games.compiler.moving.made import MadeRules
from boardless.games.compiler.moving.sharing import find

__all__ = [
    "Candidate",
    "MadeRules",
    "acting",
    "along_tracks",
    "capturing",
    "combining",
    "covering",
    "drawing_tiles",
    "enclosing",
    "find",
    "flipping",
    "holding",
    "intervening",
    "laying",
    "leaping",
    "longest",
    "moves",
    "pieces",
    "piles",
    "repeating",
    "sliding",
    "sowing",
    "swapping",
    "walking",
]
