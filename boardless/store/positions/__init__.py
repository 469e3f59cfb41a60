"""Positions of games and the moves between them.

``explored(game)`` finds them, ``Positions`` has them in flat arrays and as a NetworkX graph,
``measures`` evaluates them, and ``storing`` keeps them in a store.
"""

from typing import TYPE_CHECKING

from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.store.positions.explorer import Explorer, explored
    from boardless.store.positions.found import ALL, TRIALS, Explored, Found
    from boardless.store.positions.positions import Positions

__all__ = ["ALL", "TRIALS", "Explored", "Explorer", "Found", "Positions", "explored"]

# A store reads stored positions; only exploration needs the rules of games.
__getattr__, __dir__ = on_demand(__name__)
