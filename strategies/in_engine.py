"""What the engine of compiled games does itself: what a strategy or an update may say of itself.

The engine grows boards that are FIXED, by ZONE and by CONTOUR, and its states follow by APPEND, MAP
and REPLAY (see `state.engine.arrays`). A strategy that adds the same cells as one of these in the
same order, or an update that leaves sites the same, says so by an attribute ``in_engine``. Games
are then played without calling it, at the speed of the engine.
"""

from typing import Any


def in_engine(part: object) -> Any:
    """Return what a strategy, an update or a technique is in the engine; None if it is nothing.

    Its class has to say so itself: one that inherits from another may do something else.
    """
    return getattr(part, "in_engine", None) if "in_engine" in vars(type(part)) else None
