"""The ludemes: every concept of the language as a small frozen dataclass.

A new one is a class under its name in the file of its kind; the reader, the checks of types, the
grammar and the reference follow from its fields.
"""

from boardless.games.ludemes import (
    areas,
    conditions,
    end,
    equipment,
    game,
    graph_operators,
    graphs,
    integers,
    kinds,
    moves,
    regions,
    shapes,
    sizes,
    start,
    tracks,
)

__all__ = [
    "areas",
    "conditions",
    "end",
    "equipment",
    "game",
    "graph_operators",
    "graphs",
    "integers",
    "kinds",
    "moves",
    "regions",
    "shapes",
    "sizes",
    "start",
    "tracks",
]
