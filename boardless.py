"""Boards that grow: the public names of the packages `topo`, `state`, `strategies`, `analysis`.

`games` and `play` are here as they are, for both `state` and `play` have a `State`; so is what one
begins with: ``boardless.play.State(boardless.load("Hex"))``.
"""

import analysis
import games
import play
import state
import strategies
import topo
from analysis import *  # noqa: F403
from games import library, load
from play import check_trials, run_playouts
from state import *  # noqa: F403
from strategies import *  # noqa: F403
from topo import *  # noqa: F403

__all__ = ["check_trials", "games", "library", "load", "play", "run_playouts"]
__all__ += topo.__all__
__all__ += state.__all__
__all__ += strategies.__all__
__all__ += analysis.__all__
