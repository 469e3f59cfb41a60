"""Positions of games and the moves between them.

``explored(game)`` finds them, ``Positions`` has them in flat arrays and as a NetworkX graph,
``solving`` and ``measures`` evaluate them, and ``storing`` keeps them in a store.
"""

from typing import TYPE_CHECKING

from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.store.positions.explorer import Explorer as Explorer
    from boardless.store.positions.explorer import explored as explored
    from boardless.store.positions.found import ALL as ALL
    from boardless.store.positions.found import TRIALS as TRIALS
    from boardless.store.positions.found import Explored as Explored
    from boardless.store.positions.found import Found as Found
    from boardless.store.positions.positions import Positions as Positions

__all__ = ["ALL", "TRIALS", "Explored", "Explorer", "Found", "Positions", "explored"]

# A store reads what was found; the rules of games are needed to find it alone.
__getattr__, __dir__ = on_demand(
    __name__,
    {
        "ALL": "boardless.store.positions.found",
        "TRIALS": "boardless.store.positions.found",
        "Explored": "boardless.store.positions.found",
        "Explorer": "boardless.store.positions.explorer",
        "Found": "boardless.store.positions.found",
        "Positions": "boardless.store.positions.positions",
        "explored": "boardless.store.positions.explorer",
    },
)
