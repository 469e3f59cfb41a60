"""The ludemes: every concept of the language as a small frozen dataclass.

A new one is a class under its name in the file of its kind; the reader, the checks of types, the
grammar and the reference follow from its fields.
"""

from boardless.games.ludemes import (
    accessories,
    areas,
    board_integers,
    board_regions,
    captures,
    conditions,
    directions,
    end,
    equipment,
    game,
    graph_operators,
    graphs,
    groups,
    integers,
    intervals,
    kinds,
    moves,
    pieces,
    regions,
    shapes,
    sizes,
    start,
    start_settings,
    tracks,
)

__all__ = [
    "accessories",
    "areas",
    "board_integers",
    "board_regions",
    "captures",
    "conditions",
    "directions",
    "end",
    "equipment",
    "game",
    "graph_operators",
    "graphs",
    "groups",
    "integers",
    "intervals",
    "kinds",
    "moves",
    "pieces",
    "regions",
    "shapes",
    "sizes",
    "start",
    "start_settings",
    "tracks",
]
