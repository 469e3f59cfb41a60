"""Boards that grow: the public names of `topo`, `strategies` and `analysis` in one place."""

import analysis
import strategies
import topo
from analysis import *  # noqa: F403
from strategies import *  # noqa: F403
from topo import *  # noqa: F403

__all__: list[str] = []
__all__ += topo.__all__
__all__ += strategies.__all__
__all__ += analysis.__all__
