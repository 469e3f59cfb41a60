"""Growth of boards: which cells a board adds after a move, and how the state follows.

A strategy is a value. ``strategy.start(tiling)`` makes the first board, and ``strategy(board,
site)`` grows the board in place when a tile is placed on `site`, and returns the new sites. A
technique is a value, too: a strategy, and how the state follows a board that grows.
"""

from boardless.strategies.growth import (
    Fixed,
    Perimeter,
    Rule,
    Zone,
    first_dimension,
    smallest_board,
)
from boardless.strategies.placements import Placement, Placements
from boardless.strategies.strategy import STRATEGIES, Follower, Starter, Strategy, strategy_of
from boardless.strategies.technique import (
    BASE,
    PERI_APPEND,
    PERI_MAP,
    PERI_RE,
    TECHNIQUES,
    ZONE_APPEND,
    ZONE_MAP,
    ZONE_RE,
    ZONE_SHRINK,
    Append,
    Remap,
    Replay,
    Technique,
    Update,
    appending,
    technique_of,
)

__all__ = [
    "BASE",
    "PERI_APPEND",
    "PERI_MAP",
    "PERI_RE",
    "STRATEGIES",
    "TECHNIQUES",
    "ZONE_APPEND",
    "ZONE_MAP",
    "ZONE_RE",
    "ZONE_SHRINK",
    "Append",
    "Fixed",
    "Follower",
    "Perimeter",
    "Placement",
    "Placements",
    "Remap",
    "Replay",
    "Rule",
    "Starter",
    "Strategy",
    "Technique",
    "Update",
    "Zone",
    "appending",
    "first_dimension",
    "smallest_board",
    "strategy_of",
    "technique_of",
]
