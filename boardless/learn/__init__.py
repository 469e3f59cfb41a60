"""Players that learn by themselves: a graph network, search with it, and self-play.

``boardless learn Andantino --minutes 30 --out DIR`` trains one, ``net:DIR`` is an agent; the types
and their invariants are in decision 014 of the documentation. It needs ``boardless[learn]``.
"""

from typing import TYPE_CHECKING

from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.learn.checkpoints import load_network
    from boardless.learn.network import GraphNet
    from boardless.learn.positions import Observer, Positions, Vocabulary
    from boardless.learn.search import SearchSettings, searched
    from boardless.learn.settings import Settings
    from boardless.learn.training import Training, learn

__all__ = [
    "GraphNet",
    "Observer",
    "Positions",
    "SearchSettings",
    "Settings",
    "Training",
    "Vocabulary",
    "learn",
    "load_network",
    "searched",
]

__getattr__, __dir__ = on_demand(__name__)
