"""How a board answers a move: which cells it adds, and how the state follows.

A strategy is a value. ``strategy.start(tiling)`` makes the board that it starts from, and
``strategy(board, site)`` grows the board in place when a tile is placed on `site`, and returns the
new sites. A technique is a value, too: a strategy, and how the state follows a board that grows.
"""

from boardless.strategies.first_board import first_dimension, smallest_board
from boardless.strategies.fixed import Fixed
from boardless.strategies.perimeter import Perimeter
from boardless.strategies.placement import Placement
from boardless.strategies.placements import Placements
from boardless.strategies.rule import Rule
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
    Technique,
    appending,
    technique_of,
)
from boardless.strategies.technique_updates import Append, Remap, Replay, Update
from boardless.strategies.zone import Zone

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
