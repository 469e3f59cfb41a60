"""Boards that grow: the public names of the packages `topo`, `state`, `strategies`, `analysis`."""

import analysis
import state
import strategies
import topo
from analysis import *  # noqa: F403
from state import *  # noqa: F403
from strategies import *  # noqa: F403
from topo import *  # noqa: F403

__all__: list[str] = []
__all__ += topo.__all__
__all__ += state.__all__
__all__ += strategies.__all__
__all__ += analysis.__all__
