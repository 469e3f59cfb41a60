"""Positions of games and the moves between them.

``explored(game)`` finds them, ``Positions`` has them in flat arrays and as a NetworkX graph,
``solving`` and ``measures`` evaluate them, and ``storing`` keeps them in a store.
"""

from boardless.store.positions.explorer import Explorer, explored
from boardless.store.positions.found import ALL, TRIALS, Explored, Found
from boardless.store.positions.positions import Positions

__all__ = ["ALL", "TRIALS", "Explored", "Explorer", "Found", "Positions", "explored"]
