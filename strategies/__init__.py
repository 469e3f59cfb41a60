"""How a board answers a move: which cells it adds.

A strategy is a value. ``strategy.start(tiling)`` makes the board that it starts from, and
``strategy(board, site)`` grows the board in place when a tile is placed on `site`, and returns the
new sites.
"""

from strategies.fixed import Fixed
from strategies.perimeter import Perimeter
from strategies.strategy import STRATEGIES, Strategy, strategy_named
from strategies.zone import Zone

__all__ = ["STRATEGIES", "Fixed", "Perimeter", "Strategy", "Zone", "strategy_named"]
